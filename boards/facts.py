"""Facts about players and the game that a step states, by the words in which texts ask for them.

What no step has stated stays a fact that the board can't tell.
"""

from functools import cache
from typing import Final, Literal, TypeAlias

from striate.cards.prose import seal
from striate.cards.tree import Prose

Fact: TypeAlias = Literal["speed", "monarch", "day"]
# A condition holds where the number stated is at least, and at most, so much.
_CONDITIONS: Final[dict[str, tuple[Fact, int, int]]] = {
    "you have max speed": ("speed", 4, 4),  # 702.179e
    "you are the monarch": ("monarch", 1, 1),
    "it is day": ("day", 1, 1),
    "it is night": ("day", 0, 0),
}
_AMOUNTS: Final[dict[str, Fact]] = {"your speed": "speed"}  # 702.179f


@cache
def condition_asked(prose: Prose) -> tuple[Fact, int, int] | None:
    """What a condition asks, if a step can state it: the fact, and from where to where it holds."""
    return _by_template(_CONDITIONS).get(seal(prose)[0].template)


@cache
def amount_asked(prose: Prose) -> Fact | None:
    """Which number an amount asks for, if a step can state it."""
    found: dict[str, Fact] = {
        seal(Prose(words))[0].template: fact for words, fact in _AMOUNTS.items()
    }
    return found.get(seal(prose)[0].template)


# 701.44a, 701.50a: the counters that came of it, which `choose: {number: N}` tells.
_COUNTED: Final = ("explores", "connives", "connives X", *(f"connives {n}" for n in range(1, 10)))


@cache
def is_number_told(prose: Prose) -> bool:
    """Whether a choice of a number tells how many counters an action put."""
    return seal(prose)[0].template in {seal(Prose(words))[0].template for words in _COUNTED}


def _by_template(
    table: dict[str, tuple[Fact, int, int]],
) -> dict[str, tuple[Fact, int, int]]:
    return {seal(Prose(words))[0].template: asked for words, asked in table.items()}


def stated(fact: str, yours: bool, value: int) -> dict[tuple[str, bool], int]:
    """What a step states, by fact and player: there is one monarch, and one time of day."""
    if fact == "day":
        return {(fact, True): value, (fact, False): value}
    if fact == "monarch":
        return {(fact, yours): 1, (fact, not yours): 0}
    return {(fact, yours): value}
