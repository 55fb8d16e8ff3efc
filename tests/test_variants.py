"""Every wrong reading is told from the right one by its boards of the committed suite."""

from functools import cache
from pathlib import Path

import pytest

from striate.boards.reading import read_board
from striate.boards.timeline import Board
from striate.cards.catalogue import Catalogue
from striate.encodings import variants
from striate.encodings.clauses import CLAUSES, WRONG_READINGS, wrong_reading
from striate.encodings.reading import outcome
from striate.queries.checking import check
from striate.queries.expectations import differences
from striate.queries.generating import Search, asked_for, generate, is_of, pool_cards, without
from striate.queries.generatinghints import HINTS, POOL
from striate.queries.outcome import canonical

SUITE = Path(__file__).parent.parent / "examples" / "suite"


@cache
def catalogue() -> Catalogue:
    return Catalogue.open()


@cache
def suite() -> dict[str, Board]:
    return {path.stem: read_board(path, catalogue()) for path in sorted(SUITE.glob("*.yaml"))}


def boards_of(name: str) -> list[Board]:
    return [board for board in suite().values() if dict(board.extras)["area"] == name]


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
    board = suite()[stem]
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
        for number in range(len(board.steps)):
            search = Search(
                WRONG_READINGS[name], lambda: wrong_reading(name), (), (), catalogue(), 0
            )
            fewer = without(board.steps, number)
            assert not fewer or not search.telling([fewer]), f"{board.id} without {number}"


def test_after_a_wrong_reading_everything_is_read_right_again() -> None:
    board = next(iter(suite().values()))
    before = canonical(outcome(board))
    for name in variants.names():
        with wrong_reading(name):
            outcome(board)
    assert canonical(outcome(board)) == before
    assert all(each.active is each.right for each in CLAUSES.values())


def test_every_wrong_reading_says_what_it_says_and_where_to_look_for_it() -> None:
    for name, reading in WRONG_READINGS.items():
        assert reading.sentence, name
        assert reading.rules, name
        assert name in HINTS, name
    assert set(HINTS) == set(WRONG_READINGS)


def test_the_pool_has_only_cards_of_the_catalogue() -> None:
    assert [card.faces[0].name for card in pool_cards(catalogue())] == list(POOL)


def test_the_same_seed_gives_the_same_boards() -> None:
    reading = WRONG_READINGS["upper-bound-exclusive"]
    cards = pool_cards(catalogue())
    first = generate(reading, cards, catalogue(), count=2, seed=3)
    assert first.boards
    assert first == generate(reading, cards, catalogue(), count=2, seed=3)


def test_rules_choose_wrong_readings_by_number_and_by_what_is_below_it() -> None:
    assert is_of("613.8a", "613.8") and is_of("613.8", "613") and is_of("613.8", "613.8")
    assert not is_of("613.8", "613.8a") and not is_of("611.2c", "613")
    names = [each.name for each in asked_for((), ["711"])]
    assert "upper-bound-exclusive" in names and "dependency-off" not in names


def test_a_pool_that_shows_nothing_gives_no_board() -> None:
    card = catalogue().card("Grizzly Bears")
    assert card is not None
    found = generate(WRONG_READINGS["blood-moon-leaves-text"], (card,), catalogue())
    assert found.boards == ()
