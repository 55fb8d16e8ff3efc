"""The boards under tests/boards/: one document a board, in a file for each area."""

from functools import cache
from pathlib import Path

from striate.boards.errors import BoardError
from striate.boards.reading import read_boards
from striate.boards.timeline import Board
from striate.cards.catalogue.store import Catalogue
from tests.unmended import UNMENDED

BOARDS = Path(__file__).with_name("boards")
FILES = tuple(sorted(BOARDS.glob("*.yaml")))


@cache
def every_board() -> tuple[Board, ...]:
    """Those that are still wrong among them."""
    catalogue = Catalogue.open()
    found = []
    for file in FILES:
        for board in read_boards(file, catalogue):
            assert not isinstance(board, BoardError), str(board)
            found.append(board)
    return tuple(found)


@cache
def corpus() -> tuple[Board, ...]:
    """The boards that pass."""
    return tuple(board for board in every_board() if board.id not in UNMENDED)
