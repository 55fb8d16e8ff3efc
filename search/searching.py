"""The search behind `find`: which board of the pool's cards reaches a goal, smallest first.

Slots in timestamp order hold a class of cards each; the pool is grouped into classes by what the
goal can reach; of boards that differ by an order that decides nothing one is looked at. A board
must be stable: no state-based action changes it (what one takes away leaves a smaller board).
"""

import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from striate.search.circuit import Built, build
from striate.search.corepool import LARGE, core_of, plain_pool
from striate.search.covering import Covering, covering, rules_asked
from striate.search.decoding import board_of, decode, exactly, fewest_counters, is_stable
from striate.search.goals import Goal
from striate.search.poolclasses import Pool, classes, may_be_asked, some_of
from striate.search.questions import Question, Result, Solution, least_size, with_cards
from striate.solver import journal
from striate.solver.backend import Verdict
from striate.solver.deadline import OutOfTime
from striate.solver.session import Session


def silent(_: dict[str, Any]) -> None:
    """No progress is shown."""


def search(question: Question, progress: Callable[[dict[str, Any]], None] = silent) -> Result:
    """Smallest first (or exactly one size): boards that reach the goal, or that there are none."""
    started = time.monotonic()
    goal = with_cards(question.goal, question.with_)
    least = least_size(goal)
    sizes = [question.size] if question.exact else range(least, question.size + 1)
    if len(question.cards) <= LARGE or question.plain:
        pool = classes(question, goal)
        if len(pool.kinds) <= ALL_AT_ONCE or question.plain:
            run = Run(question, goal, pool, started, progress)
            run.through(sizes)
            return run.result(smallest=not question.exact)
        plainest = core_of(goal, pool)
    else:
        plainest = plain_pool(question, goal)
    run = Run(question, goal, plainest, started, progress)
    return _Staged(run, sizes, least).result()


_TOO_MANY = 2_500  # so many classes are looked at with one other permanent only
_TOO_MANY_WORDS = (
    "the plainest cards give no board, and {1:,} classes are too many to rule out {0} permanents; "
    "name cards or give a pool"
)
ALL_AT_ONCE = 300  # so many classes need no stages


@dataclass
class _Staged:
    """A search of a large pool: of each size first the plainest cards, then whatever is needed.

    The asked-for objects alone are always searched whole, and so are sizes at which every other
    permanent has to bring about something that the goal asks for (`covering`).
    """

    run: "Run"
    sizes: Iterable[int]
    least: int
    proved: set[int] = field(default_factory=set)  # sizes of which there is no board
    alone_barren: Built | None = None

    def result(self) -> Result:
        plainest = self.run.pool
        for size in self.sizes:
            if size == self.least:
                self.alone(size)
            if not self.run.solutions and not self.run.stopped and size not in self.proved:
                self.run.pool = plainest
                self.run.at_size(size)
            if self.run.stopped:
                return self.run.result(smallest=False)
            if self.run.solutions:
                return self.found(size)
        return self.among_all()

    def alone(self, size: int) -> None:
        """Search boards of the asked-for objects alone, where few cards can be them."""
        question, goal = self.run.question, self.run.goal
        asked = tuple(card for card in question.cards if may_be_asked(goal, card))
        if len(asked) > LARGE:
            return
        self.run.pool = classes(replace(question, cards=asked), goal)
        self.run.at_size(size)
        if not self.run.solutions and not self.run.stopped:
            self.proved.add(size)
            self.alone_barren = self.run.barren

    def found(self, size: int) -> Result:
        """Search the plainest cards; the goal itself may rule smaller boards out."""
        open_ = set(range(self.least, size)) - self.proved
        with suppress(OutOfTime):
            if self.ruled_out(open_, self.run.pool):
                # More cards can only need fewer permanents.
                open_ -= self.ruled_out(open_, classes(self.run.question, self.run.goal))
        return self.run.result(smallest=not open_ and not self.run.question.exact)

    def ruled_out(self, sizes: set[int], pool: Pool) -> set[int]:
        cover = covering(self.run.goal, pool, bool(self.run.question.counters))
        return {size for size in sizes if _short(cover, size - self.least)}

    def among_all(self) -> Result:
        """The plain cards gave no board: search the whole pool."""
        question, goal = self.run.question, self.run.goal
        whole = classes(question, goal)
        cover = covering(goal, whole, bool(question.counters))
        self.run.pool = whole
        # What the plainest cards alone rule out says nothing of all.
        self.run.barren = self.alone_barren
        for size in self.sizes:
            others = size - self.least
            self.run.size = size
            if size in self.proved or _short(cover, others):
                self.run.rules |= set(cover.rules)
                continue
            self.run.pool = _helpful(whole, cover) if others == cover.fewest else whole
            if others > 1 and len(self.run.pool.kinds) > _TOO_MANY:
                self.run.stopped = True
                self.run.why = _TOO_MANY_WORDS.format(size, len(self.run.pool.kinds))
                break
            self.run.at_size(size)
            if self.run.solutions or self.run.stopped:
                break
        self.run.pool = replace(self.run.pool, cards=whole.cards, left_out=whole.left_out)
        return self.run.result(smallest=not question.exact)


def _short(cover: Covering, others: int) -> bool:
    """Whether so many other permanents are too few."""
    return cover.fewest is None or others < cover.fewest


def _helpful(pool: Pool, cover: Covering) -> Pool:
    """What is asked for, and what can be among the fewest permanents that bring it about."""
    kept = [
        number
        for number, kind in enumerate(pool.kinds)
        if any(kind.flags) or number in cover.helping
    ]
    return some_of(pool, kept)


@dataclass
class Run:
    """One search in progress."""

    question: Question
    goal: Goal
    pool: Pool
    started: float
    progress: Callable[[dict[str, Any]], None]
    solutions: list[Solution] = field(default_factory=list)
    size: int = 0
    stopped: bool = False
    solving: float = 0.0
    rules: set[str] = field(default_factory=set)
    why: str = ""  # it was stopped
    barren: Built | None = None  # the last circuit that no board fulfils
    unstable: bool = False

    def report(self, size: int) -> None:
        self.progress(
            {
                "size": size,
                "classes": len(self.pool.kinds),
                "seconds": time.monotonic() - self.started,
                "found": len(self.solutions),
            }
        )

    def through(self, sizes: Iterable[int]) -> None:
        """Smallest first, until boards are found or time is up."""
        for size in sizes:
            self.at_size(size)
            if self.stopped or self.solutions:
                return

    def at_size(self, size: int) -> None:
        """All boards with exactly so many permanents, as far as they are asked for.

        Encoding: first with the toughness of asked-for objects only, which leaves fewer classes;
        where a board falls apart then, once more with everybody's.
        """
        self.unstable = False
        self.look(size)
        if self.unstable and not self.stopped and len(self.solutions) < self.question.all_:
            relaxed = self.pool
            self.solutions = []
            cards = {option.card for members in relaxed.members for option in members}
            exactly = replace(self.question, cards=tuple(sorted(cards, key=lambda c: c.name)))
            self.pool = classes(exactly, self.goal, exact=True)
            self.look(size)
            self.pool = relaxed

    def look(self, size: int) -> None:
        self.size = size
        self.report(size)
        if self.question.deadline.over():
            self.stopped = True
        if self.stopped or not self.pool.kinds:
            return
        try:
            built = build(self.question, self.goal, self.pool, size)
            if built is None:
                # What is claimed is never so, whatever the slots hold.
                self.rules |= {rule for demand in self.goal.demands for rule in rules_asked(demand)}
                return
            self.tell(built, size)
            graph, name = built.search.algebra.graph, f"a board of {size} permanents"
            with Session(graph, self.question.backend, name=name) as session:
                session.assert_(*built.constraints)
                session.prepare()
                self.solve(session, built, size)
        except (KeyboardInterrupt, OutOfTime):
            self.stopped = True

    def tell(self, built: Built, size: int) -> None:
        if journal.is_heard():
            journal.note(
                f"size {size}: {len(built.search.slots)} permanents out of "
                f"{len(self.pool.kinds):,} classes, {len(built.search.algebra.graph):,} nodes, "
                f"{time.monotonic() - self.started:.2f} s so far"
            )

    def solve(self, session: Session, built: Built, size: int) -> None:
        while len(self.solutions) < self.question.all_:
            before = time.monotonic()
            verdict = session.check(timeout=self.question.deadline.left())
            self.solving += time.monotonic() - before
            if verdict is Verdict.UNKNOWN:
                self.stopped = True
                return
            if verdict is Verdict.UNSAT:
                if not self.solutions:
                    self.confirm(session)
                    self.barren = built
                return
            fewest_counters(built, session)
            solution, block = decode(self.question, self.pool, built, session)
            board = board_of(solution, self.pool)
            if is_stable(board, solution.asked if self.question.any_ else ()):
                self.solutions.append(solution)
                self.report(size)
            elif self.pool.exact:
                block += exactly(built, session)
            else:
                self.unstable = True
            session.assert_any(block)

    def confirm(self, session: Session) -> None:
        """A "none" of one back end is confirmed by the other, where both are there."""
        if self.question.backend != "auto":
            return
        if session.confirm(timeout=self.question.deadline.left()) is Verdict.UNKNOWN:
            self.stopped = True

    def result(self, smallest: bool) -> Result:
        status: Literal["found", "none", "unknown"] = "none"
        if self.solutions:
            status = "found"
        elif self.stopped:
            status = "unknown"
        elif self.barren is not None:
            self.rules |= _rules_of(self.barren, self.question.backend)
        searched = {
            "cards": self.pool.cards,
            "of": len(self.question.cards),
            "classes": len(self.pool.kinds),
            "size": self.size,
            "left_out": self.pool.left_out,
        }
        return Result(
            status,
            tuple(self.solutions),
            self.size,
            smallest,
            searched,
            tuple(sorted(self.rules)),
            time.monotonic() - self.started,
            self.solving,
            self.why,
        )


_WHY_SECONDS = 1.0  # no longer is asked which of the rules a "none" needs


def _rules_of(built: Built, backend: str) -> set[str]:
    """The rules that are enough for the contradiction; all that the circuit is made of, if that
    takes long.
    """
    graph = built.search.algebra.graph
    with (
        suppress(OutOfTime),
        Session(graph, backend, by_rule=True, name="the rules of a none") as session,
    ):
        session.assert_(*built.constraints)
        if session.check(timeout=_WHY_SECONDS) is Verdict.UNSAT:
            return set(session.core_rules())
    return graph.rules_behind(built.constraints)
