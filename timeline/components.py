"""730: the cards and tokens that represent one permanent, and what they are once it has left."""

from striate.cards.tree import Card
from striate.timeline.game import Thing
from striate.timeline.play import Play


def wear(play: Play, thing: Thing, card: Card) -> None:
    """730.2a: its copiable values are those of this card."""
    thing.card, thing.faces = card, play.reading.faces_of(card)
    play.read_again()
    play.game.changed()


def come_apart(play: Play, thing: Thing, to: str) -> None:
    """730.3: each component is put into the zone, as a card of its own; a token ceases."""
    if thing.merged is None:
        return
    for handle, card, token in thing.merged.parts:
        part = play.game.things[handle]
        part.token = token
        wear(play, part, card)
        if part is not thing:
            part.ceased, part.listed, part.zone = token, True, to
            part.incarnation += 1
            part.controller = part.owner
            part.stamp = play.tick("entering", part)
    thing.merged, thing.parted = None, play.path.step
