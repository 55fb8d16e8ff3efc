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
from functools import lru_cache, wraps
from typing import Generic, NamedTuple, ParamSpec, TypeAlias, TypeVar, cast

from msgspec import Struct, field
from msgspec.structs import replace

from striate.solver.terms import Graph

P = ParamSpec("P")
R = TypeVar("R")


class Clause(Struct, Generic[P, R], eq=False):
    """One rule function with its numbers and its wrong readings."""

    numbers: tuple[str, ...]
    right: Callable[P, R]
    wrong: dict[str, "WrongReading"] = field(default_factory=dict)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        if (context := _CONTEXT.get()) is None:
            return self.right(*args, **kwargs)
        if context.noted is None:
            return self.active(*args, **kwargs)
        with context.noted.rule(self.numbers[0]):
            return self.active(*args, **kwargs)

    @property
    def active(self) -> Callable[P, R]:
        """How it reads in this context: as it stands, or as what it was swapped for."""
        for replaced, function in _swapped_now():
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


class WrongReading(Struct, frozen=True):
    """A named wrong reading: which clauses it replaces, what it says, who is known to err so.

    `otherwise`: engines that were seen to fail its board in another way, and in which.
    """

    name: str
    sentence: str
    rules: tuple[str, ...]
    engines: tuple[str, ...]
    otherwise: tuple[tuple[str, str], ...] = ()


Swapped: TypeAlias = frozenset[tuple["Clause[..., object]", Callable[..., object]]]


class _Context(NamedTuple):
    """How clauses are read: what stands for which, and the graph that notes who made its nodes."""

    swapped: Swapped
    noted: Graph | None


# In this thread or task alone. Encoding: None where every clause is read as it stands, unnoted.
_CONTEXT: ContextVar[_Context | None] = ContextVar("context", default=None)


def _swapped_now() -> Swapped:
    context = _CONTEXT.get()
    return frozenset() if context is None else context.swapped


@contextlib.contextmanager
def _within(swapped: Swapped, noted: Graph | None) -> Iterator[None]:
    token = _CONTEXT.set(_Context(swapped, noted) if swapped or noted is not None else None)
    try:
        yield
    finally:
        _CONTEXT.reset(token)


def noting_rules(graph: Graph) -> AbstractContextManager[None]:
    """Within, each node of the graph is made under the number of the clause that makes it."""
    return _within(_swapped_now(), graph)


CLAUSES: dict[str, Clause[..., object]] = {}
WRONG_READINGS: dict[str, WrongReading] = {}


def clause(*numbers: str) -> Callable[[Callable[P, R]], Clause[P, R]]:
    """Register a rule function under its numbers."""

    def register(function: Callable[P, R]) -> Clause[P, R]:
        registered: Clause[P, R] = Clause(numbers, function)
        key = f"{function.__module__}.{function.__name__}"
        CLAUSES[key] = registered  # type: ignore[assignment]  # clauses of all signatures in one table
        return registered

    return register


def remembered(function: Callable[P, R]) -> Callable[P, R]:
    """Keep the latest of a function's results, each with what clauses were read as: the clauses
    that it rests on are asked only then.
    """

    @lru_cache(maxsize=65536)
    def known(_: object, *args: P.args, **kwargs: P.kwargs) -> R:
        return function(*args, **kwargs)

    @wraps(function)
    def with_context(*args: P.args, **kwargs: P.kwargs) -> R:
        return known(_swapped_now(), *args, **kwargs)  # type: ignore[arg-type]  # hashable by what it is used for

    return with_context


def is_rightly_read() -> bool:
    """Whether every clause is read as it stands."""
    return not _swapped_now()


# What stands for a clause in a reading of that name: a wrong one, or that of an older edition.
_OTHERWISE: dict[str, list[tuple[Clause[..., object], Callable[..., object]]]] = {}


def instead(name: str, of: Clause[P, R]) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Register what the clause says in the reading of that name."""

    def register(function: Callable[P, R]) -> Callable[P, R]:
        _OTHERWISE.setdefault(name, []).append((of, function))  # type: ignore[arg-type]  # clauses of all signatures in one table
        return function

    return register


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
        part = WRONG_READINGS.get(name, WrongReading(name, sentence, (), ()))
        reading = replace(
            part,
            rules=tuple(dict.fromkeys((*part.rules, *(rules or of.numbers)))),
            engines=part.engines + engines,
            otherwise=part.otherwise + otherwise,
        )
        WRONG_READINGS[name] = of.wrong[name] = reading
        return instead(name, of)(function)

    return register


def _swapped(
    pairs: Iterable[tuple[Clause[..., object], Callable[..., object]]],
) -> AbstractContextManager[None]:
    """Within, these clauses read so; after it all read as they did before."""
    context = _CONTEXT.get()
    now = dict(_swapped_now()) | dict(pairs)
    others = frozenset(pair for pair in now.items() if pair[1] is not pair[0].right)
    return _within(others, None if context is None else context.noted)


def reading_as(names: Iterable[str]) -> AbstractContextManager[None]:
    """Within, the clauses read as in the readings of those names; none: as before."""
    return _swapped(pair for name in sorted(names) for pair in _OTHERWISE.get(name, ()))


def wrong_reading(name: str | None) -> AbstractContextManager[None]:
    """Within, the clauses that the wrong reading replaces read wrongly. None: nothing changes."""
    return reading_as(() if name is None else (WRONG_READINGS[name].name,))


def broken(
    replaced: Clause[..., object], function: Callable[..., object]
) -> AbstractContextManager[None]:
    """Within, one clause is replaced by any function (planted faults in tests)."""
    return _swapped([(replaced, function)])
