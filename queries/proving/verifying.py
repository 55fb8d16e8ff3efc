"""`verify`: proves or refutes theorems, one after the other or in several processes.

Before each proof over symbolic boards its premise is shown satisfiable. What is not decided within
the time allowed is unknown, never proved. A counterexample is a board file that both readings of
the rules have answered.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from striate.boards.editions import reading_as, readings_of, readings_on
from striate.boards.errors import BoardError, NotPlayable
from striate.boards.reading import board_from_document
from striate.cards.catalogue.store import Catalogue
from striate.cards.errors import WrongInput
from striate.encodings.door import read_as
from striate.queries.finding.find import find
from striate.queries.finding.foundboards import Found
from striate.queries.finding.pools import PoolOptions, names_in, pool
from striate.queries.goals.language import read_goal
from striate.queries.outcome import outcome
from striate.queries.proving.proof_pool import COUNTERS, POOL, Ground, NoSuchLayer, pool_of
from striate.queries.proving.symbolicclaims import Obligation
from striate.queries.proving.theorems import LIBRARY, NoBoard, OverCases, OverSlots, Theorem
from striate.search.circuit import Built
from striate.search.decoding import decode
from striate.search.poolclasses import Pool
from striate.search.questions import Question
from striate.solver.backend import Verdict
from striate.solver.deadline import NEVER, Deadline, OutOfTime
from striate.solver.session import Session, second_opinion
from striate.solver.terms import TRUE, Lit
from striate.spreading.executor import HERE, Workers, results
from striate.spreading.tasks import Task

_Status: TypeAlias = Literal["proved", "refuted", "unknown"]
Document: TypeAlias = dict[str, Any]


class Decision(Struct, frozen=True):
    """What became of a theorem. `why` says what stood in the way, or what fails in the case.

    `solvers`: back ends of which two have shown each claim, or one where no other is there, where
    it is proved over symbolic boards.
    """

    id: str
    rules: tuple[str, ...]
    statement: str
    kind: Literal["true", "false"]
    status: _Status
    bound: str
    counterexample: Document | None = None
    why: str = ""
    seconds: float = 0.0
    solvers: tuple[str, ...] = ()
    proofs: tuple[int, int] | None = None  # circuits without a board, and checked steps
    understood: str = ""  # what a statement of the user's own was taken to mean

    @property
    def as_listed(self) -> bool:
        """Whether a true statement is proved, a false one refuted."""
        return self.status == ("proved" if self.kind == "true" else "refuted")


class NoSuchTheorem(WrongInput):
    """An id that no theorem has; tells the nearest ones."""

    def __init__(self, id: str) -> None:
        import difflib

        near = difflib.get_close_matches(id, [each.id for each in LIBRARY], 2)
        hint = f"; did you mean {' or '.join(f'`{each}`' for each in near)}?" if near else ""
        super().__init__(f"no theorem is called `{id}`{hint}")


def theorems(ids: Sequence[str] = ()) -> tuple[Theorem, ...]:
    """The theorems of those ids; without any, the library."""
    table = {each.id: each for each in LIBRARY}
    for id in ids:
        if id not in table:
            raise NoSuchTheorem(id)
    return tuple(table[id] for id in ids) if ids else LIBRARY


def verify(
    chosen: Sequence[Theorem],
    catalogue: Catalogue,
    workers: Workers = HERE,
    timeout: float | None = None,
    day: str = "",
) -> Iterator[Decision]:
    """The decisions as they are made; `day`: by whose rules, without one by today's."""
    if workers.alone:
        grounds: Grounds = {}
        for theorem in chosen:
            yield decide(theorem, catalogue, timeout, day, grounds)
        return
    ids = [theorem.id for theorem in sorted(chosen, key=lambda each: -_weight(each))]
    tasks = (Task(id, id) for id in ids)
    yield from results(partial(_decide_apart, timeout=timeout, day=day), tasks, workers)


def _weight(theorem: Theorem) -> int:
    """Which theorems take long; they are begun first."""
    if isinstance(theorem.proof, OverSlots):
        return 2 + theorem.proof.slots * (1 + (theorem.id == "independent-effects-commute"))
    return 1 if isinstance(theorem.proof, OverCases) else 0


def _decide_apart(id: str, *, timeout: float | None, day: str) -> Decision:
    """In a process of its own."""
    return decide(theorems((id,))[0], Catalogue.open(), timeout, day)


#: Slots over the pool that most theorems are about, by size: their layers are encoded once.
Grounds = dict[int, Ground]


def decide(
    theorem: Theorem,
    catalogue: Catalogue,
    timeout: float | None = None,
    day: str = "",
    grounds: Grounds | None = None,
) -> Decision:
    """One theorem, by the rules of a day; `grounds`: of others that were decided by the same."""
    started = time.monotonic()
    deadline = Deadline.after(timeout)
    then = readings_on(day) if day else frozenset()
    try:
        with deadline.enforced(), reading_as(then), read_as(then):
            if why := _beyond(theorem, then):
                decided = decision(theorem, "unknown", "", why=why)
            else:
                decided = _decided(theorem, catalogue, deadline, {} if grounds is None else grounds)
    except OutOfTime:
        decided = decision(theorem, "unknown", "", why="the time is up")
    except NoSuchLayer as error:
        decided = decision(theorem, "unknown", "", why=str(error))
    if day and decided.counterexample is not None:
        rules = [day, *decided.counterexample.get("rules", ())]
        decided = replace(decided, counterexample={**decided.counterexample, "rules": rules})
    return _timed(decided, started)


def _beyond(theorem: Theorem, then: frozenset[str]) -> str:
    """Why a theorem is not decided by rules of then; "" if it is."""
    if then and isinstance(theorem.proof, NoBoard):
        return "a search goes by today's rules alone"
    return ""


def _decided(
    theorem: Theorem, catalogue: Catalogue, deadline: Deadline, grounds: Grounds
) -> Decision:
    match theorem.proof:
        case OverSlots():
            return _over_slots(theorem, theorem.proof, catalogue, deadline, grounds)
        case OverCases():
            return _over_cases(theorem, theorem.proof, catalogue)
        case NoBoard():
            return _no_board(theorem, theorem.proof, catalogue, deadline)


def decision(
    theorem: Theorem,
    status: _Status,
    bound: str,
    counterexample: Document | None = None,
    why: str = "",
) -> Decision:
    return Decision(
        theorem.id,
        theorem.rules,
        theorem.statement,
        theorem.kind,
        status,
        bound,
        counterexample,
        why,
    )


def _timed(decided: Decision, started: float) -> Decision:
    return replace(decided, seconds=round(time.monotonic() - started, 2))


# --- over symbolic boards -------------------------------------------------------------------------


def _over_slots(
    theorem: Theorem, proof: OverSlots, catalogue: Catalogue, deadline: Deadline, grounds: Grounds
) -> Decision:
    """Each size from one permanent on, so that a counterexample is a smallest one."""
    if proof.pool:
        grounds = {}
    cards = grounds[1].pool if grounds else pool_of(catalogue, proof.pool or POOL)
    bound = over_slots_bound(cards, proof.slots)
    satisfiable = False
    solvers: list[tuple[str, ...]] = []
    for size in range(1, proof.slots + 1):
        if size not in grounds:
            grounds[size] = Ground(cards, size)
        ground = grounds[size]
        obligation = proof.claims(ground)
        name = f"{theorem.id}, {size} permanents"
        playable = partial(_is_playable, catalogue)
        proved = Proof(name, ground, obligation, deadline, playable).run()
        if proved.status == "refuted":
            return refuted(theorem, bound, proved.counterexample, catalogue)
        if proved.status == "unknown":
            return decision(theorem, "unknown", bound, why=proved.why)
        satisfiable = satisfiable or proved.status == "proved"
        solvers += [proved.solvers] if proved.solvers else []
    if not satisfiable:
        return decision(theorem, "unknown", bound, why="no board fulfils the premise")
    return replace(decision(theorem, "proved", bound), solvers=shown_by(solvers))


def shown_by(solvers: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """Of which two have shown each part; if one part was shown once, who has shown all parts."""
    parts = [set(each) for each in solvers]
    if not parts:
        return ()
    twice = all(len(each) > 1 for each in parts)
    return tuple(sorted(set().union(*parts) if twice else set.intersection(*parts)))


def _is_playable(catalogue: Catalogue, document: Document) -> bool:
    """Whether it is a board: slots attach Auras to whatever is there (303.4)."""
    try:
        outcome(board_from_document(document, catalogue))
    except (BoardError, NotPlayable):
        return False
    return True


def over_slots_bound(cards: Pool, size: int) -> str:
    """What a proof over symbolic boards is about."""
    names = {option.card.name for members in cards.members for option in members}
    return (
        f"all boards of up to {size} permanents out of {len(names)} cards "
        f"({len(cards.kinds)} with their choices), any order, controllers, hosts, level counters, "
        f"and up to 3 {' and '.join(COUNTERS)} counters on each"
    )


def refuted(
    theorem: Theorem, bound: str, document: Document | None, catalogue: Catalogue
) -> Decision:
    """With the board answered by both readings, so that a difference between them shows."""
    if document is not None:
        try:
            outcome(board_from_document(document, catalogue))
        except BoardError as error:
            # By rules of then it may be that no board that can be played goes against it.
            status: _Status = "unknown" if readings_of(()) else "refuted"
            return decision(theorem, status, bound, document, why=str(error))
    return decision(theorem, "refuted", bound, document)


class _Proven(Struct, frozen=True):
    """The verdict on one size; "empty": no board of this size fulfils the premise."""

    status: Literal["proved", "refuted", "unknown", "empty"]
    counterexample: Document | None = None
    why: str = ""
    solvers: tuple[str, ...] = ()


_MOST_TRIED = 100  # boards against a claim that can't be played
_CONFLICTS = 50_000  # what a second back end may spend on one claim; the same on every machine


@dataclass
class Proof:
    """The proof of one obligation: its premise first, then claim after claim.

    What one back end has proved another one, where it is there, is asked to confirm.
    """

    name: str
    ground: Ground
    obligation: Obligation
    deadline: Deadline = NEVER
    playable: Callable[[Document], bool] = lambda document: True
    against: Lit = field(default=TRUE, init=False)  # the claim that a model goes against
    conflicts: int = field(default=0, init=False)  # that all claims took

    def run(self) -> _Proven:
        premise = self.obligation.premise
        graph, left = self.ground.algebra.graph, self.deadline.left
        with Session(graph, name=f"{self.name}: the premise") as session:
            session.assert_(*self.ground.constraints)
            verdict = session.check([premise], timeout=left())
            if verdict is Verdict.UNSAT:
                session.confirm([premise], timeout=left())
        if verdict is Verdict.UNSAT:
            return _Proven("empty")
        if verdict is Verdict.UNKNOWN:
            return _Proven("unknown", why=f"the premise: {session.reason}")
        with Session(graph, name=self.name) as session:
            verdict = self.claims(session)
            if verdict is Verdict.SAT:
                return _Proven("refuted", self.counterexample(session))
            if verdict is Verdict.UNKNOWN:
                return _Proven("unknown", why=session.reason)
        return self.confirmed(session.backend)

    def claims(self, session: Session, conflicts: int | None = None) -> Verdict:
        """UNSAT: no board with the premise goes against a claim."""
        premise = self.obligation.premise
        session.assert_(*self.ground.constraints)
        for number, claim in enumerate(self.obligation.claims, 1):
            if claim == TRUE:
                continue
            session.name = f"{self.name}: claim {number} of {len(self.obligation.claims)}"
            verdict = session.check(
                [premise, claim ^ 1], timeout=self.deadline.left(), rlimit=conflicts
            )
            self.conflicts += session.conflicts
            if verdict is not Verdict.UNSAT:
                self.against = claim
                return verdict
            # What is proved of all boards with the premise helps with what follows.
            session.assert_(self.ground.algebra.or_(premise ^ 1, claim))
        return Verdict.UNSAT

    def confirmed(self, first: str) -> _Proven:
        """The proof of one back end, with the other's where that comes to an end."""
        other = second_opinion(first, self.conflicts)
        if other is None:
            return _Proven("proved", solvers=(first,))
        with Session(self.ground.algebra.graph, other) as session:
            verdict = self.claims(session, _CONFLICTS)
            if verdict is Verdict.SAT:
                raise session.wrong(f"{first} proves it and {other} finds a counterexample")
        both = (first, other) if verdict is Verdict.UNSAT else (first,)
        return _Proven("proved", solvers=both)

    def counterexample(self, session: Session) -> Document:
        """A board against the claim: if there is one among the first, one that can be played."""
        first = document = self.decoded(session)
        for _ in range(_MOST_TRIED):
            if self.playable(document):
                return document
            session.assert_(self.ground.algebra.any_(self.other_cards(session)))
            again = [self.obligation.premise, self.against ^ 1]
            if session.check(again, timeout=self.deadline.left()) is not Verdict.SAT:
                return first
            document = self.decoded(session)
        return first

    def other_cards(self, session: Session) -> list[Lit]:
        """Of which one holds wherever another card stands in a slot, or on another host."""
        lits = []
        for slot in self.ground.slots:
            lits.append(slot.chooser.pick(1 << slot.chooser.value(session.model())) ^ 1)
            lits += [lit ^ 1 for lit in slot.hosts.values() if lit > TRUE and session.value(lit)]
        return lits

    def decoded(self, session: Session) -> Document:
        """The board of the model."""
        built = Built(self.ground.search(), [], [])
        solution = decode(self.ground.pool, built, session)
        steps = list(solution.document["steps"])
        handles = [_handle_of(step) for step in steps if "enter" in step]
        return {"steps": [*steps, *self.obligation.further(session.value, handles)]}


def _handle_of(step: Document) -> str:
    return str(step.get("as", step["enter"]))


# --- case by case, and by search ------------------------------------------------------------------


def _over_cases(theorem: Theorem, proof: OverCases, catalogue: Catalogue) -> Decision:
    number = 0
    for number, case in enumerate(proof.cases(catalogue), 1):
        if case.wrong:
            why = f"{case.name}: {case.wrong}"
            return decision(theorem, "refuted", f"{number:,} cases", case.board, why)
    bound = f"{number:,} cases: {proof.what}"
    if not number:
        return decision(theorem, "unknown", bound, why="there is no case")
    return decision(theorem, "proved", bound)


def _no_board(
    theorem: Theorem, proof: NoBoard, catalogue: Catalogue, deadline: Deadline
) -> Decision:
    """The board that the statement forbids, smallest first."""
    goal = read_goal(proof.goal, catalogue)
    options = PoolOptions(cards=proof.cards, with_=proof.with_)
    question = Question(
        goal,
        pool(options, goal, catalogue),
        size=proof.size,
        with_=tuple(card.faces[0].name for card in names_in(proof.with_, catalogue)),
        all_=1 if not proof.older else 12,
        deadline=deadline,
    )
    bound = f"all boards of up to {proof.size} permanents out of {len(question.cards)} cards"
    answer = find(question, catalogue)
    for board in answer.boards:
        if in_order(board.document, proof.older, proof.newer):
            return decision(theorem, "refuted", bound, _titled(board.document, theorem))
    if answer.status == "none" or (answer.boards and not answer.stopped):
        return decision(theorem, "proved", bound)
    return decision(theorem, "unknown", bound, why=answer.why or unfinished(answer))


def unfinished(answer: Found) -> str:
    return "the time is up" if answer.stopped else "not decided"


def in_order(document: Document, older: str, newer: str) -> bool:
    """Whether the one card entered before the other."""
    entered = [step.get("enter") for step in document["steps"]]
    if not older:
        return True
    return older in entered and newer in entered and entered.index(older) < entered.index(newer)


def _titled(document: Document, theorem: Theorem) -> Document:
    return {**document, "note": f"not so: {theorem.statement}", "rules": list(theorem.rules)}
