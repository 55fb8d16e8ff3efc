"""The two questions that words ask of a state: does a filter match, and what is an amount.

Filters hold amounts and amounts hold filters; `filters` and `amounts` fill these tables.
"""

from collections.abc import Callable

from striate.cards.tree import Amount, Filter
from striate.cards.vocabulary import COLORS, FAMILY_OF, PERMANENT_TYPES
from striate.referee.state import State
from striate.referee.values import View
from striate.timeline.context import Context

TESTS: dict[type, Callable[..., bool]] = {}
VALUES: dict[type, Callable[..., int]] = {}


def matches(part: Filter, handle: str, at: Context, state: State) -> bool:
    """Whether the filter holds of the object."""
    return TESTS[type(part)](part, handle, at, state)


def all_matching(part: Filter, zone: str, at: Context, state: State) -> tuple[str, ...]:
    """Every object of the zone that matches, in the order of the timeline."""
    now = state.now
    return tuple(each for each in now.handles_in(zone) if matches(part, each, at, now))


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
