"""`find --spells`: what resolves in the circuit of slots is what the referee says of every
board."""

import random
from collections import Counter
from typing import Any

import pytest

from striate.cards import tree
from striate.cards.tree import Card
from striate.encodings.algebra import FALSE
from striate.encodings.door import locked
from striate.queries.finding.casting import Casting
from striate.queries.goals.words import box
from striate.queries.proving.resolvedboards import compared
from striate.search import savings
from striate.search.goals import AnyObject, CardNamed, Claim, Demand, Goal
from striate.search.questions import Question
from striate.search.resolving import circuit, searching
from striate.search.resolving.happenings import happenings_of
from striate.search.resolving.searching import Resolving
from tests.findcards import creature, other

SPELLS = [
    other("Growth", "Instant", "Target creature gets +3/+3 until end of turn."),
    other("Toad Word", "Instant", "Until end of turn, target creature loses all abilities and "
          "becomes a blue Frog with base power and toughness 1/1."),
    other("March", "Sorcery", "Creatures you control get +1/+1 and gain flying until end of turn."),
    other("Theft", "Sorcery", "Gain control of target creature until end of turn. It gains haste "
          "until end of turn."),
    other("Waking", "Instant", "Until end of turn, target land becomes a 3/3 creature that's still "
          "a land."),
    other("Twist", "Instant", "Switch target creature's power and toughness until end of turn."),
    other("Crowd", "Instant", "Target creature gets +X/+X until end of turn, where X is the number "
          "of creatures you control."),
    other("Two Roads", "Instant", "Choose one —\n• Target creature gets +2/+0 until end of turn.\n"
          "• Target creature gains flying until end of turn."),
    other("Blessing", "Sorcery", "Put two +1/+1 counters on target creature."),
    other("Winging", "Instant", "Put a flying counter on target creature and untap it."),
    other("Red Word", "Instant", "Target creature becomes red until end of turn.",
          mana_cost="{R}", colors=["R"]),
]  # fmt: skip
ABLE = [
    creature("Breather", "1/2", "{R}: ~ gets +1/+0 until end of turn."),
    creature("Nurse", "0/2", "{T}: Target creature gets +0/+2 until end of turn."),
    creature("Taller", "1/1", "{1}: Another target creature you control gains flying until end of "
             "turn.\n{G}: Target creature loses flying until end of turn."),
    other("Awake", "Land", "{1}: ~ becomes a 2/2 Elf creature until end of turn. It's still a "
                           "land."),
]  # fmt: skip
LASTING = [
    creature("Cub", "2/2"),
    creature("Hidden", "1/2", "Shroud"),
    creature("Sly", "2/1", "Hexproof"),
    creature("Pale", "2/3", "Protection from red"),
    creature("Rising", "1/1", "Level up {1}\nLEVEL 1-2\n3/3\nLEVEL 3+\n4/4\nFlying",
             layout="leveler"),
    other("Meadow", "Land — Forest", "", mana_cost=""),
    other("Emptying", "Enchantment", "All creatures lose all abilities."),
    other("Levelling", "Enchantment", "All creatures have base power and toughness 1/2."),
    other("Dark Hymn", "Enchantment", "Blue creatures get +1/+1."),
    other("Chain", "Enchantment — Aura", "Enchant creature\nEnchanted creature gets -1/+3."),
]  # fmt: skip
EVERY = {card.name: card for card in (*SPELLS, *ABLE, *LASTING)}


def pool(rng: random.Random) -> list[Card]:
    resolving = [rng.choice(SPELLS), rng.choice((*SPELLS, *ABLE))]
    return list({card.name: card for card in (*resolving, *rng.sample(LASTING, 2))}.values())


def many(seed: int, pools: int, goals: int = 10) -> Counter[str]:
    rng = random.Random(seed)
    return sum((compared(pool(rng), rng, goals) for _ in range(pools)), Counter())


def smallest(name: str, *claims: Claim, among: str, size: int = 3) -> list[dict[str, Any]]:
    """The steps of a smallest board on which something resolves; none if there is none."""
    cards = tuple(EVERY[each] for each in among.split(", "))
    goal = Goal((Demand(CardNamed(name), claims),))
    search = Resolving(Question(goal, cards, size=size), lambda _: None)
    search.run(size)
    assert search.solutions or search.decided == size
    return search.solutions[0].document["steps"] if search.solutions else []


def test_what_is_found_is_what_the_referee_finds_on_every_board() -> None:
    counted = many(11, 5)
    assert not counted["differences"] and not counted["unknown"]
    assert counted["with something that resolves"] >= 8 and counted["none"] >= 6


def test_chosen_as_of_a_large_pool_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "ALL_AT_ONCE", 0)
    counted = many(2, 8)
    assert not counted["differences"]
    assert counted["with something that resolves"] >= 5 and counted["none"] >= 3


@pytest.mark.parametrize("name", ["cone", "classes"])
def test_without_a_saving_too(name: str) -> None:
    with savings.without(name):
        assert not many(3, 1)["differences"]


def test_a_spell_has_its_target_and_its_mode() -> None:
    assert smallest("Cub", box(5, 5), among="Cub, Growth") == [
        {"enter": "Cub"},
        {"resolve": "Growth", "targets": ["Cub"]},
    ]
    steps = smallest("Cub", tree.HasKeyword("flying"), among="Cub, Two Roads")
    assert steps[1] == {"resolve": "Two Roads", "targets": ["Cub"], "mode": 2}


@pytest.mark.parametrize(
    ("card", "goal", "open_"),
    [
        # No step tells the X with which it entered, and without counters it does not stay.
        (creature("Hydra", "0/0", "~ enters with X +1/+1 counters on it.", mana_cost="{X}"),
         Demand(CardNamed("Hydra"), (tree.HasKeyword("flying"),)), 2),
        (creature("Keeper", "1/1", "{1}: Target creature gains flying until end of turn. Activate "
                  "only if a creature died this turn."),
         Demand(CardNamed("Keeper"), (tree.HasKeyword("flying"), box(1, 1))), 2),
        (creature("Captor", "1/1", "{T}: Target creature gets +2/+2 for as long as ~ remains "
                  "tapped."),
         Demand(CardNamed("Captor"), (tree.IsTapped(),)), 2),
        (EVERY["Cub"], Demand(CardNamed("Cub"), (tree.HasKeyword("haste"),)), 0),
    ],
)  # fmt: skip
def test_a_board_is_ruled_out_in_every_way_that_it_leaves_open(
    card: Card, goal: Demand, open_: int
) -> None:
    spell = other("Lift", "Instant", "Target creature gains flying until end of turn.")
    cards = (card,) if card.name == "Keeper" else (card, spell)
    casting = Casting(Goal((goal,)), cards)
    casting.run(2)
    assert (casting.found, casting.complete, casting.open) == ([], not open_, open_)


def test_an_ability_needs_its_permanent() -> None:
    steps = smallest("Cub", box(2, 4), among="Cub, Nurse")
    assert {"ability": 1, "of": "Nurse", "targets": ["Cub"]} in steps and len(steps) == 3
    assert not smallest("Cub", box(2, 4), among="Cub, Nurse", size=2)


def test_another_target_is_not_itself() -> None:
    flies = tree.HasKeyword("flying")
    assert not smallest("Taller", flies, among="Taller", size=2)
    assert len(smallest("Taller", flies, among="Taller", size=3)) == 3


@pytest.mark.parametrize("kept", ["Hidden", "Pale"])
def test_what_can_be_no_target_is_none(kept: str) -> None:
    """702.18a, 702.16b."""
    assert not smallest(kept, tree.HasColor("R"), among=f"{kept}, Red Word")
    bare = smallest(kept, tree.HasColor("R"), among=f"{kept}, Red Word, Emptying")
    assert [*bare[-1]] == ["resolve", "targets"] and len(bare) == 3


def test_a_devoid_spell_is_no_red_one() -> None:
    """702.114a, 702.16b."""
    pale, red = EVERY["Pale"], ["R"]
    for text, found in (("", False), ("Devoid\n", True)):
        text += "Target creature gets +2/+0 until end of turn."
        word = other("Bare Word", "Instant", text, mana_cost="{R}", colors=red)
        goal = Goal((Demand(CardNamed("Pale"), (box(4, 3),)),))
        search = Resolving(Question(goal, (pale, word), size=2), lambda _: None)
        search.run(2)
        assert bool(search.solutions) is found


def test_hexproof_keeps_only_opponents_away() -> None:
    """702.11b."""
    theirs = smallest("Sly", tree.HasColor("R"), among="Sly, Red Word")
    assert theirs == [{"enter": "Sly"}, {"resolve": "Red Word", "targets": ["Sly"]}]
    goal = (tree.HasColor("R"), tree.ControlledBy("opponent"))
    stolen = smallest("Sly", *goal, among="Sly, Red Word", size=2)
    assert stolen[1]["controller"] == "opponent"


def test_a_set_is_locked_in() -> None:
    """611.2c: what enters afterwards isn't in it."""
    claims = (tree.HasType("Creature"), tree.ControlledBy("you"), box(3, 3))
    steps = smallest("Cub", *claims, among="Cub, March")
    assert steps == [{"enter": "Cub"}, {"resolve": "March"}]
    both = Goal((Demand(CardNamed("Cub"), (box(3, 3),)), Demand(CardNamed("Cub"), (box(2, 2),))))
    search = Resolving(Question(both, (EVERY["Cub"], EVERY["March"]), size=3), lambda _: None)
    search.run(3)
    assert search.solutions


def test_its_timestamp_is_when_it_resolves() -> None:
    """613.7: what sets power and toughness later wins, and what adds to them never waits."""
    small, frog = box(1, 2), tree.HasSubtype("Frog")
    steps = smallest("Cub", small, frog, among="Cub, Toad Word, Levelling")
    assert steps[-1] == {"enter": "Levelling"}
    steps = smallest("Cub", box(1, 1), among="Cub, Toad Word, Levelling", size=2)
    assert steps[-1]["resolve"] == "Toad Word"


def test_two_may_resolve() -> None:
    steps = smallest("Cub", box(8, 8), among="Cub, Growth")
    assert [each.get("resolve") for each in steps] == [None, "Growth", "Growth"]


@pytest.mark.parametrize(
    ("name", "spoiled", "goal", "among"),
    [
        ("can_target", lambda *_: FALSE, (box(5, 5),), "Cub, Growth"),
        ("_APART", 0, (box(1, 2), tree.HasSubtype("Frog")), "Cub, Toad Word, Levelling"),
        ("locked", lambda _, effect, *__: ({}, effect.changes), (box(3, 3),), "Cub, March"),
    ],
)
def test_a_mistake_is_seen(
    name: str, spoiled: Any, goal: tuple[Claim, ...], among: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert smallest("Cub", *goal, among=among)
    monkeypatch.setattr(circuit, name, spoiled)
    assert not smallest("Cub", *goal, among=among)


def test_a_number_is_locked_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """611.2d: what enters afterwards isn't counted; if it were, there would be no such board."""
    yours = tree.ControlledBy("you")
    demands = [Demand(CardNamed("Cub"), (box(size, size), yours)) for size in (3, 2)]

    def found() -> list[dict[str, Any]]:
        question = Question(Goal(tuple(demands)), (EVERY["Cub"], EVERY["Crowd"]), size=3)
        search = Resolving(question, lambda _: None)
        search.run(3)
        return [step for each in search.solutions for step in each.document["steps"]]

    assert found() == [
        {"enter": "Cub"},
        {"resolve": "Crowd", "targets": ["Cub"]},
        {"enter": "Cub"},
    ]
    monkeypatch.setattr(
        circuit, "locked", lambda moment, effect, *words: (
            locked(moment, effect, *words)[0], effect.changes
        )
    )  # fmt: skip
    assert not found()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Destroy target creature.", "moves objects to other zones"),
        ("Put a charge counter on target artifact.", "puts or moves counters"),
        ("Target creature gets +X/+0 until end of turn.", "asks for a fact, a number or a choice"),
        ("Two target creatures each get +1/+1 until end of turn.",
        "a target that is no single permanent"),
        ("~ deals 3 damage to target creature.", "deals damage"),
        ("Target creature gets +X/+0 until end of turn, where X is its power.",
         "numbers of the object itself"),
        ("Target creature becomes a copy of another target creature until end of turn.",
         "more than one target"),
    ],
)  # fmt: skip
def test_what_is_not_told_is_left_out_by_its_reason(text: str, reason: str) -> None:
    card = other("Some Word", "Instant", text)
    assert happenings_of(card) == ((), (reason,))
    cub = EVERY["Cub"]
    goal = Goal((Demand(CardNamed("Cub"), (box(9, 9),)),))
    search = Resolving(Question(goal, (cub, card), size=2), lambda _: None)
    search.run(2)
    assert search.left_out == {f"spells: {reason}": 1}


def test_what_changes_no_characteristic_is_passed_over() -> None:
    for text in ("Draw two cards.", "Target creature can't block this turn.", "You gain 3 life."):
        assert happenings_of(other("Some Word", "Instant", text)) == ((), ())


def test_tokens_that_are_not_there_as_something_resolves_are_said() -> None:
    barracks = other("Barracks", "Enchantment", "{2}: Create a 1/1 white Elf creature token.")
    cards = (barracks, EVERY["Growth"], EVERY["Cub"])
    elf = Goal((Demand(AnyObject(tree.HasSubtype("Elf")), (box(4, 4),)),))
    cub = Goal((Demand(CardNamed("Cub"), (box(4, 4),)),))
    told: list[bool] = []
    for goal in (elf, cub):
        search = Resolving(Question(goal, cards, size=3), lambda _: None)
        search.run(3)
        told.append("permanents: their tokens" in search.left_out)
    assert told == [True, False]


def test_what_offends_against_every_is_not_ruled_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "ALL_AT_ONCE", 0)
    flies = (tree.HasKeyword("flying"),)
    creatures = AnyObject(tree.HasType("Creature"))
    for every in (False, True):
        goal = Goal((Demand(creatures, (*flies, box(9, 9)), every=every),))
        cards = (EVERY["Cub"], EVERY["March"], EVERY["Growth"])
        search = Resolving(Question(goal, cards, size=2), lambda _: None)
        search.run(2)
        assert not search.solutions and search.decided == (1 if every else 2)
