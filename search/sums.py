"""Which cards can, alone or two by two, bring power and toughness where a goal wants them.

Loses no board iff on each board of the goal what the permanents do to the sizes of what is asked
for is one of their shares (`ranges`), and these add up; so cards that never add up are passed over.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import product

from msgspec import Struct, field

from striate.cards import tree
from striate.cards.vocabulary import power_bonus
from striate.search.counters import PAIRED
from striate.search.goals import Claim
from striate.search.helping import effects_of, reaching_of, sizing
from striate.search.makers import Deeds
from striate.search.making import STABLE
from striate.search.options import Option
from striate.search.ranges import IDLE, WIDE, Interval, Share, shares_of, span_of, spans_of
from striate.search.remembering import remembered
from striate.solver.choice import masks_of, members

_PAIR = 2  # so many are told one by one, of more what each does at most


class Wanted(Struct, frozen=True):
    """Where one demand wants power and toughness."""

    power: Interval
    toughness: Interval
    asked: tuple[Option, ...]  # the cards that it may be about
    counted: Share  # what counters do that are put on it

    @property
    def lean(self) -> Interval:
        """How much larger the toughness is to be."""
        if WIDE in (self.power, self.toughness):
            return WIDE
        return self.toughness[0] - self.power[1], self.toughness[1] - self.power[0]


def wanted_of(
    parts: Sequence[Claim], options: Iterable[Option], counters: Mapping[str, int]
) -> Wanted | None:
    """None where no number is wanted; of each kind so many `counters` may be put on it."""
    spans = spans_of(parts)
    if not spans:
        return None
    power, toughness = spans.get("power", WIDE), spans.get("toughness", WIDE)
    return Wanted(power, toughness, tuple(options), _counted(parts, counters))


def _counted(parts: Sequence[Claim], counters: Mapping[str, int]) -> Share:
    """122.1a: what counters add that are put on it, as many as the parts ask for of their kind.

    How many more there may be as it entered with some is told with those. 704.5q: with some +1/+1
    counters no -1/-1 counters stay, and the other way round.
    """
    bounds = {kind: (0, most) for kind, most in counters.items()}
    for part in parts:
        if isinstance(part, tree.HasCounter) and part.kind in bounds:
            least, most = bounds[part.kind]
            low, high = span_of(part.op, part.number) or WIDE
            bounds[part.kind] = max(least, low), max(least, low, min(most, high))
    share = IDLE
    some = {kind for kind in PAIRED & bounds.keys() if bounds[kind][0]} if STABLE in parts else ()
    bounds |= {other: (0, 0) for kind in some for other in PAIRED - {kind}}
    for kind, ends in bounds.items():
        power, toughness = power_bonus(kind) or (0, 0)
        each = [sorted(one * end for end in ends) for one in (power, toughness, toughness - power)]
        p, t, lean = ((low, high) for low, high in each)
        (share,) = share.beside(Share(adds=(p, t, lean)))
    return share


class Sums(Struct, dict=True):
    """The sizes that helpers can bring about on boards of one size."""

    wanted: Sequence[Wanted]
    deeds: Deeds
    asked: Sequence[Option]  # all that can be asked for
    size: int
    fellows: int  # so many other objects are asked for, each of which may do something to one
    _groups: dict[frozenset[Share], int] = field(default_factory=dict)
    _shares_of: list[frozenset[Share]] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not self.wanted:
            return
        values = [option.mana_value for option in self.asked] or [0]
        self.costs = (min(values), max(values))
        self.begins = [self.beginning(each) for each in self.wanted]
        self._shares_of = [
            shares_of(self.deeds.sizing(helper, self.size), self.size, self.costs)
            for helper in self.deeds.helpers
        ]
        self._groups = masks_of(self._shares_of)

    def beginning(self, wanted: Wanted) -> "_Begin":
        """What the asked-for cards have printed, with what they do themselves, and to each
        other: one for all of them, which reaches whatever some do.

        122.1a: counters add to whatever base there is, if they are there (614.12).
        """
        own: set[Share] = set()
        printed: tuple[list[Interval], list[Interval], list[Interval]] = ([], [], [])
        others = [effect for option in self.asked for _, effect in reaching_of(option)]
        beside = tuple(dict.fromkeys(sizing(others))) * self.fellows
        spread = 0
        for option in wanted.asked:
            value = option.mana_value
            counted = sum(10 * number for _, number in option.counters)
            spread = max(spread, counted + WIDE[1] * len(option.opens))
            power, toughness = option.face.power or 0, option.face.toughness or 0
            for each, size in zip(printed, (power, toughness, toughness - power), strict=True):
                each.append((size, size))
            costs = (value, value) if not beside else self.costs
            shares = shares_of((*sizing(effects_of(option)), *beside), self.size, costs)
            own |= {both for one in shares for both in one.beside(wanted.counted)}
        sets, adds = [], []
        for place, spans in enumerate(printed):
            bases = [base for share in own if (base := share.sets[place]) is not None]
            sets.append(_span([*bases, *spans]) if bases else None)
            low, high = _span(share.adds[place] for share in own)
            more = spread if place < 2 else 2 * spread
            adds.append((low - more, high + more))
        begin = Share((sets[0], sets[1], sets[2]), (adds[0], adds[1], adds[2]))
        return _Begin(begin, (_span(printed[0]), _span(printed[1]), _span(printed[2])))

    # --- what they can do -------------------------------------------------------------------------

    @property
    def everyone(self) -> int:
        return self.deeds.everyone

    @cached_property
    def sizing(self) -> int:
        """The helpers that can do something to a size."""
        return self.everyone & ~self._groups.get(frozenset({IDLE}), 0)

    @cached_property
    def idle(self) -> bool:
        """Whether they may come true beside cards that do nothing to them."""
        return all(self._reach(place, ()) for place in range(len(self.wanted)))

    def alone(self, number: int) -> bool:
        return all(
            self._reach(place, [self._shares_of[number]]) for place in range(len(self.wanted))
        )

    def fitting(self, number: int) -> int:
        """The helpers beside which it may come true, whether or not both do something for it; all
        where no number is wanted, or nothing is told of it."""
        if not self.wanted:
            return self.everyone
        return self._beside(self._shares_of[number])

    @remembered
    def _beside(self, mine: frozenset[Share]) -> int:
        return sum(
            mask
            for other, mask in self._groups.items()
            if all(self._reach(place, [mine, other]) for place in range(len(self.wanted)))
        )

    def adding_up(self, masks: Sequence[int]) -> int:
        """Of helpers, one of each mask, those that may bring the sizes about; 0 if none do."""
        if len(masks) > _PAIR:
            return self._told_by_most(masks)
        helpers = 0
        for number in members(masks[0]) if masks else ():
            beside = self.fitting(number) & masks[1] if masks[1:] else self.alone(number)
            helpers |= beside | 1 << number if beside else 0
        return helpers

    def _told_by_most(self, masks: Sequence[int]) -> int:
        helpers = 0
        for place, mask in enumerate(masks) if self.may_reach(masks) else ():
            for those in self._groups.values():
                alike = those & mask & ~helpers
                if alike and self.may_reach((*masks[:place], alike, *masks[place + 1 :])):
                    helpers |= alike
        return helpers

    def may_reach(self, masks: Sequence[int]) -> bool:
        """Whether helpers, one of each mask, may bring the sizes about, each doing the most."""
        if not all(masks):
            return False  # of these there is no helper at all
        each = [self._most(mask) for mask in masks]
        pairs = zip(self.begins, self.wanted, strict=True)
        return all(begin.reaches(each, wanted, printed=True) for begin, wanted in pairs)

    @remembered
    def _most(self, mask: int) -> Share:
        """All that one of the helpers can do."""
        each = [s for shares, those in self._groups.items() if those & mask for s in shares]
        sets = [[base for one in each if (base := one.sets[stat])] for stat in (0, 1)]
        power, toughness = (_span(bases) if bases else None for bases in sets)
        adds = (_span(one.adds[0] for one in each), _span(one.adds[1] for one in each), WIDE)
        return Share((power, toughness, WIDE), adds)

    def _reach(self, place: int, each: Sequence[frozenset[Share]]) -> bool:
        wanted, begin = self.wanted[place], self.begins[place]
        return any(begin.reaches(shares, wanted) for shares in product(*each))


class _Begin(Struct, frozen=True):
    """What asked-for objects have by themselves: what they do to their sizes, and the printed
    ones."""

    own: Share
    printed: tuple[Interval, Interval, Interval]

    def reaches(self, shares: Iterable[Share], wanted: Wanted, *, printed: bool = False) -> bool:
        """Whether both sizes can be as wanted; of bases that are set any may be the last, or what
        is `printed` may stay."""
        together = (self.own, *shares)
        for stat, target in enumerate((wanted.power, wanted.toughness, wanted.lean)):
            if target == WIDE:
                continue
            low, high, bases = 0, 0, []
            for share in together:
                least, most = share.adds[stat]
                low, high, base = low + least, high + most, share.sets[stat]
                if base is not None:
                    bases.append(base)
            if printed or not bases:
                bases.append(self.printed[stat])
            if not any(
                base[0] + low <= target[1] and base[1] + high >= target[0] for base in bases
            ):
                return False
        return True


def _span(intervals: Iterable[Interval]) -> Interval:
    each = list(intervals)
    return (min(low for low, _ in each), max(high for _, high in each))
