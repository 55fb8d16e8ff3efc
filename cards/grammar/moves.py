"""Instructions that put counters, tap, turn, attach or move objects (701, 122, 400.7).

An instruction
"at the beginning of the next end step" is a delayed trigger (603.7): it is an `Act` whose detail
says when, because nothing happens on resolution.
"""

from typing import Any

from striate.cards import tree as t
from striate.cards.grammar.antecedents import parts_of
from striate.cards.grammar.drafts import Back, NewTarget
from striate.cards.grammar.engine import Declined
from striate.cards.grammar.notation import builds, offers
from striate.cards.prose import words_of
from striate.cards.walking import rewrite

# --- counters (122) -------------------------------------------------------------------------------


@builds
def counts_apart(each: Any, who: Any) -> bool:
    """ "For each player" says whose creature it is; "that creature" can be one of those counted."""
    words = words_of(each.prose) if isinstance(each, t.UnknownAmount) else ""
    if words in ("player", "opponent"):
        return False
    return not isinstance(who, Back) or words.startswith("1 damage")


# 608.2c: how many are moved, of "any number", is chosen as it resolves.
offers(MOVED=t.UnknownAmount(t.Prose("counters moved")))

# --- moves between zones --------------------------------------------------------------------------


@builds
class From(t.Node, frozen=True):
    """ "~ from your graveyard": what is moved, and from where."""

    who: Any
    zone: t.Zone


@builds
def what_of(who: Any) -> Any:
    return who.who if isinstance(who, From) else who


@builds
def move(verb: Any, who: Any, to: Any, under: Any = None, tapped: bool = False) -> t.MoveZone:
    """A move, with its origin if the text says it."""
    if isinstance(who, From):
        return t.MoveZone(verb, who.who, to, under, tapped, who.zone)
    return t.MoveZone(verb, who, to, under, tapped)


@builds
def has_counters_hidden(who: Any) -> bool:
    """122.2: no card of a graveyard has counters: "with a counter on it" says how it is exiled."""
    spec = who.spec if isinstance(who, NewTarget) else None
    return (
        spec is not None
        and spec.zone in ("graveyard", "hand", "library")
        and any(isinstance(part, t.HasCounter) for part in parts_of(spec.filter))
    )


@builds
def card_of(at: int, group: t.Each, low: int, high: int) -> Any:
    if group.zone not in ("any", "battlefield"):
        raise Declined
    return NewTarget(at, t.TargetSpec(group.filter, low, high, "choose", "library"))


LIBRARY_OR_GRAVEYARD = t.AnyOf((t.InZone("graveyard"), t.InZone("library")))


offers(LIBRARY_OR_GRAVEYARD=LIBRARY_OR_GRAVEYARD, rewrite=rewrite)
