"""`quick/prefixes`: a way that goes on from another ends as it does when it is played alone."""

import random
from functools import partial
from itertools import product
from typing import Any, TypeAlias

import pytest

from striate.boards.errors import BoardError
from striate.boards.timeline import Board
from striate.boards.untold import Path, TooManyWays, ways
from striate.queries.answers import Engine, Failure
from striate.queries.outcome import _end
from striate.quick import prefixes
from striate.quick.prefixes import InWays
from striate.quick.savings import QUICK, Quick
from tests.helpers import board, creature, other

READINGS: tuple[Engine, ...] = ("constraints", "referee")
Alone: TypeAlias = list[tuple[Board, Engine, list[object]]]  # each board with all its ways
# Each leaves something untold: a fact, a number, a flip, who is kept, what is chosen.
OPENING = [
    creature("Drinker", "2/2", "This creature gets +1/+1 as long as you gained life this turn."),
    other("Blight", "Enchantment", "Creatures get -1/-1 as long as you've drawn two or more cards "
                                   "this turn."),
    creature("Flipper", "1/1", "{1}: Flip a coin. If you win the flip, put a +1/+1 counter on this "
                               "creature."),
    creature("Swell", "0/0", "This creature enters with X +1/+1 counters on it.", mana_cost="{X}"),
    creature("Duke", "3/3", type_line="Legendary Creature — Bear"),
    creature("Sage", "1/1", "This creature gets +1/+1 for each card in your hand."),
    other("Law", "Enchantment", "Creatures with power 4 or greater lose all abilities."),
    creature("Mourner", "1/1", "This creature gets +2/+0 as long as a creature died this turn."),
    creature("Bear", "2/2"),
    other("Feast", "Enchantment", "{2}: Put a +1/+1 counter on each creature you control."),
    creature("Chaplain", "1/2", "When this creature dies, creatures you control get +1/+1 until "
                                "end of turn."),
]  # fmt: skip


def opening(seed: int) -> Board:
    chance = random.Random(seed)
    steps: list[dict[str, Any]] = []
    there: list[tuple[str, str]] = []
    for number in range(chance.randint(4, 6)):
        card = chance.choice(OPENING)["name"]
        there.append((card, f"{card} {number}"))
        steps.append({"enter": card, "as": f"{card} {number}"})
        name, handle = chance.choice(there)
        drawn: list[dict[str, Any]] = [{"counters": {"+1/+1": 1}, "on": handle}, {"tap": handle}]
        if name in ("Flipper", "Feast"):
            drawn += [{"ability": 1, "of": handle}] * 3
        if name != "Duke":
            drawn.append({"token_copy_of": handle, "as": f"copy {number}"})
        if chance.random() < 0.5:
            steps.append(chance.choice(drawn))
        if chance.random() < 0.1:
            steps.append({"end_turn": True})
    return board(OPENING, *steps)


def read(each: Board, engine: Engine, savings: Quick) -> list[object]:
    """Every way, with all that it decides, and how it ends."""
    found: list[object] = []
    start = Path(opens=True, steps=each.steps)
    try:
        for path, end in ways(partial(_end, engine, each, None, savings), path=start):
            said = str(end) if isinstance(end, BoardError) else end
            found.append((list(path.decisions.values()), said))
    except TooManyWays as error:
        found.append([decision.unknown for decision in error.asked])
    return found


@pytest.fixture(scope="module")
def alone() -> Alone:
    flips = [{"ability": 1, "of": "Flipper"}] * 2
    entering = [{"enter": name} for name in ("Bear", "Mourner", "Flipper")]
    mourned = board(OPENING, *entering, {"leave": "Bear", "to": "graveyard"}, *flips)
    boards = [mourned, *map(opening, range(14))]
    read_all = product(boards, READINGS)
    found: Alone = [(each, engine, read(each, engine, QUICK)) for each, engine in read_all]
    assert sum(len(ends) > 2 for *_, ends in found) > 10
    return found


def fails_or_differs(each: Board, engine: Engine, ends: list[object]) -> bool:
    try:
        return read(each, engine, InWays()) != ends
    except Failure:
        return True


def test_ways_that_share_steps_end_alike(alone: Alone) -> None:
    assert not [each for each, engine, ends in alone if fails_or_differs(each, engine, ends)]


def test_steps_are_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = []
    before = InWays.before

    def noting(savings: InWays, path: Path) -> object:
        found = before(savings, path)
        begun.append(found.step if found else 0)
        return found

    monkeypatch.setattr(InWays, "before", noting)
    steps = [{"enter": "Bear"}, {"enter": "Drinker"}, {"enter": "Flipper"}, {"tap": "Bear"}]
    drawn = board(OPENING, *steps, {"ability": 1, "of": "Flipper"})
    assert len(read(drawn, "constraints", InWays())) == 4
    assert max(begun) >= 4


@pytest.mark.parametrize(
    "place, name, wrong",
    [
        (prefixes, "_SHOWN", ("life_set", "of_another", "turn")),
        (prefixes, "_copied", lambda value, known: value),
        (prefixes._Decided, "would_be", lambda decided, path: True),
        (prefixes._Decided, "in_way", lambda decided, path: decided.decision),
        (prefixes, "_CHANGING", ()),
    ],
)
def test_a_wrong_idea_of_what_ways_share_is_caught(
    alone: Alone,
    monkeypatch: pytest.MonkeyPatch,
    place: Any,
    name: str,
    wrong: Any,
) -> None:
    """Wrong: what was shown belongs to all ways; so do the facts; all decide alike; a decision
    stays as another way left it; only the lists of the facts change."""
    monkeypatch.setattr(place, name, wrong)
    assert any(fails_or_differs(*each) for each in alone)
