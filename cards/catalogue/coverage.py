"""How much of a card file is understood: by class of line, by card, and what is not.

A line counts as understood only if everything that it says is in its tree. Where a spell's or a
modal ability's text is read only in part, a line of it counts if it is read wholly by itself; a
mode counts if it is, and what stands around the modes is.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from striate.cards import language
from striate.cards.catalogue.lines import CLASSES, LineClass, class_of, paragraphs_of
from striate.cards.catalogue.printed import NotPrinted, type_line
from striate.cards.catalogue.records import Bad, CardFile
from striate.cards.catalogue.scryfall import (
    NOT_CARDS,
    BadRecord,
    Record,
    card_from_record,
    one_sided,
)
from striate.cards.grammar.normal import normalise
from striate.cards.tree import (
    Ability,
    Activated,
    Body,
    Chapter,
    Modal,
    Opaque,
    Prose,
    Spell,
    Triggered,
)
from striate.cards.vocabulary import COLORS, FORMS, KEYWORDS
from striate.spreading.executor import TWO, Workers, spread

_SHAPES = 50  # unread shapes that are told
_RESOLVING = (Activated, Chapter, Spell, Triggered)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a card."""

    card: str
    text: str
    line_class: LineClass | None
    understood: bool


@dataclass(slots=True)
class _Coverage:
    """What was measured."""

    lines: Counter[LineClass] = field(default_factory=Counter)
    understood: Counter[LineClass] = field(default_factory=Counter)
    cards: int = 0
    whole: int = 0
    skipped: int = 0
    shapes: Counter[str] = field(default_factory=Counter)
    examples: dict[str, tuple[str, str]] = field(default_factory=dict)

    def add(self, lines: list[Line]) -> None:
        """Counts a card."""
        self.cards += 1
        self.whole += all(line.understood for line in lines)
        for line in lines:
            if line.line_class is None:
                continue
            self.lines[line.line_class] += 1
            if line.understood:
                self.understood[line.line_class] += 1
                continue
            seen = shape(line.text)
            self.shapes[seen] += 1
            self.examples.setdefault(seen, (line.card, line.text))

    def as_json(self) -> dict[str, Any]:
        return {
            "classes": {
                name: {"lines": self.lines[name], "understood": self.understood[name]}
                for name in CLASSES
            },
            "cards": {"all": self.cards, "whole": self.whole},
            "unread": [
                {"shape": seen, "lines": count, "example": text, "card": card}
                for seen, count in self.commonest()
                for card, text in (self.examples[seen],)
            ],
        }

    def commonest(self) -> list[tuple[str, int]]:
        """The commonest unread shapes, the same order each time."""
        return sorted(self.shapes.items(), key=lambda item: (-item[1], item[0]))[:_SHAPES]


def measure(path: Path, *, workers: Workers = TWO) -> _Coverage:
    """Measures a card file; `BadFile` if it is none."""
    coverage = _Coverage()
    file = CardFile.open(path)
    try:
        for lines in spread(_lines_of_all, _cards(file, coverage), workers):
            if lines is None:
                coverage.skipped += 1
            else:
                coverage.add(lines)
    finally:
        file.close()
    return coverage


def _cards(file: CardFile, coverage: _Coverage) -> Iterator[Record]:
    """The records that are cards, each name once."""
    seen: set[str] = set()
    for record in file.records():
        if isinstance(record, Bad):
            coverage.skipped += 1
            continue
        record = one_sided(record)
        name = str(record.get("name"))
        if record.get("layout") not in NOT_CARDS and name not in seen:
            seen.add(name)
            yield record


def _lines_of_all(records: list[Record]) -> list[list[Line] | None]:
    return [_lines_of(record) for record in records]


def _lines_of(record: Record) -> list[Line] | None:
    """Every line of a card; None if the record is no card."""
    try:
        card = card_from_record(record)
    except BadRecord:
        return None
    parts = record.get("card_faces") or [record]
    return [line for part in parts for line in _face_lines(part, str(record["name"]), card.layout)]


def _face_lines(part: Mapping[str, Any], card_name: str, layout: str) -> Iterator[Line]:
    try:
        supertypes, types, subtypes = type_line(str(part.get("type_line")))
    except NotPrinted:
        return
    name = str(part.get("name") or card_name)

    def parse(text: str) -> tuple[Ability, ...]:
        return language.parse_face(
            text, name=name, supertypes=supertypes, types=types, subtypes=subtypes, layout=layout
        )

    for paragraph in paragraphs_of(str(part.get("oracle_text") or ""), types, layout):
        abilities = parse(paragraph.text)
        whole = language.is_understood(abilities)
        # A static paragraph of a spell ("~ costs ... less") is an ability of its own.
        in_part = not any(
            isinstance(ability, Opaque) and not (paragraph.is_spell and ability.kind == "static")
            for ability in abilities
        )
        modes = _modes_of(abilities, paragraph.lines)
        for line in paragraph.lines:
            text = normalise(line, name, legendary="Legendary" in supertypes)
            understood = whole or (
                in_part and len(paragraph.lines) > 1 and language.is_understood(parse(line))
            )
            understood = understood or (line in modes and language.is_understood(modes[line]))
            yield Line(name, text, class_of(text, is_spell=paragraph.is_spell), understood)


def _modes_of(abilities: tuple[Ability, ...], lines: tuple[str, ...]) -> dict[str, Body]:
    """700.2: the lines that are modes, each with its body, where what stands around is understood.

    A mode that is not understood leaves the others as they are: it is said where it is chosen.
    """
    marked = [line for line in lines if line.startswith(("• ", "+ ", "{P}"))]
    bodies = [a for a in abilities if isinstance(a, _RESOLVING) and not _waits_unread(a)]
    for body in (ability.body for ability in bodies):
        modal = [step for step in body.steps if isinstance(step, Modal)]
        read = not any(isinstance(step, Prose) for step in body.steps)
        if len(modal) == 1 and len(modal[0].modes) == len(marked) and read:
            return dict(zip(marked, modal[0].modes, strict=True))
    return {}


def _waits_unread(ability: Ability) -> bool:
    return isinstance(ability, Triggered) and isinstance(ability.event, Prose)


# --- shapes ---------------------------------------------------------------------------------------


def _any_of(words: Iterator[str] | list[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=lambda word: (-len(word), word)))


# What one line has and another of the same shape has otherwise.
_ABSTRACT: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), name)
    for pattern, name in (
        (r'"[^"]*"', '"..."'),
        (r"(?:\{[^}]*\})+", "{}"),
        (r"[+-]?(?:\d+|[XY*])/[+-]?(?:\d+|[XY*])", "N/N"),
        (
            rf"\b(?:non-?)?(?:{_any_of([form for table in FORMS.values() for form in table])})\b",
            "Sub",
        ),
        (rf"\b(?:non)?(?:{_any_of(list(COLORS))}|colorless|multicolored|monocolored)\b", "color"),
        (
            r"\b(?:non)?(?:artifact|battle|creature|enchantment|instant|land"
            + r"|planeswalker|sorcery|permanent|spell)(s?)\b",
            r"Type\1",
        ),
        (rf"\b(?:{_any_of(list(KEYWORDS))})\b", "keyword"),
        (r"\b(?:two|three|four|five|six|seven|eight|nine|ten|\d+)\b", "N"),
        (r"keyword(?:, keyword)*,? and keyword", "keyword"),
    )
)


def shape(line: str) -> str:
    """The line without its names, numbers, colours, types and keywords."""
    for pattern, name in _ABSTRACT:
        line = pattern.sub(name, line)
    return line


def table(coverage: _Coverage) -> Iterator[str]:
    """The measure for people."""
    yield f"{'class':10} {'lines':>7} {'understood':>11}"
    for name in CLASSES:
        lines, understood = coverage.lines[name], coverage.understood[name]
        share = f"{understood / lines:7.1%}" if lines else ""
        yield f"{name.replace('_', '-'):10} {lines:7,} {understood:11,} {share}"
    share = f"{coverage.whole / coverage.cards:7.1%}" if coverage.cards else ""
    yield f"{'cards':10} {coverage.cards:7,} {coverage.whole:11,} {share}"
    if coverage.skipped:
        yield f"{coverage.skipped:,} records are no cards"
    if coverage.shapes:
        yield ""
        yield "commonest unread shapes"
    for seen, count in coverage.commonest():
        card, text = coverage.examples[seen]
        yield f"{count:5}  {seen}"
        yield f"       {card}: {text}"
