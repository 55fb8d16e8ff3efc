"""Every board of a size, numbered, and on which of them something stands in a slot.

A layout says what each slot may hold; its boards are the product of that, the last slot turning
fastest. So a board is found by its number, and the boards with something in a slot are a pattern
of bits that repeats: no board is made to be looked at.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import TypeVar

from striate.search.kinds import Kind
from striate.search.table import Table


@dataclass(frozen=True, slots=True)
class Place:
    """What stands in one slot: the option by number, its side, level counters, host, and so on."""

    option: int
    yours: bool
    level: int
    host: int | None
    tapped: bool = False
    counters: tuple[tuple[str, int], ...] = ()


MOST_PUT_ON = 3  # so many counters of a kind that may be put on
Board = tuple[Place, ...]
Forms = list[Place]  # what a slot may hold
Fact = TypeVar("Fact")


class Boards:
    """The boards of some layouts, one layout after the other."""

    def __init__(self, layouts: Sequence[Sequence[Forms]]) -> None:
        self.layouts = layouts
        self.widths = [prod(map(len, forms)) for forms in layouts]
        self.width = sum(self.widths)

    def __len__(self) -> int:
        return self.width

    def __getitem__(self, number: int) -> Board:
        for forms, width in zip(self.layouts, self.widths, strict=True):
            if number < width:
                return _board(forms, number)
            number -= width
        raise IndexError(number)

    def __iter__(self) -> Iterator[Board]:
        return (self[number] for number in range(self.width))

    def tables(self, index: int, fact: Callable[[Place], Fact]) -> dict[Fact, int]:
        """By what the fact is of the slot, on which boards it is that (bit b: board b)."""
        by_fact: dict[Fact, int] = {}
        start = 0
        for forms, width in zip(self.layouts, self.widths, strict=True):
            rows: dict[Fact, int] = {}
            for place, form in enumerate(forms[index]):
                value = fact(form)
                rows[value] = rows.get(value, 0) | 1 << place
            block = prod(len(each) for each in forms[index + 1 :])
            period = block * len(forms[index])
            for value, row in rows.items():
                whole = _repeated(_stretched(row, block), period, width // period if period else 0)
                by_fact[value] = by_fact.get(value, 0) | whole << start
            start += width
        return by_fact


def _board(forms: Sequence[Forms], number: int) -> Board:
    places = []
    for each in reversed(forms):
        number, place = divmod(number, len(each))
        places.append(each[place])
    return tuple(reversed(places))


def _stretched(row: int, block: int) -> int:
    """Each bit so many times."""
    ones = (1 << block) - 1
    stretched = 0
    while row:
        low = row & -row
        stretched |= ones << (low.bit_length() - 1) * block
        row ^= low
    return stretched


def _repeated(pattern: int, period: int, times: int) -> int:
    """The pattern so many times, one period after the other."""
    repeated, done = pattern, 1
    while done < times:
        more = min(done, times - done)
        repeated |= (repeated & (1 << more * period) - 1) << done * period
        done += more
    return repeated if times else 0


def every_board(
    kinds: Sequence[Kind],
    table: Table,
    size: int,
    layouts: Sequence[Sequence[Sequence[int]]] | None = None,
    counters: Sequence[str] = (),
) -> Boards:
    """Every choice of options, sides, level counters and hosts; of these counters up to three."""
    return Boards(
        [
            [_forms(kinds, table, numbers, index, counters) for index, numbers in enumerate(layout)]
            for layout in layouts or [[range(len(kinds))] * size]
        ]
    )


def _forms(
    kinds: Sequence[Kind],
    table: Table,
    numbers: Sequence[int],
    index: int,
    counters: Sequence[str],
) -> Forms:
    put_on = [
        tuple(zip(counters, each, strict=True))
        for each in product(range(MOST_PUT_ON + 1), repeat=len(counters))
    ]
    return [
        Place(number, yours, level, host, tapped, more)
        for number in numbers
        for yours in (True, False)
        for level in _levels(kinds[number], table)
        for host in _hosts(kinds[number], index)
        for tapped in ((False, True) if table.tells_tapped else (False,))
        for more in put_on
    ]


def _levels(kind: Kind, table: Table) -> list[int]:
    return [0, *table.levels_of(kind)]


def _hosts(kind: Kind, index: int) -> list[int | None]:
    if kind.enchant is not None:
        return list(range(index))
    return [None, *range(index)] if kind.equipment else [None]
