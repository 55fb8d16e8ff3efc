"""110.1, 111.1: new permanents: cards that enter, tokens, tokens that are copies."""

from striate.boards import timeline as steps
from striate.boards.timeline import Seat
from striate.cards import tree
from striate.cards.tree import Card
from striate.cards.walking import in_words
from striate.timeline import entering, refusing, telling
from striate.timeline.game import Thing
from striate.timeline.play import Play
from striate.timeline.reading import Face


def new(play: Play, handle: str, faces: tuple[Face, ...], card: Card | None, seat: Seat) -> Thing:
    """108.3, 110.2: an object that comes to be now, owned and controlled by that player."""
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


def enter(play: Play, step: steps.Enter, *, by_step: bool = True) -> None:
    """110.1, 707.5, 708.3; `by_step`: a step of the board, and not what a resolution makes."""
    reading = play.reading
    thing = new(play, step.handle, reading.faces_of(step.card), step.card, step.controller)
    thing.token = thing.uncast = step.token
    thing.choices = dict(step.choose)
    telling.take(play, thing)
    look_whether_prototyped(play, thing)
    if step.copying is not None:
        refusing.look_at_its_cost(step, has_x=_has_x(play, step.card))
    no_x = step.x is None and (step.token or not _has_x(play, step.card))
    thing.x = 0 if no_x else step.x  # 107.3m
    thing.tapped = step.tapped
    thing.flipped = step.flipped
    thing.transformed = step.transformed
    if step.unlocked is not None:
        thing.unlocked = frozenset((step.unlocked,))
    if step.front_costs:  # 202.3c
        thing.faces = tuple(reading.melded(face, step.front_costs) for face in thing.faces)
    entering.arrive(
        play,
        thing,
        copying=step.copying,
        attached_to=step.attached_to,
        face_down=step.face_down,
        by_step=by_step,
    )
    _look_at_its_host(play, thing, step.attached_to)


def look_whether_prototyped(play: Play, thing: Thing) -> None:
    """718.3b: the spell, and the permanent that it becomes, is what the inset frame says."""
    if thing.choices.get("cost", "").lower() == "prototype":
        thing.unprototyped = thing.faces
        thing.faces = (play.reading.prototyped(thing.faces[0]), *thing.faces[1:])


def enter_token_copy(play: Play, step: steps.EnterTokenCopy) -> None:
    """707.2, 707.8a: a token whose values are those copied, with the exceptions."""
    copied = play.state().token_copy(step)
    thing = new(play, step.handle, copied.faces, None, step.controller)
    thing.layout, thing.exceptions = copied.layout, step.exceptions
    thing.token, thing.uncast, thing.transformed = True, True, copied.transformed
    thing.choices, thing.x, thing.tapped = dict(step.choose), step.x or 0, step.tapped  # 107.3m
    telling.take(play, thing)
    if step.unread:
        play.note(copied.name, step.unread)
    entering.arrive(play, thing, attached_to=step.attached_to, extras=copied.extras)
    _look_at_its_host(play, thing, step.attached_to)


def _look_at_its_host(play: Play, thing: Thing, host: str | None) -> None:
    """303.4f: a token, and what entered as a copy, may be an Aura whose controller chose a host."""
    copied = any(
        each.rule == "707.5" and thing.handle in each.by_object for each in play.game.lasting
    )
    named = any("Aura" in face.subtypes for face in thing.faces)
    if host is not None or thing.face_down is not None or not (copied or named):
        return
    state = play.state()
    if "Aura" not in state.subtypes(thing.handle):
        return
    hosts = (*(each.handle for each in play.game.on_battlefield()), "you", "opponent")
    if any(each != thing.handle and state.may_enter_on(thing.handle, each) for each in hosts):
        play.note(state.name(thing.handle), "what it is attached to as it enters")


def _has_x(play: Play, card: Card) -> bool:
    """107.3m: whether an X may have been chosen for a cost of the spell that became it."""
    return any("{X}" in face.mana_cost for face in card.faces) or play.answer(card, _SPEAKS_OF_X)


_SPEAKS_OF_X = in_words(tree.X, tree.Opaque, tree.Prose)
