"""What the search leaves out: each argument for it is spoiled, and a question notices.

The questions are drawn: a random board of our own cards that lasts, and claims that are true of its
objects or nearly so. Searched whole, the pool gives the smallest board; chosen from (`selection`),
it must give one of the same size. A spoiled argument loses it: the board of the question beside it.
"""

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from striate.boards.errors import BoardError, NotPlayable
from striate.boards.reading import board_from_document
from striate.boards.timeline import Answer
from striate.cards import tree
from striate.cards.tree import Card
from striate.queries.finding.enumerating import attached_as_placed
from striate.referee.judge import judge
from striate.search import (
    circuit,
    decoding,
    helping,
    makers,
    making,
    ranges,
    searching,
    selection,
    severally,
    sums,
    symmetry,
    wanting,
)
from striate.search.decoding import Shelved
from striate.search.goals import AnyObject, CardNamed, Demand, Goal, Leveler
from striate.search.questions import Question, Result
from striate.search.searching import search
from tests.findcards import CARDS, SHELF, creature, other
from tests.test_find_soundness import claim

POOL, SIZE = 9, 3
WHOLE = 1_000_000


def board(
    rng: random.Random, cards: list[Card], sizes: tuple[int, ...]
) -> tuple[dict[str, str], Answer] | None:
    """A board that lasts, as the names of its objects' cards and what these become."""
    steps: list[dict[str, Any]] = []
    for number in range(rng.choice(sizes)):
        card = rng.choice(cards)
        step = {"enter": card.name, "as": f"x{number}"}
        if rng.random() < 0.3:
            step["controller"] = "opponent"
        if {"Aura", "Equipment"} & set(card.faces[0].subtypes):
            if not number:
                return None
            step["attached_to"] = f"x{rng.randrange(number)}"
        steps.append(step)
    try:
        read = board_from_document({"steps": steps}, SHELF)
        answer = judge(read)
    except (BoardError, NotPlayable):
        return None
    if answer.gone or not attached_as_placed(read, answer):
        return None
    return {step["as"]: step["enter"] for step in steps}, answer


def question(seed: int) -> Question | None:
    """The question of that seed; None if what was drawn is no board."""
    rng = random.Random(seed)
    cards = rng.sample(CARDS, POOL)
    drawn = board(rng, cards, (2, 3, 3, 3))
    if drawn is None:
        return None
    names, answer = drawn
    demands = []
    for seen in rng.sample(answer.objects, rng.choice((1, 1, 1, 2))):
        claims = tuple(claim(rng, seen) for _ in range(rng.choice((2, 3, 4))))
        card = SHELF.card(names[seen.handle])
        assert card is not None
        if rng.random() < 0.25:
            demands.append(Demand(AnyObject(tree.HasType("Creature")), claims))
        elif card.layout == "leveler":
            demands.append(Demand(Leveler(), claims))
        else:
            demands.append(Demand(CardNamed(card.name), claims))
    return Question(Goal(tuple(demands)), tuple(cards), size=SIZE)


@pytest.fixture
def chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    """However few the cards, those that can take part are chosen."""
    monkeypatch.setattr(searching, "ALL_AT_ONCE", 0)


def told(result: Result) -> tuple[str, int]:
    return result.status, result.size if result.status == "found" else 0


def whole(asked: Question, monkeypatch: pytest.MonkeyPatch) -> Result:
    """The answer of the search that chooses no cards."""
    with monkeypatch.context() as patch:
        patch.setattr(searching, "ALL_AT_ONCE", WHOLE)
        return search(asked)


def some_questions(first: int, number: int) -> Iterator[Question]:
    seed = first
    while number:
        asked = question(seed)
        seed += 1
        if asked is not None:
            number -= 1
            yield asked


@pytest.mark.parametrize("first", range(10_000, 10_400, 50))
def test_what_is_chosen_loses_no_board(
    first: int, chosen: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for asked in some_questions(first, 10):
        found = search(asked)
        if found.status != "unknown":
            assert told(found) == told(whole(asked, monkeypatch)), asked.goal


def larger_question(seed: int) -> Question | None:
    """About one object of a board of four, of which much is asked."""
    rng = random.Random(seed)
    cards = rng.sample(CARDS, POOL - 2)
    drawn = board(rng, cards, (4,))
    if drawn is None:
        return None
    names, answer = drawn
    seen = rng.choice(answer.objects)
    claims = tuple(claim(rng, seen) for _ in range(rng.choice((4, 6, 8))))
    return Question(Goal((Demand(CardNamed(names[seen.handle]), claims),)), tuple(cards), size=4)


def test_what_four_permanents_have_to_make_between_them_loses_no_board(
    chosen: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two of a kind that each make a half of a size are no one that makes it whole (1152)."""
    decided = 0
    for seed in (1152, *range(20_000, 20_120)):
        asked = larger_question(seed)
        found = search(asked) if asked is not None else None
        if asked is not None and found is not None and found.status != "unknown":
            decided += found.size == 4
            assert told(found) == told(whole(asked, monkeypatch)), asked.goal
    assert decided > 20


def _forget() -> None:
    for module in (making, helping, makers, wanting, selection, sums, ranges, symmetry):
        for value in vars(module).values():
            clear = getattr(value, "cache_clear", None)
            if clear is not None and value.__module__.startswith("striate.search."):
                clear()


NOTHING: Callable[..., int] = lambda *_: 0
NONE: Callable[..., list[object]] = lambda *_: []
NO: Callable[..., bool] = lambda *_, **__: False
YES: Callable[..., bool] = lambda *_: True
UNREAD: Callable[..., frozenset[object]] = lambda *_: frozenset()
ALONE: Callable[..., tuple[int, bool]] = lambda *_: (0, False)
ALL_LACKING: Callable[..., frozenset[int]] = lambda self: frozenset({(1 << len(self.parts)) - 1})
NO_PAIR: Callable[..., tuple[int, int]] = lambda *_: (0, 0)

SPOILED = [
    (selection.Selector, "partners", ALONE, 72),
    (selection.Selector, "pairs", NO_PAIR, 72),
    (selection.Selector, "singles", NOTHING, 12),
    (selection.Selector, "asked_lacking", lambda *_: (), 1),
    (searching._Stages, "beside_any", lambda *_: None, 15),
    (selection.Selector, "covering", NOTHING, 72),
    (selection._Covers, "sizing", lambda *_: None, 72),
    (selection.Selector, "repairing", NOTHING, 1373),
    # A Merfolk would have to be a creature and kindred.
    (wanting, "implied", lambda claims: (t for c in claims for t in making.owners(c)), 28),
    (selection.Selector, "partners", lambda *_: (0, 0), 72),
    # What its own effect makes true only once it is a Forest: another has to make it so.
    (makers.Making, "as_printed", UNREAD, 3680),
    (wanting.Wanting, "influencing_asked", property(NOTHING), 326),
    (wanting.Wanting, "asked_counts", property(NO), 15),
    (wanting.Wanting, "making_it_act", NOTHING, 28),
    (wanting.Wanting, "made_by_itself", NO, 15),
    (wanting.Wanting, "selves", NONE, 28),
    (wanting.Wanting, "gives", NO, 2158),
    (wanting.Wanting, "effects_need", UNREAD, 326),
    (sums.Sums, "alone", NO, 12),
    (sums.Sums, "fitting", NOTHING, 72),
    (helping, "acting_on_itself", lambda *_: iter(()), 2765),
    (making, "_takes_text", NO, 32),
    (making, "could_turn", NO, 32),
    (making, "_takes", NO, 1671),
    (making, "_gives_keyword", NO, 326),
    (making, "_gives", NO, 10_004),
    (makers.Deeds, "able", NOTHING, 10_004),
    (makers.Deeds, "writing", NOTHING, 11_059),
    (makers.Making, "making", NOTHING, 10_347),
    (selection.Selector, "influencing", NOTHING, 11_059),
    (wanting.Wanting, "asked_needs", property(UNREAD), 11_059),
    (wanting.Wanting, "lacking_together", ALL_LACKING, 10_039),
    (wanting.Wanting, "is_on_others", YES, 10_119),
    (wanting, "_is_on_its_host", YES, 10_119),
    (helping, "is_of_others", YES, 10_186),
    (severally, "may_meet", NO, 10_141),
]


@pytest.mark.parametrize(
    ("where", "name", "spoiled", "seed"), SPOILED, ids=[each[1] for each in SPOILED]
)
def test_a_spoiled_argument_loses_a_board(
    where: object,
    name: str,
    spoiled: object,
    seed: int,
    chosen: None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = question(seed)
    assert asked is not None
    right = told(search(asked))
    assert right == told(whole(asked, monkeypatch)) and right[0] == "found"
    monkeypatch.setattr(where, name, spoiled)
    _forget()
    try:
        assert told(search(asked)) != right
    finally:
        monkeypatch.undo()
        _forget()


def test_two_legends_of_one_name_are_no_board(monkeypatch: pytest.MonkeyPatch) -> None:
    """704.5j: by the circuit if the cards are legendary, by the replay if something makes them
    so."""
    king = creature("Sole King", "2/2", type_line="Legendary Creature — Elf")
    cub = creature("Plain Cub", "2/2")
    decree = other("Royal Decree", "Enchantment", "All creatures are legendary.")
    yours = tree.ControlledBy("you")
    kings = Question(Goal((Demand(CardNamed("Sole King"), (yours,), 2),)), (king, cub), size=2)
    made = (yours, tree.HasSupertype("Legendary"))
    cubs = Question(Goal((Demand(CardNamed("Plain Cub"), made, 2),)), (cub, decree), size=3)
    assert [told(search(each)) for each in (kings, cubs)] == [("none", 0), ("none", 0)]
    monkeypatch.setattr(decoding, "one_must_go", NO)
    assert told(search(cubs)) == ("found", 3)
    monkeypatch.setattr(circuit, "unlike_legends", NONE)
    assert told(search(kings)) == ("found", 2)


def test_equipment_that_came_off_on_the_way_is_not_attached(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """704.5n: it becomes unattached, and no step attaches it again."""
    boards = board_from_document(
        {"steps": [{"enter": "Plain Cub"}, {"enter": "Blade"}, {"attach": "Blade",
        "to": "Plain Cub"},
                   {"enter": "No Bears"}]},
        Shelved({card.name: card for card in (
            creature("Plain Cub", "2/2"), other("Blade", "Artifact — Equipment", "Equip {1}"),
            other("No Bears", "Enchantment", "All Bears are artifacts and lose all other card "
                                             "types."),
        )}),
    )  # fmt: skip
    assert not decoding.is_stable(boards)
    monkeypatch.setattr(decoding, "_is_attached", YES)
    assert decoding.is_stable(boards)
