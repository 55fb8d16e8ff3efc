"""From the graph to clauses: each node once, in the directions that are asked for.

A literal in a clause only has to force its node's definition one way (Plaisted and Greenbaum):
a true AND makes its arguments true, a false one makes one of them false. Whatever asks for the
other direction later gets the missing clauses then, so clauses may be drawn off at any time.
Values of variables in a solver's model are right; those of other nodes have to be evaluated.
"""

from striate.solver.terms import Graph

Clause = list[int]


class Cnf:
    """Clauses for the literals asked for so far, over variables 1, 2, ... as solvers want them.

    By rule, a node means something only as long as the rule that it was made under is held.
    """

    def __init__(self, graph: Graph, by_rule: bool = False) -> None:
        self._graph = graph
        self._by_rule = by_rule
        # FALSE and TRUE take variable 1.
        self._clauses: list[Clause] = [[1]]
        self._drawn_off = 0
        self._top = 1
        # Graph literal -> solver literal; 0 before its first use.
        self._names: list[int] = [-1, 1]
        self._defined = bytearray(b"\1\1")
        self._variables: list[int] = []

    @property
    def top(self) -> int:
        """The greatest variable in use."""
        return self._top

    @property
    def size(self) -> int:
        """The number of clauses made so far."""
        return self._drawn_off + len(self._clauses)

    @property
    def variables(self) -> list[int]:
        """The graph's variables (positive literals) that clauses have reached."""
        return self._variables

    def draw_off(self) -> list[Clause]:
        """The clauses made since the last time."""
        clauses, self._clauses = self._clauses, []
        self._drawn_off += len(clauses)
        return clauses

    def name(self, lit: int) -> int:
        """The solver's literal of one that has been reached."""
        return self._names[lit]

    def literal(self, lit: int) -> int:
        """The solver's literal, with clauses that make `lit` hold wherever it is true."""
        missing = 2 * len(self._graph) - len(self._names)
        if missing > 0:
            self._names.extend([0] * missing)
            self._defined.extend(bytes(missing))
        if not self._defined[lit]:
            self._define(lit)
        return self._names[lit]

    def require(self, lit: int) -> None:
        """Make `lit` true for good."""
        self._clauses.append([self.literal(lit)])

    def require_any(self, lits: list[int]) -> None:
        """Make one of the literals true, for good."""
        self._clauses.append([self.literal(lit) for lit in lits])

    def _define(self, root: int) -> None:
        """Clauses for the meaning of `root` and of all that it comes to need."""
        ands, others = self._graph.ands, self._graph.others
        names, defined, add = self._names, self._defined, self._clauses.append
        stack: list[int] = []

        def need(lit: int) -> int:
            name = names[lit]
            if not name:
                self._top = top = self._top + 1
                names[lit & -2], names[lit | 1] = top, -top
                name = names[lit]
            if not defined[lit]:
                defined[lit] = 1
                stack.append(lit)
            return name

        need(root)
        while stack:
            lit = stack.pop()
            head = [-names[lit]]
            if self._by_rule and (rule := self._graph.rule_of(lit)) is not None:
                head.append(self.literal(self._graph.held(rule) ^ 1))
            args = ands[lit >> 1]
            if args:
                if lit & 1:
                    clause = [*head]
                    clause += [names[a ^ 1] if defined[a ^ 1] else need(a ^ 1) for a in args]
                    add(clause)
                else:
                    for a in args:
                        add([*head, names[a] if defined[a] else need(a)])
            elif lit >> 1 not in others:
                # A variable has nothing to define; its two literals are reached together.
                defined[lit ^ 1] = 1
                self._variables.append(lit & -2)
            elif len(args := others[lit >> 1]) == 2:
                a, b = args
                b ^= lit & 1
                for literal in (a ^ 1, b ^ 1):
                    need(literal)
                p, q = need(a), need(b)
                add([*head, p, q])
                add([*head, -p, -q])
            else:
                c, a, b = args[0], args[1] ^ (lit & 1), args[2] ^ (lit & 1)
                need(c ^ 1)
                p, q, r = need(c), need(a), need(b)
                add([*head, -p, q])
                add([*head, p, r])
                # Follows from the other two; lets a solver see it without deciding c.
                add([*head, q, r])
