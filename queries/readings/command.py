"""What the commands of the readings of text share: a card file, every N-th card of it, a table."""

import argparse
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Protocol, TypeVar


class _Measured(Protocol):
    @property
    def two(self) -> Sequence[object]:
        """The pairs of one meaning that give two trees."""
        ...


T = TypeVar("T", bound=_Measured)


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
