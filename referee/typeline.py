"""205, 305.6-7, 613.1d: what type-changing effects write.

A `TypeLine` is the three parts of a type line; the same functions serve layer 4 and the
exceptions of copy effects (707.9b).
"""

from collections.abc import Iterable

import msgspec

from striate.cards.tree import (
    Ability,
    Activated,
    AddMana,
    AddTypes,
    Body,
    Change,
    Node,
    RemoveTypes,
    SetSubtypes,
    SetTypes,
)
from striate.cards.vocabulary import (
    BASIC_LAND_TYPES,
    BATTLE_TYPES,
    FAMILIES,
    SPELL_TYPES,
    TYPES_OF_FAMILY,
)
from striate.referee.values import Held, View

_MANA_OF = {"Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G"}
_KEPT = frozenset(("Instant", "Sorcery"))


class TypeLine(msgspec.Struct, frozen=True):
    """205.1: supertypes, card types, subtypes."""

    supertypes: frozenset[str]
    types: frozenset[str]
    subtypes: frozenset[str]


def _families_of_subtypes() -> dict[str, frozenset[str]]:
    """205.3g-p: each subtype's families; a word can be in two."""
    table: dict[str, set[str]] = {}
    families: dict[str, tuple[str, ...]] = {str(name): words for name, words in FAMILIES.items()}
    families["spell"] = SPELL_TYPES
    families["battle"] = BATTLE_TYPES
    for family, words in families.items():
        for word in words:
            table.setdefault(word, set()).add(family)
    return {word: frozenset(of_word) for word, of_word in table.items()}


FAMILIES_OF = _families_of_subtypes()
EVERY = {
    "creature type": FAMILIES["creature"],
    "land type": FAMILIES["land"],
    "basic land type": BASIC_LAND_TYPES,
    "artifact type": FAMILIES["artifact"],
    "enchantment type": FAMILIES["enchantment"],
    "planeswalker type": FAMILIES["planeswalker"],
}


def fits(subtype: str, types: Iterable[str]) -> bool:
    """205.3c-d: whether an object of those card types can have the subtype."""
    families = FAMILIES_OF.get(subtype)
    if families is None:
        return True
    return any(kind in types for family in families for kind in TYPES_OF_FAMILY[family])


def _families(subtypes: Iterable[str]) -> frozenset[str]:
    families: set[str] = set()
    for subtype in subtypes:
        families.update(FAMILIES_OF.get(subtype, ()))
    return frozenset(families)


def _without_families(subtypes: frozenset[str], families: frozenset[str]) -> frozenset[str]:
    """205.1a: the subtypes that are in none of those sets."""
    return frozenset(s for s in subtypes if families.isdisjoint(FAMILIES_OF.get(s, ())))


def _expanded(subtypes: Iterable[str], every: Iterable[str]) -> frozenset[str]:
    """205.3e: the named subtypes and, for "every creature type", all of that set."""
    words = set(subtypes)
    for kind in every:
        words.update(EVERY.get(kind, ()))
    return frozenset(words)


def set_types(line: TypeLine, change: SetTypes) -> TypeLine:
    """205.1a: the new card types replace the old; subtypes go with their type."""
    types = frozenset(change.types) | (line.types & _KEPT)
    subtypes = frozenset(s for s in line.subtypes if fits(s, types))
    new = _expanded(change.subtypes, change.every)
    # The new subtypes replace any existing ones of their own sets.
    subtypes = _without_families(subtypes, _families(new)) | new
    return TypeLine(line.supertypes | frozenset(change.supertypes), types, subtypes)


def add_types(line: TypeLine, change: AddTypes) -> TypeLine:
    """205.1b: in addition to its other types."""
    types = line.types | frozenset(change.types)
    # 205.3d: a subtype that fits none of its types can't be gained.
    new = frozenset(s for s in _expanded(change.subtypes, change.every) if fits(s, types))
    return TypeLine(line.supertypes | frozenset(change.supertypes), types, line.subtypes | new)


def remove_types(line: TypeLine, change: RemoveTypes, kept: frozenset[str]) -> TypeLine:
    """205.1a: a card type that goes takes its subtypes along; removing a subtype changes no type.

    `kept` are the card types that the same effect gives ("loses all other card types").
    """
    types = line.types - frozenset(change.types)
    if change.other_types:
        types = types & (kept | _KEPT)
    subtypes = line.subtypes - frozenset(change.subtypes)
    subtypes = _without_families(subtypes, frozenset(change.all_subtypes))
    subtypes = frozenset(s for s in subtypes if fits(s, types) or not fits(s, line.types))
    return TypeLine(line.supertypes - frozenset(change.supertypes), types, subtypes)


def set_subtypes(line: TypeLine, change: SetSubtypes) -> TypeLine:
    """205.1a: the new subtypes replace those of their set; nothing else changes."""
    kept = _without_families(line.subtypes, frozenset((change.family,)))
    new = frozenset(s for s in change.subtypes if fits(s, line.types))
    return TypeLine(line.supertypes, line.types, kept | new)


# One effect's changes of the type line happen together: what it takes away goes before what it
# gives, so that "becomes a Frog and loses all other types" ends as a Frog.
_ORDER: tuple[type, ...] = (SetTypes, RemoveTypes, SetSubtypes, AddTypes)


def changed(line: TypeLine, changes: tuple[Change | Node, ...]) -> TypeLine:
    """613.1d: the type line after one effect."""
    kept: set[str] = set()
    for change in changes:
        if isinstance(change, SetTypes | AddTypes):
            kept.update(change.types)
    for kind in _ORDER:
        if kind is SetSubtypes:
            # 205.3d: the subtypes may be those of a card type that the same effect gives.
            line = TypeLine(line.supertypes, line.types | kept, line.subtypes)
        for change in changes:
            if type(change) is kind:
                line = _one(line, change, frozenset(kept))
    return line


def _one(line: TypeLine, change: Change | Node, kept: frozenset[str]) -> TypeLine:
    if isinstance(change, SetTypes):
        return set_types(line, change)
    if isinstance(change, RemoveTypes):
        return remove_types(line, change, kept)
    if isinstance(change, SetSubtypes):
        return set_subtypes(line, change)
    if isinstance(change, AddTypes):
        return add_types(line, change)
    return line


def intrinsic(subtype: str) -> Ability:
    """305.6: the mana ability of a basic land type."""
    return Activated("{T}", Body((AddMana(f"{{{_MANA_OF[subtype]}}}"),)))


def with_intrinsic(view: View) -> None:
    """305.6: a land has the mana abilities of the basic land types that it has now.

    They are in no text box, so they stand after its text.
    """
    if "Land" not in view.types and all(h.origin != "intrinsic" for h in view.abilities):
        return
    others = tuple(held for held in view.abilities if held.origin != "intrinsic")
    present = [s for s in BASIC_LAND_TYPES if s in view.subtypes and "Land" in view.types]
    mana = (Held(intrinsic(s), "intrinsic", ("intrinsic", s)) for s in present)
    view.abilities = (*others, *mana)


def sets_land_types(change: Change | Node) -> bool:
    """305.7: it sets a land's subtype to basic land types."""
    if isinstance(change, SetSubtypes):
        named = change.subtypes if change.family == "land" else ()
    elif isinstance(change, SetTypes):
        named = change.subtypes if "Land" in change.types else ()
    else:
        return False
    return any(subtype in BASIC_LAND_TYPES for subtype in named)


def write(view: View, changes: tuple[Change | Node, ...]) -> None:
    """613.1d, 305.7: layer 4 on one object."""
    line = changed(TypeLine(view.supertypes, view.types, view.subtypes), changes)
    view.supertypes, view.types, view.subtypes = line.supertypes, line.types, line.subtypes
    if "Land" in view.types and any(sets_land_types(change) for change in changes):
        # 305.7: abilities from its rules text and its old land types go, granted ones stay.
        view.abilities = tuple(held for held in view.abilities if held.origin == "granted")
    with_intrinsic(view)
