"""What stands face down, in the slots: the search finds what enumeration by the referee finds."""

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from striate.boards.errors import BoardError, NotPlayable
from striate.boards.reading import board_from_document
from striate.boards.timeline import Answer, Board
from striate.cards import tree
from striate.cards.meanings import face_down
from striate.queries.finding.enumerating import lasting
from striate.queries.finding.find import find
from striate.queries.goals.words import box
from striate.referee.judge import judge
from striate.search import decoding, facedown, options, poolclasses, savings
from striate.search.goals import AnyObject, CardNamed, Claim, Demand, Goal
from striate.search.questions import Question
from striate.search.running import Run
from striate.search.searching import search
from tests.findcards import Shelf, creature, goes_wrong, least, other, size_found

HIDDEN = (
    creature("Shy Cub", "3/1", "Flying\nMorph {3}{G}", kind="Bear"),
    creature("Masked Cub", "1/2", "Other Bears get +1/+1.\nDisguise {3}{G}", kind="Bear"),
    creature("Great Shape", "4/4", "~ enters with two +1/+1 counters on it.\nMegamorph {5}",
             kind="Legendary Creature — Beast"),
)  # fmt: skip
OTHERS = (
    creature("Cub", "2/2", kind="Bear"),
    other("Secret Ways", "Enchantment", "Face-down creatures you control get +0/+1."),
    other("Hush", "Enchantment", "Creatures lose all abilities."),
    other("Grey Day", "Enchantment", "Colorless creatures have trample."),
    other("Headcount", "Enchantment — Aura", "Enchant creature\nEnchanted creature gets +1/+0 for "
          "each Bear you control."),
    other("Grove", "Land — Forest", mana_cost=""),
)  # fmt: skip
LIFT = "Each creature gets +1/+1."
CARDS = (*HIDDEN, *OTHERS)
SHELF = Shelf(list(CARDS))
SIZE = 2
Boards = dict[bool, dict[int, list[tuple[Board, Answer]]]]
WAYS = {"Shy Cub": "morph", "Masked Cub": "disguise", "Great Shape": "megamorph"}


def goals() -> list[Goal]:
    boxes: list[Claim] = [
        box(*size) for size in ((2, 2), (2, 3), (3, 1), (4, 4), (6, 6), (3, 2), (4, 2), (2, 4))
    ]
    words: list[Claim] = [
        tree.HasNoAbilities(), tree.HasKeyword("ward"), tree.HasKeyword("trample"),
        tree.ColorCount("=", 0), tree.Not(tree.HasSubtype("Bear")),
        tree.StatIs("mana value", "=", tree.Num(0)), tree.Not(tree.HasSupertype("Legendary")),
        tree.Not(tree.Named("Shy Cub")),
    ]  # fmt: skip
    any_creature = AnyObject(tree.HasType("Creature"))
    subjects: list[CardNamed | AnyObject] = [
        *(CardNamed(card.name) for card in HIDDEN), any_creature
    ]  # fmt: skip
    down = tree.IsFaceDown()
    return [
        *(Goal((Demand(CardNamed(name), (down, *claims)),))
          for name in ("Cub", "Grove", "Shy Cub", "Masked Cub")
          for claims in ((), *((each,) for each in words), (box(3, 2), tree.HasKeyword("ward")))),
        *(Goal((Demand(subject, (each,)),)) for subject in subjects for each in (*boxes, *words)),
        *(Goal((Demand(subject, (one, two)),))
          for subject in subjects for one, two in product(boxes[:4], words)),
        Goal((Demand(CardNamed("Cub"), (box(3, 3),)),)),
        Goal((Demand(any_creature, (tree.ColorCount("=", 0),), count=2),)),
        Goal((Demand(AnyObject(tree.IsFaceDown()), (tree.ControlledBy("opponent"),)),)),
    ]  # fmt: skip


def every_document(size: int, manifested: bool) -> Iterator[dict[str, Any]]:
    forms: list[dict[str, Any]] = [{"enter": card.name} for card in CARDS]
    ways = [*WAYS.items()]
    if manifested:
        ways += product([card.name for card in CARDS], ("manifest", "cloak"))
    forms += [
        {"enter": name, "face_down": True, "choose": {"face down by": way}} for name, way in ways
    ]
    for pieces in product(product(forms, ("you", "opponent")), repeat=size):
        handles: list[str] = []
        steps: list[dict[str, Any]] = []
        for form, side in pieces:
            number = sum(each["enter"] == form["enter"] for each in steps) + 1
            step = {**form, "controller": side}
            if form == {"enter": "Headcount"}:
                step["attached_to"] = handles[0] if handles else "nothing"
            handles.append(form["enter"] + (f" #{number}" if number > 1 else ""))
            steps.append(step)
        if "attached_to" not in steps[0]:
            yield {"steps": steps}


def judged(document: dict[str, Any]) -> tuple[Board, Answer] | None:
    """The board with the referee's answer, if it lasts."""
    try:
        board = board_from_document(document, SHELF)
        answer = judge(board)
    except (NotPlayable, BoardError):
        return None
    return (board, answer) if lasting(board, answer) else None


@pytest.fixture(scope="module")
def boards() -> Boards:
    """The boards by size; and those on which cards are manifested and cloaked, too."""
    return {
        manifested: {
            size: [
                each for document in every_document(size, manifested) if (each := judged(document))
            ]
            for size in range(1, SIZE + 1)
        }
        for manifested in (False, True)
    }


def true_size(goal: Goal, boards: Boards) -> int:
    return least(goal, boards["IsFaceDown" in str(goal)])


def asked(goal: Goal) -> Question:
    return Question(goal, CARDS, size=SIZE)


@pytest.mark.parametrize("chosen", [False, True], ids=["whole", "chosen"])
def test_the_search_finds_what_enumeration_finds(
    boards: Boards, monkeypatch: pytest.MonkeyPatch, chosen: bool
) -> None:
    if chosen:
        monkeypatch.setattr("striate.search.searching.ALL_AT_ONCE", 0)
    sizes = set()
    for goal in goals():
        size = true_size(goal, boards)
        sizes.add(size)
        assert size_found(asked(goal), SHELF) == size, goal
    assert sizes == {0, 1, 2}


def test_what_is_face_down_has_no_ability_to_activate() -> None:
    digger = creature("Shy Digger", "3/1", "{G}: ~ gets +1/+1 until end of turn.\nMorph {3}")
    shelf = Shelf([digger])

    def found(*claims: Claim) -> str:
        goal = Goal((Demand(CardNamed("Shy Digger"), claims),))
        return find(Question(goal, (digger,), size=2, spells=True), shelf).status  # type: ignore[arg-type]  # a shelf has what is asked of a catalogue

    assert found(box(4, 2)) == "found"
    assert found(tree.ColorCount("=", 0)) == "found"
    assert found(box(3, 3), tree.ColorCount("=", 0)) == "none"


def _without_ward(by: str) -> tree.Face:
    return face_down("morph")


def _as_printed(card: tree.Card, ways: Iterable[str]) -> Iterator[options.Option]:
    return (replace(options.made(card, ()), down=way) for way in ways)


@pytest.mark.parametrize(
    ("where", "name", "fault"),
    [
        (poolclasses, "face_down_options", _as_printed),
        (poolclasses, "face_down_options", lambda card, ways: iter(())),
        (options, "face_down", _without_ward),
        (facedown, "stand_ins", lambda best: iter(())),
        (facedown, "named_in", lambda goal: frozenset()),
        (facedown, "every_way_down", facedown.ways_down),
    ],
    ids=["it is what it is face up", "nothing is face down", "no ward", "none for the others",
         "one for those that are named, too", "nothing is manifested"],
)  # fmt: skip
def test_a_fault_is_noticed(
    boards: Boards,
    monkeypatch: pytest.MonkeyPatch,
    where: object,
    name: str,
    fault: object,
) -> None:
    options._hidden.cache_clear()
    monkeypatch.setattr(where, name, fault)
    assert any(goes_wrong(asked(goal), SHELF, true_size(goal, boards)) for goal in goals())
    options._hidden.cache_clear()


@pytest.mark.parametrize("told_apart", [False, True])
def test_of_boards_of_one_size_one_that_lies_face_up_is_shown(
    told_apart: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a class with others, or in one of its own; the best-known of all lies face down."""
    flyer = creature("Zealous Bird", "2/2", "Flying\nTrample\nVigilance")
    lesser = creature("Abe", "1/1", "Trample")
    pool = (lesser, other("A Scroll", "Artifact"), flyer, other("Lift", "Enchantment", LIFT))
    claims = (box(3, 3), *([tree.ColorCount("<=", 1)] if told_apart else []))
    goal = Goal((Demand(AnyObject(tree.HasType("Creature")), claims),))

    def lies() -> bool:
        with savings.without("counting"):  # it leaves no other board here
            found = search(Question(goal, pool, size=2, lying=True))
        return any(step.get("face_down") for step in found.solutions[0].document["steps"])

    assert not lies()
    if told_apart:
        monkeypatch.setattr(Run, "prefer_upright", lambda *_: None)
    else:
        monkeypatch.setattr(decoding, "option_score", lambda each: 10 * (not each.down))
    assert lies() is told_apart


@pytest.mark.parametrize("in_time", [True, False])
def test_a_smaller_board_that_lies_is_the_last_word_only_if_none_stands(in_time: bool) -> None:
    """The upright board of three is shown; before it is found the other isn't called the fewest."""
    waking = other("Waking", "Enchantment", "All lands are 2/2 creatures that are still lands.")
    shelf = Shelf([OTHERS[-1], other("Lift", "Enchantment", LIFT), waking])
    goal = Goal((Demand(CardNamed("Grove"), (box(3, 3),)),))
    question = Question(goal, tuple(shelf.cards), size=3)
    found = find(question, shelf, interrupted=lambda: not in_time)  # type: ignore[arg-type]  # a shelf has what is asked of a catalogue
    size = 3 if in_time else 2
    assert (found.size, found.smallest, found.stopped) == (size, in_time, not in_time)
