"""Which cards can take part in a smallest board of a size.

Smaller sizes have been decided, so on a board of this size every permanent that isn't asked for is
needed: without it a claim fails or something falls apart. So it makes a claim true, or what makes a
claim true applies only because of it, or it is counted, or it is what something is attached to.
Loses no board iff each permanent of a smallest board is needed in one of the ways told here; that
too many are taken only makes the search longer.
"""

from collections.abc import Collection, Sequence
from functools import cached_property, reduce
from operator import and_, or_

from msgspec import Struct

from striate.cards import tree
from striate.quick.reach import TEXT, Keys, decided_by, reads, touch, writes
from striate.search import savings
from striate.search.cone import counts_around
from striate.search.counting import Counting
from striate.search.goals import Claim
from striate.search.helping import Helper, effects_of, helps, told_by_itself
from striate.search.making import STABLE, could_break, makes
from striate.search.poolfacts import facts_of
from striate.search.questions import Question
from striate.search.ranges import target_of
from striate.search.remembering import remembered
from striate.search.sums import Sums
from striate.search.wanting import FEW, Asked, Wanting, askable, claimed
from striate.solver.choice import members
from striate.spreading.collecting import uncollected

COMPLETE = 2  # of so many others all that can take part is chosen, of more what makes claims true
_STANDING: Keys = frozenset(
    {("toughness", "*"), ("type", "*"), ("subtype", "Aura"), ("subtype", "Equipment"),
     ("ability", "protection"), ("controller", "*"), ("color", "*")}
)  # fmt: skip


class Selection(Struct):
    """The cards of one size: those with effects, and whether any other card can be needed."""

    asked: tuple[tree.Card, ...]
    helping: tuple[tree.Card, ...]
    counting: tuple[tree.Card, ...]  # of them, those that count or are attached to other cards
    beside: bool = False  # cards without effects may be needed
    whole: bool = True  # no other card can be on a smallest board

    @property
    def cards(self) -> int:
        return len(self.asked) + len(self.helping)

    def joined(self, other: "Selection", more: Sequence[tree.Card]) -> "Selection":
        """What either says, with some more cards."""
        counted = more if self.beside or other.beside else ()
        return Selection(
            once(*self.asked, *other.asked),
            once(*self.helping, *other.helping, *more),
            once(*self.counting, *other.counting, *counted),
            self.beside or other.beside,
            self.whole and other.whole,
        )


@uncollected()
def lacking_nothing(question: Question, questions: Sequence[Asked]) -> list[tree.Card]:
    """Of what can be the one object of a goal the cards that surely lack nothing that is claimed
    by themselves."""
    counters, parts = bool(question.counters), claimed(question.goal.demands[0], question)
    return [
        card
        for card, option in questions
        if all(told_by_itself(option, part, counters) is not False for part in parts)
    ]


@uncollected()
def selectors(question: Question, questions: Sequence[Asked] = ()) -> list["Selector"]:
    """What each sort of asked-for card needs; together they are all that can be asked for.

    Of many cards those that lack the same by themselves are one sort, and those whose own effects
    bear on the goal are kept apart.
    """
    questions = list(questions or askable(question))
    deeds = facts_of(question.cards).deeds
    whole = Selector(question, deeds, questions)
    if not whole.single:
        # A board on which nothing that is asked for lies face down is as good, and sooner found.
        standing = [each for each in questions if not each[1].down]
        sooner = question.all_ == 1 and 0 < len(standing) < len(questions)
        return [whole, Selector(question, deeds, standing)] if sooner else [whole]
    if whole.few:
        return [whole]
    plain: dict[frozenset[int], list[Asked]] = {}
    acting: dict[frozenset[int], list[Asked]] = {}
    for card, option in questions:
        acts = option.enchant is not None or any(map(whole.bears, effects_of(option)))
        levels = any(isinstance(each, tree.LevelSymbol) for each in card.faces[0].abilities)
        sorts = acting if acts or levels else plain
        sorts.setdefault(whole.lacks(option), []).append((card, option))
    groups = [*plain.values()]
    for each in acting.values():
        groups += [each[start : start + FEW] for start in range(0, len(each), FEW)]
    return [Selector(question, deeds, each, whole.lacking) for each in groups]


def impossible(selectors: Sequence["Selector"]) -> Claim | None:
    """A part that nothing could ever make true of anything that is asked for."""
    parts = selectors[0].impossible
    return next(
        (part for part in parts if all(part in each.impossible for each in selectors)), None
    )


class Selector(Wanting):
    """Which cards can be on a smallest board about some cards of a pool."""

    # --- one other, two others --------------------------------------------------------------------

    def select(self, others: int) -> Selection:
        """The cards that can be on a smallest board with so many permanents not asked for."""
        return self._selected(others, frozenset(self.falling))

    @remembered
    @uncollected()
    def _selected(self, others: int, _falling: frozenset[str]) -> Selection:
        selection = self._acting(others)
        if not self.waivers or others > COMPLETE:
            return selection
        before = (
            self.select(others - 1) if others > 1 else Selection(self.asked_lacking({0}), (), ())
        )
        return selection.joined(before, self.waivers) if before.asked else selection

    @cached_property
    def waivers(self) -> tuple[tree.Card, ...]:
        """704.5j: what says that the legend rule doesn't apply, if two legends of one name may
        meet.

        Loses no board iff one of the two is asked for: two that help and this are three others.
        """
        given = self.deeds.able(tree.HasSupertype("Legendary"))
        if not any(
            (not self.single or helps(card)) and (given or "Legendary" in option.face.supertypes)
            for card, option in self.asked
        ):
            return ()
        return facts_of(self.question.cards).waivers

    def _cards(self, helpers: int) -> tuple[tree.Card, ...]:
        """Each once, by whichever face it helps."""
        return once(*(self.helpers[n].card for n in members(helpers)))

    def _acting(self, others: int) -> Selection:
        """The cards that can be on it by what they do."""
        chosen = counting = 0
        beside, whole = False, self.single or others <= COMPLETE
        viable: set[int] = set()
        for missing in self.missing:
            lacking = [part for place, (_, part) in enumerate(self.parts) if missing >> place & 1]
            by_itself = self.asked_counts and self.made_by_itself(lacking)
            by_itself = by_itself and self.sums(others, missing).idle
            beside |= by_itself
            if others == 1:
                helpers, count = self.singles(lacking, missing), 0
            elif (all_ := self.taking_part(missing, others)) is not None:
                helpers, count = all_, 0
            elif others == COMPLETE:
                helpers, count = self.pairs(lacking, missing)
                # The other of the two is what is counted, or attached to.
                count |= self.singles(lacking, missing) if self.asked_counts else 0
            else:
                helpers, count, whole = self.groups(lacking, others), 0, False
            if helpers or count or by_itself:
                viable.add(missing)
            chosen |= helpers
            counting |= count
        return Selection(
            self.asked_lacking(viable),
            self._cards(chosen),
            self._cards(counting),
            beside or bool(counting),
            whole,
        )

    def taking_part(self, missing: int, others: int) -> int | None:
        """The helpers of which it takes so many to make what is missing; None if fewer may do."""
        if not (savings.on("counting") and self.single and self.apart):
            return None
        count = Counting(self, missing, others)
        if any(map(count.enough, range(others))):
            return None
        return reduce(or_, count.of(others), 0)

    def asked_lacking(self, viable: Collection[int]) -> tuple[tree.Card, ...]:
        """The asked-for cards that lack just what can be made up for; of several objects all."""
        if not viable:
            return ()
        whole = not self.single or (self.few and viable != {0})
        cards = (c for c, o in self.asked if whole or not self.lacks(o).isdisjoint(viable))
        return once(*cards)

    def singles(self, lacking: Sequence[Claim], missing: int) -> int:
        making, helpers = self.making, self.deeds.everyone
        parts = [self.parts[place] for place in members(missing)]
        for number, part in sorted(parts, key=lambda each: self.deeds.able(each[1]).bit_count()):
            # What few can make first: where nothing is left, the rest need not be told.
            helpers &= (
                (making.makers(part).free | self.making_it_act(part, number)) if helpers else 0
            )
        if not lacking:
            # All can be met alone, only not together: whatever makes or keeps one of them.
            helpers = self.influencing_asked
            for _, part in self.parts:
                helpers |= making.makers(part).free
        if not helpers:
            return 0
        sums = self.sums(1, missing)
        return sum(1 << n for n in members(helpers) if sums.alone(n))

    def pairs(self, lacking: Sequence[Claim], missing: int) -> tuple[int, int]:
        """Two others, and which of them may need any card that there is as the other."""
        chosen = counting = 0
        # On a smallest board one of the two makes some lacking part; where none lacks, either may.
        anchors = self.influencing_asked
        for part in lacking or [part for _, part in self.parts]:
            anchors |= self.making.makers(part).all_
        sums = self.sums(2, missing)
        for number in members(anchors):
            bit = 1 << number
            partners, counts = self.partners(self.helpers[number], lacking, sums)
            if partners:
                chosen |= partners | bit
            if counts:
                counting |= bit
        return chosen, counting

    def partners(self, helper: Helper, lacking: Sequence[Claim], sums: Sums) -> tuple[int, bool]:
        """The second of two others, where this is the first; and whether it can be any card."""
        making, bit = self.making, 1 << helper.number
        alone = sums.alone(helper.number)
        by_asked = bool(bit & self.influencing_asked)
        rest = [
            part for part in lacking
            if not (making.makers(part).has(bit) and (target_of(part) is None or alone))
            and not (by_asked and self.made_by_itself([part]))
        ]  # fmt: skip
        parts = lacking or [part for _, part in self.parts]
        free = by_asked or any(making.makers(part).free & bit for part in parts)
        fitting = sums.fitting(helper.number) & (-1 if free else self.repairing(helper, parts))
        # Of one thing that is no size one of two makers would be enough.
        makers = fitting if rest or len(lacking) > 1 or any(map(target_of, lacking)) else 0
        for part in rest or lacking:
            makers &= making.making(part, helper) if makers else 0
        if rest or not free:
            # What makes the rest, or its effects apply, may itself be influenced, or count.
            return makers if rest else fitting, False
        return makers | fitting & self.influencing(helper, parts), self.counts(helper, parts)

    def repairing(self, helper: Helper, parts: Sequence[Claim]) -> int:
        """Those that make the helper's effects apply to what is asked for."""
        bit = 1 << helper.number
        ways = [
            [self.making.making(atom, helper) for atom in atoms]
            for part in parts
            for atoms, mask in self.making.makers(part).needing.items()
            if mask & bit
        ]
        return reduce(or_, (reduce(and_, each) for each in ways), 0)

    def influencing(self, helper: Helper, parts: Sequence[Claim]) -> int:
        """Those that decide whether, or how much, the helper does; or that mend what it breaks."""
        keys: Keys = frozenset()
        for who, effect in self.bearing(helper, parts):
            keys |= decided_by(effect) | reads(who)
        broken, falls = self.broken(helper), helper.card.name in self.falling
        if broken or falls:
            keys = keys.union(TEXT, *(reads(who) for who, _ in helper.reaching))
        if helper.option.enchant is not None:
            keys |= reads(helper.option.enchant)
        if falls:
            keys |= _STANDING
        helpers = self.deeds.writing(keys) if keys else 0
        for part in broken:
            helpers |= self.making.making(part, helper)
        return helpers | self.influencing_asked

    def bearing(
        self, helper: Helper, parts: Sequence[Claim]
    ) -> list[tuple[tree.Who | None, tree.Effect]]:
        """Its effects that could make one of the parts true, or an effect of what is asked for act
        that does."""
        return [
            (who, effect)
            for who, effect in helper.reaching
            if any(makes(effect, part) for part in parts)
            or any(touch(self.asked_needs, writes(change)) for change in effect.changes)
        ]

    def broken(self, helper: Helper) -> list[Claim]:
        """The parts that the helper could make false."""
        changes = [change for _, effect in helper.reaching for change in effect.changes]
        return [
            part
            for _, part in self.parts
            if (part != STABLE or helper.card.name in self.falling)
            and any(could_break(change, part) for change in changes)
        ]

    def counts(self, helper: Helper, parts: Sequence[Claim]) -> bool:
        """Whether any card may help it by being there: counted, or what it is attached to."""
        making = [effect for _, effect in self.bearing(helper, parts)]
        if any(map(counts_around, making)):
            return True
        attached = helper.option.enchant is not None or helper.option.equipment
        return attached and any(not isinstance(each.who, tree.Attached) for each in making)

    def groups(self, lacking: Sequence[Claim], others: int) -> int:
        """Of three and more others: whatever makes or brings about something that is lacking.

        Sound only for boards that are found: `taking_part` says when that is all.
        """
        helpers = 0
        waiting: list[Claim] = list(lacking) or [part for _, part in self.parts]
        known: set[Claim] = set()
        for _ in range(others):
            following: list[Claim] = []
            for part in waiting:
                if part not in known:
                    known.add(part)
                    makers = self.making.makers(part)
                    helpers |= makers.all_
                    needing = (a for a, mask in makers.needing.items() if mask & ~makers.free)
                    following += [atom for atoms in needing for atom in atoms]
            waiting = following
        return helpers


def once(*cards: tree.Card) -> tuple[tree.Card, ...]:
    """Of cards with one name the last, in the place of the first."""
    return tuple({card.name: card for card in cards}.values())
