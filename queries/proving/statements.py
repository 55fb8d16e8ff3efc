"""Statements of the user's own: `--never GOAL`, `--always GOAL`, `--if GOAL --then GOAL`.

Each is searched for the smallest board that goes against it. Such a board counts only if no
state-based action changes it, as in `find`.
"""

import time
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Literal, TypeAlias

from striate.boards.reading import board_from_document
from striate.cards import tree
from striate.cards.catalogue.store import Catalogue
from striate.encodings.algebra import FALSE, Lit
from striate.encodings.reach import reads
from striate.queries.finding.find import find
from striate.queries.finding.foundboards import NotConfirmed, printed_cards
from striate.queries.finding.pools import PoolOptions, pool
from striate.queries.goals.judging import meets, reached
from striate.queries.goals.language import read_goal
from striate.queries.outcome import outcome
from striate.queries.proving.verifying import Decision, Document
from striate.search import circuit
from striate.search.circuit import Built
from striate.search.decoding import decode
from striate.search.goals import AnyObject, Demand, Goal, HasText
from striate.search.poolclasses import Pool, classes
from striate.search.questions import Question, least_size
from striate.solver.backend import Verdict
from striate.solver.deadline import Deadline, OutOfTime
from striate.solver.session import Session

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


def prove(
    statement: Statement,
    catalogue: Catalogue,
    options: PoolOptions,
    size: int,
    counters: tuple[str, ...] = (),
    timeout: float | None = None,
) -> Decision:
    """Refuted with the smallest board that goes against it, or proved up to the size."""
    started = time.monotonic()
    deadline = Deadline.after(timeout)
    goal = read_goal(statement.goal, catalogue)
    then = read_goal(statement.then, catalogue) if statement.then else Goal(())
    every = Goal((*goal.demands, *then.demands))
    cards = pool(options, every, catalogue)
    question = Question(goal, cards, size=size, counters=counters, deadline=deadline)
    try:
        with deadline.enforced():
            decided = decide(statement, question, goal, then, catalogue)
    except OutOfTime:
        decided = made(statement, "unknown", _bound_of(len(cards), size, {}), why="the time is up")
    return replace(decided, seconds=round(time.monotonic() - started, 2))


def decide(
    statement: Statement, question: Question, goal: Goal, then: Goal, catalogue: Catalogue
) -> Decision:
    """The verdict over the question's cards."""
    if statement.sort == "never":
        return never(statement, question, catalogue)
    return _Against(statement, question, goal, then).run(catalogue)


def made(
    statement: Statement, status: Any, bound: str, board: Document | None = None, why: str = ""
) -> Decision:
    return Decision(statement.sort, (), statement.text, "true", status, bound, board, why)


def _bound_of(cards: int, size: int, left_out: dict[str, int]) -> str:
    out = sum(left_out.values())
    rest = f" ({out} that slots do not hold are left out)" if out else ""
    return f"all boards of up to {size} permanents out of {cards} cards{rest}"


def never(statement: Statement, question: Question, catalogue: Catalogue) -> Decision:
    found = find(question, catalogue)
    bound = _bound_of(found.searched["cards"], question.size, found.searched.get("left_out", {}))
    if found.boards:
        return made(statement, "refuted", bound, found.boards[0].document)
    if found.status == "none":
        return made(statement, "proved", bound)
    return made(statement, "unknown", bound, why=found.why or "the time is up")


@dataclass
class _Against:
    """The search for a board that goes against an `always` or an `if ... then`."""

    statement: Statement
    question: Question
    goal: Goal
    then: Goal

    def run(self, catalogue: Catalogue) -> Decision:
        premise = self.premise()
        every = Goal((*premise.demands, *self.further()), self.goal.text)
        cards = classes(self.question, every)
        bound = _bound_of(cards.cards, self.question.size, cards.left_out)
        met = False
        left = self.question.deadline.left
        for size in range(least_size(premise), self.question.size + 1):
            built = circuit.build(self.asking(), premise, cards, size)
            if built is None:
                continue
            name = f"{self.statement.text}: {size} permanents"
            session = Session(built.search.algebra.graph, self.question.backend, name=name)
            session.assert_(*built.constraints)
            with session:
                verdict = session.check(timeout=left())
                met = met or verdict is Verdict.SAT
                if verdict is Verdict.SAT:
                    session.assert_(self.broken(built, cards))
                    verdict = session.check(timeout=left())
                if verdict is Verdict.UNSAT:
                    session.confirm(timeout=left())
                if verdict is Verdict.UNKNOWN:
                    return made(self.statement, "unknown", bound, why=session.reason)
                if verdict is Verdict.SAT:
                    return self.refuted(cards, built, session, premise, bound, catalogue)
        if not met:
            why = "no board fulfils the premise"
            return made(self.statement, "unknown", bound, why=why)
        return made(self.statement, "proved", bound)

    def asking(self) -> Question:
        """Encoding: if a claim mentions a controller, swapping the players is no symmetry."""
        parts: list[tree.Node] = []
        for demand in self.further():
            parts += [claim for claim in demand.claims if not isinstance(claim, HasText)]
            if isinstance(demand.subject, AnyObject):
                parts.append(demand.subject.filter)
        sided = any(kind == "controller" for part in parts for kind, _ in reads(part))
        return replace(self.question, plain=True) if sided else self.question

    def premise(self) -> Goal:
        """What a board must have for the statement to speak of it."""
        if self.statement.sort == "if":
            return self.goal
        return Goal(tuple(Demand(each.subject, (), each.count) for each in self.goal.demands))

    def further(self) -> tuple[Demand, ...]:
        """What else the classes of cards must tell apart."""
        return self.then.demands if self.statement.sort == "if" else self.goal.demands

    def broken(self, built: Built, cards: Pool) -> Lit:
        """That the statement fails on the board."""
        algebra = built.search.algebra
        offset = len(self.premise().demands)
        rows = [
            self.truth(built, cards, demand, offset + number)
            for number, demand in enumerate(self.further())
        ]
        if self.statement.sort == "if":
            return _unmet(built, rows, [each.count for each in self.then.demands])
        bare = [
            self.truth(built, cards, Demand(demand.subject, ()), offset + number)
            for number, demand in enumerate(self.goal.demands)
        ]
        return algebra.any_(
            [
                algebra.and_(subject, whole ^ 1)
                for subjects, wholes in zip(bare, rows, strict=True)
                for subject, whole in zip(subjects, wholes, strict=True)
            ]
        )

    def truth(self, built: Built, cards: Pool, demand: Demand, flag: int) -> list[Lit]:
        """Of which slots the demand is true."""
        found, mask = built.search, circuit.flag_mask(cards, flag)
        return [
            found.algebra.all_(
                [
                    slot.chooser.pick(mask),
                    circuit.subject_holds(demand, found, index),
                    *(circuit.claim_holds(claim, found, index) for claim in demand.claims),
                ]
            )
            for index, slot in enumerate(found.slots)
        ]

    def refuted(
        self,
        cards: Pool,
        built: Built,
        session: Session,
        premise: Goal,
        bound: str,
        catalogue: Catalogue,
    ) -> Decision:
        solution, _ = decode(self.question, cards, built, session)
        if solution is None:
            raise AssertionError("a model of the slots is a board")
        board = board_from_document(solution.document, catalogue)
        found = outcome(board)
        if found.not_modelled:
            why = f"a board with `{found.not_modelled[0].card}`, whose text is not understood"
            return made(self.statement, "unknown", bound, why=why)
        printed = printed_cards(board)
        if self.statement.sort == "if":
            right = reached(premise, found.answer, printed) is not None
            wrong = reached(self.then, found.answer, printed) is None
        else:
            right = True
            wrong = any(
                meets(Demand(demand.subject, ()), seen, printed.get(seen.handle))
                and not meets(demand, seen, printed.get(seen.handle))
                for demand in self.goal.demands
                for seen in found.answer.objects
                if seen.zone == "battlefield"
            )
        if not right or not wrong:
            raise NotConfirmed(board, "the statement holds of it")
        note = f"not so: {self.statement.text}"
        return made(self.statement, "refuted", bound, {"note": note, **solution.document})


def _unmet(built: Built, rows: list[list[Lit]], counts: list[int]) -> Lit:
    """That different slots can't meet all demands: some of them have too few slots (Hall)."""
    algebra = built.search.algebra
    short = []
    for many in range(1, len(rows) + 1):
        for chosen in combinations(range(len(rows)), many):
            wanted = sum(counts[each] for each in chosen)
            slots = [
                algebra.any_([rows[each][index] for each in chosen])
                for index in range(len(rows[0]))
            ]
            short.append(algebra.compare(algebra.count(slots), "<", wanted))
    return algebra.any_(short) if short else FALSE
