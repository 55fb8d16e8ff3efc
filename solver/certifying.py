"""A proof that clauses have no solution, written by one program and checked by another.

Glucose writes down each clause that it derives (DRAT); `dratify`, which shares no code with it,
replays them one by one. Both are the extra `striate[certify]`.
"""

from collections.abc import Sequence

from msgspec import Struct

from striate.solver.backend import SolverError
from striate.solver.deadline import Deadline

_SLICE = 200  # conflicts until the clock is looked at


class CannotCertify(SolverError):
    """There is no proof, or nothing that could check one."""


class Certificate(Struct, frozen=True):
    """What was proved: so many clauses have no solution, in so many checked steps."""

    clauses: int
    steps: int


def is_there() -> bool:
    """Whether both programs are installed."""
    from importlib.util import find_spec

    return all(find_spec(name) is not None for name in ("pysat", "dratify"))


def certify(variables: int, clauses: Sequence[Sequence[int]], deadline: Deadline) -> Certificate:
    """The proof of the clauses, made anew and checked; `OutOfTime` where the time is up."""
    if not is_there():
        raise CannotCertify("proofs need the extra `certify`: pip install 'striate[certify]'")
    steps = _proof(clauses, deadline)
    deadline.check()
    why = _why_wrong(variables, clauses, steps)
    if why:
        raise SolverError(f"the proof of glucose is wrong: {why}")
    return Certificate(len(clauses), len(steps))


def _proof(clauses: Sequence[Sequence[int]], deadline: Deadline) -> list[str]:
    """The derived and deleted clauses, a line each."""
    from pysat.solvers import Glucose4  # type: ignore[import-untyped,unused-ignore]  # it has no types

    with Glucose4(with_proof=True) as solver:
        for clause in clauses:
            solver.add_clause(list(clause), no_return=True)
        solved = None
        while solved is None:
            deadline.check()
            solver.conf_budget(_SLICE)
            solved = solver.solve_limited(expect_interrupt=True)
        if solved:
            raise SolverError("glucose finds a solution where there was none")
        steps: list[str] = [line for line in solver.get_proof() or [] if line.strip()]
    return steps


def _why_wrong(variables: int, clauses: Sequence[Sequence[int]], steps: Sequence[str]) -> str:
    """What is wrong with a proof; "" where it holds."""
    import dratify  # type: ignore[import-not-found,unused-ignore]  # the extra may be missing

    lines = [f"p cnf {variables} {len(clauses)}"]
    lines += [" ".join(map(str, [*clause, 0])) for clause in clauses]
    formula = dratify.parse_dimacs("\n".join(lines))
    result = dratify.check_proof(formula, "\n".join(steps), engine="python")
    return "" if result.ok and result.reached_empty else str(result.report())
