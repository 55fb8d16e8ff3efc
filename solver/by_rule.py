"""A back end that holds each rule's nodes only as long as the rule is assumed.

Each node that was made under a rule is cut loose: a new variable stands for it, and "the rule
implies that the variable has the node's meaning" is required. So a core over the rules names
rules that are enough for the contradiction. This doubles the circuit and hides definitions
from the solver: it is for asking why, not for searching.
"""

from collections.abc import Callable, Sequence

from striate.solver.backend import Answer, Backend, Counts, Limits
from striate.solver.terms import Graph


class ByRule:
    """A back end over a graph that wraps one over the loosened graph."""

    def __init__(self, graph: Graph, make: Callable[[Graph], Backend]) -> None:
        self._graph = graph
        self._loose = Graph()
        self._inner = make(self._loose)
        # Literal of the graph -> literal of the loosened graph, for positive literals.
        self._images: dict[int, int] = {0: 0}
        self._variables: dict[int, int] = {}
        self._selectors: dict[str, int] = {}
        self._originals: dict[int, int] = {}

    def _selector(self, rule: str) -> int:
        if rule not in self._selectors:
            self._selectors[rule] = self._loose.fresh()
        return self._selectors[rule]

    def _image(self, lit: int) -> int:
        """The literal in the loosened graph, with what its nodes require."""
        if lit & -2 not in self._images:
            for node in self._graph.cone([lit]):
                if 2 * node not in self._images:
                    self._images[2 * node] = self._loosened(node)
        return self._images[lit & -2] ^ (lit & 1)

    def _loosened(self, node: int) -> int:
        graph, loose = self._graph, self._loose
        args = [self._images[a & -2] ^ (a & 1) for a in graph.arguments(node)]
        if not args:
            image = loose.fresh()
            self._variables[image] = 2 * node
            return image
        if graph.ands[node]:
            meaning = loose.all_(args)
        elif len(args) == 2:
            meaning = loose.xor(args[0], args[1])
        else:
            meaning = loose.ite(args[0], args[1], args[2])
        rule = graph.rule_of(2 * node)
        if rule is None:
            return meaning
        image = loose.fresh()
        self._inner.require(loose.implies(self._selector(rule), loose.iff(image, meaning)))
        return image

    def require_under(self, rule: str | None, lit: int) -> None:
        """Make the literal true as long as the rule is assumed; for good if there is none."""
        image = self._image(lit)
        if rule is not None:
            image = self._loose.implies(self._selector(rule), image)
        self._inner.require(image)

    def require(self, lit: int) -> None:
        self._inner.require(self._image(lit))

    def require_any(self, lits: Sequence[int]) -> None:
        self._inner.require_any([self._image(lit) for lit in lits])

    def define(self, lits: Sequence[int]) -> None:
        self._inner.define([self._image(lit) for lit in lits])

    def prepare(self) -> None:
        self._inner.prepare()

    def solve(self, assumptions: Sequence[int], limits: Limits) -> Answer:
        self._originals = {self._image(lit): lit for lit in assumptions}
        # Two assumptions can have one image, and an image can be constant; neither can be lost.
        return self._inner.solve([*self._originals, *self._selectors.values()], limits)

    def assignment(self) -> dict[int, bool]:
        return {
            self._variables[image]: value
            for image, value in self._inner.assignment().items()
            if image in self._variables
        }

    def core(self) -> list[int]:
        return [self._originals[image] for image in self._inner.core() if image in self._originals]

    def core_rules(self) -> list[str]:
        """After UNSAT: rules that are enough for it, with the core."""
        found = set(self._inner.core())
        return [rule for rule, selector in self._selectors.items() if selector in found]

    def counts(self) -> Counts:
        return self._inner.counts()

    def close(self) -> None:
        self._inner.close()
