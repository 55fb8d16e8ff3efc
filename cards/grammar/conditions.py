"""Conditions: "as long as ...", "during your turn", "unless ..." (611.3a, 603.4).

`condition` is what stands after "as long as" or "if"; `leading` and `trailing` are the whole
adverbial phrases of a static ability, before and after its sentence.
"""

from typing import Any

from striate.cards import tree
from striate.cards.grammar.engine import Declined
from striate.cards.grammar.notation import builds, offers
from striate.cards.grammar.nouns import all_of
from striate.cards.tree import (
    Amount,
    Compare,
    ControlledBy,
    Each,
    Filter,
    Num,
)

# --- how many -------------------------------------------------------------------------------------


@builds
def has_so_many(player: Filter, quantities: tuple[tuple[Each, Any, int], ...], either: bool) -> Any:
    """A player controls that many: one comparison for each quantity."""
    if any(group.zone != "battlefield" for group, _, _ in quantities):
        raise Declined
    whose = () if player == ControlledBy("any") else (player,)
    parts = tuple(
        Compare(tree.Count(all_of((group.filter, *whose)), "battlefield"), op, Num(number))
        for group, op, number in quantities
    )
    if len(parts) == 1:
        return parts[0]
    return tree.Either(parts) if either else tree.Every(parts)


# --- what an object is ----------------------------------------------------------------------------


@builds
def attached_count(bounds: tuple[Each, Any, int], ref: tree.Ref) -> Any:
    group, op, number = bounds
    if group.zone != "battlefield":
        raise Declined
    return Compare(tree.Count(all_of((group.filter, tree.IsAttachedTo(ref)))), op, Num(number))


# --- amounts compared -----------------------------------------------------------------------------


@builds
def more_of(group: Each, one: Filter, two: Filter) -> Compare:
    """The one controls more of them than the other."""
    of_one, of_two = (tree.Count(all_of((group.filter, player))) for player in (one, two))
    return Compare(of_one, ">", of_two)


@builds
def in_place(group: Each, place: Any, op: Any, number: int) -> Any:
    if group.zone != "any":
        raise Declined
    owned = (tree.OwnedBy("you"),) if place == "graveyard" else ()
    return Compare(tree.Count(all_of((group.filter, *owned)), place), op, Num(number))


# 105.2: how common a colour is among permanents.
COLOR_COUNTS: tuple[Amount, ...] = tuple(tree.Count(tree.HasColor(color)) for color in "WUBRG")

offers(COLOR_COUNTS=COLOR_COUNTS)
