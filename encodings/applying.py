"""Applying one continuous effect in one layer to its set of objects."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from striate.cards import tree
from striate.cards.vocabulary import TYPES_OF_FAMILY
from striate.cards.walking import parts
from striate.encodings import abilities, powtough, typeline, wording
from striate.encodings.algebra import FALSE, TRUE, Algebra, Lit, Num
from striate.encodings.clauses import is_rightly_read
from striate.encodings.colours import color_change
from striate.encodings.control import Seats, seat_of, set_controller
from striate.encodings.effects import (
    LAYER_OF,
    OLD_SUBLAYERS,
    TAKES,
    Changes,
    ContinuousEffect,
    CounterBonus,
    On,
    current_setting,
    sequences_in,
)
from striate.encodings.moments import Moment
from striate.encodings.state import Chars, Setting, changed_words
from striate.quick.reach import subtype_families

LAYER_OF[Seats] = "2"


_Sequences = list[tuple[Changes, Lit]]
_Runs = list[tuple[On, Changes]]  # what an effect may do to the object, each by its guard
Pick = tuple[ContinuousEffect, Lit, dict[int, Lit]]  # an effect, that it is applied, and to what


def applied_one_of(moment: Moment, picks: list[Pick]) -> dict[int, Chars]:
    """The objects that the one effect whose literal holds changes in the layer at hand.

    Everything is read from the state before: an effect applies to all its objects at once.
    """
    changed: dict[int, Chars] = {}
    # Older rules had in one layer what is in two now.
    for part in moment.layer.split("+"):
        apply_part(moment, picks, part, changed)
    return changed


def apply_part(moment: Moment, picks: list[Pick], layer: str, changed: dict[int, Chars]) -> None:
    """The same for one kind of changes, on top of what is changed already (707.9, 614.12)."""
    algebra = moment.algebra
    settled = [
        (*pick, current_setting(moment, pick[0]), sequences_in(pick[0], layer, algebra))
        for pick in picks
    ]
    for index in dict.fromkeys(index for _, _, members in picks for index in members):
        new = changed[index] if index in changed else moment.chars[index].copy()
        runs: _Runs = []
        gains: list[tuple[On, _Sequences]] = []
        for effect, when, members, setting, sequences in settled:
            lit = algebra.and_(when, members.get(index, FALSE))
            if lit == FALSE:
                continue
            on = On(moment, effect, index, lit, new, setting.about(index))
            guarded = [(on.where(guard), sequence) for sequence, guard in sequences]
            runs += guarded
            if layer == "6":
                gains.append((on, sequences))
            else:
                _make(guarded)
        if layer == "6":
            _change_abilities(algebra, runs, gains)
        elif layer in _NET_LAYERS and runs:
            _apply_nets(layer, _merged(algebra, runs), moment, new)
        changed[index] = new


def _make(runs: _Runs) -> None:
    """The changes that are made one by one, each where its literal holds."""
    for on, sequence in runs:
        for change in sequence:
            rule = _RULES.get(type(change))
            if rule is not None and on.lit != FALSE:
                rule(on, change)


def added_together(moment: Moment, picks: list[Pick]) -> tuple[dict[int, Chars], list[Pick]]:
    """613.4c: the objects as those of the effects leave them that add numbers written in their
    text, and the other effects.

    Encoding: sums are made for each object, not applied one by one. Loses nothing iff none of the
    effects looks at what another of them changes.
    """
    if moment.layer != "7c" or not is_rightly_read():
        return {}, picks
    sums: dict[int, list[int]] = {}
    others: list[Pick] = []
    for effect, when, members in picks:
        added = _plain_bonus(effect, moment.algebra) if when == TRUE else None
        if added is None or any(lit != TRUE for lit in members.values()):
            others.append((effect, when, members))
            continue
        power, toughness = added
        for index in members:
            total = sums.get(index)
            if total is None:
                sums[index] = [power, toughness]
            else:
                total[0] += power
                total[1] += toughness
    changed = {index: moment.chars[index].copy() for index in sums}
    for index, (power, toughness) in sums.items():
        powtough.modify_power_and_toughness(moment, [(TRUE, (power, toughness))], changed[index])
    return changed, others


def _plain_bonus(effect: ContinuousEffect, algebra: Algebra) -> tuple[int, int] | None:
    """What it adds to whatever it applies to, where its words are numbers."""
    sequences = sequences_in(effect, "7c", algebra)
    if len(sequences) != 1 or sequences[0][1] != TRUE:
        return None
    power = toughness = 0
    for change in sequences[0][0]:
        match change:
            case tree.ModifyPT(tree.Num(a), tree.Num(b)):
                power, toughness = power + a, toughness + b
            case _:
                return None
    return power, toughness


def _change_abilities(algebra: Algebra, runs: _Runs, gains: list[tuple[On, _Sequences]]) -> None:
    """113.10, 613.1f: what is taken, in order, then what is given."""
    taking = [(on, taken) for on, sequence in runs if (taken := _taken(sequence))]
    _make(_merged(algebra, taking))
    for on, sequences in gains:
        for sequence, guard in sequences:
            for change in sequence:
                if isinstance(change, tree.GainAbilitiesOf):
                    abilities.gain_abilities_of(on.where(guard), change)
        abilities.gain(on, sequences)


def _taken(sequence: Changes) -> Changes:
    """Those of the changes that take abilities away."""
    return tuple(change for change in sequence if isinstance(change, TAKES))


_NET_LAYERS = ("4", "5", "7a", "7b", "7c", *OLD_SUBLAYERS)


def _merged(algebra: Algebra, runs: _Runs) -> _Runs:
    """Equal runs of changes that mean the same whatever their source, as one."""
    if len(runs) < 2:
        return runs
    alike: dict[Changes, list[Lit]] = {}
    merged: _Runs = []
    for on, sequence in runs:
        if sequence not in alike:
            merged.append((on, sequence))
        if _is_constant(sequence):
            alike.setdefault(sequence, []).append(on.lit)
    return [
        (replace(on, lit=algebra.any_(alike[sequence])) if sequence in alike else on, sequence)
        for on, sequence in merged
    ]


@lru_cache(maxsize=65536)
def _is_constant(sequence: Changes) -> bool:
    """Whether a run of changes says the same of every source (no amounts, no chosen words)."""
    return all(map(_is_constant_part, parts(sequence, closed=(tree.Num,))))


def _is_constant_part(part: object) -> bool:
    if isinstance(part, str):
        return not part.startswith("@")
    return not isinstance(part, tree.Node) or isinstance(part, _CONSTANT)


_PLAIN_CHANGES = (
    tree.SetTypes,
    tree.AddTypes,
    tree.RemoveTypes,
    tree.SetSubtypes,
    tree.SetColors,
    tree.AddColors,
    tree.SetBasePT,
    tree.ModifyPT,
)
_CONSTANT = (tree.Num, *_PLAIN_CHANGES, *TAKES, tree.Keyword)


def _apply_nets(layer: str, runs: _Runs, moment: Moment, new: Chars) -> None:
    """The changes of one layer to one object as a whole, one of the runs by its guard."""
    algebra = moment.algebra
    guarded_parts = [(on.lit, each, on.setting) for on, each in runs]
    match layer:
        case "4":
            nets = [(lit, _type_nets(moment, each, own)) for lit, each, own in guarded_parts]
            typeline.change_types(new, nets, algebra)
        case "5":
            colors = [(lit, *color_change(each, own, moment)) for lit, each, own in guarded_parts]
            new.colors = changed_words(new.colors, colors, algebra)
        case "7a" | "7b":
            values = [(lit, _numbers_set(moment, each, own)) for lit, each, own in guarded_parts]
            powtough.set_power_and_toughness(moment, values, new)
        case "7c" | "7c resolved" | "7c counters":
            bonuses = [(lit, _modification(moment, each, own)) for lit, each, own in guarded_parts]
            powtough.modify_power_and_toughness(moment, bonuses, new)


def _type_nets(moment: Moment, sequence: Changes, setting: Setting) -> tuple[typeline.TypeNet, ...]:
    """What a run of type changes leaves. Encoding: worked out once, if it says the same of all."""
    if not _is_constant(sequence):
        return typeline.nets_of(sequence, setting, moment)
    known: dict[Changes, tuple[typeline.TypeNet, ...]] = moment.lasting.setdefault("nets", {})
    if sequence not in known:
        known[sequence] = typeline.nets_of(sequence, setting, moment)
    return known[sequence]


# The changes that are made one by one; those of types, colours, power and toughness are summed up.
_RULES: dict[type, Callable[[On, Any], None]] = {
    Seats: set_controller,
    tree.SetController: set_controller,
    tree.ReplaceWords: wording.change_words,
    tree.ExchangeText: wording.exchange_text,
    tree.FullTextOf: wording.full_text_of,
    tree.SetName: wording.set_name,
    tree.SubtypesOf: typeline.subtypes_of,
    tree.LoseAbilities: abilities.lose_abilities,
    tree.LoseAllAbilities: abilities.lose_all_abilities,
    tree.CantHave: abilities.cant_have,
    tree.SwitchPT: powtough.switch_power_and_toughness,
}


def _numbers_set(
    moment: Moment, sequence: Changes, setting: Setting
) -> tuple[Num | None, Num | None]:
    """The power and toughness that a run of changes sets; None leaves one alone."""
    power: Num | None = None
    toughness: Num | None = None
    for change in sequence:
        if isinstance(change, tree.DefinePT | tree.SetBasePT):
            if change.power is not None:
                power = powtough.optional(moment, change.power, setting)
            if change.toughness is not None:
                toughness = powtough.optional(moment, change.toughness, setting)
    return power, toughness


def _modification(moment: Moment, sequence: Changes, setting: Setting) -> tuple[Num, Num]:
    """613.4c: what a run of changes adds to power and toughness."""
    power: Num = 0
    toughness: Num = 0
    for change in sequence:
        if isinstance(change, CounterBonus):
            return change.power, change.toughness  # type: ignore[return-value]  # the tree can't name the solver's numbers
        if isinstance(change, tree.ModifyPT):
            more, tougher = powtough.bonus(moment, change, setting)
            power = moment.algebra.add(power, more)
            toughness = moment.algebra.add(toughness, tougher)
    return power, toughness


# --- what an effect does, as a value (613.8a) -----------------------------------------------------

Deed = dict[object, Num]


def deed(
    moment: Moment,
    effect: ContinuousEffect,
    change: tree.Change,
    given: frozenset[str],
    index: int,
) -> Deed:
    """What the change would do to the object now: the parts that can differ between moments.

    `given` are the card types that the same effect gives. A truth is the number 1, no truth 0.
    """
    setting = current_setting(moment, effect).about(index)
    one_if = moment.algebra.count
    match change:
        case Seats() | tree.SetController():
            return {"seat": one_if([seat_of(moment, change, setting)])}
        case tree.ModifyPT():
            return dict(enumerate(_modification(moment, (change,), setting)))
        case tree.DefinePT() | tree.SetBasePT():
            halves = _numbers_set(moment, (change,), setting)
            return {n: half for n, half in enumerate(halves) if half is not None}
        case tree.GainAbilitiesOf():
            abilities_now = abilities.abilities_among(moment, change, setting)
            return {(origin, ability): one_if([lit]) for origin, ability, lit in abilities_now}
        case tree.AddTypes() | tree.SetSubtypes():
            families = subtype_families(change)
            return {each: one_if([_fits(moment, each, given, index)]) for each in families}
        case tree.SubtypesOf():
            among = typeline.subtypes_among(moment, change, setting)
            words = typeline.put_together(among, moment.algebra)
            fits = _fits(moment, change.family, given, index)
            return {word: one_if([moment.algebra.and_(lit, fits)]) for word, lit in words.items()}
        case tree.ExchangeText():
            others = wording.exchanged_with(moment, change, index, setting)
            return _text_of(moment, others)
    return {}


def _fits(moment: Moment, which: str, given: frozenset[str], index: int) -> Lit:
    """205.3d: whether a subtype of that family can be gained: the object has a card type that it
    belongs to, or the effect gives one.
    """
    owners = TYPES_OF_FAMILY.get(which)
    if owners is None or not given.isdisjoint(owners):
        return TRUE
    types = moment.chars[index].types
    return moment.algebra.any_([types.get(owner, FALSE) for owner in owners])


def _text_of(moment: Moment, indexes: list[int]) -> Deed:
    """612.5: the rules text that the objects have now."""
    text = [
        (ability, lit)
        for index in indexes
        for _, lit, ability in moment.chars[index].those(moment.algebra, lambda each: True)
        if lit != FALSE
    ]
    return {(n, each): moment.algebra.count([lit]) for n, (each, lit) in enumerate(text)}
