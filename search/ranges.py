"""How far power or toughness can be taken: sums of what effects set and add, as intervals.

Loses no board iff on every board of so many permanents each amount lies in its interval; what is
not worked out has the widest.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from striate.cards import tree

Stat = Literal["power", "toughness"]
Interval = tuple[int, int]
_WIDE: Interval = (-1_000, 1_000)
_COLORS = 5
_SYMBOLS = 16  # no cost has more coloured symbols
_COST = 20  # nor a greater mana value
_LIFE = 20  # of each player, as long as no board says otherwise
_LEVELS = 20
Marks = Mapping[str, int]


@dataclass(frozen=True)
class Range:
    """What a permanent can do to a stat: set it to something inside `sets`, add within `adds`."""

    sets: tuple[Interval, ...] = ()
    adds: Interval = (0, 0)

    @property
    def idle(self) -> bool:
        return not self.sets and self.adds == (0, 0)


def range_of(
    effects: Iterable[tree.Effect], stat: Stat, size: int, costs: Interval, marks: Marks
) -> Range:
    """What effects can do to an object's stat on boards of that size.

    `costs`: the mana value of what they are done to; `marks`: the most counters by kind.
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
            least, most = within(amount, size, costs, marks)
            if isinstance(change, tree.ModifyPT):
                low, high = low + min(0, least), high + max(0, most)
            else:
                sets.add((least, most))
    return Range(tuple(sorted(sets)), (low, high))


def within(amount: object, size: int, costs: Interval, marks: Marks) -> Interval:
    """Bounds of an amount on boards of so many permanents."""
    match amount:
        case tree.Num(value):
            return (value, value)
        case tree.Count(zone="battlefield"):
            return (0, size)
        case tree.CountDistinct(what="color" | "basic land type") | tree.ColorsOf():
            return (0, _COLORS)
        case tree.CountersOn(kind):
            return (0, _most(marks, kind))
        case tree.CountersAmong(kind):
            return (0, size * _most(marks, kind))
        case tree.HandOf():
            return (0, 0)
        case tree.LifeOf():
            return (0, 2 * _LIFE)
        case tree.SymbolsIn():
            return (0, _SYMBOLS)
        case tree.StatOf("mana value"):
            return (0, _COST)
        case tree.Devotion() | tree.SymbolsAmong():
            return (0, _SYMBOLS * size)
        case tree.StatOf("mana value", tree.Affected()):
            return costs
        case tree.Times(factor, inner):
            least, most = within(inner, size, costs, marks)
            ends = (factor * least, factor * most)
            return (min(ends), max(ends))
    return _WIDE


def marks_of(cards: Iterable[tree.Card]) -> dict[str, int]:
    """The most counters of each kind that a card enters with; no effect of a slot puts any on."""
    found = {"level": _LEVELS, "lore": 1}
    for card in cards:
        face = card.faces[0]
        for number in (face.loyalty, face.defense):
            if number.isdigit():
                kind = "loyalty" if number == face.loyalty else "defense"
                found[kind] = max(found.get(kind, 0), int(number))
        for each in face.abilities:
            if isinstance(each, tree.EntersWith) and isinstance(each.amount, tree.Num):
                found[each.kind] = max(found.get(each.kind, 0), each.amount.value)
    return found


def _most(marks: Marks, kind: str | None) -> int:
    return sum(marks.values()) if kind is None else marks.get(kind, 0)


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
