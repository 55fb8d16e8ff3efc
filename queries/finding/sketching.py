"""Sketches: every way to fill the holes of a board file, by the referee, fewest steps first.

A sketch is small, so its boards are looked at one by one. A number without a range is tried from 0
to what the goal speaks of, and more. Of a board that is found, or that does not tell all, both
readings of the rules are asked. What a board leaves open is no "none".
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, combinations, permutations, product
from types import MappingProxyType
from typing import Any, TypeAlias

import msgspec

from striate.boards.choices import OBJECTS, WORDS
from striate.boards.errors import BoardError, NotPlayable
from striate.boards.fitting import is_shared_line
from striate.boards.holes import Hole
from striate.boards.names import Defaults, Shelf
from striate.boards.reading import board_from_document
from striate.boards.sketch import Sketch
from striate.boards.steps.keys import MAKES
from striate.boards.steps.naming import Naming
from striate.boards.steps.table import kind_of_plain
from striate.boards.timeline import Answer, Board, Seat
from striate.boards.untold import Path
from striate.cards.catalogue.store import Catalogue
from striate.cards.tree import Card, Compare, EntersAsCopy, IsTapped, Num
from striate.cards.vocabulary import CREATURE_TYPES
from striate.cards.walking import nodes
from striate.queries.expectations import differences
from striate.queries.finding.enumerating import SIDES, choices_of
from striate.queries.finding.foundboards import (
    Found,
    FoundBoard,
    NotConfirmed,
    Progress,
    Status,
    ends_of,
    naming_what_is_made,
    overfull,
    printed_cards,
)
from striate.queries.finding.pools import PoolError, is_permanent
from striate.queries.finding.then import enters_otherwise, otherwise
from striate.queries.goals.meaning import reached
from striate.queries.goals.pinning import expectations
from striate.queries.outcome import Outcome, asked_lines, open_decisions, outcome
from striate.queries.terms import terms_of
from striate.referee.judge import judge
from striate.search.asking.world import Limit, limits, undecided
from striate.search.decoding import attached_as_placed, went_early
from striate.search.entering import keywords_of
from striate.search.facedown import named_in
from striate.search.goals import speaks_of
from striate.search.options import is_leveler
from striate.search.questions import Question, most_x
from striate.solver import journal
from striate.solver.deadline import OutOfTime

_MODES = range(1, 7)
_Made: TypeAlias = tuple[tuple[dict[str, Any], ...], tuple[str, ...]]
_ZONES = ("graveyard", "exile", "hand", "library", "command")


@dataclass
class Filling:
    """One search through a sketch."""

    question: Question
    sketch: Sketch
    catalogue: Catalogue
    progress: Progress = lambda now: None
    interrupted: Callable[[], bool] = lambda: False
    found: list[FoundBoard] = field(default_factory=list)
    size: int = 0
    tried: int = 0
    open_: str = ""  # why a board that was tried may be as asked, and is not shown
    mistake: BoardError | None = None
    started: float = field(default_factory=time.monotonic)
    making: dict[str, _Made] = field(default_factory=dict)  # of steps: what they make

    def __post_init__(self) -> None:
        """Each object of a hole has a handle for as long as the holes are filled."""
        steps = self.sketch.document["steps"]
        handles = tuple(
            handle or (_handle(n) if (kind := kind_of_plain(steps[n])) and kind.makes else "")
            for n, handle in enumerate(self.sketch.handles)
        )
        self.sketch = msgspec.structs.replace(self.sketch, handles=handles)

    @cached_property
    def shelf(self) -> Shelf:
        return Shelf(self.catalogue)

    @cached_property
    def highest(self) -> int:
        """More than the goal speaks of, and than a card there compares something with."""
        compared = (n for card in self._there() for n in nodes(card) if isinstance(n, Compare))
        numbers = (n.value for each in compared for n in nodes(each) if isinstance(n, Num))
        return most_x(self.question) + max(numbers, default=0)

    def run(self) -> Found:
        """Every board, fewest steps first, until enough are found or the time is up."""
        try:
            with self.question.deadline.enforced():
                stopped = self._stopped_on_the_way()
        except (KeyboardInterrupt, OutOfTime):
            stopped = True
        if self.mistake is not None and not (self.tried or stopped):
            raise self.mistake
        return self.answer(stopped)

    def _stopped_on_the_way(self) -> bool:
        """Looks at the boards; whether it ended before the last of them."""
        for document, steps in self.documents():
            if self.found and steps > self.size:
                break
            if self.over():
                return True
            if steps != self.size:
                journal.note(f"boards of {steps} steps, {self.tried:,} boards tried so far")
            self.size = steps
            self.look(document)
            if len(self.found) >= self.question.all_:
                break
        return False

    def over(self) -> bool:
        return self.interrupted() or self.question.deadline.over()

    def answer(self, stopped: bool) -> Found:
        cards = len(self.question.cards)
        searched = {"cards": cards, "classes": 0, "size": self.size, "left_out": {}}
        searched |= overfull(self.question.deadline)
        open_ = self.open_ or self._untried() or self._beyond()
        status: Status = "unknown" if stopped or open_ else "none"
        return Found(
            "found" if self.found else status,
            tuple(self.found),
            self.size,
            bool(self.found) and not self.open_,
            searched,
            (),
            time.monotonic() - self.started,
            stopped=stopped,
            why="" if self.found or stopped else open_,
            tried=self.tried,
            world=self._world(),
        )

    def _untried(self) -> str:
        """What a further permanent may be otherwise than was tried; or ""."""
        if not self.sketch.size:
            return ""
        for card in self.question.cards:
            if "Equipment" in card.faces[0].subtypes:
                return f"`{card.name}` was attached to nothing"
            if is_leveler(card):
                return f"`{card.name}` was read without level counters"
        cards = tuple(dict.fromkeys((*self.question.cards, *self._there())))
        whole = msgspec.structs.replace(self.question, cards=cards)
        return undecided(whole) or otherwise(self.question)

    def _there(self) -> Iterator[Card]:
        """The cards that the sketch lets enter, by their names."""
        entering = (each.get("enter", []) for each in self.sketch.document["steps"])
        names = (name for each in entering if each != "?" for name in self.names(each))
        return filter(None, map(self.catalogue.card, names))

    def names(self, told: str | list[str]) -> list[str]:
        """The names that a key for a card may have; "?": of any card of the pool."""
        if told == "?":
            return [name for card in self.question.cards for name in _called(card)]
        return [told] if isinstance(told, str) else told

    def _beyond(self) -> str:
        """What may be as the goal asks, and no board here shows; or ""."""
        named = named_in(self.question.goal)
        for step in self.sketch.document["steps"]:
            for name in named.intersection(self.names(step.get("mutate", []))):
                return f"`{name}` is a part of another permanent, and called by its card"
            for name in self.names(step["enter"]) if step.get("enter") == "?" else ():
                card = self.catalogue.card(name)
                if card is not None and enters_otherwise(card):
                    return f"`{name}` was read only as it enters for its mana cost, face up"
        for hole in self.sketch.holes:
            if self.is_without_end(hole):
                return f"`{hole.path}`: numbers above {self.highest} are not tried"
        return ""

    def is_without_end(self, hole: Hole) -> bool:
        """Whether any number may stand in the hole."""
        if hole.kind == "choice" and hole.place[-1] == "number":
            return not self.listed(hole.step, "number")
        return hole.kind == "number" and hole.high is None

    def _world(self) -> tuple[Limit, ...]:
        if self.sketch.size:
            return limits(self.question)
        if any(map(self.is_without_end, self.sketch.holes)):
            return (Limit("numbers", "bounded", f"numbers above {self.highest}", self.highest),)
        return ()

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
                    more = [f"{_HOLE}+{n}" for n in range(further)]
                    placed = iter(
                        {**card, "as": handle} for card, handle in zip(cards, more, strict=True)
                    )
                    whole = [step if isinstance(step, int) else next(placed) for step in order]
                    there = [*filter(None, (self.sketch.handles[n] for n in steps)), *more]
                    wanted = {each for each in there if each[0] != _HOLE}
                    for document in self.filled(whole, there):
                        yield _named(document, wanted), len(whole)

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
            {"enter": name, **({"controller": side} if side == "opponent" else {})}
            for card in filter(is_permanent, self.question.cards)
            for name in _called(card)
            for side in SIDES
        ]

    def filled(
        self,
        whole: Sequence[int | Mapping[str, Any]],
        there: Sequence[str],
        steps: tuple[dict[str, Any], ...] = (),
        values: Mapping[str, Any] = MappingProxyType({}),
    ) -> Iterator[dict[str, Any]]:
        """Every way to fill the steps that come after these: their holes, and every choice and host
        of the cards that the sketch does not name."""
        at = len(steps)
        if at == len(whole):
            yield {**self.sketch.fill(values, whole), "steps": [*steps]}
            return
        holes = [hole for hole in self.sketch.holes if hole.step == whole[at]]
        unnamed = not isinstance(whole[at], int) or any(hole.kind == "card" for hole in holes)
        if unnamed or any(hole.kind in ("handle", "target", "choice") for hole in holes):
            steps, made = self.made(steps)
            among = (*there, *made)
        else:
            among = (*there,)
        for chosen in product(*(self.domain(hole, among) for hole in holes)):
            told = {**values, **{h.path: value for h, value in zip(holes, chosen, strict=True)}}
            step = self.sketch.fill(told, whole)["steps"][at]
            for way in self.ways(step, among) if unnamed else (step,):
                yield from self.filled(whole, there, (*steps, way), told)

    def made(self, steps: tuple[dict[str, Any], ...]) -> _Made:
        """The steps, which name what they make, and the handles of that."""
        if not any((kind := kind_of_plain(step)) and MAKES in kind.keys for step in steps):
            return steps, ()
        key = repr(steps)
        if key not in self.making:
            plain = [_tidied(step) for step in steps]
            try:
                board = board_from_document({**self.sketch.fill({}), "steps": plain}, self.shelf)
                steps = tuple(naming_what_is_made(steps, board))
            except (BoardError, NotPlayable):
                pass  # what follows can't be played, either
            named = (str(each) for step in steps for each in step.get("creates", ()))
            self.making[key] = steps, tuple(named)
        return self.making[key]

    def ways(self, step: dict[str, Any], hosts: Sequence[str]) -> Iterator[dict[str, Any]]:
        """The step with what its card needs that it does not tell."""
        card = self.catalogue.card(str(step.get("enter", "")))
        if card is None or step.get("face_down"):
            yield step
            return
        told = step.get("choose", {})
        seat: Seat = "opponent" if step.get("controller") == "opponent" else "you"
        listed = (choices_of(each, CREATURE_TYPES, seat) for each in card.faces[0].abilities)
        untold = [each for each in listed if each and each[0] and each[0][0][0] not in told]
        aura = "Aura" in card.faces[0].subtypes and "attached_to" not in step
        if any(each.words for each in keywords_of(card.faces[0], "enchant")):  # a player: 702.5d
            hosts = (*hosts, *SIDES)
        copies = any(isinstance(each, EntersAsCopy) for each in card.faces[0].abilities)
        more = [{"attached_to": host} for host in hosts] if aura else [{}]
        if copies and "copying" not in step:
            more = [{}, *({"copying": other} for other in hosts)]
        for choices in product(*untold):
            plain = ((of, _plain(of, value)) for of, value in chain(*choices))
            choose = {**dict(plain), **told}
            for way in more:
                yield {**step, **way, **({"choose": choose} if choose else {})}

    def domain(self, hole: Hole, there: Sequence[str]) -> Sequence[Any]:
        """What may stand in a hole."""
        match hole.kind:
            case "card":
                return self.names([*hole.names] or "?")
            case "number":
                low = 0 if hole.low is None else hole.low
                high = self.highest if hole.high is None else hole.high
                return range(low, high + 1)
            case "seat":
                return ("you", "opponent")
            case "flag":
                return (False, True)
            case "zone":
                return _ZONES
            case "target":
                return (*there, "you", "opponent")
            case "handle":
                players = SIDES if hole.place[-1] in ("attached_to", "to") else ()
                return (*there, *players)
            case "choice":
                kind = str(hole.place[-1])
                if listed := self.listed(hole.step, kind):
                    return listed
                if kind in OBJECTS:
                    return there
                numbers = {"number": range(self.highest + 1), "mode": _MODES}
                values = numbers.get(kind) or WORDS.get(kind)
                if values is None:
                    raise PoolError(f"`{hole.path}`: the search does not choose it; say what it is")
                return values

    def listed(self, step: int, kind: str) -> list[str | int]:
        """What the card of a step, or any that may be there, lists for the choice."""
        named = self.names(self.sketch.document["steps"][step].get("enter", []))
        cards = [card for name in named if (card := self.catalogue.card(name)) is not None]
        abilities = (ability for card in cards for ability in card.faces[0].abilities)
        listed = (way for each in abilities for way in choices_of(each, CREATURE_TYPES, "you"))
        values = {value: None for way in listed for of, value in way if of == kind != "player"}
        return [_plain(kind, value) for value in values]

    # --- one board --------------------------------------------------------------------------------

    def look(self, document: dict[str, Any]) -> None:
        document = {**document, "steps": [_tidied(step) for step in document["steps"]]}
        path = Path(opens=True)
        try:
            board = board_from_document(document, self.shelf)
        except BoardError as error:
            self.mistake = self.mistake or error
            return
        self.tried += 1
        if self.tried % 200 == 0:
            self.progress({"size": self.size, "tried": self.tried, "found": len(self.found)})
        taps = speaks_of(self.question.goal, (IsTapped,))
        hangs = taps
        try:
            answer = judge(board, path=path)
            hangs |= bool(path.decisions or answer.not_modelled or answer.facts)
            if not hangs and self.asked(board, answer) is None:
                return
        except NotPlayable:
            if not path.decisions:
                return
            hangs = True  # a later step tells what was looked at
        try:
            both = outcome(board)
        except (BoardError, NotPlayable):
            return
        if both.not_modelled:
            self.open_ = self.open_ or self._open(board, both)
            return
        untold = [each for each in both.answer.objects if not isinstance(each.tapped, bool)]
        if taps and untold:
            self.open_ = self.open_ or f"whether `{untold[0].handle}` is tapped is not told"
            return
        confirmed = self.asked(board, both.answer)
        if confirmed is None and not hangs:
            raise NotConfirmed(board, "the goal is not reached")
        if confirmed is None:
            return
        expect = dict(document.get("expect", {}))
        printed = printed_cards(board, both.answer)
        pinned = expectations(self.question.goal, both.answer, confirmed, printed)
        for handle, more in pinned.items():
            expect[handle] = {**more, **expect.get(handle, {})}
        self.found.append(
            FoundBoard({**document, "expect": expect}, confirmed, {}, ends_of(both.answer))
        )

    def _open(self, board: Board, both: Outcome) -> str:
        """What decides whether the board is as asked; or "" where it is not, however that is."""
        untold = {*asked_lines(board, open_decisions(both.ways))}
        known = both.ways and untold.issuperset(both.not_modelled)
        could = (terms_of(answer) or self.asked(board, answer) for _, answer in both.ways)
        if known and not any(could):
            return ""
        what = both.not_modelled[0]
        return f"it hangs on what is not told or not understood: {what.card}: {what.line}"

    def asked(self, board: Board, answer: Answer) -> tuple[str, ...] | None:
        """The goal's objects if the board is as the goal and the sketch's `expect` want it."""
        if differences(board.expect, answer) or not attached_as_placed(board, answer):
            return None
        named = {each.handle for each in board.expect if each.gone is not True}
        if not self.question.any_ and named & set(answer.gone):
            return None
        printed = printed_cards(board, answer)
        handles = reached(self.question.goal, answer, printed, any_=self.question.any_)
        gone = {*answer.gone} & {*(handles or ())}
        return None if went_early(board, gone) else handles


def _called(card: Card) -> list[str]:
    """The names by which it can enter or be told of: of each half, or side, that can be cast."""
    sides = card.faces if card.layout == "modal_dfc" or is_shared_line(card) else card.faces[:1]
    return [face.name for face in sides]


_HOLE = "\0"  # no board file has such a handle


def _handle(step: int) -> str:
    return f"{_HOLE}{step}"


def _named(document: dict[str, Any], wanted: AbstractSet[str]) -> dict[str, Any]:
    """With the handles that objects have by themselves in place of those of the holes."""
    naming = Naming()
    wanted = {*wanted, *chain(*(step.get("creates", ()) for step in document["steps"]))}
    names: dict[object, str] = {}
    steps = []
    for filled in document["steps"]:
        step = {key: _renamed(value, names) for key, value in filled.items()}
        own = str(step.get("as", ""))
        if own.startswith(_HOLE):
            del step["as"]
            name = naming.name(step) or ""
            names[own] = Defaults().free(name, naming.names.keys() | wanted)
            if names[own] != Defaults().free(name, naming.names):
                step["as"] = names[own]
        naming.handle(step)
        steps.append(step)
    return {**document, "steps": steps}


def _renamed(value: object, names: Mapping[object, str]) -> object:
    match value:
        case str():
            return names.get(value, value) if value.startswith(_HOLE) else value
        case list() | tuple():
            return [_renamed(each, names) for each in value]
        case dict():
            return {key: _renamed(each, names) for key, each in value.items()}
    return value


def _plain(kind: str, value: str) -> str | int:
    return int(value) if kind == "number" else value


def _tidied(step: Mapping[str, object]) -> dict[str, Any]:
    """A step without what says nothing: no counters, the default player, flags that are off."""
    return {
        key: value
        for key, value in step.items()
        if value is not False and not (key == "controller" and value == "you")
    }
