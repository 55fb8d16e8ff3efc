"""Statements of the user's own: `--never GOAL`, `--always GOAL`, `--if GOAL --then GOAL`.

Each is searched for the smallest board that goes against it. Such a board counts only if no
state-based action changes it, as in `find`.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

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
from striate.queries.goals.meaning import fails_always, phrase_of, reached, spoken_of
from striate.queries.goals.wording import goal_words
from striate.queries.outcome import outcome
from striate.queries.proving import conditional
from striate.queries.proving.stated import (
    SMALLER,
    STOPPED,
    TIME_IS_UP,
    Asking,
    Statement,
    bound_from,
    bound_of,
    made,
)
from striate.queries.proving.verifying import Decision
from striate.search import circuit, searching
from striate.search.asking.phrases import ways
from striate.search.asking.world import widened
from striate.search.circuit import Built
from striate.search.decoding import board_of, decode, exactly, is_stable
from striate.search.goals import Claim, Demand, Goal, all_said
from striate.search.making import opposite
from striate.search.ordering import apart, kinds_of
from striate.search.poolclasses import Pool, classes
from striate.search.poolfacts import facts_of
from striate.search.questions import Question, Solution, least_size
from striate.solver.backend import Verdict
from striate.solver.certifying import Certificate
from striate.solver.deadline import Deadline, OutOfTime
from striate.solver.session import Session
from striate.solver.terms import Lit


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
    if any(each.total is not None or each.alike for each in (*goal.demands, *then.demands)):
        why = "only `--never` can speak of what several objects are together"
        return made(statement, "unknown", "", why=why)
    if statement.sort == "always":
        return _always(statement, question, asking)
    if len(question.cards) > searching.ALL_AT_ONCE:
        told = conditional.of_many(statement, question, goal, then, asking)
        if told is not None:
            return told
    whole = replace(widened(question), lying=True)
    return _Against(statement, whole, goal, then).run(asking.catalogue)


def never(statement: Statement, question: Question, asking: Asking) -> Decision:
    found = asking.find(question)
    bound = bound_from(found, question.size)
    if found.boards:
        why = "" if found.smallest else SMALLER
        return made(statement, "refuted", bound, found.boards[0].document, why)
    if found.status == "none":
        return made(statement, "proved", bound)
    return made(statement, "unknown", bound, why=asking.why(found))


def _always(statement: Statement, question: Question, asking: Asking) -> Decision:
    """It fails on a board with all that is spoken of, where of some object one claim is not so."""
    best: Found | None = None
    bound, open_ = "", ""  # `open_`: why a part is not decided
    rest = question
    without: set[str] = set()
    there = spoken_of(question.goal)
    for goal in [there, *_failing(question.goal)]:
        if asking.over(question):
            open_ = open_ or asking.why()
            break
        found = asking.find(replace(rest, goal=goal))
        bound = bound_from(found, question.size, without)
        without |= {*unlooked(found)}
        premise = goal == there
        if found.status == "unknown":
            open_ = asking.why(found)
            if premise:
                break
        if premise:
            if not found.boards:
                return made(statement, "unknown", bound, why="no board fulfils the premise")
            continue
        if found.boards:
            _confirm(question.goal, found.boards[0], asking.catalogue)
            # Only a smaller board would be told instead.
            best, rest = found, replace(rest, size=found.size - 1)
            open_ = open_ or ("" if found.smallest else SMALLER)
            if rest.size < least_size(goal):
                break
    if best is None:
        return made(statement, "unknown" if open_ else "proved", bound, why=open_)
    note = {"note": f"not so: {statement.text}"}
    why = SMALLER if open_ else ""
    return made(statement, "refuted", bound, {**best.boards[0].document, **note}, why)


def _confirm(goal: Goal, found: FoundBoard, catalogue: Catalogue) -> None:
    """What is claimed is not so on the board, as the goal is meant."""
    board = board_from_document(found.document, catalogue)
    if not fails_always(goal, outcome(board).answer, printed_cards(board)):
        raise NotConfirmed(board, "the statement holds of it")


def _failing(goal: Goal) -> Iterator[Goal]:
    """For each part of what is claimed: that it is not so of one object, the others being there."""
    there = spoken_of(goal).demands
    for demand in goal.demands:
        phrase = phrase_of(demand)
        for claim in demand.claims[len(phrase) :]:
            yield Goal((*there, Demand(demand.subject, (*phrase, opposite(claim)))))


@dataclass
class _Against:
    """The search for a board that goes against an `if ... then`."""

    statement: Statement
    question: Question
    goal: Goal
    then: Goal
    bound: str = ""
    met: bool = False  # some board fulfils the premise

    def run(self, catalogue: Catalogue) -> Decision:
        if any(each.another for each in self.then.demands):
            why = "`another` can't stand after `--then`"
            return made(self.statement, "unknown", "", why=why)
        there = ways(replace(self.question, goal=self.goal))
        met = False
        for size in range(1, self.question.size + 1):
            for premise in there.goals:
                if least_size(premise) > size:
                    continue
                told = self.at(size, premise, catalogue)
                met |= self.met
                if told is not None:
                    return told
        if not met:
            why = "no board fulfils the premise"
            return made(self.statement, "unknown", self.bound, why=why)
        if not there.whole:
            why = "the premise can be meant in too many ways"
            return made(self.statement, "unknown", self.bound, why=why)
        return made(self.statement, "proved", self.bound)

    def at(self, size: int, premise: Goal, catalogue: Catalogue) -> Decision | None:
        """The decision on boards of one size; None: none of them goes against it."""
        self.met = False
        every = Goal((*premise.demands, *self.then.demands), self.goal.text)
        cards = classes(self.question, every, exact=True)
        left_out = facts_of(self.question.cards).left_out
        held = len(self.question.cards) - sum(left_out.values())
        self.bound = bound = bound_of(held, self.question.size, left_out)
        left = self.question.deadline.left
        built = circuit.build(self.asking(), premise, cards, size)
        if built is None:
            return None
        name = f"{self.statement.text}: {size} permanents"
        session = Session(built.search.algebra.graph, self.question.backend, name=name)
        session.assert_(*built.constraints)
        with session:
            verdict = session.check(timeout=left())
            self.met = verdict is Verdict.SAT
            if verdict is Verdict.SAT:
                session.assert_(self.broken(built, cards, len(premise.demands)))
                verdict = session.check(timeout=left())
            while verdict is Verdict.SAT:
                solution = decode(self.question, cards, built, session)
                if is_stable(board_of(solution, cards)):
                    return self.refuted(solution, bound, catalogue)
                block = apart(built, kinds_of(built, session))
                session.assert_any([*block, *exactly(built, session)])
                verdict = session.check(timeout=left())
            if verdict is Verdict.UNKNOWN:
                return made(self.statement, "unknown", bound, why=session.reason)
            if self.question.certify:
                proof = session.certify(self.question.deadline)
                self.question.certified.append(proof)
        return None

    def asking(self) -> Question:
        """Encoding: if a claim mentions a controller, swapping the players is no symmetry."""
        sided = any(map(circuit.tells_players_apart, all_said(self.then)))
        return replace(self.question, plain=True) if sided else self.question

    def broken(self, built: Built, cards: Pool, offset: int) -> Lit:
        """That what follows is not so: too few objects meet a phrase, or one offends."""
        algebra = built.search.algebra
        against: list[Lit] = []
        for number, demand in enumerate(self.then.demands):
            truth = self.truth(built, cards, demand, demand.claims, offset + number)
            against.append(algebra.compare(algebra.count(truth), "<", demand.count))
            if demand.every is not None:
                spoken = self.truth(built, cards, demand, demand.every, offset + number)
                against += [algebra.and_(a, b ^ 1) for a, b in zip(spoken, truth, strict=True)]
        return algebra.any_(against)

    def truth(
        self, built: Built, cards: Pool, demand: Demand, claims: tuple[Claim, ...], flag: int
    ) -> list[Lit]:
        """Of which slots these claims of the demand are true."""
        found, mask = built.search, circuit.flag_mask(cards, flag)
        return [
            found.algebra.all_(
                [
                    slot.chooser.pick(mask),
                    circuit.subject_holds(demand, found, index),
                    *(circuit.claim_holds(claim, found, index) for claim in claims),
                ]
            )
            for index, slot in enumerate(found.slots)
        ]

    def refuted(self, solution: Solution, bound: str, catalogue: Catalogue) -> Decision:
        board = board_from_document(solution.document, catalogue)
        found = outcome(board)
        if found.not_modelled:
            why = f"a board with `{found.not_modelled[0].card}`, whose text is not understood"
            return made(self.statement, "unknown", bound, why=why)
        printed = printed_cards(board)
        right = reached(self.goal, found.answer, printed) is not None
        wrong = reached(self.then, found.answer, printed) is None
        if not right or not wrong:
            raise NotConfirmed(board, "the statement holds of it")
        note = f"not so: {self.statement.text}"
        return made(self.statement, "refuted", bound, {"note": note, **solution.document})
