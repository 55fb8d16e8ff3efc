"""What is asked of the search, and what it answers."""

from dataclasses import dataclass
from typing import Any, Literal

from striate.boards.sketch import Sketch
from striate.cards import tree
from striate.search.goals import CardNamed, Demand, Goal
from striate.solver.deadline import NEVER, Deadline


@dataclass(frozen=True)
class Question:
    """What is asked, of which pool, up to which size."""

    goal: Goal
    cards: tuple[tree.Card, ...]
    size: int = 4
    exact: bool = False
    with_: tuple[str, ...] = ()
    counters: tuple[str, ...] = ()
    any_: bool = False
    spells: bool = False
    all_: int = 1
    deadline: Deadline = NEVER
    backend: str = "auto"
    sketch: Sketch | None = None
    plain: bool = False  # for comparison: no classes, no symmetry, no slicing


@dataclass(frozen=True)
class Solution:
    """A board that reaches the goal, as a document without `expect`."""

    document: dict[str, Any]
    asked: tuple[str, ...]
    interchangeable: dict[str, tuple[str, ...]]


@dataclass(frozen=True)
class Result:
    """What the search found, and over what."""

    status: Literal["found", "none", "unknown"]
    solutions: tuple[Solution, ...]
    size: int
    smallest: bool
    searched: dict[str, Any]
    rules: tuple[str, ...]
    seconds: float
    solving: float = 0.0
    why: str = ""  # nothing is told because of that
    never: bool = False  # a "none" of every size


def with_cards(goal: Goal, names: tuple[str, ...]) -> Goal:
    """Cards that must be there are demands of which nothing is claimed."""
    more = tuple(Demand(CardNamed(name), ()) for name in names)
    return Goal((*goal.demands, *more), goal.text)


def least_size(goal: Goal) -> int:
    return max(1, sum(demand.count for demand in goal.demands))
