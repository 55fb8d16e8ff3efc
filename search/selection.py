"""Which cards can take part in a smallest board of a size.

Smaller sizes have been decided, so on a board of this size every permanent that isn't asked for is
needed: without it a claim fails or something falls apart. So it makes a claim true, or what makes a
claim true applies only because of it, or it is counted, or it is what something is attached to.
Loses no board iff each permanent of a smallest board is needed in one of the ways told here; that
too many are taken only makes the search longer.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import msgspec

from striate.cards import tree
from striate.cards.walking import any_node
from striate.encodings.dependency import deed_reads
from striate.encodings.effects import statics_of
from striate.encodings.reach import Keys, reads, touch, writes
from striate.search.cone import granted_within, mana_value_of
from striate.search.goals import Claim, Demand, Goal, HasText
from striate.search.making import (
    STABLE,
    Possible,
    atoms_failing,
    could_make,
    keys_of,
    opposite,
    parts_of,
)
from striate.search.options import Option, left_out, made
from striate.search.poolclasses import may_be_asked
from striate.search.questions import Question
from striate.search.ranges import (
    Interval,
    Marks,
    Range,
    Stat,
    can_reach,
    marks_of,
    range_of,
    target_of,
)
from striate.solver.choice import members

_COUNTS = (tree.Count, tree.CountDistinct, tree.Aggregate, tree.Devotion, tree.SymbolsAmong,
           tree.CountersAmong, tree.IsExtreme, tree.HasAttached)  # fmt: skip
COMPLETE = (
    2  # of so many others whatever can take part is chosen, of more only what makes claims true
)
_FEW = 80  # so many asked-for cards are told apart; of more only the claims that they lack
_TEXT: Keys = frozenset({("text", "*")})
_STANDING: Keys = frozenset(
    {("toughness", "*"), ("type", "*"), ("subtype", "Aura"), ("subtype", "Equipment"),
     ("ability", "protection"), ("controller", "*"), ("color", "*")}
)  # fmt: skip


@dataclass(eq=False)
class Helper:
    """A card with effects, as something that may help."""

    number: int
    card: tree.Card
    option: Option
    reaching: tuple[tuple[tree.Who | None, tree.Effect], ...]  # effects on others: whom, roughly

    @cached_property
    def changes(self) -> tuple[tree.Change, ...]:
        return tuple(dict.fromkeys(each for _, effect in self.reaching for each in effect.changes))

    @cached_property
    def own(self) -> tuple[tree.Change, ...]:
        """Whatever it changes, of itself too."""
        found = [*self.changes]
        for static in self.option.statics:
            found += [change for effect in static.effects for change in effect.changes]
        return tuple(dict.fromkeys(found))

    @cached_property
    def writes(self) -> Keys:
        return frozenset[tuple[str, str]]().union(*(writes(each) for each in self.own))


def _at_levels(card: tree.Card) -> Iterator[Option]:
    """711.2a-b, 711.5: what a leveler is without counters, and with enough, as if printed so."""
    face = card.faces[0]
    rest = tuple(each for each in face.abilities if not isinstance(each, tree.LevelSymbol))
    if len(rest) == len(face.abilities):
        return
    bare = msgspec.structs.replace(face, abilities=rest)
    yield made(msgspec.structs.replace(card, faces=(bare, *card.faces[1:])), ())
    for symbol in face.abilities:
        if isinstance(symbol, tree.LevelSymbol):
            there = msgspec.structs.replace(
                face,
                power=symbol.power,
                toughness=symbol.toughness,
                abilities=(*rest, *symbol.abilities),
            )
            yield made(msgspec.structs.replace(card, faces=(there, *card.faces[1:])), ())


def helper_of(number: int, card: tree.Card) -> Helper | None:
    """The card, if some effect of it can act on the battlefield; its choices left open."""
    if not any(statics_of(each) for each in card.faces[0].abilities) or left_out(card):
        return None
    option = made(card, ())
    if not option.statics:
        return None
    return Helper(number, card, option, tuple(_reaching(option)))


def _reaching(option: Option) -> Iterator[tuple[tree.Who | None, tree.Effect]]:
    for static in option.statics:
        for effect in static.effects:
            if effect.who != tree.This():
                yield effect.who, effect
            for inner in granted_within(effect):
                # Of what it gives to others: on these themselves, or on whatever it says.
                free = effect.who == tree.This() or inner.who != tree.This()
                yield (inner.who if free and inner.who != tree.This() else effect.who), inner


@dataclass
class Selection:
    """The cards of one size: those with effects, and whether any other card can be needed."""

    asked: tuple[tree.Card, ...]
    helping: tuple[tree.Card, ...]
    counting: tuple[tree.Card, ...]  # of them, those that count or are attached to other cards
    beside: bool = False  # cards without effects may be needed


@dataclass
class Selector:
    """What a goal needs, worked out once for all sizes."""

    question: Question
    goal: Goal
    helpers: list[Helper] = field(default_factory=list)
    asked: list[tuple[tree.Card, Option]] = field(default_factory=list)
    leveled: list[Option] = field(default_factory=list)  # levelers, without their levels
    parts: list[tuple[int, Claim]] = field(default_factory=list)
    falling: set[str] = field(default_factory=set)  # on boards that reach the goal and fall apart

    def __post_init__(self) -> None:
        for card in self.question.cards:
            found = helper_of(len(self.helpers), card)
            if found is not None:
                self.helpers.append(found)
            if may_be_asked(self.goal, card) and not left_out(card):
                levels = list(_at_levels(card))
                self.leveled += levels[:1]
                option = made(card, ()) if found is None else found.option
                self.asked += [(card, each) for each in levels or [option]]
        for number, demand in enumerate(self.goal.demands):
            self.parts += [(number, part) for part in self.claims(demand)]
        self._makers: dict[Claim, _Makers] = {}
        self._able: dict[Claim, int] = {}
        self._faces = tuple(option.face for _, option in self.asked)
        self.few = len(self.asked) <= _FEW
        self._written: dict[Keys, int] = {}
        self._unlocking: dict[Claim, list[tuple[int, int]]] = {}

    def claims(self, demand: Demand) -> tuple[Claim, ...]:
        stable = () if self.question.any_ else (STABLE,)
        return (*parts_of(demand), *stable)

    # --- what is missing -------------------------------------------------------------------------------

    @cached_property
    def missing(self) -> list[int]:
        """The sets of parts that asked-for cards lack by themselves, as masks of `parts`."""
        if self.single:
            masks = {self.lacks(option) for _, option in self.asked}
            return sorted(masks, key=lambda mask: (mask.bit_count(), mask))
        whole = 0
        for place, (number, part) in enumerate(self.parts):
            may = [each for each in self.asked if self.may_be(number, each[0])]
            met = any(self.met(option, part) for _, option in may)
            given = any(self.gives(option, part) for _, option in self.asked)
            if may and not met and not given:
                whole |= 1 << place
        return [whole]

    @property
    def single(self) -> bool:
        return len(self.goal.demands) == 1 and self.goal.demands[0].count == 1

    def may_be(self, number: int, card: tree.Card) -> bool:
        return may_be_asked(Goal((self.goal.demands[number],)), card)

    def lacks(self, option: Option) -> int:
        return sum(
            1 << place for place, (_, part) in enumerate(self.parts) if not self.met(option, part)
        )

    def met(self, option: Option, part: Claim) -> bool:
        """Whether the part may be true of the card with nothing but itself and counters there."""
        if printed_may_hold(option, part, bool(self.question.counters)):
            return True
        return any(
            could_make(change, part)
            for effect in _acting_on_itself(option)
            for change in effect.changes
        )

    def gives(self, option: Option, part: Claim) -> bool:
        return any(could_make(each, part) for _, effect in _reaching(option)
                   for each in effect.changes)  # fmt: skip

    # --- who makes what -----------------------------------------------------------------------------------

    def makers(self, part: Claim) -> "_Makers":
        """The helpers with an effect that could make the part true of what is asked for."""
        found = self._makers.get(part)
        if found is None:
            found = self._makers[part] = _Makers()
            for number in members(self.able(part)):
                helper = self.helpers[number]
                for who, effect in helper.reaching:
                    if any(could_make(change, part) for change in effect.changes):
                        found.add(number, self.needs_first(helper, who, effect))
        return found

    def able(self, part: Claim) -> int:
        """The helpers with a change that could make the part true of something."""
        found = self._able.get(part)
        if found is None:
            found = 0
            for change, mask in self.by_change.items():
                if could_make(change, part):
                    found |= mask
            self._able[part] = found
        return found

    @cached_property
    def by_change(self) -> dict[tree.Change, int]:
        found: dict[tree.Change, int] = {}
        for helper in self.helpers:
            for change in helper.changes:
                found[change] = found.get(change, 0) | 1 << helper.number
        return found

    def needs_first(
        self, helper: Helper, who: tree.Who | None, effect: tree.Effect
    ) -> frozenset[tree.Filter]:
        """What another must make true of what is asked for before the effect applies to it."""
        if not self.few or who is None:
            return frozenset()
        filter = who.filter if isinstance(who, tree.Each) else None
        if isinstance(who, tree.Attached):
            filter = helper.option.enchant
            if filter is None:
                kinds = (tree.HasType("Creature"), *helper.option.equips)
                filter = tree.AnyOf(kinds) if len(kinds) > 1 else kinds[0]
        if filter is None:
            return frozenset()
        # 303.4f, 613.6: what it is attached to, or applies to, is settled before it does anything.
        other = None if isinstance(who, tree.Attached) else effect
        failing = atoms_failing(filter, self.possible(helper, other))
        return failing or frozenset()

    def possible(self, helper: Helper, effect: tree.Effect | None) -> Possible:
        """What may be true of what is asked for by its own effects and the helper's others."""
        changes: list[tree.Change] = [*self.asked_changes]
        if effect is not None:
            for _, each in helper.reaching:
                changes += each.changes if each != effect else ()
        return Possible(self._faces, tuple(changes))

    @cached_property
    def asked_changes(self) -> tuple[tree.Change, ...]:
        found: dict[tree.Change, None] = {}
        for _, option in self.asked if self.few else ():
            for static in option.statics:
                for effect in (*static.effects, *_granted(static)):
                    found.update(dict.fromkeys(effect.changes))
        return tuple(found)

    def making(self, part: Claim, beside: Helper) -> int:
        """The helpers that could make the part true on a board with that other one."""
        found = self.makers(part).free
        bit = 1 << beside.number
        for needed, mask in self.unlocking(part):
            if needed & bit:
                found |= mask
        return found

    def unlocking(self, part: Claim) -> list[tuple[int, int]]:
        """Makers of the part that need something first, after those that could make all of it."""
        found = self._unlocking.get(part)
        if found is None:
            found = self._unlocking[part] = []
            for atoms, mask in self.makers(part).blocked.items():
                needed = self.all_helpers()
                for atom in atoms:
                    needed &= self.able(atom)
                if needed:
                    found.append((needed, mask))
        return found

    def writing(self, keys: Keys) -> int:
        """The helpers that write something of these."""
        found = self._written.get(keys)
        if found is None:
            found = 0
            for written, mask in self.by_writes.items():
                if touch(keys, written):
                    found |= mask
            self._written[keys] = found
        return found

    @cached_property
    def by_writes(self) -> dict[Keys, int]:
        found: dict[Keys, int] = {}
        for helper in self.helpers:
            found[helper.writes] = found.get(helper.writes, 0) | 1 << helper.number
        return found

    @cached_property
    def asked_needs(self) -> Keys:
        """What the asked-for cards' own effects look at, where they bear on a claim."""
        found: Keys = _TEXT if self.leveled and self.few else frozenset()
        for _, option in self.asked if self.few else ():
            found |= self.effects_need(
                effect
                for static in option.statics
                for effect in (*static.effects, *_granted(static))
            )
            if option.enchant is not None:
                found |= reads(option.enchant)
        return found

    def effects_need(self, effects: Iterable[tree.Effect]) -> Keys:
        found: Keys = frozenset()
        for effect in effects:
            if self.bears(effect):
                found |= reads(effect.who) | _TEXT
                found |= reads(effect.condition) if effect.condition is not None else frozenset()
                for change in effect.changes:
                    found |= deed_reads(change)
        return found

    def bears(self, effect: tree.Effect) -> bool:
        return any(touch(keys_of(part), writes(each)) for each in effect.changes
                   for _, part in self.parts)  # fmt: skip

    # --- one other, two others ---------------------------------------------------------------------------------

    def select(self, others: int) -> Selection:
        """The cards that can be on a smallest board with so many permanents not asked for."""
        chosen = counting = 0
        beside = False
        viable: set[int] = set()
        for missing in self.missing:
            lacking = [part for place, (_, part) in enumerate(self.parts) if missing >> place & 1]
            by_itself = self.asked_counts and self.made_by_itself(lacking)
            beside |= by_itself
            if others == 1:
                found, count = self.singles(lacking, missing)
            elif others == 2:
                found, count = self.pairs(lacking, missing)
                # The other of the two is what is counted, or attached to.
                count |= self.singles(lacking, missing)[0] if self.asked_counts else 0
            else:
                found, count = self.groups(lacking, others)
            if found or count or by_itself:
                viable.add(missing)
            chosen |= found
            counting |= count
        return Selection(
            self.asked_lacking(viable),
            tuple(self.helpers[n].card for n in members(chosen)),
            tuple(self.helpers[n].card for n in members(counting)),
            beside or bool(counting),
        )

    def made_by_itself(self, lacking: Sequence[Claim]) -> bool:
        """Whether what is lacking may come from the asked-for cards, with something beside them."""
        return all(
            self.reverts(part) or any(self.gives_self(option, part) for _, option in self.asked)
            for part in lacking
        )

    def asked_lacking(self, viable: Collection[int]) -> tuple[tree.Card, ...]:
        """The asked-for cards that lack just what can be made up for."""
        if self.few or not self.single:
            return tuple({card.name: card for card, _ in self.asked}.values())
        found = (card for card, option in self.asked if self.lacks(option) in viable)
        return tuple({card.name: card for card in found}.values())

    @cached_property
    def complete(self) -> bool:
        """Whether what asked-for cards do themselves is told apart, so that nothing is missed."""
        return self.few or not any(
            self.bears(effect)
            for _, option in self.asked
            for static in option.statics
            for effect in static.effects
        )

    def making_it_act(self, part: Claim) -> int:
        """The helpers by which an effect of the asked-for card itself could make the part true."""
        if not self.few:
            return self.all_helpers() if self.selves(part) else 0
        found = 0
        if self.reverts(part):
            found |= self.writing(_TEXT)
        for option, effect in self.selves(part):
            atoms: frozenset[tree.Filter] | None = None
            if isinstance(effect.who, tree.Each):
                possible = Possible((option.face,), self.asked_changes)
                atoms = atoms_failing(effect.who.filter, possible)
            if atoms is None:
                keys = self.effects_need([effect])
                found |= self.writing(keys) if keys else 0
                continue
            those = self.all_helpers()
            for atom in atoms:
                makers = self.makers(atom)
                those &= makers.free | makers.all_blocked
            found |= those
        return found

    def reverts(self, part: Claim) -> bool:
        """Whether a leveler could meet the part by what is printed, once it lost its levels."""
        return any(
            printed_may_hold(option, part, bool(self.question.counters)) for option in self.leveled
        )

    def selves(self, part: Claim) -> list[tuple[Option, tree.Effect]]:
        return [
            (option, effect)
            for _, option in self.asked
            for static in option.statics
            for effect in (*static.effects, *_granted(static))
            if any(could_make(change, part) for change in effect.changes)
        ]

    def all_helpers(self) -> int:
        return (1 << len(self.helpers)) - 1

    def singles(self, lacking: Sequence[Claim], missing: int) -> tuple[int, int]:
        found = self.all_helpers()
        for part in lacking:
            found &= self.makers(part).free | self.making_it_act(part)
        if not lacking:
            # All can be met alone, only not together: whatever makes or keeps one of them.
            found = self.writing(self.asked_needs) if self.asked_needs else 0
            for _, part in self.parts:
                found |= self.makers(part).free
        sums = _Sums(self, 1, missing)
        reverting = self.reverting
        return sum(1 << n for n in members(found) if reverting >> n & 1 or sums.alone(n)), 0

    @cached_property
    def reverting(self) -> int:
        """The helpers that could take a leveler's levels away."""
        return self.writing(_TEXT) if self.leveled else 0

    def pairs(self, lacking: Sequence[Claim], missing: int) -> tuple[int, int]:
        sums = _Sums(self, 2, missing)
        chosen = counting = 0
        # On a smallest board one of the two makes some lacking part; where none lacks, either may.
        anchors = 0
        for part in lacking or [part for _, part in self.parts]:
            makers = self.makers(part)
            anchors |= makers.free | makers.all_blocked
        influenced = self.writing(self.asked_needs) if self.asked_needs else 0
        for number in members(anchors | influenced):
            partners, counts = self.partners(self.helpers[number], lacking, sums, influenced)
            if partners:
                chosen |= partners | 1 << number
            if counts:
                counting |= 1 << number
        return chosen, counting

    def partners(
        self, helper: Helper, lacking: Sequence[Claim], sums: "_Sums", influenced: int
    ) -> tuple[int, bool]:
        """The second of two others, where this is the first; and whether it can be any card."""
        bit = 1 << helper.number
        reverting = self.reverting
        allowed = sums.beside(helper.number) | reverting
        if reverting & bit:
            allowed = self.all_helpers()
        by_asked = bool(bit & influenced)
        rest = [
            part for part in lacking
            if not (self.makers(part).has(bit) and sums.alone_for(helper.number, part))
            and not (by_asked and self.made_by_itself([part]))
        ]  # fmt: skip
        found = allowed
        for part in rest:
            found &= self.making(part, helper) if found else 0
        if not found:
            return 0, False
        mine = [part for part in lacking if self.makers(part).has(bit)] or [
            part for _, part in self.parts if self.makers(part).has(bit)
        ]
        free = by_asked or any(self.makers(part).free & bit for part in mine)
        if rest:
            if not free:
                found &= self.repairing(helper, mine)
            # What makes the rest may do so because it is influenced, or counts.
            return found, False
        if not free:
            return found & self.repairing(helper, mine), False
        return found & self.influencing(helper, mine), self.counts(helper, mine)

    def gives_self(self, option: Option, part: Claim) -> bool:
        return any(
            could_make(change, part)
            for static in option.statics
            for effect in (*static.effects, *_granted(static))
            for change in effect.changes
        )

    def repairing(self, helper: Helper, parts: Sequence[Claim]) -> int:
        """Those that make the helper's effects apply to what is asked for."""
        bit = 1 << helper.number
        found = 0
        for part in parts:
            for atoms, mask in self.makers(part).blocked.items():
                if mask & bit:
                    those = self.all_helpers()
                    for atom in atoms:
                        those &= self.making(atom, helper)
                    found |= those
        return found

    def influencing(self, helper: Helper, parts: Sequence[Claim]) -> int:
        """Those that decide whether, or how much, the helper does; or that mend what it breaks."""
        effects = [
            (who, effect)
            for who, effect in helper.reaching
            if any(could_make(change, part) for change in effect.changes for part in parts)
        ]
        broken = self.broken(helper, effects)
        keys: Keys = frozenset()
        for _, effect in effects:
            if effect.condition is not None:
                keys |= reads(effect.condition)
            keys |= _undecided(effect.who)
            for change in effect.changes:
                keys |= deed_reads(change)
        falls = helper.card.name in self.falling
        if broken or falls:
            keys |= _TEXT
            for _, effect in helper.reaching:
                keys |= reads(effect.who)
        if helper.option.enchant is not None:
            keys |= _undecided(tree.Each(helper.option.enchant))
        found = self.writing(keys) if keys else 0
        for part in broken:
            found |= self.making(part, helper)
        if falls:
            found |= self.writing(_STANDING)
        if self.asked_needs:
            found |= self.writing(self.asked_needs)
        return found

    def broken(
        self, helper: Helper, making: Sequence[tuple[tree.Who | None, tree.Effect]]
    ) -> list[Claim]:
        """The parts that the helper could make false."""
        found = []
        for _, part in self.parts:
            if part == STABLE and helper.card.name not in self.falling:
                continue
            against = opposite(part)
            effects = [
                effect for _, effect in helper.reaching
                if any(could_make(change, against) for change in effect.changes)
            ]  # fmt: skip
            makers = [
                effect for _, effect in making
                if any(could_make(change, part) for change in effect.changes)
            ]  # fmt: skip
            alone = target_of(part) is not None and effects == makers and len(effects) == 1
            if effects and not alone:
                found.append(part)
        return found

    def counts(self, helper: Helper, parts: Sequence[Claim]) -> bool:
        """Whether any card may help it by being there: counted, or what it is attached to."""
        making = [
            effect
            for _, effect in helper.reaching
            if any(could_make(change, part) for change in effect.changes for part in parts)
        ]
        if any(any_node((each.condition, each.changes), _COUNTS) for each in making):
            return True
        attached = helper.option.enchant is not None or helper.option.equipment
        return attached and any(not isinstance(each.who, tree.Attached) for each in making)

    @cached_property
    def asked_counts(self) -> bool:
        """Whether any card may help what is asked for by being there."""
        for _, option in self.asked if self.few else ():
            if option.enchant is not None:
                return True
            for static in option.statics:
                for effect in (*static.effects, *_granted(static)):
                    if self.bears(effect) and any_node(
                        (effect.condition, effect.changes), (*_COUNTS, tree.IsAttachedTo)
                    ):
                        return True
        return False

    def groups(self, lacking: Sequence[Claim], others: int) -> tuple[int, int]:
        """Of three and more others: whatever makes or brings about something that is lacking.

        Sound only for boards that are found (`COMPLETE`).
        """
        found = 0
        waiting: list[Claim] = list(lacking) or [part for _, part in self.parts]
        known: set[Claim] = set()
        for _ in range(others):
            following: list[Claim] = []
            for part in waiting:
                if part in known:
                    continue
                known.add(part)
                makers = self.makers(part)
                found |= makers.free | makers.all_blocked
                following += [atom for atoms in makers.blocked for atom in atoms]
            waiting = following
        return found, 0

    @property
    def impossible(self) -> Claim | None:
        """A part that nothing could ever make true."""
        for missing in self.missing:
            lacking = [part for place, (_, part) in enumerate(self.parts) if missing >> place & 1]
            if all(self.makers(part).free | self.makers(part).all_blocked for part in lacking):
                return None
        for place, (_, part) in enumerate(self.parts):
            if all(missing >> place & 1 for missing in self.missing):
                makers = self.makers(part)
                if not makers.free | makers.all_blocked:
                    return part
        return None


class _Makers:
    """The helpers that could make something true: at once, or once something else is true."""

    def __init__(self) -> None:
        self.free = 0
        self.all_blocked = 0
        self.blocked: dict[frozenset[tree.Filter], int] = {}

    def add(self, number: int, atoms: frozenset[tree.Filter]) -> None:
        if atoms:
            self.all_blocked |= 1 << number
            self.blocked[atoms] = self.blocked.get(atoms, 0) | 1 << number
        else:
            self.free |= 1 << number

    def has(self, bit: int) -> bool:
        return bool((self.free | self.all_blocked) & bit)


class _Sums:
    """Which helpers can together bring power and toughness where the goal wants them."""

    def __init__(self, selector: Selector, others: int, missing: int) -> None:
        self.selector = selector
        size = others + sum(demand.count for demand in selector.goal.demands)
        self.targets = []
        single = len(selector.goal.demands) == 1
        for _, part in selector.parts:
            target = target_of(part)
            if target is not None and single and not selector.question.counters:
                self.targets.append((part, *target))
        self.marks = marks_of(selector.question.cards) if self.targets else {}
        self.starts = {
            stat: _starts(selector, stat, size, self.marks, missing) for _, stat, _ in self.targets
        }
        self.ranges: dict[int, tuple[Range, ...]] = {}
        self.bare: dict[int, bool] = {}
        self.groups: dict[tuple[tuple[Range, ...], bool], int] = {}
        values = [mana_value_of(option.face) for _, option in selector.asked] or [0]
        costs = (min(values), max(values))
        for helper in selector.helpers if self.targets else ():
            effects = [effect for _, effect in _repeated(helper, size)]
            found = tuple(
                range_of(effects, stat, size, costs, self.marks) for _, stat, _ in self.targets
            )
            self.ranges[helper.number] = found
            bare = self.bare[helper.number] = _animates_bare(helper)
            key = (found, bare)
            self.groups[key] = self.groups.get(key, 0) | 1 << helper.number
        self.printed = any("Creature" in option.face.types or option.statics
                           for _, option in selector.asked)  # fmt: skip
        self._beside: dict[tuple[tuple[Range, ...], bool], int] = {}

    def reach(self, place: int, ranges: Iterable[Range], bare: bool) -> bool:
        """`bare`: it may be a creature with the size that is printed on it."""
        _, stat, target = self.targets[place]
        ranges = tuple(ranges)
        return any(
            can_reach(start if bare or self.printed else None, (*own, *ranges), target)
            for start, own in self.starts[stat]
        )

    def alone(self, number: int) -> bool:
        return all(self.reaches(number, place) for place in range(len(self.targets)))

    def alone_for(self, number: int, part: Claim) -> bool:
        return all(
            self.reaches(number, place)
            for place, (each, _, _) in enumerate(self.targets)
            if each == part
        )

    def reaches(self, number: int, place: int) -> bool:
        return self.reach(place, [self.ranges[number][place]], self.bare[number])

    def beside(self, number: int) -> int:
        """The helpers with which this one can bring every sum where it is wanted."""
        if not self.targets:
            return self.selector.all_helpers()
        key = (self.ranges[number], self.bare[number])
        found = self._beside.get(key)
        if found is None:
            mine, bare = key
            found = 0
            for (theirs, also), mask in self.groups.items():
                pairs = enumerate(zip(mine, theirs, strict=True))
                if all(self.reach(place, pair, bare or also) for place, pair in pairs):
                    found |= mask
            self._beside[key] = found
        return found


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


def _starts(
    selector: Selector, stat: Stat, size: int, marks: Marks, missing: int
) -> list[tuple[Interval, tuple[Range, ...]]]:
    """What the asked-for cards have printed, and what they do themselves."""
    found: dict[tuple[Interval, tuple[Range, ...]], None] = {}
    for _, option in selector.asked:
        if selector.single and selector.lacks(option) != missing:
            continue
        value = (option.face.power if stat == "power" else option.face.toughness) or 0
        effects = [
            effect for static in option.statics for effect in (*static.effects, *_granted(static))
        ]
        value_of = mana_value_of(option.face)
        own = range_of(effects, stat, size, (value_of, value_of), marks)
        spread = sum(10 * number for _, number in option.counters)
        found[((value - spread, value + spread), () if own.idle else (own,))] = None
    return list(found)


def _repeated(helper: Helper, size: int) -> Iterator[tuple[tree.Who | None, tree.Effect]]:
    """Its effects; what it gives to several objects counts for each of them."""
    printed = {effect for static in helper.option.statics for effect in static.effects}
    for who, effect in helper.reaching:
        for _ in range(1 if effect in printed else size):
            yield who, effect


def _acting_on_itself(option: Option) -> Iterator[tree.Effect]:
    """The effects of a card that may apply to it while nothing else is there."""
    own = [change for static in option.statics for effect in (*static.effects, *_granted(static))
           for change in effect.changes]  # fmt: skip
    possible = Possible((option.face,), tuple(own))
    for static in option.statics:
        for effect in static.effects:
            if isinstance(effect.who, tree.Each) and (
                not possible.holds(effect.who.filter) or _is_of_others(effect.who.filter)
            ):
                continue
            yield effect
            yield from granted_within(effect)


def _is_of_others(filter: tree.Filter) -> bool:
    parts = filter.parts if isinstance(filter, tree.AllOf) else (filter,)
    return tree.Other() in parts


def _granted(static: tree.Static) -> Iterator[tree.Effect]:
    for effect in static.effects:
        yield from granted_within(effect)


def _undecided(who: tree.Who) -> Keys:
    """What a filter looks at besides printed words, which are known of what is asked for."""
    if not isinstance(who, tree.Each):
        return frozenset()
    printed = {"type", "subtype", "supertype", "color", "name"}
    return frozenset(key for key in reads(who) if key[0] not in printed)


def printed_may_hold(option: Option, part: Claim, counters: bool) -> bool:
    """Whether the part may be true of the card as printed, with counters on it."""
    possible = Possible((option.face,))
    counted = bool(option.counters) or counters
    if not isinstance(part, HasText):
        if isinstance(part, tree.StatIs):
            return _stat_may_hold(option, part, counted)
        if part == STABLE:
            face = option.face
            return "Creature" not in face.types or (face.toughness or 0) > 0 or counted
        if isinstance(part, tree.HasKeyword):
            return counted or _has_keyword(option.face, part.keyword)
        return possible.holds(part)
    if part.negated:
        return True
    return counted or part.ability in option.face.abilities or _is_open(part.ability)


def _is_open(ability: tree.Ability) -> bool:
    """Mana abilities come with land types too; other texts are compared as sealed trees."""
    return not isinstance(ability, tree.Keyword)


def _has_keyword(face: tree.Face, word: str) -> bool:
    named = {each.name for each in face.abilities if isinstance(each, tree.Keyword)}
    return word.lower() in named or (word.lower().endswith("walk") and "landwalk" in named)


def _stat_may_hold(option: Option, part: tree.StatIs, counted: bool) -> bool:
    target = target_of(part)
    if target is None or counted:
        return True
    stat, (least, most) = target
    value = option.face.power if stat == "power" else option.face.toughness
    return least <= (value or 0) <= most
