"""One search in progress: the boards of one size out of one pool, best known first.

Which pools are looked at, and of which sizes, `searching` says.
"""

import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal

from msgspec import Struct, field
from msgspec.structs import replace

from striate.search.circuit import Built, build
from striate.search.decoding import a_turn_later, board_of, decode, exactly, is_as_told, is_stable
from striate.search.goals import Goal
from striate.search.making import rules_asked
from striate.search.ordering import Gathering, Order, apart, holding, kinds_of, polish
from striate.search.poolclasses import Pool
from striate.search.poolfacts import facts_of
from striate.search.questions import (
    MANY,
    Question,
    Result,
    Solution,
    confirmed,
    counted_proofs,
    how_far,
    may_fall,
)
from striate.search.slots import picks
from striate.search.table import Chooser
from striate.search.tokenboards import fewest
from striate.solver import journal
from striate.solver.backend import Verdict
from striate.solver.choice import mask_of
from striate.solver.deadline import Deadline, OutOfTime
from striate.solver.session import Session
from striate.solver.terms import Graph, Lit


class Run(Struct):
    """One search in progress."""

    question: Question
    pool: Pool
    started: float
    progress: Callable[[dict[str, Any]], None]
    solutions: list[Solution] = field(default_factory=list)
    size: int = 0
    stopped: bool = False
    cut: bool = False  # by the time or by an interrupt
    solving: float = 0.0
    rules: set[str] = field(default_factory=set)
    why: str = ""  # it was stopped
    barren: "Barren | None" = None  # the last circuit that no board fulfils
    last: "Barren | None" = None  # the last circuit of all cards, if no board of it was found
    unstable: bool = False
    given: bool = False  # the cards are few: of boards of one size any is as good
    chosen: bool = False  # of a large pool only what can take part is looked at
    undecided: int = 0  # a smaller size that was passed though it isn't ruled out
    part: bool = False  # only some of the cards are looked at: that there is none says nothing
    soon: bool = False  # and no longer than a little work takes
    tired: bool = False  # which did not tell
    nodes: int = 0  # so many the circuits had so far
    places: int = 0  # so many cards could lie in graveyards
    listed: bool = True  # every board of the size is among the solutions, or like one
    tokens_from: int = -1  # of so many permanents boards with tokens aren't looked at; 0: of none

    def __post_init__(self) -> None:
        if self.tokens_from < 0:
            out = self.question.tokens and len(self.question.cards) > MANY
            self.tokens_from = fewest(self.question) if out else 0

    @property
    def goal(self) -> Goal:
        return self.question.goal

    def report(self, size: int) -> None:
        found = len(self.solutions)
        self.progress(how_far(size, len(self.pool.kinds), self.started, found))

    def through(self, sizes: Iterable[int]) -> None:
        """Smallest first, until boards are found or time is up."""
        for size in sizes:
            self.at_size(size)
            if self.stopped or self.solutions:
                return

    def at_size(self, size: int) -> None:
        """All boards with exactly so many permanents, as far as they are asked for.

        Encoding: first without what falls before the last one enters (704.3), which decides little;
        where a board falls apart then, once more with it.
        """
        self.unstable, before = False, len(self.solutions)
        self.look(size)
        if self.unstable and not self.stopped and len(self.solutions) < self.question.all_:
            del self.solutions[before:]
            relaxed, self.pool = self.pool, replace(self.pool, exact=True)
            self.look(size)
            self.pool = relaxed

    def forget_repeated(self) -> None:
        """A leveler is of several sorts, so that a board with it can be found more than once."""
        kept: list[Solution] = []
        for each in self.solutions:
            if all(each.document != other.document for other in kept):
                kept.append(each)
        self.solutions = kept

    def look(self, size: int) -> None:
        self.size, self.last = size, None
        self.places = max(self.places, self.pool.graves.places)
        self.report(size)
        if self.question.deadline.over():
            self.stopped = True
        if self.stopped or not self.pool.kinds:
            return
        try:
            built = build(self.question, self.pool, size)
            if built is None:
                # What is claimed is never so, whatever the slots hold.
                self.rules |= rules_asked(self.goal)
                return
            self.tell(built, size)
            graph, name = built.search.algebra.graph, f"a board of {size} permanents"
            self.nodes += len(graph)
            for upright in (True, False):
                with Session(graph, self.question.backend, name=name) as session:
                    session.assert_(*built.constraints)
                    passed_over = self.solve(session, built, size, upright=upright)
                relaxed = self.unstable and not self.pool.exact  # which is looked at once more
                if not passed_over or self.solutions or self.stopped or relaxed:
                    break
        except (KeyboardInterrupt, OutOfTime):
            self.cut_short()

    def cut_short(self) -> None:
        """Whoever waits wants an answer now."""
        self.stopped = self.cut = True

    def tell(self, built: Built, size: int) -> None:
        if journal.is_heard():
            journal.note(
                f"size {size}: {len(built.search.slots)} permanents out of "
                f"{len(self.pool.kinds):,} classes, {len(built.search.algebra.graph):,} nodes, "
                f"{time.monotonic() - self.started:.2f} s so far"
            )

    def solve(self, session: Session, built: Built, size: int, *, upright: bool) -> bool:
        """Boards of the circuit, best known first, until enough are found; whether those on which
        something lies face down were passed over (`upright`)."""
        before, passed_over = time.monotonic(), False
        left = self.question.deadline.left()
        verdict = session.first_check(timeout=left, little=self.soon)
        if verdict is Verdict.SAT:
            first = session.conflicts
            passed_over = upright and self.prefer_upright(session, built)
            order = Order(self.pool, self.goal, self.question.each, self.given)
            gathering = Gathering(session, built, order, first)
            while len(self.solutions) < self.question.all_:
                if not self.accept(gathering, size):
                    break
            if not self.solutions and not self.part:
                self.last = Barren(built, self.pool, built.constraints, played=True)
        elif verdict is Verdict.UNKNOWN:
            self.tired = self.soon
            self.stopped = not self.soon or self.question.deadline.over()
        elif not self.solutions and not self.part:
            self.stopped |= not confirmed(self.question, session)
            self.barren = self.last = Barren(
                built, self.pool, session.enough, tuple(session.core_rules())
            )
        self.solving += time.monotonic() - before
        return passed_over

    def prefer_upright(self, session: Session, built: Built) -> bool:
        """Of boards of one size, if one is wanted, one on which nothing lies face down; whether
        there is such a board."""
        down = mask_of(all(option.down for option in each) for each in self.pool.members)
        upright = [lit ^ 1 for lit in picks(built.search.slots, down)] if down else []
        if self.question.all_ != 1 or not upright or session.check(upright) is not Verdict.SAT:
            return False
        session.assert_(*upright)
        return True

    def accept(self, gathering: Gathering, size: int) -> bool:
        """Of boards that were compared those that last, one of each substance; False at the end."""
        taken: list[tuple[int, ...]] = []
        looked = 0
        for kinds in gathering.more(self.question.deadline.left()):
            looked += 1
            if any(gathering.order.cover(each, kinds) for each in taken):
                continue
            if self.take(gathering, kinds, size):
                taken.append(kinds)
            if len(self.solutions) >= self.question.all_:
                return False
        self.stopped |= gathering.stopped
        return looked > 0 and not gathering.over

    def take(self, gathering: Gathering, kinds: tuple[int, ...], size: int) -> bool:
        """A board of these classes becomes a solution, if one lasts.

        Where one falls apart that was not told, no other of its classes is looked at before all
        are, exactly (`at_size`).
        """
        session, built, order = gathering.session, gathering.built, gathering.order
        held = holding(built, kinds)
        while session.check(held) is Verdict.SAT:
            polish(built, session, order, self.pool.graves)
            solution = self.lasting(built, session)
            if solution is not None:
                self.solutions.append(solution)
                self.report(size)
                session.assert_any(apart(built, kinds_of(built, session), order))
                return True
            if self.pool.exact:
                block = [*apart(built, kinds_of(built, session)), *exactly(built, session)]
            else:
                self.unstable = True
                these = sum(1 << kind for kind in {*kinds_of(built, session)})
                block = [lit ^ 1 for lit in picks(built.search.slots, these)]
            session.assert_any(block)
        return False

    def lasting(self, built: Built, session: Session) -> Solution | None:
        """The board of the model, of its best-known or else its sturdiest cards, if it lasts."""
        for sturdy in (False, True):
            solution = decode(self.pool, built, session, sturdy=sturdy)
            board = board_of(solution, self.pool)
            if not is_as_told(board):
                later = a_turn_later(solution, self.pool)
                if later is None:
                    continue
                solution, board = later, board_of(later, self.pool)
            if is_stable(board, may_fall(self.question, solution.asked)):
                return solution
        return None

    def result(self, smallest: bool, never: bool = False) -> Result:
        status: Literal["found", "none", "unknown"] = "none"
        if self.solutions:
            status = "found"
        elif self.stopped:
            status = "unknown"
        elif self.barren is not None:
            self.rules |= self.barren.rules
        left = self.left_out
        searched = {
            "cards": len(self.question.cards) - sum(left.values()),
            "of": len(self.question.cards),
            "classes": len(self.pool.kinds),
            "size": self.size,
            "left_out": left,
            "undecided": self.undecided,
            "listed": self.listed,
            "chosen": self.chosen,
            "graveyard": self.places,
            "proofs": self.question.certify and counted_proofs(self.question),
            "fewest": smallest,
            "no_tokens": self.misses_tokens(status),
            "empty_graveyards": status == "none" and self.leaves_graveyards_empty(),
        }
        return Result(
            status,
            tuple(self.solutions),
            self.size or (self.question.size if status == "none" else 0),
            smallest and not searched["no_tokens"],
            searched,
            tuple(sorted(self.rules)),
            time.monotonic() - self.started,
            self.solving,
            self.why,
            never,
        )

    def leaves_graveyards_empty(self) -> bool:
        """Whether something looks at cards in graveyards, and none were put there."""
        return not self.question.graveyard and facts_of(self.question.cards).reads_graveyards

    def misses_tokens(self, status: str) -> bool:
        """Whether a board with a token, or a smaller one than was found, was not looked at."""
        if not self.tokens_from or status == "unknown":
            return False
        return self.size > self.tokens_from or (status == "none" and self.size == self.tokens_from)

    @property
    def left_out(self) -> dict[str, int]:
        """The cards that no slot holds, by reason; not told once the search was cut short."""
        if self.cut or (self.stopped and self.question.deadline.over()):
            return {}
        return dict(facts_of(self.question.cards).left_out)


def somewhere(
    session: Session, choosers: Sequence[tuple[Chooser, Sequence[set[str]]]], deadline: Deadline
) -> set[str]:
    """Of the names by class those that on some board a choice is of; all where time is up."""
    chosen: set[str] = set()
    while (verdict := session.check(timeout=deadline.left())) is Verdict.SAT:
        model = session.model()
        chosen |= {name for chooser, names in choosers for name in names[chooser.value(model)]}
        session.assert_any(
            chooser.pick(mask_of(not each <= chosen for each in names))
            for chooser, names in choosers
        )
    every = (each for _, names in choosers for each in names)
    return chosen if verdict is Verdict.UNSAT else set[str]().union(*every)


class Barren(Struct, frozen=True):
    """A circuit of which no board was found."""

    built: Built
    pool: Pool
    enough: list[Lit]  # of its constraints: what can't hold together, and what else is there
    needed: tuple[str, ...] = ()  # of the rules, if that was soon told
    played: bool = False  # there are such boards, and played none of them lasts

    @property
    def graph(self) -> Graph:
        return self.built.search.algebra.graph

    def falling(self, backend: str, deadline: Deadline) -> set[str]:
        """The cards of boards that would reach the goal, if nothing could fall apart.

        Loses no board iff what can't hold together without any constraint of lasting is true of no
        board that falls apart either.
        """
        if not self.played and set(self.enough) <= set(self.built.falling):
            return set()
        slots, classes = self.built.search.slots, self.pool.members
        names = [{option.card.name for option in each} for each in classes]
        with Session(self.graph, backend, name="boards that fall apart") as session:
            session.assert_(*self.built.falling)
            return somewhere(session, [(slot.chooser, names) for slot in slots], deadline)

    @property
    def rules(self) -> set[str]:
        """Rules that are enough for the contradiction; all that it is made of, if that takes
        long."""
        return set(self.needed) or self.graph.rules_behind(self.enough)
