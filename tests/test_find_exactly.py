"""`find --exact`: a smaller board with vanilla cards beside it, or else whatever there is."""

import pytest
from msgspec.structs import replace

from striate.cards.catalogue.store import SHIPPED, Catalogue
from striate.queries.finding.find import find
from striate.queries.finding.pools import PoolOptions
from striate.queries.finding.posing import pose
from striate.queries.finding.telling import headline
from striate.search import searching
from striate.search.questions import Question, Result


@pytest.mark.parametrize(
    ("goal", "cards", "size", "searched"),
    [
        ("Humility is a creature", "Humility; Opalescence; Forest", 4, [(4, False)]),
        # A second creature is one too many.
        ("there is exactly one creature", "Opalescence; Humility; Grizzly Bears", 3,
         [(3, False), (3, True)]),
        # No card is without abilities.
        ("Humility is a creature", "Humility; Opalescence; Levitation", 3, [(3, False), (3, True)]),
        # No smaller board does it.
        ("Opalescence is a 4/4 creature", "Opalescence; Forest", 2, [(2, False)]),
    ],
)  # fmt: skip
def test_a_board_of_exactly_so_many(
    goal: str, cards: str, size: int, searched: list[tuple[int, bool]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    catalogue, asked = Catalogue(SHIPPED), []
    whole = searching.search

    def search(question: Question, *more: object) -> Result:
        asked.append((question.size, question.exact))
        return whole(question)

    monkeypatch.setattr(searching, "search", search)
    posed = pose(goal, catalogue, PoolOptions(cards=cards), size=size, exact=True)
    found = find(posed, catalogue)
    assert (found.status, found.size, found.smallest) == ("found", size, False)
    assert asked == searched
    assert found.boards
    for each in found.boards:
        assert sum("enter" in step for step in each.document["steps"]) == size


def test_no_board_of_up_to_so_many_is_none_of_exactly_so_many() -> None:
    catalogue = Catalogue(SHIPPED)
    options = PoolOptions(cards="Grizzly Bears; Humility; Forest")
    found = find(pose("Humility is blue", catalogue, options, size=3, exact=True), catalogue)
    assert (found.status, found.boards) == ("none", ())


def test_that_there_is_none_of_one_size_says_nothing_of_smaller_ones() -> None:
    """704.5k: of two worlds one goes, but one is a board."""
    catalogue = Catalogue(SHIPPED)
    options = PoolOptions(cards="Nether Void")
    goal = "an enchantment is there and there is no creature"
    found = find(pose(goal, catalogue, options, size=3, exact=True), catalogue)
    assert headline(found, 1).startswith("none: no stable board of exactly 3 permanents")
    stopped = replace(found, status="unknown", stopped=True)
    assert "no board" not in headline(stopped, 1)
