"""Replacement effects on what a board keeps: dying, counters, tokens that are created (614.1a).

The phrase "replacing" is a whole sentence, as an ability. A paragraph of it is a static ability; as
an instruction it lasts until the turn ends.
"""

from typing import Any

from striate.cards import tree as t
from striate.cards.grammar.engine import GRAMMAR, Declined
from striate.cards.grammar.normal import tokenise
from striate.cards.grammar.notation import builds
from striate.cards.grammar.nouns import all_of

# --- dying, and what else goes to a graveyard -----------------------------------------------------


@builds
def goes_elsewhere(who: Any, going: Any, elsewhere: Any) -> Any:
    whose, origin, event = going
    if isinstance(who, t.Each) and who.zone not in ("battlefield", "any"):
        raise Declined
    if isinstance(who, t.Each) and who.zone == "battlefield" and origin == "any":
        origin = "battlefield"
    to, place = elsewhere
    return t.GoesElsewhere(who, to, place, origin, whose, event)


# --- tokens ---------------------------------------------------------------------------------------


@builds
def tokens_replaced(which: t.Each, times: int, whose: str | None = None) -> Any:
    parts = which.filter.parts if isinstance(which.filter, t.AllOf) else (which.filter,)
    if t.IsToken() not in parts or which.zone != "battlefield":
        raise Declined
    rest = all_of(part for part in parts if part != t.IsToken())
    return t.TokensReplaced(rest, times, "any" if whose is None else "you")


# --- as a paragraph, and as an instruction --------------------------------------------------------


def replacing_line(text: str) -> t.Ability | None:
    """A paragraph that replaces one of these events."""
    found: t.Ability | None = GRAMMAR.read("replacing line", tokenise(text)).value
    return found
