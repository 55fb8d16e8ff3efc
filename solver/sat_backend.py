"""CNF solvers of python-sat: Glucose and CaDiCaL (the optional extra `striate[fast]`).

A solver runs in slices of so many conflicts. Between slices Python looks at the clock and
delivers Ctrl-C, so no thread is needed and nothing is ever torn out of a running solver.
"""

import random
from collections.abc import Sequence
from time import monotonic
from typing import Any

import pysolvers  # type: ignore[import-not-found,unused-ignore]  # the `fast` extra may be missing
from pysat.solvers import Cadical195, Glucose4  # type: ignore[import-untyped,unused-ignore]  # it has no types

from striate.solver.backend import OUT_OF_TIME, OUT_OF_WORK, Answer, Counts, Limits, Verdict
from striate.solver.cnf import Cnf

#: Conflicts in one slice. Smaller slices cost nothing measurable; larger ones keep Ctrl-C waiting.
_SLICE = 200
#: A slice with more propagations makes the following ones smaller: not the clock, for where slices
#: end decides which model is found.
_LONG = 1_000_000
_LEAST_SLICE = 10


class _Glucose(Glucose4):  # type: ignore[misc]  # its base has no types
    """Glucose 4, leaving Ctrl-C to Python."""

    glucose: Any

    def seed(self, seed: int) -> None:
        """Glucose takes no seed; its first phases are set instead."""

    def slice(self, assumptions: list[int]) -> bool | None:
        # Nobody interrupts it, but told so python-sat does not take over Ctrl-C, which it
        # would answer by jumping out of the solver.
        status: bool | None = self.solve_limited(assumptions, expect_interrupt=True)
        return status

    def delete(self) -> None:
        """Free the solver once: where an alarm or Ctrl-C strikes here, it may leak, no more."""
        handle, self.glucose = self.glucose, None
        if handle:
            pysolvers.glucose41_del(handle)


class _Cadical(Cadical195):  # type: ignore[misc]  # its base has no types
    """CaDiCaL 1.9.5, leaving Ctrl-C to Python."""

    cadical: Any

    def seed(self, seed: int) -> None:
        self.configure({"seed": seed})

    def slice(self, assumptions: list[int]) -> bool | None:
        # As `solve_limited` does, but never as the main thread, where it takes over Ctrl-C.
        status = pysolvers.cadical195_solve_lim(self.cadical, assumptions, 0)
        self.status = None if status == 0 else status > 0
        self.prev_assumps = assumptions
        answer: bool | None = self.status
        return answer

    def delete(self) -> None:
        """Free the solver once: where an alarm or Ctrl-C strikes here, it may leak, no more."""
        handle, self.cadical = self.cadical, None
        if handle:
            pysolvers.cadical195_del(handle, None)


_SOLVERS: dict[str, Any] = {"glucose": _Glucose, "cadical": _Cadical}


class SatBackend:
    """One python-sat solver that is fed the clauses of a graph."""

    def __init__(self, cnf: Cnf, name: str, seed: int) -> None:
        self._cnf = cnf
        self._solver = _SOLVERS[name]()
        # A seed sets first phases of its own; 0 is the solver as it comes.
        self._random = random.Random(seed) if seed else None
        self._phased = 0
        if seed:
            self._solver.seed(seed)
        self._names: dict[int, int] = {}

    def require(self, lit: int) -> None:
        self._cnf.require(lit)

    def require_any(self, lits: Sequence[int]) -> None:
        self._cnf.require_any(list(lits))

    def define(self, lits: Sequence[int]) -> None:
        for lit in lits:
            self._cnf.literal(lit)

    def solve(self, assumptions: Sequence[int], limits: Limits) -> Answer:
        self._names = {self._cnf.literal(lit): lit for lit in assumptions}
        self.prepare()
        deadline = None if limits.seconds is None else monotonic() + limits.seconds
        left, slice_ = limits.conflicts, _SLICE
        while True:
            budget = slice_ if left is None else min(slice_, left)
            self._solver.conf_budget(budget)
            before, conflicts = self._counted("propagations"), self._counted("conflicts")
            solved = self._solver.slice(list(self._names))
            if self._counted("propagations") - before > _LONG:
                slice_ = max(_LEAST_SLICE, slice_ // 4)
            if solved is not None:
                return Answer(Verdict.SAT if solved else Verdict.UNSAT)
            if left is not None:
                # It looks at its budget when it begins anew, and may have had more.
                left -= max(budget, self._counted("conflicts") - conflicts)
                if left <= 0:
                    return Answer(Verdict.UNKNOWN, OUT_OF_WORK)
            if deadline is not None and monotonic() >= deadline:
                return Answer(Verdict.UNKNOWN, OUT_OF_TIME)

    def prepare(self) -> None:
        add = self._solver.add_clause
        for clause in self._cnf.draw_off():
            add(clause, no_return=True)
        if self._random is not None:
            new = self._cnf.variables[self._phased :]
            self._phased += len(new)
            signs = [self._cnf.name(v) * self._random.choice((1, -1)) for v in new]
            self._solver.set_phases(signs)

    def assignment(self) -> dict[int, bool]:
        model = self._solver.get_model() or []
        cnf = self._cnf
        return {
            variable: model[name - 1] > 0
            for variable in cnf.variables
            if (name := cnf.name(variable)) <= len(model)
        }

    def core(self) -> list[int]:
        return [self._names[name] for name in self._solver.get_core() or []]

    def counts(self) -> Counts:
        conflicts, propagations = self._counted("conflicts"), self._counted("propagations")
        return Counts(self._cnf.top, self._cnf.size, conflicts, propagations)

    def _counted(self, what: str) -> int:
        count: int = (self._solver.accum_stats() or {}).get(what, 0)
        return count

    def close(self) -> None:
        self._solver.delete()
