"""The shapes of sentences, as `goals.shapes` lists them, read where a sentence has one.

A shape is words in the notation of `goals.words` with slots between them. `<K: description>` is
what the reader's method or the list of words of that name reads there, and is called K then;
`<K?: …>` may be missing and is None then; `<is: verb>` has to be "is"; `<M: measured S>` is told
what S was read as, or a word in quotation marks; `<K: word>{<and>}` is a list of such things with
these words between them, the longest first; `<:ends>` reads nothing and has to be so, for
`<:at stats>` such a thing has to stand there, for `<:no verb>` none. After
" if " stands what has to be true, after " = " what the shape means, in Python, with the reader's
methods by their names; a shape can be that alone. The first shape of a list that fits and means
something is meant.
"""

import ast
import builtins
import re
from collections.abc import Iterator, Mapping
from functools import cache, cached_property, lru_cache
from types import CodeType
from typing import Any

from msgspec import Struct

from striate.queries.goals import spoken
from striate.queries.goals import words as goalwords
from striate.queries.goals.phrases import NAMES, Phrases, lines_of, list_of, meant, phrases
from striate.search import goals

_SLOT = re.compile(
    r"<(?P<name>[^<>:]*?)(?P<may>\??):\s*(?P<what>[a-z ]+?)"
    r"""(?P<given>(?: (?:[A-Z]\w*|"[^"<>]*"))*)>(?:\{(?P<joint>[^{}]*)\})?"""
)
_GIVEN = re.compile(r'[A-Z]\w*|"[^"]*"')
_LINE = re.compile(r"(?P<pattern>.*?)(?:(?:^| )if (?P<guard>.*?))? = (?P<value>.*)")
_Found = tuple[Any, int]
_Seen = dict[tuple[Any, ...], list[_Found]]
_literal = cache(ast.literal_eval)
_KNOWN: dict[str, Any] = {"meant": meant, **NAMES, **vars(goals), **vars(goalwords), **vars(spoken)}


class _Slot(Struct, frozen=True, dict=True):
    """What stands between words; `called` in lower case is what it has to be."""

    called: str
    may_lack: bool
    what: str
    given: tuple[str, ...]
    joint: Phrases | None  # between the items of a list

    @cached_property
    def fixed(self) -> bool:
        """Whether it has to be what it is called."""
        return self.called != "" and self.called == self.called.lower()


class _Shape(Struct, frozen=True, dict=True):
    pieces: tuple[_Slot | Phrases, ...]
    said: str  # its value and its guard, as the line has them

    @cached_property
    def value(self) -> tuple[CodeType, frozenset[str]]:
        """Its value, and which methods of the reader that speaks of. Few of all shapes ever fit."""
        tree = ast.parse(self.said, mode="eval")
        slots = {piece.called for piece in self.pieces if isinstance(piece, _Slot)}
        nodes = list(ast.walk(tree))
        slots |= {node.arg for node in nodes if isinstance(node, ast.arg)}
        slots |= {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        names = {node.id for node in nodes if isinstance(node, ast.Name)}
        needs = frozenset(each for each in names - slots - _KNOWN.keys() if each.islower())
        return compile(tree, self.said, "eval"), needs - {"at", *dir(builtins)}


def shape_at(reader: Any, name: str, at: int, given: Mapping[str, Any]) -> _Found | None:
    """What stands at a place in one of the shapes of a list, and the place after it."""
    seen: _Seen = {}
    for shape in _beginning(reader.__class__, name, reader.key(at)):
        for slots, end in _fits(reader, shape.pieces, at, {"at": at, **given}, seen):
            code, needs = shape.value
            own = {each: getattr(reader, each) for each in needs}
            value = eval(code, {**_KNOWN, **own, **slots})
            if value is not None and value is not False:
                return value, end
    return None


@lru_cache(maxsize=1 << 14)
def _beginning(readers: type, name: str, word: str) -> tuple[_Shape, ...]:
    """The shapes of a list that can stand where that word does."""
    return tuple(each for each in _shapes(name) if _can_begin(readers, each.pieces, word))


def _can_begin(readers: type, pieces: tuple[_Slot | Phrases, ...], word: str) -> bool:
    """Whether they can stand where that word does, as far as words and lists of words tell."""
    for piece in pieces:
        if isinstance(piece, Phrases):
            if word in piece.first or not piece.may_lack:
                return word in piece.first
            continue
        ahead, what = _ahead_of(piece.what)
        if hasattr(readers, what.replace(" ", "_")):
            return True
        listed = what in _lines()
        begins = bool(_beginning(readers, what, word)) if listed else word in list_of(what).first
        if not ahead and (begins or not piece.may_lack):
            return begins
        if ahead == "at" and not begins:
            return False
    return True


def _fits(
    reader: Any,
    pieces: tuple[_Slot | Phrases, ...],
    at: int,
    slots: dict[str, Any],
    seen: _Seen,
) -> Iterator[tuple[dict[str, Any], int]]:
    """Every way in which the pieces stand there, one after the other."""
    if not pieces:
        yield slots, at
        return
    first, rest = pieces[0], pieces[1:]
    if isinstance(first, Phrases):
        after = reader.phrase_of(at, first)
        if after > at or first.may_lack:
            yield from _fits(reader, rest, after, slots, seen)
        return
    reading = _readings(reader, first, at, slots, seen)
    for value, end in reading:
        if not first.fixed or first.called == value:
            yield from _fits(reader, rest, end, {**slots, first.called: value}, seen)
    if first.may_lack and not reading:
        yield from _fits(reader, rest, at, {**slots, first.called: None}, seen)


def _readings(
    reader: Any,
    slot: _Slot,
    at: int,
    slots: dict[str, Any],
    seen: _Seen,
) -> list[_Found]:
    """Every way to read a slot there, of lists the longest first."""
    given = tuple(id(slots[each]) if each in slots else each for each in slot.given)
    key = (slot.what, slot.joint, at, *given)
    if key not in seen:
        told = {e: slots[e] if e in slots else _literal(e) for e in slot.given}
        seen[key] = _read(reader, slot.what, at, told)
        if slot.joint is not None:
            longer = [
                ([value, *items], end)
                for value, last in seen[key]
                if (after := reader.phrase_of(last, slot.joint)) > last
                for items, end in _readings(reader, slot, after, slots, seen)
            ]
            seen[key] = [*longer, *(([value], last) for value, last in seen[key])]
    return seen[key]


@cache
def _ahead_of(what: str) -> tuple[str, str]:
    """Whether a slot reads nothing ("at", "no"), and what it asks for."""
    ahead, _, asked = what.partition(" ")
    return (ahead, asked) if ahead in ("at", "no") else ("", what)


def _read(reader: Any, what: str, at: int, given: dict[str, Any]) -> list[_Found]:
    """What a method, a list of shapes or one of words reads there."""
    ahead, what = _ahead_of(what)
    if ahead:
        stands = bool(_read(reader, what, at, given))
        return [(None, at)] if stands == (ahead == "at") else []
    read = getattr(reader, what.replace(" ", "_"), None)
    if read is not None:
        readings = read(at, *given.values())
    elif what in _lines():
        readings = shape_at(reader, what, at, given)
    else:
        readings = reader.looked_up(at, meant(what))
    if isinstance(readings, bool):
        return [(None, at)] if readings else []
    if isinstance(readings, list):
        return [each if isinstance(each, tuple) else (each, each.end) for each in readings]
    if readings is None or (not readings[0] and readings[1] == at):
        return []
    return [((readings[0], readings[2]), readings[1])] if len(readings) > 2 else [readings]


@cache
def _lines() -> dict[str, list[str]]:
    return lines_of("goals.shapes")


@cache
def _shapes(name: str) -> tuple[_Shape, ...]:
    return tuple(map(_shape, _lines()[name]))


def _shape(line: str) -> _Shape:
    parts = _LINE.fullmatch(line)
    assert parts is not None, line
    pattern, guard, value = parts.groups()
    pieces: list[_Slot | Phrases] = []
    at = 0
    for slot in _SLOT.finditer(pattern):
        pieces += [phrases(words)] if (words := pattern[at : slot.start()].strip()) else []
        given = tuple(_GIVEN.findall(slot["given"]))
        joint = phrases(slot["joint"]) if slot["joint"] else None
        pieces.append(_Slot(slot["name"], bool(slot["may"]), slot["what"], given, joint))
        at = slot.end()
    pieces += [phrases(words)] if (words := pattern[at:].strip()) else []
    return _Shape(tuple(pieces), f"({value}) if ({guard or True}) else None")
