"""The first reading of the rules: from a board to the answer, by constraints.

On a board without holes every literal folds to a constant, so that no solver is called.
"""

from striate.boards.editions import readings_of
from striate.boards.timeline import Answer, Board
from striate.boards.untold import Path
from striate.encodings.editions import read_as
from striate.encodings.under import Constraints
from striate.quick.savings import QUICK
from striate.timeline.answering import answer
from striate.timeline.play import Savings


def outcome(board: Board, *, path: Path | None = None, savings: Savings = QUICK) -> Answer:
    """What every object is in the end; `path` says what is not told."""
    with read_as(readings_of(board.rules)):
        return answer(board, Constraints, path, savings=savings)
