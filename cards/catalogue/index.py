"""What a search looks at: one flat entry for each card, without effect trees."""

from typing import Literal

import msgspec

from striate.cards.costs import card_mana_value
from striate.cards.tree import Card, ClassLevel, Face, Keyword, LevelSymbol


class FaceEntry(msgspec.Struct, frozen=True, array_like=True):
    """One face: what is printed on it, and the names of its keywords."""

    name: str
    mana_cost: str
    supertypes: tuple[str, ...]
    types: tuple[str, ...]
    subtypes: tuple[str, ...]
    colors: str
    power: str
    toughness: str
    loyalty: str
    defense: str
    keywords: tuple[str, ...]
    text: Literal["none", "keywords", "other"]

    @classmethod
    def of(cls, face: Face) -> "FaceEntry":
        return cls(
            name=face.name,
            mana_cost=face.mana_cost,
            supertypes=face.supertypes,
            types=face.types,
            subtypes=face.subtypes,
            colors="".join(face.colors),
            power=face.printed_power,
            toughness=face.printed_toughness,
            loyalty=face.loyalty,
            defense=face.defense,
            keywords=tuple(sorted(_keywords(face))),
            text=_text(face),
        )


class Entry(msgspec.Struct, frozen=True, array_like=True):
    """One card."""

    name: str
    layout: str
    mana_value: int
    color_identity: str
    sets: tuple[str, ...]
    faces: tuple[FaceEntry, ...]

    @classmethod
    def of(cls, card: Card) -> "Entry":
        return cls(
            name=card.name,
            layout=card.layout,
            mana_value=card_mana_value(card),
            color_identity="".join(card.color_identity),
            sets=card.sets,
            faces=tuple(FaceEntry.of(face) for face in card.faces),
        )

    def likeness(self) -> tuple[object, ...]:
        """Orders cards so that those with similar trees lie together."""
        front = self.faces[0]
        return (front.types, front.keywords, front.subtypes, front.mana_cost, self.name)


def _keywords(face: Face) -> set[str]:
    """The keywords on a face, those that a level gives included (711.2, 716.2)."""
    names: set[str] = set()
    for ability in face.abilities:
        inner = ability.abilities if isinstance(ability, LevelSymbol | ClassLevel) else (ability,)
        names.update(part.name for part in inner if isinstance(part, Keyword))
        if isinstance(ability, LevelSymbol):
            names.add("level up")
    return names


def _text(face: Face) -> Literal["none", "keywords", "other"]:
    """Whether the face has abilities, and whether all are keywords."""
    if not face.abilities:
        return "none"
    return "keywords" if all(isinstance(part, Keyword) for part in face.abilities) else "other"
