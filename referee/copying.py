"""707.2b, 707.5, 707.9: taking copiable values, and deciding a copy's exceptions."""

from copy import copy

from striate.cards import tree
from striate.cards.tree import (
    Ability,
    CopyExtra,
    EntersTapped,
    EntersWith,
    GainAbilities,
    KeepThisAbility,
)
from striate.referee import asking, copiable
from striate.referee.choosing import filled
from striate.referee.context import Context
from striate.referee.faces import up
from striate.referee.game import Thing
from striate.referee.play import Play
from striate.referee.state import State, load
from striate.referee.values import Text


def copiable_values(state: State, handle: str) -> Text | None:
    """613.2c: what there is to copy; of an object that is gone, what it last was (608.2h)."""
    thing = state.game.things.get(handle)
    moved = state.game.moved.get(handle)
    if thing is not None and thing.zone != "battlefield" and moved is not None:
        return moved.view.text
    view = state.views.get(handle)
    if view is not None:
        return view.text
    known = None if thing is None else thing.last_known
    return None if known is None else known.view.text


def values_of(play: Play, handle: str) -> Text | None:
    """707.2: what there is to copy of that object; what is there is looked at by itself."""
    thing = play.game.things.get(handle)
    if thing is not None and thing.zone == "battlefield" and not thing.ceased:
        return play.copiable_text(handle)
    return copiable_values(play.state("1"), handle)


def on_the_battlefield(thing: Thing, text: Text) -> Text:
    """709.5: of a Room that lies elsewhere a copy has both halves, and no door is unlocked.

    608.2h: of what is looked back at it is what that was.
    """
    as_it_lies = up(thing.faces, thing.layout, thing.zone, transformed=False)
    if thing.zone in ("battlefield", "phased out") or text != as_it_lies:
        return text
    there = up(thing.faces, thing.layout, "battlefield", transformed=False)
    return there if there.halves else text


def decided(
    extras: tuple[CopyExtra, ...],
    values: Text,
    own: Text,
    this: Ability | None,
    at: Context,
    state: State,
    handle: str,
) -> tuple[CopyExtra, ...]:
    """707.9: the exceptions with their variables known and their conditions decided."""
    filled_in = [_known(extra, this, own, at, state) for extra in extras]
    plain = tuple(extra for extra in filled_in if not isinstance(extra, tree.CopyIf))
    found: list[CopyExtra] = []
    for extra in filled_in:
        if not isinstance(extra, tree.CopyIf):
            found.append(extra)
        elif _would_match(extra, plain, values, own, at, state, handle):
            found.append(_known(extra.extra, this, own, at, state))
    return tuple(found)


def _known(
    extra: CopyExtra, this: Ability | None, own: Text, at: Context, state: State
) -> CopyExtra:
    if isinstance(extra, KeepThisAbility):
        # 707.9a: the copy gains the ability as part of the copying.
        return GainAbilities((this,)) if this is not None else extra
    if isinstance(extra, EntersWith | EntersTapped):
        return extra
    if isinstance(extra, tree.SetName) and extra.name == "~":
        return tree.SetName(own.name or at.card)  # 201.5: its own name
    extra = filled(extra, at.choices, at.x)
    if isinstance(extra, tree.SetBasePT | tree.DefinePT):
        halves = (extra.power, extra.toughness)
        power, toughness = (
            None if half is None else tree.Num(asking.value(half, at, state)) for half in halves
        )
        return tree.SetBasePT(power, toughness)
    if isinstance(extra, tree.SetColors | tree.AddColors):
        colors = tuple(asking.color_letter(color, at) for color in extra.colors)
        made = tree.SetColors if isinstance(extra, tree.SetColors) else tree.AddColors
        return made(colors)
    return extra


def _would_match(
    extra: tree.CopyIf,
    plain: tuple[CopyExtra, ...],
    values: Text,
    own: Text,
    at: Context,
    state: State,
    handle: str,
) -> bool:
    """707.9f: the permanent as it would be without the exception."""
    text = copiable.copied(values, copiable.lasting_part(plain), own)
    view = state.views.get(handle)
    if view is None and handle in state.game.things:
        last = state.game.things[handle].last_known  # 608.2h: a token that is gone
        view = None if last is None else last.view
    if view is None:
        return False
    probe = copy(view)
    load(probe, text, 0)
    trial = state.with_views({**state.views, handle: probe})
    return asking.matches(extra.filter, handle, at, trial)


def entering_part(extras: tuple[CopyExtra, ...]) -> tuple[EntersWith | EntersTapped, ...]:
    """707.9e: the exceptions that say how the copy enters."""
    return tuple(extra for extra in extras if isinstance(extra, EntersWith | EntersTapped))
