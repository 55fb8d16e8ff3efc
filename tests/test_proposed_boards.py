"""Boards with cards that no slot holds: proposed without what is not held, shown if confirmed."""

import pytest

from striate.cards.catalogue.store import Catalogue
from striate.queries.finding.find import find
from striate.queries.finding.foundboards import Found
from striate.queries.finding.pools import PoolOptions, is_permanent
from striate.queries.finding.posing import pose
from striate.queries.finding.telling import headline
from striate.queries.proving.stated import Statement
from striate.queries.proving.statements import prove
from striate.search.beyond import stand_in, unheld


def asked(catalogue: Catalogue, goal: str, cards: str) -> Found:
    return find(pose(goal, catalogue, PoolOptions(cards=cards)), catalogue)


@pytest.mark.parametrize(
    ("goal", "cards", "size"),
    [
        ("Coat of Arms is an artifact creature", "Coat of Arms; March of the Machines", 2),
        ("Doubling Season is a creature enchantment", "Doubling Season; Opalescence", 2),
        ("Goblin Guide is 1/1 and green", "Goblin Guide; Witness Protection", 2),
        ("Silverblade Paladin is 3/3", "Silverblade Paladin; Glorious Anthem", 2),
        ("Blue Ward is blue", "Blue Ward; Painter's Servant", 2),
        ("Spark Double is a land", "Spark Double; Humility; Song of the Dryads", 3),
    ],
)
def test_a_board_is_proposed_with_what_no_slot_holds(
    catalogue: Catalogue, goal: str, cards: str, size: int
) -> None:
    found = asked(catalogue, goal, cards)
    assert (found.status, found.size) == ("found", size)
    assert not found.smallest  # nothing is ruled out with a stand-in


@pytest.mark.parametrize(
    ("goal", "cards"),
    [
        # Without what it does to each other creature it would be so; with it these are 3/3.
        ("Coat of Arms is no creature and two Bears are 2/2", "Coat of Arms; Grizzly Bears"),
        ("Omnath, Locus of Mana is 1/1", "Omnath, Locus of Mana"),  # its size hangs on mana
        ("Grizzly Bears has double strike", "Grizzly Bears; Silverblade Paladin"),
    ],
)
def test_a_proposed_board_that_fails_tells_nothing(
    catalogue: Catalogue, goal: str, cards: str
) -> None:
    found = asked(catalogue, goal, cards)
    assert (found.status, found.boards) == ("unknown", ())


def test_what_is_said_of_a_proposed_board(catalogue: Catalogue) -> None:
    pool = PoolOptions(cards="Coat of Arms; March of the Machines")
    found = find(pose("Coat of Arms is an artifact creature", catalogue, pool, all_=3), catalogue)
    others = "boards of 1 permanent are not ruled out (1 card searched)"
    assert headline(found, 3) == f"found: a board of 2 permanents; {others}"
    assert found.searched["left_out"] == {"looks at more than the battlefield": 1}


def test_a_statement_is_refuted_by_what_no_slot_holds(catalogue: Catalogue) -> None:
    never = Statement("never", "Goblin Guide is green")
    pool = PoolOptions(cards="Goblin Guide; Witness Protection")
    assert prove(never, catalogue, pool, 2).status == "refuted"


@pytest.mark.parametrize("name", ["Legitimate Businessperson", "Serra Angel"])
def test_another_name_is_never_ruled_out_of_the_catalogue(catalogue: Catalogue, name: str) -> None:
    """613.1a, and Witness Protection: no slot holds what gives it to another card."""
    goal = f'Grizzly Bears is named "{name}"'
    assert find(pose(goal, catalogue, PoolOptions()), catalogue).status == "unknown"


def test_what_stands_in_can_stand_in_a_slot(catalogue: Catalogue) -> None:
    cards = [card for card in catalogue.all_cards() if is_permanent(card) and unheld(card)]
    standing = [*filter(None, map(stand_in, cards))]
    assert len(standing) > len(cards) // 2
    assert not any(map(unheld, standing))
