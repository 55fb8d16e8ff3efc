"""Every wrong reading is told from the right one by its boards of the committed suite."""

import re
from functools import cache
from pathlib import Path

import pytest

from striate.boards.handling import without
from striate.boards.reading import board_from_text, read_board
from striate.boards.timeline import Board, PlayerFact
from striate.boards.writing import board_yaml
from striate.cards.catalogue.store import Catalogue
from striate.encodings import variants
from striate.encodings.clauses import CLAUSES, WRONG_READINGS, wrong_reading
from striate.encodings.reading import outcome
from striate.queries.answers import canonical
from striate.queries.checking import check
from striate.queries.expectations import differences
from striate.queries.generating.boards import (
    asked_for,
    generate,
    is_of,
    pair_quests,
    pool_cards,
    quest_of,
    quests,
    suite,
)
from striate.queries.generating.hints import HINTS, LONGEST, POOL
from striate.queries.generating.kinds import KINDS
from striate.queries.generating.principles import PRINCIPLES
from striate.queries.generating.search import Search, answered, of_one_legend
from striate.spreading.executor import Workers
from tests import helpers

SUITE = Path(__file__).parent.parent / "examples" / "suite"


@cache
def catalogue() -> Catalogue:
    return Catalogue.open()


@cache
def committed() -> dict[str, Board]:
    return {path.stem: read_board(path, catalogue()) for path in sorted(SUITE.glob("*.yaml"))}


def boards_of(name: str) -> list[Board]:
    return [board for board in committed().values() if dict(board.extras)["area"] == name]


@pytest.mark.parametrize("name", variants.names())
def test_each_wrong_reading_is_told_apart_by_every_board_of_its_own(name: str) -> None:
    boards = boards_of(name)
    assert boards, f"the suite has no board for {name}"
    for board in boards:
        with wrong_reading(name):
            wrong = outcome(board)
        assert differences(board.expect, wrong), board.id
        assert not differences(board.expect, outcome(board)), board.id


@pytest.mark.parametrize("stem", sorted(path.stem for path in SUITE.glob("*.yaml")))
def test_every_board_of_the_suite_passes_by_both_readings(stem: str) -> None:
    board = committed()[stem]
    assert board.id == stem
    verdict = check(board)
    assert (verdict.status, verdict.trouble) == ("pass", "")
    extras = dict(board.extras)
    assert extras["area"] in WRONG_READINGS
    assert set(board.rules) & set(WRONG_READINGS[extras["area"]].rules)
    assert board.note and extras["engine_bug"]


@pytest.mark.parametrize("name", variants.names())
def test_no_step_of_a_suite_board_can_be_left_out(name: str) -> None:
    for board in boards_of(name):
        search = Search(quest_of(name), (), catalogue())
        for number, step in enumerate(board.steps):
            if isinstance(step, PlayerFact) and step.fact == "turn":
                continue  # it only tells whose turn it is
            fewer = without(board.steps, number)
            assert not fewer or not search.telling([fewer]), f"{board.id} without {number}"


@pytest.mark.parametrize("name", variants.names())
def test_a_suite_board_tells_its_steps_its_outcome_and_how_small_it_is(name: str) -> None:
    for board in boards_of(name):
        assert board.note.startswith(PRINCIPLES[name][:20]), board.id
        assert re.search(r"\(\d{3}\.\d", board.note), board.id
        assert " So " in board.note, board.id
        assert any(one.handle in board.note for one in board.expect), board.id
        assert "the smallest found" not in board.source, board.id


@pytest.mark.parametrize("name", variants.names())
def test_no_player_of_a_suite_board_has_two_legends_of_one_name(name: str) -> None:
    for board in boards_of(name):
        answer = answered(board.steps)
        assert answer is not None and not of_one_legend(answer), board.id


def test_after_a_wrong_reading_everything_is_read_right_again() -> None:
    board = next(iter(committed().values()))
    before = canonical(outcome(board))
    for name in variants.names():
        with wrong_reading(name):
            outcome(board)
    assert canonical(outcome(board)) == before
    assert all(each.active is each.right for each in CLAUSES.values())


def test_control_of_what_is_in_no_locked_set_can_be_gained() -> None:
    """101.2: whether somebody forbids it was asked of an object without a name."""
    bear = helpers.creature("Bear", "2/2")
    taken = helpers.effect("Gain control of all creatures until end of turn.")
    with wrong_reading("resolved-sets-not-locked"):
        answer = outcome(helpers.board([bear], {"enter": "Bear", "controller": "opponent"}, taken))
    assert answer.objects[0].controller == "you"


def test_every_wrong_reading_says_what_it_says_and_where_to_look_for_it() -> None:
    for name, reading in WRONG_READINGS.items():
        assert reading.sentence, name
        assert reading.rules, name
        assert name in HINTS, name
    assert set(HINTS) == set(WRONG_READINGS) == set(PRINCIPLES) == set(quests())
    assert set(LONGEST) <= set(HINTS)


def test_the_pool_has_only_cards_of_the_catalogue() -> None:
    assert [card.faces[0].name for card in pool_cards(catalogue())] == list(POOL)


FEW = ("upper-bound-exclusive", "in-addition-replaces", "lower-level-abilities-kept")


def test_the_same_seed_gives_the_same_boards() -> None:
    quest, cards = quest_of("upper-bound-exclusive"), pool_cards(catalogue())
    first = generate(quest, cards, catalogue(), count=2, seed=3)
    assert len(first.boards) == 2
    assert first == generate(quest, cards, catalogue(), count=2, seed=3)
    others = [generate(quest, cards, catalogue(), count=2, seed=seed) for seed in range(4, 9)]
    assert any(other.boards != first.boards for other in others)


def test_several_processes_make_the_same_boards() -> None:
    cards = pool_cards(catalogue())
    found = [
        {
            one.name: one
            for one in suite(FEW, cards, catalogue(), count=2, seed=1, workers=Workers(jobs=jobs))
        }
        for jobs in (1, 2)
    ]
    assert found[0] == found[1]
    assert set(found[0]) == set(FEW)


@pytest.mark.parametrize("name", FEW)
def test_the_committed_board_is_the_one_that_is_made(name: str) -> None:
    (board,) = generate(quest_of(name), pool_cards(catalogue()), catalogue()).boards
    again = board_from_text(board_yaml(board, catalogue()), catalogue())
    assert again.steps == committed()[f"{name}-1"].steps
    assert again.note == committed()[f"{name}-1"].note


def test_there_is_a_pair_for_each_two_layers_and_each_two_kinds_of_a_layer() -> None:
    names = set(pair_quests())
    assert {"layers-4-and-6", "layers-7c-and-7d", "kinds-set-types-and-add-types"} <= names
    assert sum(name.startswith("layers-") for name in names) == 36
    for kind in KINDS:
        assert f"kinds-{kind.name}-and-{kind.name}" in names


@pytest.mark.parametrize(
    "pair", ["layers-4-and-6", "kinds-grant-and-lose-all", "kinds-set-size-and-set-size"]
)
def test_a_pair_has_a_board_on_which_its_order_matters(pair: str) -> None:
    cards = pool_cards(catalogue())[:40]
    (board,) = generate(quest_of(pair), cards, catalogue()).boards
    assert check(board).status == "pass"
    with quest_of(pair).wrongly():
        assert differences(board.expect, outcome(board))


def test_a_pair_without_a_board_says_why() -> None:
    cards = pool_cards(catalogue())[:5]
    found = generate(quest_of("kinds-modify-size-and-modify-size"), cards, catalogue())
    assert found.boards == ()
    assert "order-in-7c" in found.why_none and "none of" in found.why_none


def test_rules_choose_wrong_readings_by_number_and_by_what_is_below_it() -> None:
    assert is_of("613.8a", "613.8") and is_of("613.8", "613") and is_of("613.8", "613.8")
    assert not is_of("613.8", "613.8a") and not is_of("611.2c", "613")
    names = [each.name for each in asked_for((), ["711"])]
    assert "upper-bound-exclusive" in names and "dependency-off" not in names


def test_a_pool_that_shows_nothing_gives_no_board() -> None:
    card = catalogue().card("Grizzly Bears")
    assert card is not None
    found = generate(quest_of("blood-moon-leaves-text"), (card,), catalogue())
    assert found.boards == ()
