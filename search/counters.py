"""Counters that a question lets be put on permanents, after all of them have entered (613.7c)."""

from collections.abc import Mapping, Sequence

from striate.encodings.door import Algebra, Counter
from striate.search.table import Chooser, Table
from striate.solver.number import Number as Num
from striate.solver.number import variable
from striate.solver.terms import Lit

PAIRED = frozenset({"+1/+1", "-1/-1"})
_SIGNS = (("+1/+1", 1), ("-1/-1", -1))


def put_on(
    algebra: Algebra,
    table: Table,
    chooser: Chooser,
    counters: Mapping[str, int],
    index: int,
    pairs: bool,
) -> tuple[dict[str, Num], list[Lit]]:
    """How many of each kind are put on, at most so many, and what keeps them to that.

    A leveler's level counters are told apart. Loses no board iff +1/+1 and -1/-1 counters need not
    both be put on: they go in pairs (704.5q), where `pairs` says that this is looked at.
    """
    extra: dict[str, Num] = {}
    constraints: list[Lit] = []
    for kind, most in counters.items():
        extra[kind], inside = variable(algebra.graph, f"{kind} {index}", 0, most)
        constraints.append(inside)
    if "level" in extra and table.levels:
        leveler = algebra.any_([chooser.pick(mask) for mask in table.levels.values()])
        none = algebra.compare(extra["level"], "=", 0)
        constraints.append(algebra.or_(leveler ^ 1, none))
    if pairs and extra.keys() >= PAIRED:
        constraints.append(algebra.any_(algebra.compare(extra[kind], "=", 0) for kind, _ in _SIGNS))
    return extra, constraints


def paired_off(algebra: Algebra, counters: Sequence[Counter]) -> list[Counter]:
    """704.5q: of its +1/+1 and -1/-1 counters only what it has more of one kind stays."""
    more: Num = 0
    for kind, sign in _SIGNS:
        numbers = [each.number for each in counters if each.kind == kind]
        if not numbers:
            return list(counters)
        for number in numbers:
            more = algebra.add(more, algebra.times(sign, number))
    left = [each for each in counters if each.kind not in PAIRED]
    for kind, sign in _SIGNS:
        number = algebra.times(sign, more)
        some = algebra.select([(algebra.compare(number, ">", 0), number)])
        last = max(each.stamp for each in counters if each.kind == kind)
        left.append(Counter(kind, some, last))
    return left
