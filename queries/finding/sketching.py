"""Sketches: every way to fill the holes of a board file, by the referee, fewest steps first.

A sketch is small, so its boards are looked at one by one. A number without a range is tried from 0
to `_HIGHEST`. Of a board that is found both readings of the rules are asked.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations, product
from typing import Any

from striate.boards.errors import BoardError, NotPlayable
from striate.boards.holes import Hole
from striate.boards.names import Shelf
from striate.boards.reading import board_from_document
from striate.boards.sketch import Sketch
from striate.boards.timeline import Answer, Board
from striate.cards.catalogue.store import Catalogue
from striate.cards.tree import Card
from striate.cards.vocabulary import BASIC_LAND_TYPES, COLORS, CREATURE_TYPES
from striate.queries.expectations import differences
from striate.queries.finding.enumerating import attached_as_placed
from striate.queries.finding.foundboards import (
    Found,
    FoundBoard,
    NotConfirmed,
    Progress,
    ends_of,
    printed_cards,
)
from striate.queries.finding.pools import PoolError
from striate.queries.goals.meaning import reached
from striate.queries.goals.pinning import expectations
from striate.queries.outcome import outcome
from striate.referee.judge import judge
from striate.search.goals import Goal
from striate.solver import journal
from striate.solver.deadline import NEVER, Deadline, OutOfTime

_HIGHEST = 12
_CHOICES: dict[str, Sequence[str | int]] = {
    "color": tuple(COLORS),
    "basic land type": BASIC_LAND_TYPES,
    "land type": BASIC_LAND_TYPES,
    "creature type": CREATURE_TYPES,
    "player": ("you", "opponent"),
    "mode": tuple(range(1, 7)),
    "number": tuple(range(_HIGHEST + 1)),
}
_ZONES = ("graveyard", "exile", "hand", "library", "command")


@dataclass
class Filling:
    """One search through a sketch."""

    sketch: Sketch
    goal: Goal
    catalogue: Catalogue
    pool: tuple[Card, ...]
    wanted: int = 1
    any_: bool = False
    deadline: Deadline = NEVER
    progress: Progress = lambda now: None
    interrupted: Callable[[], bool] = lambda: False
    found: list[FoundBoard] = field(default_factory=list)
    size: int = 0
    tried: int = 0
    mistake: BoardError | None = None
    started: float = field(default_factory=time.monotonic)

    def run(self) -> Found:
        """Every board, fewest steps first, until enough are found or the time is up."""
        try:
            with self.deadline.enforced():
                stopped = self._stopped_on_the_way()
        except (KeyboardInterrupt, OutOfTime):
            stopped = True
        if self.mistake is not None and not self.tried:
            raise self.mistake
        return self.answer(stopped)

    def _stopped_on_the_way(self) -> bool:
        """Looks at the boards; whether it ended before the last of them."""
        shelf = Shelf(self.catalogue)
        for document, steps in self.documents():
            if self.found and steps > self.size:
                break
            if self.over():
                return True
            if steps != self.size:
                journal.note(f"boards of {steps} steps, {self.tried:,} boards tried so far")
            self.size = steps
            self.look(document, shelf)
            if len(self.found) >= self.wanted:
                break
        return False

    def over(self) -> bool:
        return self.interrupted() or self.deadline.over()

    def answer(self, stopped: bool) -> Found:
        searched = {"cards": len(self.pool), "classes": 0, "size": self.size, "left_out": {}}
        if self.deadline.overfull:
            searched["memory"] = self.deadline.memory
        return Found(
            "found" if self.found else "unknown" if stopped else "none",
            tuple(self.found),
            self.size,
            bool(self.found),
            searched,
            (),
            time.monotonic() - self.started,
            stopped=stopped,
            tried=self.tried,
        )

    # --- every board ------------------------------------------------------------------------------

    def documents(self) -> Iterator[tuple[dict[str, Any], int]]:
        """Each way to fill the sketch, with its number of steps."""
        fixed = [n for n in range(len(self.sketch.handles)) if n not in self.sketch.maybe]
        extras = range(self.sketch.size + 1)
        plans = [
            (sorted([*fixed, *chosen]), further)
            for further in extras
            for number in range(len(self.sketch.maybe) + 1)
            for chosen in combinations(self.sketch.maybe, number)
        ]
        for steps, further in sorted(plans, key=lambda plan: len(plan[0]) + plan[1]):
            for order in self.orders(steps, further):
                for cards in product(self.entering(), repeat=further):
                    placed = iter(cards)
                    whole = [step if isinstance(step, int) else next(placed) for step in order]
                    for values in self.values(steps):
                        yield self.sketch.fill(values, whole), len(whole)

    def orders(self, steps: list[int], further: int) -> Iterator[list[int | None]]:
        """The orders that are allowed; None stands for a further permanent."""
        for order in self._inner_orders(steps):
            for places in combinations(range(len(order) + further), further):
                rest = iter(order)
                yield [
                    None if place in places else next(rest) for place in range(len(order) + further)
                ]

    def _inner_orders(self, steps: list[int]) -> Iterator[tuple[int, ...]]:
        if self.sketch.order == "fixed":
            yield tuple(steps)
            return
        pairs = () if self.sketch.order == "free" else self.sketch.order
        place = {handle: n for n, handle in enumerate(self.sketch.handles) if handle}
        before = [(place[a], place[b]) for a, b in pairs if a in place and b in place]
        for order in permutations(steps):
            if all(order.index(a) < order.index(b) for a, b in before if a in order and b in order):
                yield order

    def entering(self) -> list[dict[str, Any]]:
        """A further permanent: any card of the pool, on either side."""
        return [
            {"enter": card.faces[0].name, **({"controller": side} if side == "opponent" else {})}
            for card in self.pool
            if "Aura" not in card.faces[0].subtypes
            for side in ("you", "opponent")
        ]

    def values(self, steps: list[int]) -> Iterator[Mapping[str, Any]]:
        holes = [hole for hole in self.sketch.holes if hole.step in steps]
        domains = [self.domain(hole, steps) for hole in holes]
        for chosen in product(*domains):
            yield {hole.path: value for hole, value in zip(holes, chosen, strict=True)}

    def domain(self, hole: Hole, steps: list[int]) -> Sequence[Any]:
        """What may stand in a hole."""
        handles = [self.sketch.handles[n] for n in steps if self.sketch.handles[n]]
        match hole.kind:
            case "card":
                return hole.names or [card.faces[0].name for card in self.pool]
            case "number":
                low = 0 if hole.low is None else hole.low
                high = _HIGHEST if hole.high is None else hole.high
                return range(low, high + 1)
            case "seat":
                return ("you", "opponent")
            case "flag":
                return (False, True)
            case "zone":
                return _ZONES
            case "target":
                return (*handles, "you", "opponent")
            case "handle":
                return handles
            case "choice":
                kind = str(hole.place[-1])
                if kind not in _CHOICES:
                    raise PoolError(f"`{hole.path}`: the search makes no choice of a {kind}")
                return _CHOICES[kind]

    # --- one board --------------------------------------------------------------------------------

    def look(self, document: dict[str, Any], shelf: Shelf) -> None:
        document = {**document, "steps": [_tidied(step) for step in document["steps"]]}
        try:
            board = board_from_document(document, shelf)
            answer = judge(board)
        except BoardError as error:
            self.mistake = self.mistake or error
            return
        except NotPlayable:
            return
        self.tried += 1
        if self.tried % 200 == 0:
            self.progress({"size": self.size, "tried": self.tried, "found": len(self.found)})
        handles = self.asked(board, answer)
        if handles is None:
            return
        both = outcome(board)
        if both.not_modelled:
            return
        if self.asked(board, both.answer) is None:
            raise NotConfirmed(board, "the goal is not reached")
        expect = dict(document.get("expect", {}))
        pinned = expectations(self.goal, both.answer, handles, printed_cards(board))
        for handle, more in pinned.items():
            expect[handle] = {**more, **expect.get(handle, {})}
        self.found.append(
            FoundBoard({**document, "expect": expect}, handles, {}, ends_of(both.answer))
        )

    def asked(self, board: Board, answer: Answer) -> tuple[str, ...] | None:
        """The goal's objects if the board is as the goal and the sketch's `expect` want it."""
        if differences(board.expect, answer) or not attached_as_placed(board, answer):
            return None
        named = {each.handle for each in board.expect if each.gone is not True}
        if not self.any_ and named & set(answer.gone):
            return None
        return reached(self.goal, answer, printed_cards(board), any_=self.any_)


def _tidied(step: Mapping[str, object]) -> dict[str, Any]:
    """A step without what says nothing: no counters, the default player, flags that are off."""
    return {
        key: value
        for key, value in step.items()
        if value is not False and not (key == "controller" and value == "you")
    }
