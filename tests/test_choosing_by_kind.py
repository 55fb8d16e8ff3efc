"""What the types, the host and the counters of what is asked for tell of what could help it.

Each narrowing is asked for what a wider view would find, and spoiled.
"""

from typing import Any

import pytest

from striate.cards import tree
from striate.search import helping, selection
from striate.search.goals import AnyObject, CardNamed, Demand, Goal
from striate.search.options import made
from striate.search.questions import Question, Result
from striate.search.searching import search
from tests.findcards import creature, other

FLYING = tree.HasKeyword("flying")
AURA = tree.HasSubtype("Aura")
CUB = creature("Plain Cub", "2/2")
WINGS = other(
    "Loaned Wings", "Enchantment — Aura", "Enchant creature\nEnchanted creature has flying."
)
BARK = other("Bark", "Kindred Enchantment — Treefolk Aura", "Enchant creature")
GROVE = other("Flying Grove", "Enchantment", "Treefolk you control have flying.")
CHARGE = other("Flying Charge", "Enchantment", "Each attacking permanent has flying.")


@pytest.fixture(autouse=True)
def _chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards are chosen as of a large pool."""
    monkeypatch.setattr("striate.search.searching.ALL_AT_ONCE", 0)


def asked(kind: tree.Filter, *claims: Any) -> Goal:
    return Goal((Demand(AnyObject(kind), claims),))


def told(goal: Goal, *cards: tree.Card) -> Result:
    return search(Question(goal, cards, size=3))


def test_an_aura_is_given_what_its_own_types_allow(monkeypatch: pytest.MonkeyPatch) -> None:
    """205.3m: a kindred Aura can be a Treefolk; no other can, and what it gives to its host it
    lacks."""
    for place in ("wanting", "selection"):
        monkeypatch.setattr(f"striate.search.{place}.FEW", 1)  # each card is a sort of its own
    goal = asked(AURA, FLYING)
    assert told(goal, CUB, WINGS, GROVE, CHARGE).status == "none"
    found = told(goal, CUB, WINGS, BARK, GROVE, CHARGE)
    assert (found.status, found.size, found.smallest) == ("found", 3, True)


def test_what_many_cards_are_not_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of more cards than are told apart none is a Treefolk: another makes them so."""
    nexus = other("Nexus", "Artifact", "Creatures you control are every creature type.")
    second = creature("Second Cub", "1/1")
    goal = asked(tree.HasType("Creature"), FLYING)
    monkeypatch.setattr("striate.search.wanting.FEW", 1)
    found = told(goal, CUB, second, nexus, GROVE)
    assert (found.status, found.size, found.smallest) == ("found", 3, True)
    monkeypatch.setattr(selection.Selector, "influencing", lambda *_: 0)
    assert told(goal, CUB, second, nexus, GROVE).status == "none"


def test_what_comes_back_from_the_host_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """An ability that the enchanted creature is given may speak of the Aura."""
    gift = other("Shared Sky", "Enchantment — Aura",
                 'Enchant creature\nEnchanted creature has "Enchantments you '
                 'control have flying."')  # fmt: skip
    found = told(asked(AURA, FLYING), CUB, gift)
    assert (found.status, found.size) == ("found", 2)
    monkeypatch.setattr(helping, "granted_within", lambda effect: iter(()))
    monkeypatch.setattr(helping, "with_granted", lambda effect: iter((effect,)))
    monkeypatch.setattr("striate.search.wanting.granted_within", lambda effect: iter(()))
    assert told(asked(AURA, FLYING), CUB, gift).status == "none"


def test_what_the_host_is_given_may_make_it_help() -> None:
    """What the Aura does to another is no part of it, but what that one then does is."""
    guide = creature("Sky Guide", "2/2", "As long as ~ has flying, enchantments you control have "
                                         "flying.")  # fmt: skip
    found = told(asked(AURA, FLYING), WINGS, guide)
    assert (found.status, found.size) == ("found", 2)


def test_only_counters_that_bear_on_a_claim_leave_it_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """122.1b: a flying counter is missing where nothing lets it enter with one (614.12)."""
    winged = other("Winged Rock", "Artifact", "~ enters with a flying counter on it.")
    loaded = other("Loaded Rock", "Artifact", "~ enters with two charge counters on it.")
    goal = asked(tree.HasType("Artifact"), FLYING)
    assert told(goal, winged, loaded).size == 1
    assert told(goal, loaded, CUB).status == "none"
    gone = asked(tree.HasType("Artifact"), tree.Not(FLYING), tree.Named("Winged Rock"))
    shed = other("Shedding", "Enchantment", "Artifacts lose all abilities.")
    assert told(gone, winged, shed).size == 2
    monkeypatch.setattr(helping, "_counters_bear_on", lambda option, part: False)
    assert helping.told_by_itself(made(winged, ()), FLYING, False) is False


def test_a_subtype_without_its_type_is_never() -> None:
    """205.1a, 205.3d; a kindred Elf need be no creature."""
    never = told(asked(tree.HasSubtype("Equipment"), tree.Not(tree.HasType("Artifact"))), CUB)
    assert (never.status, never.never, never.rules) == ("none", True, ("205.1a", "205.3d"))
    rite = other("Elven Rite", "Kindred Enchantment — Elf")
    elf = asked(tree.HasSubtype("Elf"), tree.Not(tree.HasType("Creature")))
    assert told(elf, CUB, rite).status == "found"


@pytest.mark.parametrize(("type_line", "word"), [
    ("Kindred Enchantment — Faerie", "Faerie"), ("Battle — Siege", "Siege"),
    ("Artifact — Clue", "Clue"), ("Legendary Planeswalker — Jace", "Jace"),
])  # fmt: skip
def test_a_subtype_brings_along_whatever_type_it_stands_by(type_line: str, word: str) -> None:
    """205.3d: of a card alone, of which nothing else looks at the types; and where it is
    counted."""
    one = other("One of Those", type_line, loyalty="3", defense="4")
    question = Question(
        Goal((Demand(CardNamed("One of Those"), (tree.HasSubtype(word),)),)), (one,)
    )
    assert search(question).status == "found"
    host = other("Host", "Artifact Creature — Construct",
    f"~'s power is equal to the number of {word}s you control.",
                 power="*", toughness="1")  # fmt: skip
    sized = Demand(CardNamed("Host"), (tree.StatIs("power", "=", tree.Num(1)),))
    assert search(Question(Goal((sized,)), (one, host), size=2)).status == "found"


def test_a_board_of_known_cards_is_shown_before_the_rest_is_looked_at() -> None:
    """Where there is none of these the whole is looked at: none of our cards is known."""
    both = Goal((Demand(AnyObject(FLYING), ()), Demand(AnyObject(tree.Not(FLYING)), ())))
    bird = creature("Sky Cub", "1/3", "Flying", kind="Bird")
    assert told(both, CUB, bird).size == 2
