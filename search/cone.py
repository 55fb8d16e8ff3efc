"""Cone of influence: which differences between cards the question can observe.

The walk starts from the characteristics that the goal looks at, and goes backwards through what
effects write and read. Two options are in one class if they are equal once restricted to those.
"""

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from functools import cache, cached_property
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

from striate.cards import tree
from striate.cards.meanings import intrinsic
from striate.cards.prose import seal
from striate.cards.vocabulary import (
    BASIC_LAND_TYPES,
    KEYWORD_COUNTERS,
    TYPES_OF_FAMILY,
    family,
    power_bonus,
)
from striate.cards.walking import any_node, nodes
from striate.encodings.door import LAYERS, layer_of, statics_of
from striate.quick.reach import TEXT, Key, Keys, ability_key, deed_reads, reads, touch, writes
from striate.search.entering import BODIES
from striate.search.options import Option
from striate.search.remembering import remembered

# 614.12: what stands for the abilities that say with which counters their object enters.
ENTERING = tree.Opaque("unknown", tree.Prose("enters with counters"), touches=False)
# What stands for any ability of which it matters only that it is there; among the texts that a goal
# names: each ability counts, since it wants no others.
OTHER_ABILITY = tree.Opaque("unknown", tree.Prose("another ability"), touches=False)
_COUNTS = (tree.Count, tree.CountDistinct, tree.Aggregate, tree.Devotion, tree.SymbolsAmong,
          tree.CountersAmong, tree.IsExtreme)  # fmt: skip

COUNTERS = (tree.CountersOn, tree.HasCounter, tree.CountersAmong)


_ITS_LEVEL = tree.CountersOn("level", tree.This())


def looks_at_counters(node: tree.Node) -> bool:
    """Besides a leveler's level counters, which slots hold (711.2): others may have some, too."""
    return isinstance(node, COUNTERS) and node != _ITS_LEVEL


class Cone(Struct):
    """The characteristics that matter, and the effects that write them.

    `keys` matter for an object that the goal can ask for, `by_effects` for any.
    """

    keys: set[Key]
    wanted: frozenset[tree.Ability] = frozenset()
    by_effects: set[Key] = field(default_factory=set)
    by_counts: set[Key] = field(default_factory=set)  # what decides what is counted
    by_hosts: set[Key] = field(default_factory=set)  # what decides what an Aura can enchant
    takes: bool = False  # something takes the abilities away with which others would enter

    def reach(self, whole: bool) -> "Reach":
        """What matters of an object that can be asked for, or of one that can't."""
        keys = frozenset(self.keys)
        return (
            Reach(keys, keys, self.wanted)
            if whole
            else Reach(keys, frozenset(self.by_effects), self.wanted)
        )


class Reach(Struct, eq=False, dict=True):
    """What matters of the objects that an effect speaks of (`wide`) and of its own source."""

    wide: Keys
    own: Keys
    wanted: frozenset[tree.Ability] = frozenset()

    def of(self, effect: tree.Effect) -> Keys:
        return self.own if effect.who == tree.This() else self.wide

    @cached_property
    def others(self) -> "Reach":
        """Of what an effect grants to other objects."""
        return Reach(self.wide, self.wide, self.wanted)

    @remembered
    def project(self, effect: tree.Effect) -> tree.Effect | None:
        """The effect restricted to what matters; None if nothing of it does."""
        kept = [each for change in effect.changes if (each := self.change(effect, change))]
        if not kept:
            return None
        # 613.6: an effect begins in its first layer, even if what it does there does not matter.
        order = [change for change in effect.changes if layer_of(change) in LAYERS]
        first = min(order, key=lambda change: LAYERS.index(layer_of(change)))
        if layer_of(first) not in map(layer_of, kept):
            kept.insert(0, _BEGINS.get(layer_of(first), first))
        return tree.Effect(effect.who, tuple(kept), effect.condition)

    def change(self, effect: tree.Effect, change: tree.Change) -> tree.Change | None:
        if layer_of(change) in ("", "1"):
            return None
        keys = self.of(effect)
        if isinstance(change, tree.GainAbilities):
            inner = self if effect.who == tree.This() else self.others
            kept = tuple(each for ability in change.abilities for each in inner.ability(ability))
            return tree.GainAbilities(kept) if kept else None
        if not touch(keys, writes(change)):
            return None
        if isinstance(change, tree.AddTypes | tree.SetTypes):
            return replace(
                change,
                types=tuple(each for each in change.types if in_keys(keys, "type", each)),
                subtypes=_kept_subtypes(keys, change),
                supertypes=tuple(
                    each for each in change.supertypes if in_keys(keys, "supertype", each)
                ),
            )
        if isinstance(change, tree.SetColors | tree.AddColors):
            kept_colors = tuple(each for each in change.colors if in_keys(keys, "color", each))
            return replace(change, colors=kept_colors)
        return change

    @remembered
    def ability(self, ability: tree.Ability) -> tuple[tree.Ability, ...]:
        """What of an ability matters: its effects, its keyword, or only that it is there."""
        abilities: list[tree.Ability] = []
        for static in statics_of(ability, paid=False):  # of a cost that was paid the option says it
            kept = tuple(e for each in static.effects if (e := self.project(each)) is not None)
            if kept:
                abilities.append(tree.Static(kept, static.cda, static.zones))
        named = ability in self.wanted
        if isinstance(ability, tree.Keyword):
            # Of one that is a static ability what it does, and that it is there, are told apart.
            named |= _keyword_matters(self.own, ability)
            return (*abilities, ability) if named else self.standing(abilities)
        if not named:
            return self.standing(abilities)
        return (*abilities, mark(ability)) if acts(ability) else (ability,)

    def standing(self, abilities: list[tree.Ability]) -> tuple[tree.Ability, ...]:
        """What matters of it, and what stands for it if it matters that it is there."""
        if abilities and OTHER_ABILITY not in self.wanted:
            return tuple(abilities)
        return (*abilities, OTHER_ABILITY) if ("ability", "*") in self.own else tuple(abilities)


def acts(ability: tree.Ability) -> bool:
    """Whether its text is told apart from its effects, which slots hold one by one."""
    return not isinstance(ability, tree.Keyword) and bool(statics_of(ability, paid=False))


@cache
def mark(ability: tree.Ability) -> tree.Ability:
    """What stands for the text of an ability that `acts`, where a goal names it.

    716.2a: the level of a Class is an activated ability, too.
    """
    kind: Literal["activated", "unknown"] = "unknown"
    if isinstance(ability, tree.ClassLevel):
        kind = "activated"
    return tree.Opaque(kind, tree.Prose(f"the text of {seal(ability)[0]!r}"), touches=False)


def marks(
    texts: Iterable[tree.Ability], wanted: AbstractSet[tree.Ability]
) -> Iterator[tree.Ability]:
    """What stands for the texts of abilities that act, as far as the goal names or counts them."""
    for each in filter(acts, texts):
        if each in wanted:
            yield mark(each)
        elif OTHER_ABILITY in wanted:
            yield OTHER_ABILITY


# What stands for an effect's part in a layer where all that it does does not matter.
_BEGINS: dict[str, tree.Change] = {
    "4": tree.AddTypes((), ()),
    "5": tree.AddColors(()),
    "6": tree.GainAbilities(()),
}


def _keyword_matters(keys: Keys, ability: tree.Keyword) -> bool:
    some = any(kind == "ability" and word != "*" for kind, word in keys)
    return ("ability", ability.name) in keys or (some and ability_key(ability)[1] == "*")


def _kept_subtypes(keys: Keys, change: tree.AddTypes | tree.SetTypes) -> tuple[str, ...]:
    """The subtypes that matter; all that are set, for these take others and the rules text away
    (205.1a, 305.7).
    """
    if isinstance(change, tree.SetTypes):
        return change.subtypes
    return tuple(
        each
        for each in change.subtypes
        if in_keys(keys, "subtype", each) or each.startswith("@") or family(each) == "land"
    )


def cone_of(
    options: Sequence[tuple[Option, bool]],
    seeds: Iterable[Key],
    wanted: frozenset[tree.Ability] = frozenset(),
    asked_hosts: Keys = frozenset(),
    bystanders: Sequence[Option] = (),
    copied: Keys = frozenset(),
    *,
    makes: bool = False,
) -> Cone:
    """The fixpoint: whatever decides something that matters, matters too. The goal names `wanted`.

    With each option goes whether it can be asked for. What an effect does to its own source alone
    matters, where that can't be asked for, only if other effects look at it. Of bystanders matters
    only what they are and what they are attached to. `copied` decides what can be copied; `makes`:
    with what abilities something enters decides whether it makes a token.
    """
    cone = Cone(set(seeds) | asked_hosts, wanted)
    effects = {(effect, whole) for option, whole in options for effect in option.effects}
    everyone = [*(option for option, _ in options), *bystanders]
    attached = host_keys(option.enchant for option in everyone)
    if attached or any(option.equipment for option in everyone):
        attached |= _protected_from(everyone) | _EQUIPPED
        attached |= {key for each in everyone for kind in each.equips for key in reads(kind)}
    attached |= copied
    kinds = {kind for option in everyone for kind, _ in (*option.counters, *option.opens)}
    before = None
    while before != (len(cone.keys), len(cone.by_effects)):
        before = (len(cone.keys), len(cone.by_effects))
        follow(cone.keys, wanted)
        follow(cone.by_effects, frozenset())
        reach = {whole: cone.reach(whole) for whole in (True, False)}
        for keys, effect in _bearing(reach, effects):
            cone.by_effects |= needs(keys, effect) | reads(effect.who)
            cone.keys |= _switched(keys, effect) | taken(keys, effect)
            cone.by_effects |= taken(frozenset(cone.by_effects), effect)
            cone.by_effects |= attached
        if makes or any(counter_matters(cone.keys | cone.by_effects, kind) for kind in kinds):
            cone.by_effects |= TEXT
        cone.by_effects |= _CHAPTERS if counter_matters(cone.keys, "lore") else frozenset()
        cone.keys |= cone.by_effects
    reach = {whole: cone.reach(whole) for whole in (True, False)}
    cone.by_counts = _counted_keys(list(_bearing(reach, effects)))
    cone.by_hosts = attached
    cone.takes = (makes or bool(kinds)) and any(takes_abilities(effect) for effect, _ in effects)
    return cone


@cache
def takes_abilities(effect: tree.Effect) -> bool:
    """Whether it, or an effect that it grants, takes rules text away (613.1f, 305.7)."""
    return any(
        writes(change) >= TEXT
        for each in (effect, *granted_within(effect))
        for change in each.changes
    )


def _protected_from(options: Iterable[Option]) -> set[Key]:
    """702.16c: what an Aura or Equipment is that a host can have protection from."""
    keys: set[Key] = set()
    for option in options:
        for each in protections((option.plain, option.statics)):
            if each.quality is not None:
                keys |= reads(each.quality) | {("ability", "protection")}
    return keys


def protections(value: object) -> list[tree.Keyword]:
    """Whatever protection is in the abilities, given ones too (702.16)."""
    keywords = (each for each in nodes(value, BODIES) if isinstance(each, tree.Keyword))
    return [each for each in keywords if each.name == "protection"]


def _bearing(
    reach: dict[bool, Reach], effects: Iterable[tuple[tree.Effect, bool]]
) -> Iterator[tuple[Keys, tree.Effect]]:
    """The effects that write what matters, or grant what does; with the keys that decide it."""
    for effect, whole in effects:
        inner = granted(effect)
        within = [(each, whole or effect.who != tree.This()) for each in inner]
        bearing = list(_bearing(reach, within)) if inner else []
        keys = reach[whole].of(effect)
        if bearing or _bears_on(keys, effect) or _grants(reach[whole].wanted, effect):
            yield keys, effect
        yield from bearing


def _grants(wanted: AbstractSet[tree.Ability], effect: tree.Effect) -> bool:
    """Whether it grants an ability whose text the goal names."""
    return any(
        isinstance(change, tree.GainAbilities) and not wanted.isdisjoint(change.abilities)
        for change in effect.changes
    )


def host_keys(enchants: Iterable[tree.Filter | None]) -> set[Key]:
    """303.4, 702.16c: what a host must be for an Aura to enter attached to it and stay."""
    keys: set[Key] = set()
    for quality in {each for each in enchants if each is not None}:
        keys |= reads(quality) | _HOSTS
    return keys


_CHAPTERS: Keys = frozenset({("subtype", "Saga"), ("text", "*")})  # 714.4
_EQUIPPED: Keys = frozenset({("type", "Creature"), ("controller", "*")})
_HOSTS: Keys = frozenset(
    {("subtype", "Aura"), ("type", "Creature"), ("type", "Enchantment"), ("ability", "protection")}
)


def in_keys(keys: AbstractSet[Key], kind: str, word: str = "*") -> bool:
    if (kind, word) in keys or (kind, "*") in keys:
        return True
    return word == "*" and any(each == kind for each, _ in keys)


def _counted_keys(bearing: list[tuple[Keys, tree.Effect]]) -> set[Key]:
    """What decides whether an object is counted by something that matters."""
    counted: set[Key] = set()
    for _, effect in bearing:
        for node in _counting_nodes(effect):
            counted |= reads(node)
    size = -1
    while counted and size != len(counted):
        size = len(counted)
        for keys, effect in bearing:
            if any(touch(frozenset(counted), writes(change)) for change in effect.changes):
                counted |= needs(keys, effect)
        for kind, word in list(counted):
            if kind == "subtype" and word != "*":
                counted |= {("type", owner) for owner in TYPES_OF_FAMILY.get(family(word), ())}
    return counted


def _counting_nodes(value: object) -> list[tree.Node]:
    """The parts of an effect that look at any number of permanents for its value or condition."""
    return [node for node in nodes(value, closed=(tree.GainAbilities,)) if looks_around(node)]


def looks_around(node: tree.Node) -> bool:
    """Whether any permanent may decide it by being there."""
    counts = isinstance(node, _COUNTS) and not in_graveyards(node)
    return counts or isinstance(node, tree.HasAttached)


def counts_around(effect: tree.Effect) -> bool:
    """Whether any permanent may decide about the effect by being there."""
    return any_node((effect.condition, effect.changes), looks_around)


def in_graveyards(node: tree.Node) -> bool:
    """Whether it counts or compares cards in graveyards."""
    if isinstance(node, tree.Count | tree.CountDistinct | tree.Aggregate | tree.SymbolsAmong):
        return node.zone == "graveyard"
    return False


def granted(effect: tree.Effect) -> list[tree.Effect]:
    """The effects of abilities that the effect grants."""
    return [
        inner
        for change in effect.changes
        if isinstance(change, tree.GainAbilities)
        for ability in change.abilities
        for static in statics_of(ability)
        for inner in static.effects
    ]


def granted_within(effect: tree.Effect) -> Iterator[tree.Effect]:
    """The effects of abilities that it grants, and of those that these grant."""
    for inner in granted(effect):
        yield inner
        yield from granted_within(inner)


def with_granted(effect: tree.Effect) -> Iterator[tree.Effect]:
    """The effect, and those of abilities that it grants, such as a level symbol's (711.2a)."""
    yield effect
    yield from granted_within(effect)


def _bears_on(keys: Keys, effect: tree.Effect) -> bool:
    """Whether the effect writes something that matters."""
    return any(
        layer_of(change) not in ("", "1") and touch(keys, writes(change))
        for change in effect.changes
    )


def needs(keys: Keys, effect: tree.Effect) -> Keys:
    """What decides about an effect that matters: its condition, its values, its ability."""
    needed = TEXT
    if effect.condition is not None:
        needed |= reads(effect.condition)
    for change in effect.changes:
        if touch(keys, writes(change)):
            needed |= deed_reads(change)
    return needed


def _switched(keys: Keys, effect: tree.Effect) -> Keys:
    """613.4d: of the affected object each of power and toughness becomes what the other is."""
    switches = (each for each in effect.changes if isinstance(each, tree.SwitchPT))
    sizes = frozenset({("power", "*"), ("toughness", "*")})
    return sizes if any(touch(keys, writes(each)) for each in switches) else frozenset()


def taken(keys: Keys, effect: tree.Effect) -> Keys:
    """The keywords that it tells apart from other abilities, to take or to leave them."""
    apart: Keys = frozenset()
    for change in effect.changes:
        if not touch(keys, writes(change)):
            continue
        if isinstance(change, tree.LoseAbilities | tree.CantHave):
            apart |= frozenset(ability_key(each) for each in change.abilities)
        elif isinstance(change, tree.LoseAllAbilities):
            apart |= frozenset(ability_key(each) for each in change.keep)
    return apart


def follow(keys: set[Key], wanted: frozenset[tree.Ability] = frozenset()) -> None:
    """What each key brings along: a subtype its card type (205.1a), power being a creature."""
    for kind, word in list(keys):
        if kind == "subtype" and word != "*":
            keys |= {("type", owner) for owner in TYPES_OF_FAMILY.get(family(word), ())}
        elif kind == "subtype":
            keys |= {("type", owner) for each in TYPES_OF_FAMILY.values() for owner in each}
        elif kind in ("power", "toughness"):
            keys.add(("type", "Creature"))
    intrinsic_wanted = any(intrinsic(word) in wanted for word in BASIC_LAND_TYPES)
    if intrinsic_wanted or ("ability", "*") in keys:
        # 305.6: a basic land type brings a mana ability.
        keys |= {("type", "Land"), *(("subtype", word) for word in BASIC_LAND_TYPES)}


def counter_matters(keys: AbstractSet[Key], kind: str) -> bool:
    """122.1a-b: they change power and toughness or give a keyword; or something looks at them."""
    if power_bonus(kind) is not None:
        return in_keys(keys, "power") or in_keys(keys, "toughness") or _looked_at(keys, kind)
    return (kind in KEYWORD_COUNTERS and in_keys(keys, "ability")) or _looked_at(keys, kind)


def _looked_at(keys: AbstractSet[Key], kind: str) -> bool:
    return ("counter", kind) in keys or ("counter", "*") in keys
