"""The corpus of boards, read by the referee alone: never wrong where every line is understood."""

from striate.queries.expectations import differences
from striate.referee.judge import judge
from tests.corpus import corpus


def test_every_worked_example_passes() -> None:
    wrong = {
        board.id: found for board in corpus() if (found := differences(board.expect, judge(board)))
    }
    assert wrong == {}
