"""`quick/reach.py`: what trees say is never looked at changes no answer.

The judge takes every effect to look at all that any other changes: each pair is tried (613.8a), and
each effect is applied by itself.
"""

from collections.abc import Callable

import pytest

from striate.boards.errors import NotPlayable
from striate.boards.timeline import Board
from striate.encodings import dependency, effects, layers
from striate.encodings.reading import outcome
from striate.queries.answers import canonical
from striate.queries.fuzzing.randomboards import random_board
from striate.quick.reach import Keys, touch
from tests.corpus import corpus

Touching = Callable[[Keys, Keys], bool]
MODULES = (dependency, effects, layers)


def answers(boards: list[Board], touching: Touching, patch: pytest.MonkeyPatch) -> list[object]:
    with patch.context() as within:
        for module in MODULES:
            within.setattr(module, "touch", touching)
        return [answer(board) for board in boards]


def answer(board: Board) -> object:
    try:
        return canonical(outcome(board))
    except NotPlayable as error:
        return str(error)


def everything(read: Keys, written: Keys) -> bool:
    return True


def of_dependency() -> list[Board]:
    """Boards drawn to hurt: on each something waits, stops or applies to another set."""
    asked = {"613.8a", "613.8b", "613.8c"}
    return [board for board in corpus() if asked & set(board.rules)][:80]


def test_on_boards_of_dependency(monkeypatch: pytest.MonkeyPatch) -> None:
    boards = of_dependency()
    assert answers(boards, touch, monkeypatch) == answers(boards, everything, monkeypatch)


def test_on_random_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    boards = [random_board(seed) for seed in range(83_000, 83_120)]
    assert answers(boards, touch, monkeypatch) == answers(boards, everything, monkeypatch)


def blind_to(kind: str) -> Touching:
    """A wrong idea: nothing looks at that characteristic."""

    def touching(read: Keys, written: Keys) -> bool:
        return touch(frozenset(key for key in read if key[0] != kind), written)

    return touching


@pytest.mark.parametrize("kind", ["type", "subtype", "text"])
def test_a_wrong_idea_of_what_is_looked_at_is_caught(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    boards = of_dependency()
    right = answers(boards, everything, monkeypatch)
    assert answers(boards, blind_to(kind), monkeypatch) != right
