"""Applying one continuous effect in one layer to its set of objects."""

from dataclasses import replace

from striate.cards import tree
from striate.encodings.abilities import (
    abilities_among,
    cant_have,
    gain_abilities,
    gain_abilities_of,
    lose_abilities,
    lose_all_abilities,
)
from striate.encodings.algebra import FALSE, Lit, Num
from striate.encodings.colours import add_colors, colors_like, colors_like_words, set_colors
from striate.encodings.control import Seat, seat_of, set_controller
from striate.encodings.matching import Moment, amount, chosen, refer
from striate.encodings.powtough import (
    modify_power_and_toughness,
    optional,
    set_power_and_toughness,
    switch_power_and_toughness,
)
from striate.encodings.state import Chars, Setting
from striate.encodings.typeline import (
    add_types,
    remove_types,
    set_subtypes,
    set_types,
    subtypes_among,
    subtypes_of,
)
from striate.encodings.units import LAYER_OF, Unit, current_setting
from striate.encodings.wording import change_words, exchange_text, full_text_of, set_name

LAYER_OF[Seat] = "2"


def applied(
    moment: Moment, unit: Unit, when: Lit, members: dict[int, Lit], layer: str
) -> dict[int, Chars]:
    """The objects that the effect changes in this layer, as they are afterwards.

    Everything is read from the state before: an effect applies to all its objects at once.
    """
    algebra = moment.algebra
    setting = current_setting(moment, unit)
    changes = unit.changes_in(layer)
    changed: dict[int, Chars] = {}
    for index, member in members.items():
        lit = algebra.and_(when, member)
        if lit == FALSE:
            continue
        new = moment.chars[index].copy()
        inside = replace(setting, affected=index)
        for guard, change in changes:
            apply_change(moment, unit, change, index, algebra.and_(lit, guard), new, inside)
        changed[index] = new
    return changed


def apply_change(
    moment: Moment,
    unit: Unit,
    change: tree.Change,
    index: int,
    lit: Lit,
    new: Chars,
    setting: Setting,
) -> None:
    """One change to one object, where the literal holds."""
    match change:
        case Seat() | tree.SetController():
            set_controller(moment, change, lit, new, setting)
        case tree.ReplaceWords():
            change_words(moment, change, lit, new, setting)
        case tree.ExchangeText():
            exchange_text(moment, change, index, lit, new, setting)
        case tree.FullTextOf():
            full_text_of(moment, change, index, lit, new, setting)
        case tree.SetName():
            set_name(moment, change, lit, new)
        case tree.SetTypes():
            set_types(moment, change, lit, new, setting)
        case tree.AddTypes():
            add_types(moment, change, lit, new, setting)
        case tree.RemoveTypes():
            remove_types(moment, change, lit, new, setting, types_given(unit))
        case tree.SetSubtypes():
            set_subtypes(moment, change, lit, new, setting)
        case tree.SubtypesOf():
            subtypes_of(moment, change, lit, new, setting)
        case tree.SetColors():
            set_colors(moment, change, lit, new, setting)
        case tree.AddColors():
            add_colors(moment, change, lit, new, setting)
        case tree.ColorsLike():
            colors_like(moment, change, lit, new, setting)
        case tree.GainAbilities():
            gain_abilities(moment, unit, change, index, lit, new, setting)
        case tree.GainAbilitiesOf():
            gain_abilities_of(moment, unit, change, index, lit, new, setting)
        case tree.LoseAbilities():
            lose_abilities(moment, change.abilities, lit, new, setting)
        case tree.LoseAllAbilities():
            lose_all_abilities(moment, change, lit, new, setting)
        case tree.CantHave():
            cant_have(moment, change, lit, new, setting)
        case tree.DefinePT() | tree.SetBasePT():
            set_power_and_toughness(moment, change, lit, new, setting)
        case tree.ModifyPT():
            power, toughness = modification(moment, unit, change, setting)
            modify_power_and_toughness(moment, power, toughness, lit, new)
        case tree.SwitchPT():
            switch_power_and_toughness(moment, lit, new)
        case _:
            raise TypeError(change)


def types_given(unit: Unit) -> set[str]:
    """The card types that the same effect gives ("loses all other card types")."""
    return {
        word
        for _, effect in unit.alternatives
        for change in effect.changes
        if isinstance(change, tree.AddTypes | tree.SetTypes)
        for word in change.types
    }


def modification(
    moment: Moment, unit: Unit, change: tree.ModifyPT, setting: Setting
) -> tuple[Num, Num]:
    if unit.bonus is not None:
        return unit.bonus
    return amount(moment, change.power, setting), amount(moment, change.toughness, setting)


# --- what an effect does, as a value (613.8a) ---------------------------------------------------------

Deed = tuple[tuple[object, Num], ...]


def deed(moment: Moment, unit: Unit, change: tree.Change, index: int) -> Deed:
    """What the change would do to the object now: the parts that can differ between moments."""
    setting = replace(current_setting(moment, unit), affected=index)
    match change:
        case Seat() | tree.SetController():
            return (("seat", as_number(seat_of(moment, change, setting))),)
        case tree.ModifyPT():
            power, toughness = modification(moment, unit, change, setting)
            return (("power", power), ("toughness", toughness))
        case tree.DefinePT() | tree.SetBasePT():
            parts = (optional(moment, each, setting) for each in (change.power, change.toughness))
            return tuple((n, part) for n, part in enumerate(parts) if part is not None)
        case tree.GainAbilitiesOf():
            found = abilities_among(moment, change, setting)
            return tuple(((origin, ability), as_number(lit)) for origin, ability, lit in found)
        case tree.SubtypesOf():
            words = subtypes_among(moment, change, setting)
            return tuple((word, as_number(lit)) for word, lit in words.items())
        case tree.ColorsLike():
            words = colors_like_words(moment, change, setting)
            return tuple((word, as_number(lit)) for word, lit in words.items())
        case tree.FullTextOf():
            found_top = refer(moment, change.of, setting)
            return tuple((("text of", each), 1) for each in found_top)
        case tree.ReplaceWords():
            return (
                ((chosen(change.old, setting, moment), chosen(change.new, setting, moment)), 1),
            )
    return ()


class LitNumber(tuple[int]):
    """A literal standing where a number is compared."""


def as_number(lit: Lit) -> Num:
    return LitNumber((lit,))  # type: ignore[return-value]
