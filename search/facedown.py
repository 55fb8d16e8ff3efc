"""Permanents that stand face down (708): what a card is then, and which cards can stand so.

Of cards that the goal doesn't name one stands for all of them, for face down they are alike.
"""

from collections.abc import Iterator
from functools import cache

from striate.cards import tree
from striate.cards.vocabulary import MELDED_FROM
from striate.cards.walking import nodes
from striate.search.cardindex import indexed
from striate.search.entering import keywords_of
from striate.search.goals import (
    CardNamed,
    Goal,
    Leveler,
    Printed,
    Subject,
    all_said,
    noun_of,
    speaks_of,
)

# 702.37a, 702.168a: by which keywords a card can enter face down, and what it is then.
_WAYS = {"morph": "morph", "megamorph": "morph", "disguise": "disguise"}
_KIN = {
    "manifest": "morph",
    "cloak": "disguise",
}  # what any card can be, like what some say themselves


@indexed(lambda index: index.few(index.columns.down, ()))
def ways_down(card: tree.Card) -> tuple[str, ...]:
    """How the card can enter face down by an ability of its own."""
    return tuple(dict.fromkeys(_WAYS[each.name] for each in keywords_of(card.faces[0], *_WAYS)))


def every_way_down(card: tree.Card) -> tuple[str, ...]:
    """701.40a, 701.58a: or manifested or cloaked, as any card can be; of ways that are alike its
    own. 712.16: what is melded can't."""
    return () if card.name in MELDED_FROM else with_kin(ways_down(card))


@cache
def with_kin(own: tuple[str, ...]) -> tuple[str, ...]:
    return (*own, *(way for way, kin in _KIN.items() if kin not in own))


def speaks_of_face_down(goal: Goal) -> bool:
    """Whether the goal says of something that it is face down, or isn't."""
    return speaks_of(goal, (tree.IsFaceDown,))


def asks_face_down(subject: Subject) -> bool:
    """Whether only what is face down can be asked for: nothing turns what stands in a slot."""
    filter = noun_of(subject)
    parts = filter.parts if isinstance(filter, tree.AllOf) else (filter,)
    return tree.IsFaceDown() in parts


def stand_ins(best: dict[str, tree.Card]) -> Iterator[tuple[str, tree.Card]]:
    """The best-known card of each way stands for the others; a card's own way for one like it."""
    for way, card in best.items():
        if _KIN.get(way) not in best:
            yield way, card


def by_their_cards(goal: Goal) -> list[Leveler | Printed]:
    """What the goal asks for that is so by its card, face down, too: a leveler is one (711.1)."""
    subjects = (each.subject for each in goal.demands)
    return [each for each in subjects if isinstance(each, Leveler | Printed)]


def names_said(goal: Goal) -> frozenset[str]:
    """The names that the goal says, of cards and of what objects are called in the end."""
    called = {node.name for node in nodes(all_said(goal)) if isinstance(node, tree.Named)}
    return named_in(goal) | called


def named_in(goal: Goal) -> frozenset[str]:
    """The names by which the goal asks for cards."""
    subjects = (each.subject for each in goal.demands)
    return frozenset(each.name for each in subjects if isinstance(each, CardNamed))
