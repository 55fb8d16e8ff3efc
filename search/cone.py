"""Cone of influence: which differences between cards the question can observe.

The walk starts from the characteristics that the goal looks at, and goes backwards through what
effects write and read. Two options are in one class if they are equal once restricted to those.
"""

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from functools import cache
from typing import Literal

from msgspec import Struct

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
from striate.quick.reach import TEXT, Key, Keys, ability_key, decided_by, reads, touch, writes
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


class Cone(Struct, eq=False, dict=True):
    """The characteristics that matter; the goal names `wanted`."""

    keys: Keys
    wanted: frozenset[tree.Ability] = frozenset()
    counts: bool = False  # any permanent may matter by being there: counted, a host, or copied
    takes: bool = False  # something takes the abilities away with which others would enter

    @remembered
    def project(self, effect: tree.Effect) -> tree.Effect | None:
        """The effect, with what matters of the abilities that it grants; None if nothing of it
        does.

        613.6, 613.8a: when it begins, and what it waits for, all that it does decides.
        """
        changes = tuple(self.given(each) for each in effect.changes if layer_of(each) in LAYERS)
        if not any(
            each.abilities
            if isinstance(each, tree.GainAbilities)
            else touch(self.keys, writes(each))
            for each in changes
        ):
            return None
        return tree.Effect(effect.who, changes, effect.condition)

    def given(self, change: tree.Change) -> tree.Change:
        if not isinstance(change, tree.GainAbilities):
            return change
        return tree.GainAbilities(
            tuple(each for ability in change.abilities for each in self.ability(ability))
        )

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
            named |= _keyword_matters(self.keys, ability)
            return (*abilities, ability) if named else self.standing(abilities)
        if not named:
            return self.standing(abilities)
        return (*abilities, mark(ability)) if acts(ability) else (ability,)

    def standing(self, abilities: list[tree.Ability]) -> tuple[tree.Ability, ...]:
        """What matters of it, and what stands for it if it matters that it is there."""
        if abilities and OTHER_ABILITY not in self.wanted:
            return tuple(abilities)
        return (*abilities, OTHER_ABILITY) if ("ability", "*") in self.keys else tuple(abilities)


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


def _keyword_matters(keys: Keys, ability: tree.Keyword) -> bool:
    some = any(kind == "ability" and word != "*" for kind, word in keys)
    return ("ability", ability.name) in keys or (some and ability_key(ability)[1] == "*")


def cone_of(
    options: Sequence[Option],
    seeds: set[Key],
    wanted: frozenset[tree.Ability],
    bystanders: Sequence[Option] = (),
    copied: Keys = frozenset(),
    *,
    makes: bool = False,
) -> Cone:
    """The fixpoint: whatever decides something that matters, matters too.

    Of bystanders matters only what they are and what they are attached to. `copied` decides what
    can be copied; `makes`: with what abilities something enters decides whether it makes a token.
    """
    effects = {effect for option in options for effect in option.effects}
    everyone = [*options, *bystanders]
    hosts = host_keys(option.enchant for option in everyone) | copied
    if hosts or any(option.equipment for option in everyone):
        hosts |= _protected_from(everyone) | _EQUIPPED
        hosts |= {key for each in everyone for kind in each.equips for key in reads(kind)}
    kinds = {kind for option in everyone for kind, _ in (*option.counters, *option.opens)}
    keys, before, bearing = seeds | hosts, -1, list[tree.Effect]()
    while before != len(keys):
        before = len(keys)
        follow(keys, wanted)
        known = frozenset(keys)
        bearing = list(_bearing(known, wanted, effects))
        for effect in bearing:
            keys |= needs(effect) | _switched(known, effect) | taken(known, effect)
        if makes or any(counter_matters(keys, kind) for kind in kinds):
            keys |= TEXT
        keys |= _CHAPTERS if counter_matters(keys, "lore") else frozenset()
    counts = bool(hosts) or any(
        any_node(each, looks_around, closed=(tree.GainAbilities,)) for each in bearing
    )
    takes = (makes or bool(kinds)) and any(map(takes_abilities, effects))
    return Cone(frozenset(keys), wanted, counts, takes)


@cache
def takes_abilities(effect: tree.Effect) -> bool:
    """Whether it, or an effect that it grants, takes rules text away (613.1f, 305.7)."""
    return any(writes(change) >= TEXT for each in with_granted(effect) for change in each.changes)


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
    keys: Keys, wanted: AbstractSet[tree.Ability], effects: Iterable[tree.Effect]
) -> Iterator[tree.Effect]:
    """The effects that write what matters, or grant what does."""
    for effect in effects:
        inner = list(_bearing(keys, wanted, granted(effect)))
        if inner or _bears_on(keys, effect) or _grants(wanted, effect):
            yield effect
        yield from inner


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


def needs(effect: tree.Effect) -> Keys:
    """What decides about an effect: whom it speaks of, its condition, its values, its ability."""
    return TEXT.union(reads(effect.who), decided_by(effect))


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
