"""Boards that the slots propose though no argument of the search covers them.

Each is read by both readings of the rules, as every board that is shown is. One that fails says
nothing, nor does it that none is proposed.
"""

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from striate.boards.errors import BoardError, NotPlayable
from striate.cards.catalogue.store import Catalogue
from striate.queries.finding.find import NotWhollyKnown, replayed
from striate.queries.finding.foundboards import NotConfirmed, Progress
from striate.search import searching
from striate.search.questions import Question, Result, Solution

_MOST = 12  # boards that are proposed of one question, as some fail


class Proposing(Struct):
    """A search whose boards are kept if they are confirmed."""

    confirmed: Callable[[Solution], bool]

    def __call__(self, question: Question, progress: Progress = searching.silent) -> Result:
        more = replace(question, all_=max(question.all_, _MOST))
        answer = searching.search(more, progress)
        kept = [
            replace(each, interchangeable={})  # that was told of the slots
            for each in answer.solutions
            if self.confirmed(each)
        ]
        status = "found" if kept else "unknown"
        solutions = tuple(kept[: question.all_])
        return replace(answer, status=status, solutions=solutions, smallest=False)


def is_so(question: Question, solution: Solution, catalogue: Catalogue) -> bool:
    """Whether both readings of the rules say of the board that it reaches the goal."""
    try:
        replayed(question, solution, catalogue)
    except (NotConfirmed, NotWhollyKnown, NotPlayable, BoardError):
        return False
    return True
