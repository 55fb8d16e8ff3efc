"""`quick/arrivals.py`: what one permanent more leaves as it was need not be looked at again."""

import random
from typing import Any

import pytest

from striate.boards.errors import NotPlayable
from striate.boards.timeline import Board
from striate.boards.untold import Path
from striate.cards import tree
from striate.quick import arrivals, places, statebased
from striate.quick.savings import QUICK
from striate.referee.judge import judge
from striate.timeline import play as play_of_timeline
from striate.timeline.context import Context
from striate.timeline.play import Savings
from tests.helpers import board, creature, effect, other

# A creature that can die by what is written; then something by which it may.
NEAR_DEATH = [
    creature("Rat", "1/1", type_line="Creature — Rat"),
    creature("Bear", "2/2", type_line="Creature — Bear"),
    creature("Smith", "1/1", "Smith gets +1/+1 for each artifact you control."),
    creature("Half", "1/1", "Half gets +X/+X, where X is half the number of artifacts you control, "
                            "rounded up."),
    creature("Loner", "1/1", "As long as you control no artifacts, Loner gets +2/+2."),
    creature("Herd", "*/*", "Herd's power and toughness are each equal to the number of creatures "
                            "you control."),
    creature("Crowd", "3/5", "Crowd gets -1/-1 for each other creature on the battlefield."),
]  # fmt: skip
TAKING = [
    other("Gloom", "Enchantment", "Creatures get -1/-1."),
    other("Scorn", "Enchantment", "Creatures with power 3 or greater get -0/-2."),
    other("Hunt", "Enchantment", "Bears get -0/-9."),
    other("Stain", "Enchantment", "Black creatures get -1/-2."),
]
COMING = [
    creature("Ox", "2/6", type_line="Creature — Ox", colors=["B"]),
    creature("Chief", "2/6", "Other creatures get +1/+1."),
    creature("Captain", "2/6", "Other creatures get +1/+0."),
    creature("Sulker", "3/6", "Other creatures get +1/+1.\nAs long as an opponent controls an "
                              "artifact, Sulker loses all abilities."),
    creature("Bully", "2/6", "Creatures with power less than Bully's power get -0/-2."),
    other("Weakness", "Enchantment", "Creatures get -3/-0."),
    creature("Shepherd", "2/6", "Other creatures have protection from white."),
    creature("Guard", "2/6", "As long as you control no artifacts, Guard has indestructible."),
    creature("Guide", "2/6", "As long as Guide is a creature, other creatures get +1/+1."),
    creature("Star", "2/6", "As long as Star isn't enchanted, other creatures get +1/+1."),
    creature("Breeder", "2/6", 'Creatures you control have "Other creatures get +0/+1."'),
    creature("Changer", "2/6", "As long as you control a Bear, Changer is an artifact in addition "
                               "to its other types."),
    creature("Heir", "2/6", "As long as you have the city's blessing, other creatures get +1/+1."),
    creature("Racer", "2/6", "As long as you have max speed, other creatures get +0/+1."),
    creature("Host", "2/6", "As long as an artifact entered under your control this turn, other "
                            "creatures get +1/+1."),
    creature("Miser", "2/6", "As long as an artifact entered under your control this turn, other "
                             "creatures get -1/-1."),
    creature("Idler", "2/6", "As long as you haven't cast a spell this turn, other creatures get "
                             "+1/+1."),
    creature("Novice", "2/6", "As long as it hasn't dealt damage yet, other creatures get "
                              "+1/+1."),
    creature("Mate", "2/6", "Soulbond\nAs long as Mate is paired with another creature, each of "
                            "those creatures gets +1/+1."),
    creature("Ghoul", "2/6", "Other creatures get -1/-1 for each creature card in your graveyard."),
    other("Ambush", "Enchantment", "Attacking creatures get -1/-1."),
    other("Ban", "Enchantment", "Creatures can't be enchanted."),
    other("Paint", "Enchantment", "Artifacts are black."),
    other("Hush", "Enchantment", "Artifact creatures lose all abilities."),
    other("Idol", "Artifact"),
    other("Ship", "Artifact", "As long as you control three or more creatures, Ship is a creature "
                              "in addition to its other types."),
    creature("Boat", "2/2", "As long as you control three or more creatures, Boat is a creature in "
                            "addition to its other types.", type_line="Artifact — Vehicle"),
    creature("Priest", "2/6", "As long as you control three or more creatures, Priest is a "
                              "planeswalker in addition to its other types."),
    creature("Patron", "2/6", "As long as you control no artifacts, other creatures get +1/+1."),
    creature("Herald", "2/6", "As long as you control no artifacts, other creatures get +1/+0."),
    creature("Wall", "0/4"),
    other("Charm", "Enchantment — Aura", "Enchant creature with power 2 or less\nEnchanted "
                                         "creature gets +0/+1."),
    creature("Regent", "2/6", 2 * "As long as you control no artifacts, other creatures get "
                                  "+1/+1.\n"),
    creature("Trainer", "2/6", "Other creatures have flying."),
    other("Net", "Enchantment", "Creatures with flying get -2/-2."),
    other("Wings", "Enchantment — Aura", "Enchant creature\nEnchanted creature has flying."),
    creature("Pupil", "2/2", "As long as Pupil is enchanted by exactly one Aura, it gets +2/+2."),
    creature("Tutor", "2/6", "As long as you control no artifacts, other creatures you control get "
                             "+1/+1."),
    creature("Sworn", "3/6", "As long as you control three or more creatures, other creatures "
                             "get -2/-2."),
    other("Statue", "Enchantment", "As long as you control a black artifact, Statue is a creature "
                                   "in addition to its other types."),
    other("Coal", "Artifact", colors=["B"]),
    other("Call", "Enchantment", "As long as you control three or more creatures, each artifact is "
                                 "a creature in addition to its other types."),
    other("Spark", "Enchantment — Aura", "Enchant artifact\nEnchanted artifact is a creature in "
                                         "addition to its other types."),
    other("Web", "Enchantment — Aura", "Enchant creature\nEnchanted creature gets +1/+1.",
          colors=["W"]),
    other("Peace", "Enchantment — Aura", "Enchant creature\nEnchanted creature isn't a creature."),
    other("Blade", "Artifact — Equipment", "Equipped creature gets +2/+1.\nEquip {1}"),
]  # fmt: skip
CARDS = [*NEAR_DEATH, *TAKING, *COMING]
TYPES = {card["name"]: card["type_line"] for card in CARDS}


HANDLES = tuple(f"t{number}" for number in range(9))
RESOLVED = {
    "damage": "This spell deals 6 damage to target creature.",
    "wake": "Each artifact becomes a creature in addition to its other types until end of turn.",
    "switch": "Switch the power and toughness of each creature until end of turn.",
}


def entering(*names: str) -> Board:
    """Each enters by itself, as a handle of its own; "Web on 3" on the fourth, "their Idol", a
    token that copies "t1"; damage and a switch do not enter."""
    steps: list[dict[str, Any]] = []
    for number, words in enumerate(names):
        name, _, host = words.removeprefix("their ").partition(" on ")
        if name in RESOLVED:
            steps.append(effect(RESOLVED[name], *([f"t{host}"] if host else [])))
            continue
        kind = "token_copy_of" if name in HANDLES else "enter"
        step: dict[str, Any] = {kind: name, "as": f"t{number}"}
        if words.startswith("their "):
            step["controller"] = "opponent"
        steps.append(step | ({"attached_to": f"t{host}"} if host else {}))
    return board(CARDS, *steps)


def arriving(seed: int) -> Board:
    """Something takes, some are near death; then others come, one by one."""
    chance = random.Random(seed)
    pool = [*chance.sample(COMING, 3), *chance.sample(NEAR_DEATH, 2)]
    drawn = [chance.choice(TAKING), *(chance.choice(NEAR_DEATH + pool) for _ in range(2))]
    drawn += [chance.choice(pool) for _ in range(chance.randint(2, 5))]
    creatures: list[str] = []
    steps: list[dict[str, Any]] = []
    for number, card in enumerate(drawn):
        types, handle = card["type_line"], f"t{number}"
        step = {"enter": card["name"], "as": handle, "controller": chance.choice(SEATS)}
        if "Aura" in types or ("Equipment" in types and chance.random() < 0.7):
            if not creatures:
                continue
            step["attached_to"] = chance.choice(creatures)
        if "Creature" in types:
            creatures.append(handle)
        steps.append(step)
        if chance.random() < 0.05:
            steps.append(effect("All creatures get +0/+1 until end of turn."))
        if chance.random() < 0.1:
            steps.append(chance.choice([{"blessing": "you"}, {"speed": 4}, {"end_turn": True}]))
    return board(CARDS, *steps)


SEATS = ("you", "you", "opponent")


def told(drawn: Board, savings: Savings | None, seed: int = 0) -> tuple[object, ...]:
    """What is not told is mostly not so, or mostly so, or is not asked at all."""
    path = Path(opens=seed % 3 > 0, steps=drawn.steps, otherwise=seed % 3 > 1)
    try:
        answer = judge(drawn, path=path, savings=savings)
    except NotPlayable as error:
        return (str(error),)
    return answer.objects, answer.gone, answer.not_modelled, answer.facts


def test_what_comes_is_looked_at_as_everything_would_be() -> None:
    boards = [(arriving(seed), seed) for seed in range(150)]
    plain = [told(drawn, None, seed) for drawn, seed in boards]
    assert [told(drawn, QUICK, seed) for drawn, seed in boards] == plain
    assert sum(len(each) > 1 and bool(each[1]) for each in plain) > 20  # some creatures die


def yes(*given: object) -> bool:
    return True


def no(*given: object) -> bool:
    return False


def nothing(*given: object) -> None:
    return None


def nothings(*given: object) -> tuple[()]:
    return ()


def as_it_is(words: object) -> tuple[Any, ...]:
    return tuple(arrivals._walk(words, given=False))


def barely(*given: object) -> tuple[frozenset[tuple[str, str]], float]:
    return frozenset(), 0


def for_the_other(look: object, handle: str) -> Context:
    return Context(source=handle, controller="opponent")


OPEN = 1
LOSING = ("Idol", "Gloom", "Smith", "Ox", "Gloom")
COUNTING = ("Gloom", "Crowd", *4 * ("Ox",))
BULLYING = ("Bully", "Bear", "Ox", "Blade on 0")
PUPIL = ("Gloom", "Pupil", "Wings on 1", "Gloom", "Gloom", "Wings on 1")
SULKING = ("Gloom", "Sulker", "Rat", "Ox", "their Idol")


@pytest.mark.parametrize(
    "where, name, wrong, names",
    [
        (arrivals, "_stands_still", yes, COUNTING),
        (arrivals, "_grows", yes, COUNTING),
        (arrivals, "_rises", yes, COUNTING),
        (arrivals, "_is_told", yes, COUNTING),
        (arrivals, "_only_begins", yes, ("Gloom", "Loner", "Ox", "Idol")),
        (arrivals, "happened_for_good", yes, ("Gloom", "Novice", "Rat", "Ox", "t3")),
        (arrivals, "_only_gains", yes, LOSING),
        (arrivals, "_is_no_loss", yes, LOSING),
        (arrivals, "_is_no_loss", yes, ("Ox", "Bear", "switch", "Weakness")),
        (arrivals.Settled, "_is_read", no, ("Scorn", "Bear", "Ox", "Captain")),
        (arrivals.Settled, "_speaks_of_others", no, SULKING),
        (arrivals, "_ends_effects", no, SULKING),
        (arrivals, "_PLAIN", (*arrivals._PLAIN, *arrivals._STILL), BULLYING),
        (arrivals, "_PARTING", frozenset(), ("Idol", "Gloom", "Smith", "Web on 2", "Shepherd")),
        (arrivals, "_PARTING", frozenset(), ("Idol", "Gloom", "Smith", "Web on 2", "Ban")),
        (arrivals, "_LOOKED_AT", frozenset({("type", "*")}), ("Guard", "damage on 0", "Idol")),
        (arrivals, "_most_taken", lambda change: 0, ("Gloom", "Patron", "Rat", "Idol")),
        (arrivals.Settled, "may_be_too_small", no, ("Gloom", "Patron", "Rat", "Idol")),
        (arrivals.Settled, "_reached_by", nothings, ("Net", "Bear", "Trainer")),
        (arrivals.Settled, "_reached_by", nothings, BULLYING),
        (arrivals.Settled, "_altered_by", barely, ("Net", "Bear", "Wings on 1")),
        (arrivals, "_speaking", for_the_other, ("Gloom", "Tutor", "Rat", "Idol")),
        (arrivals, "_is_of_attached", no, PUPIL),
        (arrivals.Settled, "_reached_by", nothings, ("Gloom", "Ox", "Charm on 1", "Blade on 1")),
        (arrivals, "_of_words", as_it_is, ("Gloom", "Gloom", "Regent", "Bear", "Idol")),
        (arrivals, "_multiplies", no, ("Herald", "Wall", "switch", "Idol")),
        (arrivals, "_only_ends", yes, ("Gloom", "Sworn", "Bear", "Ox")),
        (arrivals, "_layer_of_read", lambda kind: 0, ("Paint", "Idol", "Statue", "Coal")),
        (statebased, "BESIDE_SIZE", frozenset(), ("Priest", "Ox", "Ox")),
        (statebased, "_may_lack_toughness", no, ("Ship", "Ox", "Ox", "Ox")),
        (statebased, "_given_by", lambda *_: (), ("Idol", "wake")),
        (statebased, "_brings_more", no, ("Priest", "Ox", "Ox")),
        (statebased, "_GIVES", places.Question(nothing), ("Call", "Idol", "Ox", "Ox", "Ox")),
        (places, "_PLACES", {tree.This(): "host"}, ("Ship", "Ox", "Ox", "Ox")),
        (arrivals, "_is_of_attached", no, ("Gloom", "Star", "Rat", "Ox", "Web on 1")),
    ],
)  # fmt: skip
def test_a_wrong_idea_of_what_an_arrival_changes_is_caught(
    where: Any, name: str, wrong: Any, names: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """704.5f, i: each of these boards has something that goes as the last step is done."""
    drawn = entering(*names)
    right = told(drawn, None, OPEN)
    assert told(drawn, QUICK, OPEN) == right and right[1]
    monkeypatch.setattr(where, name, wrong)
    monkeypatch.setattr(play_of_timeline, "_ANSWERS", {})
    assert told(drawn, QUICK, OPEN) != right


def test_a_harmless_arrival_is_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[bool] = []
    left = statebased._has_left_all

    def watched(*given: Any) -> bool:
        looks.append(left(*given))
        return looks[-1]

    monkeypatch.setattr(statebased, "_has_left_all", watched)
    told(entering("Idol", "Gloom", "Smith", "Half", "Herd", "Ox", "Chief", "Ox", "Idol"), QUICK)
    assert looks == [*5 * [False], *4 * [True]]
