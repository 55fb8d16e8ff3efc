"""z3 through its C interface, fed the clauses of a graph.

The solver is z3's incremental SAT solver (QF_FD). Of its settings, these were the best on the
choice circuits of `bench/solver_bench.py`; the tactics `sat` and `psat` are quicker on one
check but start from nothing at each further one. Given each node as a term instead, z3 makes
clauses of its own, with which it takes two to four times as long.
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from z3 import z3core
from z3.z3types import Ast, Z3Exception

from striate.solver.backend import (
    OUT_OF_TIME,
    OUT_OF_WORK,
    Answer,
    Counts,
    Limits,
    SolverError,
    Verdict,
)
from striate.solver.cnf import Cnf
from striate.solver.deadline import in_a_browser

_SETTINGS: dict[str, str | bool] = {
    "restart": "geometric",
    "subsumption": False,
    "probing": False,
    "asymm_branch": False,
    "ctrl_c": False,  # Python answers it
}
_NO_LIMIT = 2**32 - 1
_GLANCE = 0.1  # seconds between two looks at whether z3 is done


@contextmanager
def _z3_errors() -> Iterator[None]:
    try:
        yield
    except Z3Exception as error:
        raise SolverError(f"z3 failed: {error}") from error


class Z3Backend:
    """A z3 context of its own with one solver in it."""

    def __init__(self, cnf: Cnf, seed: int) -> None:
        config = z3core.Z3_mk_config()
        self._context = z3core.Z3_mk_context(config)
        z3core.Z3_del_config(config)
        # Without a handler z3 ends the process on an error; the wrappers raise it instead.
        self._handler = z3core._error_handler_type(lambda context, code: None)
        z3core.Z3_set_error_handler(self._context, self._handler)
        with _z3_errors():
            logic = z3core.Z3_mk_string_symbol(self._context, "QF_FD")
            self._solver = z3core.Z3_mk_solver_for_logic(self._context, logic)
            z3core.Z3_solver_inc_ref(self._context, self._solver)
            self._bool = z3core.Z3_mk_bool_sort(self._context)
            self._set({**_SETTINGS, "random_seed": seed})
        self._cnf = cnf
        # The clauses' literals -> z3's constants and their negations.
        self._literals: dict[int, Any] = {}
        self._made = 0
        self._assumed: dict[int, int] = {}
        self._key = ["the context"]  # taking it is one step that no signal divides
        self._closed = False

    def _set(self, settings: dict[str, str | bool | int]) -> None:
        context = self._context
        params = z3core.Z3_mk_params(context)
        z3core.Z3_params_inc_ref(context, params)
        for name, value in settings.items():
            symbol = z3core.Z3_mk_string_symbol(context, name)
            if isinstance(value, bool):
                z3core.Z3_params_set_bool(context, params, symbol, value)
            elif isinstance(value, int):
                z3core.Z3_params_set_uint(context, params, symbol, value)
            else:
                named = z3core.Z3_mk_string_symbol(context, value)
                z3core.Z3_params_set_symbol(context, params, symbol, named)
        z3core.Z3_solver_set_params(context, self._solver, params)
        z3core.Z3_params_dec_ref(context, params)

    # What a session asks.

    def require(self, lit: int) -> None:
        self._cnf.require(lit)

    def require_any(self, lits: Sequence[int]) -> None:
        self._cnf.require_any(list(lits))

    def define(self, lits: Sequence[int]) -> None:
        for lit in lits:
            self._cnf.literal(lit)

    def prepare(self) -> None:
        context, solver = self._context, self._solver
        with _z3_errors():
            clauses = self._cnf.draw_off()
            self._make_constants()
            if clauses:
                # In this form z3 reads many clauses about twice as fast as one by one.
                lines = [f"p cnf {self._cnf.top} {len(clauses)}"]
                lines += [" ".join(map(str, clause)) + " 0" for clause in clauses]
                text = "\n".join(lines) + "\n"
                z3core.Z3_solver_from_string(context, solver, text)

    def _make_constants(self) -> None:
        context = self._context
        for number in range(self._made + 1, self._cnf.top + 1):
            symbol = z3core.Z3_mk_int_symbol(context, number)
            constant = z3core.Z3_mk_const(context, symbol, self._bool)
            self._literals[number] = constant
            self._literals[-number] = z3core.Z3_mk_not(context, constant)
        self._made = self._cnf.top

    def solve(self, assumptions: Sequence[int], limits: Limits) -> Answer:
        context, solver = self._context, self._solver
        with _z3_errors():
            milliseconds = None if limits.seconds is None else max(1, int(limits.seconds * 1000))
            self._set(
                {
                    "timeout": _NO_LIMIT if milliseconds is None else milliseconds,
                    "max_conflicts": _NO_LIMIT if limits.conflicts is None else limits.conflicts,
                }
            )
            names = [self._cnf.literal(lit) for lit in assumptions]
            self.prepare()
            literals = [self._literals[name] for name in names]
            self._assumed = {
                z3core.Z3_get_ast_id(context, literal): lit
                for literal, lit in zip(literals, assumptions, strict=True)
            }
            array = (Ast * len(literals))(*literals)
            result = self._apart(
                lambda: z3core.Z3_solver_check_assumptions(context, solver, len(literals), array)
            )
            if result == 1:
                return Answer(Verdict.SAT)
            if result == -1:
                return Answer(Verdict.UNSAT)
            return self._unknown(z3core.Z3_solver_get_reason_unknown(context, solver), limits)

    def _apart(self, work: Callable[[], int]) -> int:
        """The work done in a thread, so that a signal ends it soon and not when z3 is done.

        Whatever ends the wait, z3 is interrupted and waited for. Only who holds the key uses the
        context or frees it, so that it can't be freed while z3 works.
        """
        if in_a_browser():
            return work()
        answers: list[int] = []
        failed: list[Z3Exception] = []
        done = threading.Event()  # `join` may take a thread for ended if a signal ends the wait

        def run() -> None:
            try:
                key = self._key.pop()
            except IndexError:
                return  # it was closed before this began
            try:
                answers.append(work())
            except Z3Exception as error:
                failed.append(error)
            finally:
                self._key.append(key)
                if self._closed:
                    self._free()
                done.set()

        # The process does not end before its threads do: z3 may not work while it is torn down.
        thread = threading.Thread(target=run, daemon=False)
        try:
            thread.start()
            while not done.wait(_GLANCE):
                pass
        except BaseException:
            self._stop(done)
            raise
        if failed:
            raise failed[0]
        if self._closed:
            raise SolverError("the solver was closed while it worked")
        return answers[0]

    def _stop(self, done: threading.Event) -> None:
        """Returns when z3 no longer works. A further signal changes nothing: one is on its way."""
        while not (self._key or done.is_set()):
            with suppress(BaseException):
                z3core.Z3_solver_interrupt(self._context, self._solver)
                done.wait(_GLANCE)

    def _unknown(self, reason: str, limits: Limits) -> Answer:
        if reason in ("timeout", "canceled") and limits.seconds is not None:
            reason = OUT_OF_TIME
        elif "max.conflicts" in reason or "max-conflicts" in reason:
            reason = OUT_OF_WORK
        return Answer(Verdict.UNKNOWN, reason)

    def assignment(self) -> dict[int, bool]:
        context = self._context
        with _z3_errors():
            model = z3core.Z3_solver_get_model(context, self._solver)
            z3core.Z3_model_inc_ref(context, model)
            values: dict[int, bool] = {}
            for variable in self._cnf.variables:
                constant = self._literals[self._cnf.name(variable)]
                declaration = z3core.Z3_get_app_decl(context, constant)
                value = z3core.Z3_model_get_const_interp(context, model, declaration)
                if value:
                    values[variable] = z3core.Z3_get_bool_value(context, value) == 1
            z3core.Z3_model_dec_ref(context, model)
        return values

    def core(self) -> list[int]:
        context = self._context
        with _z3_errors():
            vector = z3core.Z3_solver_get_unsat_core(context, self._solver)
            z3core.Z3_ast_vector_inc_ref(context, vector)
            literals = [
                self._assumed[
                    z3core.Z3_get_ast_id(context, z3core.Z3_ast_vector_get(context, vector, i))
                ]
                for i in range(z3core.Z3_ast_vector_size(context, vector))
            ]
            z3core.Z3_ast_vector_dec_ref(context, vector)
        return literals

    def counts(self) -> Counts:
        context = self._context
        with _z3_errors():
            statistics = z3core.Z3_solver_get_statistics(context, self._solver)
            z3core.Z3_stats_inc_ref(context, statistics)
            counted = [
                (
                    z3core.Z3_stats_get_key(context, statistics, place),
                    z3core.Z3_stats_get_uint_value(context, statistics, place),
                )
                for place in range(z3core.Z3_stats_size(context, statistics))
                if z3core.Z3_stats_is_uint(context, statistics, place)
            ]
            z3core.Z3_stats_dec_ref(context, statistics)
        conflicts, propagations = (
            sum(number for name, number in counted if word in name)
            for word in ("conflicts", "propagations")
        )
        return Counts(self._cnf.top, self._cnf.size, conflicts, propagations)

    def close(self) -> None:
        """Free what z3 holds, at once or when its thread is done."""
        self._closed = True
        self._free()

    def _free(self) -> None:
        with suppress(IndexError):  # somebody else has the key, and frees it or has freed it
            self._key.pop()
            z3core.Z3_solver_dec_ref(self._context, self._solver)
            z3core.Z3_del_context(self._context)
