"""The search against enumeration: on small pools it finds exactly the boards that there are.

Pools of five cards, up to three permanents, goals made from what objects really became (and, as
often, from what they nearly became). `STRIATE_SEARCH_GOALS` makes more goals.
"""

import os
import random
from collections import Counter
from functools import cache
from itertools import product

import pytest

from striate.boards.timeline import Board, Enter, Seen
from striate.cards import tree
from striate.cards.tree import Card, Filter, Not, Num
from striate.queries.finding.enumerating import Judged, reaching
from striate.queries.finding.find import replayed
from striate.queries.finding.foundboards import FoundBoard
from striate.queries.goals.judging import holds
from striate.queries.goals.words import box
from striate.queries.outcome import outcome
from striate.search import savings
from striate.search.goals import AnyObject, CardNamed, Demand, Goal, Leveler
from striate.search.questions import Question
from striate.search.searching import search
from striate.search.selection import impossible, selectors
from tests.findcards import CARDS, SHELF, creature, other, searched
from tests.helpers import judged_boards

GOALS = int(os.environ.get("STRIATE_SEARCH_GOALS", "100"))
EACH = 20  # goals for one pool
SEEDS = range(5, 5 + (GOALS + EACH - 1) // EACH)  # pools with answers of every size
SIZE = 3
Multiset = frozenset[tuple[str, int]]


@cache
def pool(seed: int) -> tuple[Card, ...]:
    return tuple(random.Random(seed).sample(CARDS, 5))


@cache
def boards(seed: int, size: int) -> tuple[Judged, ...]:
    return tuple(judged_boards(pool(seed), size))


def claim(rng: random.Random, seen: Seen) -> Filter:
    """Something that is true of the object, or close to it."""
    stats: list[Filter] = []
    if seen.power is not None and seen.toughness is not None:
        near = rng.choice((0,) * 9 + (1, -1))
        stats = [
            tree.StatIs("power", rng.choice(("=", ">=", "<=")), Num(seen.power + near)),
            tree.StatIs("toughness", rng.choice(("=", ">=", "=")), Num(seen.toughness + near)),
            tree.StatIs("power", ">", tree.StatOf("toughness", tree.Affected())),
            box(seen.power, seen.toughness),
            box(seen.power, seen.toughness),
        ]
    options: list[Filter] = [
        *stats,
        *stats,
        tree.HasType(rng.choice(seen.types * 3 + ("Creature", "Artifact"))),
        tree.HasSubtype(rng.choice(seen.subtypes * 3 + ("Merfolk", "Island"))),
        tree.HasColor(rng.choice(seen.colors * 3 + ("B", "G"))),
        tree.ColorCount("=", len(seen.colors)),
        so(tree.HasKeyword("flying"), seen),
        so(tree.HasNoAbilities(), seen),
        tree.ControlledBy(seen.controller),
    ]
    found = rng.choice(options)
    return Not(found) if rng.random() < 0.1 else found


def so(filter: Filter, seen: Seen) -> Filter:
    return filter if holds(filter, seen, ()) else Not(filter)


def goal(rng: random.Random, seed: int) -> Goal:
    """One or two objects, with one to three claims each."""
    stable = [each for each in boards(seed, rng.choice((2, SIZE, SIZE, SIZE))) if each.lasts]
    board = rng.choice(stable)
    demands = []
    for seen in rng.sample(board.answer.objects, rng.choice((1, 1, 1, 2))):
        claims = tuple(claim(rng, seen) for _ in range(rng.choice((1, 2, 3, 4))))
        card = SHELF.card(seen.handle.split(" #")[0])
        assert card is not None
        if rng.random() < 0.25:
            demands.append(Demand(AnyObject(tree.HasType("Creature")), claims))
        elif card.layout == "leveler":
            demands.append(Demand(Leveler(), claims))
        else:
            demands.append(Demand(CardNamed(card.name), claims))
    return Goal(tuple(demands))


def multiset(names: tuple[str, ...]) -> Multiset:
    return frozenset(Counter(names).items())


def names_of(found: FoundBoard) -> dict[str, str]:
    """The card of each handle."""
    return {
        step["enter"] + f" #{number}" * (number > 1): step["enter"]
        for step, number in numbered(found)
    }


def numbered(found: FoundBoard) -> list[tuple[dict[str, str], int]]:
    seen: Counter[str] = Counter()
    result = []
    for step in found.document["steps"]:
        if "enter" in step:
            seen[step["enter"]] += 1
            result.append((step, seen[step["enter"]]))
    return result


def alternatives(found: FoundBoard) -> set[Multiset]:
    """The board's cards, and with any of them replaced by interchangeable ones."""
    ways = [
        (name, *found.interchangeable.get(handle, ())) for handle, name in names_of(found).items()
    ]
    return {multiset(names) for names in product(*ways)}


@pytest.mark.parametrize("seed", SEEDS)
def test_the_search_finds_exactly_what_enumeration_finds(seed: int) -> None:
    rng = random.Random(1_000 + seed)
    for number in range(EACH):
        wanted = goal(rng, seed)
        question = Question(wanted, pool(seed), size=SIZE, all_=10_000, each=True)
        result = searched(question)
        found = [replayed(question, solution, SHELF) for solution in result.solutions]  # type: ignore[arg-type]  # solutions are documents
        size, there = smallest(wanted, seed)
        told = f"pool {seed}, goal {number}: {wanted.demands}"
        if size == 0:
            assert result.status == "none", told
            continue
        assert result.status == "found", told
        assert result.size == size, told
        assert {multiset(tuple(names_of(each).values())) for each in found} <= there, told
        assert there <= set().union(*map(alternatives, found)), told


@pytest.mark.parametrize("seed", SEEDS)
def test_with_the_cards_chosen_the_answers_are_the_same(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As of a large pool: of each size only the cards that can take part."""
    monkeypatch.setattr("striate.search.searching.ALL_AT_ONCE", 0)
    rng = random.Random(1_000 + seed)
    for number in range(EACH):
        wanted = goal(rng, seed)
        question = Question(wanted, pool(seed), size=SIZE)
        result = searched(question)
        size, _ = smallest(wanted, seed)
        told = f"pool {seed}, goal {number}: {wanted.demands}"
        assert result.status == ("found" if size else "none"), told
        assert result.smallest and (not size or result.size == size), told
        for solution in result.solutions:
            assert replayed(question, solution, SHELF), told  # type: ignore[arg-type]  # solutions are documents


def test_what_counters_give_is_not_taken_for_missing() -> None:
    """122.1b: with `--counters flying` no other permanent has to give it."""
    grass, wake = other("Grass", "Basic Land — Plains"), other(
        "Wake", "Enchantment", "All lands are 1/1 creatures that are still lands."
    )  # fmt: skip
    claims = (tree.HasType("Creature"), tree.HasKeyword("flying"))
    wanted = Goal((Demand(CardNamed("Grass"), claims),))
    question = Question(wanted, (grass, wake), size=2, counters=("flying",))
    assert search(question).size == 2
    assert impossible(selectors(question)) is None
    without = Question(wanted, (grass, wake), size=2)
    assert impossible(selectors(without)) == tree.HasKeyword("flying")


def test_an_aura_enters_on_what_it_can_enchant_before_it_is_there() -> None:
    """303.4f: it may not make its own host legal."""
    meadow, chain = other("Grass", "Basic Land — Plains"), other(
        "Living Chain", "Enchantment — Aura",
        "Enchant creature\nEnchanted creature is a Frog creature with base power and toughness "
        "1/1.",
    )  # fmt: skip
    wake = other("Wake", "Enchantment", "All lands are 1/1 creatures that are still lands.")
    frog = Goal((Demand(CardNamed("Grass"), (tree.HasSubtype("Frog"),)),))
    assert search(Question(frog, (meadow, chain), size=2)).status == "none"
    found = search(Question(frog, (meadow, chain, wake), size=3))
    assert [step["enter"] for step in found.solutions[0].document["steps"]] == [
        "Grass", "Wake", "Living Chain",
    ]  # fmt: skip


def test_a_none_names_the_rules_that_it_rests_on() -> None:
    lion, anthem = creature("Lion", "2/2"), other("Song", "Enchantment", "Creatures get +1/+1.")
    hush = other("Hush", "Enchantment", "Creatures lose all abilities and have base power and "
                 "toughness 1/1.")  # fmt: skip
    wanted = Goal((Demand(CardNamed("Lion"), (box(4, 3),)),))
    question = Question(wanted, (lion, anthem, hush), size=3)
    result = search(question)  # by counting: of layer 7 as a whole
    assert (result.status, set(result.rules) >= {"613.1g"}) == ("none", True), result.rules
    with savings.without("counting"):
        result = search(question)
    assert (result.status, set(result.rules) >= {"613.4c"}) == ("none", True), result.rules
    # Here nothing is left to solve: no effect gives flying.
    wanted = Goal((Demand(CardNamed("Lion"), (tree.HasKeyword("flying"),)),))
    result = search(Question(wanted, (lion, anthem), size=2))
    assert (result.status, result.rules) == ("none", ("613.1f",))


def test_107_2_a_toughness_that_is_not_there_is_zero_for_the_search_and_its_judge() -> None:
    ring = other("Ring", "Artifact", mana_cost="{2}")
    toughness = tree.StatOf("toughness", tree.Affected())
    (seen,) = outcome(Board((Enter("Ring", ring),))).answer.objects
    for op in ("!=", "=", ">"):
        claim = Not(tree.StatIs("mana value", op, toughness))
        result = search(Question(Goal((Demand(CardNamed("Ring"), (claim,)),)), (ring,), size=1))
        assert (result.status == "found") == holds(claim, seen, ()) == (op == "=")


def smallest(wanted: Goal, seed: int) -> tuple[int, set[Multiset]]:
    """The least size at which enumeration reaches the goal, and with which cards; 0: none."""
    for size in range(1, SIZE + 1):
        there = {multiset(board.cards) for board, _ in reaching(wanted, boards(seed, size))}
        if there:
            return size, there
    return 0, set()


@pytest.mark.parametrize(
    ("cards", "asked", "claims"),
    [
        # An Aura on what is asked for; nothing else looks at the Aura's subtype.
        (("Tide Chief", "Heavy Chain"), "Tide Chief", (box(1, 5),)),
        # An asked-for Aura needs a host, which does nothing else on the board.
        (("Plain Cub", "Heavy Chain"), "Heavy Chain", (tree.ControlledBy("opponent"),)),
        # An asked-for Aura whose effect the goal can't see.
        (("Plain Cub", "Great Thief"), "Great Thief", (tree.ColorCount("=", 0),)),
        # A basic land type brings an ability (305.6).
        (("Open Meadow", "Emptying"), "Open Meadow", (Not(tree.HasNoAbilities()),)),
    ],
)
def test_boards_that_a_narrow_view_of_the_goal_would_miss(
    cards: tuple[str, ...], asked: str, claims: tuple[Filter, ...]
) -> None:
    pool = tuple(card for name in cards if (card := SHELF.card(name)) is not None)
    wanted = Goal((Demand(CardNamed(asked), claims),))
    there = any(True for size in (1, 2) for _ in reaching(wanted, judged_boards(pool, size)))
    question = Question(wanted, pool, size=2)
    result = search(question)
    assert there and result.status == "found"
    assert replayed(question, result.solutions[0], SHELF)  # type: ignore[arg-type]  # solutions are documents


def test_premise_both_answers_occur() -> None:
    answers: Counter[int] = Counter()
    for seed in SEEDS:
        rng = random.Random(1_000 + seed)
        answers.update(smallest(goal(rng, seed), seed)[0] for _ in range(EACH))
    assert all(answers[size] for size in range(SIZE + 1)), answers
