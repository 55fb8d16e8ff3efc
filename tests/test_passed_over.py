"""What is passed over to answer sooner changes no answer: each is asked with it and without."""

import pytest

from striate.cards import tree
from striate.cards.language import parse_abilities, print_ability
from striate.cards.prose import bare_keyword
from striate.cards.tree import Keyword
from striate.cards.vocabulary import KEYWORDS
from striate.queries.goals import pinning
from striate.search import searching
from striate.search.goals import CardNamed, Demand, Goal
from striate.search.questions import Question, Result
from tests.findcards import creature, other


def test_what_is_but_a_name_is_its_text() -> None:
    """As the grammar reads and prints it; an old name is read as what it is called today."""
    names = [name for name in KEYWORDS if bare_keyword(name)]
    assert len(names) > 80
    assert bare_keyword("ward") is None
    for name in names:
        assert pinning.text_of(Keyword(name)) == print_ability(Keyword(name)), name
        for text in (name, name.capitalize()):
            assert parse_abilities(text) == (bare_keyword(text),), text
    assert parse_abilities("totem armor") != (Keyword("totem armor"),)


BEAR = creature("Small Bear", "2/2")
LORDS = [
    creature(f"Lord Number {number}", "1/1", f"Other creatures you control get +{number}/+0.")
    for number in range(1, 6)
]
POOL = (BEAR, *LORDS, *(other(f"Idle Thing {number}", "Artifact") for number in range(3)))


def _power(number: int) -> Goal:
    claim = tree.StatIs("power", "=", tree.Num(number))
    return Goal((Demand(CardNamed("Small Bear"), (claim,)),))


@pytest.mark.parametrize("most", [0, 1, 300])
@pytest.mark.parametrize(("number", "size"), [(7, 2), (11, 3), (13, 0)])
def test_boards_of_well_known_cards_first_change_no_answer(
    most: int, number: int, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However few cards are looked at first: the same size, and that there is none is not told of
    these."""
    monkeypatch.setattr(searching, "ALL_AT_ONCE", 2)
    known = property(lambda self: POOL[:most])
    monkeypatch.setattr(searching._Stages, "known", known)
    told: Result = searching.search(Question(_power(number), POOL, size=3))
    assert (told.status, told.size if size else 0) == ("found" if size else "none", size)
    assert told.smallest


def test_what_another_stood_for_may_last_where_that_one_does_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A 2/2 that only is there stands for a 2/9; what takes 2 of its toughness away can be on the
    2/9."""
    monkeypatch.setattr(searching, "ALL_AT_ONCE", 0)
    burden = other(
        "Heavy Burden", "Enchantment — Aura", "Enchant creature\nEnchanted creature gets -4/-2."
    )
    pool = (burden, BEAR, creature("Tough Bear", "2/9"), LORDS[0])
    goal = Goal((Demand(CardNamed("Heavy Burden"), (tree.HasType("Enchantment"),)),))
    told = searching.search(Question(goal, pool, size=2))
    assert told.status == "found" and told.smallest
