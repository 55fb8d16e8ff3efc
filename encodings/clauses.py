"""Rules as switchable functions: every clause that is encoded is registered here by its number.

A function under `@clause("613.8a")` is called like any other. It can be swapped for a named wrong
reading (`with wrong_reading("dependency-off"): ...`), which is how `generate` and the tests ask
what a faulty engine would say. The registry is also the index that `striate rules` prints.
"""

import contextlib
import inspect
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import lru_cache, wraps
from typing import Any, Generic, ParamSpec, TypeVar, cast

from striate.solver.terms import Graph

P = ParamSpec("P")
R = TypeVar("R")


@dataclass(eq=False)
class Clause(Generic[P, R]):
    """One rule function with its numbers and its wrong readings."""

    numbers: tuple[str, ...]
    right: Callable[P, R]
    wrong: dict[str, "WrongReading"] = field(default_factory=dict)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        active = self.active
        if (graph := _NOTED.get()) is not None:
            with graph.rule(self.numbers[0]):
                return active(*args, **kwargs)
        return active(*args, **kwargs)

    @property
    def active(self) -> Callable[P, R]:
        """How it reads in this context: as it stands, or as what it was swapped for."""
        for replaced, function in _SWAPPED.get():
            if replaced is self:
                return cast(Callable[P, R], function)
        return self.right

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


_NOTED: ContextVar[Graph | None] = ContextVar("noted", default=None)
# What stands for which clause, in this thread or task alone.
_SWAPPED: ContextVar[frozenset[tuple["Clause[..., object]", Callable[..., object]]]] = ContextVar(
    "swapped", default=frozenset()
)


@contextlib.contextmanager
def noting_rules(graph: Graph) -> Iterator[None]:
    """Within, each node of the graph is made under the number of the clause that makes it."""
    token = _NOTED.set(graph)
    try:
        yield
    finally:
        _NOTED.reset(token)


CLAUSES: dict[str, Clause[..., object]] = {}
WRONG_READINGS: dict[str, WrongReading] = {}


def clause(*numbers: str) -> Callable[[Callable[P, R]], Clause[P, R]]:
    """Register a rule function under its numbers."""

    def register(function: Callable[P, R]) -> Clause[P, R]:
        made: Clause[P, R] = Clause(numbers, function)
        key = f"{function.__module__}.{function.__name__}"
        CLAUSES[key] = made  # type: ignore[assignment]  # clauses of all signatures in one table
        return made

    return register


def remembered(function: Callable[P, R]) -> Callable[P, R]:
    """Keep the latest of a function's results, each with what clauses were read as: the clauses
    that it rests on are asked only then.
    """

    @lru_cache(maxsize=65536)
    def known(_: object, *args: P.args, **kwargs: P.kwargs) -> R:
        return function(*args, **kwargs)

    @wraps(function)
    def asked(*args: P.args, **kwargs: P.kwargs) -> R:
        return known(_SWAPPED.get(), *args, **kwargs)  # type: ignore[arg-type]  # hashable by what it is used for

    return asked


def is_rightly_read() -> bool:
    """Whether every clause is read as it stands."""
    return not _SWAPPED.get()


def swap(replaced: "Clause[..., object]", function: Callable[..., object]) -> None:
    """From now on the clause reads so in this context, and as before in every other."""
    others = {pair for pair in _SWAPPED.get() if pair[0] is not replaced}
    own = set() if function is replaced.right else {(replaced, function)}
    _SWAPPED.set(frozenset(others | own))


@contextlib.contextmanager
def swapped(pairs: Iterable[tuple[Any, Callable[..., object]]]) -> Iterator[None]:
    """Within, these clauses read so; after it all read as they did before."""
    before = _SWAPPED.get()
    for replaced, function in pairs:
        swap(replaced, function)
    try:
        yield
    finally:
        _SWAPPED.set(before)


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


def wrong_reading(name: str | None) -> AbstractContextManager[None]:
    """Within, the clauses that the wrong reading replaces read wrongly. None: nothing changes."""
    return swapped(() if name is None else _REPLACED[name])


def broken(
    replaced: Clause[..., object], function: Callable[..., object]
) -> AbstractContextManager[None]:
    """Within, one clause is replaced by any function (planted faults in tests)."""
    return swapped([(replaced, function)])
