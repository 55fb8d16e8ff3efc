"""A symbolic choice of one of n values, and look-ups by it.

Few values take one literal each; many take the bits of a code, so that 4,000 values cost 12
variables. Either way `valid` must hold wherever the choice is used; look-ups may mean anything
where it does not.
"""

from collections.abc import Hashable, Iterable, Sequence

from striate.solver import number as num
from striate.solver.model import Model
from striate.solver.number import Number
from striate.solver.terms import FALSE, TRUE, Graph

#: Up to this many values a choice has a literal for each.
_ONE_HOT_LIMIT = 128


def members(mask: int) -> list[int]:
    """The places of the ones in a mask."""
    return [place for place, digit in enumerate(reversed(bin(mask)[2:])) if digit == "1"]


class Choice:
    """One of the values 0 to count - 1."""

    def __init__(
        self, graph: Graph, name: Hashable, count: int, one_hot: bool | None = None
    ) -> None:
        if count < 1:
            raise ValueError("a choice needs at least one value")
        self.graph = graph
        self.count = count
        self.one_hot = count <= _ONE_HOT_LIMIT if one_hot is None else one_hot
        size = count if self.one_hot else (count - 1).bit_length()
        if count == 1:
            size = 0
        #: The literals that the choice is made of: one for each value, or the code's bits.
        self.bits = [graph.var((name, place)) for place in range(size)]
        self._tables: dict[tuple[int, int, int], int] = {}
        self._picked: dict[int, int] = {}
        if count == 1:
            self.valid = TRUE
        elif self.one_hot:
            self.valid = graph.exactly_one(self.bits)
        else:
            self.valid = self._table((1 << count) - 1, size, (1 << (1 << size)) - 1)

    def is_(self, value: int) -> int:
        """Whether this value is chosen."""
        return self.among((value,))

    def among(self, values: Iterable[int]) -> int:
        """Whether one of these values is chosen."""
        mask = 0
        for value in values:
            mask |= 1 << value
        return self.pick(mask)

    def pick(self, mask: int) -> int:
        """Whether one of a set of values is chosen; bit k of the mask stands for value k."""
        every = (1 << self.count) - 1
        mask &= every
        if not mask:
            return FALSE
        if mask == every:
            return TRUE
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

    def number(self, values: Sequence[int]) -> Number:
        """The number that stands at the chosen place."""
        if self.one_hot and self.count > 1:
            return num.select(self.graph, zip(self.bits, values, strict=True), exhaustive=True)
        # Offset so that no value is negative: then each bit is a look-up of its own.
        least = min(values)
        width = (max(values) - least).bit_length()
        rows = [
            self.among(k for k, value in enumerate(values) if value - least >> place & 1)
            for place in range(width)
        ]
        weighted = [num.gated(self.graph, row, 1 << place) for place, row in enumerate(rows)]
        total = num.add(self.graph, num.total(self.graph, weighted), least)
        return num.bounded(total, least, max(values))

    def code(self) -> Number:
        """The chosen value as a number."""
        return self.number(range(self.count))

    def same(self, other: "Choice") -> int:
        """Whether both choices took the same value."""
        g = self.graph
        if self.one_hot and other.one_hot:
            shared = min(self.count, other.count)
            return g.any_([g.and_(self.is_(value), other.is_(value)) for value in range(shared)])
        return num.equal(g, self.code(), other.code())

    def value(self, model: Model) -> int:
        """The value that a model chose."""
        if self.count == 1:
            return 0
        true = [place for place, bit in enumerate(self.bits) if model.value(bit)]
        if self.one_hot:
            return true[0]
        return sum(1 << place for place in true)
