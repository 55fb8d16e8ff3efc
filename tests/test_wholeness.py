"""Nothing vanishes or appears but by an event, whatever random boards do."""

import pytest

from striate.boards.timeline import Board
from striate.queries.fuzzing.differing import real_cards
from striate.queries.fuzzing.randomboards import random_board
from striate.queries.fuzzing.randomscenes import random_scene
from striate.queries.fuzzing.wholeness import broken
from striate.timeline import statebased
from striate.timeline.game import Game
from tests.helpers import board, creature, other


@pytest.fixture(scope="module")
def boards() -> list[Board]:
    """One of them makes a Role for an object that has left."""
    known = real_cards()
    drawn = [random_board(seed, known if seed % 2 else ()) for seed in range(10, 50)]
    return drawn + [random_scene(seed, known) for seed in range(40)]


def test_each_game_is_whole_after_each_step(boards: list[Board]) -> None:
    assert [found for board in boards if (found := broken(board))] == []


def test_a_state_based_action_that_is_passed_over_is_found(
    boards: list[Board], monkeypatch: pytest.MonkeyPatch
) -> None:
    """704.3: planted: they are not looked for."""
    monkeypatch.setattr(statebased, "perform", lambda play, afterwards: None)
    assert any(map(broken, boards))


def test_a_host_that_is_gone_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """400.7: planted: what leaves keeps what was attached to it."""
    cards = [
        creature("Bear", "2/2"),
        other("Web", "Enchantment — Aura", "Enchant creature"),
    ]
    steps = [{"enter": "Bear"}, {"enter": "Web", "attached_to": "Bear"}, {"leave": "Bear"}]
    drawn = board(cards, *steps)
    assert broken(drawn) == []
    monkeypatch.setattr(Game, "forget", lambda game, handle: None)
    assert any("701.3" in words for words in broken(drawn))
