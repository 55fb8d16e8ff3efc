"""A statement of the user's own, and the form of what is decided about it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from striate.cards.catalogue.store import Catalogue
from striate.queries.finding.find import find
from striate.queries.finding.foundboards import Found, Progress, unlooked
from striate.queries.proving.verifying import Decision, Document
from striate.search import searching
from striate.search.asking.world import Limit
from striate.search.questions import Question

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


@dataclass(frozen=True)
class Asking:
    """How the parts of a statement are searched, one after the other, until one ends it."""

    catalogue: Catalogue
    progress: Progress = searching.silent
    interrupted: Callable[[], bool] = lambda: False

    def find(self, question: Question) -> Found:
        return find(question, self.catalogue, self.progress, interrupted=self.interrupted)

    def over(self, question: Question) -> bool:
        """Whether what is left need not be begun: each search takes an end for its own."""
        return self.interrupted() or question.deadline.over()

    def why(self, found: Found | None = None) -> str:
        """Why something is not decided."""
        reason = "" if found is None else found.why
        return reason or (STOPPED if self.interrupted() else TIME_IS_UP)


def made(
    statement: Statement, status: Any, bound: str, board: Document | None = None, why: str = ""
) -> Decision:
    return Decision(statement.sort, (), statement.text, "true", status, bound, board, why)


def bound_of(cards: int, size: int, left_out: dict[str, int], without: Iterable[str] = ()) -> str:
    out = sum(left_out.values())
    rest = f" ({out} that slots do not hold are left out)" if out else ""
    lacking = "".join(f", {_UNLOOKED[each]}" for each in sorted(without))
    many = f"{cards} card{'s' * (cards != 1)}"
    last = ", left as they are by state-based actions"
    return f"all boards of up to {size} permanents out of {many}{rest}{lacking}{last}"


_UNLOOKED = {"tokens": "no tokens", "graveyards": "graveyards empty"}


def bound_from(found: Found, size: int, before: Iterable[str] = ()) -> str:
    """The bound of an answer that rests on a search, and on those `before` it."""
    searched = found.searched
    if found.then:
        return f"{found.then}; of {searched['cards']:,} card{'s' * (searched['cards'] != 1)}"
    without = {*before, *unlooked(found)}
    bound = bound_of(searched["cards"], size, searched.get("left_out", {}), without)
    return f"{bound}; not looked at: {_all(found.world)}" if found.world else bound


def _all(world: Iterable[Limit]) -> str:
    return ", ".join(each.words for each in world)


STOPPED = "stopped before the end"
TIME_IS_UP = "the time is up"
SMALLER = "a smaller board against it is not ruled out"
