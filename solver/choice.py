"""A symbolic choice of one of n values, asked by masks.

It takes the bits of a code, so that 4,000 values cost 12 variables. `valid` must hold wherever the
choice is used; what is asked of it may mean anything where it does not.
"""

from collections.abc import Hashable, Iterable
from typing import TypeVar

from striate.solver.model import Model
from striate.solver.terms import FALSE, TRUE, Graph

_Key = TypeVar("_Key", bound=Hashable)


def mask_of(flags: Iterable[object]) -> int:
    """The places at which something is so, as a mask."""
    return sum(1 << place for place, each in enumerate(flags) if each)


def masks_of(keys: Iterable[_Key]) -> dict[_Key, int]:
    """Of each key the places at which it stands, as a mask."""
    return joined((key, 1 << place) for place, key in enumerate(keys))


def joined(masks: Iterable[tuple[_Key, int]]) -> dict[_Key, int]:
    """Of each key all its masks as one."""
    whole: dict[_Key, int] = {}
    for key, mask in masks:
        whole[key] = whole.get(key, 0) | mask
    return whole


def members(mask: int) -> list[int]:
    """The places of the ones in a mask."""
    return [place for place, digit in enumerate(reversed(bin(mask)[2:])) if digit == "1"]


class Choice:
    """One of the values 0 to count - 1."""

    def __init__(self, graph: Graph, name: Hashable, count: int) -> None:
        if count < 1:
            raise ValueError("a choice needs at least one value")
        self.graph, self.count = graph, count
        size = (count - 1).bit_length()
        self.bits = [graph.var((name, place)) for place in range(size)]
        self._tables: dict[tuple[int, int, int], int] = {}
        self.valid = self._table((1 << count) - 1, size, (1 << (1 << size)) - 1)

    def pick(self, mask: int) -> int:
        """Whether one of a set of values is chosen; bit k of the mask stands for value k."""
        return self._table(mask, len(self.bits), (1 << self.count) - 1)

    def _table(self, mask: int, size: int, care: int) -> int:
        """The literal that holds where the first `size` bits are the place of a 1 in the mask.

        Only the places in `care` matter. Halves by the highest bit: a decision diagram, in
        which equal parts are one node.
        """
        mask &= care
        if not mask:
            return FALSE
        if mask == care:
            return TRUE
        key = (size, mask, care)
        if key not in self._tables:
            half = 1 << size - 1
            low = (1 << half) - 1
            high_care = care >> half
            below = self._table(mask, size - 1, care & low)
            above = self._table(mask >> half, size - 1, high_care) if high_care else below
            self._tables[key] = self.graph.ite(self.bits[size - 1], above, below)
        return self._tables[key]

    def value(self, model: Model) -> int:
        """The value that a model chose."""
        return sum(1 << place for place, bit in enumerate(self.bits) if model.value(bit))
