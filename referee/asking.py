"""The two questions that words ask of a state: does a filter match, and what is an amount.

Filters hold amounts and amounts hold filters; `filters` and `amounts` fill these tables.
"""

from collections.abc import Callable
from functools import lru_cache

from msgspec.structs import astuple

from striate.cards.tree import (
    AllOf,
    Amount,
    AnyOf,
    ColorCount,
    ControlledBy,
    Filter,
    HasColor,
    HasKeyword,
    HasNoAbilities,
    HasSubtype,
    HasSupertype,
    HasType,
    Not,
    Other,
)
from striate.cards.vocabulary import COLORS, FAMILY_OF, PERMANENT_TYPES
from striate.cards.walking import nodes
from striate.referee.context import Context
from striate.referee.reads import reads
from striate.referee.references import you
from striate.referee.state import State
from striate.referee.values import View

TESTS: dict[type, Callable[..., bool]] = {}
VALUES: dict[type, Callable[..., int]] = {}


def matches(part: Filter, handle: str, at: Context, state: State) -> bool:
    """Whether the filter holds of the object."""
    return TESTS[type(part)](part, handle, at, state)


def all_matching(part: Filter, zone: str, at: Context, state: State) -> tuple[str, ...]:
    """Every object of the zone that matches, in the order of the timeline.

    What looks at each object by itself, and at who "you" is, is asked once of all who say it, for
    as long as no characteristic changes that it looks at (`State.forget`).
    """
    state = state.now
    local, others, excepted = _taken_apart(part)
    if not local or at.source not in state.views:
        test = TESTS[type(part)]
        return tuple(h for h in state.handles_in(zone) if test(part, h, at, state))
    found = _meant_by_all(local, zone, at, state)
    if excepted:
        found = tuple(handle for handle in found if handle != at.source)
    for other in others:
        test = TESTS[type(other)]
        found = tuple(handle for handle in found if test(other, handle, at, state))
    return found


def _meant_by_all(
    local: tuple[Filter, ...], zone: str, at: Context, state: State
) -> tuple[str, ...]:
    """The objects of which all of it is true: each part of it is asked once."""
    known = state.groups.get((local, zone, you(at, state)))
    if known is None:
        first, *rest = local
        found = _meant_by(first, zone, at, state)
        for part in rest:
            there = frozenset(_meant_by(part, zone, at, state))
            found = tuple(handle for handle in found if handle in there)
        known = state.groups[local, zone, you(at, state)] = (found, reads(local))
    return known[0]


def _meant_by(part: Filter, zone: str, at: Context, state: State) -> tuple[str, ...]:
    """The objects of which it is true: in a trial asked anew only of those that it changes."""
    key = (part, zone, you(at, state))
    known = state.groups.get(key)
    if known is None:
        looked_at, test = reads(part), TESTS[type(part)]
        before = _before_the_trial(part, zone, at, state, looked_at)
        if before is None:
            found = tuple(h for h in state.handles_in(zone) if test(part, h, at, state))
        else:
            there, changed = before
            found = tuple(
                h
                for h in state.handles_in(zone)
                if (test(part, h, at, state) if h in changed else h in there)
            )
        known = state.groups[key] = (found, looked_at)
    return known[0]


def _before_the_trial(
    part: Filter, zone: str, at: Context, state: State, looked_at: frozenset[str]
) -> tuple[frozenset[str], frozenset[str]] | None:
    """Of which objects it was true, and those that may differ now; None: it is no such trial."""
    if state.trial_of is None:
        return None
    before, changes = state.trial_of
    if you(at, before) != you(at, state):
        return None
    changed = (handle for handle, kinds in changes.items() if not kinds.isdisjoint(looked_at))
    return frozenset(_meant_by(part, zone, at, before)), frozenset(changed)


# Each of these looks at one object's characteristics, and no further than at its controller.
_BY_ITSELF = (
    AllOf,
    AnyOf,
    Not,
    HasType,
    HasSubtype,
    HasSupertype,
    HasColor,
    ColorCount,
    HasKeyword,
    HasNoAbilities,
    ControlledBy,
)


@lru_cache(maxsize=4096)
def by_itself(part: Filter) -> bool:
    """Whether it looks at one object, and at nothing that was chosen."""
    for node in nodes(part):
        words = [word for word in astuple(node) if isinstance(word, str)]
        chosen = any(word.startswith("@") for word in words)
        who = isinstance(node, ControlledBy) and node.player not in ("you", "opponent")
        if chosen or who or not isinstance(node, _BY_ITSELF):
            return False
    return True


@lru_cache(maxsize=4096)
def _taken_apart(part: Filter) -> tuple[tuple[Filter, ...], tuple[Filter, ...], bool]:
    """What must hold: what looks at each object by itself, the rest, and whether "other" is said."""
    parts = part.parts if isinstance(part, AllOf) else (part,)
    local = tuple(each for each in parts if by_itself(each))
    rest = tuple(each for each in parts if each not in local)
    others = tuple(each for each in rest if not isinstance(each, Other))
    return local, others, len(others) < len(rest)


def value(amount: Amount, at: Context, state: State) -> int:
    """The number that the amount is now."""
    return VALUES[type(amount)](amount, at, state)


def color_letter(word: str, at: Context) -> str:
    """105.1: the letter of a colour word, a letter, or "@color" (607.2d: the one chosen)."""
    if word.startswith("@"):
        word = at.choices.get(word[1:], "")
    return COLORS.get(word.lower(), word)


def shared_values(what: str, view: View) -> frozenset[str]:
    """The values of one characteristic, for "shares a ... with" and "different ... among"."""
    if what == "color":
        return view.colors
    if what == "card type":
        return view.types
    if what == "permanent type":
        return view.types.intersection(PERMANENT_TYPES)
    if what == "name":
        return frozenset((view.name,)) if view.name else frozenset()
    if what == "mana value":
        return frozenset((str(view.mana_value),))
    family = what.removesuffix(" type")
    return frozenset(t for t in view.subtypes if FAMILY_OF.get(t) == family)
