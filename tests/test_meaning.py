"""What a goal means of a final board: which of its phrases can be one object, and what an `expect`
says."""

import random
from typing import Any

import msgspec
import pytest

from striate.boards.reading import board_from_document
from striate.boards.timeline import Answer, Seen
from striate.boards.writing import document
from striate.cards.catalogue.store import Catalogue
from striate.queries.expectations import differences
from striate.queries.finding.find import find
from striate.queries.finding.foundboards import printed_cards
from striate.queries.goals.language import read_goal
from striate.queries.goals.meaning import fails_always, reached
from striate.queries.goals.pinning import expectations
from striate.queries.outcome import outcome
from striate.queries.proving.drawnboards import draw_boards
from striate.queries.proving.drawngoals import draw_goal
from striate.search.asking.phrases import ways
from striate.search.questions import Question, least_size
from tests.findcards import Shelf, creature, other

SHELF = Shelf(
    [
        creature("Plain Cub", "2/2"),
        creature("Many", "1/1", "Changeling", kind="Shapeshifter"),
        creature("Sky Elf", "1/1", "Flying", kind="Elf"),
        creature("Shore", "1/1", kind="Land Creature — Forest Bear", mana_cost=""),
        creature("Bare Wings", "1/1", "Flying\nVigilance", kind="Bird"),
        other("Night", "Enchantment", "All creatures are black."),
        other("Forest", "Basic Land — Forest"),
    ]
)


@pytest.mark.parametrize(
    ("text", "least"),
    [
        ("Night is on the battlefield and all enchantments are black", 1),
        ("a creature is a Bear and no creature has flying", 1),
        ("every creature is black and Plain Cub is a creature", 1),
        ("Plain Cub is black and Sky Elf is black", 2),
        ("a creature is black and a creature is green", 1),
        ("a creature is black and another creature is green", 2),
        ("two creatures are black and a creature is green", 2),
        ("two creatures are black and two other creatures are green", 4),
        ("a creature is black and a creature is not black", 2),
        ("no creature has flying", 1),
        ("everything is black and Plain Cub is a Bear", 1),
    ],
)
def test_phrases_are_one_object_unless_something_forbids_it(text: str, least: int) -> None:
    question = Question(read_goal(text, SHELF), ())
    assert min(map(least_size, ways(question).goals)) == least


BOARDS = {
    "cub": ["Plain Cub"],
    "cub and night": ["Plain Cub", "Night"],
    "cub and elf": ["Plain Cub", "Sky Elf"],
    "cubs": ["Plain Cub", "Plain Cub"],
    "many": ["Many"],
    "shore": ["Shore"],
    "elf": ["Sky Elf"],
}


@pytest.mark.parametrize(
    ("text", "true", "false"),
    [
        ("all creatures are black and Plain Cub is black", {"cub and night"}, {"cub", "many"}),
        ("a creature is a Zombie and no creature has flying", {"many"}, {"cub", "elf"}),
        ("no creature has flying", {"cub", "cubs", "many", "shore"}, {"elf", "cub and elf"}),
        ("every creature has flying", {"elf"}, {"cub", "cub and elf"}),
        ("every land is a creature", {"shore"}, {"cub", "cubs"}),
        ("a creature is a Bear and another creature is 2/2", {"cubs"}, {"cub", "cub and elf"}),
        ("Plain Cub is 2/2 and every other creature is a Bear", {"cubs"}, {"cub", "cub and elf"}),
        ("Plain Cub is 2/2 and no other creature is 1/1", {"cub", "cubs"}, {"cub and elf"}),
        ("Plain Cub is 2/2 and no other creature is 2/2", {"cub", "cub and elf"}, {"cubs"}),
        ("a creature is a Bear and every other creature is 1/1", {"cub and elf"}, {"cub", "cubs"}),
        ("two creatures are Bears", {"cubs"}, {"cub", "many", "shore"}),
        ("a Forest is a creature", {"shore"}, {"cub"}),
        ("not every creature has flying", {"cub and elf", "cub"}, {"elf"}),
    ],
)
def test_what_a_goal_means(text: str, true: set[str], false: set[str]) -> None:
    goal = read_goal(text, SHELF)
    for name in sorted(true | false):
        board = board_from_document({"steps": [{"enter": each} for each in BOARDS[name]]}, SHELF)
        asked = reached(goal, outcome(board).answer, printed_cards(board))
        assert (asked is not None) == (name in true), name


def test_always_speaks_of_what_the_phrase_describes() -> None:
    """The opponent's is none of mine."""
    goal = read_goal("my Plain Cub is 2/2", SHELF)
    theirs = {"steps": [{"enter": "Plain Cub"}, {"enter": "Plain Cub", "controller": "opponent",
                                                 "as": "other"}]}  # fmt: skip
    board = board_from_document(theirs, SHELF)
    assert not fails_always(goal, outcome(board).answer, printed_cards(board))
    for counters, fails in ((1, True), (0, False)):
        steps = [*theirs["steps"], {"counters": {"+1/+1": counters}, "on": "Plain Cub"}]
        board = board_from_document({"steps": steps[: 2 + bool(counters)]}, SHELF)
        assert fails_always(goal, outcome(board).answer, printed_cards(board)) is fails


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("Plain Cub is 2/2", True),
        ("Bare Wings has flying", True),
        ("Bare Wings has no abilities but flying and vigilance", False),
        ("Plain Cub has exactly one creature type", False),
        ("Sky Elf has flying and no other abilities", False),
        ("no creature has vigilance", True),
    ],
)
def test_an_expect_that_says_less_than_its_goal_is_not_written(text: str, written: bool) -> None:
    goal = read_goal(text, SHELF)
    cards = (
        ["Plain Cub", "Sky Elf"]
        if text.startswith("no")
        else ["Plain Cub", "Sky Elf", "Bare Wings"]
    )
    board = board_from_document({"steps": [{"enter": each} for each in cards]}, SHELF)
    answer = outcome(board).answer
    asked = reached(goal, answer, printed_cards(board))
    assert asked is not None
    assert bool(expectations(goal, answer, asked, printed_cards(board))) is written


def test_a_board_is_found_where_one_object_is_all_that_is_spoken_of() -> None:
    cards = tuple(card for name in ("Many", "Night") if (card := SHELF.card(name)) is not None)
    goal = read_goal("a creature is a Zombie and no creature has flying", SHELF)
    found = find(Question(goal, cards, size=3), SHELF)  # type: ignore[arg-type]  # a shelf is a catalogue
    assert (found.status, found.size, found.smallest) == ("found", 1, True)


# What stands for its step alone is left as it is: whether it is a token, face down, and whose.
DRAWN = (
    "Grizzly Bears", "Serra Angel", "Forest", "Humility", "Bonesplitter", "Conspiracy",
    "Mutavault", "Bitterblossom", "Student of Warfare", "Llanowar Elves", "Glorious Anthem",
)  # fmt: skip


def changed(rng: random.Random, answer: Answer) -> Answer:
    """The answer with something else of one object, as another board could have it."""
    number = rng.randrange(len(answer.objects))
    seen, other = answer.objects[number], rng.choice(answer.objects)
    abilities = tuple(each for each in seen.abilities if rng.random() < 0.6)
    new: dict[str, Any] = rng.choice(
        (
            {"power": (seen.power or 0) + rng.choice((-1, 1))},
            {"toughness": (seen.toughness or 0) + rng.choice((-1, 1))},
            {"types": (*seen.types, "Artifact")},
            {"types": seen.types[1:]},
            {"subtypes": (*seen.subtypes, rng.choice(("Elf", "Zombie", "Swamp")))},
            {"subtypes": seen.subtypes[1:]},
            {"supertypes": () if seen.supertypes else ("Legendary",)},
            {"colors": rng.choice(((), ("B",), ("W", "G")))},
            {"abilities": abilities},
            {"abilities": (*seen.abilities, *other.abilities)},
            {"controller": "opponent" if seen.controller == "you" else "you"},
            {"counters": rng.choice(((), (*seen.counters, ("+1/+1", 2))))},
            {"name": "Nobody"},
            {"tapped": not seen.tapped},
        )
    )
    told: list[Seen] = list(answer.objects)
    told[number] = msgspec.structs.replace(seen, **new)
    return msgspec.structs.replace(answer, objects=tuple(told))


def test_from_what_is_expected_the_goal_follows(catalogue: Catalogue) -> None:
    """A board that is as expected has the goal, whatever else of its objects is otherwise."""
    rng = random.Random(28)
    cards = tuple(card for name in DRAWN if (card := catalogue.card(name)) is not None)
    boards = list(draw_boards(rng, cards, 2, 40, catalogue))
    written = others = 0
    for _ in range(600):
        drawn = rng.choice(boards)
        goal = draw_goal(rng, drawn)
        asked = reached(goal, drawn.answer, drawn.printed)
        expect = asked and expectations(goal, drawn.answer, asked, drawn.printed)
        if not expect:
            continue
        written += 1
        plain = {**document(drawn.board, catalogue), "expect": expect}
        wanted = board_from_document(plain, catalogue).expect
        assert not differences(wanted, drawn.answer), (goal, expect)
        for _ in range(15):
            other = changed(rng, drawn.answer)
            if not differences(wanted, other):
                others += 1
                assert reached(goal, other, drawn.printed) is not None, (goal, expect)
    assert written > 150 and others > 500
