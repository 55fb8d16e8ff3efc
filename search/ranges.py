"""How far power and toughness can be taken: what effects set and add, as intervals.

Loses no board iff on every board of so many permanents each amount lies in its interval; what is
not worked out has the widest.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from striate.cards import tree

Stat = Literal["power", "toughness"]
Interval = tuple[int, int]
WIDE: Interval = (-100_000, 100_000)
_COUNTED = (tree.Count, tree.CountDistinct, tree.ColorsOf, tree.CountersOn, tree.CountersAmong,
            tree.HandOf, tree.SymbolsIn, tree.Devotion, tree.SymbolsAmong)  # fmt: skip


class Share(Struct, frozen=True):
    """What a permanent does to power and toughness where so many of its effects apply.

    `sets`: the bases that it gives (None: none); `adds`: what it adds; each of power, of toughness,
    and of how much larger the toughness is.
    """

    sets: tuple[Interval | None, Interval | None, Interval | None] = (None, None, None)
    adds: tuple[Interval, Interval, Interval] = ((0, 0), (0, 0), (0, 0))

    def beside(self, other: "Share") -> "Iterator[Share]":
        """Both together; where both set the same, either may be the last."""
        power, toughness, lean = map(_sum, self.adds, other.adds)
        one, two = self.sets, other.sets
        # Of two that set something one half may be from each.
        apart = WIDE if one[2] and two[2] else one[2] or two[2]
        for first in {one[0] or two[0], two[0] or one[0]}:
            for second in {one[1] or two[1], two[1] or one[1]}:
                yield Share((first, second, apart), (power, toughness, lean))


def _sum(one: Interval, two: Interval) -> Interval:
    return one[0] + two[0], one[1] + two[1]


IDLE = Share()
_ALL_WIDE = (WIDE, WIDE, WIDE)
_ANYTHING = frozenset({Share(adds=_ALL_WIDE), Share(_ALL_WIDE, _ALL_WIDE), IDLE})
_MOST = 64  # so many shares of one permanent are told apart


@lru_cache(maxsize=50_000)
def shares_of(effects: tuple[tree.Effect, ...], size: int, costs: Interval) -> frozenset[Share]:
    """What any of the effects together can do to an object on boards of that size; at least
    nothing.

    `costs`: the mana value of what they are done to.
    """
    shares = frozenset({IDLE})
    for effect in effects:
        if any(isinstance(change, tree.SwitchPT) for change in effect.changes):
            return _ANYTHING
        done = [IDLE]
        for change in effect.changes:
            if isinstance(change, tree.SetBasePT | tree.DefinePT | tree.ModifyPT):
                alone = _share(change, size, costs)
                done = [both for one in done for both in one.beside(alone)]
        shares |= {both for one in shares for each in done for both in one.beside(each)}
        if len(shares) > _MOST:
            return _ANYTHING
    return shares


def _share(
    change: tree.SetBasePT | tree.DefinePT | tree.ModifyPT, size: int, costs: Interval
) -> Share:
    power, toughness = (
        None if amount is None else within(amount, size, costs)
        for amount in (change.power, change.toughness)
    )
    lean = _lean(change, power, toughness)
    if isinstance(change, tree.ModifyPT):
        return Share(adds=(power or (0, 0), toughness or (0, 0), lean))
    return Share((power, toughness, lean))


def _lean(
    change: tree.SetBasePT | tree.DefinePT | tree.ModifyPT,
    power: Interval | None,
    toughness: Interval | None,
) -> Interval:
    """How much larger the toughness becomes than the power; one may be worked out from the other
    ("*/1+*", "+X/+X")."""
    if change.power == change.toughness:
        return (0, 0)
    if isinstance(change, tree.ModifyPT):
        power, toughness = power or (0, 0), toughness or (0, 0)
    elif isinstance(change.toughness, tree.Sum) and change.power in change.toughness.parts:
        rest = [part for part in change.toughness.parts if part != change.power]
        if len(rest) == 1 and isinstance(rest[0], tree.Num):
            return (rest[0].value, rest[0].value)
    if power is None or toughness is None:
        return WIDE
    return toughness[0] - power[1], toughness[1] - power[0]


def within(amount: object, size: int, costs: Interval) -> Interval:
    """Bounds of an amount on boards of so many permanents."""
    match amount:
        case tree.Num(value):
            return (value, value)
        case tree.Count(zone="battlefield"):
            return (0, size)
        case tree.StatOf("mana value", tree.Affected()):
            return costs
        case tree.Times(factor, inner):
            ends = [factor * each for each in within(inner, size, costs)]
            return (min(ends), max(ends))
        case tree.StatOf("mana value"):
            return (0, WIDE[1])
    return (0, WIDE[1]) if isinstance(amount, _COUNTED) else WIDE


def target_of(claim: object) -> tuple[Stat, Interval] | None:
    """The stat and the interval that a claim asks for, where it asks for one."""
    if not isinstance(claim, tree.StatIs) or claim.stat not in ("power", "toughness"):
        return None
    if not isinstance(claim.amount, tree.Num):
        return None
    span = span_of(claim.op, claim.amount.value)
    stat: Stat = "power" if claim.stat == "power" else "toughness"
    return None if span is None else (stat, span)


def span_of(op: str, value: int) -> Interval | None:
    """The numbers that a comparison with the value leaves, where they are one interval."""
    least, most = WIDE
    spans = {
        "=": (value, value),
        ">=": (value, most),
        ">": (value + 1, most),
        "<=": (least, value),
        "<": (least, value - 1),
    }
    return spans.get(op)


def spans_of(claims: Iterable[object]) -> dict[Stat, Interval]:
    """The interval that the claims leave of each stat of which they ask for one."""
    spans: dict[Stat, Interval] = {}
    for stat, (least, most) in filter(None, map(target_of, claims)):
        low, high = spans.get(stat, WIDE)
        spans[stat] = (max(low, least), min(high, most))
    return spans
