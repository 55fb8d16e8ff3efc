"""How many other permanents a goal takes at least, and which can be on a board of just so many.

Loses no board iff on each board of the goal every part that the asked-for card surely lacks by
itself was made true by an effect of another permanent; what surely fails of that effect's filter
was made true before it applied, again by another; and what they all do to its size adds up. If no
fewer than all others of a board do, each of them makes a part or changes the size. (What changes
texts or lends abilities no slot holds: `beyond`.)
"""

from collections.abc import Iterator, Sequence
from functools import cached_property, reduce
from itertools import groupby, product
from operator import or_

from msgspec import Struct

from striate.cards import tree
from striate.encodings.door import layer_of
from striate.search import savings
from striate.search.goals import Claim, Demand, relates
from striate.search.helping import Helper, reaching_of
from striate.search.makers import Deeds, asked_by
from striate.search.making import parts_of
from striate.search.poolclasses import Pool, may_answer, some_of
from striate.search.poolfacts import facts_of
from striate.search.questions import Question
from striate.search.ranges import target_of
from striate.search.wanting import FEW, Wanting, askable
from striate.solver.choice import members

_STEPS = 5_000  # combinations that are looked at; what was ruled out before stays so
_TELLS = 3  # of so many, those that change a size are told apart from those that don't


# The helpers that one of the permanents can be, and what has to be so before it does its part: by
# others, for what its own other effects could make true is not among that (`Making.needed`).
_Slot = tuple[int, frozenset[Claim]]


class Counting:
    """Which helpers make what is missing of a card, so many between them."""

    def __init__(self, wanting: Wanting, missing: int, most: int) -> None:
        self.making, self.everyone = wanting.making, wanting.deeds.everyone
        lacking = [part for place, (_, part) in enumerate(wanting.parts) if missing >> place & 1]
        sized = [part for part in lacking if target_of(part) is not None]
        plain = [part for part in lacking if part not in sized]
        self.parts = frozenset(part for part in plain if not wanting.made_by_itself([part]))
        # What it is without its levels or counters is in no share.
        told = bool(sized) and not any(wanting.made_by_itself([part]) for part in sized)
        self.sums = wanting.sums(most, missing) if told else None
        self.steps = 0

    def enough(self, number: int) -> bool:
        """Whether so many may make all of it, or that isn't told."""
        return any(True for _ in self.of(number))

    def of(self, number: int) -> Iterator[int]:
        """The helpers of each way in which so many make all of it."""
        return self.making_all(self.parts, self.parts, (), number)

    def making_all(
        self, todo: frozenset[Claim], known: frozenset[Claim], slots: tuple[_Slot, ...], more: int
    ) -> Iterator[int]:
        self.steps += 1
        if self.steps > _STEPS:
            yield self.everyone
        elif not todo:
            # Those that make no part change the size: without them fewer would do.
            rest = self.everyone if self.sums is None else self.sums.sizing
            yield from self.adding_up((*(mask for mask, _ in slots), *[rest] * more))
        else:
            part = min(todo, key=lambda each: self.making.makers(each).all_.bit_count())
            for needs, makers in self.ways(part):
                further = (todo - {part}) | (needs - known), known | needs
                for place, (slot, needed) in enumerate(slots):
                    if slot & makers and part not in needed:
                        it = (slot & makers, needed | needs)
                        those = (*slots[:place], it, *slots[place + 1 :])
                        yield from self.making_all(*further, those, more)
                if more:
                    yield from self.making_all(*further, (*slots, (makers, needs)), more - 1)

    def ways(self, part: Claim) -> Iterator[tuple[frozenset[Claim], int]]:
        """What has to be made true before the part, and who could make it then."""
        makers = self.making.makers(part)
        if makers.free:
            yield frozenset(), makers.free
        for needs, mask in makers.needing.items():
            # What made it true first did not need it.
            if mask & ~makers.free and part not in needs:
                yield frozenset[Claim](needs), mask & ~makers.free

    def adding_up(self, slots: tuple[int, ...]) -> Iterator[int]:
        """Those of them that may bring the sizes about, if one is lacking."""
        sums = self.sums
        if sums is None or not sums.wanted:
            yield reduce(or_, slots, 0)
        elif len(slots) > _TELLS:
            if helpers := sums.adding_up(slots):
                yield helpers
        else:
            for chosen in product((sums.sizing, ~sums.sizing), repeat=len(slots)):
                each = [slot & those for slot, those in zip(slots, chosen, strict=True)]
                sizing = [mask for mask in each if mask & sums.sizing]
                if all(each) and (helpers := sums.adding_up(sizing)):
                    yield reduce(or_, (mask for mask in each if mask not in sizing), helpers)


# --- pools that are searched whole ---------------------------------------------------------------


class Needed(Struct, frozen=True):
    """So many others a goal takes at least, and what can be on a board of just so many: of the
    cards that can be asked for these, and of the others these options, by identity."""

    others: int
    asked: frozenset[str] = frozenset()
    helping: frozenset[int] = frozenset()

    def of(self, pool: Pool) -> Pool:
        """The classes that can be on a board of just so many."""
        numbers = [
            number
            for number, each in enumerate(pool.members)
            if any(o.card.name in self.asked or id(o) in self.helping for o in each)
        ]
        return some_of(pool, numbers)


def others_needed(question: Question, pool: Pool, most: int) -> Needed:
    """So many permanents, at least, beside the one object of the goal; most + 1 for any more.

    0 where nothing is told: of several objects, or where something enters as a copy.
    """
    goal = question.goal
    demand = goal.demands[0]
    simple = goal.demands == (Demand(demand.subject, demand.claims, described=demand.described),)
    simple &= not (relates(goal) or question.certify or question.rules)
    if not (savings.on("counting") and simple):
        return Needed(0)
    options = [option for members in pool.members for option in members]
    asked = askable(question)
    if (
        len(asked) > FEW
        or facts_of(question.cards).copying
        or any(option.token and may_answer(demand, option) for option in options)
    ):
        return Needed(0)
    acts = [
        _Act(number, option.card, option, parts_of(demand))
        for number, option in enumerate(option for option in options if option.statics)
    ]
    deeds, by_name = Deeds(acts), groupby(asked, key=lambda each: each[0].name)
    wanting = [Wanting(question, deeds, [*same]) for _, same in by_name]
    counts = [
        (each.asked[0][0].name, Counting(each, missing, most))
        for each in wanting
        for missing in each.missing
    ]
    for others in range(most + 1):
        enough = [(name, count) for name, count in counts if count.enough(others)]
        if enough:
            helping = reduce(or_, (mask for _, count in enough for mask in count.of(others)), 0)
            those = frozenset(id(acts[number].option) for number in members(helping))
            return Needed(others, frozenset(name for name, _ in enough), those)
    return Needed(most + 1)


class _Act(Helper):
    """An option of a pool as something that may help what ends as is claimed."""

    claims: Sequence[Claim] = ()

    @cached_property
    def reaching(self) -> tuple[tuple[tree.Who | None, tree.Effect], ...]:
        """Its effects on others, but for those of layer 7 that apply to nothing so claimed.

        613.4: there no type, colour or ability changes, so that what such an effect asks for of
        these is true of what it applies to in the end, too.
        """
        printed = {*self.option.effects}
        return tuple(
            (who, effect)
            for who, effect in reaching_of(self.option)
            if effect not in printed
            or any(layer_of(change)[:1] != "7" for change in effect.changes)
            or not self.denied(asked_by(self.option, who))
        )

    def denied(self, filter: tree.Filter | None) -> bool:
        """Whether what is claimed leaves the filter false."""
        parts = filter.parts if isinstance(filter, tree.AllOf) else (filter,)
        return any(map(self.denies, parts))

    def denies(self, part: tree.Filter | None) -> bool:
        match part:
            case tree.HasNoAbilities():
                return any(isinstance(claim, tree.HasKeyword) for claim in self.claims)
            case tree.HasType() | tree.HasSubtype() | tree.HasColor() | tree.HasKeyword():
                return tree.Not(part) in self.claims
        return False
