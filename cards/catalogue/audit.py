"""Draws understood lines of a card file for an audit by reading, each beside what was understood.

    python -m striate.cards.catalogue.audit FILE --seed 20261122 > SAMPLE

prints an ability's printed text, its canonical text and its tree, one after the other. Odd lines
are likelier to be drawn: pronouns, several sentences, "other", "instead", durations at the end,
quoted abilities, conditions, counts. A line's chance hangs on the seed and its words alone, so that
the same lines are drawn again after the grammar has changed, as far as they are understood.
The output holds sentences of cards: it is for reading, not for keeping.
"""

import argparse
import hashlib
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from striate.cards import language
from striate.cards.catalogue.lines import LineClass, class_of, paragraphs_of
from striate.cards.catalogue.printed import NotPrinted, type_line
from striate.cards.catalogue.records import BadFile, CardFile
from striate.cards.catalogue.scryfall import NOT_CARDS, Record, one_sided
from striate.cards.grammar.normal import normalise
from striate.cards.printing.canonical import NotPrintable
from striate.cards.tree import Ability, Node
from striate.spreading.executor import TWO, spread

# How many lines of each class a sample of 600 has.
_SHARES: dict[LineClass, float] = {"static": 0.4, "one_shot": 0.5, "copy": 0.1}

_ODD = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"\b(?:it|its|they|them|their|those|that|this)\b",
        r"\b(?:other|another|each other)\b",
        r"\binstead\b|\bexcept\b|\brather than\b",
        r"\beach\b|\bnumber of\b|\bequal to\b|\btwice\b|\bwhere X\b",
        r"\b(?:until|for as long as|this turn|until your next turn)\b[^.]*\.?$",
        r'"',
        r"\bcop(?:y|ies)\b",
        r"\b(?:if|unless|as long as|otherwise)\b",
        r"\bchosen\b|\bchoose\b|\bmay\b|\bup to\b",
        r"\b(?:that|target|each|chosen|defending) (?:player|opponent)\b|\bopponents?\b",
        r"\b(?:and|or)\b.*\b(?:and|or)\b",
        r"\. [A-Z]",
    )
)


@dataclass(frozen=True, slots=True)
class Drawn:
    """One understood ability, and how early it is drawn."""

    name: str
    line_class: LineClass
    text: str
    abilities: tuple[Ability, ...]
    rank: float


def draw(path: Path, *, seed: int, size: int) -> list[Drawn]:
    """So many understood lines by the classes' shares, the first drawn first."""
    file = CardFile.open(path)
    try:
        lines = [line for several in spread(_Ranked(seed), _cards(file), TWO) for line in several]
    finally:
        file.close()
    lines.sort(key=lambda line: (line.rank, line.name, line.text))
    drawn: list[Drawn] = []
    for line_class, share in _SHARES.items():
        of_class = [line for line in lines if line.line_class == line_class]
        drawn += of_class[: round(size * share)]
    return drawn


def _cards(file: CardFile) -> Iterator[Record]:
    for record in file.records():
        if isinstance(record, Mapping) and record.get("layout") not in NOT_CARDS:
            yield one_sided(record)


@dataclass(frozen=True, slots=True)
class _Ranked:
    """The understood lines of records with their ranks; it goes to helper processes."""

    seed: int

    def __call__(self, records: list[Record]) -> list[list[Drawn]]:
        return [list(self._of(record)) for record in records]

    def _of(self, record: Record) -> Iterator[Drawn]:
        for part in record.get("card_faces") or [record]:
            yield from self._of_face(part, str(record.get("name")), str(record.get("layout")))

    def _of_face(self, part: Mapping[str, Any], card_name: str, layout: str) -> Iterator[Drawn]:
        try:
            supertypes, types, subtypes = type_line(str(part.get("type_line")))
        except NotPrinted:
            return
        name = str(part.get("name") or card_name)
        for paragraph in paragraphs_of(str(part.get("oracle_text") or ""), types, layout):
            lines = [
                normalise(line, name, legendary="Legendary" in supertypes)
                for line in paragraph.lines
            ]
            classes = [class_of(line, is_spell=paragraph.is_spell) for line in lines]
            line_class: LineClass | None = next((kind for kind in _SHARES if kind in classes), None)
            if line_class is None:
                continue
            abilities = language.parse_face(
                paragraph.text,
                name=name,
                supertypes=supertypes,
                types=types,
                subtypes=subtypes,
                layout=layout,
            )
            if language.is_understood(abilities):
                text = "\n".join(lines)
                yield Drawn(name, line_class, text, abilities, _rank(self.seed, name, text))


def _rank(seed: int, name: str, text: str) -> float:
    """The smaller, the earlier drawn: exponential with the line's weight (weighted sampling)."""
    digest = hashlib.sha256(f"{seed}\n{name}\n{text}".encode()).digest()
    chance = (int.from_bytes(digest[:8], "big") + 1) / 2**64
    return -math.log(chance) / weight(text)


def weight(text: str) -> float:
    """How odd a line is: 1 for a plain one, more for each thing that is easily misread."""
    odd = sum(1 for pattern in _ODD if pattern.search(text))
    return float(2**odd + len(text) / 100)


# --- for reading ----------------------------------------------------------------------------------


def _shown(drawn: Drawn) -> str:
    """The line as printed, in canonical wording, and as a tree."""
    return "\n".join(
        (
            f"{drawn.name} ({drawn.line_class})",
            f"  text  {drawn.text}",
            *(f"  read  {_canonical(ability)}" for ability in drawn.abilities),
            *(f"  tree  {brief(ability)}" for ability in drawn.abilities),
            "",
        )
    )


def _canonical(ability: Ability) -> str:
    try:
        return language.print_ability(ability)
    except (NotPrintable, LookupError):
        return "no text"


def brief(value: Any) -> str:
    """A tree in a line: fields that have their usual value are left out."""
    if isinstance(value, tuple):
        return f"[{', '.join(brief(part) for part in value)}]"
    if not isinstance(value, Node):
        return str(value) if isinstance(value, str) else repr(value)
    fields = value.__struct_fields__
    usual = dict(
        zip(
            fields[len(fields) - len(value.__struct_defaults__) :],
            value.__struct_defaults__,
            strict=True,
        )
    )
    lines = [
        f"{field}={brief(part)}" if field in usual else brief(part)
        for field in fields
        if (part := getattr(value, field)) != usual.get(field, ...)
    ]
    return f"{type(value).__name__}({', '.join(lines)})"


def main(arguments: Sequence[str] | None = None) -> None:
    """Prints the sample."""
    parser = argparse.ArgumentParser(description="Draw understood lines for an audit by reading.")
    parser.add_argument("file", type=Path)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--size", type=int, default=600)
    options = parser.parse_args(arguments)
    try:
        sample = draw(options.file, seed=options.seed, size=options.size)
    except BadFile as error:
        parser.error(str(error))
    for number, drawn in enumerate(sample, 1):
        print(f"{number} {_shown(drawn)}")


if __name__ == "__main__":
    # Further processes import what they do by its module's own name.
    from striate.cards.catalogue.audit import main as _main

    _main()
