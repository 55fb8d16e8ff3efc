"""Of boards of one size the best known first: in which order models become boards.

A board of well-known cards is looked for among few classes first, then among more. Boards are alike
in substance if their permanents do the same, whatever else these are; of such boards one is shown.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct, field

from striate.search.circuit import Built
from striate.search.goals import CardNamed, Goal
from striate.search.graveyards import Graves, plainer
from striate.search.kinds import Kind
from striate.search.options import Option, choices_made
from striate.search.poolclasses import Pool
from striate.search.slots import picks
from striate.search.wellknown import CHOICE, card_score
from striate.solver.backend import Verdict
from striate.solver.choice import mask_of, masks_of, members
from striate.solver.deadline import Deadline
from striate.solver.number import high, low
from striate.solver.session import Session
from striate.solver.terms import TRUE, Lit

_TIERS = (0.0, 2.0, 4.0, 6.0, 9.0)  # classes up to these scores are looked at one after the other
_MOST = 200  # so many boards are compared
# The clock decides nothing: on every machine the same board is shown.
_WORK = 2_500_000  # so many propagations may be spent on comparing, and
_FOR_A_NODE = 20  # so many for each node of the circuit
_LEAST = 200  # so many conflicts a tier may take, or
_PATIENCE = 0.5  # this share of what the first board took


def option_score(option: Option) -> float:
    return card_score(option.card) + CHOICE * choices_made(option)


class Order:
    """How well known the classes of a pool are, and which of them do the same."""

    def __init__(self, pool: Pool, goal: Goal, each: bool = False, alike: bool = False) -> None:
        """`each`: no two classes do the same. `alike`: all are as well known."""
        named = [
            n for n, demand in enumerate(goal.demands) if isinstance(demand.subject, CardNamed)
        ]
        self.scores = [
            0.0
            if alike or any(kind.flags[number] for number in named)
            else min(map(option_score, pool.members[place]))
            for place, kind in enumerate(pool.kinds)
        ]
        self.named = [any(kind.flags[number] for number in named) for kind in pool.kinds]
        kinds = enumerate(pool.kinds)
        self.keys = [(number,) if each else self._key(number, kind) for number, kind in kinds]
        self.substance = masks_of(self.keys)
        self.tiers = self._tiers()

    def _key(self, number: int, kind: Kind) -> tuple[object, ...]:
        """What the class does; a card that the goal names is itself."""
        return (
            self.named[number] and number,
            kind.statics,
            kind.enchant,
            kind.equipment,
            kind.equips,
            kind.card,
        )

    def _tiers(self) -> list[int]:
        """Masks of classes: the best known, then more of them; not all."""
        tiers: list[int] = []
        every = (1 << len(self.scores)) - 1
        for limit in _TIERS:
            mask = mask_of(score <= limit for score in self.scores)
            if mask != every and mask not in (0, *tiers[-1:]):
                tiers.append(mask)
        return [*tiers, every]

    def alike(self, kind: int) -> int:
        """The classes that do the same as that one, as a mask."""
        return self.substance[self.keys[kind]]

    def better(self, kind: int) -> int:
        """Those of them that are better known."""
        score = self.scores[kind]
        return sum(1 << each for each in members(self.alike(kind)) if self.scores[each] < score)

    def score(self, kinds: Sequence[int]) -> float:
        return sum(self.scores[kind] for kind in kinds)

    def cover(self, kinds: Sequence[int], others: Sequence[int]) -> bool:
        """Whether boards of these classes are alike in substance, slot by slot."""
        return all(self.alike(a) >> b & 1 for a, b in zip(kinds, others, strict=True))


class Gathering(Struct):
    """Boards of a circuit as the classes in its slots, best known first as far as it pays."""

    session: Session
    built: Built
    order: Order
    first: int  # so many conflicts the first board took
    spent: int = 0  # so many propagations comparing took
    until: int = 0  # with so much work of the session no tier is looked at by itself any more
    tier: int = 0
    over: bool = False  # there are no others
    stopped: bool = False
    found: list[tuple[int, ...]] = field(default_factory=list)

    def more(self, left: float | None) -> Iterator[tuple[int, ...]]:
        """Further boards in the order of their scores; at least one if there is any."""
        # Where time is short, half of it is left for showing a board.
        halfway, began = Deadline.after(None if left is None else left / 2), self.session.work
        patience = comparing(self.session) - self.spent
        self.until = began + patience
        guard = self.session.graph.fresh()
        self.found = []
        while len(self.found) < _MOST and not (
            self.found and (self.session.work > self.until or halfway.over())
        ):
            if self.found and self.beaten():
                break
            if not self.another(guard, halfway.left() if self.found else left):
                break
        self.spent += self.session.work - began
        yield from sorted(self.found, key=self.order.score)

    def beaten(self) -> bool:
        """Whether a board that needs a class beyond the last tier scores no better than one
        found."""
        within = self.order.tiers[self.tier - 1] if self.tier else 0
        others = sorted(self.order.scores)[: len(self.built.search.slots) - 1]
        beyond = (score for n, score in enumerate(self.order.scores) if not within >> n & 1)
        return min(map(self.order.score, self.found)) <= sum(others) + min(beyond, default=0.0)

    def another(self, guard: Lit, left: float | None) -> bool:
        """One more board, under the guard not any that was found; False if there is none."""
        slots = self.built.search.slots
        while True:
            if self.session.work > self.until:
                self.tier = len(self.order.tiers) - 1
            last = self.tier == len(self.order.tiers) - 1
            limit = None if last else max(_LEAST, int(_PATIENCE * self.first))
            mask = self.order.tiers[self.tier]
            within = [] if last else picks(slots, mask)
            verdict = self.session.check([guard, *within], left, limit)
            if verdict is Verdict.SAT:
                break
            if last:
                self.over = verdict is Verdict.UNSAT
                self.stopped = verdict is Verdict.UNKNOWN
                return False
            # What takes long among few classes takes longer among some more: then among all.
            self.tier = self.tier + 1 if verdict is Verdict.UNSAT else len(self.order.tiers) - 1
            if self.found and self.beaten():
                return False
        kinds = kinds_of(self.built, self.session)
        self.found.append(kinds)
        self.session.assert_any([guard ^ 1, *apart(self.built, kinds)])
        return True


def comparing(session: Session) -> int:
    """So much work may be spent on comparing the boards of a circuit."""
    return _WORK + _FOR_A_NODE * len(session.graph)


def kinds_of(built: Built, session: Session) -> tuple[int, ...]:
    """The class in each slot of the model, as the solver tells it: it is shown to nobody yet."""
    model = session.told()
    return tuple(slot.chooser.value(model) for slot in built.search.slots)


def apart(built: Built, kinds: Sequence[int], order: Order | None = None) -> list[Lit]:
    """The clause against boards of these classes; with an order, against all that do the same."""
    slots = built.search.slots
    masks = [1 << kind if order is None else order.alike(kind) for kind in kinds]
    return [slot.chooser.pick(mask) ^ 1 for slot, mask in zip(slots, masks, strict=True)]


def holding(built: Built, kinds: Sequence[int]) -> list[Lit]:
    """The literals that these are the classes in the slots."""
    slots = built.search.slots
    return [slot.chooser.pick(1 << kind) for slot, kind in zip(slots, kinds, strict=True)]


def polish(built: Built, session: Session, order: Order, graves: Graves) -> None:
    """From the model to one alike in substance: better known, yours, with no needless counters.

    The session then has that board as its model.
    """
    _better_known(built, session, order)
    fixed = holding(built, kinds_of(built, session))
    fixed += _settled(built, session, fixed)
    for wish in plainer(built.graves, graves):
        for wanted in wish:
            if session.check([*fixed, *wanted]) is Verdict.SAT:
                fixed += wanted
                break
    session.check(fixed)


def _better_known(built: Built, session: Session, order: Order) -> None:
    """In place of each class one that does the same and is better known, where that is a board."""
    slots = built.search.slots
    kinds = kinds_of(built, session)
    for kind in dict.fromkeys(kinds):
        while better := order.better(kind):
            rest = sum(1 << each for each in {*kinds} - {kind})
            if session.check(picks(slots, rest | better)) is not Verdict.SAT:
                break
            board = kinds_of(built, session)
            if order.score(board) >= order.score(kinds):
                break
            new = {*board} - {*kinds}
            kinds = board
            if not new:
                break
            kind = new.pop()
    session.check(holding(built, kinds))


def _settled(built: Built, session: Session, fixed: list[Lit]) -> list[Lit]:
    """Sides first as yours, then hosts as they are, then as few counters as do it."""
    slots = built.search.slots
    chosen: list[Lit] = []
    wishes = [slot.yours for slot in slots] + [slot.taps ^ 1 for slot in slots]
    for wish in wishes:
        if wish > TRUE:
            chosen.append(_wished(session, wish, [*fixed, *chosen]))
    levels = any(session.value(lit) for slot in slots for lit in slot.levels.values())
    if levels or any(session.value_number(n) for slot in slots for n in slot.extra.values()):
        chosen += [
            lit if session.value(lit) else lit ^ 1
            for slot in slots
            for lit in slot.hosts.values()
            if lit > TRUE
        ]
        for slot in slots:
            chosen += _fewest_levels(session, slot.levels, [*fixed, *chosen])
        chosen += _fewest_put_on(built, session, [*fixed, *chosen])
    for slot in slots:
        least, most = low(slot.x), high(slot.x)
        for number in range(least, max(least, most)):
            wish = built.search.algebra.compare(slot.x, "=", number)
            if session.check([*fixed, *chosen, wish]) is Verdict.SAT:
                chosen.append(wish)
                break
    return chosen


def _wished(session: Session, wish: Lit, fixed: list[Lit]) -> Lit:
    """The wish if a board has it, else its opposite; the model then is as told."""
    if session.value(wish) or session.check([*fixed, wish]) is Verdict.SAT:
        return wish
    session.check([*fixed, wish ^ 1])
    return wish ^ 1


def _fewest_put_on(built: Built, session: Session, fixed: list[Lit]) -> list[Lit]:
    """Of each kind of counters on each permanent as few as do it, none if that does."""
    compare = built.search.algebra.compare
    numbers = [number for slot in built.search.slots for number in slot.extra.values()]
    none = [compare(each, "=", 0) for each in numbers]
    if session.check([*fixed, *none]) is Verdict.SAT:
        return none
    chosen: list[Lit] = []
    for number in numbers:
        session.check([*fixed, *chosen])
        while held := session.value_number(number):
            fewer = compare(number, "<", held)
            if session.check([*fixed, *chosen, fewer]) is not Verdict.SAT:
                break
        chosen.append(compare(number, "=", held))
    return chosen


def _fewest_levels(session: Session, levels: dict[int, Lit], fixed: list[Lit]) -> list[Lit]:
    for wanted in [None, *sorted(levels)]:
        chosen = [lit ^ (level != wanted) for level, lit in levels.items()]
        if session.check([*fixed, *chosen]) is Verdict.SAT:
            return chosen
    return []
