"""What enters as a copy, in the slots: the search finds what enumeration by the referee finds."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from striate.boards.errors import BoardError, NotPlayable
from striate.boards.reading import board_from_document
from striate.boards.timeline import Answer, Board
from striate.cards import tree
from striate.queries.finding.find import find
from striate.queries.goals.words import box
from striate.referee.judge import judge
from striate.search import copying
from striate.search.goals import AnyObject, CardNamed, Claim, Demand, Goal
from striate.search.legendrule import one_must_go
from striate.search.questions import Question
from striate.search.searching import search
from tests.findcards import Shelf, creature, goes_wrong, least, other, size_found

MIRRORS = (
    creature("Mirror", "0/0", "You may have ~ enter as a copy of any creature on the battlefield."),
    creature("Brass Mirror", "0/1", "You may have ~ enter as a copy of any creature on the "
             "battlefield, except it's an artifact in addition to its other types."),
    creature("Great Mirror", "0/0", "You may have ~ enter as a copy of any creature on the "
             "battlefield, except it's 7/7."),
)  # fmt: skip
OTHERS = (
    creature("Cub", "2/2", kind="Bear", mana_cost="{1}{G}"),
    creature("Bear Chief", "1/2", "Other Bears you control get +1/+1 and have flying."),
    creature("Old Hero", "3/3", kind="Legendary Creature — Human"),
    creature("Headcount", "0/1", "~'s power is equal to the number of creatures you control."),
    other("Grove", "Land — Forest", mana_cost=""),
    other("Waking", "Enchantment", "All lands are 1/1 creatures that are still lands."),
)
CARDS = (*MIRRORS, *OTHERS)
SHELF = Shelf(list(CARDS))
CARDS_BY_NAME = {card.name: card for card in CARDS}
SIZE = 2


def goals() -> list[Goal]:
    boxes: list[Claim] = [
        box(*size) for size in ((2, 2), (3, 3), (1, 2), (2, 3), (7, 7), (0, 1), (2, 7))
    ]
    found: list[tuple[CardNamed, tuple[Claim, ...]]] = [
        (CardNamed(card.name), (each,)) for card in MIRRORS for each in boxes
    ]
    words: list[Claim] = [
        tree.HasSubtype("Bear"), tree.HasKeyword("flying"), tree.Named("Cub"),
        tree.HasType("Artifact"), tree.HasType("Land"), tree.ControlledBy("opponent"),
        tree.HasColor("G"), tree.HasSupertype("Legendary"), tree.StatIs("mana value", "=",
        tree.Num(2)),
    ]  # fmt: skip
    found += [(CardNamed(card.name), (each,)) for card in MIRRORS for each in words]
    found += [(CardNamed("Brass Mirror"), (tree.HasType("Artifact"), each)) for each in words]
    any_creature = AnyObject(tree.HasType("Creature"))
    return [
        *(Goal((Demand(subject, claims),)) for subject, claims in found),
        *(Goal((Demand(any_creature, (each, tree.HasType("Artifact"))),)) for each in boxes),
        Goal((Demand(CardNamed("Cub"), (box(3, 3),)),)),
        Goal((Demand(any_creature, (tree.HasSupertype("Legendary"),), count=2),)),
    ]


def every_document(size: int) -> Iterator[dict[str, Any]]:
    forms = list(product(CARDS, ("you", "opponent")))
    for pieces in product(forms, repeat=size):
        steps: list[dict[str, Any]] = [
            {"enter": card.name, "controller": side} for card, side in pieces
        ]
        handles = [
            step["enter"]
            + (" #2" if step["enter"] in [each["enter"] for each in steps[:n]] else "")
            for n, step in enumerate(steps)
        ]
        of = [
            [None, *handles[:n]] if card in MIRRORS else [None]
            for n, (card, _) in enumerate(pieces)
        ]
        for chosen in product(*of):
            yield {"steps": [
                step if handle is None else {**step, "copying": handle}
                for step, handle in zip(steps, chosen, strict=True)
            ]}  # fmt: skip


def judged(document: dict[str, Any]) -> tuple[Board, Answer] | None:
    """The board with the referee's answer, if it lasts."""
    try:
        board = board_from_document(document, SHELF)
        answer = judge(board)
    except (NotPlayable, BoardError):
        return None
    copied = [CARDS_BY_NAME[step["copying"].split(" #")[0]] for step in document["steps"]
              if "copying" in step]  # fmt: skip
    # Two permanents are too few for what is no creature to be one as it is copied.
    fits = all("Creature" in card.faces[0].types for card in copied)
    lasts = not answer.gone and not one_must_go(answer) and fits
    return (board, answer) if lasts else None


@pytest.fixture(scope="module")
def boards() -> dict[int, list[tuple[Board, Answer]]]:
    return {
        size: [each for document in every_document(size) if (each := judged(document))]
        for size in range(1, SIZE + 1)
    }


def asked(goal: Goal) -> Question:
    return Question(goal, CARDS, size=SIZE)


def test_the_search_finds_what_enumeration_finds(
    boards: dict[int, list[tuple[Board, Answer]]],
) -> None:
    sizes = set()
    for goal in goals():
        size = least(goal, boards)
        sizes.add(size)
        assert size_found(asked(goal), SHELF) == size, goal
    assert sizes == {0, 1, 2}


def test_what_became_a_creature_can_be_copied() -> None:
    goal = Goal((Demand(CardNamed("Mirror"), (tree.HasSubtype("Forest"),)),))
    (solution,) = search(Question(goal, CARDS, size=3)).solutions
    assert {"enter": "Mirror", "copying": "Grove"} in solution.document["steps"]
    assert search(Question(goal, CARDS, size=2)).status == "none"


def test_among_many_cards_a_none_is_not_claimed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of what could be copied only the best-known cards are looked at then."""
    monkeypatch.setattr("striate.search.poolfacts._MOST_COPIES", 0)
    goal = Goal((Demand(CardNamed("Mirror"), (box(9, 9),)),))
    assert find(Question(goal, CARDS, size=2), SHELF).status == "unknown"  # type: ignore[arg-type]  # a shelf has what is asked of a catalogue


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("copied_face", lambda face, rule: face),
        ("_defines_size", lambda ability: False),
        ("_with", lambda words, more: more or words),
    ],
    ids=["exceptions are left out", "what defines sizes stays", "types are not added"],
)
def test_a_fault_is_noticed(
    boards: dict[int, list[tuple[Board, Answer]]],
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    fault: object,
) -> None:
    monkeypatch.setattr(copying, name, fault)
    assert any(goes_wrong(asked(goal), SHELF, least(goal, boards)) for goal in goals())
