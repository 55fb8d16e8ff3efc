"""A number that a board does not tell: the value taken for it, and what was asked of it.

It is an int with a value, so that whatever reckons with it goes on. Sums with what is known stay
bound to the unknown ("n + 1"), and each comparison narrows the range of values that all answer
alike. What can't be followed (a product, a set of numbers, so many objects) leaves that one value.
"""

from collections.abc import Callable
from math import isinf
from typing import Any, Protocol, Self

import msgspec


class Range(msgspec.Struct, frozen=True):
    """The whole numbers from `least` to `most`; no end if that is None."""

    least: int
    most: int | None = None

    def holds(self, number: int) -> bool:
        return self.least <= number and (self.most is None or number <= self.most)

    def meets(self, other: "Range") -> bool:
        return (self.most is None or other.least <= self.most) and (
            other.most is None or self.least <= other.most
        )

    def without(self, part: "Range") -> list["Range"]:
        """What is left of it beside a part of it."""
        rest = []
        if self.least < part.least:
            rest.append(Range(self.least, part.least - 1))
        if part.most is not None and part.most != self.most:
            rest.append(Range(part.most + 1, self.most))
        return rest


class Asked(Protocol):
    """One unknown number of a way: its value there, and the values that answer alike."""

    unknown: Any
    value: int
    region: Range


def _narrow(question: Asked, least: int | None, most: int | None) -> None:
    region = question.region
    low = region.least if least is None else max(region.least, least)
    high = region.most if most is None else most
    if region.most is not None and high is not None:
        high = min(high, region.most)
    question.region = Range(low, high)


class UnknownNumber(int):
    """`factor` times the unknown and `plus`."""

    asked: Asked
    factor: int
    plus: int

    def __new__(cls, question: Asked, factor: int = 1, plus: int = 0) -> Self:
        number = super().__new__(cls, factor * question.value + plus)
        number.asked, number.factor, number.plus = question, factor, plus
        return number

    # --- what keeps the bond ----------------------------------------------------------------------

    def __add__(self, other: int) -> int:
        if isinstance(other, UnknownNumber):
            if other.asked is not self.asked:
                return int.__add__(pinned(self), pinned(other))
            factor, plus = self.factor + other.factor, self.plus + other.plus
            return UnknownNumber(self.asked, factor, plus) if factor else plus
        return UnknownNumber(self.asked, self.factor, self.plus + other)

    __radd__ = __add__

    def __neg__(self) -> int:
        return UnknownNumber(self.asked, -self.factor, -self.plus)

    def __pos__(self) -> int:
        return self

    def __sub__(self, other: int) -> int:
        return self + -other

    def __rsub__(self, other: int) -> int:
        return -self + other

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, UnknownNumber) or not isinstance(other, int):
            return pinned(self) * pinned(other)  # so many of a list, or a product
        return UnknownNumber(self.asked, self.factor * other, self.plus * other) if other else 0

    __rmul__ = __mul__

    # --- what asks --------------------------------------------------------------------------------

    def _is_less(self, bound: float) -> bool:
        """Whether it is less than that, which all values of a narrower range answer alike."""
        if isinstance(bound, UnknownNumber):
            if bound.asked is not self.asked:
                return int.__lt__(pinned(self), pinned(bound))
            rest = self - bound
            return rest < 0
        if not isinstance(bound, int):
            return isinf(bound) and bound > 0 or pinned(self) < bound
        answer = int.__lt__(self, bound)
        if self.factor > 0:
            # f*n + p < b iff n < (b - p) / f, rounded up.
            first = -((self.plus - bound) // self.factor)
            _narrow(self.asked, None if answer else first, first - 1 if answer else None)
        else:
            # f*n + p < b with f < 0 iff n > (p - b) / -f, rounded down.
            last = (self.plus - bound) // -self.factor
            _narrow(self.asked, last + 1 if answer else None, None if answer else last)
        return answer

    def __lt__(self, other: int) -> bool:
        return self._is_less(other)

    def __ge__(self, other: int) -> bool:
        return not self._is_less(other)

    def __le__(self, other: int) -> bool:
        return self._is_less(other + 1)

    def __gt__(self, other: int) -> bool:
        return not self._is_less(other + 1)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, int) and self >= other and self <= other

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __bool__(self) -> bool:
        return self != 0

    def __hash__(self) -> int:
        """By what it hangs on: in a set it is another than a number that is told."""
        return hash((id(self.asked), self.factor, self.plus))

    # --- what leaves one value --------------------------------------------------------------------


def _leaves_one(name: str) -> Callable[..., object]:
    operation = getattr(int, name)

    def alone(self: UnknownNumber, *others: object) -> object:
        return operation(pinned(self), *map(pinned, others))

    return alone


for _name in (
    "__abs__", "__and__", "__divmod__", "__float__", "__floordiv__", "__format__", "__index__",
    "__int__", "__invert__", "__lshift__", "__mod__", "__or__", "__pow__", "__rand__",
    "__rdivmod__", "__repr__", "__rfloordiv__", "__rlshift__", "__rmod__", "__ror__", "__rpow__",
    "__rrshift__", "__rshift__", "__rtruediv__", "__rxor__", "__str__", "__truediv__", "__xor__",
):  # fmt: skip
    setattr(UnknownNumber, _name, _leaves_one(_name))


def pinned(value: Any) -> Any:
    """The value itself; of an unknown number that value, and no other is read alike."""
    if not isinstance(value, UnknownNumber):
        return value
    _narrow(value.asked, value.asked.value, value.asked.value)
    return value.factor * value.asked.value + value.plus


class Term(msgspec.Struct, frozen=True):
    """A value that hangs on an unknown number: `factor` times that and `plus`."""

    unknown: Any  # the `Unknown`
    factor: int
    plus: int

    def at(self, number: int) -> int:
        """Its value if the unknown is that number."""
        return self.factor * number + self.plus

    def __str__(self) -> str:
        times = {1: "n", -1: "-n"}.get(self.factor, f"{self.factor}n")
        if self.factor < 0 < self.plus:
            return f"{self.plus}{times}"
        return times + (f"{self.plus:+}" if self.plus else "")


def as_term(value: Any) -> Any:
    """An unknown number as its term, or as its value if that is the only one; else the value."""
    if not isinstance(value, UnknownNumber):
        return value
    region = value.asked.region
    if region.least == region.most:
        return value.factor * value.asked.value + value.plus
    return Term(value.asked.unknown, value.factor, value.plus)


def as_value(value: Any) -> Any:
    """An unknown number as the value that is taken for it; anything else itself."""
    if not isinstance(value, UnknownNumber):
        return value
    return value.factor * value.asked.value + value.plus
