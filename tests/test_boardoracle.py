"""`find` and `verify` against boards drawn from the board format; and each fault is found by
them."""

import random

import pytest
from msgspec.structs import replace

from striate.boards.steps.table import STEPS, kind_of_event
from striate.boards.writing import document
from striate.cards.catalogue.store import Catalogue
from striate.queries.finding.find import find
from striate.queries.goals.language import read_goal
from striate.queries.proving import drawnboards, drawncomparing
from striate.queries.proving.drawnboards import (
    draw_boards,
    draw_played,
    evaluated,
    makes_tokens,
)
from striate.queries.proving.drawncomparing import Asked, compare
from striate.queries.proving.drawnpools import draw_cards, draw_meeting
from striate.search import decoding, options
from striate.search.asking import doing, world
from striate.search.options import Option
from striate.search.poolfacts import PoolFacts
from striate.search.questions import Question


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """A goal that takes long is unknown, and says nothing here."""
    monkeypatch.setattr(drawncomparing, "_SECONDS", 4.0)


@pytest.mark.parametrize("pool", range(3))
def test_no_drawn_board_goes_against_an_answer(pool: int) -> None:
    told = compare(Asked(seed=1, pool=pool, cards=4, size=2))
    assert told.goals and told.boards and not told.wrong, told.wrong


@pytest.mark.parametrize("pool", range(3))
def test_no_drawn_board_goes_against_an_answer_about_chosen_cards(pool: int) -> None:
    told = compare(Asked(seed=2, pool=pool, cards=4, size=2, chosen=True))
    assert told.goals and told.boards and not told.wrong, told.wrong


def test_no_drawn_board_goes_against_an_answer_about_cards_of_some_sorts() -> None:
    told = compare(Asked(seed=3, pool=0, cards=0, size=2, of="copies, legend"))
    assert told.goals and told.boards and not told.wrong, told.wrong


def test_what_makes_tokens_is_counted_as_a_step_counts_it(catalogue: Catalogue) -> None:
    """702.176a: the first ability of what was cast for impending takes counters off."""
    card = catalogue.card("Overlord of the Mistmoors")
    assert card is not None
    assert [number for number in range(4) if makes_tokens(card, number)] == [2]


_OF_NO_CARD = {
    "together", "token", "token_copy_of", "effect", "emblem", "spell", "copy_spell",
}  # fmt: skip
_WAYS = ("leveler", "class", "morph", "transform face", "flip face", "daybound", "attached")
_POOLS = (
    ("Grizzly Bears", "Silverblade Paladin", "Gemrazer"),
    ("Fleecemane Lion", "Ixidron", "Bonesplitter"),
    ("Giant Growth", "Bottomless Pool // Locker Room"),
)


def test_each_kind_of_step_is_drawn(catalogue: Catalogue) -> None:
    """But for what no card of a pool does."""
    pools = [draw_cards(random.Random(way), catalogue, 4, way=way) for way in _WAYS]
    pools += [tuple(map(catalogue.the_card, names)) for names in _POOLS]
    drawn = set[str]()
    for place, cards in enumerate(pools):
        boards = [
            *draw_boards(random.Random(place), cards, 2, 20, catalogue),
            *draw_played(random.Random(place), cards, 2, 80, catalogue),
        ]
        drawn |= {kind_of_event(step).word for each in boards for step in each.board.steps}
    assert drawn >= {*STEPS} - _OF_NO_CARD


def test_each_board_that_is_played_is_one_of_the_format(catalogue: Catalogue) -> None:
    """Of cards that meet alone, and it lasts."""
    rng = random.Random(7)
    for _ in range(4):
        cards = draw_meeting(rng, catalogue)
        assert len(cards) > 1
        for each in draw_played(rng, cards, 2, 15, catalogue):
            plain = document(each.board, catalogue)
            assert evaluated({"steps": plain["steps"]}, catalogue) is not None
            assert {card.name for card in each.printed.values()} <= {card.name for card in cards}


def test_no_drawn_board_goes_against_an_answer_about_cards_that_meet() -> None:
    told = compare(Asked(seed=1, pool=0, cards=0, size=2, meet=True))
    assert told.goals and told.boards and not told.wrong, told.wrong


def test_a_way_to_be_there_that_the_slots_lack_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of each card only what it is as it enters by itself, and nothing is said of it."""
    monkeypatch.setattr(options, "forms_of", lambda card: iter(()))
    monkeypatch.setattr(PoolFacts, "standing_down", lambda *args, **more: {})
    monkeypatch.setattr(world, "_RECORDS", ())
    wrong: list[str] = []
    for pool in range(25):
        wrong += compare(Asked(seed=1, pool=pool, cards=6, size=2)).wrong
        if wrong:
            break
    assert wrong


def test_what_a_card_does_by_itself_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Abilities that resolve, and what is merged, are drawn, too."""
    asked = [Asked(28, pool, 0, 2, of="doing, doing, doing", look="resolving") for pool in range(9)]
    by_itself = (doing.may_make_it_so, doing.may_change)

    def nothing(*given: object) -> bool:
        return False

    blind = tuple(
        replace(each, reads=nothing, helps=nothing) if each.reads in by_itself else each
        for each in world._RECORDS
    )
    with monkeypatch.context() as without:
        without.setattr(world, "_RECORDS", blind)
        noticed = next((each for each in asked if compare(each).wrong), None)
    assert noticed is not None
    assert not compare(noticed).wrong


def test_two_legends_of_one_name_are_no_board_that_does_instead(
    monkeypatch: pytest.MonkeyPatch, catalogue: Catalogue
) -> None:
    """704.5j: which of them is kept is open, and that one must go is not."""
    goal = read_goal("two creatures are black and have power 5", catalogue)
    cards = [
        catalogue.card(name) for name in ("Ink-Eyes, Servant of Oni", "Kinzu of the Bleak Coven")
    ]
    question = Question(goal, tuple(card for card in cards if card is not None), size=2)
    assert not list(drawncomparing._false_instead(goal, find(question, catalogue), catalogue))

    def by_name(each: Option, index: int, picked: list[Option], **more: object) -> bool:
        return each.card.name != picked[index].card.name

    monkeypatch.setattr(decoding, "_may_replace", by_name)
    assert list(drawncomparing._false_instead(goal, find(question, catalogue), catalogue))


def test_what_lies_face_down_is_no_smaller_board_of_face_up_cards(catalogue: Catalogue) -> None:
    """But if there is none at all, it goes against the answer."""
    cards = tuple(map(catalogue.the_card, ("Cave Sense", "Grizzly Bears")))
    goal = read_goal("Cave Sense is not white", catalogue)
    answer = find(Question(goal, cards, size=2), catalogue)
    step = {"enter": "Cave Sense", "face_down": True, "choose": {"face down by": "manifest"}}
    drawn = evaluated({"steps": [step]}, catalogue)
    assert drawn is not None and answer.size == 2
    assert not drawncomparing.is_counted(drawn, answer)
    assert drawncomparing.is_counted(drawn, replace(answer, boards=()))


@pytest.mark.parametrize("of", ["acting, taken, untaken", "granting, taken, doing"])
def test_no_drawn_board_goes_against_an_answer_about_cards_around_one(of: str) -> None:
    told = compare(Asked(seed=5, pool=0, cards=0, size=2, of=of))
    assert told.goals and told.boards and not told.wrong, told.wrong


def test_what_a_card_does_to_itself_is_drawn_of_no_other(catalogue: Catalogue) -> None:
    servitor, crab = map(catalogue.card, ("Barbed Servitor", "Scrabbling Skullcrab"))
    assert servitor is not None and crab is not None
    step = {"becomes": "suspected", "on": "p0"}
    assert drawnboards._may_become(step, {"p0": servitor}, [servitor, crab])
    assert not drawnboards._may_become(step, {"p0": crab}, [servitor, crab])
