"""Statements of the user's own: `--never GOAL`, `--always GOAL`, `--if GOAL --then GOAL`.

Each is searched for the smallest board that goes against it. Such a board counts only if no
state-based action changes it, as in `find`.
"""

import time
from collections.abc import Callable, Iterable, Iterator

from msgspec.structs import replace

from striate.boards.reading import board_from_document
from striate.cards.catalogue.store import Catalogue
from striate.queries.finding.find import understood_of
from striate.queries.finding.foundboards import (
    Found,
    FoundBoard,
    NotConfirmed,
    Progress,
    printed_cards,
    unlooked,
)
from striate.queries.finding.pools import PoolOptions, pool_and_graveyard
from striate.queries.finding.posing import said, with_asides
from striate.queries.goals.language import read_goal
from striate.queries.goals.meaning import fails_always, reached, spoken_of
from striate.queries.goals.wording import goal_words
from striate.queries.outcome import outcome
from striate.queries.proving import stated as conditional
from striate.queries.proving.stated import (
    SMALLER,
    STOPPED,
    TIME_IS_UP,
    Asking,
    Statement,
    bound_from,
    made,
)
from striate.queries.proving.verifying import Decision
from striate.search import searching
from striate.search.goals import Demand, Goal, Total
from striate.search.making import opposite
from striate.search.questions import Question
from striate.solver.certifying import Certificate
from striate.solver.deadline import Deadline, OutOfTime


def prove(
    statement: Statement,
    catalogue: Catalogue,
    options: PoolOptions,
    size: int,
    counters: tuple[str, ...] = (),
    timeout: float | None = None,
    certify: bool = False,
    deadline: Deadline | None = None,
    interrupted: Callable[[], bool] = lambda: False,
    progress: Progress = searching.silent,
    rules: str = "",
) -> Decision:
    """Refuted with the smallest board that goes against it, or proved up to the size.

    `rules`: the day by whose rules it is asked.

    Its time runs from here, or to the `deadline`, where that began before.
    """
    started = time.monotonic()
    deadline = deadline or Deadline.after(timeout)
    certified: list[Certificate] = []
    asking = Asking(catalogue, progress, interrupted)
    understood = ""
    try:
        with deadline.enforced():
            question, then = _posed(statement, catalogue, options)
            understood = as_understood(statement, question, then)
            question = replace(
                question,
                size=min(size, question.size),
                counters=counters,
                deadline=deadline,
                certify=certify,
                certified=certified,
                rules=rules,
            )
            decided = decide(statement, question, question.goal, then, asking)
    except OutOfTime:
        decided = made(statement, "unknown", "", why=TIME_IS_UP)
    except KeyboardInterrupt:
        decided = made(statement, "unknown", "", why=STOPPED)
    seconds = round(time.monotonic() - started, 2)
    proofs = (len(certified), sum(each.steps for each in certified)) if certify else None
    return replace(decided, seconds=seconds, proofs=proofs, understood=understood)


def as_understood(statement: Statement, question: Question, then: Goal) -> str:
    """The statement with its goals in the words that say all that they mean."""
    return Statement(
        statement.sort, understood_of(question), goal_words(then) if statement.then else ""
    ).text


def _posed(
    statement: Statement, catalogue: Catalogue, options: PoolOptions
) -> tuple[Question, Goal]:
    """The question about the goal that is spoken of first, and the other goal."""
    goal, asides = said(statement.goal, catalogue)
    then = read_goal(statement.then, catalogue) if statement.then else Goal(())
    every = Goal((*goal.demands, *then.demands))
    if asides is not None:
        options = with_asides(options, asides)
    cards, graveyard = pool_and_graveyard(options, every, catalogue)
    most = asides.size if asides is not None and asides.size else _NO_LIMIT
    words = asides.words if asides is not None else ""
    return Question(goal, cards, graveyard=graveyard, size=most, asides=words), then


_NO_LIMIT = 1000  # the goal itself says of no size


def decide(
    statement: Statement, question: Question, goal: Goal, then: Goal, asking: Asking
) -> Decision:
    """The verdict over the question's cards."""
    if statement.sort == "never":
        return never(statement, question, asking)
    claimed = then if statement.sort == "if" else goal
    if any(each.total is not None or each.alike for each in claimed.demands):
        why = "only `--never` can speak of what several objects are together"
        return made(statement, "unknown", "", why=why)
    if any(each.another for each in then.demands):
        return made(statement, "unknown", "", why="`another` can't stand after `--then`")
    if statement.sort == "always" and any(e.another and e.every for e in goal.demands):
        return made(statement, "unknown", "", why="`every other` can't stand in `--always`")

    def first(question: Question) -> tuple[Found, list[FoundBoard]]:
        answer = asking.find(question)
        for each in answer.boards[:1]:
            _confirm(goal, then, each, asking.catalogue)
        return answer, [*answer.boards[:1]]

    def of_one(question: Question) -> tuple[Found, list[FoundBoard]]:
        return conditional.against(question, then, asking)

    if statement.sort == "always":
        return _holds(statement, question, spoken_of(goal), _failing(goal), first, asking)
    many = len(question.cards) > searching.ALL_AT_ONCE
    if many and conditional.speak_of_one(goal, then):
        parts = conditional.lacking(goal, then)
        return _holds(statement, question, goal, parts, of_one, asking)
    return _holds(statement, question, goal, _denied(goal, then), first, asking)


def never(statement: Statement, question: Question, asking: Asking) -> Decision:
    answer = asking.find(question)
    bound = bound_from(answer, question.size)
    if answer.boards:
        why = "" if answer.smallest else SMALLER
        return made(statement, "refuted", bound, answer.boards[0].document, why)
    if answer.status == "none":
        return made(statement, "proved", bound)
    return made(statement, "unknown", bound, why=asking.why(answer))


def _holds(
    statement: Statement,
    question: Question,
    goal_: Goal,
    against: Iterable[Goal],
    look: Callable[[Question], tuple[Found, list[FoundBoard]]],
    asking: Asking,
) -> Decision:
    """Where the goal is reached, no board is as one of those that go against the statement: each is
    searched for by itself. `look`: what is found, and the boards that do go against it."""
    answer = asking.find(replace(question, goal=goal_))
    bound = bound_from(answer, question.size)
    if not answer.boards:
        none = answer.status == "none"
        why = "no board fulfils the premise" if none else asking.why(answer)
        return made(statement, "unknown", bound, why=why)
    best: FoundBoard | None = None
    open_, rest = "", question  # `open_`: why a part is not decided
    without = {*unlooked(answer)}
    for goal in against:
        if asking.over(question):
            open_ = open_ or asking.why()
            break
        answer, right = look(replace(rest, goal=goal))
        bound = bound_from(answer, question.size, without)
        without |= {*unlooked(answer)}
        if answer.status == "unknown":
            open_ = asking.why(answer)
        elif answer.boards and not right:
            open_ = conditional.NOT_ALL
        if right:
            best = right[0]
            open_ = open_ or ("" if answer.smallest else SMALLER)
            if answer.size == 1:
                break
            # Only a smaller board would be told instead.
            rest = replace(rest, size=answer.size - 1)
    if best is None:
        return made(statement, "unknown" if open_ else "proved", bound, why=open_)
    note = {"note": f"not so: {statement.text}"}
    why = SMALLER if open_ else ""
    return made(statement, "refuted", bound, {**best.document, **note}, why)


def _confirm(goal: Goal, then: Goal, found_board: FoundBoard, catalogue: Catalogue) -> None:
    """What is claimed is not so on the board, as the goals are meant."""
    board = board_from_document(found_board.document, catalogue)
    seen, printed = outcome(board).answer, printed_cards(board)
    if then.demands:
        right = reached(goal, seen, printed) is not None and reached(then, seen, printed) is None
    else:
        right = fails_always(goal, seen, printed)
    if not right:
        raise NotConfirmed(board, "the statement holds of it")


def _failing(goal: Goal) -> Iterator[Goal]:
    """For each part of what is claimed: that it is not so of one object, the others being there."""
    demands = spoken_of(goal).demands
    for demand in goal.demands:
        for claim in demand.claimed:
            yield Goal((*demands, Demand(demand.subject, (*demand.phrase, opposite(claim)))))


def _denied(goal: Goal, then: Goal) -> Iterator[Goal]:
    """The first goal with each way in which the second is not reached: too few objects are so, or
    of all that are spoken of one is otherwise."""
    for demand in then.demands:
        subject = demand.subject
        if not demand.every:
            fewer = Total("number", "<=", demand.count - 1)
            yield Goal((*goal.demands, Demand(subject, demand.claims, 0, total=fewer)), goal.text)
            continue
        for claim in demand.claimed:
            if claim not in demand.phrase:
                otherwise = Demand(subject, (*demand.phrase, opposite(claim)))
                yield Goal((*goal.demands, otherwise), goal.text)
