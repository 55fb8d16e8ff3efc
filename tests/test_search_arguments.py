"""Each of these arguments of the search is spoiled, and a question that rests on it goes wrong.

`test_search_mutants` draws its questions; these are the arguments of which a drawn question seldom
tells.
"""

from dataclasses import dataclass
from typing import Any

import pytest

from striate.cards import tree
from striate.cards.tree import Card
from striate.queries.goals.words import box
from striate.search import (
    chosen,
    circuit,
    counting,
    graveyards,
    helping,
    poolclasses,
    running,
    searching,
    selection,
    severally,
    slots,
    table,
    tokenboards,
    wanting,
)
from striate.search.goals import AnyObject, CardNamed, Claim, Demand, Goal
from striate.search.questions import Question
from striate.search.searching import search
from striate.search.wanting import FEW
from striate.solver.deadline import OutOfTime
from striate.solver.terms import FALSE
from tests.findcards import CARDS, creature, other


@dataclass(frozen=True)
class Scene:
    """A question with the size of its smallest boards; 0: there is none."""

    size: int
    goal: Goal
    cards: tuple[Card, ...]
    more: tuple[tuple[str, Any], ...] = ()  # further fields of the question
    chosen: bool = False  # asked as of a large pool

    @property
    def question(self) -> Question:
        return Question(self.goal, self.cards, **{"size": max(self.size, 3), **dict(self.more)})


def named(name: str, *claims: Claim, count: int = 1) -> Demand:
    return Demand(CardNamed(name), claims, count)


def some(kind: tree.Filter, *claims: Claim) -> Demand:
    return Demand(AnyObject(kind), claims)


def goal(*demands: Demand) -> Goal:
    return Goal(demands)


CUB = creature("Plain Cub", "2/2")
GOLEM = creature("Big Golem", "5/5", kind="Artifact Creature — Golem")
WINGS = other("Wings", "Enchantment", "Creatures you control have flying.")
FLYING, ARTIFACT = tree.HasKeyword("flying"), tree.HasType("Artifact")
PACK = other("Pack", "Enchantment", "As ~ enters, choose a creature type.\nCreatures you control "
             "are the chosen type in addition to their other types.")  # fmt: skip
PRAISE = other("Praise", "Enchantment", "As ~ enters, choose a creature type.\nCreatures of the "
               "chosen type are artifacts in addition to their other types.")  # fmt: skip
ELDER = creature("Elder", "3/3", "Other creatures have flying as long as ~ is an artifact.",
                 kind="Elf")  # fmt: skip
SOARING = other("Soaring", "Enchantment", "Elves have flying.")
TAUNT = other("Taunt", "Enchantment", "Creatures your opponents control get -1/-1.")
SICKLY = creature("Sickly", "2/2", "~ enters with a -1/-1 counter on it.")
CRANE = creature("Crane Golem", "5/5", "Other creatures have flying.",
                 kind="Artifact Creature — Golem")  # fmt: skip
MENTOR = creature("Mentor", "2/2", "Other Bears you control get +1/+1.")
COLLAR = other("Collar", "Enchantment — Aura", "Enchant green creature\nEnchanted creature has "
               "flying.")  # fmt: skip
GRAY = creature("Gray Cub", "2/2", mana_cost="{2}")
GREENING = other("Greening", "Enchantment", "All creatures are green.")
LARGE = other("Large Collar", "Enchantment — Aura", "Enchant creature with power 4 or greater\n"
              "Enchanted creature has flying.")  # fmt: skip
VOID = creature("Void", "3/3", "~ enters with a -1/-1 counter on it.\nOther creatures lose all "
                "abilities.")  # fmt: skip
HIGH = other("High Collar", "Enchantment — Aura", "Enchant creature with flying\nEnchanted "
             "creature has menace.")  # fmt: skip
HYMN = other("Loud Hymn", "Enchantment", "Creatures you control get +2/+1.")
SMITH = other("Smith", "Enchantment", "{2}: Create a colorless Equipment artifact token named "
              'Sharp with "Equipped creature gets +5/+0." and equip {1}')  # fmt: skip
PAINTER = other("Painter", "Enchantment", "As ~ enters, choose a color.\nCreatures are the chosen "
                "color in addition to their other colors.")  # fmt: skip
EMPTYING = other("Emptying", "Enchantment", "All creatures lose all abilities.")
MEADOW = other("Open Meadow", "Land — Forest", "", mana_cost="")
HILL = other("Windy Hill", "Land", "Creatures you control have flying.", mana_cost="")
HARVEST = other(
    "Harvest", "Enchantment", "Creatures you control get +1/+1 for each land you control."
)
LEVELLING = other("Levelling", "Enchantment", "All creatures lose all abilities and have base "
                  "power and toughness 4/4.")  # fmt: skip
EQUALLY = other("Equally", "Enchantment", "All creatures have base power and toughness 4/4.")
SKY = creature("Sky Cub", "1/3", "Flying", kind="Bird")
WAKING = other("Waking", "Enchantment", "All lands are 2/2 creatures that are still lands.")
COUNTED = other("Counted", "Enchantment", "All creatures get +1/+0 for each enchantment on the "
                "battlefield.")  # fmt: skip
ROAR = other("Roar", "Enchantment", "All creatures get +1/+0.")
LOFT = other("Loft", "Enchantment", "Red artifact creatures have flying.")
RED = other("Red Sky", "Enchantment", "All creatures are red.")
IRON = other("Iron Age", "Enchantment", "All creatures are artifacts in addition to their other "
             "types.")  # fmt: skip
LONE = creature("Lone Cub", "1/1", type_line="Legendary Creature — Bear")
ROLL = other("Roll", "Legendary Enchantment", "Each creature has base power and toughness each "
             "equal to the number of enchantments on the battlefield.")  # fmt: skip
TALLY = other("Tally", "Legendary Enchantment", "Creatures you control get +1/+1 for each creature "
              "you control.")  # fmt: skip
GLIDER = creature("Glider", "2/2", "~ has flying as long as ~ is an artifact.")
RUST = other("Rust", "Enchantment", "Goblins are artifacts in addition to their other types.")
GOBLINS = other("Goblins", "Enchantment", "All creatures are Goblins in addition to their other "
                "creature types.")  # fmt: skip
KING = creature("Sole King", "2/2", type_line="Legendary Creature — Elf")
GALLERY = other(
    "Gallery", "Enchantment", 'The "legend rule" doesn\'t apply to permanents you control.'
)
MAKER = creature("Chief", "2/2", "{2}: Create a 1/1 white Soldier creature token.\n~ gets +1/+1 "
                 "for each token you control.")  # fmt: skip
NIGHT = other("Night", "Enchantment", "{2}: Create a 1/1 black Soldier creature token.")
VETERAN = creature("Veteran", "3/3", kind="Soldier")
GHOUL = creature("Ghoul", "1/1", "~'s power is equal to the number of creature cards in your "
                 "graveyard.")  # fmt: skip
WRAITH = creature("Wraith", "1/1", "~'s power is equal to the number of black creature cards in "
                  "your graveyard.")  # fmt: skip
FAR_NIGHT = other("Far Night", "Enchantment", "All creatures are black. The same is true for "
                  "creature spells you control and creature cards you own that aren't on the "
                  "battlefield.")  # fmt: skip

GROWER = creature("Grower", "1/1", "~ enters with two +1/+1 counters on it.")
RISING = next(card for card in CARDS if card.layout == "leveler")
RISEN = tree.HasCounter("level", ">=", 3)
# More cards than are told apart.
MANY = tuple(creature(f"Cub {n}", f"{n % 5 + 1}/{n // 5 + 6}", kind=("Cat", "Elf")[n % 2])
             for n in range(FEW + 1))  # fmt: skip
GROUNDED = creature("Grounded", "2/2", "Flying\nAll creatures lose flying.")

SCENES = {
    "the opponent's": Scene(1, goal(named("Plain Cub", tree.ControlledBy("opponent"))), (CUB,)),
    "across the table": Scene(2, goal(named("Plain Cub", box(1, 1))), (CUB, TAUNT)),
    "a chosen type": Scene(2, goal(named("Plain Cub", tree.HasSubtype("Goblin"))), (CUB, PACK)),
    "a type in a text": Scene(3, goal(named("Plain Cub", FLYING)), (CUB, PACK, SOARING)),
    "another's type": Scene(
        3, goal(named("Plain Cub", FLYING, tree.Not(ARTIFACT))), (CUB, ELDER, PRAISE)
    ),
    "counters in pairs": Scene(
        0,
        goal(named("Sickly", tree.HasCounter("+1/+1", ">=", 1), box(2, 2))),
        (SICKLY,),
        more=(("counters", ("+1/+1", "-1/-1")), ("size", 1)),
    ),
    "named and any": Scene(
        3,
        goal(named("Plain Cub", FLYING), some(ARTIFACT, box(5, 5))),
        (CUB, GOLEM, WINGS),
        chosen=True,
    ),
    "any helps the named": Scene(
        2,
        goal(named("Plain Cub", FLYING), some(ARTIFACT, box(5, 5))),
        (CUB, CRANE, WINGS),
        chosen=True,
    ),
    "any helps four": Scene(
        4,
        goal(named("Plain Cub", FLYING, count=3), some(ARTIFACT, box(5, 5))),
        (CUB, CRANE, WINGS),
        more=(("size", 4),),
        chosen=True,
    ),
    "any does it itself": Scene(
        2, goal(named("Waking"), some(tree.HasType("Land"), FLYING)), (HILL, WAKING), chosen=True
    ),
    "any of many": Scene(1, goal(some(ARTIFACT, box(5, 5))), (CUB, GOLEM, WINGS), chosen=True),
    "an Aura's host": Scene(
        3, goal(named("Gray Cub", FLYING)), (GRAY, COLLAR, GREENING)
    ),
    "an Aura's large host": Scene(
        3, goal(named("Plain Cub", FLYING)), (CUB, LARGE, HYMN)
    ),
    "a token's help": Scene(
        3, goal(named("Plain Cub", box(7, 2))), (CUB, SMITH, WINGS), chosen=True
    ),
    "its own tokens": Scene(2, goal(named("Chief", box(3, 3))), (MAKER, WINGS), chosen=True),
    "any with its tokens": Scene(
        2, goal(some(tree.HasType("Creature"), box(3, 3))), (MAKER, WINGS), chosen=True
    ),
    "a black Soldier": Scene(
        2,
        goal(some(tree.HasSubtype("Soldier"), tree.HasColor("B"))),
        (NIGHT, VETERAN, WINGS),
        chosen=True,
    ),
    "two chosen colours": Scene(
        3,
        goal(named("Plain Cub", tree.HasColor("R"), tree.HasColor("U"))),
        (CUB, PAINTER),
        chosen=True,
    ),
    "an Aura's flying host": Scene(
        3, goal(named("Plain Cub", tree.HasKeyword("menace"))), (CUB, WINGS, HIGH)
    ),
    "with its counters": Scene(
        1, goal(named("Sickly", box(1, 1))), (SICKLY, EMPTYING, WINGS), chosen=True
    ),
    "with its counters, as what takes them has": Scene(
        1, goal(some(tree.HasType("Creature"), box(1, 1))), (SICKLY, VOID)
    ),
    "its counters on what is set": Scene(
        2, goal(named("Sickly", box(3, 3))), (SICKLY, EQUALLY, WINGS), chosen=True
    ),
    "what is counted": Scene(
        3, goal(named("Plain Cub", box(3, 3))), (CUB, HARVEST, MEADOW), chosen=True
    ),
    "what is broken": Scene(
        3, goal(named("Sky Cub", FLYING, box(4, 4))), (SKY, LEVELLING, WINGS), chosen=True
    ),
    "what is needed first": Scene(
        3, goal(named("Open Meadow", FLYING)), (MEADOW, WAKING, WINGS), chosen=True
    ),
    "a chain of three": Scene(
        4, goal(named("Plain Cub", FLYING)), (CUB, LOFT, RED, IRON), chosen=True
    ),
    # Two might do, for all that is told of what is counted.
    "three by what they count": Scene(
        4, goal(named("Plain Cub", box(7, 2))), (CUB, ROAR, COUNTED), chosen=True
    ),
    "what it undoes itself": Scene(
        3, goal(named("Grounded", FLYING, tree.HasColor("R"))), (GROUNDED, RED, WINGS), chosen=True
    ),
    "a size only together": Scene(
        3, goal(named("Lone Cub", box(3, 3))), (LONE, ROLL, TALLY), chosen=True
    ),
    # One makes the card's own effect act, once the other makes it a Goblin.
    "what it needs, by two others": Scene(
        3, goal(named("Glider", FLYING)), (GLIDER, RUST, GOBLINS), chosen=True
    ),
    "two legends": Scene(
        3,
        goal(named("Sole King", tree.ControlledBy("you"), count=2)),
        (KING, GALLERY, WINGS),
        chosen=True,
    ),
    "two of one name": Scene(
        2,
        Goal((Demand(AnyObject(tree.HasType("Creature")), (tree.Named("Plain Cub"),), 2),)),
        (CUB, NIGHT, WINGS),
        chosen=True,
    ),
    "two without their levels": Scene(
        3,
        Goal((Demand(AnyObject(tree.HasType("Creature")), (RISEN, box(1, 1)), 2),)),
        (RISING, EMPTYING, *MANY),
        chosen=True,
    ),
    "two without their counters": Scene(
        3,
        Goal((Demand(AnyObject(tree.HasType("Creature")), (box(1, 1),), 2),)),
        (GROWER, EMPTYING, *MANY),
        chosen=True,
    ),
    "of graveyards": Scene(
        1, goal(named("Ghoul", box(2, 1))), (GHOUL,), more=(("graveyard", (CUB,)),)
    ),
    "from afar": Scene(
        2,
        goal(named("Wraith", box(2, 1))),
        (WRAITH, FAR_NIGHT),
        more=(("graveyard", (CUB,)),),
    ),
}  # fmt: skip

_PART = slots.Part
NINE = [goal(named("Plain Cub", box(9, 9)))]
FAULTS: list[tuple[str, object, str, Any]] = [
    ("a chosen type", poolclasses, "creature_words", lambda *given: ["Wall"]),
    ("a type in a text", chosen, "_named", lambda card: set()),
    ("another's type", chosen, "subtypes_on", lambda cards: set()),
    ("counters in pairs", slots, "paired_off", lambda algebra, counters: list(counters)),
    ("named and any", searching, "beside_one", lambda *given: iter(())),
    ("named and any", searching, "parts_alone",
     lambda question: iter(NINE if len(question.goal.demands) > 1 else ())),
    ("any helps the named", searching, "nothing_beside", lambda *given: ()),
    ("any of many", searching._Stages, "at_once", lambda stages: True),
    ("any of many", searching._Stages, "nothing_else", lambda stages, size: None),
    ("an Aura's host", circuit, "_fitting", lambda *given: [FALSE]),
    ("an Aura's large host", table, "touch", lambda *given: False),
    ("an Aura's flying host", table, "touch", lambda *given: False),
    ("a token's help", tokenboards, "_helping", lambda *given: []),
    ("its own tokens", searching, "decisive", lambda *given: []),
    ("any with its tokens", tokenboards, "_counting", lambda *given: []),
    ("a black Soldier", tokenboards, "_makers_of", lambda *given, **more: []),
    ("two chosen colours", selection.Selector, "partners", lambda *given: (0, False)),
    ("what it needs, by two others", selection.Selector, "influencing", lambda *given: 0),
    ("with its counters", helping, "_counters_bear_on", lambda *given: False),
    ("what is counted", selection.Selector, "counts", lambda *given: False),
    ("what is broken", selection.Selector, "broken", lambda *given: []),
    ("what it undoes itself", helping, "could_break", lambda *given: False),
    ("what is needed first", counting.Counting, "ways", lambda *given: iter(())),
    ("a chain of three", selection.Selector, "taking_part", lambda *given: 0),
    ("three by what they count", selection.Selector, "groups", lambda *given: 0),
    ("two legends", selection.Selector, "waivers", property(lambda self: ())),
    ("two legends", circuit, "_after_a_waiver", lambda *given: [FALSE]),
    ("any helps the named", severally, "_is_made", lambda *board: False),
    ("any helps the named", severally, "_best", lambda sorts: []),
    ("any helps the named", wanting, "reaching_of", lambda option: iter(())),
    ("any helps four", severally, "_all_of", lambda sorts: [wanting.Sort(0, 0)]),
    ("any does it itself", helping, "effects_of", lambda option: []),
    ("two without their levels", selection.Selector, "reverts", lambda *given: False),
    ("two without their counters", helping, "_counters_bear_on", lambda *given: False),
    ("of graveyards", poolclasses, "graves_of", lambda *given: graveyards.Graves()),
    ("with its counters, as what takes them has", slots, "Part",
     lambda chooser, kinds: _PART(chooser, 0)),
    ("from afar", poolclasses, "read_graveyards", lambda statics: False),
]  # fmt: skip


def told(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> tuple[str, int]:
    if scene.chosen:
        monkeypatch.setattr(searching, "ALL_AT_ONCE", 0)
    found = search(scene.question)
    return found.status, found.size if found.solutions else 0


@pytest.mark.parametrize("name", SCENES)
def test_each_question_is_answered(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    size = SCENES[name].size
    assert told(SCENES[name], monkeypatch) == ("found" if size else "none", size)


@pytest.mark.parametrize(
    ("name", "where", "what", "fault"), FAULTS, ids=[f"{each[0]}: {each[2]}" for each in FAULTS]
)
def test_without_the_argument_it_goes_wrong(
    name: str, where: object, what: str, fault: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = told(SCENES[name], monkeypatch)
    monkeypatch.setattr(where, what, fault)
    assert told(SCENES[name], monkeypatch) != right


def test_a_larger_board_is_shown_where_time_ends_before_smaller_ones_are_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene = Scene(2, goal(some(tree.HasType("Creature"), FLYING)), (GLIDER, IRON), chosen=True)
    monkeypatch.setattr(searching, "TOO_MANY", 0)
    monkeypatch.setattr(searching._Stages, "known", scene.cards)
    look = running.Run.look

    def looked(run: running.Run, size: int) -> None:
        if size == 1 and not run.part:
            raise OutOfTime
        look(run, size)

    monkeypatch.setattr(running.Run, "look", looked)
    monkeypatch.setattr(searching, "ALL_AT_ONCE", 0)
    found = search(scene.question)
    assert (found.status, found.size, found.smallest) == ("found", 2, False)
    assert found.searched["undecided"] == 1
    monkeypatch.setattr(searching._Stages, "look_ahead", lambda stages, size: None)
    assert search(scene.question).status == "unknown"


def test_of_many_cards_those_that_lack_nothing_are_looked_at_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    great = creature("Great Cub", "7/7", "Flying\nOther creatures have flying.")
    pool = (*(creature(f"Cub {each}", "2/2") for each in range(301)), great)
    demand = Demand(AnyObject(tree.HasType("Creature")), (FLYING,), 2)
    scene = Scene(2, goal(demand), pool, chosen=True)
    assert told(scene, monkeypatch) == ("found", 2)
    monkeypatch.setattr(searching._Stages, "look", lambda *given, **more: True)
    assert told(scene, monkeypatch) == ("found", 2)


def test_of_copies_in_a_large_pool_none_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    mirror = other("Mirror", "Creature — Shapeshifter", "You may have ~ enter as a copy of any "
                   "creature on the battlefield.")  # fmt: skip
    asked = goal(named("Mirror", tree.HasSubtype("Bird")))
    scene = Scene(2, asked, (mirror, SKY, IRON), chosen=True)
    assert search(scene.question).status == "found"
    assert told(scene, monkeypatch) == ("unknown", 0)
    assert "copy" in search(scene.question).why


LORD = creature("Lord", "2/2", "Other creatures get +1/+1.", kind="Elf")
MASK = other("Mask", "Artifact Creature — Shapeshifter", "You may have ~ enter as a copy of any "
             "creature on the battlefield, except it's an artifact in addition to its other "
             "types.")  # fmt: skip


@pytest.mark.parametrize(
    ("asked", "cards", "right", "large"),
    [
        (
            goal(named("Plain Cub", box(4, 4)), some(ARTIFACT, tree.HasSubtype("Elf"))),
            (CUB, LORD, MASK),
            3,
            ("unknown", False),
        ),
        (
            goal(named("Plain Cub", box(4, 4)), some(ARTIFACT)),
            (CUB, LORD, MASK, GOLEM),
            3,
            ("found", False),
        ),
        (
            goal(named("Lord"), some(ARTIFACT, tree.HasSubtype("Elf"))),
            (LORD, IRON, MASK),
            2,
            ("found", True),
        ),
    ],
)
def test_of_copies_beside_other_objects_no_smaller_board_is_ruled_out(
    asked: Goal, cards: tuple[Card, ...], right: int, large: tuple[str, bool],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    question = Scene(4, asked, cards).question
    found = search(question)
    assert (found.status, found.size, found.smallest) == ("found", right, True)
    monkeypatch.setattr(searching, "ALL_AT_ONCE", 0)
    found = search(question)
    assert (found.status, found.smallest) == large
