"""What a goal wants of asked-for cards: what they lack by themselves, and what they do themselves.

Loses no board iff of each card every set of parts that it can lack on a board is among its masks.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property, reduce
from itertools import combinations
from operator import and_, or_
from typing import NamedTuple

from msgspec import Struct, field
from msgspec.structs import replace

from striate.cards import tree
from striate.cards.walking import any_node
from striate.quick.reach import TEXT, Keys, reads, touch, writes
from striate.search.beyond import left_out
from striate.search.cone import counts_around, granted_within, needs
from striate.search.counters import PAIRED
from striate.search.facedown import asks_face_down
from striate.search.goals import RELATIONS, Against, AnyObject, Claim, Demand, Goal, KindCount
from striate.search.helping import (
    effects_of,
    is_of_others,
    may_meet,
    reaching_of,
    told_by_itself,
)
from striate.search.makers import Deeds, Making, bears
from striate.search.making import (
    STABLE,
    implied,
    keys_of,
    least,
    makes,
    opposite,
    owners,
    parts_of,
)
from striate.search.options import Option, face_down_options
from striate.search.poolclasses import asked_for, may_be_asked
from striate.search.poolfacts import facts_of
from striate.search.questions import Question, least_size, put_on
from striate.search.ranges import WIDE, Interval, span_of, spans_of, target_of
from striate.search.remembering import remembered
from striate.search.sums import Sums, wanted_of
from striate.solver.choice import mask_of, masks_of, members
from striate.spreading.collecting import uncollected

FEW = 80  # so many asked-for cards are told apart; of more only the claims that they lack
Asked = tuple[tree.Card, Option]


@uncollected()
def askable(question: Question) -> list[Asked]:
    """What can be asked for: each card in each way that it can lie there."""
    all_asked: list[Asked] = []
    facts = facts_of(question.cards)
    upright = not all(asks_face_down(demand.subject) for demand in question.goal.demands)
    lying = facts.standing_down(question)
    for place in asked_for(question):
        card = question.cards[place]
        ways = [] if left_out(card) else facts.ways(place)
        ways = [*ways, *face_down_options(card, lying.get(card.name, ()))]
        all_asked += [(card, each) for each in ways if upright or each.down]
    return all_asked


def smallest_size(goal: Goal) -> int:
    """No board that reaches the goal is smaller: it takes two objects, if one is attached to or
    compared with the other (301.5c, 303.4d)."""
    two = any(
        isinstance(part, RELATIONS)
        and not (isinstance(part, Against) and part.which in ("every", "number"))
        for demand in goal.demands
        for part in parts_of(demand)
        if demand.count
    )
    return max(least_size(goal), 1 + two)


def claimed(demand: Demand, question: Question) -> tuple[Claim, ...]:
    """What is asked for, part by part, what follows from it, and that it stays."""
    parts = parts_of(demand)
    stable = () if question.any_ and not demand.stays else (STABLE,)
    return (*parts, *dict.fromkeys(implied(parts)), *_moved(parts), *stable)


def _moved(parts: Iterable[Claim]) -> tuple[Claim, ...]:
    """108.3, 110.2: who controls what another player owns is not the one who began to."""
    apart = any(both <= {*parts} for both in _MOVED)
    return (tree.Not(tree.ControlledBy("owner")),) if apart else ()


_MOVED: tuple[frozenset[Claim], ...] = (
    frozenset({tree.ControlledBy("you"), tree.OwnedBy("opponent")}),
    frozenset({tree.ControlledBy("opponent"), tree.OwnedBy("you")}),
)


class Sort(NamedTuple):
    """Of what is asked for: what others have to make, and what it may make, as masks of parts."""

    lacks: int
    gives: int


class Wanting(Struct, dict=True):
    """A goal about some cards of a pool."""

    question: Question
    deeds: Deeds
    asked: list[Asked]
    lacking: dict[int, frozenset[int]] = field(default_factory=dict)  # of an option, by identity
    parts: list[tuple[int, Claim]] = field(default_factory=list)
    falling: set[str] = field(default_factory=set)  # on boards that reach the goal and fall apart

    def __post_init__(self) -> None:
        self.goal, self.helpers = self.question.goal, self.deeds.helpers
        # Of each leveler how it may be, and of what enters with counters (614.12).
        self.leveled: dict[str, list[Option]] = {}
        for card, option in self.asked:
            if _may_revert(card, option):
                self.leveled.setdefault(card.name, []).append(option)
        for number, demand in enumerate(self.goal.demands):
            self.parts += [(number, part) for part in claimed(demand, self.question)]
        self.few = len(self.asked) <= FEW
        self.apart = self.few or self.single  # what they do themselves is told apart
        self.making = Making(self.deeds, [option for _, option in self.asked], self.few)
        self.counters = bool(self.question.counters)

    # --- what is missing --------------------------------------------------------------------------

    @cached_property
    def missing(self) -> list[int]:
        """The sets of parts that asked-for cards may lack by themselves, as masks of `parts`."""
        masks = (
            frozenset[int]().union(*(self.lacks(option) for _, option in self.asked))
            if self.single
            else self.lacking_together()
        )
        return sorted(masks, key=lambda mask: (mask.bit_count(), mask))

    @property
    def lacked(self) -> list[Claim]:
        """The parts that some asked-for card may lack; all, if one may lack none by itself."""
        every = -1 if 0 in self.missing else reduce(or_, self.missing, 0)
        return [part for place, (_, part) in enumerate(self.parts) if every >> place & 1]

    @property
    def single(self) -> bool:
        return len(self.goal.demands) == 1 and self.goal.demands[0].count == 1

    def may_be(self, number: int, card: tree.Card) -> bool:
        return may_be_asked(Goal((self.goal.demands[number],)), card)

    def lacks(self, option: Option) -> frozenset[int]:
        """The sets of parts that the card may lack: all that it surely does, and of others any."""
        key = id(option)
        if key not in self.lacking:
            values = [told_by_itself(option, part, self.counters) for _, part in self.parts]
            self.lacking[key] = _open(values, self.parts)
        return self.lacking[key]

    def lacking_together(self) -> frozenset[int]:
        """Of several objects: for each of them what some card that it may be may lack.

        What the effects of asked-for cards bear on may be met or not.
        """
        given = self.given
        lacking = {0}
        for number in range(len(self.goal.demands)):
            those = {
                tuple(
                    True if each != number
                    else None if given[place]
                    else told_by_itself(option, part, self.counters)
                    for place, (each, part) in enumerate(self.parts)
                )
                for card, option in self.asked
                if self.may_be(number, card)
            }  # fmt: skip
            several = frozenset[int]().union(*(_open(values, self.parts) for values in those))
            lacking = {one | other for one in lacking for other in several}
        return frozenset(lacking)

    @cached_property
    def given(self) -> list[bool]:
        """Of each part whether the effects of some asked-for card bear on it."""
        return [
            any(self.gives(o, part, to_itself=self.is_only(n, card)) for card, o in self.asked)
            for n, part in self.parts
        ]

    @cached_property
    def sorts(self) -> list[dict[Sort, dict[str, tree.Card]]]:
        """For each demand the cards that can be its object, by their sorts and names."""
        sorts: list[dict[Sort, dict[str, tree.Card]]] = [{} for _ in self.goal.demands]
        owed = [
            [(n, part) for n, (of, part) in enumerate(self.parts) if of == number]
            if demand.count and demand.of_some
            else []  # nothing is said of an object
            for number, demand in enumerate(self.goal.demands)
        ]
        for card, option in self.asked:
            given = [effect for _, effect in reaching_of(option)]
            gives = mask_of(any(makes(e, part) for e in given) for _, part in self.parts if given)
            for number, parts in enumerate(owed):
                if self.may_be(number, card):
                    lacks = sum(
                        1 << n for n, part in parts if not may_meet(option, part, (), self.counters)
                    )
                    sorts[number].setdefault(Sort(lacks, gives), {})[card.name] = card
        return sorts

    def is_only(self, number: int, card: tree.Card) -> bool:
        """Whether the card can be that one object of those that are asked for, and no other."""
        each = [place for place in range(len(self.goal.demands)) if self.may_be(place, card)]
        return each == [number] and self.goal.demands[number].count == 1

    def gives(self, option: Option, part: Claim, *, to_itself: bool) -> bool:
        """Whether its effects bear on the part, of other objects or of itself alone.

        What it gives to others may come back to it.
        """
        own = (each for each in option.effects if not (to_itself and is_of_others(each.who)))
        given = (each for one in option.effects for each in granted_within(one))
        return any(bears(change, part) for each in (*own, *given) for change in each.changes)

    # --- what the asked-for cards do themselves ---------------------------------------------------

    @cached_property
    def asked_needs(self) -> Keys:
        """What the asked-for cards' own effects look at, where they bear on a claim."""
        reverts = self.leveled and (self.apart or any(self.reverts(part) for _, part in self.parts))
        keys: Keys = TEXT if reverts else frozenset()
        for _, option in self.asked if self.apart else ():
            keys |= self.effects_need(effects_of(option))
            keys |= reads(option.enchant) if option.enchant is not None else frozenset()
        return keys

    def effects_need(self, effects: Iterable[tree.Effect]) -> Keys:
        return frozenset[tuple[str, str]]().union(*map(needs, filter(self.bears, effects)))

    def bears(self, effect: tree.Effect) -> bool:
        return any(touch(keys_of(part), writes(each)) for each in effect.changes
                   for _, part in self.parts)  # fmt: skip

    @cached_property
    def complete(self) -> bool:
        """Whether what asked-for cards do themselves is told apart, so that nothing is missed."""
        return self.apart or not any(
            self.bears(effect) for _, option in self.asked for effect in option.effects
        )

    def made_by_itself(self, lacking: Sequence[Claim]) -> bool:
        """Whether what is lacking may come from the asked-for cards, with something beside them."""
        return all(self.reverts(part) or self.selves(part) for part in lacking)

    @remembered
    def making_it_act(self, part: Claim, number: int | None = None) -> int:
        """The helpers by which an effect of the asked-for card itself could make the part true; of
        the object of one demand, if that is told.
        """
        selves = self.selves(part, number)
        if selves and not self.apart:
            return self.deeds.everyone
        keys = TEXT if self.reverts(part) else frozenset[tuple[str, str]]()
        keys |= self.effects_need(effect for _, effect in selves)
        return self.deeds.writing(keys) if keys else 0

    @remembered
    def reverts(self, part: Claim) -> bool:
        """Whether a leveler that may lack the part could meet it by what is printed, once it lost
        its levels; or what enters with counters, without these.
        """
        return any(
            any(told_by_itself(each, part, self.counters) is not True for each in ways)
            and any(
                told_by_itself(replace(each, counters=(), opens=()), part, self.counters)
                is not False
                for each in ways
            )
            for ways in self.leveled.values()
        )

    @remembered
    def selves(self, part: Claim, number: int | None = None) -> list[tuple[Option, tree.Effect]]:
        """The effects of asked-for cards that could make the part true of one of them, or of that
        of one demand.

        301.5c, 303.4d: of one object that is asked for, what it does to what it is attached to is
        done to another; and so is what the one object that a card can be does to "other" ones.
        Loses no board iff that matters to it only as what makes another's effect act, which is
        looked at as such.
        """
        return [
            (option, effect)
            for card, option in self.asked
            for effect in effects_of(option)
            if makes(effect, part)
            and not (self.single and _is_on_its_host(option, effect))
            and not (number is not None and self.is_on_others(number, card, option, effect))
        ]

    def is_on_others(
        self, number: int, card: tree.Card, option: Option, effect: tree.Effect
    ) -> bool:
        """Whether the effect passes over the one object that the card can be, that of the
        demand."""
        return is_of_others(effect.who) and _prints(option, effect) and self.is_only(number, card)

    @cached_property
    def influencing_asked(self) -> int:
        return self.deeds.writing(self.asked_needs) if self.asked_needs else 0

    @cached_property
    def asked_counts(self) -> bool:
        """Whether any card may help what is asked for by being there."""
        for _, option in self.asked if self.apart else ():
            if option.enchant is not None:
                return True
            for effect in effects_of(option):
                looked_at = (effect.condition, effect.changes)
                if self.bears(effect) and (
                    counts_around(effect) or any_node(looked_at, (tree.IsAttachedTo,))
                ):
                    return True
        return False

    def sums(self, others: int, missing: int) -> Sums:
        """What helpers can do to the sizes of what lacks this, with so many others."""
        return self._sums(others, missing if self.single else 0)

    @remembered
    def _sums(self, others: int, missing: int) -> Sums:
        """Of several objects it is not told by what each of them lacks."""
        wanted = []
        counters = put_on(self.question)
        for number, demand in enumerate(self.goal.demands):
            parts = [part for each, part in self.parts if each == number and demand.count]
            candidates = [
                option
                for card, option in self.asked
                if self.may_be(number, card) and (not self.single or missing in self.lacks(option))
            ]
            wanted.append(wanted_of(parts, candidates, counters))
        options = [option for _, option in self.asked]
        count = sum(demand.count for demand in self.goal.demands)
        return Sums(
            [each for each in wanted if each], self.deeds, options, others + count, count - 1
        )

    @cached_property
    def impossible(self) -> list[Claim]:
        """The parts that nothing could ever make true."""
        common = reduce(and_, self.missing, (1 << len(self.parts)) - 1)
        each = (self.parts[place][1] for place in members(common))
        return [p for p in each if not self.making.makers(p).all_ and not self.selves(p)]


def _open(values: Sequence[bool | None], parts: Sequence[tuple[int, Claim]]) -> frozenset[int]:
    """The masks of what may lack: whatever is false, with any of what isn't sure.

    Sizes and being stable are made by the same effects, and are told apart by `Sums` alone.
    """
    sure = mask_of(each is False for each in values)
    sized = [part == STABLE or target_of(part) is not None for _, part in parts]
    groups = masks_of(
        None if each is not None else "size" if sized[place] else place
        for place, each in enumerate(values)
    )
    groups.pop(None, None)
    return frozenset(
        sum(some, sure)
        for number in range(len(groups) + 1)
        for some in combinations(groups.values(), number)
    )


def _may_revert(card: tree.Card, option: Option) -> bool:
    """Whether it has levels, or counters with which it entered, that it can be without."""
    levels = len(option.face.abilities) < len(card.faces[0].abilities) and not option.down
    return levels or bool(option.counters or option.opens)


def _is_on_its_host(option: Option, effect: tree.Effect) -> bool:
    return isinstance(effect.who, tree.Attached) and _prints(option, effect)


def _prints(option: Option, effect: tree.Effect) -> bool:
    """Whether it is not an effect of an ability that the card gives to something."""
    return effect in option.effects


# --- goals that contradict themselves: no board of any size reaches them --------------------------


_ANY_LOYALTY = frozenset(tree.HasCounter(kind, ">=", 1) for kind in ("loyalty", None))


def contradiction(goal: Goal, *, falling: bool) -> frozenset[str]:
    """The rules by which no object can be as some demand asks; none where that is not seen.

    `falling`: state-based actions may take what is asked for.
    """
    every = [each for each in goal.demands if each.every]
    for demand in goal.demands:
        # What is said of all of a kind may be said of none.
        whole = demand if demand.total or demand.alike else as_all_are(demand, every)
        rules = _against(whole, falling) if demand.count else frozenset()
        if rules:
            return rules
    return frozenset()


def as_all_are(demand: Demand, wide: Iterable[Demand]) -> Demand:
    """What is said of every object of a kind is said of one that is claimed to be of it."""
    claims = demand.claims
    for each in wide:
        if each.every and not each.another and isinstance(each.subject, AnyObject):
            kind = parts_of(Demand(each.subject, each.phrase))
            if set(kind) <= set(parts_of(Demand(demand.subject, claims))):
                claims += tuple(claim for claim in each.claims if claim not in claims)
    return replace(demand, claims=claims)


def _can_count(parts: Iterable[Claim], colors: int) -> bool:
    """Whether some number of its colors, these among them, and of its words of each kind is as all
    parts say."""
    left: dict[Claim, Interval] = {tree.ColorCount("=", 0): (colors, 5)}
    for part in parts:
        if isinstance(part, tree.ColorCount | KindCount):
            counted = replace(part, op="=", number=0)
            low, high = left.get(counted, WIDE)
            least, most = span_of(part.op, part.number) or WIDE
            left[counted] = (max(low, least), min(high, most))
    return all(low <= high for low, high in left.values())


def _against(demand: Demand, falling: bool) -> frozenset[str]:
    parts = parts_of(demand)
    spans = spans_of(parts)
    for part in parts:
        if opposite(part) in parts:
            return frozenset({"109.3"})
        types = owners(part)
        if types and all(opposite(each) in parts for each in types):
            return frozenset({"205.1a", "205.3d"})
    if any(low > high for low, high in spans.values()):
        return frozenset({"109.3"})
    # 208.3: what has a toughness is a creature; 704.5f: with none left it does not stay.
    if not falling and "toughness" in spans and spans["toughness"][1] <= 0:
        return frozenset({"208.3", "704.5f"})
    # 303.4d: an Aura that is a creature becomes unattached; 704.5m: and then it does not stay.
    if not falling and {tree.HasSubtype("Aura"), tree.HasType("Creature")} <= set(parts):
        return frozenset({"303.4d", "704.5m"})
    colors = len({each for each in parts if isinstance(each, tree.HasColor)})
    if tree.ColorCount("=", 0) in parts and colors:
        return frozenset({"105.2c"})
    if not _can_count(parts, colors):
        return frozenset({"109.3"})
    counters = {
        e.kind for e in parts if isinstance(e, tree.HasCounter) and least(e.op, e.number) > 0
    }
    if not falling and counters >= PAIRED:
        return frozenset({"704.5q"})
    # 306.5c: it has as much loyalty as it has loyalty counters.
    lost = {e.part for e in parts if isinstance(e, tree.Not)} & _ANY_LOYALTY
    if not falling and lost and tree.HasType("Planeswalker") in parts:
        return frozenset({"306.5c", "704.5i"})
    if tree.Not(tree.HasType("Creature")) in parts and spans:
        return frozenset({"208.3"})
    return frozenset()
