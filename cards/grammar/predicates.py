"""What an instruction does to characteristics: "gets +1/+1", "becomes a 3/3 ..." (611.2, 205.1).

`change` is one verb phrase without its subject, as a `Part`: changes, and the duration if one
stands right after it. `becomes` decides between setting and adding types:
- 205.1a: "becomes a Treasure artifact", "becomes a green Elk creature": these types, no others;
- 205.1b: "in addition to its other types", "that's still a land": types are added;
- 205.1b: "becomes an artifact creature": types are added; a creature type before "artifact
  creature" replaces the creature types;
- a creature type without a card type ("becomes a blue Frog"): the creature types become these.
"""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from striate.cards import tree as t
from striate.cards.grammar.amounts import times
from striate.cards.grammar.engine import Declined, Reading, terminal, text_until
from striate.cards.grammar.normal import Tokens
from striate.cards.grammar.notation import builds, offers
from striate.cards.vocabulary import COLORS, FAMILY_OF

COST_FOLLOWS = "cost follows"  # until the next sentence says what the keyword costs


def _half(text: str) -> t.Amount:
    sign = -1 if text[0] == "-" else 1
    digits = text.lstrip("+-")
    return times(sign, t.X()) if digits in "Xx" else t.Num(sign * int(digits))


def _pair(phrase: str, kind: type[t.ModifyPT | t.SetBasePT], signed: bool) -> None:
    """+2/-1, +X/+0 if both halves have a sign; 3/3, X/X if none has."""

    @terminal(phrase, {"±"})
    def _read(tokens: Tokens, at: int) -> Iterator[Reading]:
        halves = tokens.word(at).split("/")
        if all((half[0] in "+-") == signed and "*" not in half for half in halves):
            yield at + 1, kind(*map(_half, halves))


_pair("pt change", t.ModifyPT, signed=True)
_pair("pt box", t.SetBasePT, signed=False)


@builds
def scaled(change: t.ModifyPT, amount: t.Amount) -> t.ModifyPT:
    """ "+1/+1 for each ...": each half is that many times its number."""
    halves = [
        times(half.value, amount) if isinstance(half, t.Num) else half
        for half in (change.power, change.toughness)
    ]
    return t.ModifyPT(halves[0], halves[1])


@builds
class Shape(t.Node, frozen=True):
    """What stands after "becomes a": parts still to be turned into changes."""

    box: t.SetBasePT | None = None
    supertypes: tuple[str, ...] = ()
    colors: tuple[str, ...] | None = None
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    abilities: tuple[Any, ...] = ()
    still: bool = False
    every: tuple[str, ...] = ()  # "with all creature types"
    also: str = ""  # "types", "colors and types", "creature types", ...


@builds
def types_in(words: tuple[Any, ...]) -> tuple[str, ...]:
    return tuple(word.type for word in words if isinstance(word, t.HasType))


@builds
def subtypes_in(words: tuple[Any, ...]) -> tuple[str, ...]:
    return tuple(word.subtype for word in words if isinstance(word, t.HasSubtype))


def _families(subtypes: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    families: dict[str, tuple[str, ...]] = {}
    for subtype in subtypes:
        family = FAMILY_OF.get(subtype)
        if family is None:
            raise Declined  # of a spell: no permanent has such a type (205.3b)
        families[family] = (*families.get(family, ()), subtype)
    return families


_ALL_OF_THEM = {"types", "colors and types", "types and colors", "card types"}


def _type_changes(shape: Shape) -> tuple[t.Change, ...]:
    """205.1a-b: the layer 4 changes of a shape; None if the words leave it open."""
    supers, types, subtypes = shape.supertypes, shape.types, shape.subtypes
    if not (supers or types or subtypes):
        return ()
    families = _families(subtypes)
    if shape.still or shape.also in _ALL_OF_THEM:
        return (t.AddTypes(types, subtypes, supers),)
    if "types" in shape.also:
        family = shape.also.split(" ")[0]
        if set(families) != {family} or types not in ((), (family.capitalize(),)):
            raise Declined
        return (t.AddTypes(types, subtypes, supers),)
    if shape.also:
        raise Declined
    if not types and not subtypes:
        return (t.AddTypes(supertypes=supers),)
    if not types:
        if len(families) != 1:
            raise Declined
        family = next(iter(families))
        setter = t.SetSubtypes(family, subtypes)  # type: ignore[arg-type]  # a key of FAMILIES is a family
        return (t.AddTypes(supertypes=supers), setter) if supers else (setter,)
    if set(types) == {"Artifact", "Creature"}:
        if set(families) - {"creature"}:
            raise Declined
        added = t.AddTypes(types, (), supers)
        return (added, t.SetSubtypes("creature", subtypes)) if subtypes else (added,)
    if any(family.capitalize() not in types for family in families):
        raise Declined
    return (t.SetTypes(types, subtypes, supers),)


@builds
def shape_changes(shape: Shape) -> tuple[t.Change, ...]:
    changes = _type_changes(shape)
    if shape.every:
        first = changes[0] if changes else None
        if not isinstance(first, (t.SetTypes, t.AddTypes)):
            raise Declined
        changes = (replace(first, every=shape.every), *changes[1:])
    if shape.colors is not None:
        also = "colors" in shape.also
        if also and not shape.colors:
            raise Declined
        color: t.Change = t.AddColors(shape.colors) if also else t.SetColors(shape.colors)
        changes = (*changes, color)
    if shape.abilities:
        changes = (*changes, t.GainAbilities(shape.abilities))
    if shape.box is not None:
        changes = (*changes, shape.box)
    return changes


@builds
class Part(t.Node, frozen=True):
    """One verb phrase: its changes, and its duration if it has one."""

    changes: tuple[t.Change, ...]
    duration: t.Duration | None = None
    own: bool = False  # the duration is in the words of the verb phrase ("this turn")
    needs: bool = False  # makes sense only with a duration
    so: bool = False  # "is" or "has", and not "becomes" or "gains"


COLOR_WORDS = {letter: word for word, letter in COLORS.items()}


text_until('. "', "whose cost", "its", "the", "that", "their")


@builds
def is_each_of(parts: Any, also: str | None = None, beside: bool = False) -> Any:
    """205.1a: several subtypes of one family: "is a Mountain, Forest, and Plains"."""
    names = tuple(sorted(part.subtype for part in parts if isinstance(part, t.HasSubtype)))
    families = {FAMILY_OF.get(name) for name in names}
    if len(names) != len(parts) or (len(parts) < 2 and not also) or len(families) != 1:
        raise Declined
    if also or beside:
        return (t.AddTypes(subtypes=names),)
    return (t.SetSubtypes(FAMILY_OF[names[0]], names),)


offers(COLOR_WORDS=COLOR_WORDS)
