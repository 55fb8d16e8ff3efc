"""Applying one continuous effect in one layer to its set of objects."""

from dataclasses import replace

from striate.cards import tree
from striate.encodings.abilities import (
    abilities_among,
    cant_have,
    gain,
    gain_abilities_of,
    lose_abilities,
    lose_all_abilities,
)
from striate.encodings.algebra import FALSE, TRUE, Lit, Num
from striate.encodings.colours import change_colors, color_net, colors_like, colors_like_words
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
    TYPES_OF_FAMILY,
    change_types,
    net_of,
    subtype_families,
    subtypes_among,
    subtypes_of,
)
from striate.encodings.units import (
    LAYER_OF,
    Sequence,
    Unit,
    current_setting,
    layer_of,
    sequences_in,
)
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
    sequences = sequences_in(unit, layer, algebra)
    changed: dict[int, Chars] = {}
    for index, member in members.items():
        lit = algebra.and_(when, member)
        if lit == FALSE:
            continue
        new = moment.chars[index].copy()
        guarded = [(algebra.and_(lit, guard), sequence) for sequence, guard in sequences]
        apply_sequences(moment, unit, layer, index, guarded, new, replace(setting, affected=index))
        changed[index] = new
    return changed


def apply_sequences(
    moment: Moment,
    unit: Unit,
    layer: str,
    index: int,
    guarded: list[tuple[Lit, Sequence]],
    new: Chars,
    setting: Setting,
) -> None:
    """The changes of one layer to one object, one of the sequences by its guard."""
    match layer:
        case "4":
            kept = types_given(unit)
            nets = [(lit, net_of(each, setting, moment, kept)) for lit, each in guarded]
            change_types(new, nets, moment.algebra)
        case "5":
            colors = [(lit, color_net(each, setting, moment)) for lit, each in guarded]
            change_colors(new, colors, moment.algebra)
        case "7a" | "7b":
            values = [(lit, numbers_set(moment, each, setting)) for lit, each in guarded]
            set_power_and_toughness(moment, values, new)
        case "7c":
            bonuses = [(lit, modification(moment, unit, each, setting)) for lit, each in guarded]
            modify_power_and_toughness(moment, bonuses, new)
    for lit, sequence in guarded:
        for change in sequence:
            apply_change(moment, unit, change, index, lit, new, setting)
    if layer == "6":
        gain(moment, unit, guarded, index, new, setting)


def apply_change(
    moment: Moment,
    unit: Unit,
    change: tree.Change,
    index: int,
    lit: Lit,
    new: Chars,
    setting: Setting,
) -> None:
    """One change to one object, where the literal holds; the others are applied as nets."""
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
        case tree.SubtypesOf():
            subtypes_of(moment, change, lit, new, setting)
        case tree.ColorsLike():
            colors_like(moment, change, lit, new, setting)
        case tree.GainAbilitiesOf():
            gain_abilities_of(moment, unit, change, index, lit, new, setting)
        case tree.LoseAbilities():
            lose_abilities(moment, change.abilities, lit, new, setting)
        case tree.LoseAllAbilities():
            lose_all_abilities(moment, change, lit, new, setting)
        case tree.CantHave():
            cant_have(moment, change, lit, new, setting)
        case tree.SwitchPT():
            switch_power_and_toughness(moment, lit, new)


def apply_all(
    moment: Moment, unit: Unit, changes: Sequence, index: int, new: Chars, setting: Setting
) -> None:
    """All changes at once, whatever their layers (copiable values: 707.9, 614.12)."""
    for change in changes:
        sequence: list[tuple[Lit, Sequence]] = [(TRUE, (change,))]
        apply_sequences(moment, unit, layer_of(change), index, sequence, new, setting)


def numbers_set(
    moment: Moment, sequence: Sequence, setting: Setting
) -> tuple[Num | None, Num | None]:
    """The power and toughness that a run of changes sets; None leaves one alone."""
    power: Num | None = None
    toughness: Num | None = None
    for change in sequence:
        if isinstance(change, tree.DefinePT | tree.SetBasePT):
            if change.power is not None:
                power = optional(moment, change.power, setting)
            if change.toughness is not None:
                toughness = optional(moment, change.toughness, setting)
    return power, toughness


def types_given(unit: Unit) -> frozenset[str]:
    """The card types that the same effect gives ("loses all other card types")."""
    return frozenset(
        word
        for _, effect in unit.alternatives
        for change in effect.changes
        if isinstance(change, tree.AddTypes | tree.SetTypes)
        for word in change.types
    )


def modification(
    moment: Moment, unit: Unit, sequence: Sequence, setting: Setting
) -> tuple[Num, Num]:
    """613.4c: what a run of changes adds to power and toughness."""
    if unit.bonus is not None:
        return unit.bonus
    power: Num = 0
    toughness: Num = 0
    for change in sequence:
        if isinstance(change, tree.ModifyPT):
            power = moment.algebra.add(power, amount(moment, change.power, setting))
            toughness = moment.algebra.add(toughness, amount(moment, change.toughness, setting))
    return power, toughness


# --- what an effect does, as a value (613.8a) ---------------------------------------------------------

Deed = tuple[tuple[object, Num], ...]


def deed(moment: Moment, unit: Unit, change: tree.Change, index: int) -> Deed:
    """What the change would do to the object now: the parts that can differ between moments."""
    setting = replace(current_setting(moment, unit), affected=index)
    match change:
        case Seat() | tree.SetController():
            return (("seat", as_number(seat_of(moment, change, setting))),)
        case tree.ModifyPT():
            power, toughness = modification(moment, unit, (change,), setting)
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
        case tree.AddTypes() | tree.SetSubtypes():
            return fitting_subtypes(moment, unit, change, index)
        case tree.FullTextOf():
            found_top = refer(moment, change.of, setting)
            return tuple((("text of", each), 1) for each in found_top)
        case tree.ReplaceWords():
            return (
                ((chosen(change.old, setting, moment), chosen(change.new, setting, moment)), 1),
            )
    return ()


def fitting_subtypes(
    moment: Moment, unit: Unit, change: tree.AddTypes | tree.SetSubtypes, index: int
) -> Deed:
    """205.3d: which subtypes the object can gain is told by the card types that it has."""
    given = types_given(unit)
    types = moment.chars[index].types
    algebra = moment.algebra
    found: list[tuple[object, Num]] = []
    for which in subtype_families(change):
        owners = TYPES_OF_FAMILY.get(which, ())
        if not given & set(owners):
            fits = algebra.any_([types.get(each, FALSE) for each in owners])
            found.append((which, as_number(fits)))
    return tuple(found)


class LitNumber(tuple[int]):
    """A literal standing where a number is compared."""


def as_number(lit: Lit) -> Num:
    return LitNumber((lit,))  # type: ignore[return-value]
