"""Which phrases of a goal speak of one object: for each way a goal of which each demand is met by
an object of its own.

Loses no board iff on each board that reaches the goal one of the ways tells apart the objects that
meet its phrases. What is surely met by an object of another phrase asks for none of its own.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise, starmap

from msgspec import Struct
from msgspec.structs import replace

from striate.cards import tree
from striate.search.goals import (
    AnyObject,
    CardNamed,
    Claim,
    Demand,
    Goal,
    Leveler,
    Printed,
    Subject,
)
from striate.search.making import parts_of
from striate.search.options import is_by_its_card
from striate.search.poolfacts import facts_of
from striate.search.questions import Question, least_size
from striate.search.wanting import contradiction, smallest_size

_MOST = 48  # so many ways are looked at


class Ways(Struct, frozen=True):
    """The goals, those with the fewest objects first; `whole`: no way was left out."""

    goals: tuple[Goal, ...]
    whole: bool

    @property
    def smallest_size(self) -> int:
        """No board that reaches the goal is smaller."""
        return min(map(smallest_size, self.goals), default=1) if self.whole else 1


class _Object(Struct, frozen=True):
    """One object, with the numbers of the phrases that speak of it."""

    phrases: frozenset[int]
    demand: Demand
    needed: frozenset[Claim]  # from this the rest follows: of "every creature is black" a creature


def ways(question: Question) -> Ways:
    """The goal in each way in which its phrases can speak of one object.

    A card that must be there (`with_`) is a phrase like any other, and stays.
    """
    demands = list(question.goal.demands)
    must = Counter(question.with_).items()
    demands += [Demand(CardNamed(name), (), n, stays=question.any_) for name, n in must]
    if not any(each.count for each in demands):  # a board without permanents is none
        demands.append(Demand(AnyObject(tree.AllOf()), (), stays=question.any_))
    objects = tuple(
        _Object(frozenset({number}), _alone(each), _needed(each))
        for number, each in enumerate(demands)
        for _ in range(each.count)
    )
    joining = _Joining(question, demands)
    goals_by_key: dict[object, tuple[_Object, ...]] = {}
    waiting = [joining.surely(objects)]
    while waiting and len(goals_by_key) < _MOST:
        way = waiting.pop(0)
        key = frozenset(Counter(map(_key, way)).items())
        if key not in goals_by_key:
            goals_by_key[key] = way
            waiting += [joined for joined, _ in joining.pairs(way)]
    goals = {joining.goal(way): None for way in goals_by_key.values()}
    # Which of the objects with one name another phrase speaks of is not told.
    distinct = len(demands) == 1 or not any(each.alike for each in demands)
    return Ways(tuple(sorted(goals, key=least_size)), not waiting and distinct)


class _Joining(Struct):
    """Which objects of a goal can be one."""

    question: Question
    demands: list[Demand]

    def surely(self, way: tuple[_Object, ...]) -> tuple[_Object, ...]:
        """With every object joined to one that meets all that is asked of it."""
        if any(each.another for each in self.demands):
            return way
        for joined, sure in self.pairs(way):
            if sure:
                return self.surely(joined)
        return way

    def pairs(self, way: tuple[_Object, ...]) -> Iterator[tuple[tuple[_Object, ...], bool]]:
        """With two of the objects being one; whether one of them met the other anyway."""
        for later, second in enumerate(way):
            for earlier, first in enumerate(way[:later]):
                one = self.joined(first, second)
                if one is not None:
                    rest = [each for n, each in enumerate(way) if n not in (earlier, later)]
                    yield (one, *rest), _meets(first, second) or _meets(second, first)

    def joined(self, first: _Object, second: _Object) -> _Object | None:
        """What is both; None where nothing is."""
        if first.phrases & second.phrases or self.told_apart(first, second):
            return None
        if any(self.demands[number].alike for number in first.phrases | second.phrases):
            return None
        subject = self.subject(first.demand, second.demand)
        if subject is None:
            return None
        claims = dict.fromkeys((*_said(first.demand), *_said(second.demand)))
        stays = first.demand.stays and second.demand.stays
        demand = Demand(subject, tuple(claims), stays=stays)
        if contradiction(Goal((demand,)), falling=self.question.any_):
            return None
        needed = first.needed | second.needed
        return _Object(first.phrases | second.phrases, demand, needed)

    def told_apart(self, first: _Object, second: _Object) -> bool:
        """ "Another" is none of those before it."""
        return any(
            self.demands[max(one, two)].another for one in first.phrases for two in second.phrases
        )

    def subject(self, first: Demand, second: Demand) -> Subject | None:
        one, two = first.subject, second.subject
        if isinstance(one, AnyObject):
            return two
        if isinstance(two, AnyObject) or one == two:
            return one
        if isinstance(one, Printed) and isinstance(two, Printed):
            return Printed(tree.AllOf((one.filter, two.filter)))
        for named, other in ((one, two), (two, one)):
            if isinstance(named, Leveler) and isinstance(other, Printed):
                # 702.87a, 711.1: what has level up is a leveler, and nothing else is.
                return Printed(tree.AllOf((tree.HasKeyword("level up"), other.filter)))
            if isinstance(named, CardNamed) and isinstance(other, Printed):
                named_so = facts_of(self.question.cards).named({named.name})
                cards = (self.question.cards[place] for place in named_so)
                return named if any(is_by_its_card(other, card) for card in cards) else None
            if isinstance(named, CardNamed) and isinstance(other, Leveler):
                return named if named.name in facts_of(self.question.cards).levelers else None
        return None

    def goal(self, way: tuple[_Object, ...]) -> Goal:
        """The way as a goal; objects that are asked for alike are counted."""
        alone = {min(each.phrases) for each in way if len(each.phrases) == 1}
        demands: list[Demand] = []
        # "Every other" is none of the objects that were spoken of before it.
        others = [n for n, each in enumerate(self.demands) if each.every and each.another]
        for span in starmap(range, pairwise((0, *others, len(self.demands)))):
            counts = Counter(each.demand for each in way if min(each.phrases) in span)
            for number in span:
                demand = self.demands[number]
                own = _alone(demand)
                if demand.alike or not demand.of_some:
                    count = counts.pop(own, 0) if number in alone else 0
                    other = demand.every and demand.another
                    demands.append(replace(demand, count=count, another=other))
                elif own in counts:
                    demands.append(replace(own, count=counts.pop(own)))
            demands += [replace(each, count=n) for each, n in counts.items()]
        return Goal(tuple(demands), self.question.goal.text)


def _alone(demand: Demand) -> Demand:
    """The demand as of one object."""
    return Demand(demand.subject, demand.claims, stays=demand.stays)


def _key(each: _Object) -> object:
    """What is the same of objects that differ in which phrase was read first."""
    kind = None if isinstance(each.demand.subject, AnyObject) else each.demand.subject
    return each.phrases, kind, frozenset(parts_of(each.demand))


def _said(demand: Demand) -> tuple[Claim, ...]:
    """All claims, with what an object that can be any has to be."""
    if isinstance(demand.subject, AnyObject):
        return (demand.subject.filter, *demand.claims)
    return demand.claims


def _needed(demand: Demand) -> frozenset[Claim]:
    return frozenset(parts_of(Demand(demand.subject, demand.telling)))


def _meets(one: _Object, other: _Object) -> bool:
    """Whether any object like the one meets the other."""
    wide = isinstance(other.demand.subject, AnyObject)
    alike = wide or one.demand.subject == other.demand.subject
    return alike and other.needed <= set(parts_of(one.demand))
