"""611.2c-d, 608.2h: an effect of a resolution begins: its set and its variables are fixed."""

from striate.cards import tree
from striate.cards.prose import seal
from striate.cards.tree import Ability, Change, Node
from striate.cards.walking import any_node
from striate.referee import copiable
from striate.referee.choosing import filled
from striate.referee.control import GivenTo
from striate.referee.copiable import CopyOf
from striate.referee.copying import copiable_values, decided
from striate.referee.deeds import deeds, given_by, group, subtypes_now
from striate.referee.effects import Lingering, TextOfOther, layer_of, stamp_of
from striate.referee.faces import every_face
from striate.referee.references import seats, single
from striate.referee.state import State
from striate.referee.text import Replaced
from striate.referee.values import View
from striate.timeline.context import Context
from striate.timeline.game import Thing


def begin(
    effect: tree.Effect, at: Context, ability: Ability | None, state: State
) -> dict[str, tuple[Change | Node, ...]]:
    """611.2c-d: by object, what the effect does, on the objects that its words mean now."""
    # 702.26e: what is phased out is in no set of affected objects.
    handles = (h for h in group(effect.who, at, state) if state.thing(h).zone != "phased out")
    by_object: dict[str, tuple[Change | Node, ...]] = {}
    for handle in handles:
        for affected, fixed in _fixed(effect.changes, handle, at, state, ability):
            by_object[affected] = (*by_object.get(affected, ()), *fixed)
    # 611.2c: a part that changes no characteristic locks nothing in; 101.2: what it forbids is
    # forbidden to the objects that it means.
    return {h: fixed for h, fixed in by_object.items() if any(map(_lasts, fixed))}


def _lasts(change: Change | Node) -> bool:
    return isinstance(change, tree.Restrict) or layer_of(change, False) is not None


def lingering(thing: Thing, view: View) -> tuple[Lingering, ...]:
    """611.3b, and the text that says otherwise: what of its static abilities goes on.

    613.7a: with the timestamp that it has; 109.5: "you" is who controls it as it leaves.
    """
    at = Context(
        source=thing.handle,
        card=view.text.name,
        controller=view.controller,
        choices=thing.choices,
        x=thing.x,
    )
    return tuple(
        Lingering(held.ability, stamp_of(thing, held, (place,)), at)
        for place, held in enumerate(view.abilities)
        if isinstance(held.ability, tree.Static) and held.ability.lingers
    )


def copies_statically(thing: Thing) -> bool:
    """707.2c: whether a static ability that is printed on it makes a copy."""
    texts = tuple(
        each.abilities for face in every_face(thing.faces) for each in (face, *face.halves)
    )
    return any_node(texts, (tree.BecomeCopy,), _RESOLVE)


_RESOLVE = (tree.Activated, tree.Triggered, tree.Chapter, tree.Spell)


def _fixed(
    changes: tuple[Change, ...], handle: str, at: Context, state: State, ability: Ability | None
) -> list[tuple[str, tuple[Node, ...]]]:
    """611.2d: the changes of one object with their values; an exchange concerns two objects."""
    locked: list[tuple[str, tuple[Node, ...]]] = []
    mine: list[Node] = []
    about = at.about(handle)
    for change in changes:
        if isinstance(change, tree.ExchangeControl):
            locked.extend(_exchanged_control(change, handle, about, state))
        elif isinstance(change, tree.ExchangeText):
            other = single(change.other, about, state)
            # 701.12a: one that has left can't be exchanged with, so nothing happens.
            if (
                other is not None
                and _on_battlefield(handle, state)
                and _on_battlefield(other, state)
            ):
                locked.append((handle, (TextOfOther(other),)))
                locked.append((other, (TextOfOther(handle),)))
        else:
            fixed = _one(change, handle, about, state, ability)
            if fixed is not None:
                mine.append(fixed)
    locked.append((handle, tuple(mine)))
    return locked


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
        replaced = filled(change, at.choices)
        known = not (replaced.old.startswith("@") or replaced.new.startswith("@"))
        return Replaced(replaced.old, replaced.new) if known else None
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
    if original is None or values is None or own is None:
        return None
    extras = decided(change.exceptions, values, own, ability, at, state, handle, original)
    return CopyOf(values, copiable.lasting_part(extras))


def _original(of: tree.Who, at: Context, state: State) -> str | None:
    originals = group(of, at, state)
    if originals:
        return originals[-1]
    if isinstance(of, tree.Target) and of.index < len(at.targets) and at.targets[of.index]:
        return at.targets[of.index][-1]
    # 608.2h: a token that is gone is copied as it last was.
    return at.source if isinstance(of, tree.This) else None
