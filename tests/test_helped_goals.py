"""Goals that take help, over real cards chosen as of a large pool; a spoiled choice loses them.

The lines of `helped_goals.txt`: the fewest permanents (0: no board of up to 3), whether what can be
asked for is told apart, the spoiled argument that the answer is false without, the goal, the cards.
They are drawn (`python -m tests.spoiled`), and truth tables hold every board of their cards.
"""

from pathlib import Path

import pytest

from striate.cards.catalogue.store import Catalogue
from striate.queries.goals.language import read_goal
from striate.queries.proving.drawncomparing import Asked, compare
from striate.queries.proving.truthtables import tables_of
from tests.spoiled import Posed, answer, loses, spoiled

LINES = (Path(__file__).parent / "helped_goals.txt").read_text("utf-8").splitlines()
SIZE = 3


def posed(line: str, catalogue: Catalogue) -> tuple[str, Posed]:
    right, many, name, goal, names = line.split(" | ")
    cards = tuple(map(catalogue.the_card, names.split("; ")))
    return name, Posed(read_goal(goal, catalogue), cards, SIZE, int(right), many=many == "many")


@pytest.mark.parametrize("line", LINES)
def test_what_takes_help_is_found_and_without_the_argument_it_is_not(
    line: str, catalogue: Catalogue
) -> None:
    name, asked = posed(line, catalogue)
    smallest = tables_of(asked.cards, SIZE, catalogue).smallest(asked.goal)
    found = answer(asked)
    assert found.status == ("found" if asked.right else "none"), found.why
    assert smallest == asked.right == (found.size if found.boards else 0)
    if name:
        with spoiled(name):
            assert loses(asked)


@pytest.mark.parametrize("pool", range(2))
def test_no_drawn_board_goes_against_an_answer_about_what_helps(pool: int) -> None:
    told = compare(Asked(seed=4, pool=pool, cards=6, size=SIZE, helped=True))
    assert told.goals and told.boards and not told.wrong, told.wrong
