"""Doubtful cards: what a card file says of them cannot be, so an answer that rests on them may be
wrong.

A card file has mistakes of its own: a type line that was cut off, a back face without its text.
What is missing nobody can guess; that something is missing the card itself shows.
"""

from collections.abc import Iterator

from striate.cards.tree import Card, Face
from striate.cards.vocabulary import BASIC_LAND_TYPES

_BASIC = frozenset(BASIC_LAND_TYPES)


def doubts(card: Card) -> tuple[str, ...]:
    """What of the card cannot be, in words; nothing for almost all cards."""
    return tuple(_doubts(card)) if card.layout not in _NO_CARDS else ()


_NO_CARDS = ("token", "emblem", "art_series", "host", "augment")


def _doubts(card: Card) -> Iterator[str]:
    for place, face in enumerate(card.faces):
        if "Creature" in face.types and not (face.subtypes or _is_every_type(face)):
            yield f"`{face.name}` is a creature without a creature type (205.3m)"
        # 702.146: what a disturb card is on its back flies, and says what its death is replaced by.
        disturbed = any(getattr(a, "name", "") == "disturb" for a in card.faces[0].abilities)
        if place and (_is_empty(face) or disturbed and not face.abilities):
            yield f"`{face.name}` is a face without any text"


def _is_every_type(face: Face) -> bool:
    """702.73a: such a creature needs no type line."""
    return any(getattr(ability, "name", "") == "changeling" for ability in face.abilities)


def _is_empty(face: Face) -> bool:
    """A creature may have no text, and so may a land with a basic land type (305.6)."""
    if face.abilities or "Creature" in face.types:
        return False
    return _BASIC.isdisjoint(face.subtypes)
