"""Boards for other engines, with what only a reading knows: who controls what, and which ability.

An engine is asked as the player who controls an object in the end, and told the words of an ability
that a step counts by its number.
"""

from collections.abc import Iterator

import msgspec

from striate.boards import timeline
from striate.boards.errors import BoardError
from striate.boards.exports.formats import ExportedFile, export, export_suite
from striate.boards.exports.scenario import board_nodes
from striate.boards.timeline import Board
from striate.cards import tree
from striate.cards.numbering import numbered_of
from striate.cards.printing.canonical import NotPrintable, show
from striate.queries.answers import read_by
from striate.timeline.standing import may_target


def export_told(
    board: Board, format: str, *, name: str, note: str, wrong: str = ""
) -> ExportedFile:
    """`export` of the board as a reading knows it."""
    story = _told_of(board, format)
    return export(story, format, name=name, note=note, wrong=wrong, abilities=abilities_of)


def export_suite_told(
    boards: list[Board], format: str, *, name: str = "layers"
) -> tuple[list[ExportedFile], list[tuple[Board, str]]]:
    """`export_suite` of boards as a reading knows them, and those refused, with the reason."""
    refused: list[tuple[Board, str]] = []
    files = export_suite(
        [_told_of(board, format) for board in boards],
        format,
        name=name,
        refused=lambda board, reason: refused.append((board, reason)),
        abilities=abilities_of,
    )
    return files, refused


def abilities_of(board: Board) -> tuple[tuple[int, str], ...]:
    """The text of the ability that each step resolves; a step is left out if it is not clear.

    113.7a: one with targets that the object's ability can't have resolves the printed one.
    """
    return tuple(_abilities(board))


def _abilities(board: Board) -> Iterator[tuple[int, str]]:
    for at, step in enumerate(board.steps):
        if not isinstance(step, timeline.ResolveAbility):
            continue
        before = msgspec.structs.replace(board, steps=board.steps[:at], lines=(), expect=())
        try:
            objects = read_by("referee", before).objects
        except BoardError:
            continue
        for seen in objects:
            if seen.handle != step.of:
                continue
            for ability, numbers in zip(seen.abilities, seen.numbers, strict=False):
                if step.number in numbers and isinstance(ability, tree.Node):
                    if step.targets and not may_target(_nth(seen.abilities, step.number)):
                        continue
                    try:
                        yield at, show(ability).replace("\n", " ")
                    except NotPrintable:
                        continue


def _nth(abilities: tuple[object, ...], number: int) -> tree.Ability:
    return numbered_of(abilities)[number - 1]


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


def _told_of(board: Board, format: str) -> Board:
    """The board with its controllers, for another engine that may ask for a player's permanent.

    Only where control can change: elsewhere everybody keeps what entered under them.
    """
    return with_controllers(board) if format != "pytest" and _control_moves(board) else board


def _control_moves(board: Board) -> bool:
    kinds = (tree.SetController, tree.ExchangeControl)
    return any(isinstance(node, kinds) for node in board_nodes(board))
