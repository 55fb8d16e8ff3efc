"""704: why continuous state-based actions would lead to a different board.

A board looks at them once, after its last step. Where one would have taken an object earlier, or
where what goes in the end takes other characteristics with it, a test in an engine that plays the
game would show another board than the one that is expected.
"""

import msgspec

from striate.boards.errors import BoardError
from striate.boards.exports.formats import CannotExport, ExportedFile, export, export_suite
from striate.boards.exports.scenario import board_nodes
from striate.boards.timeline import Board, Leave
from striate.cards import tree
from striate.queries.answers import read_by
from striate.queries.expectations import differences

_PLAYS_THE_GAME = frozenset({"xmage"})  # formats whose tests run state-based actions


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


def with_controllers(board: Board) -> Board:
    """The board, with the computed controller of every object that it expects something of.

    An engine is asked as the player who controls an object in the end.
    """
    if all(one.controller is not None for one in board.expect):
        return board
    try:
        objects = read_by("referee", board).objects
    except BoardError:
        return board
    seats = {one.handle: one.controller for one in objects if one.zone == "battlefield"}
    expect = tuple(
        msgspec.structs.replace(one, controller=seats[one.handle])
        if one.controller is None and one.handle in seats and not one.gone
        else one
        for one in board.expect
    )
    return msgspec.structs.replace(board, expect=expect)


def export_settled(
    board: Board, format: str, *, name: str, note: str, wrong: str = ""
) -> ExportedFile:
    """`export`, which also refuses what state-based actions make another board."""
    if format in _PLAYS_THE_GAME and (reason := unsettled(board)):
        raise CannotExport(reason)
    return export(_told_of(board, format), format, name=name, note=note, wrong=wrong)


def export_suite_settled(
    boards: list[Board], format: str, *, name: str = "layers"
) -> tuple[list[ExportedFile], list[tuple[Board, str]]]:
    """`export_suite` without such boards, and every board that was refused, with the reason."""
    refused: list[tuple[Board, str]] = []
    kept = []
    for board in boards:
        reason = unsettled(board) if format in _PLAYS_THE_GAME else ""
        if reason:
            refused.append((board, reason))
        else:
            kept.append(_told_of(board, format))
    files = export_suite(
        kept, format, name=name, refused=lambda board, reason: refused.append((board, reason))
    )
    return files, refused


def _told_of(board: Board, format: str) -> Board:
    """The board with its controllers, for another engine that may ask for a player's permanent.

    Only where control can change: elsewhere everybody keeps what entered under them.
    """
    return with_controllers(board) if format != "pytest" and _control_moves(board) else board


def _control_moves(board: Board) -> bool:
    kinds = (tree.SetController, tree.ExchangeControl)
    return any(isinstance(node, kinds) for node in board_nodes(board))
