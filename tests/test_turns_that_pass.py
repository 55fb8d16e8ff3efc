"""500.1: the players' turns take turns, so that "until your next turn" is over after some of
them."""

from typing import Any

import pytest

from striate.boards.reading import board_from_document
from striate.queries.outcome import Outcome, outcome
from tests.helpers import NoCards

CUB = {"name": "Cub", "type_line": "Creature — Bear", "power": 2, "toughness": 2}
END = {"end_turn": True}
YOURS, THEIRS = {"your_turn": True}, {"your_turn": True, "player": "opponent"}


HERE = {"effect": "Until your next turn, target creature gets -1/-0.", "targets": ["Cub"]}


def ends(by: str, *steps: dict[str, Any]) -> Outcome:
    """The outcome; the effect is that player's."""
    played = [{**step, "controller": by} if step == HERE else step for step in steps]
    document = {"cards": [CUB], "steps": [{"enter": "Cub"}, *played]}
    return outcome(board_from_document(document, NoCards()))


@pytest.mark.parametrize(
    "by, steps, power",
    [
        ("you", (YOURS, HERE, END), 1),
        ("you", (YOURS, HERE, END, END), 2),
        ("you", (YOURS, HERE, END, END, END), 2),
        ("opponent", (YOURS, HERE), 1),
        ("opponent", (YOURS, HERE, END), 2),
        ("you", (THEIRS, HERE, END), 2),
        ("opponent", (THEIRS, HERE, END), 1),
        # A turn that a step tells is the one that comes: the same player's again (500.7).
        ("opponent", (YOURS, HERE, END, YOURS), 1),
        ("opponent", (YOURS, HERE, END, YOURS, END), 2),
        ("you", (YOURS, END, HERE, END), 2),
        # Whosever turn it was, two turns later a turn of each has begun.
        ("you", (HERE, END, END), 2),
        ("opponent", (HERE, END, END), 2),
    ],
)
def test_611_2a_it_ends_as_that_player_has_a_turn(
    by: str, steps: tuple[dict[str, Any], ...], power: int
) -> None:
    found = ends(by, *steps)
    assert found.sure and [each.power for each in found.answer.objects] == [power]


@pytest.mark.parametrize("by", ["you", "opponent"])
def test_102_1_one_turn_later_it_hangs_on_whose_turn_it_was(by: str) -> None:
    found = ends(by, HERE, END)
    assert not found.sure
    assert {case.answer.objects[0].power for case in found.cases} == {1, 2}


def test_102_1_a_turn_that_is_told_only_later_is_not_the_one_that_ended() -> None:
    found = ends("opponent", HERE, END, END, YOURS)
    assert not found.sure and found.not_modelled[0].line == "the first turn is yours"


TURNER = {
    "name": "Turner",
    "type_line": "Creature — Bear",
    "power": 1,
    "toughness": 1,
    "oracle_text": "As long as it's your turn, Turner gets +1/+0.",
}
HELPED = {
    "effect": "If it's your turn, put a +1/+1 counter on target creature.",
    "targets": ["Turner"],
}


def turned(*steps: dict[str, Any]) -> Outcome:
    document = {"cards": [TURNER], "steps": [{"enter": "Turner"}, *steps]}
    return outcome(board_from_document(document, NoCards()))


@pytest.mark.parametrize(
    "steps, power",
    [
        ((YOURS,), 2),
        ((THEIRS,), 1),
        ((YOURS, END, YOURS), 2),
        ((YOURS, END, THEIRS), 1),
        ((YOURS, END, THEIRS, HELPED), 1),
        ((YOURS, END, YOURS, HELPED), 3),
    ],
)
def test_102_1_whose_turn_it_is_is_told_in_that_turn(
    steps: tuple[dict[str, Any], ...], power: int
) -> None:
    found = turned(*steps)
    assert found.sure and found.answer.objects[0].power == power


@pytest.mark.parametrize(
    "steps", [(END,), (END, END), (HELPED, END, YOURS), (YOURS, END), (YOURS, END, HELPED)]
)
def test_500_7_whose_turn_follows_is_not_told_to_a_text_that_asks(
    steps: tuple[dict[str, Any], ...],
) -> None:
    found = turned(*steps)
    assert not found.sure and len(found.ways) == 2
