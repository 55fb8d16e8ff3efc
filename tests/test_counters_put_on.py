"""`find --counters`: what may be put on, how many, and what becomes of them."""

from typing import Any

import pytest

from striate.cards.catalogue.store import SHIPPED, Catalogue
from striate.queries.finding.find import find
from striate.queries.finding.foundboards import Found
from striate.queries.finding.pools import PoolError, PoolOptions
from striate.queries.finding.posing import pose


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return Catalogue(SHIPPED)


def asked(catalogue: Catalogue, goal: str, cards: str, counters: str, **more: Any) -> Found:
    options = PoolOptions(cards=cards)
    return find(pose(goal, catalogue, options, counters=counters, size=3, **more), catalogue)


def put_on(found: Found) -> list[tuple[str, dict[str, int]]]:
    steps = found.boards[0].document["steps"]
    return [(step["on"], step["counters"]) for step in steps if "counters" in step]


def test_as_many_as_the_goal_needs(catalogue: Catalogue) -> None:
    found = asked(catalogue, "Grizzly Bears is 9/9", "Grizzly Bears; Glorious Anthem", "+1/+1")
    assert found.size == 1 and put_on(found) == [("Grizzly Bears", {"+1/+1": 7})]


def test_as_many_as_take_away_what_is_printed(catalogue: Catalogue) -> None:
    card = "Impervious Greatwurm"
    found = asked(catalogue, f"{card} is 0/0", card, "-1/-1", any_=True)
    assert put_on(found) == [(card, {"-1/-1": 16})]


def test_no_more_than_the_goal_needs(catalogue: Catalogue) -> None:
    cards = "Kargan Dragonlord; Humility"
    found = asked(catalogue, "Kargan Dragonlord has no abilities", cards, "level, +1/+1")
    assert found.size == 2 and put_on(found) == []


def test_level_counters_are_a_leveler_s_own_and_others_too(catalogue: Catalogue) -> None:
    """711.2a-b."""
    cards = "Coralhelm Commander; Godhead of Awe"
    found = asked(catalogue, "Coralhelm Commander is 1/1 with flying", cards, "level")
    assert found.size == 2 and put_on(found) == [("Coralhelm Commander", {"level": 2})]
    found = asked(catalogue, "Godhead of Awe has 2 level counters", cards, "level")
    assert found.size == 1 and put_on(found) == [("Godhead of Awe", {"level": 2})]


@pytest.mark.parametrize("counters", ["", "level"])
def test_a_leveler_has_more_level_counters_than_its_last_symbol_asks_for(
    catalogue: Catalogue, counters: str
) -> None:
    """711.5: nothing ends how often it levels up."""
    found = asked(
        catalogue, "Coralhelm Commander has 12 level counters", "Coralhelm Commander", counters
    )
    assert put_on(found) == [("Coralhelm Commander", {"level": 12})]


def test_an_x_is_as_great_as_the_counters_that_are_asked_for(catalogue: Catalogue) -> None:
    hydra = "Mistcutter Hydra"
    assert asked(catalogue, f"{hydra} has 30 +1/+1 counters", hydra, "").size == 1


def test_counters_go_in_pairs(catalogue: Catalogue) -> None:
    """704.5q."""
    both = "Grizzly Bears has a +1/+1 counter and a -1/-1 counter"
    kinds = "+1/+1, -1/-1"
    assert asked(catalogue, both, "Grizzly Bears", kinds).status == "none"
    # 704.3: with one and three it falls with all of them at once, which no slot holds.
    assert asked(catalogue, both, "Grizzly Bears", kinds, any_=True).status == "unknown"
    found = asked(catalogue, "Triskelion has exactly 2 +1/+1 counters", "Triskelion", "-1/-1")
    assert put_on(found) == [("Triskelion", {"-1/-1": 1})]
    # `counters` of an `expect` says "at least", which is not what was asked.
    assert "expect" not in found.boards[0].document


@pytest.mark.parametrize(
    ("goal", "with_", "size"),
    [
        ("Forest is a creature", "Forest", 2),
        ("Forest is a creature", "Forest, Forest", 3),
        ("a creature is 2/2", "Grizzly Bears", 1),
        ("a creature is 4/4", "Grizzly Bears", 3),
        ("a creature is 2/2 and a land is 1/1", "Forest, Grizzly Bears", 3),
        ("a creature is 9/9", "Grizzly Bears", 0),
        ("two creatures are 2/2", "Grizzly Bears", 2),
        ("two creatures are 3/3", "Grizzly Bears, Grizzly Bears", 3),
        ("two creatures are 2/2", "Grizzly Bears, Grizzly Bears, Grizzly Bears", 3),
        ("two creatures are 2/2 and a creature is 1/1", "Forest, Grizzly Bears", 0),
        ("each creature I control is 3/3", "Grizzly Bears", 2),
        ("each creature is 3/3", "Grizzly Bears, Forest", 3),
        ("each creature is 3/3", "Grizzly Bears, Living Plane", 3),
        # 701.40a: a manifested Forest.
        ("no creature is 2/2 and Forest is a creature", "Grizzly Bears", 3),
    ],
)
def test_what_is_asked_for_may_be_the_card_that_must_be_there(
    catalogue: Catalogue, goal: str, with_: str, size: int
) -> None:
    cards = "Grizzly Bears; Forest; Living Plane; Glorious Anthem"
    options = PoolOptions(cards=cards, with_=with_)
    found = find(pose(goal, catalogue, options, size=3), catalogue)
    assert (found.size if found.boards else 0) == size
    assert found.smallest == bool(size) and (size > 0 or found.status == "none")


def test_kinds_are_read_as_they_are_said(catalogue: Catalogue) -> None:
    found = asked(
        catalogue, "Grizzly Bears has flying", "Grizzly Bears", "Flying counters, flying; Menace"
    )
    assert put_on(found) == [("Grizzly Bears", {"flying": 1})]
    assert not found.searched["left_out"]


def test_a_keyword_that_is_misspelt_is_no_kind_of_its_own(catalogue: Catalogue) -> None:
    with pytest.raises(PoolError, match=r"`flyng`: did you mean `flying`\?"):
        asked(catalogue, "Grizzly Bears has flying", "Grizzly Bears", "flyng")
    assert asked(catalogue, "Grizzly Bears is 2/2", "Grizzly Bears", "charge").size == 1
