"""What holds of every game after every step, whatever the cards say: nothing is lost or made up.

The timeline is played with a watcher in the place of its savings, which is asked after each step
and after each round of state-based actions, and so sees the game between any two events.
"""

from typing import NamedTuple

from striate.boards.errors import NotPlayable
from striate.boards.timeline import Board
from striate.referee.reading import Referee
from striate.timeline import statebased
from striate.timeline.game import Game, Thing
from striate.timeline.moving import IN_PLAY
from striate.timeline.play import MakeReading, Play, Savings
from striate.timeline.steps import played

_SEATS = ("you", "opponent")


class _Was(NamedTuple):
    """An object at the last look."""

    zone: str
    incarnation: int
    ceased: bool


class Watcher(Savings):
    """Saves nothing, and keeps what it saw that can't be."""

    def __init__(self) -> None:
        self.broken: list[str] = []
        self._before: dict[str, _Was] = {}

    def may_apply(self, play: Play) -> bool:
        game = play.game
        for handle in self._before:
            if handle not in game.things:
                self._tell(play, f"`{handle}` vanished (400.7)")
        for handle, thing in game.things.items():
            self._look_at(play, handle, thing)
        for lasting in game.lasting:
            if any(handle and handle not in game.things for handle in lasting.by_object):
                self._tell(play, "an effect is on what is not there (611.2)")
        self._before = {
            handle: _Was(thing.zone, thing.incarnation, thing.ceased)
            for handle, thing in game.things.items()
        }
        return True

    def _look_at(self, play: Play, handle: str, thing: Thing) -> None:
        was = self._before.get(handle)
        if thing.handle != handle:
            self._tell(play, f"`{handle}` is also `{thing.handle}`")
        if was is not None and _moved(was, thing) and was.incarnation == thing.incarnation:
            self._tell(
                play, f"`{handle}` went from {was.zone} to {thing.zone} as one object (400.7)"
            )
        if thing.ceased and thing.zone in IN_PLAY or was is not None and was.ceased > thing.ceased:
            self._tell(play, f"`{handle}` has ceased and is there (111.7)")
        if thing.attached_to is not None and not _is_attachable(play.game, thing):
            self._tell(play, f"`{handle}` is attached to what is not there (701.3)")
        if any(number < 0 for number in thing.counters.values()):
            self._tell(play, f"`{handle}` has fewer counters than none (122.1)")

    def _tell(self, play: Play, words: str) -> None:
        self.broken.append(f"step {play.path.step}: {words}")


def _moved(was: _Was, thing: Thing) -> bool:
    """400.7: to another zone; 702.26d: phasing is no zone change."""
    return (was.zone in IN_PLAY) != (thing.zone in IN_PLAY)


def _is_attachable(game: Game, thing: Thing) -> bool:
    host = game.things.get(thing.attached_to or "")
    on = thing.attached_to in _SEATS or host is not None and host.zone in IN_PLAY
    return on and thing.zone in IN_PLAY


def broken(board: Board, reading: MakeReading = Referee) -> list[str]:
    """What can't be on the board: [] if nothing, or if the board is refused.

    704.3: nor does a state-based action still apply after the last step.
    """
    watcher = Watcher()
    try:
        play = played(board, reading, savings=watcher)
        left = statebased.look(play)
    except NotPlayable:
        return watcher.broken
    watcher.may_apply(play)
    applies = [f"at the end: {left} applies (704.3)"] if left else []
    return [*watcher.broken, *applies]
