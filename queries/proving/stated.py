"""A statement of the user's own, and the form of what is decided about it."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from msgspec.structs import replace

from striate.boards.reading import board_from_document
from striate.cards.catalogue.store import Catalogue
from striate.queries.finding.find import find
from striate.queries.finding.foundboards import Found, FoundBoard, Progress, printed_cards, unlooked
from striate.queries.goals.meaning import reached
from striate.queries.outcome import outcome
from striate.queries.proving.verifying import Decision, Document
from striate.search import searching
from striate.search.asking.world import Limit
from striate.search.goals import Demand, Goal
from striate.search.making import opposite
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

    def why(self, answer: Found | None = None) -> str:
        """Why something is not decided."""
        reason = "" if answer is None else answer.why
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


def bound_from(answer: Found, size: int, before: Iterable[str] = ()) -> str:
    """The bound of an answer that rests on a search, and on those `before` it."""
    searched = answer.searched
    if answer.then:
        return f"{answer.then}; of {searched['cards']:,} card{'s' * (searched['cards'] != 1)}"
    without = {*before, *unlooked(answer)}
    bound = bound_of(searched["cards"], size, searched.get("left_out", {}), without)
    return f"{bound}; not looked at: {_all(answer.world)}" if answer.world else bound


def _all(world: Iterable[Limit]) -> str:
    return ", ".join(each.words for each in world)


STOPPED = "stopped before the end"
TIME_IS_UP = "the time is up"
SMALLER = "a smaller board against it is not ruled out"


# --- if and then, of one object ---

NOT_ALL = "boards on which another object is so were found, and not all were looked at"
_LOOKED_AT = 20  # so many boards with the object are looked at for one that goes against it


def lacking(goal: Goal, then: Goal) -> Iterator[Goal]:
    """The first goal with each claim of the second that its object may lack.

    On a board against the statement an object is as the first goal says, and no object as the
    second; so that object lacks one of the second's claims.
    """
    demand = goal.demands[0]
    for claim in then.demands[0].claims:
        yield Goal((Demand(demand.subject, (*demand.claims, opposite(claim))),))


def against(question: Question, then: Goal, asking: Asking) -> tuple[Found, list[FoundBoard]]:
    """The boards on which some object is so, and those of them on which no other is as it should
    be.

    One board is soon found, and mostly enough; several are all looked at.
    """
    for many in (1, _LOOKED_AT):
        answer = asking.find(replace(question, all_=many))
        right = [each for each in answer.boards if not _fulfils(each, then, asking.catalogue)]
        if right or not answer.boards or asking.over(question):
            break
    return answer, right


def speak_of_one(goal: Goal, then: Goal) -> bool:
    """Whether each is about one object, and of the same sort."""
    demands = [*goal.demands, *then.demands]
    if len(demands) != 2 or any(each.count != 1 or each.every for each in demands):
        return False
    return goal.demands[0].subject == then.demands[0].subject


def _fulfils(found_board: FoundBoard, then: Goal, catalogue: Catalogue) -> bool:
    board = board_from_document(found_board.document, catalogue)
    return reached(then, outcome(board).answer, printed_cards(board)) is not None
