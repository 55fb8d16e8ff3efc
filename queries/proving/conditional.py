"""`--if GOAL --then GOAL` over a large pool, where both speak of one object: by goals that are
found."""

from collections.abc import Iterator

from msgspec.structs import replace

from striate.boards.reading import board_from_document
from striate.cards.catalogue.store import Catalogue
from striate.queries.finding.foundboards import Found, FoundBoard, printed_cards
from striate.queries.goals.meaning import reached
from striate.queries.outcome import outcome
from striate.queries.proving.stated import Asking
from striate.search.goals import Demand, Goal
from striate.search.making import opposite
from striate.search.questions import Question

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
        found = asking.find(replace(question, all_=many))
        right = [each for each in found.boards if not _fulfils(each, then, asking.catalogue)]
        if right or not found.boards or asking.over(question):
            break
    return found, right


def speak_of_one(goal: Goal, then: Goal) -> bool:
    """Whether each is about one object, and of the same sort."""
    demands = [*goal.demands, *then.demands]
    if len(demands) != 2 or any(each.count != 1 or each.every is not None for each in demands):
        return False
    return goal.demands[0].subject == then.demands[0].subject


def _fulfils(found: FoundBoard, then: Goal, catalogue: Catalogue) -> bool:
    board = board_from_document(found.document, catalogue)
    return reached(then, outcome(board).answer, printed_cards(board)) is not None
