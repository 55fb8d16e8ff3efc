"""The further permanents of the atlas's boards.

The panel has well-known ones that do nothing of their own. Each `Extra` is a few steps that put one
permanent there, of one kind that effects look at: a creature, an artifact creature, each basic
land, a nonbasic land, an enchantment, a legend, a token, a face-down creature, an equipped one, one
with a counter, the opponent's, a full graveyard, and so on. The acting ones make permanents what
they are not, so that effects apply to each other's sources.
"""

from dataclasses import dataclass
from typing import Any

from striate.boards.reading import board_from_document
from striate.boards.timeline import Attach, Enter, Step
from striate.cards.catalogue.store import Catalogue
from striate.cards.vocabulary import FAMILY_OF

# In the order in which they are tried: the plainest and best known first.
_YOURS = (
    "Grizzly Bears", "Forest", "Sol Ring", "Dryad Arbor", "Ornithopter", "Ghostly Prison", "Tundra",
    "Isamaru, Hound of Konda", "Mountain", "Island", "Swamp", "Plains", "Colossal Dreadmaw",
    "Storm Crow", "Evolving Wilds", "Walking Corpse", "Llanowar Elves", "Mons's Goblin Raiders",
    "Merfolk of the Pearl Trident", "Elite Vanguard", "Wall of Wood", "Watchwolf",
    "Snow-Covered Forest", "Jace Beleren", "Darksteel Citadel", "Nyx-Fleece Ram", "Metallic Sliver",
    "Urza's Mine", "Woodland Changeling",
)  # fmt: skip
_THEIRS = ("Hill Giant", "Air Elemental", "Wastes", "Bottle Gnomes", "Bitterblossom")
_SOLDIER = {"name": "Soldier", "type_line": "Creature — Soldier", "colors": ["W"]}
# Further ones, each with the handle of the permanent that they are about.
_SPECIAL: tuple[tuple[str, tuple[dict[str, Any], ...]], ...] = (
    ("Soldier", ({"token": {**_SOLDIER, "power": 1, "toughness": 1}},)),
    ("Goblin Piker", ({"enter": "Goblin Piker"}, {"counters": {"+1/+1": 1}, "on": "Goblin Piker"})),
    ("face-down Bear", ({"enter": "Runeclaw Bear", "as": "face-down Bear", "face_down": True},)),
    ("Canyon Minotaur", (
        {"enter": "Canyon Minotaur"}, {"enter": "Bonesplitter"},
        {"attach": "Bonesplitter", "to": "Canyon Minotaur"},
    )),
    ("Pillarfield Ox", (
        {"enter": "Pillarfield Ox"}, {"enter": "Holy Strength", "attached_to": "Pillarfield Ox"},
    )),
)  # fmt: skip


_GRAVEYARD = (
    "Grizzly Bears", "Ornithopter", "Forest", "Lightning Bolt", "Divination", "Ghostly Prison",
    "Storm Crow", "Jace Beleren",
)  # fmt: skip
# What acts: each makes something a creature, a land, an artifact, ... or one player's.
ACTING = (
    "Opalescence", "March of the Machines", "Life and Limb", "Ashaya, Soul of the Wild",
    "Living Plane", "Mycosynth Lattice", "Enchanted Evening", "Biotransference", "Maskwood Nexus",
    "Painter's Servant", "Leyline of Singularity", "Humility", "Blood Moon", "Prismatic Omen",
    "Urborg, Tomb of Yawgmoth", "Yavimaya, Cradle of Growth", "Dryad of the Ilysian Grove",
    "Dralnu's Crusade", "Leyline of the Guildpact", "Celestial Dawn", "Titania's Song",
    "Conspiracy", "Archetype of Imagination", "Concordant Crossroads", "Glorious Anthem",
    "Elesh Norn, Grand Cenobite", "Kormus Bell", "Ensoul Artifact", "Song of the Dryads",
    "Darksteel Mutation", "Control Magic", "Luxior, Giada's Gift", "Holy Strength", "Bonesplitter",
)  # fmt: skip


@dataclass(frozen=True)
class Extra:
    """One further permanent, with the steps that make it what it is.

    `on` is one of the two permanents, where it is an Aura or Equipment attached to that.
    """

    handle: str
    steps: tuple[Step, ...]
    on: str = ""
    word: str = ""  # what the atlas calls it

    def __post_init__(self) -> None:
        called = f"{self.handle} @ {self.on}" if self.on else self.handle
        object.__setattr__(self, "word", self.word or called)


def panel(catalogue: Catalogue) -> tuple[Extra, ...]:
    """All further permanents, in the order in which they are tried."""
    documents: list[tuple[str, tuple[dict[str, Any], ...]]] = [
        *((name, ({"enter": name},)) for name in _YOURS),
        *((name, ({"enter": name, "controller": "opponent"},)) for name in _THEIRS),
        *_SPECIAL,
    ]
    documents.append(("graveyard", tuple(
        {"zone": "graveyard", "card": name, "as": f"buried {name}"} for name in _GRAVEYARD
    )))  # fmt: skip
    return tuple(
        Extra(handle, board_from_document({"steps": list(steps)}, catalogue).steps)
        for handle, steps in documents
    )


def acting(catalogue: Catalogue, name: str, on: str = "") -> Extra:
    """A further permanent that acts; `on` is the permanent that it is attached to."""
    card = catalogue.card(name)
    if card is None:
        raise LookupError(name)
    handle = card.faces[0].name
    aura = "Aura" in card.faces[0].subtypes
    enter = Enter(handle, card, attached_to=on if on and aura else None)
    moved = (Attach(handle, on),) if on and not aura else ()
    return Extra(handle, (enter, *moved), on)


TOKEN, COUNTER = " token", " counter on Bear Cub"


def token_of(catalogue: Catalogue, subtype: str) -> Extra:
    """A token of that artifact, land, enchantment, ... type."""
    type_line = f"{(FAMILY_OF.get(subtype) or 'artifact').capitalize()} — {subtype}"
    document = {"steps": [{"token": {"name": subtype, "type_line": type_line}}]}
    return Extra(subtype, board_from_document(document, catalogue).steps, word=subtype + TOKEN)


def with_counter(catalogue: Catalogue, kind: str) -> Extra:
    """A creature with a counter of that kind."""
    steps = [{"enter": "Bear Cub"}, {"counters": {kind: 1}, "on": "Bear Cub"}]
    countered = board_from_document({"steps": steps}, catalogue).steps
    return Extra("Bear Cub", countered, word=kind + COUNTER)


def extra_of(catalogue: Catalogue, panel: tuple[Extra, ...], word: str) -> Extra:
    """The further permanent that the atlas calls so."""
    for each in panel:
        if each.word == word:
            return each
    if word.endswith(TOKEN):
        return token_of(catalogue, word.removesuffix(TOKEN))
    if word.endswith(COUNTER):
        return with_counter(catalogue, word.removesuffix(COUNTER))
    name, _, on = word.partition(" @ ")
    return acting(catalogue, name, on)
