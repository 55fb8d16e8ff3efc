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
from striate.search.asking.world import is_left_out
from striate.search.beyond import stand_in
from striate.search.facedown import named_in
from striate.search.questions import MANY, Question, Result, Solution

MOST = 12  # boards that are proposed of one question, if the first one fails


class Proposing(Struct):
    """A search whose boards are kept if they are confirmed."""

    confirmed: Callable[[Solution], bool]
    most: int = MOST

    def __call__(self, question: Question, progress: Progress = searching.silent) -> Result:
        first = self._asked(question, question.all_, progress)
        if first.solutions or self.most <= question.all_:
            return first
        return self._asked(question, self.most, progress)

    def _asked(self, question: Question, number: int, progress: Progress) -> Result:
        answer = searching.search(replace(question, all_=number), progress)
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


def standing_in(question: Question) -> Question | None:
    """The question with stand-ins for what no slot holds: of many cards, for those that are named;
    None if there are none."""
    named = named_in(question.goal)
    wide = len(question.cards) <= MANY
    cards = [
        stand_in(card) or card if (wide or card.name in named) and is_left_out(card) else card
        for card in question.cards
    ]
    changed = any(one is not other for one, other in zip(cards, question.cards, strict=True))
    return replace(question, cards=tuple(cards)) if changed else None
