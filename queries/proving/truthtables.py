"""The judge of the search: every board of a small pool at once, each literal a truth table.

The encodings run unchanged over a graph in which a literal is the set of boards that it is true on
(bit b of a big integer: board b). No cone, no classes, no symmetry, no selection, no solver: what
the search loses by one of these, it loses against this.
"""

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, permutations
from typing import Any

from msgspec.structs import replace

from striate.boards.names import Cards
from striate.boards.records import token_record
from striate.boards.timeline import free_handle
from striate.cards import tree
from striate.cards.catalogue.store import Catalogue
from striate.cards.tree import Card
from striate.encodings.door import STATE_BASED, Algebra, statics_of
from striate.queries.proving.drawnboards import Drawn, evaluated
from striate.queries.proving.everyboard import Board, Boards, every_board
from striate.search.circuit import (
    attached_still,
    claim_holds,
    finished,
    legal_entries,
    subject_holds,
)
from striate.search.counters import PAIRED
from striate.search.goals import Demand, Goal
from striate.search.kinds import Kind, whole_kind
from striate.search.options import Option, entering_words, level_steps, options_of
from striate.search.poolclasses import may_answer
from striate.search.questions import least_size
from striate.search.slots import Search, Slot, evaluate, facts_agree, keep_entering, world_of
from striate.search.table import Table
from striate.search.tokens import behind_their_makers, marked, token_options
from striate.solver.choice import members
from striate.solver.model import Model
from striate.solver.number import Number as Num
from striate.solver.terms import FALSE, TRUE, Graph, Lit
from striate.spreading.collecting import uncollected


class _TableGraph(Graph):
    """Literals as truth tables over so many boards; equal tables are one literal."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.full = (1 << width) - 1
        self._tables = [0]
        self._by_table = {0: 0}

    def literal(self, table: int) -> Lit:
        """The literal that is true on exactly these boards."""
        sign = table & 1
        if sign:
            table ^= self.full
        lit = self._by_table.get(table)
        if lit is None:
            lit = self._by_table[table] = 2 * len(self.ands)
            self.ands.append(())
            self._tables.append(table)
        return lit ^ sign

    def table(self, lit: Lit) -> int:
        """The boards on which the literal is true."""
        table = self._tables[lit >> 1]
        return table ^ self.full if lit & 1 else table

    def fresh(self) -> int:
        raise AssertionError("of explicit boards nothing is open")

    def and_(self, a: int, b: int) -> int:
        if a < 2:
            return b if a else 0
        if b < 2:
            return a if b else 0
        return self.literal(self.table(a) & self.table(b))

    def xor(self, a: int, b: int) -> int:
        return self.literal(self.table(a) ^ self.table(b))

    def ite(self, c: int, a: int, b: int) -> int:
        where = self.table(c)
        return self.literal(where & self.table(a) | self.table(b) & ~where)

    def all_(self, lits: Iterable[int]) -> int:
        table = self.full
        for lit in lits:
            table &= self.table(lit)
            if not table:
                return FALSE
        return self.literal(table)


class _Chooser:
    """What a slot holds, asked by masks over the options."""

    def __init__(self, graph: _TableGraph, tables: dict[int, int]) -> None:
        self.graph = graph
        self.tables = tables
        self.valid = TRUE
        self._picked: dict[int, Lit] = {}

    def value(self, model: Model) -> int:
        raise AssertionError("of explicit boards nothing is open")

    def pick(self, mask: int) -> Lit:
        literal = self._picked.get(mask)
        if literal is None:
            whole = 0
            for number in members(mask):
                whole |= self.tables.get(number, 0)
            literal = self._picked[mask] = self.graph.literal(whole)
        return literal


@dataclass
class Answers:
    """The boards of exactly one size on which something is so and that last."""

    options: Sequence[Option]
    boards: Boards
    reached: int  # bit b: board b

    def __iter__(self) -> Iterator[Board]:
        return (self.boards[place] for place in members(self.reached))

    def cards(self) -> set[frozenset[tuple[str, int]]]:
        """The cards of each board, counted."""
        all_cards = set()
        for board in self:
            names = [self.options[place.option].card.name for place in board]
            all_cards.add(frozenset((name, names.count(name)) for name in names))
        return all_cards


class Judge:
    """Every board of exactly so many permanents of a pool, through the layers."""

    @uncollected()
    def __init__(
        self,
        options: Sequence[Option],
        size: int,
        *,
        every_level: bool = False,
        layouts: Sequence[Sequence[Sequence[int]]] | None = None,
        counters: Sequence[str] = (),
    ) -> None:
        """`layouts`: the options that each slot may hold, one way or another; or any of them.
        `counters`: kinds that may be put on.
        """
        self.options = options
        self.kinds = [_as_printed(each) for each in options]
        self.table = Table(self.kinds, every_level=every_level)
        self.boards = every_board(self.kinds, self.table, size, layouts, counters)
        self.graph = _TableGraph(max(1, len(self.boards)))
        algebra = Algebra(self.graph)
        self.slots = _explicit_slots(algebra, self.boards, size)
        for index in range(size):
            keep_entering(algebra, self.table, self.slots[: index + 1])
        self.found = evaluate(world_of(algebra, self.table, self.slots), self.slots)
        lits = legal_entries(algebra, self.table, self.slots)
        lits += behind_their_makers(algebra, self.table, self.slots)
        for search in (*self._before, self.found):
            lits += _no_two_legends(search, self.kinds)
        for index, slot in enumerate(self.slots):
            lits += facts_agree(algebra, self.table, self.slots[:index], slot)
        self.legal = algebra.all_(lits)
        self.stays = [self._lasts(slot) for slot in self.slots]

    def _lasts(self, slot: Slot) -> Lit:
        """704.3: nothing takes it, in the end or before another enters."""
        algebra = self.found.algebra
        slots = [each for each in (*self._before, self.found) if slot.index < len(each.slots)]
        return algebra.all_([_stays(search, self.table, slot) for search in slots])

    @cached_property
    def _before(self) -> list[Search]:
        """What was there before each permanent but the first entered, with its counters."""
        algebra, searches = self.found.algebra, []
        for entered in range(1, len(self.slots)):
            slots = self.slots[:entered]
            searches.append(evaluate(world_of(algebra, self.table, slots), slots))
        return searches

    def answers(self, goal: Goal, *, any_: bool = False) -> Answers:
        """On which boards the goal is reached."""
        algebra = self.found.algebra
        rows = [row for each in goal.demands for row in [self.truth(each)] * each.count]
        meets: list[Lit] = []
        for chosen in permutations(range(len(self.slots)), len(rows)):
            exempt = set(chosen) if any_ else set()
            stays = [lit for index, lit in enumerate(self.stays) if index not in exempt]
            truths = [row[index] for row, index in zip(rows, chosen, strict=True)]
            meets.append(algebra.all_([self.legal, *truths, *stays]))
        return self.where(algebra.any_(meets))

    def against(self, demand: Demand) -> Answers:
        """The boards that go against "always": something asked for is not as claimed."""
        algebra = self.found.algebra
        bare, whole = self.truth(Demand(demand.subject, ())), self.truth(demand)
        broken = [algebra.and_(a, b ^ 1) for a, b in zip(bare, whole, strict=True)]
        return self.where(algebra.all_([self.legal, *self.stays, algebra.any_(broken)]))

    def where(self, lit: Lit) -> Answers:
        reached = self.graph.table(lit) if self.boards else 0
        return Answers(self.options, self.boards, reached)

    def truth(self, demand: Demand) -> list[Lit]:
        """For each slot: on which boards it is as the demand asks."""
        search = self.found
        mask = sum(1 << n for n, option in enumerate(self.options) if may_answer(demand, option))
        return [
            search.algebra.all_(
                [
                    slot.chooser.pick(mask),
                    subject_holds(demand, search, slot.index),
                    *(claim_holds(claim, search, slot.index) for claim in demand.claims),
                ]
            )
            for slot in search.slots
        ]


def _as_printed(option: Option) -> Kind:
    """The whole option; a keyword that is a static ability stands there as the keyword alone."""
    kind = whole_kind(option)
    keywords = {static for each in kind.plain if isinstance(each, tree.Keyword)
            for static in statics_of(each)}  # fmt: skip
    statics = tuple(static for static in kind.statics if static not in keywords)
    return marked(replace(kind, statics=statics, plain=kind.plain - keywords), option, True)


def _explicit_slots(algebra: Algebra, boards: Boards, size: int) -> list[Slot]:
    graph = algebra.graph
    assert isinstance(graph, _TableGraph)
    slots = []
    for index in range(size):
        options = boards.tables(index, lambda place: place.option)
        levels = boards.tables(index, lambda place: place.level)
        hosts = boards.tables(index, lambda place: place.host)
        kinds = {kind for put_on in boards.tables(index, lambda place: place.counters)
                 for kind, _ in put_on}  # fmt: skip
        yours = graph.literal(boards.tables(index, lambda place: place.yours).get(True, 0))
        taps = graph.literal(boards.tables(index, lambda place: place.tapped).get(True, 0))
        slots.append(
            Slot(
                index,
                _Chooser(graph, options),
                yours,
                {level: graph.literal(levels[level]) for level in sorted(levels) if level},
                {host: graph.literal(each) for host, each in hosts.items() if host is not None},
                {kind: _number_of(algebra, boards, index, kind) for kind in kinds},
                [],
                taps=taps,
                pairs=not PAIRED.isdisjoint(kinds),
                when={kind: {index: TRUE} for kind in kinds},
            )
        )
    return slots


def _number_of(algebra: Algebra, boards: Boards, index: int, kind: str) -> Num:
    """How many of these counters are put on it."""
    graph = algebra.graph
    assert isinstance(graph, _TableGraph)
    tables = boards.tables(index, lambda place: dict(place.counters).get(kind, 0))
    return algebra.select([(graph.literal(table), number) for number, table in tables.items()])


def _stays(search: Search, table: Table, slot: Slot) -> Lit:
    """704.5f, k, m-n, s: no state-based action touches the permanent."""
    thing = search.world.things[slot.index]
    return search.algebra.all_(
        [
            *(put_away(search.final, thing) ^ 1 for put_away in STATE_BASED.values()),
            finished(search.final, thing) ^ 1,
            attached_still(search, table, slot),
        ]
    )


def _no_two_legends(search: Search, kinds: Sequence[Kind]) -> list[Lit]:
    """704.5j: no player has two legendary permanents of one name there."""
    algebra, chars = search.algebra, search.final.chars
    by_name: dict[str, int] = {}
    for number, kind in enumerate(kinds):
        for name in kind.names - {""}:  # 201.2: what has no name shares none
            by_name[name] = by_name.get(name, 0) | 1 << number
    lits = []
    for one in search.slots:
        for other in search.slots[one.index + 1 :]:
            same = algebra.any_(
                [algebra.and_(one.chooser.pick(m), other.chooser.pick(m)) for m in by_name.values()]
            )
            if same == FALSE:
                continue
            legends = [
                chars[each.index].supertypes.get("Legendary", FALSE) for each in (one, other)
            ]
            side = algebra.iff(chars[one.index].yours, chars[other.index].yours)
            lits.append(algebra.all_([same, *legends, side]) ^ 1)
    return lits


def document(options: Sequence[Option], board: Board) -> dict[str, Any]:
    """The board as a file holds it."""
    handles: list[str] = []
    steps: list[dict[str, Any]] = []
    for place in board:
        option = options[place.option]
        name = option.printed
        handles.append(free_handle(name, handles))
        step: dict[str, Any] = {"enter": name}
        if option.token:
            step = {"token": token_record(option.card)}
        if not place.yours:
            step["controller"] = "opponent"
        step |= entering_words(option, place.yours)
        if place.host is not None and option.enchant is not None:
            step["attached_to"] = handles[place.host]
        steps.append(step)
        steps.append({"tap" if place.tapped else "untap": handles[-1]})
        if place.host is not None and option.enchant is None:
            steps.append({"attach": handles[-1], "to": handles[place.host]})
        steps += level_steps(option, handles[-1])
        # 704.3: before another enters, which could make it fall.
        put_on = {kind: number for kind, number in place.counters if number}
        put_on |= {"level": place.level} if place.level else {}
        steps += [{"counters": put_on, "on": handles[-1]}] if put_on else []
    return {"steps": steps}


# --- boards that the tables propose: the referee evaluates them as it does drawn ones ---

_MOST_FORMS = 90  # of more ways to fill a slot the tables are too wide
_TOKENS = 3  # so many tokens of a pool
_TRIED = 4  # boards that reach a goal, of each size


@dataclass
class Tables:
    """Every board of up to so many permanents, by size; of a pool that is too wide none.

    `shelf`: where the referee finds the cards.
    """

    options: Sequence[Option]
    size: int
    shelf: Cards
    _judges: dict[int, Judge] = field(default_factory=dict)

    @property
    def sizes(self) -> range:
        wide = len(self.options) ** self.size > _MOST_FORMS**2
        return range(1, 1 if wide else self.size + 1)

    def judge(self, size: int) -> Judge:
        if size not in self._judges:
            self._judges[size] = Judge(self.options, size, every_level=True)
        return self._judges[size]

    def smallest(self, goal: Goal) -> int:
        """The fewest permanents of a board that reaches the goal; 0: there is none."""
        return next((size for size, _, _ in self._answers(goal)), 0)

    def _answers(self, goal: Goal) -> Iterator[tuple[int, Judge, int]]:
        """By size, the boards that reach the goal, if there are any."""
        for size in self.sizes[max(0, least_size(goal) - 1) :]:
            judge = self.judge(size)
            reached = judge.answers(goal).reached
            if reached:
                yield size, judge, reached

    def some(self, rng: random.Random, number: int) -> Iterator[Drawn]:
        """Boards of the largest size that last."""
        for size in self.sizes[-1:]:
            judge = self.judge(size)
            lasting = judge.where(judge.found.algebra.all_([judge.legal, *judge.stays])).reached
            yield from self._drawn(rng, judge, lasting, number)

    def reaching(self, rng: random.Random, goal: Goal) -> Iterator[Drawn]:
        """Boards of the smallest size on which the goal is reached."""
        for _, judge, reached in self._answers(goal):
            boards = list(self._drawn(rng, judge, reached, _TRIED))
            if boards:
                yield from boards
                return

    def _drawn(
        self, rng: random.Random, judge: Judge, reached: int, number: int
    ) -> Iterator[Drawn]:
        numbers = list(members(reached))
        for each in rng.sample(numbers, min(number, len(numbers))):
            drawn = evaluated(document(judge.options, judge.boards[each]), self.shelf)
            if drawn is not None:
                yield drawn


def tables_of(cards: Sequence[Card], size: int, catalogue: Catalogue) -> Tables:
    """Of these cards, with a few of the tokens that they make."""
    options = list(chain.from_iterable(options_of(card, ["Elf", "Bear"])[0] for card in cards))
    options = [each for each in options if not each.opens]
    return Tables([*options, *token_options(options)[:_TOKENS]], size, catalogue)
