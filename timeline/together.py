"""613.7m, 614.12: permanents that enter in one event."""

from striate.boards import timeline as steps
from striate.boards.errors import NotPlayable
from striate.boards.steps.together import Together
from striate.boards.timeline import Board
from striate.timeline.play import Play

_ENTERING = "entering"  # no zone: what enters at the same time is not there yet


def groups_of(board: Board) -> dict[int, Together]:
    """By their places, the steps whose permanents enter together with others."""
    return {
        index - back: step
        for index, step in enumerate(board.steps)
        if isinstance(step, Together)
        for back in range(1, len(step.handles) + 1)
    }


def set_aside(play: Play, step: steps.Step) -> None:
    """614.12: it is no part of the battlefield that the others of its event enter."""
    handle = getattr(step, "handle", "")
    if play.game.things[handle].zone == "battlefield":
        play.game.things[handle].zone = _ENTERING
        play.game.changed()


def enter_together(play: Play, step: Together) -> None:
    """613.7m: all of them are there, with timestamps in the order that is told or chosen."""
    game = play.game
    things = [game.things[handle] for handle in step.handles]
    for thing in things:
        if thing.zone != _ENTERING:
            raise NotPlayable(f"`{thing.handle}` did not enter the battlefield at that step")
        thing.zone = "battlefield"
    game.changed()
    stamps = sorted(thing.stamp for thing in things)
    order = _order(play, step)
    now = {game.things[h].stamp: stamp for h, stamp in zip(order, stamps, strict=True)}
    for thing in things:
        thing.stamp = now[thing.stamp]
        thing.counter_stamps = {k: now.get(s, s) for k, s in thing.counter_stamps.items()}
    for lasting in game.lasting:
        lasting.stamp = now.get(lasting.stamp, lasting.stamp)  # how they entered: 707.5, 613.2a
    game.together.append(step.handles)
    game.changed()


def _order(play: Play, step: Together) -> tuple[str, ...]:
    """613.7m, 101.4: the active player's first; each player's as that player chooses.

    613.6j of 2019: all of them as the active player chooses.
    """
    seats = {handle: play.game.things[handle].controller for handle in step.handles}
    first = play.whose_turn() if len(set(seats.values())) > 1 else seats[step.handles[0]]
    mine = tuple(handle for handle in step.handles if seats[handle] == first)
    theirs = tuple(handle for handle in step.handles if seats[handle] != first)
    if "active-player-orders" in play.game.then:
        mine, theirs = step.handles, ()
    if step.ordered:
        if (*mine, *theirs) != step.handles:
            raise NotPlayable("what the active player controls has the earlier timestamp (613.7m)")
        return step.handles
    return (*play.path.order(mine), *play.path.order(theirs))
