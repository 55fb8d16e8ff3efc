"""Rules as switchable functions: every clause that is encoded is registered here by its number.

A function under `@clause("613.8a")` is called like any other. It can be swapped for a named wrong
reading (`with wrong_reading("dependency-off"): ...`), which is how `generate` and the tests ask
what a faulty engine would say. The registry is also the index that `striate rules` prints.
"""

import contextlib
import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Generic, ParamSpec, TypeVar, cast

from striate.solver.terms import Graph

P = ParamSpec("P")
R = TypeVar("R")


@dataclass(eq=False)
class Clause(Generic[P, R]):
    """One rule function with its numbers and its wrong readings."""

    numbers: tuple[str, ...]
    right: Callable[P, R]
    active: Callable[P, R]
    wrong: dict[str, "WrongReading"] = field(default_factory=dict)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        if _NOTED:
            with _NOTED[-1].rule(self.numbers[0]):
                return self.active(*args, **kwargs)
        return self.active(*args, **kwargs)

    @property
    def name(self) -> str:
        return self.right.__name__

    @property
    def sentence(self) -> str:
        """What the clause decides, in our words: its docstring's first paragraph."""
        doc = (self.right.__doc__ or "").strip().split("\n\n")[0]
        return " ".join(doc.split())

    @property
    def place(self) -> str:
        return f"{self.right.__module__.removeprefix('striate.').replace('.', '/')}.py"

    @property
    def line(self) -> int:
        """Where its `def` stands: the first line of its code is that of its first decorator."""
        lines, first = inspect.getsourcelines(self.right)
        return first + next(i for i, line in enumerate(lines) if line.startswith("def "))


@dataclass(frozen=True)
class WrongReading:
    """A named wrong reading: which clauses it replaces, what it says, who is known to err so.

    `otherwise`: engines that were seen to fail its board in another way, and in which.
    """

    name: str
    sentence: str
    rules: tuple[str, ...]
    engines: tuple[str, ...]
    otherwise: tuple[tuple[str, str], ...] = ()


_NOTED: list[Graph] = []


@contextlib.contextmanager
def noting_rules(graph: Graph) -> Iterator[None]:
    """Within, each node of the graph is made under the number of the clause that makes it."""
    _NOTED.append(graph)
    try:
        yield
    finally:
        _NOTED.pop()


CLAUSES: dict[str, Clause[..., object]] = {}
WRONG_READINGS: dict[str, WrongReading] = {}


def clause(*numbers: str) -> Callable[[Callable[P, R]], Clause[P, R]]:
    """Register a rule function under its numbers."""

    def register(function: Callable[P, R]) -> Clause[P, R]:
        made: Clause[P, R] = Clause(numbers, function, function)
        key = f"{function.__module__}.{function.__name__}"
        CLAUSES[key] = made  # type: ignore[assignment]  # clauses of all signatures in one table
        return made

    return register


_MEMORIES: list[Callable[[], None]] = []


def remembered(function: Callable[P, R]) -> Callable[P, R]:
    """Keep the latest of a function's results, until a clause that they may rest on is swapped."""
    made = lru_cache(maxsize=65536)(function)
    _MEMORIES.append(made.cache_clear)
    return cast(Callable[P, R], made)


_SWAPPED: set[int] = set()


def is_rightly_read() -> bool:
    """Whether every clause is read as it stands."""
    return not _SWAPPED


def swap(replaced: "Clause[..., object]", function: Callable[..., object]) -> None:
    """From now on the clause reads so; what was worked out before is forgotten."""
    replaced.active = function
    if function is replaced.right:
        _SWAPPED.discard(id(replaced))
    else:
        _SWAPPED.add(id(replaced))
    for forget in _MEMORIES:
        forget()


_REPLACED: dict[str, list[tuple[Clause[..., object], Callable[..., object]]]] = {}


def wrong(
    name: str,
    of: Clause[P, R],
    *,
    says: str = "",
    engines: tuple[str, ...] = (),
    rules: tuple[str, ...] = (),
    otherwise: tuple[tuple[str, str], ...] = (),
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Register a function as (part of) a wrong reading of a clause.

    `rules`: what it gets wrong, where that is not what the clause itself is about.
    """

    def register(function: Callable[P, R]) -> Callable[P, R]:
        sentence = says or " ".join((function.__doc__ or "").split())
        before = WRONG_READINGS.get(name)
        misread = (before.rules if before else ()) + (rules or of.numbers)
        reading = WrongReading(
            name,
            before.sentence if before else sentence,
            tuple(dict.fromkeys(misread)),
            (before.engines if before else ()) + engines,
            (before.otherwise if before else ()) + otherwise,
        )
        WRONG_READINGS[name] = reading
        of.wrong[name] = reading
        _REPLACED.setdefault(name, []).append((of, function))  # type: ignore[arg-type]  # clauses of all signatures in one table
        return function

    return register


@contextlib.contextmanager
def wrong_reading(name: str | None) -> Iterator[None]:
    """Within, the clauses that the wrong reading replaces read wrongly. None: nothing changes."""
    swaps = _REPLACED[name] if name is not None else []
    for replaced, function in swaps:
        swap(replaced, function)
    try:
        yield
    finally:
        for replaced, _ in swaps:
            swap(replaced, replaced.right)


@contextlib.contextmanager
def broken(replaced: Clause[..., object], function: Callable[..., object]) -> Iterator[None]:
    """Within, one clause is replaced by any function (planted faults in tests)."""
    swap(replaced, function)
    try:
        yield
    finally:
        swap(replaced, replaced.right)
