"""What an answer says nothing of is data: named in it, or a "none" becomes unknown."""

import pytest

from striate.boards.steps.table import STEPS as KINDS
from striate.cards.catalogue.store import Catalogue
from striate.queries.finding.find import find
from striate.queries.finding.foundboards import Found
from striate.queries.finding.pools import PoolOptions
from striate.queries.finding.posing import pose
from striate.search.asking import world


def found(goal: str, cards: str, catalogue: Catalogue, size: int = 3) -> Found:
    return find(pose(goal, catalogue, PoolOptions(cards=cards), size=size), catalogue)


def test_the_search_says_something_of_all_that_the_format_has() -> None:
    enter = {f"enter.{key.name}" for key in KINDS["enter"].keys[1:]} | {"enter.choose"}
    assert set(world.STEPS) == {*KINDS, *enter}
    assert set(world.STEPS.values()) <= {"held", *world.names()}


def test_a_none_names_what_was_not_looked_at(catalogue: Catalogue) -> None:
    none = found("Grizzly Bears is 9/9", "Grizzly Bears; Glorious Anthem", catalogue)
    assert (none.status, none.never) == ("none", False)
    assert {each.name for each in none.world} >= {"counters", "resolving", "other zones"}


def test_a_goal_that_contradicts_itself_is_none_of_any_size(catalogue: Catalogue) -> None:
    none = found("Grizzly Bears is 2/0", "Grizzly Bears", catalogue)
    assert (none.status, none.never, none.world) == ("none", True, ())


@pytest.mark.parametrize(
    ("goal", "cards"),
    [
        ("Mockingbird is a Zombie", "Mockingbird; Nightscape Battlemage"),
        ("Brutal Cathar is a Forest", "Brutal Cathar"),
        ("a token is a creature", "Flayer Husk"),
    ],
)
def test_what_a_card_of_the_goal_could_be_makes_a_none_unknown(
    goal: str, cards: str, catalogue: Catalogue
) -> None:
    answer = found(goal, cards, catalogue)
    assert answer.status == "unknown" and "is not looked at" in answer.why


def test_any_card_may_be_face_down(catalogue: Catalogue) -> None:
    """701.40a: of no board face up one with a manifested card is shown."""
    white = found("Serra Angel is not white", "Serra Angel", catalogue)
    assert white.status == "found" and white.boards[0].document["steps"][0]["face_down"]
    up = found("Humility has no abilities", "Humility; Opalescence", catalogue)
    assert up.size == 2 and {each.name for each in up.world} >= {"face down"}


@pytest.mark.parametrize(
    ("goal", "cards", "told"),
    [
        ("Serra Ascendant is 1/1", "Serra Ascendant", "life"),
        ("Maro is 1/1", "Maro; Glorious Anthem", "hand"),
    ],
)
def test_a_board_tells_the_numbers_on_which_it_rests(
    goal: str, cards: str, told: str, catalogue: Catalogue
) -> None:
    answer = found(goal, cards, catalogue)
    assert answer.status == "found"
    assert told in answer.boards[0].document["steps"][0]
