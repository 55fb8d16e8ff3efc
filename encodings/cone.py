"""The cone of influence: what of the pool a question can tell apart, and the classes that leaves.

From the characteristics that the goal looks at, backwards through what effects write and read.
Two options are in one class when they are equal once restricted to that.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import msgspec

from striate.cards import tree
from striate.cards.costs import mana_value, symbols
from striate.cards.vocabulary import BASIC_LAND_TYPES
from striate.encodings.dependency import deed_reads
from striate.encodings.options import Option
from striate.encodings.reach import Key, Keys, ability_key, reads, touch, writes
from striate.encodings.typeline import TYPES_OF_FAMILY, family, mana_ability
from striate.encodings.units import layer_of, statics_of

OTHER_ABILITY = tree.Opaque("unknown", tree.Prose("another ability"), touches=False)
COUNTS = (tree.Count, tree.CountDistinct, tree.Aggregate, tree.Devotion, tree.SymbolsAmong,
          tree.CountersAmong, tree.IsExtreme)  # fmt: skip


@dataclass
class Cone:
    """The characteristics that matter, and the effects that write them."""

    keys: set[Key]
    wanted: frozenset[tree.Ability] = frozenset()
    by_effects: set[Key] = field(default_factory=set)  # what effects look at, goal apart
    by_counts: set[Key] = field(default_factory=set)  # what decides what is counted
    by_hosts: set[Key] = field(default_factory=set)  # what decides what an Aura can enchant
    memo: dict[tree.Node, "tree.Effect | None"] = field(default_factory=dict)

    def matters(self, kind: str, word: str = "*") -> bool:
        return in_keys(self.keys, kind, word)

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
    options: Sequence[Option],
    seeds: Iterable[Key],
    wanted: frozenset[tree.Ability] = frozenset(),
    asked_hosts: Keys = frozenset(),
) -> Cone:
    """The fixpoint: whatever decides what matters matters too; `wanted` texts are asked for."""
    cone = Cone(set(seeds), wanted)
    effects = {
        effect for option in options for static in option.statics for effect in static.effects
    }
    effects |= {inner for effect in effects for inner in granted(effect)}
    hosts = {option.enchant for option in options if option.enchant is not None}
    cone.keys |= asked_hosts
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
                cone.keys |= reads(filter) | HOSTS
            hosts = set()
        waiting = rest if size != len(cone.keys) else waiting
    cone.memo = {}
    bearing = [effect for effect in effects if bears_on(cone, effect)]
    for effect in bearing:
        cone.by_effects |= needs(cone, effect)
    cone.by_counts = counted_keys(cone, bearing)
    cone.by_hosts = host_keys(option.enchant for option in options)
    return cone


def host_keys(enchants: Iterable[tree.Filter | None]) -> set[Key]:
    """303.4, 702.16c: what a host must be for an Aura to enter attached to it and stay."""
    found: set[Key] = set()
    for quality in {each for each in enchants if each is not None}:
        found |= reads(quality) | HOSTS
    return found


HOSTS: Keys = frozenset(
    {("subtype", "Aura"), ("type", "Creature"), ("type", "Enchantment"), ("ability", "protection")}
)


def in_keys(keys: set[Key], kind: str, word: str = "*") -> bool:
    if (kind, word) in keys or (kind, "*") in keys:
        return True
    return word == "*" and any(each == kind for each, _ in keys)


def counted_keys(cone: Cone, bearing: list[tree.Effect]) -> set[Key]:
    """What decides whether an object is counted by something that matters."""
    found: set[Key] = set()
    for effect in bearing:
        for node in counting_nodes(effect):
            found |= reads(node)
    size = -1
    while found and size != len(found):
        size = len(found)
        for effect in bearing:
            if any(touch(frozenset(found), writes(change)) for change in effect.changes):
                found |= needs(cone, effect)
        for kind, word in list(found):
            if kind == "subtype" and word != "*":
                found |= {("type", owner) for owner in TYPES_OF_FAMILY.get(family(word), ())[:1]}
    return found


def counting_nodes(value: object) -> list[tree.Node]:
    """The parts of an effect that look at any number of objects for its value or condition."""
    if isinstance(value, (*COUNTS, tree.HasAttached)):
        return [value]
    if isinstance(value, tree.GainAbilities):
        return []
    if isinstance(value, tree.Node):
        parts = (counting_nodes(getattr(value, name)) for name in value.__struct_fields__)
        return [node for part in parts for node in part]
    if isinstance(value, tuple):
        return [node for item in value for node in counting_nodes(item)]
    return []


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
            found |= deed_reads(change) | taken(change)
    return found


def taken(change: tree.Change) -> Keys:
    """The keywords that a change tells apart from other abilities, to take or to leave them."""
    if isinstance(change, tree.LoseAbilities | tree.CantHave):
        return frozenset(ability_key(each) for each in change.abilities)
    if isinstance(change, tree.LoseAllAbilities):
        return frozenset(ability_key(each) for each in change.keep)
    return frozenset()


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
    asked = any(mana_ability(word) in cone.wanted for word in BASIC_LAND_TYPES)
    if asked or ("ability", "*") in cone.keys:
        # 305.6: a basic land type brings a mana ability.
        cone.keys |= {("type", "Land"), *(("subtype", word) for word in BASIC_LAND_TYPES)}


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


def kind_of(cone: Cone, option: Option, flags: tuple[bool, ...], exact: bool) -> Kind:
    """What matters of an option.

    Of one that can't be asked for, what the goal alone looks at does not matter; of one that does
    nothing, only whether it is counted. `exact`: its toughness matters, because it must stay.
    """
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
    acts = bool(statics)
    keys = cone.keys if any(flags) else cone.by_effects if acts else cone.by_counts
    keys = keys | cone.by_hosts
    keys = keys | {("toughness", "*"), ("type", "Creature")} if exact else keys

    def kept(kind: str, words: Iterable[str]) -> frozenset[str]:
        return frozenset(word for word in words if in_keys(keys, kind, word))

    sized = in_keys(keys, "power") or in_keys(keys, "toughness")
    return Kind(
        names=kept("name", (face.name,)),
        supertypes=kept("supertype", face.supertypes),
        types=kept("type", face.types),
        subtypes=kept("subtype", face.subtypes),
        colors=kept("color", face.colors),
        power=(face.power or 0) if in_keys(keys, "power") else 0,
        toughness=(face.toughness or 0) if in_keys(keys, "toughness") else 0,
        mana_value=mana_value_of(face) if in_keys(keys, "cost") else 0,
        cost=colored_cost(face.mana_cost) if in_keys(keys, "cost") else "",
        statics=tuple(statics),
        plain=frozenset(plain) if in_keys(keys, "ability") else frozenset(),
        enchant=option.enchant if acts or any(flags) else None,
        equipment=option.equipment and acts,
        counters=option.counters if sized else (),
        levels=option.levels if acts else 0,
        flags=flags,
    )


def colored_cost(cost: str) -> str:
    """What devotion and the like see of a cost (700.5)."""
    colored = [each for each in symbols(cost) if set(each) & set("WUBRG")]
    return "".join(f"{{{each}}}" for each in sorted(colored))


def mana_value_of(face: tree.Face) -> int:
    return mana_value(face.mana_cost)
