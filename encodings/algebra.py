"""The graph of literals and the numbers over it, with Python's own ints wherever they suffice."""

import operator
from collections.abc import Callable, Collection, Iterable
from typing import TypeAlias, TypeVar

from striate.solver import number
from striate.solver.terms import FALSE, TRUE, Graph, Lit

Num: TypeAlias = number.Number
K = TypeVar("K")


class Algebra:
    """Short names for what the encodings do with terms."""

    __slots__ = ("all_", "and_", "any_", "graph", "ite", "or_", "xor")

    def __init__(self, graph: Graph | None = None) -> None:
        self.graph = graph or Graph()
        self.and_ = self.graph.and_
        self.or_ = self.graph.or_
        self.xor = self.graph.xor
        self.ite = self.graph.ite
        self.all_ = self.graph.all_
        self.any_ = self.graph.any_

    def iff(self, a: Lit, b: Lit) -> Lit:
        return self.xor(a, b) ^ 1

    def mixed(self, lit: Lit, then: dict[K, Lit], other: dict[K, Lit]) -> dict[K, Lit]:
        """What each key has: in the first table where the literal holds, else in the other."""
        keys = {**other, **then}
        return {key: self.ite(lit, then.get(key, FALSE), other.get(key, FALSE)) for key in keys}

    def differ(self, one: dict[K, Lit], other: dict[K, Lit]) -> Lit:
        """Whether any key has another truth in the one table than in the other."""
        keys = {**one, **other}
        return self.any_([self.xor(one.get(key, FALSE), other.get(key, FALSE)) for key in keys])

    def first(self, lits: Iterable[Lit], beside: Collection[int] = ()) -> list[Lit]:
        """Of each, that it is the first to hold; those at the places `beside` stand before none."""
        firsts: list[Lit] = []
        none_before = TRUE
        for place, lit in enumerate(lits):
            firsts.append(self.and_(lit, none_before))
            if place not in beside:
                none_before = self.and_(none_before, lit ^ 1)
        return firsts

    def add(self, a: Num, b: Num) -> Num:
        if type(a) is int and type(b) is int:
            return a + b
        return number.add(self.graph, a, b)

    def times(self, factor: int, a: Num) -> Num:
        return number.scale(self.graph, a, factor)

    def half(self, a: Num, up: bool) -> Num:
        return number.half_up(self.graph, a) if up else number.half_down(self.graph, a)

    def least(self, a: Num, b: Num) -> Num:
        return number.minimum(self.graph, a, b)

    def greatest(self, a: Num, b: Num) -> Num:
        return number.maximum(self.graph, a, b)

    def choose(self, condition: Lit, then: Num, other: Num) -> Num:
        if condition == TRUE:
            return then
        if condition == FALSE:
            return other
        return number.ite(self.graph, condition, then, other)

    def select(self, choices: Iterable[tuple[Lit, Num]]) -> Num:
        """The number whose guard holds (at most one does), 0 where none does."""
        return number.select(self.graph, choices)

    def count(self, lits: Iterable[Lit]) -> Num:
        return number.count(self.graph, lits)

    def compare(self, a: Num, op: str, b: Num) -> Lit:
        if type(a) is int and type(b) is int:
            return TRUE if PLAIN[op](a, b) else FALSE
        if op in _OPPOSITE:
            return self.compare(a, _OPPOSITE[op], b) ^ 1
        if op == "=":
            return number.equal(self.graph, a, b)
        return number.less(self.graph, b, a) if op == ">" else number.less(self.graph, a, b)

    def same(self, a: Num, b: Num) -> Lit:
        return self.compare(a, "=", b)


_OPPOSITE = {"!=": "=", "<=": ">", ">=": "<"}
PLAIN: dict[str, Callable[[int, int], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}

__all__ = ["FALSE", "TRUE", "Algebra", "Lit", "Num"]
