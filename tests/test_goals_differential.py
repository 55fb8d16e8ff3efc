"""Every claim of the goal language means the same in the circuit and to the judge of answers.

Over pools of a few cards every board of up to two permanents is judged by
the referee; the search must find a board iff one of them reaches the goal, at the same size, and
what it finds is replayed by both readings.
"""

from functools import cache

import pytest

from striate.boards.reading import board_from_document
from striate.queries.checking import check
from striate.queries.finding.enumerating import Judged, reaching
from striate.queries.finding.find import replayed
from striate.queries.goals.language import read_goal
from striate.search.questions import Question
from tests.findcards import Shelf, creature, other, searched
from tests.helpers import judged_boards

SIZE = 2
MANA = "{T}: Add {G}."
CARDS = [
    creature("Plain Cub", "2/2"),
    creature("Sky Elf", "1/3", "Flying", kind="Elf Bird", mana_cost="{1}{W}{U}"),
    creature("Twin Elf", "2/1", "Flying, trample", kind="Elf"),
    creature("Sprout", "1/1", MANA, kind="Elf Druid"),
    creature("Many", "2/2", "Changeling", kind="Shapeshifter"),
    other("Old Wood", "Basic Land — Forest", "", mana_cost=""),
    other("Two Shores", "Land — Island Mountain", "", mana_cost=""),
    other("Rock", "Legendary Artifact", "{T}: Add one mana of any color."),
    other("Filter", "Land", "{1}, {T}: Add {R} or {W}.", mana_cost=""),
    other("Wide Wings", "Enchantment", "Creatures you control have flying."),
    other("Emptying", "Enchantment", "All creatures lose all abilities."),
    other("Unmaking", "Enchantment", "All creatures lose all creature types."),
    other("Living Wood", "Enchantment", "All lands are 1/1 creatures that are still lands."),
    other("Night Fall", "Enchantment", "All permanents are black in addition to their other "
                                       "colors."),
    other("Iron Age", "Enchantment", "All creatures are artifacts in addition to their other "
                                     "types."),
    other("Growing", "Enchantment", 'All creatures have "{T}: Add {R}."'),
    other("Sunken", "Enchantment", "All lands are Islands."),
]  # fmt: skip
SHELF = Shelf(CARDS)
POOLS = {
    "abilities": ("Plain Cub", "Sky Elf", "Twin Elf", "Wide Wings", "Emptying"),
    "types": ("Plain Cub", "Many", "Sky Elf", "Unmaking", "Living Wood", "Old Wood", "Iron Age"),
    "mana": ("Sprout", "Old Wood", "Two Shores", "Rock", "Filter", "Growing", "Sunken",
             "Emptying"),
    "all": ("Plain Cub", "Sky Elf", "Living Wood", "Old Wood", "Night Fall", "Wide Wings",
            "Iron Age", "Emptying"),
}  # fmt: skip
GOALS = {
    "abilities": [
        "a creature has no abilities but flying",
        "Plain Cub has no abilities but flying",
        "Plain Cub has no abilities but trample",
        "Twin Elf has no abilities but flying and trample",
        "Twin Elf has only flying",
        "two creatures have flying and nothing else",
        "Twin Elf has no abilities",
        "Sky Elf has flying but not trample",
        "Plain Cub has flying or trample",
        "Plain Cub is white or has flying",
        "no creature has flying",
        "all creatures have no abilities and Sky Elf is a creature",
        "all creatures have flying and two creatures are 2/2",
        "every creature with flying is 1/3 and Plain Cub has flying",
        "no creature has abilities and two creatures are white",
        "a creature with flying that is not an Elf",
        "Wide Wings has a static ability",
        "Plain Cub has a static ability",
    ],
    "types": [
        "a creature has no creature types",
        "a creature has no subtypes",
        "Sky Elf has no creature types",
        "a creature has more than one creature type",
        "a creature has exactly two creature types",
        "a creature has every creature type",
        "Many has no creature types",
        "Many has no subtypes and is a creature",
        "a permanent has more than one card type",
        "Old Wood has three or more card types",
        "Old Wood has no creature types and is a creature",
        "Old Wood has exactly two card types",
        "a permanent has no types",
        "a permanent with no subtypes and no supertypes",
        "a land has a supertype",
        "Old Wood is basic and a creature with no land types",
        "all creatures have no creature types and a creature is a land",
        "all creatures are artifacts",
        "every creature has exactly two creature types",
    ],
    "mana": [
        "Sprout taps for red",
        "Sprout taps for green",
        "Sprout doesn't tap for green",
        "Sprout taps for green and red",
        "Sprout taps for red and has no abilities",
        "Old Wood taps for blue",
        "Old Wood doesn't tap for green",
        "Old Wood taps for red or blue",
        "Two Shores taps for red",
        "Two Shores doesn't tap for red and taps for blue",
        "Rock taps for white and taps for black",
        "Rock doesn't tap for white",
        "Rock taps for colorless",
        "Filter taps for red and not blue",
        "Filter taps for blue",
        "Filter doesn't tap for mana",
        "a creature taps for mana",
        "a creature taps for any color",
        "a permanent has a mana ability and is not a land",
        "a land has no mana abilities",
        "an artifact without an activated ability",
        "Sprout has exactly two land types",
        "a land has more than one basic land type",
        "every land taps for blue and two lands are Islands",
    ],
    "all": [
        "all creatures are black",
        "all creatures are black and Sky Elf has flying",
        "every land is a creature",
        "all lands are creatures and two lands are 1/1",
        "no creature is black and Plain Cub has flying",
        "a creature is two colors",
        "a creature is more than two colors",
        "Sky Elf is three colors",
        "Plain Cub is not more than one color",
        "Old Wood is multicolored",
        "Old Wood has between two and three card types",
        "Plain Cub has power between 2 and 3 and flying",
        "Sky Elf's toughness is greater than its power",
        "Sky Elf has more power than toughness",
        "Plain Cub is neither green nor a Bear",
        "my creature has flying and my opponent's creature doesn't",
        "my opponent's Plain Cub has flying",
        "every permanent is black and Plain Cub is a creature",
        "everything is a creature",
        "a creature that isn't green is an artifact and not a Bird",
    ],
}


@cache
def boards(pool: str, size: int) -> list[Judged]:
    return list(judged_boards(cards(pool), size, ("Elf",)))


def cards(pool: str) -> list:  # type: ignore[type-arg]  # of cards
    return [card for name in POOLS[pool] if (card := SHELF.card(name)) is not None]


@pytest.mark.parametrize(("pool", "text"), [(p, text) for p in GOALS for text in GOALS[p]])
def test_circuit_and_judge_read_a_claim_alike(pool: str, text: str) -> None:
    goal = read_goal(text, SHELF)
    sizes = range(1, SIZE + 1)
    there = next((n for n in sizes if any(reaching(goal, boards(pool, n)))), 0)
    question = Question(goal, tuple(cards(pool)), size=SIZE, all_=10_000, each=True)
    result = searched(question)
    assert result.status == ("found" if there else "none")
    assert not there or result.size == there
    found = [replayed(question, solution, SHELF) for solution in result.solutions]  # type: ignore[arg-type]  # a shelf is a catalogue
    for each in found:
        # What is expected is enough for the goal, or nothing is.
        assert check(board_from_document(each.document, SHELF)).status != "fail"


def test_premise_both_answers_occur_for_each_kind_of_claim() -> None:
    for pool, texts in GOALS.items():
        answers = set()
        for text in texts:
            goal = read_goal(text, SHELF)
            answers.add(any(any(reaching(goal, boards(pool, n))) for n in (1, 2)))
        assert answers == {True, False}, pool
