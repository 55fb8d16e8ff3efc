"""What makes a search smaller, and loses no board: switched off or spoiled, it is noticed, too.

No answer tells of it, so what is looked at is measured: the cards that are chosen, their options
and classes, the nodes of the circuits. That a saving loses a board when it is wrong, the truth
tables and `test_search_mutants` show.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Literal

import pytest
from msgspec.structs import replace

from striate.cards import tree
from striate.cards.tree import Card
from striate.search import circuit, ordering, running, savings, searching, selection
from striate.search.circuit import Built
from striate.search.goals import AnyObject, CardNamed, Claim, Demand, Goal
from striate.search.makers import Making
from striate.search.ordering import apart, kinds_of
from striate.search.questions import Question
from striate.search.searching import search
from striate.search.wanting import Wanting
from striate.solver.backend import Verdict
from striate.solver.session import Session
from tests.findcards import CARDS, creature, other
from tests.test_search_arguments import FAR_NIGHT, SCENES
from tests.test_search_mutants import question as drawn

_MOST = 20
SHELF = {card.name: card for card in CARDS}
CUB, RISING = SHELF["Plain Cub"], SHELF["Rising Cub"]
CHIEF, EMPTYING, HYMN = SHELF["Tide Chief"], SHELF["Emptying"], SHELF["Loud Hymn"]
NIGHT, DUSK = (other(name, "Enchantment", "All creatures are black.") for name in ("Night", "Dusk"))
MORPHS = [creature("Hidden", "4/4", "Flying\nMorph {2}"),
          creature("Masked", "4/4", "Trample\nMorph {2}")]  # fmt: skip
TIDES = other("Tides", "Enchantment", "All creatures are Merfolk in addition to their other types.")
COLLAR = other("Collar", "Enchantment — Aura", "Enchant green creature\nEnchanted creature has "
               "menace.")  # fmt: skip
GRAY = creature("Gray Cub", "2/2", mana_cost="{2}")
GREENING = other("Greening", "Enchantment", "All creatures are green.")


def stat(name: Literal["power", "toughness"], number: int) -> Claim:
    return tree.StatIs(name, "=", tree.Num(number))


def of(name: str, cards: list[Card], *claims: Claim, size: int = 3) -> Question:
    demand = Demand(CardNamed(name), claims)
    return Question(Goal((demand,)), tuple(cards), size=size)


def of_any(kind: tree.Filter, cards: list[Card], *claims: Claim) -> Question:
    return Question(Goal((Demand(AnyObject(kind), claims),)), tuple(cards), size=3)


BLACK, FLYING, MENACE = tree.HasColor("B"), tree.HasKeyword("flying"), tree.HasKeyword("menace")
CREATURE = tree.HasType("Creature")
WINGS = SHELF["Wide Wings"]
NAMED_AND_ANY = SCENES["named and any"].question
SAVED = {
    "cone": SCENES["a type in a text"].question,
    "classes": of("Plain Cub", [CUB, NIGHT, DUSK, WINGS], BLACK, FLYING),
    "symmetry": of("Plain Cub", [CUB, NIGHT, WINGS], BLACK, FLYING),
    "selection": Question(Goal((Demand(CardNamed("Plain Cub"), (BLACK,)),
                                Demand(CardNamed("Wide Wings"), ()))),
                          (CUB, NIGHT, WINGS, HYMN), size=3),
    "parts": replace(NAMED_AND_ANY, cards=(*NAMED_AND_ANY.cards, HYMN)),
    # Cards may lie in graveyards, where nothing looks at them.
    "elsewhere": replace(of("Plain Cub", [CUB, FAR_NIGHT, NIGHT, WINGS], BLACK, FLYING),
                         graveyard=(CUB,)),
    "face down": of_any(CREATURE, [*MORPHS, HYMN], stat("power", 4), tree.HasNoAbilities()),
    "counting": replace(of("Plain Cub", [CUB, NIGHT, WINGS], BLACK, FLYING, size=2), exact=True),
    "limits": drawn(72),
}  # fmt: skip


@dataclass
class Looked:
    """What searches looked at."""

    cards: int = 0
    options: int = 0
    classes: int = 0
    nodes: int = 0
    boards: int = 0  # of each circuit up to so many, by their classes
    told: list[tuple[str, int]] = field(default_factory=list)

    @property
    def sizes(self) -> tuple[int, ...]:
        return self.cards, self.options, self.classes, self.nodes, self.boards


def boards_of(built: Built) -> int:
    """How many boards the circuit has that differ in a slot's class, up to so many."""
    found = 0
    with Session(built.search.algebra.graph) as session:
        session.assert_(*built.constraints)
        while found < _MOST and session.check() is Verdict.SAT:
            found += 1
            session.assert_any(apart(built, kinds_of(built, session)))
    return found


@pytest.fixture
def look(monkeypatch: pytest.MonkeyPatch) -> Callable[[Question], Looked]:
    """Searches as of a large pool, and tells what was looked at."""
    monkeypatch.setattr(searching, "ALL_AT_ONCE", 0)
    built = circuit.build

    def looked(question: Question) -> Looked:
        found = Looked()

        def build(question: Question, pool: Any, size: int) -> Any:
            made = built(question, pool, size)
            found.options += sum(map(len, pool.members))
            found.classes += len(pool.kinds)
            if made is not None:
                found.nodes += len(made.search.algebra.graph)
                found.boards += boards_of(made)
            return made

        with monkeypatch.context() as patch:
            patch.setattr(running, "build", build)
            result = search(question)
        found.told = [(result.status, result.size)]
        for each in selection.selectors(question):
            found.cards += sum(len(each.select(others).helping) for others in (1, 2))
        return found

    return looked


@pytest.mark.parametrize("name", savings.SAVINGS)
def test_without_a_saving_more_is_looked_at(name: str, look: Callable[[Question], Looked]) -> None:
    question = SAVED[name]
    assert question is not None
    with_it = look(question)
    with savings.without(name):
        without = look(question)
    assert with_it.told == without.told
    pairs = list(zip(with_it.sizes, without.sizes, strict=True))
    # What rules a part out first asks more circuits, of fewer classes.
    assert any(less < more for less, more in pairs), pairs


NOTHING_NEEDED: Callable[..., Any] = lambda *_: frozenset()
NO: Callable[..., bool] = lambda *_: False
SPOILED: dict[str, tuple[object, str, Any, Question]] = {
    "what another makes true first": (
        Making, "needed", NOTHING_NEEDED,
        of("Gray Cub", [GRAY, COLLAR, GREENING, NIGHT], MENACE)),
    "which one object a card can be": (
        Wanting, "is_only", NO, of("Tide Chief", [CHIEF, HYMN, TIDES], stat("power", 3))),
    "what a leveler is without its levels": (
        Wanting, "reverts", NO, of("Rising Cub", [RISING, EMPTYING, WINGS, HYMN],
                                   stat("power", 1), FLYING)),
}  # fmt: skip


@pytest.mark.parametrize("name", SPOILED)
def test_a_spoiled_choice_of_cards_is_noticed(
    name: str, look: Callable[[Question], Looked], monkeypatch: pytest.MonkeyPatch
) -> None:
    where, what, spoiled, question = SPOILED[name]
    right = look(question)
    assert right.told[0][0] == "found"
    monkeypatch.setattr(where, what, spoiled)
    assert look(question).sizes != right.sizes


def test_the_circuit_tells_by_itself_what_may_enter(
    look: Callable[[Question], Looked], monkeypatch: pytest.MonkeyPatch
) -> None:
    """303.4f: what it let through the replay would refuse; here it lets everything pass."""
    dye = other("Dye", "Enchantment — Aura", "Enchant creature with power 4 or greater\n"
                "Enchanted creature gets +2/+0 and has menace.")  # fmt: skip
    question = of("Gray Cub", [GRAY, dye], MENACE)
    monkeypatch.setattr(running, "is_stable", lambda *_: True)
    assert look(question).told[0][0] == "none"
    monkeypatch.setattr(circuit, "legal_entries", lambda *_: [])
    assert look(question).told[0][0] == "found"


def test_the_clock_does_not_decide_which_board_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards are compared for so much work, on a slow machine as on a fast one."""
    monkeypatch.setattr(searching, "MANY", 0)
    question = drawn(10_119)
    assert question is not None
    shown = search(question).solutions[0].document
    with monkeypatch.context() as patch:
        clock = count(0.0, 60.0)
        patch.setattr("time.monotonic", lambda: next(clock))
        for module in ("session", "deadline"):
            patch.setattr(f"striate.solver.{module}.monotonic", lambda: next(clock))
        assert search(question).solutions[0].document == shown
    monkeypatch.setattr(ordering, "comparing", lambda session: -1)
    assert search(question).solutions[0].document != shown
