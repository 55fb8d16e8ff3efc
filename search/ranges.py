"""How far power or toughness can be taken: sums of what effects set and add, as intervals.

Loses no board iff on every board of so many permanents each amount lies in its interval; what is
not worked out has the widest.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from striate.cards import tree
from striate.encodings.reach import reads

Stat = Literal["power", "toughness"]
Interval = tuple[int, int]
_WIDE: Interval = (-1_000, 1_000)
_COLORS = 5
_MARKED = 20  # no permanent enters with more counters of a kind
_SYMBOLS = 10  # no cost has more coloured symbols


@dataclass(frozen=True)
class Range:
    """What a permanent can do to a stat: set it to something inside `sets`, add within `adds`."""

    sets: tuple[Interval, ...] = ()
    adds: Interval = (0, 0)

    @property
    def idle(self) -> bool:
        return not self.sets and self.adds == (0, 0)


def range_of(
    effects: Iterable[tree.Effect], stat: Stat, size: int, costs: Interval = _WIDE
) -> Range:
    """What effects can do to an object's stat on boards of that size.

    `costs`: the mana value of what they are done to.
    """
    sets: set[Interval] = set()
    low = high = 0
    for effect in effects:
        for change in effect.changes:
            if isinstance(change, tree.SwitchPT):
                return Range((_WIDE,), _WIDE)
            if not isinstance(change, tree.SetBasePT | tree.DefinePT | tree.ModifyPT):
                continue
            amount = getattr(change, stat)
            if amount is None:
                continue
            least, most = within(amount, size, costs)
            if isinstance(change, tree.ModifyPT):
                low, high = low + min(0, least), high + max(0, most)
            else:
                sets.add((least, most))
    return Range(tuple(sorted(sets)), (low, high))


def within(amount: object, size: int, costs: Interval = _WIDE) -> Interval:
    """Bounds of an amount on boards of so many permanents."""
    match amount:
        case tree.Num(value):
            return (value, value)
        case tree.Count(zone="battlefield"):
            return (0, size)
        case tree.CountDistinct(what="color" | "basic land type") | tree.ColorsOf():
            return (0, _COLORS)
        case tree.CountersOn():
            return (0, _MARKED)
        case tree.CountersAmong():
            return (0, _MARKED * size)
        case tree.Devotion() | tree.SymbolsAmong():
            return (0, _SYMBOLS * size)
        case tree.StatOf("mana value", tree.Affected()):
            return costs
        case tree.Times(factor, inner):
            least, most = within(inner, size, costs)
            ends = (factor * least, factor * most)
            return (min(ends), max(ends))
    return _WIDE


def can_reach(start: Interval | None, ranges: Iterable[Range], target: Interval) -> bool:
    """Whether the stat can be brought inside the target from what it is at first, or is set to."""
    ranges = tuple(ranges)
    low = sum(each.adds[0] for each in ranges)
    high = sum(each.adds[1] for each in ranges)
    bases = [base for each in ranges for base in each.sets]
    bases += [start] if start is not None else []
    return any(base[0] + low <= target[1] and base[1] + high >= target[0] for base in bases)


def target_of(claim: object) -> tuple[Stat, Interval] | None:
    """The stat and the interval that a claim asks for, where it asks for one."""
    if not isinstance(claim, tree.StatIs) or claim.stat not in ("power", "toughness"):
        return None
    if not isinstance(claim.amount, tree.Num):
        return None
    value = claim.amount.value
    least, most = _WIDE
    spans = {
        "=": (value, value),
        ">=": (value, most),
        ">": (value + 1, most),
        "<=": (least, value),
        "<": (least, value - 1),
    }
    span = spans.get(claim.op)
    stat: Stat = "power" if claim.stat == "power" else "toughness"
    return None if span is None else (stat, span)


def reads_numbers(effects: Iterable[tree.Effect]) -> bool:
    """Whether some effect takes its amount from what is on the board."""
    return any(
        reads(change)
        for effect in effects
        for change in effect.changes
        if isinstance(change, tree.SetBasePT | tree.DefinePT | tree.ModifyPT)
    )
