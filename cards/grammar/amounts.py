"""Amounts: numbers, counts, measures, "for each ...", and conditions on them (107, 208, 611.3a).

Phrases that other rules build on:
- `amount`: "three", "X", "the number of Goblins you control", "twice its power".
- `measured`: an amount that can stand after "equal to".
- `each counted`: what follows "for each": one such thing counts 1.
- `where x`: ", where X is ...": the amount that X stands for; `with_x` puts it in place.
"""

from collections.abc import Iterator
from typing import Any

from striate.cards import tree as t
from striate.cards.grammar.engine import Declined, Reading, terminal
from striate.cards.grammar.normal import Tokens, uncapital
from striate.cards.grammar.notation import builds, offers
from striate.cards.grammar.nouns import ANYTHING, all_of
from striate.cards.walking import any_node, rewrite


@builds
def plus(*parts: t.Amount) -> t.Amount:
    """A sum, numbers last; one part stands alone."""
    flat: list[t.Amount] = []
    number = 0
    for part in parts:
        for inner in part.parts if isinstance(part, t.Sum) else (part,):
            if isinstance(inner, t.Num):
                number += inner.value
            else:
                flat.append(inner)
    if number or not flat:
        flat.append(t.Num(number))
    return flat[0] if len(flat) == 1 else t.Sum(tuple(flat))


@builds
def times(factor: int, amount: t.Amount) -> t.Amount:
    if isinstance(amount, t.Num):
        return t.Num(factor * amount.value)
    if factor == 0:
        return t.Num(0)
    if isinstance(amount, t.Times):
        return times(factor * amount.factor, amount.amount)
    return amount if factor == 1 else t.Times(factor, amount)


def with_x(value: Any, amount: t.Amount) -> Any:
    """107.3: the value with every X replaced by the amount that the text defines it as."""

    def defined(part: Any) -> Any:
        if isinstance(part, t.X):
            return amount
        return times(part.factor, amount) if isinstance(part.amount, t.X) else part

    return rewrite(value, defined, kinds=(t.X, t.Times))


@builds
def has_x(value: Any) -> bool:
    return any_node(value, (t.X,))


@builds
def count(group: t.Each) -> t.Amount:
    """How many objects are in the group; a player's hand is a number of its own."""
    if group.zone == "hand":
        if group.filter == ANYTHING:
            return t.HandOf("any")
        if isinstance(group.filter, t.OwnedBy):
            return t.HandOf(group.filter.player)
    this_way = any_node(group.filter, lambda node: node == t.Unknown("from among them"))
    if group.zone == "any" or this_way:
        # What was turned up "this way" is no group that a board can count.
        raise Declined
    return t.Count(group.filter, group.zone)


# 700.8a
PARTY_SIZE = t.CountDistinct("party role", t.AllOf((t.HasType("Creature"), t.ControlledBy("you"))))


PAST_VERBS = {
    "gained", "lost", "cast", "drawn", "died", "entered", "left", "attacked", "sacrificed",
    "discarded", "cycled", "dealt", "put", "played", "created", "spent", "explored", "rolled",
    "activated", "tapped", "conjured", "exiled", "milled", "returned", "been", "surveilled",
}  # fmt: skip


@terminal("happened this turn", None)
def _happened(tokens: Tokens, at: int) -> Iterator[Reading]:
    """A count of what happened this turn: a past verb, then "this turn"."""
    keys = tokens.keys
    past = False
    for end in range(at, min(at + 16, len(keys))):
        past = past or keys[end] in PAST_VERBS
        unfit = keys[end] in (",", ".", '"', "plus", "gets", "has")
        if unfit or (keys[end] == "have" and not past and keys[end - 1] != "you"):
            return
        if keys[end] == "turn" and keys[end - 1] == "this" and past:
            yield end + 1, t.UnknownAmount(t.Prose(uncapital(tokens.slice(at, end + 1))))
            return


@builds
def difference(one: t.Amount, two: t.Amount) -> t.Amount:
    return t.Greatest((plus(one, times(-1, two)), plus(two, times(-1, one))))


@builds
def has_so_many(
    player: t.Filter, quantities: tuple[tuple[t.Each, Any, int], ...], either: bool
) -> Any:
    """A player controls that many: one comparison for each quantity."""
    if any(group.zone != "battlefield" for group, _, _ in quantities):
        raise Declined
    whose = () if player == t.ControlledBy("any") else (player,)
    parts = tuple(
        t.Compare(t.Count(all_of((group.filter, *whose)), "battlefield"), op, t.Num(number))
        for group, op, number in quantities
    )
    if len(parts) == 1:
        return parts[0]
    return t.Either(parts) if either else t.Every(parts)


@builds
def attached_count(bounds: tuple[t.Each, Any, int], ref: t.Ref) -> Any:
    group, op, number = bounds
    if group.zone != "battlefield":
        raise Declined
    return t.Compare(t.Count(all_of((group.filter, t.IsAttachedTo(ref)))), op, t.Num(number))


@builds
def in_place(group: t.Each, place: Any, op: Any, number: int) -> Any:
    if group.zone != "any":
        raise Declined
    owned = (t.OwnedBy("you"),) if place == "graveyard" else ()
    return t.Compare(t.Count(all_of((group.filter, *owned)), place), op, t.Num(number))


# 105.2: how common a colour is among permanents.
COLOR_COUNTS: tuple[t.Amount, ...] = tuple(t.Count(t.HasColor(color)) for color in "WUBRG")

offers(PARTY_SIZE=PARTY_SIZE, COLOR_COUNTS=COLOR_COUNTS)
