"""`--if GOAL --then GOAL` over a large pool, where both speak of one object: by goals that are
found."""

from dataclasses import replace

from striate.boards.reading import board_from_document
from striate.cards.catalogue.store import Catalogue
from striate.queries.finding.foundboards import Found, FoundBoard, printed_cards, unlooked
from striate.queries.goals.meaning import reached
from striate.queries.outcome import outcome
from striate.queries.proving.stated import SMALLER, Asking, Statement, bound_from, made
from striate.queries.proving.verifying import Decision
from striate.search.goals import Demand, Goal
from striate.search.making import opposite
from striate.search.questions import Question

_LOOKED_AT = 20  # so many boards with the object are looked at for one that goes against it


def of_many(
    statement: Statement, question: Question, goal: Goal, then: Goal, asking: Asking
) -> Decision | None:
    """The verdict; None where it can't be told so.

    On a board against it an object is as the first goal says, and no object as the second; so that
    object lacks one of the second's claims. Where no board has such an object, none is against it.
    """
    if not _speak_of_one(goal, then):
        return None
    premise = asking.find(replace(question, goal=goal))
    bound = bound_from(premise, question.size)
    if not premise.boards:
        none = premise.status == "none"
        why = "no board fulfils the premise" if none else asking.why(premise)
        return made(statement, "unknown", bound, why=why)
    best: FoundBoard | None = None
    size, open_ = question.size, ""
    without: set[str] = set()
    for claim in then.demands[0].claims:
        if asking.over(question):
            open_ = open_ or asking.why()
            break
        demand = goal.demands[0]
        against = Goal((Demand(demand.subject, (*demand.claims, opposite(claim))),))
        found, right = _against(replace(question, goal=against, size=size), then, asking)
        without |= {*unlooked(found)}
        bound = bound_from(found, question.size, without)
        if found.status == "unknown":
            open_ = asking.why(found)
            continue
        if found.boards and not right:
            open_ = "boards on which another object is so were found, and not all were looked at"
        if right:
            best, size = right[0], found.size - 1
            open_ = open_ or ("" if found.smallest else SMALLER)
            if not size:
                break
    if best is None:
        return made(statement, "unknown" if open_ else "proved", bound, why=open_)
    note = {"note": f"not so: {statement.text}"}
    return made(statement, "refuted", bound, {**best.document, **note}, SMALLER if open_ else "")


def _against(question: Question, then: Goal, asking: Asking) -> tuple[Found, list[FoundBoard]]:
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


def _speak_of_one(goal: Goal, then: Goal) -> bool:
    """Whether each is about one object, and of the same sort."""
    demands = [*goal.demands, *then.demands]
    if len(demands) != 2 or any(each.count != 1 or each.every is not None for each in demands):
        return False
    return goal.demands[0].subject == then.demands[0].subject


def _fulfils(found: FoundBoard, then: Goal, catalogue: Catalogue) -> bool:
    board = board_from_document(found.document, catalogue)
    return reached(then, outcome(board).answer, printed_cards(board)) is not None
