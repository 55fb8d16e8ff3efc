"""How many other permanents a goal takes at least, whatever the size of a board.

Loses no board iff on each board of the goal every part that the asked-for card surely lacks by
itself was made true by an effect of another permanent; what surely fails of that effect's filter
was made true before it applied, again by another; and what they all do to its size adds up.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import groupby

from msgspec import Struct

from striate.cards import tree
from striate.encodings.door import layer_of
from striate.search import savings
from striate.search.goals import Claim, Demand, Goal
from striate.search.helping import Possible, effects_of, reaching_of, repeated, sizing
from striate.search.makers import Deeds, asked_by
from striate.search.making import could_make, parts_of
from striate.search.options import Option
from striate.search.poolclasses import Pool, may_answer
from striate.search.poolfacts import facts_of
from striate.search.questions import Question
from striate.search.ranges import Interval, shares_of, target_of
from striate.search.selection import askable
from striate.search.sums import Sums
from striate.search.wanting import Wanting

_MOST = 100  # ways in which what is asked for may lie there are told apart
_STEPS = 5_000  # combinations that are looked at; what was ruled out before stays so
_Effect = tuple[tree.Who | None, tree.Effect]
_Way = tuple[int, frozenset[Claim]]  # who makes something, and what has to be so before


class _Act(Struct, frozen=True):
    """What a permanent does to others, as far as it may be done to what is asked for."""

    option: Option
    effects: tuple[_Effect, ...]


def others_needed(question: Question, goal: Goal, pool: Pool, most: int) -> int:
    """So many permanents, at least, beside the one object of the goal; most + 1 for any more.

    0 where nothing is told: of several objects, or where texts change, are lent or copied.
    """
    demand = goal.demands[0]
    simple = goal.demands == (Demand(demand.subject, demand.claims, described=demand.described),)
    if not (savings.on("counting") and simple) or question.certify or question.rules:
        return 0
    options = [option for members in pool.members for option in members]
    asked = askable(question, goal)
    if (
        len(asked) > _MOST
        or facts_of(question.cards).copying
        or any(option.token and may_answer(demand, option) for option in options)
        or any(_is_open(change) for option in options for change in _changes(option))
    ):
        return 0
    acts = _Acts(options, parts_of(demand))
    least = most + 1
    for _, same in groupby(asked, key=lambda each: each[0].name):
        wanting = Wanting(question, goal, Deeds([]), [*same])
        for missing in wanting.missing:
            least = min(least, _Count(wanting, missing, acts, most).least(least))
    return least


def _changes(option: Option) -> Iterable[tree.Change]:
    return (change for effect in effects_of(option) for change in effect.changes)


def _is_open(change: tree.Change) -> bool:
    """Whether after it an effect may ask for something else, or come from what is not there."""
    return layer_of(change) in ("1", "3") or isinstance(change, tree.GainAbilitiesOf)


class _Acts:
    """What the permanents of a pool can do to an object that ends as is claimed."""

    def __init__(self, options: Sequence[Option], claims: Sequence[Claim]) -> None:
        self.claims = claims
        each = (_Act(option, tuple(self.reaching(option))) for option in options)
        self.all_ = [*dict.fromkeys(act for act in each if act.effects)]
        self._makers: dict[Claim, list[tuple[int, _Effect]]] = {}

    def reaching(self, option: Option) -> Iterator[_Effect]:
        """Its effects on others, but for those of layer 7 that apply to nothing so claimed.

        613.4: there no type, colour or ability changes, so that what such an effect asks for of
        these is true of what it applies to in the end, too.
        """
        printed = {effect for static in option.statics for effect in static.effects}
        for who, effect in reaching_of(option):
            last = all(layer_of(change)[:1] == "7" for change in effect.changes)
            filter = asked_by(option, who)
            parts = filter.parts if isinstance(filter, tree.AllOf) else (filter,)
            if not (last and effect in printed and any(map(self.denies, parts))):
                yield who, effect

    def denies(self, part: tree.Filter | None) -> bool:
        """Whether what is claimed leaves the part of a filter false."""
        match part:
            case tree.HasNoAbilities():
                return any(isinstance(claim, tree.HasKeyword) for claim in self.claims)
            case tree.HasType() | tree.HasSubtype() | tree.HasColor() | tree.HasKeyword():
                return tree.Not(part) in self.claims
        return False

    def makers(self, part: Claim) -> list[tuple[int, _Effect]]:
        """The effects that could make the part true, each with the number of its permanent."""
        if part not in self._makers:
            self._makers[part] = [
                (number, each)
                for number, act in enumerate(self.all_)
                for each in act.effects
                if any(could_make(change, part) for change in each[1].changes)
            ]
        return self._makers[part]


class _Count:
    """The fewest permanents that make what is missing of one card."""

    def __init__(self, wanting: Wanting, missing: int, acts: _Acts, most: int) -> None:
        self.wanting, self.missing, self.acts, self.most = wanting, missing, acts, most
        self.steps = 0
        lacking = [part for place, (_, part) in enumerate(wanting.parts) if missing >> place & 1]
        plain = (part for part in lacking if target_of(part) is None)
        self.parts = frozenset(part for part in plain if not wanting.made_by_itself([part]))
        sized = [part for part in lacking if target_of(part) is not None]
        # What it is without its levels or counters is in no share.
        self.sized = bool(sized) and not any(wanting.made_by_itself([part]) for part in sized)
        self.faces = tuple(option.face for _, option in wanting.asked)
        self.own = tuple(change for _, option in wanting.asked for change in _changes(option))
        self._ways: dict[Claim, list[_Way]] = {}

    def least(self, most: int) -> int:
        """The first number that is enough, or of which that isn't told; `most` for any more."""
        if not all(map(self.acts.makers, self.parts)):
            return most
        number = 0
        while number < most and not self.enough(self.parts, self.parts, frozenset(), number):
            number += 1
        return number

    def enough(
        self, todo: frozenset[Claim], known: frozenset[Claim], chosen: frozenset[int], more: int
    ) -> bool:
        """Whether so many permanents more, with those that were chosen, may make all of it."""
        self.steps += 1
        if self.steps > _STEPS:
            return True
        if not todo:
            return self.adds_up(chosen, more)
        part = min(todo, key=lambda each: len(self.acts.makers(each)))
        return any(
            self.enough(todo - {part} | (needs - known), known | needs, chosen | {act}, left)
            for act, needs in self.ways(part)
            if (left := more - (act not in chosen)) >= 0
        )

    def ways(self, part: Claim) -> list[_Way]:
        """Who could make the part true, and what has to be made true before."""
        if part not in self._ways:
            ways = ((act, self.needs(act, *each)) for act, each in self.acts.makers(part))
            self._ways[part] = [*dict.fromkeys(ways)]
        return self._ways[part]

    def needs(self, number: int, who: tree.Who | None, effect: tree.Effect) -> frozenset[Claim]:
        """What surely fails of the effect's filter.

        303.4f, 613.6: what it is attached to, or applies to, is settled before it does anything.
        """
        act = self.acts.all_[number]
        filter = asked_by(act.option, who)
        if filter is None:
            return frozenset()
        others = () if isinstance(who, tree.Attached) else act.effects
        before = (change for _, each in others if each != effect for change in each.changes)
        return frozenset(Possible(self.faces, (*self.own, *before)).failing(filter))

    # --- sizes ------------------------------------------------------------------------------------

    @cached_property
    def sums(self) -> Sums:
        return self.wanting.sums(self.most, self.missing)

    @cached_property
    def spans(self) -> "list[_Span]":
        return [self.span(act, self.most) for act in self.acts.all_]

    def span(self, act: _Act, others: int) -> "_Span":
        """What a permanent can add to power and toughness, and the bases that it can give."""
        acts = {effect for _, effect in act.effects}
        effects = sizing(each for each in repeated(act.option, others + 1) if each in acts)
        shares = shares_of(effects, others + 1, self.sums.costs)
        adds = tuple(_hull([each.adds[stat] for each in shares]) for stat in (0, 1))
        bases = tuple(
            tuple(base for each in shares if (base := each.sets[stat]) is not None)
            for stat in (0, 1)
        )
        return _Span(adds, bases)

    def adds_up(self, chosen: frozenset[int], more: int) -> bool:
        """Whether both sizes may be as wanted, if each of those that are free adds the most."""
        if not self.sized or not self.sums.wanted:
            return True
        wanted, begin = self.sums.wanted[0], self.sums.begins[0]
        spans = [self.spans[number] for number in chosen]
        for stat, (least, most) in enumerate((wanted.power, wanted.toughness)):
            free = _hull([(0, 0), *(each.adds[stat] for each in self.spans)])
            low = begin.own.adds[stat][0] + more * free[0] + sum(s.adds[stat][0] for s in spans)
            high = begin.own.adds[stat][1] + more * free[1] + sum(s.adds[stat][1] for s in spans)
            givers = self.spans if more else spans
            own = begin.own.sets[stat]
            bases = [begin.printed[stat], *([own] if own else [])]
            bases += [base for each in givers for base in each.bases[stat]]
            if not any(base[0] + low <= most and base[1] + high >= least for base in bases):
                return False
        return True


class _Span(Struct, frozen=True):
    """What a permanent can do to power and to toughness."""

    adds: tuple[Interval, ...]
    bases: tuple[tuple[Interval, ...], ...]


def _hull(spans: Sequence[Interval]) -> Interval:
    return min(low for low, _ in spans), max(high for _, high in spans)
