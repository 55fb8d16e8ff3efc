# ruff: noqa: INP001
"""How fast the solver layer builds, converts and solves, for each back end.

    python bench/solver_bench.py [--slots 6] [--classes 36] [--seed 3] [--seconds 60]

Circuits: random gates (building only), pigeons in holes (no assignment), and a choice circuit:
slots that each take one of several classes by one-hot bits, with a filter, an operation and an
amount looked up from the class, applied in an order that "depends on" decides, step by step.
The last is the shape of the circuits that this layer is made for. Times are of the processor;
a back end's include its conversion.
"""

import random
import time
from argparse import ArgumentParser
from dataclasses import dataclass

from striate.solver import number as num
from striate.solver.backend import Verdict
from striate.solver.cnf import Cnf
from striate.solver.session import Session, available_backends
from striate.solver.terms import FALSE, Graph

KINDS = 10


@dataclass
class Problem:
    """A question to every back end."""

    name: str
    graph: Graph
    roots: list[int]
    expected: Verdict | None = None
    build: float = 0.0


@dataclass(frozen=True)
class Class:
    """What a slot of this class is and does."""

    kinds: frozenset[int]
    base: int
    # (kind that is looked for, kind that is added, whether the others go)
    effect: tuple[int, int, bool] | None
    # (kind that is looked for, amount)
    pump: tuple[int, int] | None


def classes(count: int, seed: int) -> list[Class]:
    rng = random.Random(seed)
    drawn = []
    for _ in range(count):
        kinds = {0} if rng.random() < 0.6 else {1}
        if rng.random() < 0.4:
            kinds.add(rng.randrange(2, KINDS))
        effect = None
        if rng.random() < 0.45:
            effect = (rng.randrange(KINDS), rng.randrange(KINDS), rng.random() < 0.3)
        pump = None
        if rng.random() < 0.4:
            pump = (rng.randrange(2, KINDS), rng.choice([1, 1, 1, 2, -1]))
        drawn.append(Class(frozenset(kinds), rng.randrange(4), effect, pump))
    return drawn


class ChoiceCircuit:
    """Slots with symbolic classes; effects applied in dependency order; then a sum."""

    def __init__(self, slots: int, pool: list[Class]) -> None:
        self.graph = Graph()
        self.slots = range(slots)
        self.pool = pool
        self.chosen = [[self.graph.var((slot, k)) for k in range(len(pool))] for slot in self.slots]
        self.state = [
            [self.where(slot, [kind in c.kinds for c in pool]) for kind in range(KINDS)]
            for slot in self.slots
        ]
        self.seeks = [self.by_kind(slot, 0) for slot in self.slots]
        self.adds = [self.by_kind(slot, 1) for slot in self.slots]
        self.clears = [
            self.where(slot, [bool(c.effect and c.effect[2]) for c in pool]) for slot in self.slots
        ]

    def where(self, slot: int, holds: list[bool]) -> int:
        """Whether the slot's class is one of these."""
        return self.graph.any_([lit for lit, h in zip(self.chosen[slot], holds, strict=True) if h])

    def by_kind(self, slot: int, part: int) -> list[int]:
        return [
            self.where(slot, [bool(c.effect and c.effect[part] == kind) for c in self.pool])
            for kind in range(KINDS)
        ]

    def applies(self, effect: int, target: list[int]) -> int:
        return self.graph.pick(zip(self.seeks[effect], target, strict=True))

    def written(self, effect: int, target: list[int], applied: int) -> list[int]:
        g = self.graph
        kept = g.or_(applied ^ 1, self.clears[effect] ^ 1)
        return [
            g.or_(g.and_(applied, add), g.and_(bit, kept))
            for add, bit in zip(self.adds[effect], target, strict=True)
        ]

    def waits(self, hits: list[list[int]], done: list[int]) -> list[int]:
        """Whether each effect waits for one that has not been applied, loops left out."""
        g, slots = self.graph, self.slots
        needs = [[FALSE for _ in slots] for _ in slots]
        for b in slots:
            after = [self.written(b, self.state[j], hits[b][j]) for j in slots]
            for a in slots:
                if a != b:
                    changed = g.any_([g.xor(self.applies(a, after[j]), hits[a][j]) for j in slots])
                    needs[a][b] = g.all_([changed, done[a] ^ 1, done[b] ^ 1])
        reach = [row[:] for row in needs]
        for k in slots:
            reach = [
                [g.or_(reach[a][b], g.and_(reach[a][k], reach[k][b])) for b in slots] for a in slots
            ]
        return [g.any_([g.and_(needs[a][b], reach[b][a] ^ 1) for b in slots]) for a in slots]

    def run(self) -> None:
        """Apply all effects, one at a time."""
        g, slots = self.graph, self.slots
        done = [g.any_(self.seeks[slot]) ^ 1 for slot in slots]
        for _ in slots:
            hits = [[self.applies(i, self.state[j]) for j in slots] for i in slots]
            waiting = self.waits(hits, done)
            ready = [g.and_(done[a] ^ 1, waiting[a] ^ 1) for a in slots]
            now = [g.all_([ready[a], *(ready[b] ^ 1 for b in range(a))]) for a in slots]
            self.state = [
                self.stepped(self.state[j], [g.and_(now[i], hits[i][j]) for i in slots])
                for j in slots
            ]
            done = [g.or_(done[a], now[a]) for a in slots]

    def stepped(self, target: list[int], applied: list[int]) -> list[int]:
        g = self.graph
        cleared = g.pick(zip(applied, self.clears, strict=True))
        return [
            g.or_(
                g.pick((applied[i], self.adds[i][kind]) for i in self.slots),
                g.and_(target[kind], cleared ^ 1),
            )
            for kind in range(KINDS)
        ]

    def power(self) -> num.Number:
        """What the first slot's base and all that pumps it come to."""
        g = self.graph
        parts = [
            num.select(g, [(x, c.base) for x, c in zip(self.chosen[0], self.pool, strict=True)])
        ]
        for slot in self.slots:
            for kind in range(2, KINDS):
                pumps = [
                    (x, c.pump[1])
                    for x, c in zip(self.chosen[slot], self.pool, strict=True)
                    if c.pump and c.pump[0] == kind
                ]
                amount = num.select(g, pumps)
                parts.append(num.gated(g, self.state[0][kind], amount))
        return num.total(g, parts)


def choice_problem(slots: int, count: int, seed: int, goal: int) -> Problem:
    circuit = ChoiceCircuit(slots, classes(count, seed))
    g = circuit.graph
    roots = [g.exactly_one(row) for row in circuit.chosen]
    roots += [g.at_most_one([row[k] for row in circuit.chosen]) for k in range(count)]
    roots.append(circuit.state[0][1])
    circuit.run()
    roots += [circuit.state[0][0], circuit.state[0][1], circuit.state[0][3]]
    roots.append(num.equal(g, circuit.power(), goal))
    return Problem(f"choice {slots}x{count}, sum {goal}", g, roots)


def pigeon_problem(holes: int) -> Problem:
    g = Graph()
    place = [[g.var((p, h)) for h in range(holes)] for p in range(holes + 1)]
    roots = [g.any_(row) for row in place]
    roots += [g.at_most_one([row[h] for row in place]) for h in range(holes)]
    return Problem(f"{holes + 1} pigeons", g, roots, Verdict.UNSAT)


def time_building(gates: int, seed: int) -> float:
    """Seconds for so many ANDs and ORs of random earlier literals."""
    rng = random.Random(seed)
    g = Graph()
    lits = [g.fresh() for _ in range(gates)]
    pairs = [(rng.choice(lits) ^ 1, rng.choice(lits)) for _ in range(gates)]
    start = time.process_time()
    for i, (a, b) in enumerate(pairs):
        if i & 1:
            g.or_(a, b)
        else:
            g.and_(a, b)
    return time.process_time() - start


def report(problem: Problem, seconds: float) -> None:
    start = time.process_time()
    cnf = Cnf(problem.graph)
    for root in problem.roots:
        cnf.require(root)
    clauses = len(cnf.draw_off())
    line = f"{problem.name:20} {problem.build:8.3f} {cnf.top:8,} {clauses:9,}"
    line += f" {time.process_time() - start:8.3f}"
    for backend in available_backends():
        with Session(problem.graph, backend) as session:
            session.assert_(*problem.roots)
            start = time.process_time()
            verdict = session.check(timeout=seconds)
            if verdict is Verdict.SAT:
                session.model()
            line += f" {time.process_time() - start:8.3f} {verdict.value:7}"
            assert problem.expected in (None, verdict) or verdict is Verdict.UNKNOWN
    print(line, flush=True)


def main() -> None:
    parser = ArgumentParser(description="Time the solver layer.")
    parser.add_argument("--slots", type=int, default=6, help="greatest number of slots")
    parser.add_argument("--classes", type=int, default=36)
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=60, help="time limit for one check")
    options = parser.parse_args()
    print(f"100,000 random gates: {time_building(100_000, options.seed):.3f} s")
    heads = "".join(f" {name + ' s':>16}" for name in available_backends())
    print(f"{'circuit':20} {'build s':>8} {'vars':>8} {'clauses':>9} {'cnf s':>8}{heads}")
    report(pigeon_problem(8), options.seconds)
    for slots in range(4, options.slots + 1):
        for goal in (slots, slots + 3):
            start = time.process_time()
            problem = choice_problem(slots, options.classes, options.seed, goal)
            problem.build = time.process_time() - start
            report(problem, options.seconds)


if __name__ == "__main__":
    main()
