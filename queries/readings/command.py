"""What the commands of the readings of text share: each face of every N-th card, and a table."""

import argparse
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Protocol, TypeVar

from striate.cards import language, tree
from striate.cards.catalogue.lines import Paragraph, paragraphs_of
from striate.cards.catalogue.printed import NotPrinted, type_line
from striate.cards.catalogue.records import Bad, CardFile
from striate.cards.catalogue.scryfall import NOT_CARDS, Record, one_sided
from striate.cards.grammar.normal import normalise
from striate.spreading.executor import TWO, spread


class _Measured(Protocol):
    @property
    def two(self) -> Sequence[object]:
        """The pairs of one meaning that give two trees."""
        ...


T = TypeVar("T", bound=_Measured)
R = TypeVar("R")


def run(
    description: str, measure: Callable[[Path, int], T], table: Callable[[T], Iterator[str]]
) -> None:
    """Measures the card file that is named, prints the table, and fails where two trees are."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("cards", type=Path)
    parser.add_argument("--every", type=int, default=1, help="look at every N-th card")
    arguments = parser.parse_args()
    measured = measure(arguments.cards, arguments.every)
    for line in table(measured):
        print(line)
    raise SystemExit(1 if measured.two else 0)


@dataclass(frozen=True, slots=True)
class Face:
    """A face as its record has it."""

    name: str
    text: str
    types: tuple[str, ...]
    supertypes: tuple[str, ...]
    subtypes: tuple[str, ...]
    layout: str

    def read(self, text: str) -> tuple[tree.Ability, ...]:
        return language.parse_face(
            text,
            name=self.name,
            supertypes=self.supertypes,
            types=self.types,
            subtypes=self.subtypes,
            layout=self.layout,
        )

    def paragraphs(self) -> Iterator[tuple[Paragraph, list[str]]]:
        """Each paragraph, and its lines with the card's name as the grammar has it."""
        legendary = "Legendary" in self.supertypes
        for paragraph in paragraphs_of(self.text, self.types, self.layout):
            yield (
                paragraph,
                [normalise(line, self.name, legendary=legendary) for line in paragraph.lines],
            )


def of_each_face(path: Path, every: int, of_face: Callable[[Face], Iterable[R]]) -> Iterator[R]:
    """What is found of each face of every N-th card, in the order of the file."""
    with closing(CardFile.open(path)) as file:
        records = (record for record in file.records() if not isinstance(record, Bad))
        for several in spread(partial(_found, of_face), islice(records, 0, None, every), TWO):
            yield from several


def _found(of_face: Callable[[Face], Iterable[R]], records: list[Record]) -> list[list[R]]:
    return [[each for face in _faces_of(record) for each in of_face(face)] for record in records]


def _faces_of(record: Record) -> Iterator[Face]:
    record = one_sided(record)
    if record.get("layout") in NOT_CARDS:
        return
    for part in record.get("card_faces") or [record]:
        try:
            supertypes, types, subtypes = type_line(str(part.get("type_line")))
        except NotPrinted:
            continue
        name, text = str(part.get("name")), str(part.get("oracle_text") or "")
        yield Face(name, text, types, supertypes, subtypes, str(record.get("layout") or "normal"))
