"""110.1, 111.1: new permanents: cards that enter, tokens, tokens that are copies."""

import msgspec

from striate.boards import timeline as steps
from striate.boards.timeline import Seat
from striate.cards.tree import Card, CopyExtra
from striate.referee import copiable, entering
from striate.referee.context import Context
from striate.referee.copying import decided, entering_part, on_the_battlefield, values_of
from striate.referee.faces import NONMODAL, TRANSFORMING, faces_of, prototyped
from striate.referee.game import Thing
from striate.referee.play import Play
from striate.referee.values import Text


def new(play: Play, handle: str, faces: tuple[Text, ...], card: Card | None, seat: Seat) -> Thing:
    return Thing(
        handle=handle,
        order=len(play.game.things),
        faces=faces,
        layout="normal" if card is None else card.layout,
        owner=seat,
        controller=seat,
        zone="battlefield",
        stamp=0,
        card=card,
    )


def enter(play: Play, step: steps.Enter, *, told: bool = True) -> None:
    """110.1, 707.5, 708.3; `told`: a step of the board, and not what a resolution makes."""
    thing = new(play, step.handle, faces_of(step.card), step.card, step.controller)
    thing.token = step.token
    thing.choices = dict(step.choose)
    if thing.choices.get("cost", "").lower() == "prototype":
        thing.unprototyped = thing.faces
        thing.faces = (prototyped(thing.faces[0]), *thing.faces[1:])
    thing.x = step.x
    thing.tapped = step.tapped
    thing.flipped = step.flipped
    thing.transformed = step.transformed
    if step.unlocked is not None:
        thing.unlocked = frozenset((step.unlocked,))
    if step.front_costs:  # 202.3c
        thing.faces = tuple(
            msgspec.structs.replace(face, front_cost=step.front_costs) for face in thing.faces
        )
    entering.arrive(
        play,
        thing,
        copying=step.copying,
        attached_to=step.attached_to,
        face_down=step.face_down,
        told=told,
    )


def enter_token_copy(play: Play, step: steps.EnterTokenCopy) -> None:
    """707.2, 707.8a: a token whose values are those copied, with the exceptions."""
    values = values_of(play, step.of)
    original = play.game.things[step.of]
    values = Text() if values is None else on_the_battlefield(original, values)
    choices = dict(step.choose)
    at = Context(card=values.name, controller=step.controller, choices=choices, x=step.x)
    # 613.2c: what is copied is settled by layer 1; only exceptions look at more.
    extras: tuple[CopyExtra, ...] = ()
    if step.exceptions:
        extras = decided(step.exceptions, values, Text(), None, at, play.state(), step.of)
    lasting = copiable.lasting_part(extras)
    faces: tuple[Text, ...] = (copiable.copied(values, lasting, Text()),)
    layout, transformed = "normal", False
    two_sided = original.layout in TRANSFORMING and len(original.faces) == 2
    if two_sided and values in original.faces:
        # 707.8a: the token has both faces, and the same one up.
        _, turned = original.faces
        front, back = (copiable.copied(face, lasting, Text()) for face in original.faces)
        if original.layout in NONMODAL:
            back = _with_front_cost(back, front)
        faces = (front, back)
        layout, transformed = original.layout, values == turned
    elif two_sided and original.face_down is None:
        # 707.8a: a copy effect on the original has made both its faces the same.
        faces = (*faces, *faces)
        layout, transformed = original.layout, original.transformed
    thing = new(play, step.handle, faces, None, step.controller)
    thing.layout = layout
    thing.token, thing.transformed = True, transformed
    thing.choices, thing.x, thing.tapped = choices, step.x, step.tapped
    if step.unread:
        play.game.unread.append((values.name, step.unread))
    entering.arrive(play, thing, attached_to=step.attached_to, extras=entering_part(extras))


def _with_front_cost(back: Text, front: Text) -> Text:
    return msgspec.structs.replace(back, front_cost=front.mana_cost)
