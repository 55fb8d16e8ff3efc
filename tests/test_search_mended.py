"""Answers of `find` that once were wrong: a "none" that was none, a board that can't be."""

from typing import Any

import pytest

from striate.cards.catalogue.store import SHIPPED, Catalogue
from striate.queries.finding.find import find
from striate.queries.finding.foundboards import Found
from striate.queries.finding.pools import PoolOptions
from striate.queries.finding.posing import pose
from striate.queries.proving.statements import Statement, prove


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return Catalogue(SHIPPED)


def asked(catalogue: Catalogue, goal: str, cards: str, **further: Any) -> Found:
    return find(pose(goal, catalogue, PoolOptions(cards=cards), **further), catalogue)


@pytest.mark.parametrize(
    "aura",
    ["Frogify", "Kenrith's Transformation", "Darksteel Mutation", "Eaten by Piranhas"],
)
def test_new_creature_types_take_the_old_ones_away(catalogue: Catalogue, aura: str) -> None:
    """205.1a, where the goal asks for the old one only."""
    cards = f"Llanowar Elves; {aura}"
    assert asked(catalogue, "Llanowar Elves is not an Elf", cards).status == "found"
    always = Statement("always", "Llanowar Elves is an Elf")
    decided = prove(always, catalogue, PoolOptions(cards=cards), 2)
    assert decided.status == "refuted"


def test_a_planeswalker_has_its_starting_loyalty(catalogue: Catalogue) -> None:
    """306.5b."""
    kaito = "Kaito, Bane of Nightmares"
    assert asked(catalogue, f"{kaito} is a creature", kaito).size == 1


def test_a_creature_protected_from_white_keeps_no_white_aura(catalogue: Catalogue) -> None:
    """702.16c: so the two Auras never meet on it."""
    cards = "Grizzly Bears; Strength of Lunacy; Wings of Hope"
    assert asked(catalogue, "Grizzly Bears is 5/6", cards, size=3).status == "none"


def test_equipment_is_attached_to_what_is_a_creature_then(catalogue: Catalogue) -> None:
    """301.5c: the Equipment itself makes it one too late; a planeswalker it may equip (702.6c)."""
    cards = "Humility; Luxior, Giada's Gift; Jace Beleren; Grizzly Bears"
    assert asked(catalogue, "Humility is a creature", cards, size=3).status == "none"
    assert asked(catalogue, "Jace Beleren is a creature", cards).size == 2


def test_no_counters_that_nothing_needs(catalogue: Catalogue) -> None:
    cards = "Coralhelm Commander; Grizzly Bears; Night of Souls' Betrayal"
    for goal in ("Coralhelm Commander is a creature", "Coralhelm Commander is blue"):
        (board,) = asked(catalogue, goal, cards).boards
        assert not [step for step in board.document["steps"] if "counters" in step]
    (board,) = asked(catalogue, "Coralhelm Commander has flying", cards).boards
    assert {"counters": {"level": 2}, "on": "Coralhelm Commander"} in board.document["steps"]


def test_hexproof_from_a_quality_is_hexproof_for_find_and_for_check(catalogue: Catalogue) -> None:
    """702.11d-e."""
    card = "Knight of Grace"
    assert asked(catalogue, f"{card} has hexproof", card).status == "found"
    assert asked(catalogue, f"{card} has no hexproof", card, size=1).status == "none"
