"""611.2: a continuous effect begins on resolution: its objects and values are locked in (608.2h)."""

from dataclasses import replace

import msgspec

from striate.cards import tree
from striate.cards.walking import any_node
from striate.encodings.abilities import abilities_among
from striate.encodings.algebra import FALSE, TRUE, Lit
from striate.encodings.clauses import clause
from striate.encodings.colours import colors_like_words
from striate.encodings.control import Seat, SeatOfEach, seat_meant, seat_of
from striate.encodings.copying import copied_values, without_choices
from striate.encodings.game import tracks_phased
from striate.encodings.matching import (
    AMOUNTS,
    Moment,
    amount,
    group,
    holds,
    refer,
)
from striate.encodings.resolution import (
    Resolution,
    members_of,
)
from striate.encodings.state import CopyEffect, Resolved, Setting
from striate.encodings.typeline import subtypes_among
from striate.encodings.wording import Pair


class _Locked(tree.Node, frozen=True):
    """608.2h: an amount as it was on resolution."""

    value: object


AMOUNTS[_Locked] = lambda moment, value, setting: value.value


def _with_the_resolving_one(effect: tree.Effect, ability: tree.Ability | None) -> tree.Effect:
    """ "Loses this ability": the one that resolves; a resolving spell is none."""
    said = tree.LoseAbilities((tree.THIS_ABILITY,))
    if said not in effect.changes:
        return effect
    lost = tree.LoseAbilities(() if ability is None else (ability,))
    changes = tuple(lost if change == said else change for change in effect.changes)
    return msgspec.structs.replace(effect, changes=changes)


def begin_effect(resolution: Resolution, effect: tree.Effect, duration: tree.Duration) -> None:
    """611.2: a continuous effect begins."""
    effect = _with_the_resolving_one(effect, resolution.ability)
    game = resolution.game
    keep_while = duration.condition if isinstance(duration, tree.AsLongAs) else None
    if all(isinstance(each, _SAID) for each in effect.changes):
        moment = game.about(effect.who, effect.condition, keep_while, *effect.changes)
    else:
        moment = game.now()
    meant = members_of(resolution, effect.who)  # 608.2d: what it names is looked at in any case
    if isinstance(duration, tree.UntilLeaves) and has_left(moment, resolution.setting):
        return
    condition = holds(moment, effect.condition, resolution.setting)
    later = replace(
        resolution.setting, looks_back=False
    )  # 611.2b: how long is asked of each moment
    members = {index: game.world.algebra.and_(lit, condition) for index, lit in meant}
    members = {
        index: lit
        for index, lit in members.items()
        if lit != FALSE and lasts(moment, keep_while, replace(later, affected=index))
    }
    copies = [each for each in effect.changes if isinstance(each, tree.BecomeCopy)]
    for change in copies:
        become_copies(resolution, change, members, duration)
    changes = tuple(each for each in effect.changes if not isinstance(each, tree.BecomeCopy))
    if not changes:
        return
    said = effect.who.group if isinstance(effect.who, tree.Those) else effect.who
    for part, locked in locked_parts(moment, members, changes, resolution.setting):
        game.world.resolved.append(
            Resolved(
                tree.Effect(said, locked),
                resolution.stamp,
                later,
                until_word(duration),
                keep_while,
                part,
                resolution.label,
                resolution.ability,
            )
        )
    game.touch()


# Changes of which the amounts alone depend on the moment (611.2d).
_SAID = (
    tree.ModifyPT,
    tree.SetBasePT,
    tree.SwitchPT,
    tree.GainAbilities,
    tree.LoseAbilities,
    tree.LoseAllAbilities,
    tree.AddColors,
    tree.SetColors,
    tree.AddTypes,
)


@clause("611.2b")
def has_left(moment: Moment, setting: Setting) -> bool:
    """611.2b: an effect that lasts until its source leaves never begins once that has left."""
    source = setting.source
    return source is not None and moment.world.things[source].zone != "battlefield"


@clause("611.2b")
def lasts(moment: Moment, condition: tree.Condition | None, setting: Setting) -> bool:
    """611.2b: an effect "for as long as" never begins where its condition doesn't hold.

    702.26f: nor where it tracks what is phased out.
    """
    if condition is not None and tracks_phased(moment, condition, setting):
        return False
    return holds(moment, condition, setting) != FALSE


@clause("611.2a")
def until_word(duration: tree.Duration) -> str:
    match duration:
        case tree.UntilEndOfTurn():
            return "end of turn"
        case tree.UntilYourNextTurn():
            return "your next turn"
        case tree.UntilLeaves():
            return "source leaves"
    return ""


@clause("611.2c", "611.2d", "608.2h")
def locked_parts(
    moment: Moment,
    members: dict[int, Lit],
    changes: tuple[tree.Change, ...],
    setting: Setting,
) -> list[tuple[dict[int, Lit], tuple[tree.Change, ...]]]:
    """611.2c-d: the set of objects and the values are those of the moment of resolution.

    An effect whose values differ from object to object is one part for each.
    """
    if any(isinstance(change, tree.ExchangeControl) for change in changes):
        return exchanged(moment, members, changes, setting)
    if any(isinstance(change, tree.ExchangeText) for change in changes):
        return texts_exchanged(moment, members, changes, setting)
    if not any(_is_about_affected(change) for change in changes):
        return [(members, tuple(_locked_change(moment, each, setting) for each in changes))]
    if all(isinstance(change, tree.SetController) for change in changes):
        return to_their_players(moment, members, changes, setting)
    parts = []
    for index, lit in members.items():
        inside = replace(setting, affected=index)
        parts.append(
            ({index: lit}, tuple(_locked_change(moment, each, inside) for each in changes))
        )
    return parts


def to_their_players(
    moment: Moment,
    members: dict[int, Lit],
    changes: tuple[tree.Change, ...],
    setting: Setting,
) -> list[tuple[dict[int, Lit], tuple[tree.Change, ...]]]:
    """613.1b: "each player gains control of all creatures they own" is one effect on all of them."""
    seats = [
        (index, seat_of(moment, change, replace(setting, affected=index)))  # type: ignore[arg-type]  # all are about control
        for change in changes[-1:]
        for index in members
    ]
    return [(members, (SeatOfEach(tuple(seats)),))]  # type: ignore[list-item]  # a change that no card can say


def _is_about_affected(change: tree.Change) -> bool:
    """Whether the values of the change are told from each object of its set."""
    if isinstance(change, tree.GainAbilities):
        return False
    return any_node(change, _mentions_affected)


def _mentions_affected(node: tree.Node) -> bool:
    if isinstance(node, tree.Affected):
        return True
    return getattr(node, "player", None) in ("affected controller", "affected owner")


def _locked_change(moment: Moment, change: tree.Change, setting: Setting) -> tree.Change:
    """The change with its amounts, players and references as they are now."""
    match change:
        case tree.SetController(player):
            seat = seat_meant(moment, player, setting)
            return change if seat is None else Seat(seat)  # type: ignore[return-value]  # a change that no card can say
        case tree.SubtypesOf(family=family, add=add):
            words = subtypes_among(moment, change, setting)
            there = tuple(word for word, lit in words.items() if lit == TRUE)
            return tree.AddTypes(subtypes=there) if add else tree.SetSubtypes(family, there)
        case tree.ColorsLike():
            words = colors_like_words(moment, change, setting)
            return tree.SetColors(tuple(word for word, lit in words.items() if lit == TRUE))
        case tree.GainAbilitiesOf():
            found = abilities_among(moment, change, setting)
            return tree.GainAbilities(tuple(ability for _, ability, lit in found if lit == TRUE))
    fields = {}
    for name in ("power", "toughness"):
        value = getattr(change, name, None)
        if value is not None:
            number = amount(moment, value, setting)
            fields[name] = tree.Num(number) if isinstance(number, int) else _Locked(number)
    return msgspec.structs.replace(change, **fields) if fields else change


@clause("701.12b")
def exchanged(
    moment: Moment,
    members: dict[int, Lit],
    changes: tuple[tree.Change, ...],
    setting: Setting,
) -> list[tuple[dict[int, Lit], tuple[tree.Change, ...]]]:
    """701.12b: each of two permanents goes to the other's controller, if these differ; it is one
    effect on both.
    """
    parts: list[tuple[dict[int, Lit], tuple[tree.Change, ...]]] = []
    for change in changes:
        if not isinstance(change, tree.ExchangeControl):
            continue
        others = refer(moment, change.other, setting)
        mine = [index for index in members]
        if len(mine) == 2 and not others:
            mine, others = mine[:1], mine[1:]
        theirs = [each for each in others if each not in mine[:1]]
        both = (*mine[:1], *theirs[:1])
        # 701.12a: with what has left nothing is exchanged.
        if len(both) == 2 and all(moment.world.things[i].zone == "battlefield" for i in both):
            a, b = both
            first, second = moment.chars[a].yours, moment.chars[b].yours
            if first != second:
                seats = SeatOfEach(((a, second), (b, first)))
                parts.append(({a: TRUE, b: TRUE}, (seats,)))  # type: ignore[arg-type]  # a change that no card can say
    return parts


@clause("612.5")
def texts_exchanged(
    moment: Moment,
    members: dict[int, Lit],
    changes: tuple[tree.Change, ...],
    setting: Setting,
) -> list[tuple[dict[int, Lit], tuple[tree.Change, ...]]]:
    """612.5: one effect on both objects; without two permanents nothing is exchanged (701.12a)."""
    parts: list[tuple[dict[int, Lit], tuple[tree.Change, ...]]] = []
    for change in changes:
        if not isinstance(change, tree.ExchangeText):
            continue
        both = list(dict.fromkeys([*members, *refer(moment, change.other, setting)]))[:2]
        there = [moment.world.things[index].zone == "battlefield" for index in both]
        if len(both) == 2 and all(there):
            made = tree.ExchangeText(Pair(*both))  # type: ignore[arg-type]  # a reference that no card can say
            parts.append((dict.fromkeys(both, TRUE), (made,)))
    return parts


@clause("707.2b", "707.4")
def become_copies(
    resolution: Resolution,
    change: tree.BecomeCopy,
    members: dict[int, Lit],
    duration: tree.Duration,
) -> None:
    """707.4: becoming a copy later: copiable values are overwritten, nothing else changes."""
    game = resolution.game
    moment = game.now()
    of = [index for index, lit in group(moment, change.of, resolution.setting) if lit != FALSE]
    if not of:
        return
    world = game.world
    keep_while = duration.condition if isinstance(duration, tree.AsLongAs) else None
    taken = [
        (world.things[index], lit, copied_values(
            world, world.things[index], world.things[of[-1]], change.exceptions, resolution.ability
        ))
        for index, lit in members.items()
    ]  # fmt: skip
    for thing, lit, values in taken:
        if lit != TRUE:
            game.unsupported("a copy that depends on a hole")
        effect = CopyEffect(resolution.stamp, without_choices(values), until_word(duration))
        effect.setting = replace(resolution.setting, affected=thing.index, looks_back=False)
        effect.keep_while = keep_while
        thing.copies.append(effect)
    game.touch()
