"""What a session asks of a solver, and what a solver answers."""

from collections.abc import Sequence
from enum import Enum
from typing import Protocol

from msgspec import Struct


class Verdict(Enum):
    """The answer to a check. It has no truth value, so that UNKNOWN can't pass for a yes."""

    SAT = "sat"
    UNSAT = "unsat"
    UNKNOWN = "unknown"

    def __bool__(self) -> bool:
        raise TypeError("a verdict has three values: compare it with Verdict.SAT or UNSAT")


class SolverError(RuntimeError):
    """A solver failed, or was asked for what it does not have."""


class WrongAnswer(SolverError):
    """A solver's answer can't be right: the model breaks a clause, or another solver differs."""


class Limits(Struct, frozen=True):
    """How much one check may take. Conflicts are the same on every machine; seconds are not."""

    seconds: float | None = None
    conflicts: int | None = None


class Counts(Struct, frozen=True):
    """What a solver holds, and the conflicts and propagations of all its checks.

    Both are the same on every machine; propagations are nearly in proportion to time.
    """

    variables: int
    clauses: int
    conflicts: int
    propagations: int


class Answer(Struct, frozen=True):
    """A verdict; if it is UNKNOWN, why."""

    verdict: Verdict
    reason: str = ""


#: The reasons for UNKNOWN that callers may want to tell apart.
OUT_OF_TIME = "time limit"
OUT_OF_WORK = "work limit"


class Backend(Protocol):
    """A solver that reads literals of one graph."""

    def require(self, lit: int) -> None:
        """Make the literal true for good."""

    def require_any(self, lits: Sequence[int]) -> None:
        """Make one of the literals true, for good."""

    def define(self, lits: Sequence[int]) -> None:
        """Let what the literals mean be known, and require none of them."""

    def prepare(self) -> None:
        """Read in all that is required or defined so far."""

    def solve(self, assumptions: Sequence[int], limits: Limits) -> Answer:
        """Look for an assignment with all that is required and assumed."""
        ...

    def assignment(self) -> dict[int, bool]:
        """After SAT: variable (positive literal) -> value; those left out don't matter."""
        ...

    def core(self) -> list[int]:
        """After UNSAT: assumptions that are enough for it."""
        ...

    def counts(self) -> Counts:
        """How large the formula is and how hard it was so far."""
        ...

    def close(self) -> None:
        """Free what the solver holds."""
