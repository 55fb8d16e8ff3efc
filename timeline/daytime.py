"""702.145: what daybound and nightbound permanents do as it is day or night."""

from typing import Final

from striate.timeline import moving
from striate.timeline.game import Thing
from striate.timeline.play import Play

_BOUND: Final = ("daybound", "nightbound")


def follow_the_day(play: Play) -> None:
    """702.145c, f: while it's night no daybound permanent shows its front, by day no nightbound
    one its back. Nobody's effect: it happens at once.

    A board that states neither day nor night is not turned.
    """
    day = play.game.told.get(("day", True))
    if day is None:
        return
    word = _BOUND[day]
    turning = [
        thing
        for thing in play.game.on_battlefield()
        if thing.transformed == bool(day) and play.state().keywords(thing.handle, word)
    ]
    for thing in turning:
        moving.transform(play, thing)
    if turning:
        play.game.changed()


def is_bound(play: Play, thing: Thing) -> bool:
    """702.145b, e: it can't transform except due to its own daybound or nightbound ability."""
    state = play.state()
    return state.is_there(thing.handle) and any(
        state.keywords(thing.handle, word) for word in _BOUND
    )
