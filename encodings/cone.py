"""The cone of influence: what of the pool a question can tell apart, and the classes that leaves.

From the characteristics that the goal looks at, backwards through what effects write and read.
Two options are in one class when they are equal once restricted to that.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import msgspec

from striate.cards import tree
from striate.encodings.dependency import deed_reads
from striate.encodings.options import Option
from striate.encodings.reach import Key, Keys, ability_key, reads, touch, writes
from striate.encodings.typeline import TYPES_OF_FAMILY, family
from striate.encodings.units import layer_of, statics_of

OTHER_ABILITY = tree.Opaque("unknown", tree.Prose("another ability"), touches=False)
COUNTS = (tree.Count, tree.CountDistinct, tree.Aggregate, tree.Devotion, tree.SymbolsAmong,
          tree.CountersAmong, tree.IsExtreme)  # fmt: skip


@dataclass
class Cone:
    """The characteristics that matter, and the effects that write them."""

    keys: set[Key]
    wanted: frozenset[tree.Ability] = frozenset()
    counting: bool = False
    memo: dict[tree.Node, "tree.Effect | None"] = field(default_factory=dict)

    def matters(self, kind: str, word: str = "*") -> bool:
        if (kind, word) in self.keys or (kind, "*") in self.keys:
            return True
        return word == "*" and any(each == kind for each, _ in self.keys)

    def keyword_matters(self, ability: tree.Keyword) -> bool:
        some = any(kind == "ability" and word != "*" for kind, word in self.keys)
        return ("ability", ability.name) in self.keys or (some and ability_key(ability)[1] == "*")

    def project(self, effect: tree.Effect) -> tree.Effect | None:
        """The effect restricted to what matters; None if nothing of it does."""
        if effect not in self.memo:
            changes = tuple(
                kept for each in effect.changes if (kept := self.project_change(each)) is not None
            )
            self.memo[effect] = (
                tree.Effect(effect.who, changes, effect.condition) if changes else None
            )
        return self.memo[effect]

    def project_change(self, change: tree.Change) -> tree.Change | None:
        if layer_of(change) in ("", "1"):
            return None
        if isinstance(change, tree.GainAbilities):
            kept = tuple(
                each for ability in change.abilities for each in self.project_ability(ability)
            )
            return tree.GainAbilities(kept) if kept else None
        if not touch(frozenset(self.keys), writes(change)):
            return None
        if isinstance(change, tree.AddTypes | tree.SetTypes):
            return msgspec.structs.replace(
                change,
                types=tuple(each for each in change.types if self.matters("type", each)),
                subtypes=tuple(each for each in change.subtypes if self.keeps_subtype(each)),
                supertypes=tuple(
                    each for each in change.supertypes if self.matters("supertype", each)
                ),
            )
        if isinstance(change, tree.SetColors | tree.AddColors):
            kept_colors = tuple(each for each in change.colors if self.matters("color", each))
            return msgspec.structs.replace(change, colors=kept_colors)
        return change

    def keeps_subtype(self, word: str) -> bool:
        """A basic land type is kept where it takes the rules text away (305.7)."""
        return self.matters("subtype", word) or family(word) == "land"

    def project_ability(self, ability: tree.Ability) -> list[tree.Ability]:
        """What of an ability matters: its effects, its keyword, or only that it is there."""
        statics = statics_of(ability)
        found: list[tree.Ability] = []
        for static in statics:
            kept = tuple(e for each in static.effects if (e := self.project(each)) is not None)
            if kept:
                found.append(tree.Static(kept, static.cda, static.zones))
        if not found:
            if ability in self.wanted:
                return [ability]
            if isinstance(ability, tree.Keyword) and self.keyword_matters(ability):
                return [ability]
            if ("ability", "*") in self.keys:
                return [OTHER_ABILITY]
        return found


def cone_of(
    options: Sequence[Option], seeds: Iterable[Key], wanted: frozenset[tree.Ability] = frozenset()
) -> Cone:
    """The fixpoint: whatever decides what matters matters too; `wanted` texts are asked for."""
    cone = Cone(set(seeds), wanted)
    effects = {
        effect for option in options for static in option.statics for effect in static.effects
    }
    effects |= {inner for effect in effects for inner in granted(effect)}
    hosts = {option.enchant for option in options if option.enchant is not None and option.statics}
    waiting = list(effects)
    size = -1
    while size != len(cone.keys):
        size = len(cone.keys)
        follow(cone)
        rest = []
        for effect in waiting:
            if not bears_on(cone, effect):
                rest.append(effect)
                continue
            cone.keys |= needs(cone, effect)
            for filter in hosts:
                cone.keys |= reads(filter) | {("subtype", "Aura")}
            hosts = set()
        waiting = rest if size != len(cone.keys) else waiting
    cone.memo = {}
    cone.counting = any(counts(cone, effect) for effect in effects)
    return cone


def granted(effect: tree.Effect) -> list[tree.Effect]:
    """The effects of abilities that the effect grants, and of those that these grant."""
    found: list[tree.Effect] = []
    for change in effect.changes:
        if isinstance(change, tree.GainAbilities):
            for ability in change.abilities:
                for static in statics_of(ability):
                    for inner in static.effects:
                        found += [inner, *granted(inner)]
    return found


def bears_on(cone: Cone, effect: tree.Effect) -> bool:
    """Whether the effect writes something that matters, or grants what does."""
    keys = frozenset(cone.keys)
    for change in effect.changes:
        if layer_of(change) in ("", "1"):
            continue
        if touch(keys, writes(change)):
            return True
    return any(bears_on(cone, inner) for inner in granted(effect))


def needs(cone: Cone, effect: tree.Effect) -> Keys:
    """What decides about an effect that matters: its set, its condition, its values, its ability."""
    found = reads(effect.who) | frozenset({("text", "*")})
    if effect.condition is not None:
        found |= reads(effect.condition)
    keys = frozenset(cone.keys)
    for change in effect.changes:
        if touch(keys, writes(change)):
            found |= deed_reads(change)
    return found


def follow(cone: Cone) -> None:
    """What goes along: a subtype with its card type (205.1a), power with being a creature."""
    for kind, word in list(cone.keys):
        if kind == "subtype" and word != "*":
            for owner in TYPES_OF_FAMILY.get(family(word), ()):
                if owner in ("Creature", "Land", "Artifact", "Enchantment", "Planeswalker"):
                    cone.keys.add(("type", owner))
        elif kind == "subtype":
            cone.keys |= {("type", "Creature"), ("type", "Land")}
        elif kind in ("power", "toughness"):
            cone.keys.add(("type", "Creature"))


def counts(cone: Cone, effect: tree.Effect) -> bool:
    """Whether something that matters counts objects, so that any object can matter."""
    return bears_on(cone, effect) and has_count(effect)


def has_count(value: object) -> bool:
    if isinstance(value, COUNTS):
        return True
    if isinstance(value, tree.GainAbilities):
        return False
    if isinstance(value, tree.Node):
        return any(has_count(getattr(value, name)) for name in value.__struct_fields__)
    return isinstance(value, tuple) and any(has_count(item) for item in value)


# --- classes ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Kind:
    """A class of options that the question cannot tell apart: what matters of them."""

    names: frozenset[str]
    supertypes: frozenset[str]
    types: frozenset[str]
    subtypes: frozenset[str]
    colors: frozenset[str]
    power: int
    toughness: int
    mana_value: int
    cost: str
    statics: tuple[tree.Static, ...]
    plain: frozenset[tree.Ability]
    enchant: tree.Filter | None
    equipment: bool
    counters: tuple[tuple[str, int], ...]
    levels: int
    flags: tuple[bool, ...]  # which demands of the goal its card may answer

    @property
    def acts(self) -> bool:
        return bool(self.statics)


def kind_of(cone: Cone, option: Option, flags: tuple[bool, ...]) -> Kind:
    """What matters of an option."""
    face = option.face
    statics: list[tree.Static] = []
    plain: set[tree.Ability] = set()
    for static in option.statics:
        for each in cone.project_ability(static):
            if isinstance(each, tree.Static):
                statics.append(each)
            else:
                plain.add(each)
    for ability in option.plain:
        plain |= set(cone.project_ability(ability))
    sized = cone.matters("power") or cone.matters("toughness")
    acts = bool(statics)
    return Kind(
        names=frozenset({face.name} if cone.matters("name", face.name) else ()),
        supertypes=frozenset(w for w in face.supertypes if cone.matters("supertype", w)),
        types=frozenset(w for w in face.types if cone.matters("type", w)),
        subtypes=frozenset(w for w in face.subtypes if cone.matters("subtype", w)),
        colors=frozenset(w for w in face.colors if cone.matters("color", w)),
        power=(face.power or 0) if cone.matters("power") else 0,
        toughness=(face.toughness or 0) if cone.matters("toughness") else 0,
        mana_value=mana_value_of(face) if cone.matters("cost") else 0,
        cost=face.mana_cost if cone.matters("cost") else "",
        statics=tuple(statics),
        plain=frozenset(plain),
        enchant=option.enchant if acts else None,
        equipment=option.equipment and acts,
        counters=option.counters if sized else (),
        levels=option.levels if acts else 0,
        flags=flags,
    )


def mana_value_of(face: tree.Face) -> int:
    from striate.cards.costs import mana_value

    return mana_value(face.mana_cost)
