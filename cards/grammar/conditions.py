"""Conditions: "as long as ...", "during your turn", "unless ..." (611.3a, 603.4).

`condition` is what stands after "as long as" or "if"; `leading` and `trailing` are the whole
adverbial phrases of a static ability, before and after its sentence.
"""

from typing import Any

from striate.cards import tree
from striate.cards.grammar.engine import Declined
from striate.cards.grammar.notation import builds, offers
from striate.cards.grammar.nouns import STATES, all_of
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


@builds
def controls_more(group: Each, one: Filter, two: Filter) -> Any:
    """The one controls more of them than the other."""
    if group.zone != "battlefield":
        raise Declined
    counts = (tree.Count(all_of((group.filter, player))) for player in (one, two))
    return Compare(next(counts), ">", next(counts))


@builds
def controls_modified(number: int, noun: Any) -> Any:
    """700.9: of your own creatures the Auras that count are yours."""
    if noun[1] != "battlefield":
        raise Declined
    yours = all_of((STATES["modified"], noun[0], ControlledBy("you")))
    return Compare(tree.Count(yours), ">=", Num(number))


@builds
def one_attached(one: Each, two: Each) -> Any:
    if {one.zone, two.zone} != {"battlefield"}:
        raise Declined
    both = all_of((one.filter, tree.IsAttachedTo(two.filter)))
    return Compare(tree.Count(both), ">=", Num(1))


@builds
def some_does(group: Each, part: Filter) -> Any:
    """ "A creature has a -1/-1 counter on it": some such object does."""
    if group.zone == "any" or isinstance(part, (tree.InZone, tree.IsAttachedTo)):
        raise Declined
    return Compare(tree.Count(all_of((group.filter, part)), group.zone), ">=", Num(1))


# --- what an object is ----------------------------------------------------------------------------


@builds
def attached_count(bounds: tuple[Each, Any, int], ref: tree.Ref) -> Any:
    group, op, number = bounds
    if group.zone != "battlefield":
        raise Declined
    return Compare(tree.Count(all_of((group.filter, tree.IsAttachedTo(ref)))), op, Num(number))


# --- amounts compared -----------------------------------------------------------------------------


@builds
def in_place(group: Each, place: Any, op: Any, number: int) -> Any:
    if group.zone != "any":
        raise Declined
    owned = (tree.OwnedBy("you"),) if place == "graveyard" else ()
    return Compare(tree.Count(all_of((group.filter, *owned)), place), op, Num(number))


# 105.2: how common a colour is among permanents.
COLOR_COUNTS: tuple[Amount, ...] = tuple(tree.Count(tree.HasColor(color)) for color in "WUBRG")

# --- facts that no board can tell -----------------------------------------------------------------


offers(COLOR_COUNTS=COLOR_COUNTS)
