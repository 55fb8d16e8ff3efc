"""How many permanents a goal needs at the least: who could write what it asks for at all.

An over-approximation: whatever an effect could change of an object it may change, whomever it
speaks of, in any order. So where even that does not reach the goal, no board does.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import or_

from striate.cards import tree
from striate.encodings.algebra import FALSE, TRUE, Algebra
from striate.encodings.effects import layer_of
from striate.encodings.matching import Moment, matches
from striate.encodings.reach import Keys, ability_key, reads, touch, writes
from striate.encodings.state import Setting
from striate.search.cone import granted_within
from striate.search.goals import AnyObject, Claim, Demand, Goal, HasText
from striate.search.poolclasses import Pool
from striate.search.slots import Table, make_slots

_MOST = 8  # claims that are told apart; more of them are taken for met

# The rule that a characteristic is decided by (613.1).
_RULES = {
    "controller": "613.1b",
    "text": "613.1c",
    "name": "613.1c",
    "type": "613.1d",
    "subtype": "613.1d",
    "supertype": "613.1d",
    "color": "613.1e",
    "ability": "613.1f",
    "power": "613.1g",
    "toughness": "613.1g",
}


@dataclass
class Covering:
    """For each demand the fewest other permanents that could bring about its claims."""

    fewest: int | None  # None: no number of permanents does
    rules: tuple[str, ...] = ()
    helping: set[int] = field(default_factory=set)  # classes that can be among the fewest


def covering(goal: Goal, pool: Pool, counters: bool = False) -> Covering:
    """The fewest permanents besides those that are asked for; `counters` of some kind are free."""
    found = [_for_demand(goal, number, pool, counters) for number in range(len(goal.demands))]
    rules = tuple(sorted({rule for each in found for rule in each.rules}))
    if any(each.fewest is None for each in found):
        return Covering(None, rules)
    fewest = max(each.fewest or 0 for each in found)
    helping: set[int] = set()
    for each in found:
        if each.fewest == fewest:
            helping |= each.helping
    return Covering(fewest, rules, helping)


def _for_demand(goal: Goal, number: int, pool: Pool, counters: bool) -> Covering:
    demand = goal.demands[number]
    claims = wanted(demand)[:_MOST]
    could_bring = [mask_of(claims, kind.statics, own=False) for kind in pool.kinds]
    # Asked-for objects may help each other.
    several = demand.count > 1 or len(goal.demands) > 1
    asked = [mask for mask, kind in zip(could_bring, pool.kinds, strict=True) if any(kind.flags)]
    free = reduce(or_, asked, 0) if several else 0
    masks = set(could_bring)
    best: int | None = None
    helping: set[int] = set()
    rules: set[str] = set()
    for position, kind in enumerate(pool.kinds):
        if not kind.flags[number]:
            continue
        met = printed(claims, pool, position, counters or bool(kind.counters))
        missing = (1 << len(claims)) - 1 & ~(met | free | mask_of(claims, kind.statics, own=True))
        rules |= {
            rule
            for place, claim in enumerate(claims)
            if missing >> place & 1
            for rule in _rules_of(claim)
        }
        least = _fewest_for(missing, masks)
        if least is None or (best is not None and least > best):
            continue
        if least != best:
            best, helping = least, set()
        useful = {
            mask for mask in masks
            if mask & missing and _fewest_for(missing & ~mask, masks) == least - 1
        }  # fmt: skip
        helping |= {place for place, mask in enumerate(could_bring) if mask in useful}
    return Covering(best, tuple(sorted(rules)), helping)


def wanted(demand: Demand) -> list[Claim]:
    """Each thing that is claimed, by itself."""
    found: list[Claim] = []
    waiting: list[Claim] = list(demand.claims)
    if isinstance(demand.subject, AnyObject):
        waiting.append(demand.subject.filter)
    while waiting:
        claim = waiting.pop()
        if isinstance(claim, tree.AllOf):
            waiting += claim.parts
        else:
            found.append(claim)
    return found


def rules_asked(demand: Demand) -> set[str]:
    """The rules that decide what is claimed."""
    return {rule for claim in wanted(demand) for rule in _rules_of(claim)}


def _keys_of(claim: Claim) -> Keys:
    if not isinstance(claim, HasText):
        return reads(claim)
    return frozenset({ability_key(claim.ability), ("text", "*")})


def _rules_of(claim: Claim) -> set[str]:
    return {_RULES[kind] for kind, _ in _keys_of(claim) if kind in _RULES}


def printed(claims: Sequence[Claim], pool: Pool, position: int, counters: bool) -> int:
    """Which claims may be true of the card with nothing but counters on it."""
    algebra = Algebra()
    world, slots = make_slots(algebra, Table(pool.kinds[position : position + 1]), [[0]], ())
    chars = world.things[0].printed[0].copy()
    chars.yours = slots[0].yours
    moment = Moment(world, algebra, [chars])
    found = 0
    for place, claim in enumerate(claims):
        keys = _keys_of(claim)
        # What the rules give by themselves (305.6) and counters (122.1a-b) is not looked at here.
        countable = bool({kind for kind, _ in keys} & {"power", "toughness", "ability"})
        open_ = ("ability", "*") in keys or ("text", "*") in keys or (counters and countable)
        if open_ or isinstance(claim, HasText) or _may_hold(moment, claim):
            found |= 1 << place
    return found


def _may_hold(moment: Moment, claim: tree.Filter) -> bool:
    return matches(moment, claim, 0, Setting(0, TRUE, affected=0)) != FALSE


def mask_of(claims: Sequence[Claim], statics: Iterable[tree.Static], own: bool) -> int:
    """Which claims the effects could make true of an object; `own`: of their own source too."""
    found = 0
    for static in statics:
        for effect in static.effects:
            reaches = [effect] if own or effect.who != tree.This() else []
            for each in (*reaches, *granted_within(effect)):
                for change in each.changes:
                    for place, claim in enumerate(claims):
                        if not found >> place & 1 and _could_make(change, claim):
                            found |= 1 << place
    return found


def _could_make(change: tree.Change, claim: Claim) -> bool:
    """Whether the change could make the claim true."""
    if layer_of(change) in ("", "1"):
        return False
    match change, claim:
        case tree.SetColors(), tree.HasColor(word):
            return word in change.colors or any(each.startswith("@") for each in change.colors)
        case tree.SetTypes(), tree.HasType(word):
            return word in change.types or any(each.startswith("@") for each in change.types)
        case (
            (tree.LoseAbilities() | tree.LoseAllAbilities() | tree.CantHave()),
            tree.HasKeyword(),
        ):
            return False
        case tree.RemoveTypes(), tree.HasType() | tree.HasSubtype() | tree.HasSupertype():
            return False
        case tree.SetSubtypes(), tree.HasSubtype(word) if not change.subtypes[0].startswith("@"):
            return word in change.subtypes
    return touch(_keys_of(claim), writes(change))


def _fewest_for(missing: int, could_bring: Iterable[int]) -> int | None:
    """The fewest of these masks that together hold all that is missing."""
    useful = {mask & missing for mask in could_bring} - {0}
    reached = {0}
    for number in range(missing.bit_count() + 1):
        if missing in reached:
            return number
        reached |= {one | mask for one in reached for mask in useful}
    return None
