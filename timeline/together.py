"""613.7m, 614.12: permanents that enter in one event."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import get_args

from striate.boards.errors import NotPlayable
from striate.boards.steps.together import Together
from striate.boards.timeline import Board
from striate.cards import tree
from striate.cards.walking import any_node, nodes
from striate.timeline.entering_with import HOW_IT_ENTERS, others_enter_otherwise
from striate.timeline.game import ENTERING, Thing
from striate.timeline.play import Play


def groups_of(board: Board) -> dict[int, Together]:
    """By their places, the steps whose permanents enter together with others."""
    return {
        index - back: step
        for index, step in enumerate(board.steps)
        if isinstance(step, Together)
        for back in range(1, len(step.handles) + 1)
    }


def set_aside(play: Play, handle: str) -> None:
    """614.12: it is no part of the battlefield that the others of its event enter."""
    if play.game.things[handle].zone == "battlefield":
        play.game.things[handle].zone = ENTERING
        play.game.changed()


def enter_together(play: Play, step: Together) -> None:
    """613.7m: all of them are there, with timestamps in the order that is told or chosen."""
    for handle in step.handles:
        if play.game.things[handle].zone != ENTERING:
            raise NotPlayable(f"`{handle}` did not enter the battlefield at that step")
    _arrive(play, step.handles)
    _stamp(play, step.handles, _order(play, step.handles, ordered=step.ordered))


@contextmanager
def one_event(play: Play, *, mixed: bool = False) -> Iterator[Callable[[str], None]]:
    """614.12: what one instruction puts onto the battlefield, each as it enters: none of them is
    there for the others. `mixed`: they are not alike, so that one may count the others.

    613.7m: their timestamps are in any order, where that can matter.
    """
    entering: list[str] = []
    aside = mixed or others_enter_otherwise(play)

    def enters(handle: str) -> None:
        if aside or any_node(tuple(_printed(play.game.things[handle])), _FOR_OTHERS):
            set_aside(play, handle)
            entering.append(handle)

    yield enters
    handles = tuple(h for h in entering if play.game.things[h].zone == ENTERING)
    if not handles:
        return
    _arrive(play, handles)
    changes = {handle: _changes(play.game.things[handle]) for handle in handles}
    stamped = tuple(handle for handle in handles if changes[handle])
    alike = len({play.game.things[handle].faces[0].name for handle in stamped}) < 2
    all_changes = (each for handle in stamped for each in changes[handle])
    if not alike and not all(isinstance(each, _IN_ANY_ORDER) for each in all_changes):
        _stamp(play, stamped, _order(play, stamped))


_STAMPED = (tree.Static, tree.LevelSymbol, tree.ClassLevel)
_FOR_OTHERS = (*_STAMPED, *HOW_IT_ENTERS, tree.CountersReplaced)
_CHANGES = (*get_args(tree.Change), tree.LevelSymbol)
_IN_ANY_ORDER = (tree.ModifyPT, tree.GainAbilities)  # nothing of these overwrites another


def _printed(thing: Thing) -> Iterator[tree.Ability]:
    """On its front face; 709.5, 710: on both halves of it."""
    for face in (thing.faces[0], *thing.faces[0].parts):
        yield from face.abilities


def _changes(thing: Thing) -> list[tree.Node]:
    """613.7a: what its static abilities do that have its timestamp."""
    return [
        node
        for ability in _printed(thing)
        if isinstance(ability, _STAMPED) and not getattr(ability, "cda", False)
        for node in nodes(ability)
        if isinstance(node, _CHANGES) and not isinstance(node, tree.Restrict)
    ]


def _arrive(play: Play, handles: tuple[str, ...]) -> None:
    for handle in handles:
        play.game.things[handle].zone = "battlefield"
    play.game.changed()


def _stamp(play: Play, handles: tuple[str, ...], order: tuple[str, ...]) -> None:
    game = play.game
    things = [game.things[handle] for handle in handles]
    stamps = sorted(thing.stamp for thing in things)
    now = {game.things[h].stamp: stamp for h, stamp in zip(order, stamps, strict=True)}
    for thing in things:
        thing.stamp = now[thing.stamp]
        thing.counter_stamps = {k: now.get(s, s) for k, s in thing.counter_stamps.items()}
    for lasting in game.lasting:
        lasting.stamp = now.get(lasting.stamp, lasting.stamp)  # how they entered: 707.5, 613.2a
    game.together.append(handles)
    game.stamps.append(stamps)
    game.changed()


def _order(play: Play, handles: tuple[str, ...], *, ordered: bool = False) -> tuple[str, ...]:
    """613.7m, 101.4: the active player's first; each player's as that player chooses.

    613.6j of 2019: all of them as the active player chooses.
    """
    seats = {handle: play.game.things[handle].controller for handle in handles}
    first = play.whose_turn() if len(set(seats.values())) > 1 else seats[handles[0]]
    mine = tuple(handle for handle in handles if seats[handle] == first)
    theirs = tuple(handle for handle in handles if seats[handle] != first)
    if "active-player-orders" in play.game.then:
        mine, theirs = handles, ()
    if ordered:
        if (*mine, *theirs) != handles:
            raise NotPlayable("what the active player controls has the earlier timestamp (613.7m)")
        return handles
    return (*play.path.order(mine), *play.path.order(theirs))
