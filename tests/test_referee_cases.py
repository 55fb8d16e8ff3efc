"""The corpus of boards, read by the referee alone: never wrong where every line is understood."""

from striate.queries.checking import check
from tests.corpus import corpus


def test_every_worked_example_passes() -> None:
    """In each way that what a board does not tell can be."""
    found = (check(board, "referee") for board in corpus())
    assert [each for each in found if each.status != "pass"] == []
