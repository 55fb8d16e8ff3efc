"""Permanents that stand face down (708): what a card is then, and which cards can stand so.

Of cards that the goal doesn't name one stands for all of them, for face down they are alike.
"""

from collections.abc import Iterable, Iterator
from functools import cache

from striate.cards import tree
from striate.search.wellknown import card_score

# 702.37a, 702.168a: by which keywords a card can enter face down, and what it is then.
_WAYS = {"morph": "morph", "megamorph": "morph", "disguise": "disguise"}
UNSAID = ("morph",)  # what is face down so, where a board says no more
_WARD = tree.Keyword("ward", "{2}")


def face_down(by: str) -> tree.Face:
    """708.2a: a 2/2 creature with no name, text, subtypes or mana cost; disguise: ward {2}."""
    abilities: tuple[tree.Ability, ...] = (_WARD,) if by == "disguise" else ()
    return tree.Face("", types=("Creature",), power=2, toughness=2, abilities=abilities)


@cache
def ways_down(card: tree.Card) -> tuple[str, ...]:
    """How the card can enter face down by an ability of its own."""
    named = (each.name for each in card.faces[0].abilities if isinstance(each, tree.Keyword))
    return tuple(dict.fromkeys(_WAYS[name] for name in named if name in _WAYS))


def stand_ins(cards: Iterable[tree.Card]) -> Iterator[tree.Card]:
    """For each way to be face down the best-known card that can be so."""
    best: dict[str, tree.Card] = {}
    for card in cards:
        for way in ways_down(card):
            if way not in best or _score(card) < _score(best[way]):
                best[way] = card
    yield from best.values()


def _score(card: tree.Card) -> tuple[float, str]:
    return card_score(card), card.name
