"""704: why continuous state-based actions would lead to a different board.

A board looks at them once, after its last step. Where one would have taken an object earlier, or
where what goes in the end takes other characteristics with it, a test in an engine that plays the
game would show another board than the one that is expected.
"""

import msgspec

from striate.boards.errors import BoardError
from striate.boards.timeline import Board, Leave
from striate.queries.answers import read_by
from striate.queries.expectations import differences


def unsettled(board: Board) -> str:
    """Why state-based actions make the board another one in a real game; "" if they don't."""
    try:
        return _taken_early(board) or _taken_with(board)
    except BoardError as error:
        return f"the board can't be played step by step: {str(error).splitlines()[0]}"


def _left(board: Board) -> set[str]:
    return {step.what for step in board.steps if isinstance(step, Leave)}


def _taken(board: Board) -> set[str]:
    """What state-based actions take after the last step; not what a deed has moved."""
    answer = read_by("referee", board)
    moved = {one.handle for one in answer.objects if one.zone != "battlefield"}
    return set(answer.gone) - _left(board) - moved


def _taken_early(board: Board) -> str:
    for count in range(1, len(board.steps)):
        before = msgspec.structs.replace(board, steps=board.steps[:count], lines=(), expect=())
        for handle in sorted(_taken(before)):
            return f"in a game `{handle}` would not outlast step {count} (704.5)"
    return ""


def _taken_with(board: Board) -> str:
    """What goes in the end is gone in a game, and must leave the rest as it is expected."""
    taken = sorted(_taken(board))
    if not taken:
        return ""
    steps = (*board.steps, *(Leave(handle) for handle in taken))
    rest = msgspec.structs.replace(
        board,
        steps=steps,
        lines=(),
        expect=tuple(one for one in board.expect if one.handle not in taken),
    )
    answer = read_by("referee", rest)
    moved = {one.handle for one in answer.objects if one.zone != "battlefield"}
    further = set(answer.gone) - set(taken) - _left(board) - moved
    for handle in sorted(further):
        return f"in a game `{handle}` would go too, after `{taken[0]}` has gone (704.3)"
    for one in differences(rest.expect, answer):
        return f"in a game `{one.handle}` would be another after `{taken[0]}` has gone (704.3)"
    return ""
