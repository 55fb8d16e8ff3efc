"""Cards chosen as of a large pool against all cards of it, over random small pools (issue 29).

The cards are those by which something lasts or falls on the way (704.3): toughness, hosts of Auras
and Equipment, protection, control, legends and worlds. Truth tables hold every board.
"""

import random
from itertools import permutations

import pytest

from striate.boards.reading import board_from_document
from striate.boards.timeline import Board
from striate.cards import tree
from striate.cards.tree import Card
from striate.cards.walking import any_node
from striate.queries.finding.enumerating import reaching
from striate.queries.proving.drawngoals import draw_goal
from striate.queries.proving.truthtables import Tables
from striate.search import circuit
from striate.search.decoding import Shelved, is_stable
from striate.search.goals import AnyObject, CardNamed, Demand, Goal
from striate.search.options import options_of
from striate.search.questions import Question, Result
from striate.search.running import Run
from striate.search.searching import search
from striate.search.selection import Selector
from tests.findcards import CARDS, creature, other
from tests.helpers import judged_boards

SIZE = 3
SHAKY = [
    other("Idle Rock", "Artifact"),
    other("Waking", "Enchantment", "Artifacts you control are creatures with base power and "
          "toughness 0/0 in addition to their other types."),
    other("Mild Hymn", "Enchantment", "Creatures you control get +0/+1."),
    other("Dread", "Enchantment", "All creatures get -1/-1."),
    other("Foe Dread", "Enchantment", "Creatures your opponents control get -2/-2."),
    creature("Frail Cub", "0/0", "Flying"),
    creature("Sour Cub", "1/1", "Other creatures get -1/-1."),
    other("Strong Vow", "Enchantment — Aura", "Enchant creature\nEnchanted creature gets +1/+2."),
    other("Weak Vow", "Enchantment — Aura", "Enchant creature\nEnchanted creature gets -2/-2."),
    other("Rock Vow", "Enchantment — Aura", "Enchant artifact\nEnchanted artifact is a creature "
          "with base power and toughness 0/0 in addition to its other types."),
    other("Sky Vow", "Enchantment — Aura", "Enchant creature with flying\n"
          "Enchanted creature gets +1/+1."),
    other("Theft", "Enchantment — Aura", "Enchant creature\nYou control enchanted creature."),
    other("Shield", "Artifact — Equipment", "Equipped creature gets +0/+1.\nEquip {1}"),
    creature("Old King", "2/2", "Other creatures you control get +1/+1.",
             type_line="Legendary Creature — Elf"),
    other("Royal Decree", "Enchantment", "All creatures are legendary."),
    other("World Tree", "World Enchantment", "Creatures you control have flying."),
    other("World Fire", "World Enchantment", "All creatures get +1/+1."),
    other("Blank", "Enchantment", "Creatures your opponents control lose all abilities and have "
          "base power and toughness 1/1."),
    other("White Ward", "Enchantment", "Creatures you control have protection from enchantments."),
    other("Green Rite", "Enchantment", "Each other non-Aura enchantment is a creature in addition "
          "to its other types and has base power and toughness each equal to its mana value."),
    other("Free Charm", "Enchantment", "Creatures you control have shroud.", mana_cost=""),
    other("Not Creatures", "Enchantment", "All Bears are artifacts and lose all other card types."),
    other("Silence", "Enchantment", "Nonland permanents lose all abilities."),
]  # fmt: skip
HALL = other("Mirror Hall", "Artifact", 'The "legend rule" doesn\'t apply.')
YOURS = tree.ControlledBy("you")


def called(name: str) -> Card:
    return next(card for card in (*SHAKY, *CARDS) if card.name == name)


def goals_of(seed: int) -> tuple[tuple[Card, ...], list[tuple[Goal, int]]]:
    """A pool, and goals with the smallest size of a board (0: none)."""
    rng = random.Random(seed)
    cards = {card.name: card for card in (*rng.sample(SHAKY, 4), rng.choice(CARDS))}
    options = [option for card in cards.values() for option in options_of(card, ["Wall"])[0]]
    tables = Tables(options, SIZE, Shelved(cards))
    boards = list(tables.some(rng, 40))
    found = []
    for _ in range(5):
        drawn = [goal for _ in range(12) if _is_plain(goal := draw_goal(rng, rng.choice(boards)))]
        goal = next((each for each in drawn if tables.smallest(each) == SIZE), drawn[-1])
        found.append((goal, tables.smallest(goal)))
    return tuple(cards.values()), found


def _is_plain(goal: Goal) -> bool:
    """Whether it is about objects of which each is another one, each by itself, face up and
    untapped as it enters: what truth tables know."""
    return all(
        each.of_some
        and not (each.another or each.alike)
        and not any_node((each.subject, each.claims), (tree.IsTapped, tree.IsFaceDown))
        for each in goal.demands
    )


def wrong(seed: int) -> list[str]:
    cards, goals = goals_of(seed)
    told = [
        (goal, size, search(Question(goal, cards, size=SIZE, most_x=0))) for goal, size in goals
    ]
    decided = [each for each in told if each[2].status != "unknown"]
    assert len(decided) >= 3
    return [f"{goal.demands}: {_size(result)}, and the truth is {size}"
            for goal, size, result in decided if _size(result) != size]  # fmt: skip


def _size(result: Result) -> int:
    return result.size if result.status == "found" else 0


@pytest.fixture
def chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards are chosen as of a large pool."""
    monkeypatch.setattr("striate.search.searching.ALL_AT_ONCE", 0)


@pytest.mark.parametrize("seed", range(24))
def test_what_is_chosen_answers_as_the_whole_pool_does(seed: int, chosen: None) -> None:
    assert wrong(seed) == []


@pytest.mark.parametrize("seed", range(24, 32))
def test_the_whole_pool_answers_as_the_truth_tables_do(seed: int) -> None:
    assert wrong(seed) == []


def smallest(goal: Goal, *cards: Card, size: int = SIZE) -> int:
    return _size(search(Question(goal, cards, size=size)))


def test_a_board_lasts_in_some_order_only(chosen: None) -> None:
    """704.3: the rock enters last, or what adds to its toughness stands there before it wakes."""
    cards = (called("Idle Rock"), called("Waking"), called("Mild Hymn"))
    goal = Goal((Demand(CardNamed("Idle Rock"), (tree.HasType("Creature"),)),))
    assert smallest(goal, *cards) == 3
    boards = [each for each, _ in reaching(goal, judged_boards(cards, 3)) if each.lasts]
    orders = {each.cards for each in boards if len(set(each.cards)) == 3}
    assert 0 < len(orders) < len(list(permutations(cards)))
    result = search(Question(goal, cards, size=3))
    assert is_stable(result_board(result, cards))


def result_board(result: Result, cards: tuple[Card, ...]) -> Board:
    shelf = Shelved({card.name: card for card in cards})
    return board_from_document(result.solutions[0].document, shelf)


LEGENDS = [
    (3, (Demand(CardNamed("Old King"), (YOURS,), 2),)),
    (3, (Demand(CardNamed("Old King"), (YOURS,)), Demand(CardNamed("Old King"), (YOURS,)))),
    (3, (Demand(CardNamed("Old King"), (tree.StatIs("power", "=", tree.Num(3)),)),)),
    (4, (Demand(CardNamed("Old King"), (YOURS, tree.HasKeyword("flying")), 2),)),
    (3, (Demand(AnyObject(tree.HasSupertype("Legendary")), (YOURS,), 2),)),
    (4, (Demand(CardNamed("Plain Cub"), (YOURS, tree.HasSupertype("Legendary")), 2),)),
    (4, (Demand(CardNamed("Old King"), (tree.StatIs("power", "=", tree.Num(3)),)),
            Demand(AnyObject(tree.HasSupertype("Legendary")), (tree.HasColor("B"),)))),
]  # fmt: skip


KINGDOM = (called("Old King"), called("Plain Cub"), called("Royal Decree"), called("World Tree"),
           called("Night Fall"), HALL)  # fmt: skip


@pytest.mark.parametrize(("size", "demands"), LEGENDS)
def test_what_waives_the_legend_rule_is_chosen(
    size: int, demands: tuple[Demand, ...], chosen: None
) -> None:
    """704.5j: two legends of one name stay if something says so."""
    assert smallest(Goal(demands), *KINGDOM, size=4) == size


def test_a_waiver_that_is_not_chosen_is_noticed(
    chosen: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Selector, "waivers", ())
    assert [smallest(Goal(each), *KINGDOM, size=4) for _, each in LEGENDS[:2]] == [0, 0]


def test_a_size_that_is_searched_in_one_order_only_is_noticed(
    chosen: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Run, "at_size", Run.look)
    assert any(wrong(seed) for seed in range(24))


def test_boards_are_found_without_what_stands_on_the_way_in_the_circuit(
    chosen: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Encoding only: without it boards are played one by one."""
    monkeypatch.setattr(circuit, "lasting_before", lambda *given: [])
    assert not any(wrong(seed) for seed in range(6))
