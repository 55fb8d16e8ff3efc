"""From abilities to effects: which continuous effects there are, when they exist, their timestamps.

A `ContinuousEffect` comes from a static ability (604), a counter (613.7c) or a resolution
(611.2). Its `alternatives` are what it may say, by guard (exactly one on a board
without holes). 613.6 is its memory: once begun it keeps its set of objects.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from striate.cards import tree
from striate.cards.meanings import meaning
from striate.cards.meanings_counted import HOLD_IF_PAID
from striate.cards.vocabulary import HONED, KEYWORD_COUNTERS, power_bonus
from striate.encodings.algebra import FALSE, TRUE, Algebra, Lit, Num
from striate.encodings.clauses import clause, remembered
from striate.encodings.conditions import holds
from striate.encodings.moments import Moment, group
from striate.encodings.state import (
    Chars,
    Held,
    Resolved,
    Setting,
    Stamp,
    Thing,
    is_at_home_in_command,
)
from striate.quick.reach import FURTHER_WRITES, POWER_AND_TOUGHNESS, reads, touch

T = TypeVar("T")
N = TypeVar("N", bound=tree.Node)

TAKES = (tree.LoseAbilities, tree.LoseAllAbilities, tree.CantHave)
_CHANGES: dict[str, tuple[type, ...]] = {
    "2": (tree.SetController, tree.ExchangeControl),
    "3": (tree.ReplaceWords, tree.ExchangeText, tree.FullTextOf, tree.SetName),
    "4": (tree.SetTypes, tree.AddTypes, tree.RemoveTypes, tree.SetSubtypes, tree.SubtypesOf),
    "5": (tree.SetColors, tree.AddColors),
    "6": (tree.GainAbilities, tree.GainAbilitiesOf, *TAKES),
    "7a": (tree.DefinePT,),
    "7b": (tree.SetBasePT,),
    "7c": (tree.ModifyPT,),
    "7d": (tree.SwitchPT,),
}
LAYERS = tuple(_CHANGES)
LAYER_OF: dict[type, str] = {sort: layer for layer, sorts in _CHANGES.items() for sort in sorts}


@clause("613.1", "613.4")
def layer_of(change: tree.Change) -> str:
    """613.1, 613.4: each kind of change has its layer; "" has none, "1" is copying."""
    return LAYER_OF.get(type(change), "1" if isinstance(change, tree.BecomeCopy) else "")


Changes = tuple[tree.Change, ...]


class CounterBonus(tree.Node, frozen=True):
    """What +a/+b counters add (122.1a): numbers that may depend on a hole."""

    power: object
    toughness: object


LAYER_OF[CounterBonus] = "7c"
FURTHER_WRITES[CounterBonus] = POWER_AND_TOUGHNESS


class BonusOfResolution(tree.ModifyPT, frozen=True):
    """What a resolved spell or ability adds, where that isn't where static abilities do
    (418.5a)."""


# 418.5a of 2007, 613.3d until 2020: what is one sublayer now, 7c, in parts.
OLD_SUBLAYERS = ("7c resolved", "7c counters")


class ContinuousEffect(Struct, eq=False):
    """One continuous effect while the layers are applied.

    `combine(positions)` is the literal "the alternative in force is one of these"; a symbolic
    slot looks it up in one table. Without it, that literal is the disjunction of their guards.
    """

    key: tuple[object, ...]
    source: int | None
    stamp: Stamp
    alternatives: tuple[tuple[Lit, tree.Effect], ...]
    setting: Setting
    cda: bool = False
    held_key: tuple[object, ...] | None = None
    resolved: Resolved | None = None
    always: Lit = TRUE
    combine: Callable[[tuple[int, ...]], Lit] | None = None
    begun_by_now: Lit = FALSE
    begun_before_layer: Lit = FALSE
    members: dict[int, Lit] = field(default_factory=dict)
    applied_in_layer: Lit = FALSE
    # Where a layer's order is found once: whether it stands in the line, and which come before it.
    in_line: Lit = FALSE
    ahead: dict[tuple[object, ...], Lit] | None = None
    # What follows from its words, by what is asked of them.
    memo: dict[str, Any] = field(default_factory=dict)
    # Objects that it has given an ability to, with the place among those that it gives.
    given: set[tuple[int, object]] = field(default_factory=set)

    def once(self, what: str, work: Callable[[], T]) -> T:
        """What the work makes of its words. Encoding: it is done once."""
        result: T | None = self.memo.get(what)
        if result is None:
            result = self.memo[what] = work()
        return result


class On(Struct):
    """One effect as it is applied to one object: `new` becomes so where the literal holds."""

    moment: Moment
    effect: ContinuousEffect
    index: int
    lit: Lit
    new: Chars
    setting: Setting

    @property
    def algebra(self) -> Algebra:
        return self.moment.algebra

    @property
    def stamp(self) -> Stamp:
        """613.7a: the timestamp of abilities that the effect gives the object."""
        return granted_stamp(self.moment.world.things[self.index].stamp, self.effect.stamp)

    def where(self, guard: Lit) -> "On":
        """The same, where that holds too."""
        return self if guard == TRUE else replace(self, lit=self.algebra.and_(self.lit, guard))


def grouped(
    effect: ContinuousEffect, name: str, key: Callable[[tree.Effect], T | None], algebra: Algebra
) -> list[tuple[T, Lit]]:
    """What the alternatives say in one respect: each different value with its guard."""

    def told_apart() -> list[tuple[T, Lit]]:
        positions: dict[T, list[int]] = {}
        for number, (_, wording) in enumerate(effect.alternatives):
            value = key(wording)
            if value is not None:
                positions.setdefault(value, []).append(number)
        return [(value, _guard_of(effect, at, algebra)) for value, at in positions.items()]

    return effect.once(name, told_apart)


def _guard_of(effect: ContinuousEffect, positions: list[int], algebra: Algebra) -> Lit:
    if effect.combine is not None:
        return effect.combine(tuple(positions))
    if len(positions) == 1:
        return effect.alternatives[positions[0]][0]
    return algebra.any_([effect.alternatives[each][0] for each in positions])


def sequences_in(
    effect: ContinuousEffect, layer: str, algebra: Algebra
) -> list[tuple[Changes, Lit]]:
    """The runs of changes that the effect may make in a layer, with their guards."""
    return grouped(effect, layer, lambda wording: changes_of(wording, layer) or None, algebra)


@remembered
def changes_of(effect: tree.Effect, layer: str) -> tuple[tree.Change, ...]:
    """One effect's changes in a layer: what it takes away goes before what it gives."""
    parts = layer.split("+")
    changes = [change for change in effect.changes if layer_of(change) in parts]
    takes = (*TAKES, tree.RemoveTypes)
    return tuple(sorted(changes, key=lambda change: not isinstance(change, takes)))


# --- what an ability does -------------------------------------------------------------------------


@clause("711.2a", "711.2b")
def level_condition(symbol: tree.LevelSymbol) -> tree.Condition:
    """711.2a-b: at least N1 level counters, and no more than N2 where there is an N2."""
    level = tree.CountersOn("level", tree.This())
    low = tree.Compare(level, ">=", tree.Num(symbol.low))
    if symbol.high is None:
        return low
    return tree.Every((low, tree.Compare(level, "<=", tree.Num(symbol.high))))


@clause("711.2", "711.4", "711.5")
def level_effects(symbol: tree.LevelSymbol) -> tuple[tree.Effect, ...]:
    """711.2: a level symbol is one static ability: its abilities (layer 6) and its box (7b)."""
    box = tree.SetBasePT(tree.Num(symbol.power), tree.Num(symbol.toughness))
    gains = (tree.GainAbilities(symbol.abilities),) if symbol.abilities else ()
    return (tree.Effect(tree.This(), (*gains, box), level_condition(symbol)),)


@clause("716.2b")
def class_effects(ability: tree.ClassLevel) -> tuple[tree.Effect, ...]:
    """716.2b: as long as the Class is that level or greater, it has the abilities."""
    gains = tree.GainAbilities(ability.abilities)
    return (tree.Effect(tree.This(), (gains,), tree.ClassLevelIs(">=", ability.level)),)


@remembered
def statics_of(ability: tree.Ability, paid: bool = True) -> tuple[tree.Static, ...]:
    """The static abilities that an ability is or stands for (702, 711, 716).

    Not `paid`: of an object that was cast for no cost but its mana cost.
    """
    if isinstance(ability, tree.Static):
        return (ability,)
    if isinstance(ability, tree.LevelSymbol):
        return (tree.Static(level_effects(ability)),)
    if isinstance(ability, tree.ClassLevel):
        return (tree.Static(class_effects(ability)),)
    if isinstance(ability, tree.Keyword) and (paid or ability.name not in HOLD_IF_PAID):
        return tuple(each for each in meaning(ability) if isinstance(each, tree.Static))
    return ()


@clause("604.3")
def is_characteristic_defining(static: tree.Static, origin: tuple[object, ...]) -> bool:
    """604.3a: printed on the object, given by a copy effect or by the effect that made the token.

    An ability that another effect grants is not characteristic-defining (604.3a(2)).
    """
    return static.cda and origin[0] != "granted"


@lru_cache(maxsize=65536)
def _as_setting(effect: tree.Effect) -> tree.Effect:
    """613.4a-b: what defines power and toughness but isn't characteristic-defining sets them."""
    return with_changes(effect, tree.DefinePT, lambda pt: tree.SetBasePT(pt.power, pt.toughness))


def with_changes(
    effect: tree.Effect, sort: type[N], other: Callable[[N], tree.Change]
) -> tree.Effect:
    """The effect with other changes in place of those of the sort, and of no sort under it."""
    changes = (other(each) if type(each) is sort else each for each in effect.changes)
    return tree.Effect(effect.who, tuple(changes), effect.condition)


@clause("208.2a", "604.3")
def defined(effect: tree.Effect, thing: Thing) -> tree.Effect:
    """208.2a, 604.3: what defines power and toughness does so in every zone."""
    return effect


@clause("604.2", "113.6", "113.6p", "114.4")
def functions_in(static: tree.Static, thing: Thing, defines: bool) -> bool:
    """113.6: on the battlefield unless it says otherwise; what defines works everywhere (604.3).

    113.6p: abilities of emblems, Conspiracies, Planes and their like work in the command zone.
    """
    if defines or thing.zone in static.zones or "any" in static.zones:
        return True
    return thing.zone == "command" and is_at_home_in_command(thing)


# --- timestamps -----------------------------------------------------------------------------------


@clause("613.7a")
def granted_stamp(object_stamp: int, effect_stamp: Stamp) -> Stamp:
    """613.7a: a granted ability's effect: the later of the object's and the grant's timestamp.

    Where the object's is later, its effects keep their relative order: own ones first.
    """
    return (max(object_stamp, effect_stamp[0]), effect_stamp[0])


@clause("613.7a", "711.2")
def static_stamp(thing: Thing, ability: tree.Ability) -> Stamp:
    """613.7a: a static ability's effect has its object's timestamp, whatever happened to it since.

    A level symbol too: counters put on later change nothing.
    """
    return (thing.stamp, 0)


def setting_of(moment: Moment, thing: Thing, held: Held) -> Setting:
    """109.5, 607.2d, 607.5a: who "you" is in an ability of the object, and what was chosen for
    it."""
    choices = thing.choices if held.choices is None else held.choices
    return Setting(thing.index, moment.chars[thing.index].yours, choices=choices, x=thing.x)


def effects_of_held(moment: Moment, thing: Thing, held: Held) -> list[ContinuousEffect]:
    """The effects of one ability instance; a group for each position and kind (CDA or not)."""
    by_position: dict[tuple[int, bool], list[tuple[int, Lit, tree.Effect]]] = {}
    for number, (guard, ability) in enumerate(held.alternatives):
        position = 0
        if not _was_paid_for(thing, ability):
            continue
        for static in statics_of(ability):
            cda = is_characteristic_defining(static, held.key)
            if not functions_in(static, thing, cda):
                continue
            for effect in static.effects:
                if static.cda:
                    effect = defined(effect, thing) if cda else _as_setting(effect)
                by_position.setdefault((position, cda), []).append((number, guard, effect))
                position += 1
    return [
        ContinuousEffect(
            key=("held", thing.index, held.key, position, cda),
            source=thing.index,
            stamp=held.stamp,
            alternatives=tuple((guard, effect) for _, guard, effect in those),
            setting=setting_of(moment, thing, held),
            cda=cda,
            held_key=held.key,
            combine=_combined(held, [number for number, _, _ in those]),
        )
        for (position, cda), those in by_position.items()
    ]


@clause("702.109a", "702.152a", "702.176a")
def _was_paid_for(thing: Thing, ability: tree.Ability) -> bool:
    """702.109a, 702.152a, 702.176a: dash, blitz, impending mean nothing without that cost."""
    if not isinstance(ability, tree.Keyword) or ability.name not in HOLD_IF_PAID:
        return True
    return thing.cost_choice.lower() == ability.name


def _combined(held: Held, origins: list[int]) -> Callable[[tuple[int, ...]], Lit] | None:
    """The slot's look-up, told in positions of the effect's alternatives."""
    combine = held.combine
    if combine is None:
        return None
    return lambda positions: combine(tuple(origins[each] for each in positions))


@clause("122.1b")
def keyword_counters() -> frozenset[str]:
    """122.1b: the keywords that a counter can give."""
    return KEYWORD_COUNTERS


@clause("122.1a", "122.1b", "613.7c")
def counter_effects(moment: Moment, thing: Thing) -> list[ContinuousEffect]:
    """122.1a-b, 613.7c: counters that change power and toughness or give keywords, each stamped."""
    algebra, effects = moment.algebra, []
    setting = Setting(thing.index, moment.chars[thing.index].yours)
    for number, counter in enumerate(thing.counters):
        key, some = ("counter", thing.index, number), TRUE
        bonus = power_bonus(counter.kind)
        if bonus is not None:
            a, b = (algebra.times(each, counter.number) for each in bonus)
            effect = tree.Effect(tree.This(), (CounterBonus(a, b),))  # type: ignore[arg-type]  # a change that no card can say
        elif counter.kind in keyword_counters():
            gains = tree.GainAbilities((tree.Keyword(counter.kind),))
            some = algebra.compare(counter.number, ">", 0)
            effect = tree.Effect(tree.This(), (gains,))
        elif counter.kind in HONED:
            effect = _honed(counter.number)
        else:
            continue
        stamp, alternatives = (counter.stamp, 0), ((TRUE, effect),)
        effects.append(
            ContinuousEffect(key, thing.index, stamp, alternatives, setting, always=some)
        )
    return effects


@clause("122.1")
def _honed(number: Num) -> tree.Effect:
    """122.1, from September 2026: a hone counter on an Equipment gives equipped creature +1/+0."""
    bonus = CounterBonus(number, 0)
    equipment = tree.Matches(tree.This(), tree.HasSubtype("Equipment"))
    return tree.Effect(tree.Attached(), (bonus,), equipment)  # type: ignore[arg-type]  # a change that no card can say


@clause("611.2", "613.7b")
def resolved_effect(number: int, resolved: Resolved) -> ContinuousEffect:
    """611.2, 613.7b: what the resolution of a spell or ability began, with its timestamp."""
    return ContinuousEffect(
        key=("resolved", number),
        source=resolved.setting.source,
        stamp=(resolved.stamp, 0),
        alternatives=resolved.sayings,
        setting=resolved.setting,
        resolved=resolved,
    )


# --- existence and sets ---------------------------------------------------------------------------


@clause("613.8a")
def ability_is_there(moment: Moment, effect: ContinuousEffect) -> Lit:
    """611.3a, 613.8a: the ability that makes the effect is there at this moment."""
    if effect.held_key is None or effect.source is None:
        return effect.always
    for held in moment.chars[effect.source].abilities:
        if held.key == effect.held_key:
            return moment.algebra.and_(held.present, moment.world.things[effect.source].alive)
    return FALSE


@clause("613.6")
def exists(moment: Moment, effect: ContinuousEffect) -> Lit:
    """613.6: an effect that has begun goes on even if its ability is gone by now.

    Before that it exists while its ability does and what it says after "as long as" holds.
    """
    algebra = moment.algebra
    acting = acts_in(effect, moment.layer, algebra)
    if effect.begun_before_layer == TRUE:
        return acting
    begun = algebra.and_(effect.begun_before_layer, acting)
    held = ability_is_there(moment, effect)
    if held == FALSE:
        return begun
    return algebra.or_(begun, algebra.and_(held, condition_now(moment, effect)))


def acts_in(effect: ContinuousEffect, layer: str, algebra: Algebra) -> Lit:
    """Whether the effect is one that changes something in this layer."""

    def some() -> Lit:
        wordings = enumerate(effect.alternatives)
        positions = [n for n, (_, each) in wordings if changes_of(each, layer)]
        return _guard_of(effect, positions, algebra) if positions else FALSE

    return effect.once(f"acts {layer}", some)


def condition_now(moment: Moment, effect: ContinuousEffect) -> Lit:
    """611.3a: whether the effect acts in this layer and its condition holds at this moment."""
    algebra = moment.algebra
    layer = moment.layer
    conditions = grouped(
        effect,
        f"while {layer}",
        lambda wording: (wording.condition,) if changes_of(wording, layer) else None,
        algebra,
    )
    return algebra.any_(
        [
            algebra.and_(guard, _holds_once(moment, condition, effect))
            for (condition,), guard in conditions
        ]
    )


def _holds_once(moment: Moment, condition: tree.Condition | None, effect: ContinuousEffect) -> Lit:
    """Whether the condition holds for this effect at this moment, worked out once."""
    if condition is None:
        return TRUE
    if moment.before is not None and not touch(reads(condition), moment.altered):
        return _holds_once(moment.before, condition, effect)
    return moment.once(
        ("holds", effect.key, condition),
        lambda: holds(moment, condition, current_setting(moment, effect)),
    )


def current_setting(moment: Moment, effect: ContinuousEffect) -> Setting:
    """109.5: "you" is the source's controller now; for a resolved effect, the one it had."""
    if effect.resolved is not None or effect.source is None:
        return effect.setting
    yours = moment.chars[effect.source].yours
    if yours == effect.setting.you:
        return effect.setting
    return replace(effect.setting, you=yours)


def sets_in(
    effect: ContinuousEffect, layer: str, algebra: Algebra
) -> list[tuple[tuple[tree.Who, tree.Condition | None], Lit]]:
    """What the effect may say of its objects, with the condition that goes with it."""
    return grouped(
        effect,
        f"who {layer}",
        lambda wording: (wording.who, wording.condition) if changes_of(wording, layer) else None,
        algebra,
    )


def members_if(
    moment: Moment, effect: ContinuousEffect, who: tree.Who, condition: tree.Condition | None
) -> dict[int, Lit]:
    """The objects that an effect which says so applies to at this moment."""
    setting = current_setting(moment, effect)
    holding = _holds_once(moment, condition, effect)
    if holding == FALSE:
        return {}
    algebra = moment.algebra
    members: dict[int, Lit] = {}
    for index, lit in group(moment, who, setting):
        members[index] = algebra.or_(members.get(index, FALSE), algebra.and_(holding, lit))
    return members


@clause("611.3a", "611.3b")
def members_now(moment: Moment, effect: ContinuousEffect) -> dict[int, Lit]:
    """611.3a: a static effect applies to whatever its text says at this moment.

    A resolved effect's set was locked in when it began (611.2c).
    """
    if effect.resolved is not None and effect.resolved.members is not None:
        return effect.resolved.members
    algebra = moment.algebra
    lits_by_member: dict[int, list[Lit]] = {}
    for words, guard in sets_in(effect, moment.layer, algebra):
        for index, lit in members_if(moment, effect, *words).items():
            lits_by_member.setdefault(index, []).append(algebra.and_(guard, lit))
    return {index: algebra.any_(lits) for index, lits in lits_by_member.items()}


@clause("613.6")
def members_of(moment: Moment, effect: ContinuousEffect) -> dict[int, Lit]:
    """613.6: once an effect has begun, it applies to the same set of objects in each layer."""
    if effect.begun_before_layer == TRUE:
        return effect.members
    now = members_now(moment, effect)
    if effect.begun_before_layer == FALSE:
        return now
    return moment.algebra.mixed(effect.begun_before_layer, effect.members, now)
