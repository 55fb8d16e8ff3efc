"""Cards in graveyards as unknowns of a search: what it finds is what enumeration finds."""

from collections.abc import Iterator
from itertools import combinations_with_replacement, product

import pytest

from striate.boards.timeline import Board, PutInZone, Seat
from striate.cards import tree
from striate.cards.tree import Card, Filter
from striate.queries.finding.enumerating import SIDES, Judged, reaching
from striate.queries.finding.find import replayed
from striate.queries.goals.words import box
from striate.referee.judge import judge
from striate.search import graveyards
from striate.search.goals import AnyObject, CardNamed, Demand, Goal
from striate.search.legendrule import one_must_go
from striate.search.questions import Question
from striate.search.searching import search
from striate.solver.terms import FALSE
from tests.findcards import Shelf, creature, goes_wrong, other, size_found
from tests.helpers import judged_boards

LYING = (
    creature("Cub", "2/2"),
    creature("Brass Cub", "3/1", kind="Artifact Creature — Bear"),
    other("Spark", "Instant", "Draw a card."),
    other("Grove", "Land — Forest", mana_cost=""),
)
READERS = (
    creature("Bone Heap", "0/0", "~'s power and toughness are each equal to the number of creature "
             "cards in all graveyards."),
    creature("Gatherer", "0/1", "~'s power is equal to the number of card types among cards in all "
             "graveyards and its toughness is equal to that number plus 1."),
    creature("Mourner", "1/1", "As long as there are two or more cards in your graveyard, ~ gets "
             "+2/+2 and has flying."),
    other("Last Rites", "Enchantment", "Creatures you control get +1/+0 for each land card in your "
          "graveyard."),
)  # fmt: skip
EVERY = (*READERS, *LYING)
SHELF = Shelf(list(EVERY))
PLACES = 2


def questions() -> list[Goal]:
    boxes = [box(power, toughness) for power in range(4) for toughness in range(1, 4)]
    flying: list[Filter] = [tree.HasKeyword("flying"), tree.ControlledBy("opponent")]
    goals = [
        Goal((Demand(CardNamed(card.name), (each,)),)) for card in READERS[:3] for each in boxes
    ]
    goals += [
        Goal((Demand(AnyObject(tree.HasType("Creature")), (each, *flying)),)) for each in boxes
    ]
    two = (
        Demand(CardNamed("Bone Heap"), (box(2, 2),)),
        Demand(CardNamed("Gatherer"), (box(1, 2),)),
    )
    return [*goals, Goal(two)]


def judged_with_graveyards(size: int) -> Iterator[Judged]:
    """Every board of so many permanents, with every few cards in the graveyards."""
    lying = list(product(LYING, SIDES))
    filled = [
        each
        for number in range(PLACES + 1)
        for each in combinations_with_replacement(lying, number)
    ]
    for board in judged_boards((*READERS, LYING[0]), size):
        for cards in filled:
            yield _with(board, cards)


def _with(plain: Judged, cards: tuple[tuple[Card, Seat], ...]) -> Judged:
    steps = [
        PutInZone(f"lying {number}", card, "graveyard", owner)
        for number, (card, owner) in enumerate(cards)
    ]
    board = Board((*steps, *plain.board.steps))
    answer = judge(board)
    return Judged(board, answer, plain.cards, not answer.gone and not one_must_go(answer))


@pytest.fixture(scope="module")
def boards() -> dict[int, list[Judged]]:
    return {size: list(judged_with_graveyards(size)) for size in (1, 2)}


def least(goal: Goal, boards: dict[int, list[Judged]]) -> int:
    return next((size for size in boards if any(True for _ in reaching(goal, boards[size]))), 0)


def asked(goal: Goal) -> Question:
    return Question(goal, (*READERS, LYING[0]), size=2, graveyard=LYING, places=PLACES)


@pytest.mark.parametrize("chosen", [False, True], ids=["whole", "chosen"])
def test_the_search_finds_what_enumeration_finds(
    boards: dict[int, list[Judged]], monkeypatch: pytest.MonkeyPatch, chosen: bool
) -> None:
    if chosen:
        monkeypatch.setattr("striate.search.searching.ALL_AT_ONCE", 0)
    sizes = set()
    for goal in questions():
        size = least(goal, boards)
        sizes.add(size)
        assert size_found(asked(goal), SHELF) == size, goal
    assert sizes == {0, 1, 2}


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("_keys_read", lambda statics: set()),
        ("not_after", lambda algebra, earlier, later, size: FALSE),
    ],
    ids=["what is read is not told apart", "one place at most"],
)
def test_a_fault_of_the_unknowns_is_noticed(
    boards: dict[int, list[Judged]], monkeypatch: pytest.MonkeyPatch, name: str, fault: object
) -> None:
    monkeypatch.setattr(graveyards, name, fault)
    assert any(goes_wrong(asked(goal), SHELF, least(goal, boards)) for goal in questions())


def test_no_more_cards_are_put_there_than_the_goal_needs() -> None:
    goal = Goal((Demand(CardNamed("Bone Heap"), (box(2, 2),)),))
    (solution,) = search(asked(goal)).solutions
    assert sum("zone" in step for step in solution.document["steps"]) == 2


def test_a_card_in_a_graveyard_is_told_from_its_namesake() -> None:
    bone, cub = CardNamed("Bone Heap"), CardNamed("Cub")
    chain = other("Chain", "Enchantment — Aura", "Enchant creature\nEnchanted creature gets +1/+1.")
    goal = Goal((Demand(bone, (box(1, 1),)), Demand(cub, (box(3, 3),))))
    question = Question(goal, (*READERS, LYING[0], chain), size=3, graveyard=LYING[:1])
    (solution,) = search(question).solutions
    steps = solution.document["steps"]
    assert {"zone": "graveyard", "card": "Cub", "as": "Cub in a graveyard"} in steps
    assert replayed(question, solution, Shelf([*EVERY, chain]))  # type: ignore[arg-type]  # solutions are documents


def test_empty_graveyards_where_nothing_may_lie_there() -> None:
    goal = Goal((Demand(CardNamed("Bone Heap"), (box(2, 2),)),))
    assert search(Question(goal, READERS, size=1)).status == "none"
