"""A statement of the user's own, and the form of what is decided about it."""

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from striate.queries.proving.verifying import Decision, Document

Sort: TypeAlias = Literal["never", "always", "if"]


@dataclass(frozen=True)
class Statement:
    """What is claimed of all boards: a goal never, always, or wherever another is reached."""

    sort: Sort
    goal: str
    then: str = ""

    @property
    def text(self) -> str:
        if self.sort == "if":
            return f"if {self.goal}, then {self.then}"
        return f"{self.sort}: {self.goal}"


def made(
    statement: Statement, status: Any, bound: str, board: Document | None = None, why: str = ""
) -> Decision:
    return Decision(statement.sort, (), statement.text, "true", status, bound, board, why)


def bound_of(cards: int, size: int, left_out: dict[str, int]) -> str:
    out = sum(left_out.values())
    rest = f" ({out} that slots do not hold are left out)" if out else ""
    return f"all boards of up to {size} permanents out of {cards} cards{rest}"


SMALLER = "a smaller board against it is not ruled out"
