"""An assignment of the variables, and what everything in the graph is worth under it."""

from collections.abc import Iterable, Mapping

from striate.solver.number import Bits, Number
from striate.solver.terms import Graph


class Model:
    """Values of all literals of a graph; a variable that is not assigned is false."""

    def __init__(
        self, graph: Graph, assignment: Mapping[int, bool], order: Iterable[int] = ()
    ) -> None:
        self._graph = graph
        self.assignment = dict(assignment)
        self._values = [0, 1]
        self._known = bytearray(b"\1")
        self._extend()
        self._evaluate(order)

    def _extend(self) -> None:
        """Room for nodes made since."""
        missing = len(self._graph) - len(self._known)
        if missing > 0:
            self._values.extend([0] * (2 * missing))
            self._known.extend(bytes(missing))

    def _evaluate(self, nodes: Iterable[int]) -> None:
        nodes = list(nodes)
        self._graph.simulate_nodes(nodes, self._values, self.assignment)
        for node in nodes:
            self._known[node] = 1

    def value(self, lit: int) -> bool:
        """Whether the literal holds."""
        node = lit >> 1
        if node >= len(self._known):
            self._extend()
        if not self._known[node]:
            self._evaluate(self._unknown_below(node))
        return self._values[lit] == 1

    def _unknown_below(self, root: int) -> list[int]:
        known, arguments = self._known, self._graph.arguments
        seen, stack = {root}, [root]
        while stack:
            for lit in arguments(stack.pop()):
                node = lit >> 1
                if not known[node] and node not in seen:
                    seen.add(node)
                    stack.append(node)
        return sorted(seen)

    def number(self, number: Number) -> int:
        """What the number is."""
        if not isinstance(number, Bits):
            return number
        *low, sign = [self.value(bit) for bit in number.bits]
        return sum(bit << place for place, bit in enumerate(low)) - (sign << len(low))
