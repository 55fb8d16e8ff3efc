"""The intended changes between c4031cf and today, each as something that can be taken back.

`taken_back(names)` plays the timeline without them: `bench/versions.py` so finds out what makes a
difference.
"""  # noqa: INP001

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

from striate.boards.timeline import Board
from striate.timeline import damage, moving, statebased, steps
from striate.timeline.play import Play

# --- 704.3: state-based actions are looked for after each step, until none applies


def _last_only(board: Board, play: Play) -> None:
    setattr(play, _LAST, len(board.steps))
    _run(board, play)


def _once(play: Play, afterwards: Callable[[Play], None]) -> None:
    if play.path.step < getattr(play, _LAST):
        return
    actions = statebased.look(play)
    if actions:
        state = play.state()
        last = {handle: state.seen(handle) for handle in actions.graveyard}
        play.watch(actions)
        statebased.carry_out(play, actions)
        for handle, seen in last.items():
            thing = play.game.things[handle]
            if thing.zone not in moving.IN_PLAY:
                play.game.taken[handle] = (thing.incarnation, seen)
        afterwards(play)


_run = steps.run
_LAST = "last_step"  # of the board that is played


@contextmanager
def _looked_for_once() -> Iterator[None]:
    with patch.object(steps, "run", _last_only), patch.object(statebased, "perform", _once):
        yield


# --- 120.3, 704.5g-h: damage that is dealt


@contextmanager
def _no_damage() -> Iterator[None]:
    with patch.object(damage, "_deal", lambda *given: None):
        yield


# --- 500.7, 611.2a: the turn after one that has ended is the other player's


@contextmanager
def _no_next_turn() -> Iterator[None]:
    with patch.object(moving, "next_turn", lambda *given: None):
        yield


# --- 400.7: what has gone is shown where it is, once the turn in which it went has ended


@contextmanager
def _shown_as_it_went() -> Iterator[None]:
    with patch.object(steps, "_forget_what_went", lambda play: None):
        yield


CHANGES: dict[str, Any] = {
    "state-based actions after each step (704.3)": _looked_for_once,
    "damage is dealt (120.3)": _no_damage,
    "after a turn comes the other player's (500.7)": _no_next_turn,
    "what went is shown where it is once its turn has ended (400.7)": _shown_as_it_went,
}

# What a step says and nothing asks for is refused, where it was taken and had no effect.
REFUSALS = {
    "asks for no X": "an X that nothing asks for (107.3)",
    "has no {X} in its cost": "an X that nothing asks for (107.3)",
    "has no ability number": "an ability that its source hasn't at that step (602.2)",
    "the number for": "a number that the instruction can't have (107.3)",
    "it endures": "a number of counters that the instruction doesn't put (701.63a)",
}


# --- words that are read otherwise: what a board is without them


def _but_whose_the_copied_is(value: Any) -> Any:
    """The value without "if you control that creature" of a copy's exceptions."""
    if isinstance(value, list | tuple):
        return [_but_whose_the_copied_is(each) for each in value if not _asks_whose(each)]
    if isinstance(value, dict):
        return {key: _but_whose_the_copied_is(each) for key, each in value.items()}
    return value


def _asks_whose(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and value.get("node") == "CopyIf"
        and value["filter"].get("node") == "ControlledBy"
    )


# By the change, the steps of a board without such words; the versions answer alike to that.
WORDS: dict[str, Callable[[Any], Any]] = {
    "who controls the copied object is asked of that, not of the copy (109.3, 707.9f)": (
        _but_whose_the_copied_is
    ),
}


def refusal(words: str) -> str:
    """The change that refuses a board with these words; "" if none does."""
    return next((cause for part, cause in REFUSALS.items() if part in words), "")


@contextmanager
def taken_back(names: tuple[str, ...]) -> Iterator[None]:
    """Today's program without these changes."""
    with ExitStack() as stack:
        for name in names:
            stack.enter_context(CHANGES[name]())
        yield
