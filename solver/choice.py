"""A symbolic choice of one of n values, asked by masks.

Few values take one literal each; many take the bits of a code, so that 4,000 values cost 12
variables. Either way `valid` must hold wherever the choice is used; what is asked of it may mean
anything where it does not.
"""

from collections.abc import Hashable

from striate.solver.model import Model
from striate.solver.terms import FALSE, TRUE, Graph


def members(mask: int) -> list[int]:
    """The places of the ones in a mask."""
    return [place for place, digit in enumerate(reversed(bin(mask)[2:])) if digit == "1"]


class Choice:
    """One of the values 0 to count - 1."""

    def __init__(self, graph: Graph, name: Hashable, count: int, one_hot: bool = False) -> None:
        if count < 1:
            raise ValueError("a choice needs at least one value")
        self.graph, self.count = graph, count
        self.one_hot = one_hot and count > 1
        size = count if self.one_hot else (count - 1).bit_length()
        #: The literals that the choice is made of: one for each value, or the code's bits.
        self.bits = [graph.var((name, place)) for place in range(size)]
        self._tables: dict[tuple[int, int, int], int] = {}
        self._picked: dict[int, int] = {}
        if self.one_hot:
            self.valid = graph.exactly_one(self.bits)
        else:
            self.valid = self._table((1 << count) - 1, size, (1 << (1 << size)) - 1)

    def pick(self, mask: int) -> int:
        """Whether one of a set of values is chosen; bit k of the mask stands for value k."""
        every = (1 << self.count) - 1
        mask &= every
        if mask in (0, every):
            return TRUE if mask else FALSE
        if not self.one_hot:
            return self._table(mask, len(self.bits), every)
        found = self._picked.get(mask)
        if found is None:
            found = self._picked[mask] = self._one_of(mask)
        return found

    def _one_of(self, mask: int) -> int:
        if 2 * mask.bit_count() <= self.count:
            return self.graph.any_([self.bits[value] for value in members(mask)])
        # One value is chosen, so it is among these or among the fewer others.
        others = mask ^ (1 << self.count) - 1
        return self.graph.any_([self.bits[value] for value in members(others)]) ^ 1

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
        true = [place for place, bit in enumerate(self.bits) if model.value(bit)]
        return true[0] if self.one_hot else sum(1 << place for place in true)
