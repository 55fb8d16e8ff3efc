"""611.2c-d, 608.2h: an effect of a resolution begins: its set and its variables are fixed."""

import msgspec

from striate.cards import tree
from striate.cards.prose import seal
from striate.cards.tree import (
    Ability,
    AsLongAs,
    Change,
    Continuous,
    Node,
    Target,
    This,
    UntilLeaves,
)
from striate.cards.walking import nodes
from striate.referee import copiable, moving, reaching
from striate.referee.choosing import filled
from striate.referee.conditions import holds
from striate.referee.context import Context
from striate.referee.control import GivenTo
from striate.referee.copiable import CopyOf
from striate.referee.copying import copiable_values, decided
from striate.referee.deeds import deeds, given_by, group, subtypes_now
from striate.referee.effects import TextOfOther, layer_of
from striate.referee.game import Lasting
from striate.referee.mentions import mentions
from striate.referee.play import Play
from striate.referee.reads import QUOTES
from striate.referee.references import seats, single
from striate.referee.state import State
from striate.referee.text import Replaced

# Changes and numbers that look at nothing.
_PLAIN = (
    tree.ModifyPT,
    tree.SetBasePT,
    tree.Num,
    tree.GainAbilities,
    tree.LoseAbilities,
    tree.LoseAllAbilities,
    tree.SetColors,
    tree.AddColors,
)


def begin(play: Play, step: Continuous, at: Context, ability: Ability | None) -> None:
    """611.2a-d: the effect begins now, on the objects that its words mean now."""
    effect = step.effect
    if tree.LoseAbilities((tree.THIS_ABILITY,)) in effect.changes:
        # 611.2a: "loses this ability" is said of the ability that resolves.
        gone = tree.LoseAbilities(() if ability is None else (ability,))
        known = tuple(
            gone if change == tree.LoseAbilities((tree.THIS_ABILITY,)) else change
            for change in effect.changes
        )
        effect = msgspec.structs.replace(effect, changes=known)
    state = _as_far_as_it_looks(play, step, effect, at)
    # 702.26e: what is phased out is in no set of affected objects.
    handles = tuple(
        h for h in group(effect.who, at, state) if state.thing(h).zone != moving.PHASED_OUT
    )
    if not handles or not _starts(play, step, at, state, handles):
        return
    by_object: dict[str, tuple[Change | Node, ...]] = {}
    for handle in handles:
        for affected, made in _fixed(effect.changes, handle, at, state, ability):
            by_object[affected] = (*by_object.get(affected, ()), *made)
    play.note_questions(state)
    # 611.2c: a part that changes no characteristic locks nothing in.
    by_object = {h: made for h, made in by_object.items() if any(layer_of(c, False) for c in made)}
    if not by_object:
        return
    play.game.lasting.append(
        Lasting(
            number=play.game.number(),
            stamp=play.game.tick(),  # 613.7b
            by_object=by_object,
            duration=step.duration,
            at=msgspec.structs.replace(at, looks_back=False),
            condition=None if effect.condition is None else filled(effect.condition, at.choices),
            ability=ability,
        )
    )


def _as_far_as_it_looks(play: Play, step: Continuous, effect: tree.Effect, at: Context) -> State:
    """611.2c-d: whom it affects, and what is locked in; with plain words for targets, these alone."""
    plain = all(isinstance(node, _PLAIN) for node in nodes(effect.changes, QUOTES))
    if isinstance(effect.who, Target) and plain and not isinstance(step.duration, AsLongAs):
        named = at.targets[effect.who.index] if effect.who.index < len(at.targets) else ()
        if all(each in play.game.things and not play.game.things[each].ceased for each in named):
            return reaching.copiable_state(play, named)
    return play.state_for(effect, step.duration)


def _starts(
    play: Play, step: Continuous, at: Context, state: State, handles: tuple[str, ...]
) -> bool:
    """611.2b: a "for as long as" that is already over makes the effect do nothing."""
    if isinstance(step.duration, UntilLeaves):
        if at.source is None:
            return True  # the text names a permanent, and the board does not say which one
        source = play.game.things.get(at.source)
        return source is not None and source.zone == "battlefield"
    if isinstance(step.duration, AsLongAs):
        condition = step.duration.condition
        at = msgspec.structs.replace(at, looks_back=False)  # it asks of every moment as it is
        source = play.game.things.get(at.source or "")
        if source is not None and source.zone == moving.PHASED_OUT and mentions(condition, (This,)):
            return False  # 702.26f
        if mentions(condition, (tree.Affected,)):
            return any(holds(condition, at.about(handle), state) for handle in handles)
        return holds(condition, at, state)
    return True


def _fixed(
    changes: tuple[Change, ...], handle: str, at: Context, state: State, ability: Ability | None
) -> list[tuple[str, tuple[Node, ...]]]:
    """611.2d: the changes of one object with their values; an exchange concerns two objects."""
    found: list[tuple[str, tuple[Node, ...]]] = []
    mine: list[Node] = []
    said = at.about(handle)
    for change in changes:
        if isinstance(change, tree.ExchangeControl):
            found.extend(_exchanged_control(change, handle, said, state))
        elif isinstance(change, tree.ExchangeText):
            other = single(change.other, said, state)
            # 701.12a: one that has left can't be exchanged with, so nothing happens.
            if (
                other is not None
                and _on_battlefield(handle, state)
                and _on_battlefield(other, state)
            ):
                found.append((handle, (TextOfOther(other),)))
                found.append((other, (TextOfOther(handle),)))
        else:
            made = _one(change, handle, said, state, ability)
            if made is not None:
                mine.append(made)
    found.append((handle, tuple(mine)))
    return found


def _on_battlefield(handle: str, state: State) -> bool:
    return state.thing(handle).zone == "battlefield"


def _exchanged_control(
    change: tree.ExchangeControl, handle: str, at: Context, state: State
) -> list[tuple[str, tuple[Node, ...]]]:
    """701.12b: each gets the other's controller; nothing happens if it is the same player."""
    other = single(change.other, at, state)
    if other is None or not (_on_battlefield(handle, state) and _on_battlefield(other, state)):
        return []  # 701.12a: with what has left nothing is exchanged
    mine, theirs = state.views[handle].controller, state.views[other].controller
    if mine == theirs:
        return []
    return [
        (handle, (GivenTo(theirs),)),
        (other, (GivenTo(mine),)),
    ]


def _one(
    change: Change, handle: str, at: Context, state: State, ability: Ability | None
) -> Node | None:
    if isinstance(change, tree.BecomeCopy):
        return _copy(change, handle, at, state, ability)
    if isinstance(change, tree.ReplaceWords):
        made = filled(change, at.choices)
        known = not (made.old.startswith("@") or made.new.startswith("@"))
        return Replaced(made.old, made.new) if known else None
    if isinstance(change, tree.SetController):
        players = seats(change.player, at, state)
        return GivenTo(players[0]) if players else None
    if isinstance(change, tree.SubtypesOf):
        # 611.2d: the words are known now; whether they fit (205.3d) is asked when it applies.
        return subtypes_now(filled(change, at.choices), at, state)
    if isinstance(change, _VALUES):
        made_now = deeds((filled(change, at.choices, at.x),), handle, at, state)
        return made_now[0] if made_now else None
    if isinstance(change, tree.GainAbilities):
        # 201.5a: what gives it may be another object by the time that the words are asked.
        given = given_by(tree.LOST_TRACK_OF, filled(change.abilities, at.choices))
        return tree.GainAbilities(seal(given)[0])
    result: Node = filled(change, at.choices, at.x)
    return result


# Information that is read once, as the effect begins (608.2h).
_VALUES = (
    tree.DefinePT,
    tree.SetBasePT,
    tree.ModifyPT,
    tree.ColorsLike,
    tree.GainAbilitiesOf,
    tree.FullTextOf,
    tree.SetColors,
    tree.AddColors,
)


def _copy(
    change: tree.BecomeCopy, handle: str, at: Context, state: State, ability: Ability | None
) -> Node | None:
    """707.2b: the copiable values of this moment."""
    original = _original(change.of, at, state)
    values = None if original is None else copiable_values(state, original)
    own = copiable_values(state, handle)
    if values is None or own is None:
        return None
    extras = decided(change.exceptions, values, own, ability, at, state, handle)
    return CopyOf(values, copiable.lasting_part(extras))


def _original(of: tree.Who, at: Context, state: State) -> str | None:
    found = group(of, at, state)
    if found:
        return found[-1]
    if isinstance(of, tree.Target) and of.index < len(at.targets) and at.targets[of.index]:
        return at.targets[of.index][-1]
    # 608.2h: a token that is gone is copied as it last was.
    return at.source if isinstance(of, tree.This) else None
