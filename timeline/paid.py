"""What a cost that was paid brings about later: dash (702.109), blitz (702.152), warp (702.185).

What they give while the permanent is there are abilities of it (`cards.meanings_counted`).
"""

from striate.boards import timeline as steps
from striate.boards.deeds import BY_END_OF_TURN
from striate.cards.tree import Body, Later, MoveZone, This
from striate.timeline.context import Context
from striate.timeline.play import Play
from striate.timeline.resolving import resolve

_AT_THE_END_STEP = {
    "blitz": MoveZone("sacrifice", This(), "graveyard"),
    "dash": MoveZone("return", This(), "hand"),
    "warp": MoveZone("exile", This(), "exile"),
}


def goes_at_the_end_step(play: Play, step: steps.Enter) -> None:
    """702.109a, 702.152a, 702.185a: the permanent that the spell becomes; no other that it is
    later.

    603.7c: abilities of the spell make it happen, so it does so even if the permanent lost its own.
    """
    deed = _AT_THE_END_STEP.get(dict(step.choose).get("cost", ""))
    if deed is not None and play.game.things[step.handle].zone == "battlefield":
        body = Body((Later(BY_END_OF_TURN[0], (deed,)),))
        at = Context(source=step.handle, card=step.card.name, controller=step.controller)
        resolve(play, body, at)
