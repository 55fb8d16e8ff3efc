"""Goals about several objects at once: the search finds what enumeration by the referee finds.

What is attached to what, sums, and one name of several.
"""

import random
from functools import cache
from typing import Any, Literal

import msgspec
import pytest

from striate.boards.reading import board_from_document
from striate.boards.timeline import Seen
from striate.cards import tree
from striate.cards.catalogue.store import Catalogue
from striate.cards.tree import Card, Filter
from striate.queries.finding.enumerating import Judged
from striate.queries.finding.find import find
from striate.queries.finding.foundboards import printed_cards
from striate.queries.finding.pools import PoolOptions
from striate.queries.finding.posing import pose
from striate.queries.finding.whynot import why_not
from striate.queries.goals.language import read_goal
from striate.queries.goals.meaning import permanents, reached
from striate.queries.goals.pinning import expectations
from striate.queries.proving.stated import Statement
from striate.queries.proving.statements import prove
from striate.search.asking.phrases import ways
from striate.search.goals import (
    Against,
    Alike,
    AnyObject,
    AttachedNumber,
    CardNamed,
    Claim,
    Demand,
    Goal,
    Leveler,
    Printed,
    Total,
    as_filter,
)
from striate.search.questions import Question
from striate.search.running import Run
from tests.findcards import SHELF, searched, size_found
from tests.helpers import judged_boards

NAMES = ("Plain Cub", "Sky Cub", "Long Blade", "Heavy Chain", "Great Thief", "Iron Age")
SIZE = 3
GOALS = 30


@cache
def cards(seed: int) -> tuple[Card, ...]:
    names = ("Long Blade", *random.Random(seed).sample([n for n in NAMES if n != "Long Blade"], 3))
    return tuple(card for name in names if (card := SHELF.card(name)) is not None)


@cache
def boards(seed: int) -> list[Judged]:
    lasting = (each for size in range(1, SIZE + 1) for each in judged_boards(cards(seed), size))
    return [each for each in lasting if each.lasts]


def kind(rng: random.Random, seen: Seen) -> Filter:
    return rng.choice(
        (tree.AllOf(), tree.HasType(seen.types[0]), tree.Named(seen.name),
         tree.AllOf((tree.HasType(seen.types[-1]), tree.ControlledBy(seen.controller))),
         tree.HasType("Artifact"), tree.HasSubtype("Aura"), tree.HasKeyword("flying"))
    )  # fmt: skip


def claim(rng: random.Random, seen: Seen, there: list[Seen]) -> Claim:
    other = rng.choice(there)
    found: Filter = rng.choice(
        (
            tree.HasAttached(kind(rng, other)),
            tree.IsAttachedTo(kind(rng, other)),
            as_filter(
                AttachedNumber(tree.HasAttached(kind(rng, other)), rng.choice((">=", "=", "<")), 2)
            ),
            as_filter(against(rng, kind(rng, other))),
            as_filter(Against((), "=", kind(rng, other), shared=("color",))),
            as_filter(Against((), "=", kind(rng, other), shared=("card type", "controller"))),
        )
    )
    return tree.Not(found) if rng.random() < 0.25 else found


def against(rng: random.Random, other: Filter) -> Against:
    """How the object stands to another one, or to every other one."""
    stats: tuple[tuple[tree.Stat, ...], ...] = (
        ("power",), ("toughness",), ("mana value",), ("power", "toughness"),
    )  # fmt: skip
    ops: tuple[tree.Comparator, ...] = ("=", "!=", "<", ">", "<=", ">=")
    claim = Against(rng.choice(stats), rng.choice(ops), other)
    beside: list[dict[str, Any]] = [
        {}, {"which": "every"}, {"which": "sum"}, {"which": "sum", "factor": 2},
        {"which": "number"}, {"factor": 2}, {"more": 1}, {"factor": -1, "more": 4},
        {"theirs": "toughness"}, {"which": "every", "theirs": "mana value"},
        {"also": Against(("toughness",), "!=", tree.AllOf())},
        {"also": Against((), "!=", tree.AllOf(), shared=("color",)), "which": "every"},
    ]  # fmt: skip
    return msgspec.structs.replace(claim, **rng.choice(beside))


_ALIKE: tuple[Alike, ...] = (
    "name", "power", "mana value", "color", "creature type", "controller", "card type",
)  # fmt: skip


def together(rng: random.Random, there: list[Seen]) -> Demand:
    """A sum, or one name of several."""
    side = (tree.ControlledBy(rng.choice(("you", "opponent"))),) * rng.choice((0, 1))
    if rng.random() < 0.3:
        return Demand(AnyObject(tree.AllOf()), side, rng.choice((2, 3)), alike=rng.choice(_ALIKE))
    stat: tree.Stat = rng.choice(("power", "toughness", "mana value"))
    values = {"power": "power", "toughness": "toughness", "mana value": "mana_value"}
    if rng.random() < 0.3:
        other = tree.AllOf((tree.HasType("Artifact"), tree.ControlledBy("opponent")))
        compared: tree.Comparator = rng.choice(("=", ">=", "<", ">"))
        against: tree.Stat | Literal["number"] | None = rng.choice((None, "number", "power"))
        factor = rng.choice((1, 1, 2))
        beyond = Total(rng.choice((stat, "number")), compared, 0, other, against, factor)
        return Demand(AnyObject(tree.HasType("Creature")), side, total=beyond)
    number = sum(getattr(each, values[stat]) or 0 for each in there) + rng.choice((0, 0, 1, -2))
    total = Total(stat, rng.choice(("=", ">=", "<=", ">")), number)
    return Demand(AnyObject(tree.HasType("Creature")), side, total=total)


def goal(rng: random.Random, seed: int) -> Goal:
    there = permanents(rng.choice([each for each in boards(seed) if len(each.answer.objects) > 1])
                       .answer)  # fmt: skip
    if rng.random() < 0.3:
        return Goal((together(rng, there),))
    if rng.random() < 0.3:
        seen = rng.choice(there)
        alone = AnyObject(tree.HasType(seen.types[-1]))
        return Goal(
            (Demand(alone, (claim(rng, seen, there),), 1, rng.choice((False, False, True))),)
        )
    demands = []
    for seen in rng.sample(there, rng.choice((1, 1, 2))):
        claims = [claim(rng, seen, there) for _ in range(rng.choice((1, 1, 2)))]
        claims += [tree.StatIs("power", "=", tree.Num(seen.power or 0))] * (rng.random() < 0.3)
        subject = AnyObject(tree.HasType(seen.types[-1]))
        every = rng.random() < 0.15
        named = CardNamed(seen.handle.split(" #")[0])
        demands.append(Demand(rng.choice((subject, named)), tuple(claims), 1, every))
    more = together(rng, there)
    demands += [more] * (rng.random() < 0.2 and not more.alike)
    return Goal(tuple(demands))


@pytest.mark.parametrize("seed", range(3))
def test_the_search_finds_the_smallest_board_that_there_is(seed: int) -> None:
    rng = random.Random(seed)
    found = set()
    for number in range(GOALS):
        wanted = goal(rng, seed)
        sizes = (
            len(each.answer.objects)
            for each in boards(seed)
            if reached(wanted, each.answer, printed_cards(each.board)) is not None
        )
        least = min(sizes, default=0)
        question = Question(wanted, cards(seed), size=SIZE)
        assert size_found(question, SHELF) == least, f"goal {number}: {wanted.demands}"
        found.add(least)
    assert {0, 2} <= found


@pytest.mark.parametrize(
    "text",
    [
        "exactly two creatures are artifacts",
        "exactly one creature has flying and Plain Cub is an artifact",
        "at most one permanent is a creature and a creature has flying",
        "fewer than two permanents are artifacts and Long Blade is a creature",
        "only Plain Cub has flying",
        "no permanent is an artifact except Sky Cub",
        "only one of my creatures is an artifact and my opponent controls a creature",
        "there are more artifacts than creatures",
        "a permanent has two artifacts attached to it",
        "my opponent controls fewer creatures than I do",
        "the total power of my creatures is less than that of my opponent's creatures",
        "the number of creatures is at most the number of artifacts",
        "the total power of creatures is at least the number of artifacts",
        "two creatures with different controllers have flying",
        "every creature of mine is bigger than each of my opponent's",
        "a creature with power plus toughness at least 4",
        "exactly two creatures, one of them has flying",
        "most permanents are artifacts and a creature has flying",
        "exactly half of the creatures are artifacts",
        "two creatures have total power 4",
        "a creature has power equal to the number of artifacts",
        "three permanents share a card type",
        "two creatures have the same controller",
        "a creature has twice the power of another creature",
        "a creature has more toughness than all other creatures together",
    ],
)
def test_there_are_so_many_and_no_more(text: str) -> None:
    pool = tuple(card for name in NAMES if (card := SHELF.card(name)) is not None)
    wanted = read_goal(text, SHELF)
    small = _few_boards(pool)
    sizes = (
        len(each.answer.objects)
        for each in small
        if reached(wanted, each.answer, printed_cards(each.board)) is not None
    )
    assert size_found(Question(wanted, pool, size=2), SHELF) == min(sizes, default=0)


@pytest.mark.parametrize("name", ["Plain Cub", "Sky Cub", "Open Meadow"])
def test_a_card_is_compared_with_what_does_nothing(name: str) -> None:
    names = ("Plain Cub", "Sky Cub", "Open Meadow")
    pool = tuple(card for each in names if (card := SHELF.card(each)) is not None)
    others = [tree.Named(each) for each in names] + [tree.HasType("Creature")]
    for other in others:
        sizes = [as_filter(Against(("power", "toughness"), op, other)) for op in ("<", ">=")]
        for said in (*sizes, as_filter(Against((), "=", other, shared=("card type",)))):
            wanted = Goal((Demand(CardNamed(name), (said,)),))
            least = (
                len(each.answer.objects)
                for each in _few_boards(pool)
                if reached(wanted, each.answer, printed_cards(each.board)) is not None
            )
            found = size_found(Question(wanted, pool, size=2), SHELF)
            assert found == min(least, default=0), said


@cache
def _few_boards(pool: tuple[Card, ...]) -> list[Judged]:
    return [e for size in (1, 2) for e in judged_boards(pool, size) if e.lasts]


def test_of_one_name_and_another_phrase_nothing_is_ruled_out() -> None:
    """Which of the two another phrase speaks of is not told apart."""
    two = Demand(AnyObject(tree.AllOf()), (), 2, alike="name")
    other = Demand(AnyObject(tree.HasType("Artifact")), ())
    assert not ways(Question(Goal((two, other)), cards(0))).whole
    assert ways(Question(Goal((two,)), cards(0))).whole


def test_of_a_large_pool_nothing_is_ruled_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("striate.search.searching.ALL_AT_ONCE", 0)
    attached = Demand(CardNamed("Plain Cub"), (tree.HasAttached(tree.HasType("Land")),))
    creatures = AnyObject(tree.HasType("Creature"))
    for demand in (attached, Demand(creatures, (), total=Total("power", ">", 90))):
        there = searched(Question(Goal((demand,)), cards(0), size=2))
        assert there.status == "unknown" and "best-known" in there.why


def test_where_time_ends_among_some_cards_no_size_is_ruled_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def through(run: Run, sizes: object) -> None:
        run.size, run.stopped = 3, True

    monkeypatch.setattr("striate.search.searching.ALL_AT_ONCE", 0)
    monkeypatch.setattr("striate.search.running.Run.through", through)
    two = Demand(AnyObject(tree.HasType("Creature")), (), 2, alike="name")
    assert "best-known" in searched(Question(Goal((two,)), cards(0), size=4)).why


def test_two_legends_of_one_name_stand_beside_what_waives_the_legend_rule(
    catalogue: Catalogue,
) -> None:
    goal = "two legendary creatures that I control have the same name"
    assert find(pose(goal, catalogue, PoolOptions(), size=2), catalogue).status == "found"


def test_of_many_cards_two_of_one_name_are_soon_found(catalogue: Catalogue) -> None:
    """No other card can be one of them, so that no other is asked for."""
    goal = "I control two permanents named Isamaru, Hound of Konda"
    assert find(pose(goal, catalogue, PoolOptions(), size=3), catalogue).size == 3


@pytest.mark.parametrize(
    ("goal", "size"),
    [("the total power of my creatures is 6", 3), ("two creatures have the same name", 2),
     ("the total power of my creatures is 1", 0)],
)  # fmt: skip
def test_what_is_said_of_several_is_never_so_or_is(
    goal: str, size: int, catalogue: Catalogue
) -> None:
    """No statement that every object is so can be made of a sum."""
    options = PoolOptions(cards="Grizzly Bears; Bonesplitter")
    never = prove(Statement("never", goal), catalogue, options, 3)
    assert never.status == ("refuted" if size else "proved")
    assert prove(Statement("always", goal), catalogue, options, 3).status == "unknown"


def test_what_is_attached_is_in_no_expect() -> None:
    """`expect` has no word for it, and says nothing that is not the whole goal."""
    wanted = Goal((Demand(AnyObject(tree.HasType("Creature")), (tree.HasAttached(tree.AllOf()),)),))
    for each in boards(0):
        printed = printed_cards(each.board)
        asked = reached(wanted, each.answer, printed)
        assert asked is None or not expectations(wanted, each.answer, asked, printed)


def test_why_not_says_what_does_not_add_up(catalogue: Catalogue) -> None:
    bears = {"steps": [{"enter": "Grizzly Bears"}, {"enter": "Bonesplitter"}]}
    board = board_from_document(bears, catalogue)
    for text, missing in (
        (
            "the total power of my creatures is 4",
            "the total power of creatures that are under your control is other than 4",
        ),
        ("two permanents have the same name", "a group of 2 with the same name is not there"),
        ("at most one permanent is colorless or a Bear", "there is more than one permanent"),
    ):
        told = why_not(read_goal(text, catalogue), board, catalogue, changes=0)
        assert [each.missing.startswith(missing) for each in told.shortfalls] == [True]


def test_a_leveler_may_be_what_is_printed_so(catalogue: Catalogue) -> None:
    """711.1: "a card that isn't green" and "a leveler" may be one object, also of no other kind."""
    leveler, other = (catalogue.card(name) for name in ("Kabira Vindicator", "Grizzly Bears"))
    assert leveler is not None
    assert other is not None
    nongreen = Demand(
        Printed(tree.Not(tree.HasColor("G"))), (tree.StatIs("power", "=", tree.Num(3)),)
    )
    sizes = [
        find(
            Question(Goal((Demand(Leveler(), ()), each)), (leveler, other), size=2), catalogue
        ).size
        for each in (nongreen, msgspec.structs.replace(nongreen, another=True))
    ]
    assert sizes == [1, 2]
