"""Which cards can, alone or two by two, bring power and toughness where a goal wants them.

Loses no board iff on each board of the goal what the permanents do to the sizes of what is asked
for is one of their shares (`ranges`), and these add up; so cards that never add up are passed over.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product

from striate.cards import tree
from striate.search.goals import Claim
from striate.search.helping import Helper, effects_of, reaching_of, sizing
from striate.search.makers import Deeds
from striate.search.making import could_make
from striate.search.options import Option
from striate.search.ranges import (
    IDLE,
    WIDE,
    Interval,
    Marks,
    Share,
    reaches,
    shares_of,
    spans_of,
)

# By what they do and on boards of what size: of one pool and one goal.
Shares = dict[tuple[tuple[tree.Effect, ...], int], frozenset[Share]]
_MANY = 24  # so many beginnings are told apart; of more only how far they reach


@dataclass(frozen=True)
class Wanted:
    """Where one demand wants power and toughness."""

    power: Interval
    toughness: Interval
    asked: tuple[Option, ...]  # the cards that it may be about


def wanted_of(parts: Iterable[Claim], asked: Iterable[Option]) -> Wanted | None:
    """None where no number is wanted."""
    spans = spans_of(parts)
    if not spans:
        return None
    return Wanted(spans.get("power", WIDE), spans.get("toughness", WIDE), tuple(asked))


@dataclass
class Sums:
    """The sizes that helpers can bring about on boards of one size."""

    wanted: Sequence[Wanted]
    deeds: Deeds
    asked: Sequence[Option]  # all that can be asked for
    size: int
    marks: Marks
    several: bool  # objects are asked for, each of which may do something to the others
    known: "Shares"
    _groups: dict["_Sort", int] = field(default_factory=dict)
    _sort_of: list["_Sort"] = field(default_factory=list)
    _fitting: dict["_Sort", int] = field(default_factory=dict)
    _together: dict["_Sort", int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.wanted:
            return
        values = [option.mana_value for option in self.asked] or [0]
        self.costs = (min(values), max(values))
        self.begins = [self.beginnings(each) for each in self.wanted]
        for helper in self.deeds.helpers:
            effects = self.deeds.sizing(helper, self.size)
            key = (effects, self.size)
            if key not in self.known:
                self.known[key] = shares_of(effects, self.size, self.costs, self.marks)
            sort = _Sort(self.known[key], _animates_bare(helper))
            self._sort_of.append(sort)
            self._groups[sort] = self._groups.get(sort, 0) | 1 << helper.number

    def beginnings(self, wanted: Wanted) -> list["_Begin"]:
        """What the asked-for cards have printed, with what they do themselves, and to each
        other."""
        found: dict[_Begin, None] = {}
        others = [effect for option in self.asked for _, effect in reaching_of(option)]
        beside = tuple(dict.fromkeys(sizing(others))) if self.several else ()
        for option in wanted.asked:
            value = option.mana_value
            own = sizing(effects_of(option))
            spread = sum(10 * number for _, number in option.counters) + WIDE[1] * len(option.opens)
            printed = "Creature" in option.face.types or bool(option.statics)
            sizes = (option.face.power or 0, option.face.toughness or 0)
            bases = ((sizes[0] - spread, sizes[0] + spread), (sizes[1] - spread, sizes[1] + spread))
            costs = (value, value) if not beside else self.costs
            for share in shares_of((*own, *beside), self.size, costs, self.marks):
                found[_Begin(share, bases, printed)] = None
        return list(found) if len(found) <= _MANY else [_hull(found)]

    # --- what they can do -------------------------------------------------------------------------

    @property
    def everyone(self) -> int:
        return (1 << len(self.deeds.helpers)) - 1

    def alone(self, number: int) -> bool:
        return all(self._reach(place, [self._sort_of[number]]) for place in range(len(self.wanted)))

    def active(self, number: int) -> bool:
        """Whether it does it by changing the size of something that is asked for."""
        sort = self._sort_of[number]
        return any(self._reach(place, [sort], both=True) for place in range(len(self.wanted)))

    @property
    def of_all(self) -> bool:
        """Whether power and toughness of everything that is asked for are wanted."""
        return all(WIDE not in (each.power, each.toughness) for each in self.wanted)

    def fitting(self, number: int) -> int:
        """The helpers beside which it may come true, whether or not both do something for it."""
        if not self.wanted:
            return self.everyone
        mine = self._sort_of[number]
        if mine not in self._fitting:
            self._fitting[mine] = self._where(
                lambda other: all(
                    self._reach(place, [mine, other]) for place in range(len(self.wanted))
                )
            )
        return self._fitting[mine]

    def together(self, number: int) -> int:
        """The helpers with which it does it where both change the size of one asked-for object."""
        if not self.wanted:
            return 0
        mine = self._sort_of[number]
        if mine not in self._together:
            self._together[mine] = self._where(
                lambda other: any(
                    self._reach(place, [mine, other], both=True)
                    for place in range(len(self.wanted))
                )
            ) & self.fitting(number)
        return self._together[mine]

    def _where(self, fits: "Callable[[_Sort], bool]") -> int:
        found = 0
        for other, mask in self._groups.items():
            if fits(other):
                found |= mask
        return found

    def _reach(self, place: int, sorts: Sequence["_Sort"], both: bool = False) -> bool:
        wanted = self.wanted[place]
        bare = any(sort.bare for sort in sorts)
        choices = [sort.busy if both else sort.shares for sort in sorts]
        for shares in product(*choices):
            for whole in _joined(shares):
                for begin in self.begins[place]:
                    if begin.reaches(whole, bare, wanted):
                        return True
        return False


@dataclass(frozen=True)
class _Sort:
    """What matters of a helper: its shares, and whether it makes creatures of the printed size."""

    shares: frozenset[Share]
    bare: bool

    @property
    def busy(self) -> frozenset[Share]:
        return self.shares - {IDLE}


@dataclass(frozen=True)
class _Begin:
    """What an asked-for object has by itself: what it does to its own size, and the printed one."""

    own: Share
    bases: tuple[Interval, Interval]
    printed: bool  # it can be a creature by itself

    def reaches(self, share: Share, bare: bool, wanted: Wanted) -> bool:
        usable = bare or self.printed
        for place, target in enumerate((wanted.power, wanted.toughness)):
            adds = (
                self.own.adds[place][0] + share.adds[place][0],
                self.own.adds[place][1] + share.adds[place][1],
            )
            bases = [self.own.sets[place], share.sets[place]]
            if usable and bases == [None, None]:
                bases = [self.bases[place]]
            if not any(reaches(base, adds, target) for base in bases):
                return False
        return True


def _joined(shares: tuple[Share, ...]) -> Iterator[Share]:
    if len(shares) == 1:
        yield shares[0]
    else:
        yield from shares[0].beside(shares[1])


def _hull(begins: Iterable[_Begin]) -> _Begin:
    """One beginning that reaches whatever some of these do."""
    own = [begin.own for begin in begins]
    bases = [
        [
            *(begin.bases[place] for begin in begins),
            *(sets for share in own if (sets := share.sets[place]) is not None),
        ]
        for place in (0, 1)
    ]
    adds = [[share.adds[place] for share in own] for place in (0, 1)]
    all_sets = [share.sets for share in own]
    spans = [_span(each) for each in bases]
    set_there = tuple(
        spans[place] if any(each[place] is not None for each in all_sets) else None
        for place in (0, 1)
    )
    return _Begin(
        Share((set_there[0], set_there[1]), (_span(adds[0]), _span(adds[1]))),
        (spans[0], spans[1]),
        any(begin.printed for begin in begins),
    )


def _span(intervals: Iterable[Interval]) -> Interval:
    each = list(intervals)
    return (min(low for low, _ in each), max(high for _, high in each))


def _animates_bare(helper: Helper) -> bool:
    """Whether it makes creatures without setting both power and toughness in the same effect."""
    return any(
        could_make(change, tree.HasType("Creature"))
        and not any(
            isinstance(each, tree.SetBasePT) and each.power is not None
            and each.toughness is not None
            for each in effect.changes
        )
        for _, effect in helper.reaching
        for change in effect.changes
    )  # fmt: skip
