"""The search against truth tables: with every saving, with each switched off, with each spoiled.

`python -m striate.queries.proving.boardoracle` asks thousands of goals over the catalogue.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from striate.cards import tree
from striate.cards.tree import Num
from striate.queries.proving.truthtables import Judge
from striate.search import savings
from striate.search.goals import AnyObject, CardNamed, Demand, Goal
from striate.search.options import options_of
from striate.search.questions import Question, Result, least_size
from striate.search.running import Barren
from striate.search.searching import _Stages, search
from striate.search.severally import ruled_out
from tests.findcards import CARDS, creature, other

SIZE = 3
_NAMES = ("Plain Cub", "Sky Cub", "Tide Chief", "Rising Cub", "Open Meadow", "Emptying",
          "Levelling", "Wide Wings", "Loud Hymn", "Living Rites", "Walking Woods")  # fmt: skip
FROG = other(
    "Frog Chain",
    "Enchantment — Aura",
    "Enchant creature\nEnchanted creature is a Frog creature with base power and toughness 1/1.",
)
ROCK = other("Idle Rock", "Artifact")
VEIL = other(
    "Rock Veil",
    "Enchantment",
    "As long as you control an artifact, creatures you control have shroud.",
)
MASK = creature("Masked Cub", "5/5", "Disguise {3}{G}")
POOL = (*(card for card in CARDS if card.name in _NAMES), FROG, ROCK, VEIL, MASK)


def named(name: str, *claims: Any) -> Demand:
    return Demand(CardNamed(name), claims)


def sized(power: int, toughness: int) -> tree.Filter:
    return tree.AllOf(
        (
            tree.StatIs("power", "=", Num(power)),
            tree.StatIs("toughness", "=", Num(toughness)),
        )
    )


FLYING = tree.HasKeyword("flying")
BEAST = AnyObject(tree.HasType("Creature"))
MINE = tree.ControlledBy("you")
GOALS = [
    Goal((named("Tide Chief", tree.Not(tree.HasSubtype("Merfolk"))),)),
    Goal((named("Plain Cub", FLYING), named("Emptying"))),
    Goal((named("Sky Cub", tree.Not(FLYING)), named("Wide Wings"))),
    Goal((named("Plain Cub", FLYING), named("Emptying"), named("Wide Wings"))),
    Goal(
        (named("Plain Cub", MINE, tree.Not(FLYING)), named("Emptying"), named("Wide Wings", MINE))
    ),
    Goal((named("Open Meadow", tree.HasType("Creature"), FLYING),)),
    Goal((named("Emptying", tree.HasType("Creature")),)),
    Goal((named("Plain Cub", tree.HasKeyword("shroud")),)),
    Goal((named("Plain Cub", sized(6, 4)),)),
    Goal((named("Plain Cub", sized(3, 3)),)),
    Goal((named("Plain Cub", sized(7, 7)),)),
    Goal((named("Rising Cub", sized(1, 2), FLYING),)),
    Goal((Demand(AnyObject(tree.HasKeyword("ward")), (sized(4, 3), FLYING)),)),
    Goal((named("Tide Chief", sized(1, 2)), named("Levelling", tree.HasType("Creature")))),
    Goal((named("Open Meadow", tree.HasSubtype("Frog")),)),
    Goal((named("Plain Cub", sized(4, 3)), Demand(BEAST, (FLYING,)))),
    Goal((Demand(BEAST, (tree.Not(FLYING),)), named("Plain Cub", FLYING))),
    Goal((named("Plain Cub", sized(7, 7)), Demand(BEAST, (FLYING,)))),
    Goal((named("Rising Cub", sized(3, 2)), Demand(BEAST, (sized(2, 1),)))),
    Goal((named("Plain Cub", FLYING), Demand(BEAST, (FLYING,), every=True))),
    Goal((Demand(BEAST, (tree.HasSubtype("Merfolk"),)), named("Tide Chief", sized(3, 3)))),
    Goal((named("Open Meadow", tree.Not(tree.HasType("Creature")), FLYING),)),
    Goal((named("Tide Chief", tree.HasSubtype("Frog"), tree.Not(tree.HasSubtype("Merfolk"))),)),
]


@cache
def judge(size: int) -> Judge:
    options = [option for card in POOL for option in options_of(card, ["Wall"])[0]]
    return Judge(options, size, every_level=True)


@cache
def truth(number: int) -> int:
    """The smallest size; 0: none."""
    goal = GOALS[number]
    sizes = range(least_size(goal), SIZE + 1)
    return next((size for size in sizes if judge(size).answers(goal).reached), 0)


def wrong() -> list[str]:
    """The goals of which the search says something else than the truth tables."""
    found = []
    for number, goal in enumerate(GOALS):
        try:
            result = search(Question(goal, POOL, size=SIZE))
        except Exception as error:  # noqa: BLE001
            found.append(f"{number}: {error}")
            continue
        told = result.size if result.status == "found" else 0
        if told != truth(number):
            found.append(f"{number}: {told}, and the truth is {truth(number)}")
    return found


OF_WHOLE_POOLS = ("counting",)  # of a large pool its cards are not told apart


@pytest.fixture
def chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards are chosen as of a large pool."""
    monkeypatch.setattr("striate.search.searching.ALL_AT_ONCE", 0)


def test_the_goals_are_of_every_size() -> None:
    assert {truth(number) for number in range(len(GOALS))} == {0, 2, 3}


@pytest.mark.parametrize("name", ["", *savings.SAVINGS])
def test_the_answers_are_true_with_each_saving_switched_off(name: str, chosen: None) -> None:
    if not name:
        assert wrong() == []
        return
    with savings.without(name):
        assert wrong() == []


def _alike(real: Callable[..., Any]) -> Callable[..., Any]:
    def kind_of(*given: Any) -> Any:
        return replace(real(*given), types=frozenset({"Creature"}))

    return kind_of


def _too_few(real: Callable[..., Any]) -> Callable[..., Any]:
    def limits(*given: Any) -> dict[Any, int]:
        return {place: 0 for place in real(*given)}

    return limits


def _sizes_too_far(*given: Any) -> Any:
    """Two more: a board of the fewest that there can be may be found before any part is asked."""
    told = ruled_out(*given)
    return replace(told, size=told.size + 2)


def _faults() -> dict[str, tuple[str, Any]]:
    from striate.search import circuit, kinds

    return {
        "cone": ("striate.search.cone.needs", lambda effect: frozenset()),
        "classes": ("striate.search.poolclasses.kind_of", _alike(kinds.kind_of)),
        "symmetry": ("striate.search.symmetry._interact", lambda one, other: False),
        "selection": (
            "striate.search.selection.Selector.pairs",
            lambda selector, lacking: (0, 0),
        ),
        "elsewhere": ("striate.search.graveyards._is_elsewhere", lambda who: True),
        "face down": ("striate.search.facedown.stand_ins", lambda best: iter(())),
        "parts": ("striate.search.searching.ruled_out", _sizes_too_far),
        "counting": ("striate.search.counting.Counting.ways", lambda count, part: iter(())),
        "limits": (
            "striate.search.circuit._acting_limits",
            _too_few(circuit._acting_limits),
        ),
    }


def test_the_answers_are_true_of_a_pool_that_is_searched_whole() -> None:
    assert wrong() == []


@pytest.mark.parametrize("name", list(savings.SAVINGS))
def test_a_spoiled_saving_is_noticed(name: str, request: pytest.FixtureRequest) -> None:
    if name not in OF_WHOLE_POOLS:
        request.getfixturevalue("chosen")
    place, fault = _faults()[name]
    request.getfixturevalue("monkeypatch").setattr(place, fault)
    assert wrong() != []


def test_what_keeps_a_board_together_is_looked_for(
    chosen: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A 0/0 creature falls apart (704.5f); what adds to its toughness makes no claim true."""
    waking = other("Waking", "Enchantment", "Artifacts you control are creatures with base power "
                   "and toughness 0/0 in addition to their other types.")  # fmt: skip
    pool = (ROCK, waking, other("Mild Hymn", "Enchantment", "Creatures you control get +0/+1."))
    goal = Goal((named("Idle Rock", tree.HasType("Creature")),))
    result = search(Question(goal, pool, size=SIZE))
    assert (result.status, result.size) == ("found", 3)
    monkeypatch.setattr(Barren, "falling", lambda *given: set())
    assert search(Question(goal, pool, size=SIZE)).status == "none"


@pytest.mark.parametrize(("status", "smallest", "undecided", "first"), [
    ("none", False, 0, 3), ("found", True, 0, 3), ("found", False, 2, 2), ("found", False, 0, 1),
    ("unknown", False, 0, 1),
])  # fmt: skip
def test_what_a_part_leaves_open_rules_nothing_out(
    status: Any, smallest: bool, undecided: int, first: int
) -> None:
    searched = {"undecided": undecided, "fewest": smallest}
    told = Result(status, (), 3, smallest, searched, (), 0.0)
    part = GOALS[0]
    assert ruled_out(Question(part, POOL), part, lambda question: told).size == first


def test_the_best_known_cards_rule_nothing_out(
    chosen: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of several objects they are looked at first, of the smallest size too."""
    looked: set[int] = set()
    real = _Stages.among_known

    def among_known(stages: _Stages, size: int, *rest: Any) -> bool:
        looked.add(size)
        return real(stages, size, *rest)

    monkeypatch.setattr(_Stages, "among_known", among_known)
    assert wrong() == [] and 2 in looked
    monkeypatch.setattr(_Stages, "among_known", lambda stages, size, *_: True)
    assert wrong() != []
