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


# 603.2b: the steps, and whose creature it is; its size in the end, None for what is not known.
GROWS = "put a +1/+1 counter on this creature."
HELPS = "put a +1/+1 counter on target creature an opponent controls."
OF_STEPS = [
    (f"At the beginning of your end step, {GROWS}", "you", (YOURS, END), 2),
    (f"At the beginning of your end step, {GROWS}", "opponent", (YOURS, END), 1),
    (f"At the beginning of each end step, {GROWS}", "opponent", (YOURS, END), 2),
    (f"At the beginning of each opponent's end step, {GROWS}", "opponent", (YOURS, END), 2),
    # A step that tells of it comes before the turn ends, and it resolves once.
    (f"At the beginning of your end step, {GROWS}", "you", (YOURS, {"ability": 1, "of": "C"}, END),
     2),
    # Its controller did not do what no step tells.
    (f"At the beginning of your end step, you may {GROWS}", "you", (YOURS, END), 1),
    ("At the beginning of your end step, put a +1/+1 counter on up to one target creature.", "you",
     (YOURS, END), 1),
    (f"At the beginning of your end step, {HELPS}", "you", (YOURS, END), 1),
    (f"At the beginning of your end step, {HELPS}", "you", (YOURS, {"enter": "Cub"}, END), 1),
    (f"At the beginning of your end step, {HELPS}", "you",
     (YOURS, {"enter": "Cub", "controller": "opponent"}, END), None),
    (f"At the beginning of your end step, if you control a creature with power 2, {GROWS}", "you",
     (YOURS, END), 1),
    (f"At the beginning of your end step, if you control a creature with power 2, {GROWS}", "you",
     (YOURS, {"enter": "Cub"}, END), 2),
    (f"At the beginning of your end step, if you gained life this turn, {GROWS}", "you",
     (YOURS, END), None),
    # The upkeep of a turn is over if the board goes on in that turn.
    (f"At the beginning of your upkeep, {GROWS}", "you", (THEIRS, END), 1),
    (f"At the beginning of your upkeep, {GROWS}", "you", (THEIRS, END, YOURS), 2),
    (f"At the beginning of your upkeep, {GROWS}", "you", (YOURS, END, THEIRS), 1),
    (f"At the beginning of each upkeep, {GROWS}", "you", (END, {"enter": "Cub"}, END), 2),
    (f"At the beginning of each upkeep, {GROWS}", "you",
     (END, {"ability": 1, "of": "C"}, {"enter": "Cub"}, END), 2),
    # Combat may have come before it entered, or after.
    (f"At the beginning of combat on your turn, {GROWS}", "you", (YOURS, END), None),
    (f"At the beginning of combat on your turn, {GROWS}", "you", (YOURS,), 1),
    (f"At the beginning of combat on your turn, {GROWS}", "opponent", (YOURS, END), 1),
    ("At the beginning of combat on your turn, this creature gets +1/+0 until end of turn.", "you",
     (YOURS, END), 1),
    # What is affected by an effect of the end step dies before that ends.
    ("At the beginning of the end step, this creature gets -0/-1 until end of turn.", "you",
     (YOURS, END), 0),
    # 724.1e: no step says whether the turn that ends is the one that was ended, or the next.
    (f"At the beginning of your end step, {GROWS}", "you",
     (YOURS, {"effect": "End the turn."}, END), None),
    (("At the beginning of the upkeep of enchanted creature's controller, "
     "put a +1/+1 counter on that creature."), "you", (END, {"enter": "Cub"}), None),
]  # fmt: skip


@pytest.mark.parametrize(("text", "by", "steps", "size"), OF_STEPS)
def test_603_2b_what_triggers_as_a_step_begins_resolves_in_the_turn(
    text: str, by: str, steps: tuple[dict[str, Any], ...], size: int | None
) -> None:
    grower = {"name": "C", "type_line": "Creature — Elf", "power": 1, "toughness": 1}
    document = {
        "cards": [CUB, {**grower, "oracle_text": text}],
        "steps": [{"enter": "C", "controller": by}, *steps],
    }
    found = outcome(board_from_document(document, NoCards()))
    shown = next(each for each in found.answer.objects if each.handle == "C")
    assert found.sure == (size is not None)
    assert found.answer.gone == (("C",) if size == 0 else ())
    assert not size or shown.power == size


def test_603_3b_in_which_order_two_of_one_player_resolve_is_not_known() -> None:
    text = (
        "At the beginning of each end step, double the number of +1/+1 counters on each creature."
    )
    more = "At the beginning of each end step, put a +1/+1 counter on each creature."
    beasts = [
        {**CUB, "name": name, "oracle_text": said} for name, said in (("A", text), ("B", more))
    ]
    for steps, sure in (
        ([{"enter": "B"}, END], True),
        ([{"enter": "A"}, {"enter": "B"}, END], False),
    ):
        found = outcome(board_from_document({"cards": beasts, "steps": steps}, NoCards()))
        assert found.sure == sure
