"""z3 through its C interface: each node of the graph becomes one z3 term.

The solver is z3's incremental SAT solver (QF_FD). Of its settings, these were the best on the
choice circuits of `bench/solver_bench.py`; the tactics `sat` and `psat` are quicker on one
check but start from nothing at each further one.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from z3 import z3core
from z3.z3types import Ast, Z3Exception

from striate.solver.backend import (
    OUT_OF_TIME,
    OUT_OF_WORK,
    Answer,
    Limits,
    SolverError,
    Verdict,
)
from striate.solver.terms import Graph

SETTINGS: dict[str, str | bool] = {
    "restart": "geometric",
    "subsumption": False,
    "probing": False,
    "asymm_branch": False,
}
NO_LIMIT = 2**32 - 1


def _unchecked(function: Callable[..., Any]) -> Callable[..., Any]:
    """The C function behind z3core's wrapper, which asks for errors after every call."""
    defaults = function.__defaults__
    return defaults[0].f if defaults else function


@contextmanager
def _z3_errors() -> Iterator[None]:
    try:
        yield
    except Z3Exception as error:
        raise SolverError(f"z3 failed: {error}") from error


class Z3Backend:
    """A z3 context of its own with one solver in it."""

    def __init__(self, graph: Graph, seed: int) -> None:
        self._graph = graph
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
            self._set({**SETTINGS, "random_seed": seed})
            # Graph literal -> z3 term.
            self._terms: dict[int, Any] = {
                0: z3core.Z3_mk_false(self._context),
                1: z3core.Z3_mk_true(self._context),
            }
        self._variables: list[int] = []
        self._proxies: dict[int, Any] = {}
        self._assumed: dict[int, int] = {}

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

    # Terms.

    def _term(self, lit: int) -> Any:
        """The z3 term of a literal."""
        terms = self._terms
        if lit not in terms:
            if lit & -2 not in terms:
                self._translate(lit >> 1)
            if lit & 1 and lit not in terms:
                terms[lit] = z3core.Z3_mk_not(self._context, terms[lit ^ 1])
        return terms[lit]

    def _missing(self, node: int) -> list[int]:
        """The nodes below `node` that have no term yet, arguments first."""
        terms, arguments = self._terms, self._graph.arguments
        seen, stack = {node}, [node]
        while stack:
            for lit in arguments(stack.pop()):
                below = lit >> 1
                if below not in seen and lit & -2 not in terms:
                    seen.add(below)
                    stack.append(below)
        return sorted(seen)

    def _translate(self, root: int) -> None:
        context, terms = self._context, self._terms
        ands, others = self._graph.ands, self._graph.others
        mk_and, mk_not = _unchecked(z3core.Z3_mk_and), _unchecked(z3core.Z3_mk_not)
        mk_xor, mk_ite = _unchecked(z3core.Z3_mk_xor), _unchecked(z3core.Z3_mk_ite)
        arrays: dict[int, Any] = {}

        def term(lit: int) -> Any:
            found = terms.get(lit)
            if found is None:
                terms[lit] = found = mk_not(context, terms[lit ^ 1])
            return found

        for node in self._missing(root):
            args = ands[node]
            if args:
                count = len(args)
                array = arrays.get(count)
                if array is None:
                    array = arrays[count] = Ast * count
                made = mk_and(context, count, array(*[term(a) for a in args]))
            elif node not in others:
                made = self._constant(node)
                self._variables.append(2 * node)
            elif len(args := others[node]) == 2:
                made = mk_xor(context, term(args[0]), term(args[1]))
            else:
                made = mk_ite(context, term(args[0]), term(args[1]), term(args[2]))
            terms[2 * node] = made

    def _constant(self, number: int) -> Any:
        symbol = z3core.Z3_mk_int_symbol(self._context, number)
        return z3core.Z3_mk_const(self._context, symbol, self._bool)

    def _assumable(self, lit: int) -> Any:
        """A z3 literal that forces `lit`: z3 assumes constants and their negations only."""
        if self._graph.is_variable(lit):
            return self._term(lit)
        if lit not in self._proxies:
            proxy = z3core.Z3_mk_fresh_const(self._context, "assumed", self._bool)
            forced = z3core.Z3_mk_implies(self._context, proxy, self._term(lit))
            z3core.Z3_solver_assert(self._context, self._solver, forced)
            self._proxies[lit] = proxy
        return self._proxies[lit]

    # What a session asks.

    def require(self, lit: int) -> None:
        with _z3_errors():
            z3core.Z3_solver_assert(self._context, self._solver, self._term(lit))

    def require_any(self, lits: Sequence[int]) -> None:
        with _z3_errors():
            terms = (Ast * len(lits))(*[self._term(lit) for lit in lits])
            clause = z3core.Z3_mk_or(self._context, len(lits), terms)
            z3core.Z3_solver_assert(self._context, self._solver, clause)

    def prepare(self) -> None:
        """What is required is asserted at once."""

    def solve(self, assumptions: Sequence[int], limits: Limits) -> Answer:
        context, solver = self._context, self._solver
        with _z3_errors():
            milliseconds = None if limits.seconds is None else max(1, int(limits.seconds * 1000))
            self._set(
                {
                    "timeout": NO_LIMIT if milliseconds is None else milliseconds,
                    "max_conflicts": NO_LIMIT if limits.conflicts is None else limits.conflicts,
                }
            )
            literals = [self._assumable(lit) for lit in assumptions]
            self._assumed = {
                z3core.Z3_get_ast_id(context, literal): lit
                for literal, lit in zip(literals, assumptions, strict=True)
            }
            array = (Ast * len(literals))(*literals)
            result = z3core.Z3_solver_check_assumptions(context, solver, len(literals), array)
            if result == 1:
                return Answer(Verdict.SAT)
            if result == -1:
                return Answer(Verdict.UNSAT)
            return self._unknown(z3core.Z3_solver_get_reason_unknown(context, solver), limits)

    def _unknown(self, reason: str, limits: Limits) -> Answer:
        # z3 catches Ctrl-C while it works and says so here.
        if "keyboard" in reason or "interrupted" in reason:
            raise KeyboardInterrupt
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
            for variable in self._variables:
                declaration = z3core.Z3_get_app_decl(context, self._terms[variable])
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
            found = [
                self._assumed[
                    z3core.Z3_get_ast_id(context, z3core.Z3_ast_vector_get(context, vector, i))
                ]
                for i in range(z3core.Z3_ast_vector_size(context, vector))
            ]
            z3core.Z3_ast_vector_dec_ref(context, vector)
        return found

    def close(self) -> None:
        z3core.Z3_solver_dec_ref(self._context, self._solver)
        z3core.Z3_del_context(self._context)
