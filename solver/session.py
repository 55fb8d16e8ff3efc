"""A conversation with a solver about literals of one graph.

Assertions stay; assumptions hold for one check. Work can be limited, and a check that does not
finish is UNKNOWN with a reason, never a yes or a no. Each model is evaluated on the graph
before it is handed out: one that breaks an assertion is a SolverError. Ctrl-C arrives as
KeyboardInterrupt and leaves the session usable.
"""

from collections.abc import Iterable, Iterator, Sequence
from importlib.util import find_spec
from time import monotonic
from types import TracebackType
from typing import Self

from msgspec.structs import replace

from striate.solver import journal
from striate.solver.backend import (
    OUT_OF_TIME,
    Answer,
    Backend,
    Limits,
    SolverError,
    Verdict,
    WrongAnswer,
)
from striate.solver.certifying import Certificate, certify
from striate.solver.cnf import Cnf
from striate.solver.deadline import NEVER, Deadline
from striate.solver.model import Model
from striate.solver.number import Number
from striate.solver.terms import FALSE, TRUE, Graph
from striate.spreading.collecting import uncollected

_LITTLE = 2_000  # so many conflicts show whether something is soon seen to be impossible
_MANY = 10_000  # from so many conflicts on CaDiCaL takes less time than z3, and up to a few
_WHY_NODES = 30_000  # of no larger circuits is asked which rules a contradiction needs
_BACKENDS = ("auto", "z3", "glucose", "cadical")


def available_backends() -> list[str]:
    """The back ends that are installed, the preferred one first."""
    fast = ["glucose", "cadical"] if find_spec("pysat") else []
    return [*fast, "z3"]


def second_opinion(first: str, conflicts: int) -> str | None:
    """Who confirms what that back end has shown with so many conflicts; None: there is no other.

    z3 takes several times as long as CaDiCaL to read a circuit, or where there are many, and less
    time between the two.
    """
    others = ("z3", "cadical") if _LITTLE < conflicts <= _MANY else ("cadical", "z3")
    return next((each for each in others if each != first and each in available_backends()), None)


def _make_backend(cnf: Cnf, name: str, seed: int) -> Backend:
    """A new solver. Solvers are imported here, so that nothing else waits for them."""
    if name == "z3":
        from striate.solver.z3_backend import Z3Backend

        return Z3Backend(cnf, seed)
    from striate.solver.sat_backend import SatBackend

    return SatBackend(cnf, name, seed)


class Session:
    """Assertions over a graph, and checks of them on one back end.

    `name` says what its checks ask, for `journal`. With `by_rule` each node holds only under the
    rule that it was made under, and `core_rules` says which rules a contradiction needs; that is
    slower.
    """

    def __init__(
        self,
        graph: Graph,
        backend: str = "auto",
        seed: int = 0,
        by_rule: bool = False,
        name: str = "",
    ) -> None:
        if backend not in _BACKENDS:
            raise ValueError(f"no back end `{backend}`: one of {', '.join(_BACKENDS)}")
        self.graph = graph
        self.backend = available_backends()[0] if backend == "auto" else backend
        self.seed = seed
        self.by_rule = by_rule
        self.name = name or "a check"
        #: After UNKNOWN: why.
        self.reason = ""
        self._asserted: list[tuple[str | None, int]] = []
        self._clauses: list[list[int]] = []
        # The solver and how much of the two lists above it has.
        self._solver: Backend | None = None
        self._sent = (0, 0)
        self._verdict = Verdict.UNKNOWN
        self._holding: list[int] = []
        self._model: Model | None = None
        self._told: Model | None = None
        #: The conflicts of the last check, and the propagations of all: the same on every machine.
        self.conflicts = self.work = 0
        # After UNSAT of `first_check`: which of the literals asserted are enough for it.
        self._enough: list[int] | None = None
        self._core: list[int] = []
        self._rules: list[str] = []  # of the core, by rule
        self._order: list[int] = []
        self._ordered = 0

    # Assertions.

    def assert_(self, *lits: int) -> None:
        """Let the literals be true from now on, under the rule that is in force in the graph."""
        rule = self.graph.current_rule() if self.by_rule else None
        self._asserted += [(rule, lit) for lit in lits if lit != TRUE or rule]

    def assert_any(self, lits: Iterable[int]) -> None:
        """Let one of the literals be true from now on, as a clause without a node."""
        self._clauses.append(list(lits))

    def twin(self, backend: str, seed: int = 0) -> "Session":
        """A session with the same assertions on another back end."""
        other = Session(self.graph, backend, seed, self.by_rule, self.name)
        other._asserted = list(self._asserted)
        other._clauses = [list(clause) for clause in self._clauses]
        return other

    def prepare(self) -> None:
        """Translate for the solver what is asserted so far; the next check would do it
        otherwise."""
        with uncollected():
            self._send().prepare()

    # Checks.

    def check(
        self,
        assumptions: Iterable[int] = (),
        timeout: float | None = None,
        rlimit: int | None = None,
    ) -> Verdict:
        """Whether all assertions and assumptions can hold together.

        `timeout` is in seconds, `rlimit` in conflicts, which are the same on every machine.
        """
        return self._check(assumptions, Limits(timeout, rlimit))

    def _check(self, assumptions: Iterable[int], limits: Limits) -> Verdict:
        assumed = [lit for lit in dict.fromkeys(assumptions) if lit != TRUE]
        self._holding = assumed
        self._model = self._told = None
        self._core, self._rules = [], []
        if any(lit == FALSE for rule, lit in self._asserted if rule is None):
            answer = Answer(Verdict.UNSAT)
        elif FALSE in assumed:
            answer = Answer(Verdict.UNSAT)
            self._core = [FALSE]
        elif not assumed and not self._asserted and not self._clauses:
            answer = Answer(Verdict.SAT)
            self._model = Model(self.graph, {})
        else:
            answer = self._solve(assumed, limits)
        self._verdict, self.reason = answer.verdict, answer.reason
        if journal.dump_folder() is not None:
            self._query().write()
        return answer.verdict

    def first_check(self, timeout: float | None = None, *, little: bool = False) -> Verdict:
        """A check of what is asserted which, where it soon ends with UNSAT, tells what is `enough`.

        For a little work the literals are assumed, and not yet required; `little`: that is all.
        """
        asserted, self._asserted = self._asserted, []
        deadline = Deadline.after(timeout)
        try:
            lits = [lit for _, lit in asserted]
            verdict = self._check(lits, Limits(timeout, _LITTLE))
        finally:
            self._asserted = asserted
        if verdict is Verdict.UNSAT:
            self._enough = list(self._core)
        elif verdict is Verdict.UNKNOWN and not little:
            return self.check(timeout=deadline.left())
        return verdict

    @property
    def enough(self) -> list[int]:
        """After UNSAT: literals that were asserted and can't hold together; all, if that is not
        told."""
        self._need_unsat()
        return [lit for _, lit in self._asserted] if self._enough is None else self._enough

    def confirm(
        self, assumptions: Iterable[int] = (), timeout: float | None = None, *, alone: bool = False
    ) -> Verdict | None:
        """After UNSAT: what another back end says of the same; None where there is no other.

        It is asked of what is enough: what that excludes is excluded. Where it finds a model, one
        of the two is wrong. Where that is soon told it is asked by rule, for `core_rules`; that
        much is asked even if the back end is to be left `alone`.
        """
        other = None if alone else second_opinion(self.backend, self.conflicts)
        enough = self._enough
        little = enough is not None and len(self.graph.cone(enough)) <= _WHY_NODES
        if other is None and not little:
            return None
        with self.twin(other or self.backend) as twin:
            twin.by_rule = little
            if enough is not None:
                twin._asserted = [(None, lit) for lit in enough]
            verdict = twin.check(assumptions, timeout)
            if verdict is Verdict.SAT:
                raise twin.wrong(f"{self.backend} finds no solution and {twin.backend} does")
            self._rules = twin._rules
        return None if other is None else verdict

    def certify(self, deadline: Deadline = NEVER) -> Certificate:
        """After UNSAT: a proof of it by another program's check."""
        self._need_unsat()
        query = self._query()
        return certify(query.variables, query.clauses, deadline)

    def wrong(self, why: str) -> WrongAnswer:
        """That an answer to the last check can't be right; the query is written to a file."""
        path = self._query().write()
        return WrongAnswer(f"{why}; the query `{self.name}` is in {path}")

    def _query(self) -> journal.Query:
        """The last check as a formula."""
        cnf = Cnf(self.graph)
        for lit in (*(lit for _, lit in self._asserted), *self._holding):
            cnf.require(lit)
        for clause in self._clauses:
            cnf.require_any(clause)
        clauses = cnf.draw_off()
        return journal.Query(self.name, self.backend, self._verdict.value, cnf.top, clauses)

    def _tell(self, answer: Answer, solver: Backend, seconds: float) -> None:
        counts = solver.counts()
        verdict = " ".join(filter(None, (answer.verdict.value, answer.reason)))
        journal.note(
            f"{self.name}: {verdict} by {self.backend} in {seconds:.2f} s; {len(self.graph):,} "
            f"nodes, {counts.variables:,} variables, {counts.clauses:,} clauses, "
            f"{counts.conflicts:,} conflicts"
        )

    def _solve(self, assumed: list[int], limits: Limits) -> Answer:
        deadline = Deadline.after(limits.seconds)
        before = monotonic()
        try:
            with uncollected():
                solver = self._send()
                held = self.graph.all_held() if self.by_rule else {}
                solver.define([*assumed, *held])
                solver.prepare()
            # What was spent on reading the clauses is gone.
            counted = solver.counts()
            answer = solver.solve([*assumed, *held], replace(limits, seconds=deadline.left()))
            counts = solver.counts()
            self.conflicts = counts.conflicts - counted.conflicts
            self.work += counts.propagations - counted.propagations
            if journal.is_heard():
                self._tell(answer, solver, monotonic() - before)
            if answer.verdict is Verdict.UNSAT:
                core = solver.core()
                self._core = [lit for lit in core if lit not in held]
                self._rules = [held[lit] for lit in core if lit in held]
        except BaseException:
            # It may have been cut short while it read a clause: a new one is made when needed.
            self.close()
            raise
        return answer

    def _send(self) -> Backend:
        """The solver, told of everything asserted so far."""
        if self._solver is None:
            cnf = Cnf(self.graph, self.by_rule)
            self._solver = _make_backend(cnf, self.backend, self.seed)
        asserted, clauses = self._sent
        for rule, lit in self._asserted[asserted:]:
            if rule is None:
                self._solver.require(lit)
            else:
                self._solver.require_any([self.graph.held(rule) ^ 1, lit])
        for clause in self._clauses[clauses:]:
            self._solver.require_any(clause)
        self._sent = (len(self._asserted), len(self._clauses))
        return self._solver

    # What a check found.

    def model(self) -> Model:
        """After SAT: the assignment found, evaluated on the graph."""
        if self._verdict is not Verdict.SAT:
            raise SolverError("there is no model: the last check did not end with SAT")
        if self._model is None:
            assignment = {} if self._solver is None else self._solver.assignment()
            self._model = self._verified(Model(self.graph, assignment, self._cone()))
        return self._model

    def told(self) -> Model:
        """After SAT: the assignment as the solver told it, of which nothing is verified.

        For choosing what to ask next; what is handed out comes from `model`.
        """
        if self._model is not None:
            return self._model
        if self._verdict is not Verdict.SAT:
            raise SolverError("there is no model: the last check did not end with SAT")
        if self._told is None:
            self._told = Model(
                self.graph, {} if self._solver is None else self._solver.assignment()
            )
        return self._told

    def _cone(self) -> list[int]:
        """All nodes that assertions rest on, arguments first."""
        if self._ordered != len(self._asserted):
            self._order = self.graph.cone([lit for _, lit in self._asserted])
            self._ordered = len(self._asserted)
        return self._order

    def _verified(self, model: Model) -> Model:
        must_hold = [*(lit for _, lit in self._asserted), *self._holding]
        if not all(model.value(lit) for lit in must_hold) or not all(
            any(model.value(lit) for lit in clause) for clause in self._clauses
        ):
            raise self.wrong(f"{self.backend} gave a model that breaks an assertion")
        return model

    def value(self, lit: int) -> bool:
        """After SAT: whether the literal holds in the model."""
        return self.model().value(lit)

    def value_number(self, number: Number) -> int:
        """After SAT: what the number is in the model."""
        return self.model().number(number)

    def core_rules(self) -> list[str]:
        """After UNSAT, by rule or so confirmed: rules that are enough for the contradiction."""
        self._need_unsat()
        return self._rules

    def _need_unsat(self) -> None:
        if self._verdict is not Verdict.UNSAT:
            raise SolverError("there is no core: the last check did not end with UNSAT")

    # Searches.

    def enumerate(
        self,
        projection: Sequence[int],
        limit: int | None = None,
        assumptions: Sequence[int] = (),
        timeout: float | None = None,
        rlimit: int | None = None,
    ) -> "_Enumeration":
        """Models of which no two agree on all of `projection`."""
        return _Enumeration(self, projection, limit, list(assumptions), timeout, rlimit)

    def smallest(
        self,
        lits: Iterable[int],
        assumptions: Sequence[int] = (),
        timeout: float | None = None,
        rlimit: int | None = None,
    ) -> Verdict:
        """Check for a model with as few of `lits` true as there is one with.

        SAT only when fewer were shown to be impossible.
        """
        counts = self.graph.unary_count(lits)
        deadline = Deadline.after(timeout)
        for bound in [*(count ^ 1 for count in counts), TRUE]:
            verdict = self.check([*assumptions, bound], deadline.left(), rlimit)
            if verdict is not Verdict.UNSAT or bound not in self._core:
                return verdict
        return Verdict.UNSAT

    def close(self) -> None:
        """Free the solver. A later check makes a new one."""
        if self._solver is not None:
            self._solver.close()
        if self._model is None:
            self._verdict = Verdict.UNKNOWN
        self._solver = None
        self._sent = (0, 0)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class _Enumeration(Iterator[Model]):
    """An iterator over models. When it ends, `verdict` says whether these were all.

    UNSAT: there are no others. SAT: the limit was reached. UNKNOWN: a check did not finish, and
    `reason` says why.
    """

    def __init__(
        self,
        session: Session,
        projection: Sequence[int],
        limit: int | None,
        assumptions: list[int],
        timeout: float | None,
        rlimit: int | None,
    ) -> None:
        self._session = session
        self._projection = list(dict.fromkeys(projection))
        self._left = limit
        # What has been found is excluded only while this is assumed.
        self._active = session.graph.fresh()
        self._assumptions = [*assumptions, self._active]
        self._deadline = Deadline.after(timeout)
        self._rlimit = rlimit
        self._over = False
        self.verdict = Verdict.SAT
        self.reason = ""

    def __next__(self) -> Model:
        if self._over or self._left == 0:
            self._finish()
            raise StopIteration
        session = self._session
        if self._deadline.over():
            self.verdict, self.reason = Verdict.UNKNOWN, OUT_OF_TIME
        else:
            self.verdict = session.check(self._assumptions, self._deadline.left(), self._rlimit)
            self.reason = session.reason
        if self.verdict is not Verdict.SAT:
            self._finish()
            raise StopIteration
        model = session.model()
        different = [lit ^ 1 if model.value(lit) else lit for lit in self._projection]
        session.assert_any([self._active ^ 1, *different])
        if self._left is not None:
            self._left -= 1
        return model

    def _finish(self) -> None:
        """Let go of the exclusions."""
        if not self._over:
            self._over = True
            self._session.assert_any([self._active ^ 1])
