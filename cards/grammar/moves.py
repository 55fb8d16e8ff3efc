"""Instructions that put counters, tap, turn, attach or move objects (701, 122, 400.7).

An instruction
"at the beginning of the next end step" is a delayed trigger (603.7): it is an `Act` whose detail
says when, because nothing happens on resolution.
"""

from typing import Any

from striate.cards import tree as t
from striate.cards.grammar.antecedents import parts_of
from striate.cards.grammar.drafts import Back, NewTarget, again
from striate.cards.grammar.engine import Declined, decline
from striate.cards.grammar.notation import builds, offers
from striate.cards.prose import words_of
from striate.cards.walking import rewrite

# --- counters (122) -------------------------------------------------------------------------------


@builds
def put_equal(amount: Any, kinds: Any, who: Any) -> Any:
    return (t.PutCounters(who, kinds[0], amount),) if kinds[0] is not None else decline()


@builds
def put_for_each(each: Any, kinds: Any, who: Any) -> Any:
    """ "For each player" says whose creature it is; "that creature" can be one of those counted."""
    words = words_of(each.prose) if isinstance(each, t.UnknownAmount) else ""
    if words in ("player", "opponent") or (
        isinstance(who, Back) and not words.startswith("1 damage")
    ):
        raise Declined
    return put_equal(each, kinds, who)


@builds
def put_measured(amount: Any, kinds: Any, who: Any) -> Any:
    """ "Equal to its power on target creature": of what was named before the target."""
    if isinstance(who, NewTarget):
        amount = rewrite(amount, lambda node: Back(0) if node == t.Affected() else node)
    return put_equal(amount, kinds, who)


@builds
def put_two(one: Any, first: Any, two: Any, second: Any, who: Any, other: Any = None) -> Any:
    if first[0] is None or second[0] is None:
        raise Declined
    return (
        t.PutCounters(who, first[0], one),
        t.PutCounters(again(who) if other is None else other, second[0], two),
    )


@builds
def put_list(items: Any, who: Any) -> Any:
    if any(kind is None for _, kind in items):
        raise Declined
    (first, kind), *more = items
    rest = (t.PutCounters(again(who), kind, amount) for amount, kind in more)
    return (t.PutCounters(who, kind, first), *rest)


@builds
def distribute(amount: Any, kinds: Any, who: Any) -> Any:
    """601.2d: how many each gets is announced."""
    if kinds[0] is None or not isinstance(amount, (t.Num, t.X)):
        raise Declined
    return (t.DistributeCounters(who, kinds[0], amount),)


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


@builds
def one_into_play(at: int, group: t.Each, tapped: Any = None) -> Any:
    """Of two cards that are found, the one goes onto the battlefield; the other no board keeps."""
    card = card_of(at, group, 0, 1)
    put = move("put", card, "battlefield", None, tapped is not None)
    other = t.Inert("reveal up to one other such card and put it into your hand")
    return (t.Act("search library for", player="you", who=card), put, other)


offers(LIBRARY_OR_GRAVEYARD=LIBRARY_OR_GRAVEYARD)
