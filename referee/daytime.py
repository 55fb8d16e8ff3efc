"""702.145: what daybound and nightbound permanents do as it is day or night."""

from typing import Final

from striate.referee import moving
from striate.referee.attach import keywords
from striate.referee.game import Thing
from striate.referee.play import Play

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
        if thing.transformed == bool(day) and keywords(play.state().views[thing.handle], word)
    ]
    for thing in turning:
        moving.transform(play, thing)
    if turning:
        play.game.changed()


def is_bound(play: Play, thing: Thing) -> bool:
    """702.145b, e: it can't transform except due to its own daybound or nightbound ability."""
    view = play.state().views.get(thing.handle)
    return view is not None and any(keywords(view, word) for word in _BOUND)
