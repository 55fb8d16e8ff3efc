"""Wrong readings of the layers' order (613.1-613.4), of 7c-7d, of level symbols (711), and of what
changes of types and colours do (205.1, 305.7, 105.3)."""

from typing import Any

from msgspec.structs import replace

from striate.cards import tree
from striate.cards.vocabulary import COLORS, family, power_bonus
from striate.cards.walking import rebuilt
from striate.encodings import effects
from striate.encodings.abilities import gain, lose_all_abilities
from striate.encodings.algebra import TRUE, Lit
from striate.encodings.clauses import wrong
from striate.encodings.colours import add_colors, set_colors
from striate.encodings.copying import copiable_values
from striate.encodings.layers import defining_first, layer_order
from striate.encodings.moments import Moment
from striate.encodings.powtough import switch_power_and_toughness
from striate.encodings.state import Chars, Held, Resolved, Thing, World
from striate.encodings.typeline import TypeNet, add_types, set_subtypes, set_types, text_lost
from striate.encodings.wording import N, replace_in, replace_words, with_word

# --- 613.1, 613.3: the order of the layers --------------------------------------------------------


@wrong("control-after-types", of=layer_order, rules=("613.1b", "613.1d"))
def control_after_types() -> tuple[str, ...]:
    """Control changes only after types: "creatures you control" are those before the change."""
    return ("3", "4", "2", *effects.LAYERS[3:])


@wrong("colour-after-abilities", of=layer_order, rules=("613.1e", "613.1f"))
def colour_after_abilities() -> tuple[str, ...]:
    """Colours change only after abilities: an ability that was lost gives no colour any more."""
    return ("2", "3", "4", "6", "5", *effects.LAYERS[5:])


@wrong("loss-before-types", of=copiable_values, engines=("Forge",), rules=("613.1d", "613.1f"))
def lost_before_layer_4(world: World, thing: Thing) -> Chars:
    """What a resolved effect takes away is gone before layer 4: a changeling has no types more."""
    values = copiable_values.right(world, thing)
    lost = any(_takes_all(resolved, thing.index) for resolved in world.resolved)
    return replace(values, abilities=()) if lost else values


def _takes_all(resolved: Resolved, index: int) -> bool:
    """Whether it makes the object lose all abilities."""
    return index in (resolved.members or {}) and tree.LoseAllAbilities() in resolved.effect.changes


@wrong("set-after-modify", of=layer_order, rules=("613.4b", "613.4c"))
def set_after_modify() -> tuple[str, ...]:
    """Effects that set power and toughness come after those that modify it, and undo them."""
    return ("2", "3", "4", "5", "6", "7a", "7c", "7b", "7d")


@wrong("cdas-not-first", of=defining_first, engines=("XMage",), rules=("613.3",))
def never_first(layer: str) -> bool:
    """Characteristic-defining abilities take their turn by timestamp like all others."""
    return False


@wrong("granted-changeling-as-cda", of=effects.is_characteristic_defining, engines=("Forge",))
def defining_wherever_it_is_from(static: tree.Static, origin: tuple[object, ...]) -> bool:
    """A granted changeling, or another ability that defines something, is
    characteristic-defining."""
    return static.cda


@wrong("words-in-the-singular-only", of=replace_words, engines=("Forge",))
def singular_words_replaced(node: N, old: str, new: str) -> N:
    """A text change does not reach a word in the plural: "other Goblins" stay Goblins."""

    def replaced(part: Any) -> Any:
        if isinstance(part, tree.Each) and old.lower() not in COLORS:
            return part
        whole = rebuilt(part, replaced)
        return replace_in(whole, old, new) if isinstance(whole, tree.Node) else whole

    reworded: N = replaced(node)
    return reworded


@wrong("text-change-reaches-granted", of=gain, rules=("612.3",))
def gain_with_words_changed(on: effects.On, sequences: list[tuple[effects.Changes, Lit]]) -> None:
    """A text change also changes the words of abilities that other effects give to the object."""
    own = {id(held) for held in on.new.abilities}
    gain.right(on, sequences)
    for old, word in _words_changed(on.moment, on.index):
        on.new.abilities = tuple(
            held if id(held) in own else with_word(held, old, word, TRUE, on.algebra)
            for held in on.new.abilities
        )


def _words_changed(moment: Moment, index: int) -> list[tuple[str, str]]:
    """The words that resolved text changes replace on an object."""
    pairs = []
    for resolved in moment.world.resolved:
        if index not in (resolved.members or {}):
            continue
        for change in resolved.effect.changes:
            if isinstance(change, tree.ReplaceWords):
                choices = resolved.setting.choices
                pairs.append((choices.get("from", change.old), choices.get("to", change.new)))
    return pairs


# --- 613.4c-d: counters and switches --------------------------------------------------------------


@wrong("counters-after-switches", of=switch_power_and_toughness, rules=("613.4c", "613.4d"))
def switch_below_counters(on: effects.On, change: tree.SwitchPT) -> None:
    """Counters are added after power and toughness have been switched."""
    algebra, lit, new = on.algebra, on.lit, on.new
    power, toughness = new.power, new.toughness
    switch_power_and_toughness.right(on, change)
    for counter in on.moment.world.things[on.index].counters:
        bonus = power_bonus(counter.kind)
        if bonus is not None:
            more = algebra.times(bonus[0] - bonus[1], counter.number)
            less = algebra.times(bonus[1] - bonus[0], counter.number)
            new.power = algebra.choose(lit, algebra.add(new.power, more), power)
            new.toughness = algebra.choose(lit, algebra.add(new.toughness, less), toughness)


@wrong("switch-by-timestamp", of=effects.layer_of, rules=("613.4d",))
def switch_among_modifiers(change: tree.Change) -> str:
    """A switch takes its turn by timestamp among the effects that modify power and toughness."""
    return "7c" if isinstance(change, tree.SwitchPT) else effects.layer_of.right(change)


# --- 711: level symbols ---------------------------------------------------------------------------


@wrong("upper-bound-exclusive", of=effects.level_condition)
def below_the_upper_bound(symbol: tree.LevelSymbol) -> tree.Condition:
    """The band "LEVEL N1-N2" stops one level counter before N2."""
    high = symbol.high
    return effects.level_condition.right(symbol if high is None else replace(symbol, high=high - 1))


@wrong("lower-level-abilities-kept", of=effects.level_effects)
def abilities_without_upper_bound(symbol: tree.LevelSymbol) -> tuple[tree.Effect, ...]:
    """The abilities of "LEVEL N1-N2" stay when the leveler has reached N3."""
    (effect,) = effects.level_effects.right(symbol)
    low = effects.level_condition(replace(symbol, high=None))
    return tuple(
        replace(effect, changes=(change,), condition=low)
        if isinstance(change, tree.GainAbilities)
        else replace(effect, changes=(change,))
        for change in effect.changes
    )


@wrong("level-halves-apart", of=lose_all_abilities, rules=("711.2",))
def lose_one_half(on: effects.On, change: tree.LoseAllAbilities) -> None:
    """A level symbol is two things, abilities and a box; what takes abilities leaves the box."""
    boxes = tuple(
        Held(
            tuple((guard, _without_abilities(each)) for guard, each in held.alternatives),
            on.algebra.and_(held.present, on.lit),
            held.stamp,
            ("box", *held.key),
        )
        for held in on.new.abilities
        if any(isinstance(each, tree.LevelSymbol) for _, each in held.alternatives)
        and held.key[0] != "box"
    )
    lose_all_abilities.right(on, change)
    on.new.abilities = (*on.new.abilities, *boxes)


def _without_abilities(ability: tree.Ability) -> tree.Ability:
    return replace(ability, abilities=()) if isinstance(ability, tree.LevelSymbol) else ability


# --- 205.1, 305.7, 105.3: what changes of types and colours do ------------------------------------

_KEEPS = "type-set-keeps-subtypes"
_REPLACES = "in-addition-replaces"


@wrong(_KEEPS, of=set_types)
def types_set_beside_old_subtypes(types: frozenset[str], subtypes: frozenset[str]) -> TypeNet:
    """An effect that sets a type or subtype leaves the old subtypes there."""
    return replace(set_types.right(types, subtypes), families=frozenset())


@wrong(_KEEPS, of=set_subtypes)
def subtypes_set_beside_old_ones(which: str, subtypes: frozenset[str]) -> TypeNet:
    """The old subtypes of the set stay."""
    return replace(set_subtypes.right(which, subtypes), families=frozenset())


@wrong("blood-moon-leaves-text", of=text_lost)
def no_text_lost(subtypes: frozenset[str], when: str) -> str:
    """A land whose land type was set keeps the abilities of its rules text."""
    return ""


@wrong(_REPLACES, of=add_types)
def types_added_instead(types: frozenset[str], subtypes: frozenset[str]) -> TypeNet:
    """What comes "in addition to its other types" or colours takes the others away."""
    right = add_types.right(types, subtypes)
    return replace(right, families=frozenset(family(word) for word in subtypes))


@wrong(_REPLACES, of=add_colors)
def colors_added_instead(wanted: frozenset[str]) -> dict[str, bool]:
    """The colours that it had go."""
    return set_colors(wanted)
