"""Layer 1: copiable values, copy effects and their exceptions (707.2-707.9), face-down (708).

A copy effect's values are locked in when it begins (707.2b), so layer 1 is evaluated on the
timeline: an object keeps the values that each copy effect on it took.
"""

import re
from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from striate.cards import tree
from striate.cards.costs import colors_of, mana_value
from striate.cards.meanings import face_down
from striate.encodings.algebra import FALSE, TRUE
from striate.encodings.applying import apply_part
from striate.encodings.clauses import clause
from striate.encodings.effects import ContinuousEffect, layer_of, static_stamp, statics_of
from striate.encodings.filters import matches
from striate.encodings.moments import UNDEFINED, Moment, last_seat, player_is
from striate.encodings.state import (
    CEASED,
    COLORS,
    IN_PLAY,
    Chars,
    CopyEffect,
    Held,
    Last,
    Setting,
    Thing,
    Words,
    World,
    face_of,
    surely,
)


def colored(letters: tuple[str, ...]) -> Words:
    """105.1: each of the five colours, and whether it is one of these."""
    return {each: TRUE if each in letters else FALSE for each in COLORS}


def printed_chars(face: tree.Face, front_cost: str | None = None) -> Chars:
    """202, 205, 208: the characteristics printed on a face."""
    cost = face.mana_cost if front_cost is None else front_cost
    return Chars(
        names={face.name: TRUE},
        costs=((TRUE, face.mana_cost),),
        mana_value=mana_value(cost),
        supertypes=dict.fromkeys(face.supertypes, TRUE),
        types=dict.fromkeys(face.types, TRUE),
        subtypes=dict.fromkeys(face.subtypes, TRUE),
        colors=colored(face.colors),
        abilities=tuple(
            Held(((TRUE, ability),), TRUE, (0, 0), ("printed", number))
            for number, ability in enumerate(face.abilities)
        ),
        power=face.power or 0,
        toughness=face.toughness or 0,
        loyalty=((TRUE, face.loyalty),),
        yours=TRUE,
        defense=face.defense,
        boxed=face.power is not None,
    )


@clause("712.8", "710.1c", "711.6")
def printed_faces(card: tree.Card) -> tuple[Chars, ...]:
    """712.8, 202.3b: a back face has the front face's mana value; a leveler has one face.

    710.1c: a flip card's colour and mana cost stay when it is flipped.
    """
    front, *others = card.faces
    if card.layout == "flip" and others:
        half = replace(others[0], mana_cost=front.mana_cost, colors=front.colors)
        return (replace(printed_chars(front), bottom=printed_chars(half)),)
    if card.layout in _SPLIT and others:
        return (split_values(card),)
    cost = front.mana_cost if card.layout == "transform" else None
    return tuple(printed_chars(face, cost) for face in card.faces)


_SPLIT = ("split", "aftermath")
_SPELLS = frozenset({"Instant", "Sorcery"})


@clause("709.4", "709.5", "709.5a", "709.5b", "202.3d")
def split_values(card: tree.Card) -> Chars:
    """709.4: the two halves combined; 709.5: with a shared type line, each half by itself and
    the types alone, since what an unlocked half adds depends on the permanent.
    """
    parts = card.faces
    if not any(_SPELLS & set(part.types) for part in parts):
        left = parts[0]
        line = tree.Face("", types=left.types, subtypes=left.subtypes, supertypes=left.supertypes)
        halves = tuple(_half(part, number) for number, part in enumerate(parts))
        return replace(printed_chars(line), halves=halves)
    return printed_chars(card.halves)


def _half(face: tree.Face, number: int) -> Chars:
    """Encoding: abilities of different halves are different instances."""
    values = printed_chars(face)
    held = tuple(replace(each, key=("half", number, each.key)) for each in values.abilities)
    return replace(values, abilities=held)


@clause("709.5", "709.4")
def unlocked_values(values: Chars, thing: Thing) -> Chars:
    """709.5: a permanent lacks the name, mana cost and rules text of its locked halves.

    709.4: everywhere else the card is both halves.
    """
    was_there = thing.zone in (*IN_PLAY, CEASED)
    doors = thing.unlocked if was_there else range(len(values.halves))
    open_halves = [half for number, half in enumerate(values.halves) if number in doors]
    name = values.name or " // ".join(name for half in open_halves for name in half.names)
    cost = "".join(text for half in open_halves for _, text in half.costs)
    return replace(
        values,
        names={name: TRUE},
        costs=((TRUE, cost),),
        mana_value=mana_value(cost),
        colors=colored(sum((surely(part.colors) for part in (values, *open_halves)), ())),
        abilities=(*(held for half in open_halves for held in half.abilities), *values.abilities),
        halves=(),
    )


@clause("718.3b")
def prototyped_values(values: Chars) -> Chars:
    """718.3b: cast prototyped it has the mana cost, power and toughness of the inset frame, and
    the colours of that cost.
    """
    for held in values.abilities:
        ability = held.alternatives[0][1]
        box = re.search(r"(\d+)/(\d+)", getattr(ability, "words", ""))
        if isinstance(ability, tree.Keyword) and ability.name == "prototype" and box is not None:
            return replace(
                values,
                costs=((TRUE, ability.cost),),
                mana_value=mana_value(ability.cost),
                power=int(box.group(1)),
                toughness=int(box.group(2)),
                colors=colored(colors_of(ability.cost)),
            )
    return values


@clause("202.3c")
def melded_values(values: Chars, front_costs: str) -> Chars:
    """202.3c: the mana value of a melded permanent is that of the fronts' combined mana cost."""
    return replace(values, mana_value=mana_value(front_costs))


@clause("613.2a", "613.2b", "613.2c", "707.2", "707.3", "708.10")
def copiable_values(world: World, thing: Thing) -> Chars:
    """707.2: what is printed, then copy effects by timestamp (1a), then face-down status (1b)."""
    if thing.zone in IN_PLAY and thing.down is not None:
        return with_stamps(thing, face_down_values(thing))
    return with_stamps(thing, face_up_values(world, thing))


@clause("708.2", "708.2a")
def face_down_values(thing: Thing) -> Chars:
    """708.2: exactly the characteristics that the rule or effect gives, whatever the card is."""
    assert thing.down is not None
    return thing.down.values


@clause("710.1b", "710.2")
def face_up_values(world: World, thing: Thing) -> Chars:
    """710.1b: while it is flipped, the bottom half of its copiable values, if there is one."""
    values = whole_values(world, thing)
    if values.halves:
        return unlocked_values(values, thing)
    return _half_up(thing, values)


def _half_up(thing: Thing, values: Chars) -> Chars:
    return values.bottom if thing.flipped and values.bottom else values


@clause("707.2", "707.3")
def whole_values(world: World, thing: Thing) -> Chars:
    """707.2: the printed face as it entered, overwritten by each copy effect in turn."""
    values = face_of(thing)
    if thing.entered_as and not thing.copies:
        values = changed_values(world, thing, values, thing.entered_as)
    for effect in sorted(thing.copies, key=lambda each: each.stamp):
        values = effect.values
    return values


def with_stamps(thing: Thing, values: Chars) -> Chars:
    """613.7a: the timestamps of the effects of its abilities.

    Those of an object that became a copy later keep their order when it gets a new timestamp.
    """
    copied = max((effect.stamp for effect in thing.copies if not effect.entering), default=0)
    new = values.copy()
    new.abilities = tuple(
        replace(held, stamp=(max(static_stamp(thing, held.alternatives[0][1])[0], copied), copied))
        for held in values.abilities
    )
    return new


def last_known(world: World, of: Thing) -> Last | None:
    """608.2h: what is copied of an object that is not where the words expect it.

    111.7: a token that has ceased is always looked back at; a card is copied as it lies there now.
    """
    if of is not world.things[of.index] or of.zone in IN_PLAY:
        return None  # what was looked back at already, or is there
    return world.past.get(of.index, of.last if of.zone == CEASED else None)


@clause("707.2", "707.2b")
def values_to_copy(world: World, of: Thing) -> Chars:
    """707.2: copiable values only: no noncopy effects, counters, status, or choices made."""
    last = last_known(world, of)
    if last is not None:
        return last.copiable.copy()
    if of.zone in IN_PLAY and of.down is not None:
        return face_down_values(of).copy()
    values = whole_values(world, of).copy()
    if not of.copies and (of.two_faced or (of.card is not None and of.card.layout == "meld")):
        # 202.3b-c: only the card itself takes its mana value from other faces.
        values.mana_value = mana_value("".join(cost for _, cost in values.costs))
    return values


class _Copying(Struct, frozen=True):
    """707.9: one object as it gets the copiable values of another."""

    world: World
    copier: Thing
    of: Thing
    before: Chars | None  # what the copier was itself
    own_ability: tree.Ability | None = None


@clause("707.9", "707.2a")
def copied_values(
    world: World,
    copier: Thing,
    of: Thing,
    exceptions: tuple[tree.CopyExtra, ...],
    own_ability: tree.Ability | None = None,
) -> Chars:
    """707.9: the copied values with the exceptions of the copy effect, which are copiable too."""
    copying = _copying(world, copier, of, own_ability)
    return _with_exceptions(copying, values_to_copy(world, of), exceptions)


def _copying(
    world: World, copier: Thing, of: Thing, own_ability: tree.Ability | None = None
) -> _Copying:
    before = face_up_values(world, copier) if copier.printed else None
    return _Copying(world, copier, of, before, own_ability)


@clause("607.5a")
def without_choices(values: Chars) -> Chars:
    """607.5a: no choice is made for what becomes a copy later, so what refers to one is
    undefined."""
    held = tuple(replace(each, choices=UNDEFINED) for each in values.abilities)
    return replace(values, abilities=held)


@clause("707.2c")
def static_copies(world: World, affected_by: Callable[[Thing, tree.Who], list[Thing]]) -> None:
    """707.2c: a static ability's copy effect takes the copiable values when it first applies, and
    keeps them; it has the timestamp of the object that it is on (613.7a).
    """
    for thing in world.things:
        thing.copies = [each for each in thing.copies if not each.static]
    for source in world.in_zone("battlefield"):
        for effect, change in _static_copy_effects(copiable_values(world, source)):
            of = affected_by(source, change.of)
            for thing in affected_by(source, effect.who):
                if source.kept_values is None and of:
                    source.kept_values = values_to_copy(world, of[-1])
                if source.kept_values is None:
                    continue
                copying = _Copying(world, thing, source, None)
                values = _with_exceptions(copying, source.kept_values.copy(), change.exceptions)
                taken = without_choices(values)
                thing.copies.append(CopyEffect(source.stamp, taken, static=True))


def _static_copy_effects(values: Chars) -> list[tuple[tree.Effect, tree.BecomeCopy]]:
    return [
        (effect, change)
        for ability in values.text()
        if isinstance(ability, tree.Static)
        for effect in ability.effects
        for change in effect.changes
        if isinstance(change, tree.BecomeCopy)
    ]


def _with_exceptions(
    copying: _Copying, values: Chars, exceptions: tuple[tree.CopyExtra, ...]
) -> Chars:
    """707.9: the exceptions in order; on both halves of a flip card."""
    exceptions = _decided(copying, values, exceptions)
    bottom = values.bottom
    tag = ("copied", copying.copier.index, copying.of.index, copying.world.clock)
    values.abilities = tuple(
        replace(held, stamp=(0, 0), key=(*tag, held.key), choices=None) for held in values.abilities
    )
    for number, extras in enumerate(runs(exceptions)):
        values = with_exception(copying, values, extras, number)
    if bottom is None:
        return values
    half = bottom.copy()  # that of the original stays as it is
    return replace(values, bottom=_with_exceptions(copying, half, exceptions))


_NO_CHANGES = (
    tree.KeepOwn,
    tree.KeepThisAbility,
    tree.NoManaCost,
    tree.EntersWith,
    tree.EntersTapped,
)


@clause("707.9", "109.3")
def decided_by_original(
    moment: Moment, exceptions: tuple[tree.CopyExtra, ...], of: int, setting: Setting
) -> tuple[tree.CopyExtra, ...]:
    """707.9: "if you control that creature" is asked of what is copied, or last was (608.2h).

    109.3: who controls it is no characteristic, so 707.9f does not ask the copy.
    """
    decided: list[tree.CopyExtra] = []
    for extra in exceptions:
        if not isinstance(extra, tree.CopyIf) or not isinstance(extra.filter, tree.ControlledBy):
            decided.append(extra)
        elif player_is(moment, extra.filter.player, last_seat(moment, of), setting) == TRUE:
            decided.append(extra.extra)
    return tuple(decided)


@clause("707.9f")
def exceptions_of_copy(
    world: World, copier: Thing, of: Thing, exceptions: tuple[tree.CopyExtra, ...]
) -> tuple[tree.CopyExtra, ...]:
    """707.9f, 707.8: the exceptions that apply, decided by the face of the copy that is up."""
    return _decided(_copying(world, copier, of), values_to_copy(world, of), exceptions)


@clause("707.9f")
def _decided(
    copying: _Copying, values: Chars, exceptions: tuple[tree.CopyExtra, ...]
) -> tuple[tree.CopyExtra, ...]:
    """707.9f: "if it's a creature" is asked once, of the copy as the other exceptions make it."""
    others = tuple(extra for extra in exceptions if not isinstance(extra, tree.CopyIf))
    if len(others) == len(exceptions):
        return exceptions
    copier = copying.copier
    without_condition = _with_exceptions(copying, _half_up(copier, values).copy(), others)
    probe = _world_with(copying.world, copier.index, without_condition)
    setting = Setting(copier.index, copier.controller)
    decided: list[tree.CopyExtra] = []
    for extra in exceptions:
        if not isinstance(extra, tree.CopyIf):
            decided.append(extra)
        elif matches(probe, extra.filter, copier.index, setting) == TRUE:
            decided.append(extra.extra)
    return tuple(decided)


def runs(exceptions: tuple[tree.CopyExtra, ...]) -> list[tuple[tree.CopyExtra, ...]]:
    """The exceptions in order, changes that stand together as one ("and loses all other types")."""
    all_runs: list[tuple[tree.CopyExtra, ...]] = []
    for extra in exceptions:
        single = isinstance(extra, _NO_CHANGES)
        if all_runs and not single and not isinstance(all_runs[-1][0], _NO_CHANGES):
            all_runs[-1] = (*all_runs[-1], extra)
        else:
            all_runs.append((extra,))
    return all_runs


@clause("707.9a", "707.9b", "707.9c")
def with_exception(
    copying: _Copying, values: Chars, extras: tuple[tree.CopyExtra, ...], number: int
) -> Chars:
    """707.9: one exception: changes, a value of its own that stays, or an ability more."""
    world, copier, own = copying.world, copying.copier, copying.before
    match extras:
        case (tree.KeepOwn(what),):
            return _keep_own(values, own, what)
        case (tree.NoManaCost(),):
            return replace(values, costs=((TRUE, ""),), mana_value=0)
        case (tree.KeepThisAbility(),):
            if copying.own_ability is None:
                return values
            gained = tree.GainAbilities((copying.own_ability,))
            return changed_values(world, copier, values, (gained,))
        case (tree.EntersWith() | tree.EntersTapped() as entering,):
            held = Held(((TRUE, entering),), TRUE, (0, 0), ("exception", copier.index, number))
            return replace(values, abilities=(*values.abilities, held))
    extras = tuple(_with_own_name(extra, own) for extra in extras)
    for extra in extras:
        values = without_defining(values, extra)
    new = changed_values(world, copier, values, extras)
    new.boxed = values.boxed or any(isinstance(extra, tree.SetBasePT) for extra in extras)
    return new


def _with_own_name(extra: tree.CopyExtra, own: Chars | None) -> tree.CopyExtra:
    """707.9b: "its name is ~": the name that the copier has itself."""
    if not isinstance(extra, tree.SetName) or extra.name != "~" or own is None:
        return extra
    return tree.SetName(own.name, extra.keep_others)


def _keep_own(values: Chars, own: Chars | None, what: tuple[str, ...]) -> Chars:
    """707.9b: a characteristic that isn't copied stays as the copier's own."""
    if own is None:
        return values
    for each in what:
        if each == "other abilities":
            others = tuple(held for held in own.abilities if not _makes_copies(held))
            values = replace(values, abilities=(*values.abilities, *others))
        else:
            names, defining = _OWN[each]
            kept = drop_defining(values.abilities, defining)
            mine = {name: getattr(own, name) for name in names}
            values = replace(values, abilities=kept, **mine)
    return values


_TYPE_CHANGES = (tree.SetTypes, tree.SetSubtypes, tree.AddTypes)
# What the copier may keep of its own, and the changes by which an ability defines the same.
_OWN: dict[str, tuple[tuple[str, ...], tuple[type, ...]]] = {
    "color": (("colors",), (tree.SetColors,)),
    "name": (("names",), ()),
    "power and toughness": (("power", "toughness"), (tree.DefinePT,)),
    "types": (("types", "subtypes"), _TYPE_CHANGES),
}


def _makes_copies(held: Held) -> bool:
    """707.9a: "~'s other abilities" are those besides the one that has it enter as a copy."""
    return all(isinstance(ability, tree.EntersAsCopy) for _, ability in held.alternatives)


# What an exception gives, and what an ability that defines the same does.
_DEFINES: tuple[tuple[type, tuple[type, ...]], ...] = (
    (tree.SetBasePT, (tree.DefinePT,)),
    (tree.SetColors, (tree.SetColors,)),
    (tree.SetTypes, _TYPE_CHANGES),
    (tree.SetSubtypes, _TYPE_CHANGES),
)


@clause("707.9d")
def without_defining(values: Chars, extra: tree.CopyExtra) -> Chars:
    """707.9d: where the exception gives the value, abilities that define it are not copied."""
    for given, defining in _DEFINES:
        if isinstance(extra, given):
            return replace(values, abilities=drop_defining(values.abilities, defining))
    return values


@clause("707.9d")
def drop_defining(
    abilities: tuple[Held, ...], defining: type | tuple[type, ...]
) -> tuple[Held, ...]:
    """707.9d: the abilities that are copied: none that defines such a characteristic."""

    def defines(ability: tree.Ability) -> bool:
        return any(
            static.cda and any(isinstance(change, defining) for change in effect.changes)
            for static in statics_of(ability)
            for effect in static.effects
        )

    return tuple(
        held for held in abilities if not any(defines(each) for _, each in held.alternatives)
    )


def _world_with(world: World, index: int, values: Chars) -> Moment:
    """A moment before any layer in which one object has these values."""
    chars = [face_of(thing) for thing in world.things]
    chars[index] = values
    return Moment(world, chars)


def changed_values(
    world: World, thing: Thing, values: Chars, changes: tuple[tree.CopyExtra, ...]
) -> Chars:
    """Copiable values with changes made to them as part of copying or entering."""
    own = replace(values, yours=thing.controller)
    moment = _world_with(world, thing.index, own)
    setting = Setting(thing.index, thing.controller, choices=thing.choices, x=thing.x)
    wording = tree.Effect(tree.This(), tuple(changes))  # type: ignore[arg-type]  # copy exceptions that are changes
    effect = ContinuousEffect(
        ("copiable", thing.index, changes), thing.index, (0, 0), ((TRUE, wording),), setting
    )
    changed: dict[int, Chars] = {}
    for layer in dict.fromkeys(map(layer_of, wording.changes)):
        apply_part(moment, [(effect, TRUE, {thing.index: TRUE})], layer, changed)
    new = changed.get(thing.index, own)
    new.called = None  # 707.9b: its name is its own, and its text means that
    kept = {id(held) for held in values.abilities}
    new.abilities = tuple(
        held if id(held) in kept or held.key[0] != "granted"
        else replace(held, key=("exception", *held.key[1:]))
        for held in new.abilities
    )  # fmt: skip
    return new


# --- face-down ------------------------------------------------------------------------------------


@clause("708.2a", "702.37a", "702.168a", "701.40a", "701.58a")
def face_down_creature(by: str) -> Chars:
    """708.2a: as a face that is printed so."""
    return printed_chars(face_down(by))
