"""Layer 4: card types, subtypes and supertypes (205, 305.6-7, 613.1d)."""

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from striate.cards import tree
from striate.cards.meanings import intrinsic
from striate.cards.vocabulary import (
    BASIC_LAND_TYPES,
    CREATURE_TYPES,
    EVERY_CREATURE_TYPE,
    LAND_TYPES,
    TYPES_OF_FAMILY,
    family,
)
from striate.encodings.algebra import FALSE, TRUE, Algebra, Lit
from striate.encodings.clauses import clause
from striate.encodings.effects import On
from striate.encodings.moments import Moment, asked_of, chosen
from striate.encodings.state import Chars, Held, Setting, Words, changed_words


def _words_of(names: tuple[str, ...], setting: Setting, moment: Moment) -> tuple[str, ...]:
    words = (chosen(name, setting, moment) for name in names)
    return tuple(name for name in words if name)


# 205.3: the subtypes that "every ... type" means.
_EVERY = {
    "creature type": (EVERY_CREATURE_TYPE,),
    "basic land type": BASIC_LAND_TYPES,
    "land type": LAND_TYPES,
}


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


class TypeNet(Struct, frozen=True):
    """What a change of types leaves: words cleared, then words added.

    `types` None means every card type; `families` are subtype families cleared as a whole.
    """

    types: frozenset[str] | None = frozenset()
    kept_types: frozenset[str] = frozenset()
    families: frozenset[str] = frozenset()
    subtypes: frozenset[str] = frozenset()
    supertypes: frozenset[str] = frozenset()
    add_types: frozenset[str] = frozenset()
    add_subtypes: frozenset[str] = frozenset()
    add_supertypes: frozenset[str] = frozenset()
    loses_text: str = ""  # "", "land" (if it is a land), "always"

    def clears(self, sort: str, word: str) -> bool:
        """Whether that word of the sort isn't there any more, if nothing adds it."""
        if sort == "types":
            return word not in self.kept_types if self.types is None else word in self.types
        named = word in (self.supertypes if sort == "supertypes" else self.subtypes)
        return named or (sort == "subtypes" and family(word) in self.families)


_RETAINED = frozenset({"Instant", "Sorcery"})  # 205.1a


@clause("205.1a")
def set_types(types: frozenset[str], subtypes: frozenset[str]) -> TypeNet:
    """205.1a: the new card types replace the old, but instants and sorceries retain those types;
    new subtypes replace those of their sets.
    """
    return TypeNet(
        types=None,
        kept_types=types | _RETAINED,
        families=frozenset(family(word) for word in subtypes),
        add_types=types,
        add_subtypes=subtypes,
        loses_text=text_lost(subtypes, "always"),
    )


@clause("205.1b")
def add_types(types: frozenset[str], subtypes: frozenset[str]) -> TypeNet:
    """205.1b: in addition to, "still", "artifact creature": what it was before stays."""
    return TypeNet(add_types=types, add_subtypes=subtypes)


@clause("205.1a")
def remove_types(types: frozenset[str] | None, kept: frozenset[str], subtypes: frozenset[str],
                 families: frozenset[str]) -> TypeNet:  # fmt: skip
    """205.1a: a removed card type takes its subtypes along."""
    return TypeNet(types=types, kept_types=kept, subtypes=subtypes, families=families)


@clause("205.1a", "305.7")
def set_subtypes(which: str, subtypes: frozenset[str]) -> TypeNet:
    """205.1a, 305.7: new subtypes replace those of their set, card types stay."""
    return TypeNet(
        families=frozenset({which}),
        add_subtypes=subtypes,
        loses_text=text_lost(subtypes, "land") if which == "land" else "",
    )


@clause("305.7")
def text_lost(subtypes: frozenset[str], when: str) -> str:
    """305.7: a land whose land type is set to a basic one loses the abilities of its rules text."""
    return when if subtypes & set(BASIC_LAND_TYPES) else ""


@clause("205.1b")
def of_artifact_creatures(changes: tuple[tree.Change, ...]) -> tuple[tree.Change, ...]:
    """205.1b: what becomes a Golem artifact creature has no other creature type from then on."""
    return changes


def types_given(changes: tuple[tree.Change, ...]) -> frozenset[str]:
    """The card types that the same effect gives ("loses all other card types")."""
    given = (each for each in changes if isinstance(each, tree.AddTypes | tree.SetTypes))
    return frozenset(word for each in given for word in each.types)


def nets_of(
    changes: tuple[tree.Change, ...], setting: Setting, moment: Moment
) -> tuple[TypeNet, ...]:
    """What each of one effect's type changes leaves, in order."""
    kept = types_given(changes)
    return tuple(_net(each, setting, moment, kept) for each in of_artifact_creatures(changes))


def _net(change: tree.Change, setting: Setting, moment: Moment, kept: frozenset[str]) -> TypeNet:
    """`kept` are card types that the effect gives."""
    match change:
        case tree.SetTypes() | tree.AddTypes():
            every = (word for each in change.every for word in _EVERY[each])
            subtypes = frozenset((*_words_of(change.subtypes, setting, moment), *every))
            types = frozenset(_words_of(change.types, setting, moment))
            given = set_types if isinstance(change, tree.SetTypes) else add_types
            net = given(types, subtypes)
            return replace(net, add_supertypes=frozenset(change.supertypes))
        case tree.RemoveTypes():
            types_gone = frozenset(_words_of(change.types, setting, moment))
            net = remove_types(
                None if change.other_types else types_gone,
                kept | _RETAINED if change.other_types else frozenset(),
                frozenset(_words_of(change.subtypes, setting, moment)),
                frozenset(each.removesuffix(" type") for each in change.all_subtypes),
            )
            return replace(net, supertypes=frozenset(change.supertypes))
        case tree.SetSubtypes():
            subtypes = frozenset(_words_of(change.subtypes, setting, moment))
            if change.subtypes and not subtypes:
                return TypeNet()  # 607.5a: of an undefined type nothing comes
            return set_subtypes(change.family, subtypes)
    return TypeNet()


Run = tuple[Lit, tuple[TypeNet, ...]]  # what one effect leaves, where the literal holds


def change_types(new: Chars, runs: list[Run], algebra: Algebra) -> None:
    """205.1a-b: the words after the one of the runs whose literal holds."""
    every = [net for _, nets in runs for net in nets]
    if any(family(word) == "creature" for net in every for word in net.subtypes):
        _name_every_type(new, algebra)
    for sort in ("types", "supertypes", "subtypes"):
        changes = [(lit, *_cleared_and_added(nets, sort)) for lit, nets in runs]
        setattr(new, sort, changed_words(getattr(new, sort), changes, algebra))
    land = new.types.get("Land", FALSE)
    lost = []
    for lit, nets in runs:
        loses = next((net.loses_text for net in reversed(nets) if net.loses_text), "")
        lost.append(FALSE if not loses else lit if loses == "always" else algebra.and_(lit, land))
    if any(lost):
        lose_rules_text(new, algebra.any_(lost), algebra)
    keep_fitting_subtypes(new, algebra)


def _cleared_and_added(
    nets: tuple[TypeNet, ...], sort: str
) -> tuple[Callable[[str], bool], frozenset[str]]:
    added: frozenset[str] = frozenset()
    for net in nets:
        left = frozenset(word for word in added if not net.clears(sort, word))
        added = left | getattr(net, f"add_{sort}")
    return lambda word: any(net.clears(sort, word) for net in nets), added


@clause("305.7")
def lose_rules_text(new: Chars, lit: Lit, algebra: Algebra) -> None:
    """305.7: the abilities of its text go; in layer 4 those are of the text and copiable values.

    What other effects grant comes in layer 6 and stays.
    """
    new.keep_abilities(lambda held: algebra.and_(held.present, lit ^ 1))


def _name_every_type(new: Chars, algebra: Algebra) -> None:
    """Write "every creature type" out, so that one of them can be taken away."""
    every = new.subtypes.get(EVERY_CREATURE_TYPE, FALSE)
    if every == FALSE:
        return
    subtypes = dict(new.subtypes)
    for word in CREATURE_TYPES:
        subtypes[word] = algebra.or_(subtypes.get(word, FALSE), every)
    del subtypes[EVERY_CREATURE_TYPE]
    new.subtypes = subtypes


@clause("205.1b")
def subtypes_of(on: On, change: tree.SubtypesOf) -> None:
    """205.1b: has the subtypes of that family that the others have."""
    algebra, lit, new = on.algebra, on.lit, on.new
    words = subtypes_among(on.moment, change, on.setting)
    changed = dict(new.subtypes)
    if not change.add:
        for word, present in new.subtypes.items():
            if family(word) == change.family:
                changed[word] = algebra.and_(present, lit ^ 1)
    for word, present in words.items():
        changed[word] = algebra.or_(changed.get(word, FALSE), algebra.and_(lit, present))
    new.subtypes = changed
    keep_fitting_subtypes(new, algebra)


def subtypes_among(moment: Moment, change: tree.SubtypesOf, setting: Setting) -> Words:
    algebra = moment.algebra
    words: Words = {}
    for then, index, is_meant in asked_of(moment, change.of, setting):
        for word, lit in then.chars[index].subtypes.items():
            if family(word) == change.family:
                words[word] = algebra.or_(words.get(word, FALSE), algebra.and_(lit, is_meant))
    return words


def put_together(words: Words, algebra: Algebra) -> Words:
    """The same creature types in one form, to be compared.

    Encoding: all of them one by one are "every creature type", and one beside that says nothing
    more.
    """
    every = words.get(EVERY_CREATURE_TYPE, FALSE)
    if all(word in words for word in CREATURE_TYPES):
        every = algebra.or_(every, algebra.all_([words[word] for word in CREATURE_TYPES]))
    if every == FALSE:
        return words
    apart = {
        word: algebra.and_(lit, every ^ 1) if family(word) == "creature" else lit
        for word, lit in words.items()
    }
    return {**apart, EVERY_CREATURE_TYPE: every}


@clause("305.6")
def intrinsic_mana_abilities(
    chars: Chars, index: int, stamp: int, algebra: Algebra
) -> tuple[Held, ...]:
    """305.6: a land with a basic land type has that type's mana ability, whatever its text."""
    land = chars.types.get("Land", FALSE)
    gained = []
    for word in BASIC_LAND_TYPES:
        lit = algebra.and_(land, chars.subtypes.get(word, FALSE))
        if lit != FALSE:
            key = ("intrinsic", index, word)
            gained.append(Held(((TRUE, intrinsic(word)),), lit, (stamp, 0), key))
    return tuple(gained)
