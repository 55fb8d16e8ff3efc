"""`quick/locality.py`: asking a filter of one object once changes no answer.

The judge asks every filter of every object at every moment.
"""

from collections.abc import Callable, Iterator

import pytest

from striate.boards.errors import NotPlayable
from striate.boards.timeline import Board
from striate.cards import tree
from striate.encodings import moments
from striate.encodings.algebra import FALSE, Lit
from striate.encodings.moments import Moment, matches
from striate.encodings.reading import outcome
from striate.encodings.state import Setting
from striate.queries.answers import canonical
from striate.queries.fuzzing.randomboards import random_board
from striate.quick.locality import taken_apart
from tests.corpus import corpus

Apart = Callable[[tree.Filter], tuple[tree.Filter, tree.Filter | None, bool]]


def each_asked(moment: Moment, who: tree.Each, setting: Setting) -> Iterator[tuple[int, Lit]]:
    for thing in moment.world.in_zone(who.zone):
        fits = matches(moment, who.filter, thing.index, setting)
        lit = moment.algebra.and_(thing.alive, fits)
        if lit != FALSE:
            yield thing.index, lit


def answer(board: Board) -> object:
    try:
        return canonical(outcome(board))
    except NotPlayable as error:
        return str(error)


def plainly(boards: list[Board], patch: pytest.MonkeyPatch) -> list[object]:
    with patch.context() as within:
        within.setattr(moments, "_each", each_asked)
        return [answer(board) for board in boards]


def drawn_to_hurt() -> list[Board]:
    """Boards on which what a filter asks of others, or of sizes, changes between the layers."""
    asked = {"613.8a", "613.6", "613.1f", "613.4b"}
    return [board for board in corpus() if asked & set(board.rules)][:120]


def test_on_boards_that_hurt(monkeypatch: pytest.MonkeyPatch) -> None:
    boards = drawn_to_hurt()
    assert [answer(board) for board in boards] == plainly(boards, monkeypatch)


def test_on_random_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    boards = [random_board(seed) for seed in range(84_000, 84_120)]
    assert [answer(board) for board in boards] == plainly(boards, monkeypatch)


def without_the_rest(filter: tree.Filter) -> tuple[tree.Filter, tree.Filter | None, bool]:
    """A wrong idea: a filter is what it asks of the object alone."""
    own, _, from_source = taken_apart(filter)
    return own, None, from_source


def all_of_it(filter: tree.Filter) -> tuple[tree.Filter, tree.Filter | None, bool]:
    """A wrong idea: every filter looks at one object alone, and no source matters."""
    return filter, None, False


@pytest.mark.parametrize("wrong", [without_the_rest, all_of_it])
def test_a_wrong_idea_of_locality_is_caught(wrong: Apart, monkeypatch: pytest.MonkeyPatch) -> None:
    boards = drawn_to_hurt()
    right = plainly(boards, monkeypatch)
    monkeypatch.setattr(moments, "taken_apart", wrong)
    assert [answer(board) for board in boards] != right
