"""The corpus of boards, read by the referee alone: never wrong where every line is understood."""

from functools import cache
from pathlib import Path

import pytest

from striate.boards.reading import read_boards
from striate.boards.timeline import Board
from striate.cards.catalogue.store import Catalogue
from striate.queries.expectations import differences
from striate.referee.judge import judge

BOARDS = Path(__file__).parent / "boards"
# Where the text is read otherwise than the case expects, with what would have to be read.
READ_OTHERWISE = {
    "xm-food-token-copy-of-ensouled-vehicle": "a type added, and all other card types lost",
}


@cache
def boards(name: str) -> tuple[Board, ...]:
    found = tuple(read_boards(BOARDS / f"{name}.jsonl", Catalogue.open()))
    assert all(isinstance(board, Board) for board in found)
    return tuple(board for board in found if isinstance(board, Board))


@pytest.mark.parametrize("name", ["seeds", "engines", "qa"])
def test_no_board_is_confidently_wrong(name: str) -> None:
    wrong = {}
    for board in boards(name):
        answer = judge(board)
        if board.id in READ_OTHERWISE:
            continue
        if not answer.not_modelled and (found := differences(board.expect, answer)):
            wrong[board.id] = found
    assert wrong == {}


def test_every_worked_example_passes() -> None:
    failing = [b.id for b in boards("seeds") if differences(b.expect, judge(b))]
    assert failing == []
