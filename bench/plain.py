# ruff: noqa: INP001
"""A plain encoding of the same question, as one would write it at first.

No classes, no symmetry; an effect for each slot and each ability of the pool, there if the slot
holds that card; no analysis of what effects read and write, so that in layers 2 to 6 every effect
is tried against every other, in as many rounds as slots can have effects there; the asked-for
object anywhere; and z3 as it comes: `z3.Solver()` with its own terms.
"""

import time
from collections.abc import Sequence
from typing import Any
from unittest.mock import patch

import z3

from striate.cards import tree
from striate.encodings.layers import Layers
from striate.search import table
from striate.search.circuit import Built, build
from striate.search.poolclasses import classes
from striate.search.questions import Question


def solve(question: Question, seconds: float) -> dict[str, object]:
    """Built with every trial, then solved; in this process."""
    started = time.monotonic()
    pool = classes(question, question.goal)
    numbers: dict[tree.Static, int] = {}

    def one_by_one(statics: Sequence[tree.Static]) -> list[tuple[table.Place, table.Entry]]:
        """Every ability of the pool in a place of its own."""
        return [
            ((*place[:3], 100 * numbers.setdefault(entry[0], len(numbers)) + place[3]), entry)
            for place, entry in placed(statics)
        ]

    def missing(layers: Layers, met: set[tuple[object, ...]]) -> int:
        """No card of the pool has more than one effect in layer 4, or two in another."""
        each = 1 if layers.moment.layer == "4" else 2
        return max(0, len(met) - each * question.size)

    placed = table.placed
    with (
        patch("striate.search.table.placed", one_by_one),
        patch.object(Layers, "surplus", missing),
        patch("striate.encodings.layers.can_depend", lambda a, b, layer: layer < "7"),
        patch("striate.encodings.dependency.touch", lambda read, written: True),
    ):
        built = build(question, question.goal, pool, question.size)
    assert built is not None
    solver = z3.Solver()
    solver.set("timeout", int(1000 * seconds))
    translate(built, solver)
    before = time.monotonic()
    verdict = solver.check()
    done = time.monotonic()
    return {
        "answer": {"sat": "found", "unsat": "none"}.get(str(verdict), "unknown"),
        "solving": done - before,
        "all": done - started,
        "classes": len(pool.kinds),
        "size": question.size,
    }


def translate(built: Built, solver: Any) -> None:
    """Every node as a z3 term."""
    graph = built.search.algebra.graph
    terms: dict[int, Any] = {0: z3.BoolVal(False)}

    def term(lit: int) -> Any:
        return z3.Not(terms[lit >> 1]) if lit & 1 else terms[lit >> 1]

    for node in graph.cone(built.constraints):
        args: Sequence[Any] = [term(each) for each in graph.arguments(node)]
        if node == 0:
            continue
        if not args:
            terms[node] = z3.Bool(f"v{node}")
        elif graph.ands[node]:
            terms[node] = z3.And(*args)
        elif len(args) == 2:
            terms[node] = z3.Xor(*args)
        else:
            terms[node] = z3.If(*args)
    for lit in built.constraints:
        solver.add(term(lit))
