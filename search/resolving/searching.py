"""The search for boards on which something resolves: smaller than those without it."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from striate.cards import tree
from striate.cards.tree import Card
from striate.search import savings
from striate.search.beyond import unheld
from striate.search.cone import COUNTERS
from striate.search.decoding import board_of, exactly, is_as_told, is_stable
from striate.search.facedown import named_in
from striate.search.goals import Goal, relates, speaks_of
from striate.search.ordering import comparing
from striate.search.questions import (
    TOO_MANY,
    Question,
    Solution,
    confirmed,
    how_far,
    least_size,
    may_fall,
)
from striate.search.resolving.choosing import Choosing, Chosen
from striate.search.resolving.circuit import Played, build
from striate.search.resolving.decoding import told
from striate.search.resolving.happenings import Happening, happenings_of, is_spell
from striate.search.resolving.staging import Staged, staged, unstaged
from striate.search.running import somewhere
from striate.search.selection import Selector
from striate.search.table import Chooser
from striate.search.tokens import could_ask_for_tokens
from striate.solver.backend import Verdict
from striate.solver.deadline import OutOfTime
from striate.solver.session import Session
from striate.solver.terms import TRUE, Lit

MOST_RESOLVING = 2  # so many things resolve on a board that is looked at
ALL_AT_ONCE = 120  # so many cards and things that resolve are searched whole
_REFUSED = 12  # so many boards may turn out to leave something open, before no more are drawn
_COMPARED = 40  # so many boards of the fewest cards are compared for the best-known


class Resolving(Struct, dict=True):
    """What was found of boards on which something resolves."""

    question: Question
    progress: Callable[[dict[str, Any]], None]
    is_told: Callable[[Solution], bool] = lambda _: True  # whether it can be shown
    solutions: list[Solution] = field(default_factory=list)
    size: int = 0
    decided: int = 0  # boards of up to this size are ruled out, or one is found
    stopped: bool = False
    left_out: dict[str, int] = field(default_factory=dict)
    happenings: list[Happening] = field(default_factory=list)
    classes: int = 0
    many: bool = False
    partial: bool = False  # the circuit does not tell every board
    refused: int = 0  # boards that leave open what the circuit did not see
    started: float = 0.0

    @property
    def goal(self) -> Goal:
        return self.question.goal

    def run(self, largest: int, first: int = 0) -> None:
        """Smallest first, or only from a size on."""
        self.happenings = self.sorted_out()
        self.started = time.monotonic()
        least = least_size(self.goal)
        self.decided = least
        last = min(largest, least + MOST_RESOLVING)
        # What resolves may tap it, or put counters, which the circuit does not tell.
        untold = speaks_of(self.goal, (tree.IsTapped, *COUNTERS))
        try:
            for self.size in range(max(least + 1, first), last + 1):
                whole = self.at(self.size - least)
                if self.solutions or self.stopped:
                    return
                if not whole or untold:
                    return
                self.decided = self.size
        except (KeyboardInterrupt, OutOfTime):
            self.stopped = True

    def alike(self, size: int) -> None:
        """Boards of well-known cards, of a size of which there are boards of permanents alone."""
        others = size - least_size(self.goal)
        if self.solutions or self.stopped or not 1 <= others <= MOST_RESOLVING:
            return
        self.size = size
        try:
            for chosen in self.well_known(others):
                if self.among(chosen) or self.stopped:
                    return
        except (KeyboardInterrupt, OutOfTime):
            self.stopped = True

    def well_known(self, others: int) -> Iterator[Chosen]:
        if len(self.question.cards) + len(self.happenings) <= ALL_AT_ONCE:
            yield Chosen(self.question.cards, tuple(self.happenings))
        elif others == 1:
            yield self.choosing.known_alone()
        else:
            for selector in self.choosing.selectors:
                for chosen in self.choosing.two(selector, ()):
                    known = self.choosing.known(chosen)
                    yield from () if chosen.hollow else (known or chosen,)

    def at(self, others: int) -> bool:
        """One size; whether every board of it has been looked at."""
        cards, wanted = self.question.cards, self.question.all_
        few = len(cards) + len(self.happenings) <= ALL_AT_ONCE
        if few or not savings.on("selection"):
            self.among(Chosen(cards, tuple(self.happenings)))
            return not self.partial and not relates(self.goal)
        if wanted == 1 and others == 1 and self.among(self.choosing.known_alone()):
            return True
        # What offends against "every" may have to be taken away, which is not chosen; nor is what
        # several objects are together.
        whole = not any(demand.every for demand in self.goal.demands)
        whole &= not relates(self.goal)
        for selector in self.choosing.selectors:
            # Of objects of which very many cards could be one, not all that helps is told.
            whole &= selector.complete
            for chosen in self.chosen(selector, others):
                known = self.choosing.known(chosen) if wanted == 1 else None
                if known is None or not self.among(known):
                    self.among(chosen, most=TOO_MANY)
                whole &= not self.many and not self.partial
                if self.stopped or len(self.solutions) >= wanted:
                    return whole
        return whole

    def chosen(self, selector: Selector, others: int) -> Iterator[Chosen]:
        """What can be on a smallest board with so many others."""
        if others == 1:
            yield self.choosing.one(selector)
        else:
            yield from self.choosing.two(selector, self.falling(selector))

    @cached_property
    def choosing(self) -> Choosing:
        return Choosing(self.question, self.happenings)

    def falling(self, selector: Selector) -> set[str]:
        """What is on boards of one fewer that would reach the goal, if nothing could fall apart."""
        names: set[str] = set()
        chosen = self.choosing.one(selector)
        beside = self.choosing.lasting(selector.select(1).helping)
        question = replace(self.question, cards=(*chosen.cards, *beside))
        stage = staged(question, chosen.happenings)
        least = least_size(self.goal)
        lasting = [{each.card.name for each in those} for those in stage.pool.members]
        resolving = [{each.helper.name for each in those} for those in stage.members]
        for permanents, places in ((least, (least,)), (least + 1, ())):
            built = build(question, stage, permanents, places, loose=True)
            if built is None:
                continue
            choosers = [(slot.chooser, lasting) for slot in built.search.slots]
            choosers += [(cast.chooser, resolving) for cast in built.casts]
            with Session(built.search.algebra.graph, self.question.backend) as session:
                session.assert_(*built.constraints)
                names |= somewhere(session, choosers, self.question.deadline)
        return names

    def among(self, chosen: Chosen, most: int = 0) -> bool:
        """Boards of these; whether there are any. Of too `many` classes nothing is told."""
        least = least_size(self.goal)
        question = replace(self.question, cards=chosen.cards)
        stage = staged(question, chosen.happenings, chosen.hollow)
        self.classes = max(self.classes, len(stage.pool.kinds) + len(stage.kinds))
        self.many = bool(most) and self.size > least + 1 and self.classes > most
        if self.many:
            return False
        for permanents, places in shapes(self.size, least):
            found = len(self.solutions)
            self.progress(how_far(self.size, self.classes, self.started, found))
            self.look(stage, permanents, places)
            if self.stopped or len(self.solutions) >= self.question.all_:
                break
        return bool(self.solutions)

    def sorted_out(self) -> list[Happening]:
        """What can resolve; the permanents that the circuit holds become the question's cards."""
        lasting: list[Card] = []
        happenings: list[Happening] = []
        self.left_out = without_tokens(self.goal, self.question.cards)
        for card in self.question.cards:
            spell = is_spell(card)
            if not spell and unheld(card):
                continue  # no slot holds it, as the search among permanents tells
            beyond = "" if spell else unstaged(card)
            if beyond:
                self.count(f"permanents: {beyond}")
                continue
            if not spell:
                lasting.append(card)
            those, reasons = happenings_of(card)
            happenings += those
            for reason in dict.fromkeys(reasons):
                self.count(f"{'spells' if spell else 'abilities'}: {reason}")
        # 701.40a: an instant is a permanent, too, but only face down, as any other card is there.
        named = named_in(self.goal)
        spells = [card for card in self.question.cards if is_spell(card)]
        lying = [card for card in spells if card.faces[0].name in named]
        lying = lying or ([] if lasting else spells[:1])
        self.question = replace(self.question, cards=(*lasting, *lying))
        return happenings

    def count(self, reason: str) -> None:
        self.left_out[reason] = self.left_out.get(reason, 0) + 1

    def look(self, stage: Staged, permanents: int, places: Sequence[int]) -> None:
        """All boards of one shape, as far as they are asked for."""
        built = build(self.question, stage, permanents, places)
        if built is None:
            return
        self.partial |= built.partial
        graph = built.search.algebra.graph
        name = f"a board of {permanents} permanents with {len(places)} resolving"
        with Session(graph, self.question.backend, name=name) as session:
            session.assert_(*built.constraints)
            session.prepare()
            while len(self.solutions) < self.question.all_:
                best = self.best(session, built, stage)
                if best is None:
                    return
                if self.is_told(best):
                    self.solutions.append(best)
                    continue
                self.refused, self.partial = self.refused + 1, True
                if self.refused >= _REFUSED:
                    return

    def best(self, session: Session, built: Played, stage: Staged) -> Solution | None:
        """The best known of some boards that last, all of which are then passed over."""
        best: tuple[float, Solution] | None = None
        until = session.work + comparing(session)
        for _ in range(_COMPARED):
            verdict = session.check(timeout=self.question.deadline.left())
            if verdict is Verdict.UNKNOWN:
                self.stopped = True
            elif verdict is not Verdict.SAT and best is None:
                self.stopped |= not confirmed(self.question, session)
            if verdict is not Verdict.SAT:
                break
            _settle(built, session)
            score, solution = told(built, session, stage)
            board = board_of(solution, stage.pool, stage.spell_cards)
            falling = may_fall(self.question, solution.asked)
            lasts = is_as_told(board) and is_stable(board, falling)
            session.assert_any(_apart(built, session) + ([] if lasts else _exactly(built, session)))
            if lasts and (best is None or score < best[0]):
                best = score, solution
            if best is not None and (self.question.all_ > 1 or session.work > until):
                break
        return None if best is None else best[1]


def without_tokens(goal: Goal, cards: Iterable[Card]) -> dict[str, int]:
    """What could make what is asked for as a token: where something resolves, no tokens are
    there."""
    makers = sum(could_ask_for_tokens(goal, (card,)) for card in cards)
    return {"permanents: their tokens": makers} if makers else {}


def shapes(size: int, least: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """How many permanents, and after how many of them what resolves does: the fewest steps
    first."""
    for steps in range(1, size - least + 1):
        yield from ((size - steps, places) for places in _places(steps, size - steps))


def _places(steps: int, permanents: int) -> Iterator[tuple[int, ...]]:
    """Later places first; nothing resolves before anything is there."""
    if steps == 0:
        yield ()
        return
    for last in range(permanents, 0, -1):
        yield from ((*before, last) for before in _places(steps - 1, last))


def _settle(built: Played, session: Session) -> None:
    """The same classes and targets, with as much as can be on your side."""
    model = session.model()
    fixed = [chooser.pick(1 << chooser.value(model)) for chooser in _choosers(built)]
    hosts = [lit for slot in built.search.slots for lit in slot.hosts.values()]
    aims = [lit for cast in built.casts for lit in (*cast.targets.values(), *cast.sources.values())]
    fixed += [lit if session.value(lit) else lit ^ 1 for lit in (*hosts, *aims) if lit > TRUE]
    wishes = [slot.yours for slot in built.search.slots] + [cast.yours for cast in built.casts]
    wishes += [cast.early ^ 1 for cast in built.casts]
    wishes += [lit ^ 1 for slot in built.search.slots for lit in slot.levels.values()]
    for wish in wishes:
        if wish > TRUE:
            fixed.append(wish if session.check([*fixed, wish]) is Verdict.SAT else wish ^ 1)
    session.check(fixed)


def _apart(built: Played, session: Session) -> list[Lit]:
    """The clause that asks for other classes somewhere."""
    model = session.model()
    return [chooser.pick(1 << chooser.value(model)) ^ 1 for chooser in _choosers(built)]


def _choosers(built: Played) -> list[Chooser]:
    slots = [slot.chooser for slot in built.search.slots]
    return slots + [cast.chooser for cast in built.casts]


def _exactly(built: Played, session: Session) -> list[Lit]:
    """Or for other sides, hosts, targets, counters."""
    lits = [
        lit
        for cast in built.casts
        for lit in (cast.yours, cast.early, *cast.targets.values(), *cast.sources.values())
    ]
    own = [lit ^ 1 if session.value(lit) else lit for lit in lits if lit > TRUE]
    return own + exactly(built, session)
