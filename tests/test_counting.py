"""How many others a goal takes at least: no more than it takes, whatever is spoiled is noticed."""

from typing import Any

import pytest
from msgspec.structs import replace

from striate.cards import tree
from striate.cards.tree import Card
from striate.search import circuit, counting, makers, running, sums
from striate.search.asking.world import widened
from striate.search.counting import Counting, Needed, _Act, others_needed
from striate.search.goals import AnyObject, CardNamed, Demand, Goal
from striate.search.makers import Making
from striate.search.poolclasses import classes, some_of
from striate.search.questions import Question
from striate.search.ranges import shares_of
from striate.search.searching import search
from striate.search.selection import selectors
from striate.search.sums import Sums
from tests.findcards import creature, other

CUB = creature("Gray Cub", "2/2", mana_cost="{2}")
NIGHT = other("Night", "Enchantment", "All creatures are black.")
WINGS = other("Wings", "Enchantment", "Black creatures have flying.")
HYMN = other("Hymn", "Enchantment", "All creatures get +1/+1.")
PLAIN = other("Plain", "Enchantment", "Creatures with no abilities get +3/+3.")
CHIEF = creature("Chief", "1/1", "Other black creatures get +1/+1.")
STRIPPING = other("Stripping", "Enchantment", "All creatures lose all abilities.")
GIFT = other("Gift", "Enchantment", 'All creatures have "This creature gets +2/+2."')
COUNTED = other("Counted", "Enchantment", "All creatures get +1/+1 for each enchantment on the "
                "battlefield.")  # fmt: skip
CLONE = creature("Clone", "0/0", "You may have this creature enter as a copy of any creature on "
                 "the battlefield.")  # fmt: skip
BLACK, FLYING = tree.HasColor("B"), tree.HasKeyword("flying")


def power(number: int) -> tree.Filter:
    return tree.StatIs("power", "=", tree.Num(number))


def of(*claims: Any, cards: tuple[Card, ...], size: int = 4) -> Question:
    goal = Goal((Demand(CardNamed("Gray Cub"), claims),))
    return Question(goal, (CUB, *cards), size=size)


def needed(question: Question) -> int:
    pool = classes(question)
    return others_needed(question, pool, question.size - 1).others


#: Each takes so many others, and no fewer; 0: no number up to the size is enough.
TAKES = {
    "each part": (of(BLACK, power(3), cards=(NIGHT, HYMN)), 2),
    "what an effect needs first": (of(FLYING, cards=(NIGHT, WINGS, HYMN)), 2),
    "a size one by one": (of(power(5), cards=(HYMN, WINGS)), 3),
    "what it gives to all": (of(power(4), cards=(GIFT, WINGS)), 1),
    "what is counted": (of(power(6), cards=(COUNTED, NIGHT), size=3), 2),
    "no size beyond all": (of(power(8), cards=(HYMN, WINGS)), 0),
    "no size where nothing helps": (of(power(8), cards=(), size=5), 0),
    "what applies to nothing in the end": (of(FLYING, power(5), cards=(NIGHT, WINGS, PLAIN)), 0),
    "what applies before it": (of(tree.HasNoAbilities(), power(5), cards=(PLAIN, HYMN)), 1),
    "what nothing makes": (of(tree.HasType("Land"), cards=(NIGHT, HYMN)), 0),
}


@pytest.mark.parametrize("name", TAKES)
def test_the_bound_is_what_it_takes_or_less(name: str) -> None:
    question, others = TAKES[name]
    assert 0 < needed(question) <= (others or question.size)
    result = search(question)
    told = ("found", others + 1) if others else ("none", question.size)
    assert (result.status, result.size) == told


@pytest.mark.parametrize("name", ["each part", "what an effect needs first", "a size one by one",
                                  "what applies to nothing in the end"])  # fmt: skip
def test_smaller_boards_need_no_circuit(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    question, others = TAKES[name]
    sizes: list[int] = []
    built = circuit.build

    def build(question: Question, pool: Any, size: int) -> Any:
        sizes.append(size)
        return built(question, pool, size)

    monkeypatch.setattr(running, "build", build)
    search(question)
    assert sizes == ([others + 1] if others else [])


@pytest.mark.parametrize(("place", "what", "fault", "name"), [
    (Counting, "ways", lambda *_: iter(()), "each part"),
    (Making, "needed", lambda *_: frozenset({tree.HasType("Land")}),
     "each part"),
    (Sums, "may_reach", lambda *_: False, "a size one by one"),
    (Sums, "adding_up", lambda *_: 0, "each part"),
    (Needed, "of", lambda self, pool: some_of(pool, []), "each part"),
    (_Act, "denies", lambda *_: True, "what applies before it"),
    (makers, "repeated", lambda helper, size: iter(()), "what it gives to all"),
    (sums, "shares_of", lambda effects, size, costs: shares_of(effects, 1, costs),
     "what is counted"),
    (counting, "reaching_of", lambda option: iter(()), "what an effect needs first"),
])  # fmt: skip
def test_a_spoiled_count_loses_a_board(
    place: object, what: str, fault: Any, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    question, others = TAKES[name]
    assert others
    monkeypatch.setattr(place, what, fault)
    result = search(question)
    assert (result.status, result.size) != ("found", others + 1)


@pytest.mark.parametrize("question", [
    of(BLACK, FLYING, cards=(NIGHT, WINGS, CLONE)),
    replace(of(BLACK, cards=(NIGHT,)), rules="2007-07-20"),
    replace(of(BLACK, cards=(NIGHT,)), certify=True),
    replace(of(cards=(NIGHT,)), goal=Goal((Demand(CardNamed("Gray Cub"), (BLACK,)),
                                           Demand(CardNamed("Hymn"), (BLACK,))))),
    replace(of(cards=(NIGHT,)), goal=Goal((Demand(AnyObject(tree.AllOf(())), (BLACK,), count=2),))),
])  # fmt: skip
def test_nothing_is_told_of_what_the_count_does_not_see(question: Question) -> None:
    assert needed(question) == 0


@pytest.mark.parametrize(
    ("counted", "size", "any_", "helps"),
    [
        ((tree.HasCounter("+1/+1", ">=", 4),), 2, False, ["Sapping"]),
        ((tree.HasCounter("+1/+1", "=", 4),), 7, False, ["Hymn"]),
        ((tree.HasCounter("-1/-1", ">=", 1),), 2, False, ["Hymn"]),
        ((tree.HasCounter("-1/-1", ">=", 1),), 2, True, ["Hymn", "Sapping", "Night"]),
    ],
)
def test_what_counters_add_is_told_to_the_sums(
    counted: tuple[tree.Filter, ...], size: int, any_: bool, helps: list[str]
) -> None:
    """122.1a; 704.5q: of +1/+1 and -1/-1 counters only one kind stays, if what is asked for
    does."""
    sapping = other("Sapping", "Enchantment", "All creatures get -4/-4.")
    question = widened(of(*counted, power(size), cards=(HYMN, sapping, NIGHT)))
    (selector,) = selectors(replace(question, any_=any_))
    told = selector.sums(1, 0)
    assert [each.card.name for each in selector.helpers if told.alone(each.number)] == helps
