"""What a change could make true of an object: claims by their parts, over-approximated.

Loses no board iff `could_make` says yes of every change that on some board makes the claim true
where it was false; that it says yes too often only makes pools larger.
"""

from collections.abc import Collection, Iterator
from functools import cache
from typing import TypeAlias

from striate.cards import tree
from striate.cards.meanings import intrinsic
from striate.cards.vocabulary import (
    BASIC_LAND_TYPES,
    FAMILIES,
    FAMILY_OF,
    TYPES_OF_FAMILY,
    VARIANTS,
)
from striate.encodings.door import layer_of
from striate.quick.reach import Keys, ability_key, reads, touch, writes
from striate.search.goals import Claim, Demand, Goal, HasText, KindCount, noun_of

STABLE = tree.Not(
    tree.AllOf((tree.HasType("Creature"), tree.StatIs("toughness", "<=", tree.Num(0))))
)
_LOSING = (tree.LoseAbilities, tree.LoseAllAbilities, tree.CantHave)
SIZING = (tree.SetBasePT, tree.DefinePT, tree.ModifyPT, tree.SwitchPT)
_TYPING = (tree.SetTypes, tree.RemoveTypes, tree.SetSubtypes)
ADDING = (tree.AddTypes, tree.SetTypes, tree.SetSubtypes)
_GIVING = (tree.GainAbilities, tree.GainAbilitiesOf, *ADDING)


# The rule that a characteristic is decided by (613.1).
_RULES = {
    "controller": "613.1b",
    "text": "613.1c",
    "name": "613.1c",
    "type": "613.1d",
    "subtype": "613.1d",
    "supertype": "613.1d",
    "color": "613.1e",
    "ability": "613.1f",
    "power": "613.1g",
    "toughness": "613.1g",
}


def parts_of(demand: Demand) -> tuple[Claim, ...]:
    """What is claimed, part by part; 208.3: what has a power or toughness is a creature."""
    claims: dict[Claim, None] = {}
    waiting: list[Claim] = [*demand.claims, noun_of(demand.subject)]
    while waiting:
        claim = waiting.pop()
        if isinstance(claim, tree.AllOf):
            waiting += claim.parts
            continue
        if isinstance(claim, tree.Not) and isinstance(claim.part, tree.Not):
            waiting.append(claim.part.part)
            continue
        claims[claim] = None
        if isinstance(claim, tree.StatIs) and claim.stat in ("power", "toughness"):
            claims[tree.HasType("Creature")] = None
    return tuple(claims)


def keys_of(claim: Claim) -> Keys:
    """What decides about the claim."""
    if not isinstance(claim, HasText):
        return reads(claim)
    return frozenset({ability_key(claim.ability), ("text", "*"), ("ability", "*")})


def opposite(claim: Claim) -> Claim:
    if isinstance(claim, HasText):
        return HasText(claim.ability, not claim.negated)
    return claim.part if isinstance(claim, tree.Not) else tree.Not(claim)


def least(op: str, number: int) -> int:
    """The smallest number of something that there can be."""
    return number + (op == ">") if op in ("=", ">=", ">") else 0


def owners(claim: Claim) -> tuple[tree.Filter, ...]:
    """205.3d: the types of which what has a subtype has one; none of what is no subtype."""
    if isinstance(claim, KindCount) and least(claim.op, claim.number) > 0:
        family = str(claim.kind).removeprefix("basic ").removesuffix(" type")
        return tuple(map(tree.HasType, TYPES_OF_FAMILY.get(family, ())))
    if not isinstance(claim, tree.HasSubtype) or claim.subtype not in FAMILY_OF:
        return ()
    return tuple(map(tree.HasType, TYPES_OF_FAMILY[FAMILY_OF[claim.subtype]]))


def implied(claims: Collection[Claim]) -> Iterator[tree.Filter]:
    """205.3d: what has a subtype in the end has a type of it then.

    Loses no board iff a subtype goes with the last of its types, and none is gained without one.
    """
    for claim in claims:
        types = owners(claim)
        kind = tree.AnyOf(types) if len(types) > 1 else types[0] if types else None
        if kind is not None and kind not in claims:
            yield kind


@cache
def could_make(change: tree.Change, claim: Claim) -> bool:
    """Whether the change could make the claim true of an object of which it is false.

    208.3: that what has a power or toughness is a creature is a part of its own.
    """
    sized = isinstance(claim, tree.StatIs) and claim.stat in ("power", "toughness")
    return isinstance(change, SIZING) if sized else could_turn(change, claim, True)


def makes(effect: tree.Effect, claim: Claim) -> bool:
    return any(could_make(change, claim) for change in effect.changes)


def could_break(change: tree.Change, claim: Claim) -> bool:
    """Whether the change could make the claim false of an object of which it is true."""
    return could_turn(change, claim, False)


def could_turn(change: tree.Change, claim: Claim, to: bool) -> bool:
    """Whether the change could make the claim true, or false, where it was the opposite."""
    if layer_of(change) in ("", "1"):
        return False
    match claim:
        case tree.AnyOf(parts) | tree.AllOf(parts):
            return any(could_turn(change, part, to) for part in parts)
        case tree.Not(part):
            return could_turn(change, part, not to)
        case HasText(ability, negated):
            return _gives_text(change, ability) if to != negated else _takes_text(change)
        case tree.HasType() | tree.HasSubtype() | tree.HasSupertype() | tree.HasColor():
            return _gives(change, claim) if to else _takes(change, claim)
        case tree.HasKeyword(word):
            return _gives_keyword(change, word) if to else _takes_text(change)
        case tree.StatIs(stat) if stat in ("power", "toughness"):
            # 208.3: what becomes a creature has a power, and what no more is one has none.
            return isinstance(change, SIZING) or could_turn(change, tree.HasType("Creature"), to)
        case tree.HasNoAbilities():
            return _takes_text(change) if to else isinstance(change, _GIVING)
    return touch(keys_of(claim), writes(change))


_Word: TypeAlias = tree.HasType | tree.HasSubtype | tree.HasSupertype | tree.HasColor


def _takes(change: tree.Change, claim: _Word) -> bool:
    """Whether the change can take the word away."""
    match claim:
        case tree.HasType(word):
            if isinstance(change, tree.RemoveTypes):
                return change.other_types or word in change.types
            return isinstance(change, tree.SetTypes) and word not in change.types
        case tree.HasSubtype(word):
            if isinstance(change, tree.SetSubtypes):
                return change.family == FAMILY_OF.get(word) and word not in change.subtypes
            return isinstance(change, tree.RemoveTypes | tree.SetTypes | tree.SubtypesOf)
        case tree.HasSupertype(word):
            return isinstance(change, tree.RemoveTypes) and word in change.supertypes
        case tree.HasColor(word):
            return isinstance(change, tree.SetColors) and word not in change.colors


# 205.3: the words that a choice, or "every", can stand for.
_OF_KIND: dict[str, Collection[str]] = {
    "creature type": FAMILIES["creature"],
    "land type": FAMILIES["land"],
    "basic land type": BASIC_LAND_TYPES,
}


def _is_of_kind(word: str, kind: str) -> bool:
    """Loses no board iff what is chosen of a kind, and each of "every" of it, is a word of it."""
    return word in _OF_KIND.get(kind, (word,))


def _gives(change: tree.Change, claim: _Word) -> bool:
    """Whether the change adds or sets the word, or, of subtypes, every one of a kind (205.3)."""
    if isinstance(change, tree.RemoveTypes | tree.SwitchPT):
        return False
    if isinstance(change, tree.SubtypesOf):
        return isinstance(claim, tree.HasSubtype)
    (name,) = claim.__struct_fields__
    word: str = getattr(claim, name)
    given: tuple[str, ...] = getattr(change, f"{name}s", ())
    every: tuple[str, ...] = getattr(change, "every", ()) if name == "subtype" else ()
    kinds = (*every, *(each.removeprefix("@") for each in given if each.startswith("@")))
    return word in given or any(_is_of_kind(word, kind) for kind in kinds)


def _gives_keyword(change: tree.Change, word: str) -> bool:
    if isinstance(change, tree.GainAbilitiesOf):
        return True
    word = word.lower()
    return isinstance(change, tree.GainAbilities) and any(
        isinstance(each, tree.Keyword)
        and (
            word in (each.name, VARIANTS.get(each.name))
            or each.name.startswith("@")
            or (each.name == "landwalk" and word.endswith("walk"))
        )
        for each in change.abilities
    )


def _takes_text(change: tree.Change) -> bool:
    """Whether abilities can go: taken, or with the rules text (305.7), or intrinsic ones
    (305.6)."""
    return isinstance(change, (*_LOSING, *_TYPING))


def _gives_text(change: tree.Change, ability: tree.Ability) -> bool:
    if isinstance(ability, tree.Keyword):
        return _gives_keyword(change, ability.name)
    if isinstance(change, tree.GainAbilities | tree.GainAbilitiesOf):
        return touch(frozenset({ability_key(ability)}), writes(change))
    if any(ability == intrinsic(word) for word in BASIC_LAND_TYPES):
        return isinstance(change, ADDING)
    return False


def rules_of(claim: Claim) -> set[str]:
    """The rules that decide the claim."""
    return {_RULES[kind] for kind, _ in keys_of(claim) if kind in _RULES}


def rules_asked(goal: Goal) -> set[str]:
    """The rules that decide what is claimed."""
    claims = (claim for demand in goal.demands for claim in parts_of(demand))
    return set[str]().union(*map(rules_of, claims))
