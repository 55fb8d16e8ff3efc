"""A task and what becomes of it."""

from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

MOST_DEATHS = 3  # processes that a task may kill before it is put aside

Given = TypeVar("Given")
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Task(Generic[Given]):
    """A piece of work of about 1 to 10 seconds.

    The same name in the same sweep stands for the same `given`, which holds every seed that the
    work needs: so the result is the same wherever and however often the task is done.
    """

    name: str
    given: Given


@dataclass(frozen=True, slots=True)
class Done(Generic[Result]):
    """The result of a task."""

    name: str
    result: Result
    seconds: float


@dataclass(frozen=True, slots=True)
class Aside:
    """A task without a result: each process that took it on ended in the middle."""

    name: str
    why: str


Outcome: TypeAlias = Done[Any] | Aside
