"""What `is:` can ask of a card."""

from collections.abc import Callable

from striate.cards.catalogue.index import Entry, FaceEntry
from striate.cards.costs import symbols

_PERMANENT = {"Artifact", "Battle", "Creature", "Enchantment", "Land", "Planeswalker"}
_PARTY = {"Cleric", "Rogue", "Warrior", "Wizard"}
_OUTLAW = {"Assassin", "Mercenary", "Pirate", "Rogue", "Warlock"}
_DOUBLE_FACED = {"transform", "modal_dfc", "meld"}


def _face(test: Callable[[FaceEntry], bool]) -> Callable[[Entry], bool]:
    return lambda entry: any(test(face) for face in entry.faces)


def _layout(*layouts: str) -> Callable[[Entry], bool]:
    return lambda entry: entry.layout in layouts


def _historic(face: FaceEntry) -> bool:
    """700.6: legendary, an artifact, or a Saga."""
    return bool(
        "Legendary" in face.supertypes or "Artifact" in face.types or "Saga" in face.subtypes
    )


def _hybrid(face: FaceEntry) -> bool:
    return any("/" in symbol and not symbol.endswith("/P") for symbol in symbols(face.mana_cost))


def _phyrexian(face: FaceEntry) -> bool:
    return any(symbol.endswith("/P") for symbol in symbols(face.mana_cost))


def _creature(face: FaceEntry, subtypes: set[str]) -> bool:
    return "Creature" in face.types and not subtypes.isdisjoint(face.subtypes)


def _commander(face: FaceEntry) -> bool:
    return {"Legendary"} <= {*face.supertypes} and "Creature" in face.types


KINDS: dict[str, Callable[[Entry], bool]] = {
    "leveler": lambda entry: (
        entry.layout == "leveler" or any("level up" in face.keywords for face in entry.faces)
    ),
    "permanent": _face(lambda face: not _PERMANENT.isdisjoint(face.types)),
    "spell": _face(lambda face: "Land" not in face.types),
    "vanilla": lambda entry: any(
        "Creature" in face.types and face.text == "none" for face in entry.faces
    ),
    "frenchvanilla": lambda entry: any(
        "Creature" in face.types and face.text == "keywords" for face in entry.faces
    ),
    "bear": lambda entry: (
        entry.mana_value == 2
        and any(
            "Creature" in face.types and (face.power, face.toughness) == ("2", "2")
            for face in entry.faces
        )
    ),
    "transform": _layout("transform"),
    "mdfc": _layout("modal_dfc"),
    "dfc": lambda entry: entry.layout in _DOUBLE_FACED,
    "meld": _layout("meld"),
    "split": _layout("split"),
    "flip": _layout("flip"),
    "adventure": _layout("adventure"),
    "class": _face(lambda face: "Class" in face.subtypes),
    "saga": _face(lambda face: "Saga" in face.subtypes),
    "historic": _face(_historic),
    "legendary": _face(lambda face: "Legendary" in face.supertypes),
    "party": _face(lambda face: _creature(face, _PARTY)),
    "outlaw": _face(lambda face: _creature(face, _OUTLAW)),
    "commander": lambda entry: _commander(entry.faces[0]),
    "hybrid": _face(_hybrid),
    "phyrexian": _face(_phyrexian),
    "colorless": lambda entry: not any(face.colors for face in entry.faces),
    "multicolored": _face(lambda face: len(face.colors) > 1),
}
