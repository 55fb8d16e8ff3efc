"""Layer 4: card types, subtypes and supertypes (205, 305.6-7, 613.1d)."""

from striate.cards import tree
from striate.cards.vocabulary import (
    BASIC_LAND_TYPES,
    CREATURE_TYPES,
    FAMILY_OF,
    LAND_TYPES,
)
from striate.encodings.algebra import FALSE, TRUE, Algebra, Lit
from striate.encodings.clauses import clause
from striate.encodings.matching import Moment, chosen, group
from striate.encodings.state import EVERY_CREATURE_TYPE, Chars, Held, Setting, Words

# 205.3d-m: the card types that each family of subtypes belongs to.
TYPES_OF_FAMILY = {
    "creature": ("Creature", "Kindred", "Tribal"),
    "land": ("Land",),
    "artifact": ("Artifact",),
    "enchantment": ("Enchantment",),
    "planeswalker": ("Planeswalker",),
    "spell": ("Instant", "Sorcery"),
    "battle": ("Battle",),
    "dungeon": ("Dungeon",),
    "plane": ("Plane",),
}
BASIC_MANA = {"Plains": "{W}", "Island": "{U}", "Swamp": "{B}", "Mountain": "{R}", "Forest": "{G}"}


def mana_ability(land_type: str) -> tree.Activated:
    """305.6: "{T}: Add [mana symbol].\""""
    return tree.Activated("{T}", tree.Body((tree.AddMana(BASIC_MANA[land_type]),)))


def family(word: str) -> str:
    return "creature" if word == EVERY_CREATURE_TYPE else FAMILY_OF.get(word, "")


def put(words: Words, names: tuple[str, ...], lit: Lit, algebra: Algebra) -> Words:
    """The words with those names present where the literal holds."""
    changed = dict(words)
    for name in names:
        changed[name] = algebra.or_(changed.get(name, FALSE), lit)
    return changed


def drop(words: Words, names: "set[str] | frozenset[str]", lit: Lit, algebra: Algebra) -> Words:
    """The words without those names where the literal holds."""
    return {
        word: algebra.and_(present, lit ^ 1) if word in names else present
        for word, present in words.items()
    }


def words_of(names: tuple[str, ...], setting: Setting, moment: Moment) -> tuple[str, ...]:
    found = (chosen(name, setting, moment) for name in names)
    return tuple(name for name in found if name)


def every_word(families: tuple[str, ...]) -> tuple[str, ...]:
    """205.3: the subtypes that "every ... type" means."""
    found: list[str] = []
    for each in families:
        if each == "creature type":
            found.append(EVERY_CREATURE_TYPE)
        elif each == "basic land type":
            found += BASIC_LAND_TYPES
        elif each == "land type":
            found += sorted(LAND_TYPES)
    return tuple(found)


@clause("205.1a", "205.3d")
def keep_fitting_subtypes(new: Chars, algebra: Algebra) -> None:
    """205.1a, 205.3d: a subtype goes with the last card type that it belongs to."""
    kept: Words = {}
    for word, lit in new.subtypes.items():
        owners = TYPES_OF_FAMILY.get(family(word))
        if owners is not None and lit != FALSE:
            fits = algebra.any_([new.types.get(each, FALSE) for each in owners])
            lit = algebra.and_(lit, fits)
        kept[word] = lit
    new.subtypes = kept


@clause("305.7")
def lose_rules_text(new: Chars, lit: Lit, algebra: Algebra) -> None:
    """305.7: a land whose land type is set to a basic one loses the abilities of its rules text.

    In layer 4 the abilities are those of the text and of copiable values; what other effects
    grant comes in layer 6 and stays.
    """
    new.abilities = tuple(
        held.with_present(algebra.and_(held.present, lit ^ 1)) for held in new.abilities
    )


def clear_family(new: Chars, which: str, lit: Lit, algebra: Algebra) -> None:
    gone = {word for word in new.subtypes if family(word) == which}
    new.subtypes = drop(new.subtypes, gone, lit, algebra)


@clause("205.1a")
def set_types(
    moment: Moment, change: tree.SetTypes, lit: Lit, new: Chars, setting: Setting
) -> None:
    """205.1a: the new card types replace the old; new subtypes replace those of their sets."""
    algebra = moment.algebra
    types = words_of(change.types, setting, moment)
    subtypes = words_of(change.subtypes, setting, moment) + every_word(change.every)
    new.types = put(drop(new.types, set(new.types) - set(types), lit, algebra), types, lit, algebra)
    for which in dict.fromkeys(family(word) for word in subtypes):
        clear_family(new, which, lit, algebra)
    new.subtypes = put(new.subtypes, subtypes, lit, algebra)
    new.supertypes = put(new.supertypes, change.supertypes, lit, algebra)
    if set(subtypes) & set(BASIC_LAND_TYPES):
        lose_rules_text(new, lit, algebra)
    keep_fitting_subtypes(new, algebra)


@clause("205.1b")
def add_types(
    moment: Moment, change: tree.AddTypes, lit: Lit, new: Chars, setting: Setting
) -> None:
    """205.1b: in addition to, "still", "artifact creature": what it was before stays."""
    algebra = moment.algebra
    subtypes = words_of(change.subtypes, setting, moment) + every_word(change.every)
    new.types = put(new.types, words_of(change.types, setting, moment), lit, algebra)
    new.subtypes = put(new.subtypes, subtypes, lit, algebra)
    new.supertypes = put(new.supertypes, change.supertypes, lit, algebra)
    keep_fitting_subtypes(new, algebra)


@clause("205.1a")
def remove_types(
    moment: Moment, change: tree.RemoveTypes, lit: Lit, new: Chars, setting: Setting, kept: set[str]
) -> None:
    """205.1a: a removed card type takes its subtypes along; `kept` are those of the same effect."""
    algebra = moment.algebra
    gone = set(words_of(change.types, setting, moment))
    if change.other_types:
        gone |= set(new.types) - kept
    new.types = drop(new.types, gone, lit, algebra)
    subtypes = words_of(change.subtypes, setting, moment)
    if any(family(word) == "creature" for word in subtypes):
        name_every_type(new, algebra)
    new.subtypes = drop(new.subtypes, set(subtypes), lit, algebra)
    for which in change.all_subtypes:
        clear_family(new, which.removesuffix(" type"), lit, algebra)
    new.supertypes = drop(new.supertypes, set(change.supertypes), lit, algebra)
    keep_fitting_subtypes(new, algebra)


def name_every_type(new: Chars, algebra: Algebra) -> None:
    """Write "every creature type" out, so that one of them can be taken away."""
    every = new.subtypes.get(EVERY_CREATURE_TYPE, FALSE)
    if every == FALSE:
        return
    new.subtypes = put(new.subtypes, tuple(sorted(CREATURE_TYPES)), every, algebra)
    del new.subtypes[EVERY_CREATURE_TYPE]


@clause("205.1a", "305.7")
def set_subtypes(
    moment: Moment, change: tree.SetSubtypes, lit: Lit, new: Chars, setting: Setting
) -> None:
    """205.1a, 305.7: new subtypes replace those of their set, card types stay."""
    algebra = moment.algebra
    subtypes = words_of(change.subtypes, setting, moment)
    clear_family(new, change.family, lit, algebra)
    new.subtypes = put(new.subtypes, subtypes, lit, algebra)
    if change.family == "land" and set(subtypes) & set(BASIC_LAND_TYPES):
        lose_rules_text(new, algebra.and_(lit, new.types.get("Land", FALSE)), algebra)
    keep_fitting_subtypes(new, algebra)


@clause("205.1b")
def subtypes_of(
    moment: Moment, change: tree.SubtypesOf, lit: Lit, new: Chars, setting: Setting
) -> None:
    """205.1b: has the subtypes of that family that the others have."""
    algebra = moment.algebra
    words = subtypes_among(moment, change, setting)
    if not change.add:
        clear_family(new, change.family, lit, algebra)
    changed = dict(new.subtypes)
    for word, there in words.items():
        changed[word] = algebra.or_(changed.get(word, FALSE), algebra.and_(lit, there))
    new.subtypes = changed
    keep_fitting_subtypes(new, algebra)


def subtypes_among(moment: Moment, change: tree.SubtypesOf, setting: Setting) -> Words:
    algebra = moment.algebra
    found: Words = {}
    for index, meant in group(moment, change.of, setting):
        for word, lit in moment.chars[index].subtypes.items():
            if family(word) == change.family:
                found[word] = algebra.or_(found.get(word, FALSE), algebra.and_(lit, meant))
    return found


@clause("305.6")
def intrinsic_mana_abilities(new: Chars, index: int, stamp: int, algebra: Algebra) -> None:
    """305.6: a land with a basic land type has that type's mana ability, whatever its text."""
    land = new.types.get("Land", FALSE)
    gained = []
    for word in BASIC_LAND_TYPES:
        lit = algebra.and_(land, new.subtypes.get(word, FALSE))
        if lit != FALSE:
            key = ("intrinsic", index, word)
            gained.append(Held(((TRUE, mana_ability(word)),), lit, (stamp, 0), key))
    if gained:
        new.abilities = (*new.abilities, *gained)
