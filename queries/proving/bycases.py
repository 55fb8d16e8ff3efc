"""Proof by cases: a theorem over more permanents than one proof can hold, in pieces that any worker
can do.

A case says which cards the first slots hold; all else about the board is open. The cases are made
in `cases`. Whether the cases that were proved are all boards is asked of a solver, which knows
nothing of how they were made (`uncovered`): only then the theorem counts as proved.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import product
from typing import Any

import msgspec
from msgspec.structs import replace

from striate.cards.catalogue.store import Catalogue
from striate.queries.proving.proof_pool import POOL, Ground, pool_of
from striate.queries.proving.theorems import OverSlots, Theorem
from striate.queries.proving.verifying import (
    Decision,
    Proof,
    decision,
    over_slots_bound,
    refuted,
    shown_by,
    theorems,
)
from striate.search.poolclasses import Pool
from striate.solver.backend import Verdict
from striate.solver.choice import Choice
from striate.solver.deadline import Deadline, OutOfTime
from striate.solver.session import Session
from striate.solver.terms import Graph
from striate.spreading.journal import Journal
from striate.spreading.tasks import Task

_WHOLE = 3  # up to so many permanents are one case
_ONE_SLOT = 4  # up to so many, the first slot alone makes the cases; beyond, the first two


class Case(msgspec.Struct, frozen=True):
    """Boards of one size: of the first slots, the classes of cards that each may hold."""

    theorem: str
    size: int
    allowed: tuple[tuple[int, ...], ...]

    @property
    def name(self) -> str:
        places = " ".join("/".join(map(str, slot)) for slot in self.allowed)
        return f"{self.theorem} {self.size} {places}".rstrip()


class Proved(msgspec.Struct, frozen=True):
    """What became of a case; "empty": no board of it fulfils the premise."""

    case: Case
    status: str
    why: str = ""
    solvers: tuple[str, ...] = ()
    counterexample: dict[str, Any] | None = None


def cases(theorem: Theorem, size: int) -> list[Task[Case]]:
    """All boards of up to `size` permanents, in cases."""
    number = len(_pool(theorem.id).kinds)
    all_cases = [
        Case(theorem.id, each, tuple((kind,) for kind in choice))
        for each in range(1, size + 1)
        for choice in product(range(number), repeat=_fixed(each))
    ]
    return [Task(case.name, case) for case in all_cases]


def _fixed(size: int) -> int:
    """How many slots a case of so many permanents says."""
    if size <= _WHOLE:
        return 0
    return 1 if size <= _ONE_SLOT else 2


@cache
def _pool(id: str) -> Pool:
    return pool_of(Catalogue.open(), _proof(theorems((id,))[0]).pool or POOL)


def _proof(theorem: Theorem) -> OverSlots:
    if not isinstance(theorem.proof, OverSlots):
        raise TypeError(f"`{theorem.id}` is not about all boards up to a size")
    return theorem.proof


def prove_case(case: Case, timeout: float | None = None) -> Proved:
    """One case, as a whole proof is made: its premise first, then claim after claim."""
    proof = _proof(theorems((case.theorem,))[0])
    deadline = Deadline.after(timeout)
    try:
        with deadline.enforced():
            ground = Ground(_pool(case.theorem), case.size, allowed=case.allowed)
            obligation = proof.claims(ground)
            proved = Proof(case.name, ground, obligation, deadline).run()
    except OutOfTime:
        return Proved(case, "unknown", "the time is up")
    return Proved(case, proved.status, proved.why, proved.solvers, proved.counterexample)


# --- that the cases are all boards ----------------------------------------------------------------


def uncovered(proved: Iterable[Case], size: int, classes: int) -> tuple[int, ...] | None:
    """The classes of a board's cards, slot by slot, that is in no case; None if there is none.

    Asked of a solver: each slot holds one class, and of each case some slot holds none that the
    case allows.
    """
    graph = Graph()
    slots = [Choice(graph, ("slot", place), classes) for place in range(size)]
    with Session(graph, name=f"boards of {size} permanents in no case") as session:
        session.assert_(*(slot.valid for slot in slots))
        for case in proved:
            if case.size == size:
                session.assert_any(
                    [
                        slot.pick(sum(1 << kind for kind in {*kinds})) ^ 1
                        for slot, kinds in zip(slots, case.allowed, strict=False)
                    ]
                )
        verdict = session.check()
        if verdict is Verdict.UNKNOWN:
            raise AssertionError("a question of so few clauses is always decided")
        if verdict is Verdict.UNSAT:
            return None
        model = session.model()
        return tuple(slot.value(model) for slot in slots)


# --- put together ---------------------------------------------------------------------------------


def put_together(theorem: Theorem, size: int, journal: Journal, catalogue: Catalogue) -> Decision:
    """What the cases of a theorem that the journal holds prove together, in their seconds."""
    together = _together(theorem, size, journal, catalogue)
    return replace(together, seconds=round(journal.seconds(f"{theorem.id} "), 2))


def _together(theorem: Theorem, size: int, journal: Journal, catalogue: Catalogue) -> Decision:
    pool = _pool(theorem.id)
    all_proved = [proved for _, proved in journal.results(Proved, f"{theorem.id} ")]
    number = len(cases(theorem, size))
    bound = f"{over_slots_bound(pool, size)}, in {number:,} cases"
    against = [each for each in all_proved if each.status == "refuted"]
    if against:
        first = min(against, key=lambda each: (each.case.size, each.case.allowed))
        return refuted(theorem, bound, first.counterexample, catalogue)
    open_ = [each for each in all_proved if each.status == "unknown"]
    if open_:
        many = "1 case is" if len(open_) == 1 else f"{len(open_):,} cases are"
        why = f"{many} not decided, as `{open_[0].case.name}`: {open_[0].why}"
        return decision(theorem, "unknown", bound, why=why)
    settled = [each for each in all_proved if each.status in ("proved", "empty")]
    gap = _gap([each.case for each in settled], size, pool)
    if gap:
        return decision(theorem, "unknown", bound, why=gap)
    if all(each.status == "empty" for each in settled):
        return decision(theorem, "unknown", bound, why="no board fulfils the premise")
    solvers = [each.solvers for each in settled if each.status == "proved"]
    return replace(decision(theorem, "proved", bound), solvers=shown_by(solvers))


def _gap(proved: Sequence[Case], size: int, pool: Pool) -> str:
    for each in range(1, size + 1):
        missing = uncovered(proved, each, len(pool.kinds))
        if missing is not None:
            names = ", ".join(pool.members[kind][0].card.name for kind in missing)
            return f"no case has the boards of {names}, in this order"
    return ""
