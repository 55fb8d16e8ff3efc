"""Permanents that stand face down (708): what a card is then, and which cards can stand so.

Of cards that the goal doesn't name one stands for all of them, for face down they are alike.
"""

from collections.abc import Iterable, Iterator
from functools import cache

from striate.cards import tree
from striate.cards.walking import any_node
from striate.search import savings
from striate.search.beyond import left_out
from striate.search.cardindex import indexed
from striate.search.goals import AnyObject, CardNamed, Goal
from striate.search.wellknown import card_score

# 702.37a, 702.168a: by which keywords a card can enter face down, and what it is then.
_WAYS = {"morph": "morph", "megamorph": "morph", "disguise": "disguise"}
UNSAID = ("morph", "manifest")  # what is face down so, where a board says no more
_KIN = {
    "manifest": "morph",
    "cloak": "disguise",
}  # what any card can be, like what some say themselves
_WARD = tree.Keyword("ward", "{2}")


def face_down(by: str) -> tree.Face:
    """708.2a: a 2/2 creature with no name, text, subtypes or mana cost; by disguise or cloak: ward
    {2}."""
    abilities: tuple[tree.Ability, ...] = (_WARD,) if by in ("disguise", "cloak") else ()
    return tree.Face("", types=("Creature",), power=2, toughness=2, abilities=abilities)


@indexed(lambda facts: facts.down)
def ways_down(card: tree.Card) -> tuple[str, ...]:
    """How the card can enter face down by an ability of its own."""
    named = (each.name for each in card.faces[0].abilities if isinstance(each, tree.Keyword))
    return tuple(dict.fromkeys(_WAYS[name] for name in named if name in _WAYS))


@cache
def every_way_down(card: tree.Card) -> tuple[str, ...]:
    """701.40a, 701.58a: or manifested or cloaked, as any card can be; of ways that are alike its
    own."""
    own = ways_down(card)
    return (*own, *(way for way, kin in _KIN.items() if kin not in own))


def speaks_of_face_down(goal: Goal) -> bool:
    """Whether the goal says of something that it is face down, or isn't."""
    said: list[object] = []
    for each in goal.demands:
        said += [each.claims, each.every or ()]
        said += [each.subject.filter] if isinstance(each.subject, AnyObject) else []
    return any_node(tuple(said), (tree.IsFaceDown,))


def asks_face_down(subject: object) -> bool:
    """Whether only what is face down can be asked for: nothing turns what stands in a slot."""
    filter = subject.filter if isinstance(subject, AnyObject) else None
    parts = filter.parts if isinstance(filter, tree.AllOf) else (filter,)
    return tree.IsFaceDown() in parts


def standing_down(
    cards: Iterable[tree.Card], goal: Goal, *, each: bool = False, any_: bool = False
) -> dict[str, tuple[str, ...]]:
    """The cards that are looked at face down, each with its ways to be so.

    These are the cards that the goal names, and one for all others; with `each`, all. With `any_`
    also what is manifested or cloaked. Loses no
    board iff face down all cards are alike, but for the way in which they are so (708.2a).
    """
    ways_of = every_way_down if any_ or speaks_of_face_down(goal) else ways_down
    each |= not savings.on("face down")
    found: dict[str, tuple[str, ...]] = {}
    best: dict[str, tree.Card] = {}
    for card in cards:
        ways = ways_of(card)
        if not ways or left_out(card):
            continue
        if each or is_named(goal, card):
            found[card.name] = ways
        for way in ways:
            if way not in best or _score(card) < _score(best[way]):
                best[way] = card
    for way, card in stand_ins(best):
        found[card.name] = tuple(dict.fromkeys((*found.get(card.name, ()), way)))
    return found


def stand_ins(best: dict[str, tree.Card]) -> Iterator[tuple[str, tree.Card]]:
    """The best-known card of each way stands for the others; a card's own way for one like it."""
    for way, card in best.items():
        if _KIN.get(way) not in best:
            yield way, card


def is_named(goal: Goal, card: tree.Card) -> bool:
    """Whether the goal asks for the card by its name."""
    return any(
        isinstance(each.subject, CardNamed) and each.subject.name in (card.name, card.faces[0].name)
        for each in goal.demands
    )


def _score(card: tree.Card) -> tuple[float, str]:
    return card_score(card), card.name
