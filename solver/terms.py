"""Boolean terms as plain integers in a graph that shares and folds.

A literal is an int: FALSE is 0, TRUE is 1, node n has the literals 2n and 2n + 1, and
negation is `lit ^ 1`. A node is a variable, an n-ary AND, an XOR or an if-then-else; OR is an
AND of negations. Equal nodes are made once, and constants, repetitions, contradictions and
one level of absorption fold away when a term is built. Arguments always have smaller node
numbers than the node that they belong to, so node order is an order of evaluation.

Each node remembers the rule in force when it was first made: `with graph.rule("613.8b"):`.
"""

from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import TypeAlias

Lit: TypeAlias = int  # a literal: twice the number of a node, and 1 more for its negation
FALSE = 0
TRUE = 1

#: Up to this many literals, "at most one" is a conjunction of pairs; beyond, rows and columns.
_PAIRWISE_LIMIT = 6


def negate(lit: int) -> int:
    """The literal that is true when `lit` is false."""
    return lit ^ 1


class _RuleScope:
    """A context manager that puts one rule in force; one object for each rule and graph."""

    __slots__ = ("_enter", "_leave", "_tag")

    def __init__(self, tag: int, enter: Callable[[int], None], leave: Callable[[], None]) -> None:
        self._tag = tag
        self._enter = enter
        self._leave = leave

    def __enter__(self) -> None:
        self._enter(self._tag)

    def __exit__(self, *_: object) -> None:
        self._leave()


class Graph:
    """The owner of the nodes. Literals of one graph mean nothing in another."""

    def __init__(self) -> None:
        # The arguments of AND nodes; empty for the constant, variables, XOR and if-then-else.
        self.ands: list[tuple[int, ...]] = [()]
        # Node -> (a, b) for XOR, (condition, then, else) for if-then-else.
        self.others: dict[int, tuple[int, ...]] = {}
        self._and_table: dict[tuple[int, ...], int] = {}
        self._xor_table: dict[tuple[int, int], int] = {}
        self._ite_table: dict[tuple[int, int, int], int] = {}
        self._variables: dict[Hashable, int] = {}
        self._names: dict[int, Hashable] = {}
        # Rule tags by runs: nodes from _run_starts[i] on were made under _run_tags[i].
        self._rules: list[str | None] = [None]
        self._scopes: dict[str, _RuleScope] = {}
        self._stack: list[int] = [0]
        self._run_starts: list[int] = [0]
        self._run_tags: list[int] = [0]

    def __len__(self) -> int:
        return len(self.ands)

    # Variables.

    def var(self, name: Hashable) -> int:
        """The variable of this name; the same literal each time."""
        lit = self._variables.get(name)
        if lit is None:
            lit = self.fresh()
            self._variables[name] = lit
            self._names[lit] = name
        return lit

    def fresh(self) -> int:
        """A new variable without a name."""
        lit = 2 * len(self.ands)
        self.ands.append(())
        return lit

    def name_of(self, lit: int) -> Hashable | None:
        """The name of the variable of `lit`, or None."""
        return self._names.get(lit & ~1)

    def is_variable(self, lit: int) -> bool:
        """Whether `lit` is a variable or the negation of one."""
        node = lit >> 1
        return node > 0 and not self.ands[node] and node not in self.others

    # Connectives.

    def and_(self, a: int, b: int) -> int:
        if a > b:
            a, b = b, a
        if a < 2:
            return b if a else 0
        if a == b:
            return a
        if a ^ 1 == b:
            return 0
        args = self.ands[b >> 1]
        if args:
            # b was made after a, so only b can hold a.
            if b & 1:
                if a ^ 1 in args:
                    return a
                if a in args and len(args) == 2:
                    return self.and_(a, (args[1] if args[0] == a else args[0]) ^ 1)
            else:
                if a in args:
                    return b
                if a ^ 1 in args:
                    return 0
        key = (a, b)
        lit = self._and_table.get(key)
        if lit is None:
            ands = self.ands
            self._and_table[key] = lit = 2 * len(ands)
            ands.append(key)
        return lit

    def or_(self, a: int, b: int) -> int:
        return self.and_(a ^ 1, b ^ 1) ^ 1

    def xor(self, a: int, b: int) -> int:
        sign = (a ^ b) & 1
        a &= -2
        b &= -2
        if a > b:
            a, b = b, a
        if not a:
            return b ^ sign
        if a == b:
            return sign
        key = (a, b)
        lit = self._xor_table.get(key)
        if lit is None:
            lit = self._xor_table[key] = self._new_xor(a, b)
        return lit ^ sign

    def _new_xor(self, a: int, b: int) -> int:
        left, right = self.ands[a >> 1], self.ands[b >> 1]
        shared = set(left).intersection(right) if left and right else ()
        if shared:
            # What two conjunctions share is asked for once: they differ in the rest.
            rest = [self.all_([arg for arg in args if arg not in shared]) for args in (left, right)]
            return self.all_([*shared, self.xor(*rest)])
        node = len(self.ands)
        self.ands.append(())
        self.others[node] = (a, b)
        return 2 * node

    def iff(self, a: int, b: int) -> int:
        return self.xor(a, b) ^ 1

    def ite(self, c: int, a: int, b: int) -> int:
        """`a` where `c` holds, else `b`."""
        if c & 1:
            c ^= 1
            a, b = b, a
        if not c:
            return b
        if a == b:
            return a
        # A branch that is constant, or that the condition decides, leaves an AND or an OR.
        if a < 2 or a == c or a == c ^ 1:
            return self.or_(c, b) if a == 1 or a == c else self.and_(c ^ 1, b)
        if b < 2 or b == c or b == c ^ 1:
            return self.and_(c, a) if b == 0 or b == c else self.or_(c ^ 1, a)
        if a == b ^ 1:
            return self.xor(c, b)
        sign = a & 1
        key = (c, a ^ sign, b ^ sign)
        lit = self._ite_table.get(key)
        if lit is None:
            node = len(self.ands)
            self.ands.append(())
            self.others[node] = key
            self._ite_table[key] = lit = 2 * node
        return lit ^ sign

    def all_(self, lits: Iterable[int]) -> int:
        """The conjunction, as one node."""
        items = set(lits)
        items.discard(1)
        if 0 in items:
            return 0
        count = len(items)
        if count < 3:
            if count == 2:
                return self.and_(*items)
            return items.pop() if items else 1
        key = tuple(sorted(items))
        lit = self._and_table.get(key)
        if lit is None:
            if len({item >> 1 for item in key}) < count:
                return 0
            ands = self.ands
            self._and_table[key] = lit = 2 * len(ands)
            ands.append(key)
        return lit

    def any_(self, lits: Iterable[int]) -> int:
        """The disjunction, as one node."""
        return self.all_([lit ^ 1 for lit in lits]) ^ 1

    def pick(self, choices: Iterable[tuple[int, int]]) -> int:
        """Whether some (guard, literal) has both: the chosen literal for one-hot guards."""
        return self.any_([self.and_(guard, lit) for guard, lit in choices])

    # Counting.

    def at_most_one(self, lits: Iterable[int]) -> int:
        """Whether at most one is true; a literal given twice counts twice."""
        items = [lit for lit in lits if lit]
        count = len(items)
        if count <= _PAIRWISE_LIMIT:
            pairs = (self.and_(a, b) ^ 1 for i, a in enumerate(items) for b in items[:i])
            return self.all_(pairs)
        # Two true cells of a grid are in two rows or in two columns.
        width = int((count - 1) ** 0.5) + 1
        rows = [self.any_(items[i : i + width]) for i in range(0, count, width)]
        columns = [self.any_(items[i::width]) for i in range(width)]
        return self.and_(self.at_most_one(rows), self.at_most_one(columns))

    def exactly_one(self, lits: Iterable[int]) -> int:
        items = list(lits)
        return self.and_(self.any_(items), self.at_most_one(items))

    def unary_count(self, lits: Iterable[int], limit: int | None = None) -> list[int]:
        """Literals of which number i says that at least i + 1 of `lits` are true.

        With a limit only that many literals are made.
        """
        items = [lit for lit in lits if lit]
        top = len(items) if limit is None else min(limit, len(items))
        columns = [[lit] for lit in items]
        while len(columns) > 1:
            merged = [
                self._merge_counts(columns[i], columns[i + 1], top)
                for i in range(0, len(columns) - 1, 2)
            ]
            if len(columns) % 2:
                merged.append(columns[-1])
            columns = merged
        return columns[0][:top] if columns else []

    def _merge_counts(self, a: list[int], b: list[int], limit: int) -> list[int]:
        """At least k of both together: i of one and k - i of the other, for some i."""
        left, right = [TRUE, *a], [TRUE, *b]
        return [
            self.any_(
                [
                    self.and_(left[i], right[k - i])
                    for i in range(max(0, k - len(b)), min(k, len(a)) + 1)
                ]
            )
            for k in range(1, min(limit, len(a) + len(b)) + 1)
        ]

    def at_least(self, lits: Iterable[int], count: int) -> int:
        if count <= 0:
            return TRUE
        counts = self.unary_count(lits, count)
        return counts[count - 1] if len(counts) >= count else FALSE

    def at_most(self, lits: Iterable[int], count: int) -> int:
        if count == 1:
            return self.at_most_one(lits)
        return self.at_least(lits, count + 1) ^ 1

    # Rules.

    def rule(self, name: str) -> _RuleScope:
        """A context in which nodes are made under this rule; contexts nest."""
        scope = self._scopes.get(name)
        if scope is None:
            self._rules.append(name)
            scope = _RuleScope(len(self._rules) - 1, self._enter_rule, self._leave_rule)
            self._scopes[name] = scope
        return scope

    def _enter_rule(self, tag: int) -> None:
        self._stack.append(tag)
        self._start_run(tag)

    def _leave_rule(self) -> None:
        self._stack.pop()
        self._start_run(self._stack[-1])

    def _start_run(self, tag: int) -> None:
        start = len(self.ands)
        if self._run_starts[-1] == start:
            self._run_tags[-1] = tag
        else:
            self._run_starts.append(start)
            self._run_tags.append(tag)

    def current_rule(self) -> str | None:
        """The rule in force now."""
        return self._rules[self._stack[-1]]

    def rule_of(self, lit: int) -> str | None:
        """The rule in force when the node of `lit` was first made."""
        run = bisect_right(self._run_starts, lit >> 1) - 1
        return self._rules[self._run_tags[run]]

    def held(self, rule: str) -> int:
        """The variable under which what a rule made holds, where that is asked by rule."""
        return self.var((Graph, rule))

    def all_held(self) -> dict[int, str]:
        """These variables, each with its rule."""
        return {self.held(rule): rule for rule in self._scopes}

    def rules_behind(self, lits: Iterable[int]) -> set[str]:
        """The rules of all nodes that these literals rest on, variables left out."""
        rules = {self.rule_of(2 * n) for n in self.cone(lits) if not self.is_variable(2 * n)}
        return {rule for rule in rules if rule is not None}

    # Evaluation.

    def arguments(self, node: int) -> tuple[int, ...]:
        """The literals that a node is made of; none for a variable."""
        return self.ands[node] or self.others.get(node, ())

    def cone(self, lits: Iterable[int]) -> list[int]:
        """The nodes that these literals rest on, themselves included, arguments first."""
        ands, others = self.ands, self.others
        seen = {lit >> 1 for lit in lits}
        stack = list(seen)
        while stack:
            node = stack.pop()
            for lit in ands[node] or others.get(node, ()):
                below = lit >> 1
                if below not in seen:
                    seen.add(below)
                    stack.append(below)
        return sorted(seen)

    def evaluate(self, lits: Iterable[int], assignment: Mapping[int, bool]) -> list[bool]:
        """The values of literals when variables (positive literals) have these values.

        A variable that is not assigned is false.
        """
        return [bool(value) for value in self.simulate(lits, assignment, 1)]

    def simulate(self, lits: Iterable[int], assignment: Mapping[int, int], width: int) -> list[int]:
        """Evaluate under `width` assignments at once: bit i of each int is assignment i."""
        lits = list(lits)
        values = [0] * (2 * len(self.ands))
        values[1] = (1 << width) - 1
        self.simulate_nodes(self.cone(lits), values, assignment)
        return [values[lit] for lit in lits]

    def simulate_nodes(
        self, nodes: Iterable[int], values: list[int], assignment: Mapping[int, int]
    ) -> None:
        """Fill in the values (by literal) of nodes given arguments first; values[1] is all."""
        ands, others, everything = self.ands, self.others, values[1]
        for node in nodes:
            args = ands[node]
            if args:
                value = everything
                for lit in args:
                    value &= values[lit]
                    if not value:
                        break
            elif node in others:
                pair = others[node]
                if len(pair) == 2:
                    value = values[pair[0]] ^ values[pair[1]]
                else:
                    c = values[pair[0]]
                    value = (c & values[pair[1]]) | (values[pair[2]] & ~c)
            elif node:
                value = int(assignment.get(2 * node, 0))
            else:
                continue
            values[2 * node] = value
            values[2 * node + 1] = value ^ everything
