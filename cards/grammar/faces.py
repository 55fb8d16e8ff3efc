"""A face's text as paragraphs that belong together (113.2c, 711.2, 714.2, 716.2, 721).

`pieces` groups the normalised lines of a text: modes and dice results go with the paragraph
before them; a level symbol has its box and its abilities; a Class level and a station symbol have
the abilities up to the next one; the instructions of an instant or sorcery are one piece.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from striate.cards.grammar.normal import normalise

PieceKind: TypeAlias = Literal["paragraph", "level", "class", "chapter", "station", "spell"]


@dataclass(frozen=True, slots=True)
class Piece:
    """Lines that make one ability; `numbers`, `cost`, `box` as the kind needs them."""

    kind: PieceKind
    lines: tuple[str, ...]
    numbers: tuple[int | None, ...] = ()
    cost: str = ""
    box: tuple[int, int] | None = None


_LEVEL = re.compile(r"^LEVEL (\d+)(?:-(\d+)|\+)$")
_BOX = re.compile(r"^(\d+)/(\d+)$")
_CLASS_LEVEL = re.compile(r"^((?:\{[^}]+\})+): Level (\d+)\.?$")
_CHAPTER = re.compile(r"^((?:[IVX]+)(?:, [IVX]+)*) — (.*)$")
_STATION = re.compile(r"^(?:STATION )?(\d+)\+ \| (.*)$")
_CONTINUES = re.compile(r"^(?:[•+] |\d+(?:-\d+|\+)? \| )")
_ANCHOR = re.compile(r"^• [A-Z][\w' ]* — ")
_CHOOSE_ANCHOR = re.compile(r"^As ~ enters, choose [^.]*\bor\b[^.]*\.$")
NUMERALS = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")


def pieces(
    text: str, name: str, *, legendary: bool, is_spell: bool, stands_apart: Callable[[str], bool]
) -> Iterator[Piece]:
    """The pieces of a face's text in order; a spell's instructions come where the first stands."""
    lines = _joined([normalise(line, name, legendary=legendary) for line in text.split("\n")])
    if is_spell:
        yield from _spell_pieces(lines, stands_apart)
        return
    at = 0
    while at < len(lines):
        piece, at = _next_piece(lines, at)
        yield piece


def _spell_pieces(lines: list[str], stands_apart: Callable[[str], bool]) -> Iterator[Piece]:
    """113.3a: keywords and static abilities of a spell are not its instructions."""
    apart = [stands_apart(line) for line in lines]
    instructions = tuple(line for line, alone in zip(lines, apart, strict=True) if not alone)
    begun = False
    for line, alone in zip(lines, apart, strict=True):
        if alone:
            yield Piece("paragraph", (line,))
        elif not begun:
            begun = True
            yield Piece("spell", instructions)


def _joined(lines: list[str]) -> list[str]:
    """Modes and dice results with the paragraph that they belong to; anchor words stand alone."""
    whole: list[str] = []
    anchored = False
    for line in lines:
        if not line:
            continue
        continues = _CONTINUES.match(line) and not _STATION.match(line)
        if continues and whole and not (anchored and _ANCHOR.match(line)):
            whole[-1] = f"{whole[-1]} {line}"
            continue
        if _STATION.match(line) and whole and "roll" in whole[-1].lower():
            whole[-1] = f"{whole[-1]} {line}"
            continue
        anchored = anchored or _CHOOSE_ANCHOR.match(line) is not None
        whole.append(line)
    return whole


def _next_piece(lines: list[str], at: int) -> tuple[Piece, int]:
    line = lines[at]
    if level := _LEVEL.match(line):
        return _level(lines, at, int(level[1]), int(level[2]) if level[2] else None)
    if level := _CLASS_LEVEL.match(line):
        end = _end(lines, at, _CLASS_LEVEL)
        return Piece("class", tuple(lines[at + 1 : end]), (int(level[2]),), level[1]), end
    if station := _STATION.match(line):
        end = _end(lines, at, _STATION)
        number = int(station[1])
        inner = (station[2], *lines[at + 1 : end])
        return Piece("station", inner, (number,)), end
    if chapter := _CHAPTER.match(line):
        numerals = chapter[1].split(", ")
        if set(numerals) <= set(NUMERALS):
            numbers = tuple(map(NUMERALS.index, numerals))
            return Piece("chapter", (chapter[2],), numbers), at + 1
    return Piece("paragraph", (line,)), at + 1


def _end(lines: list[str], at: int, symbol: re.Pattern[str]) -> int:
    end = at + 1
    while end < len(lines) and not symbol.match(lines[end]):
        end += 1
    return end


def _level(lines: list[str], at: int, low: int, high: int | None) -> tuple[Piece, int]:
    """711.2: "LEVEL 2-3", the box, and abilities up to the next symbol."""
    end = _end(lines, at, _LEVEL)
    box = _BOX.match(lines[at + 1]) if at + 1 < end else None
    if box is None:
        return Piece("paragraph", (lines[at],)), at + 1
    size = (int(box[1]), int(box[2]))
    return Piece("level", tuple(lines[at + 2 : end]), (low, high), box=size), end


def stands_apart(line: str) -> bool:
    """113.6: whether a spell's line is a static ability, or one that it has in another zone."""
    return _SPELL_STATIC.match(line) is not None or _ELSEWHERE.match(line) is not None


# Static abilities of a spell (113.6c-e), told by how they begin.
_SPELL_STATIC = re.compile(
    r"^(?:As an additional cost|~ costs?\b|~ can't be (?:countered|copied)|Cast ~ only"
    r"|You may (?:cast ~|pay|exile|sacrifice|discard|return|tap|reveal) [^.]*rather than"
    r"|If [^.]*rather than pay|If [^.]*you may cast ~|You may cast ~|~ can't be cast"
    r"|When you (?:cycle|cast|discard) ~|(?:As long as ~ is on the stack"
    r"|As long as [^.]* and ~ is in your graveyard|~ has flash as long as)\b|~ is (?:colorless|all "
    r"colors|white|blue|black|red|green)\b)"
)


# 113.6m, 113.6k: what an instant or sorcery card can do from another zone.
_ELSEWHERE = re.compile(
    r"^(?:[^\"•.]*(?:Exile ~ from your graveyard|Reveal ~ from your hand|Discard ~)(?:, "
    r"[^\"•.:]*)?: "
    r"|[^\"•.:]*: Return ~ from your graveyard to your hand\.?"
    r"|Whenever [^\"•.]*, you may pay [^\"•.]*\. If you do, return ~ from your graveyard to your "
    r"hand\.?)"
)
