"""707.2b, 707.5, 707.9: taking copiable values, and deciding a copy's exceptions."""

from copy import copy

import msgspec

from striate.boards.timeline import CopySpellOnStack, EnterTokenCopy
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
from striate.referee.faces import NONMODAL, TRANSFORMING, up
from striate.referee.references import controller_of, seats
from striate.referee.state import State, load
from striate.referee.values import Text
from striate.timeline.context import Context
from striate.timeline.game import Thing
from striate.timeline.reading import CopyMade


def copiable_values(state: State, handle: str) -> Text | None:
    """613.2c: what there is to copy; of an object that is gone, what it last was (608.2h)."""
    thing = state.game.things.get(handle)
    moved = state.game.moved.get(handle)
    if thing is not None and thing.zone != "battlefield" and moved is not None:
        text: Text = moved.whole.text
        return text
    view = state.views.get(handle)
    if view is not None:
        return view.text
    known = None if thing is None else thing.last_known
    return None if known is None else known.whole.text


def on_the_battlefield(thing: Thing, text: Text) -> Text:
    """709.5: of a Room that lies elsewhere a copy has both halves, and no door is unlocked.

    608.2h: of what is looked back at it is what that was.
    """
    as_it_lies = up(thing.faces, thing.layout, thing.zone, transformed=False)
    if thing.zone in ("battlefield", "phased out") or text != as_it_lies:
        return text
    in_play = up(thing.faces, thing.layout, "battlefield", transformed=False)
    return in_play if in_play.halves else text


def decided(
    extras: tuple[CopyExtra, ...],
    values: Text,
    own: Text,
    this: Ability | None,
    at: Context,
    state: State,
    handle: str,
    of: str,
) -> tuple[CopyExtra, ...]:
    """707.9: the exceptions with their variables known and their conditions decided.

    `handle` is the object that becomes the copy, `of` what it copies.
    """
    filled_in = [_known(extra, this, own, at, state) for extra in extras]
    plain = tuple(extra for extra in filled_in if not isinstance(extra, tree.CopyIf))
    settled: list[CopyExtra] = []
    for extra in filled_in:
        if not isinstance(extra, tree.CopyIf):
            settled.append(extra)
        elif isinstance(extra.filter, tree.ControlledBy):
            # 109.3: no characteristic, so 707.9f does not ask the copy: "that creature" was copied.
            if controller_of(of, state) in seats(extra.filter.player, at, state):
                settled.append(_known(extra.extra, this, own, at, state))
        elif _would_match(extra, plain, values, own, at, state, handle):
            settled.append(_known(extra.extra, this, own, at, state))
    return tuple(settled)


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
        kind = tree.SetColors if isinstance(extra, tree.SetColors) else tree.AddColors
        return kind(colors)
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
    text = copiable.copied(values, copiable.lasting_part(plain), own, state.game.then)
    view = state.views.get(handle)
    if view is None and handle in state.game.things:
        last = state.game.things[handle].last_known  # 608.2h: a token that is gone
        view = None if last is None else last.whole
    if view is None:
        return False
    probe = copy(view)
    load(probe, text, 0)
    trial = state.with_views({**state.views, handle: probe})
    return asking.matches(extra.filter, handle, at, trial)


def entering_part(extras: tuple[CopyExtra, ...]) -> tuple[EntersWith | EntersTapped, ...]:
    """707.9e: the exceptions that say how the copy enters."""
    return tuple(extra for extra in extras if isinstance(extra, EntersWith | EntersTapped))


def token_copy(step: EnterTokenCopy, state: State) -> CopyMade:
    """707.2, 707.8a: a token whose values are those copied, with the exceptions."""
    copiable = copiable_values(state, step.of)
    original = state.game.things[step.of]
    values = Text() if copiable is None else on_the_battlefield(original, copiable)
    choices = dict(step.choose)
    at = Context(card=values.name, controller=step.controller, choices=choices, x=step.x)
    # 613.2c: what is copied is settled by layer 1; only exceptions look at more.
    extras: tuple[CopyExtra, ...] = ()
    if step.exceptions:
        extras = decided(step.exceptions, values, Text(), None, at, state, step.of, step.of)
    return _made(original, values, extras, state.game.then)


def spell_copy(step: CopySpellOnStack, state: State) -> CopyMade | None:
    """707.10, 707.10g: a copy of a spell, with the decisions made for it."""
    values = copiable_values(state, step.of)
    if values is None:
        return None
    original = state.game.things[step.of]
    at = Context(
        source=step.handle,
        card=values.name,
        controller=step.controller,
        choices=original.choices,
        x=original.x,
    )
    extras = decided(step.exceptions, values, Text(), None, at, state, step.of, step.of)
    return _made(original, values, extras, state.game.then)


def _made(
    original: Thing, values: Text, extras: tuple[CopyExtra, ...], then: frozenset[str]
) -> CopyMade:
    """707.8a, 707.10g: a copy of what is double-faced has both faces, and the same one up."""
    lasting = copiable.lasting_part(extras)
    faces: tuple[Text, ...] = (copiable.copied(values, lasting, Text(), then),)
    layout, transformed = "normal", False
    two_sided = original.layout in TRANSFORMING and len(original.faces) == 2
    if "tokens-have-one-face" in then:  # 711.5 of 2019
        two_sided = False
    if two_sided and values in original.faces:
        _, turned = original.faces
        front, back = (copiable.copied(face, lasting, Text(), then) for face in original.faces)
        if original.layout in NONMODAL and "back-faces-cost-nothing" not in then:
            back = msgspec.structs.replace(back, front_cost=front.mana_cost)
        faces = (front, back)
        layout, transformed = original.layout, values == turned
    elif two_sided and original.face_down is None:
        # A copy effect on the original has made both its faces the same.
        faces = (*faces, *faces)
        layout, transformed = original.layout, original.transformed
    return CopyMade(values.name, faces, layout, transformed, entering_part(extras))
