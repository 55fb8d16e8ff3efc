"""Which helpers could make something true of what is asked for, and what must be true first.

Loses no board iff whatever makes a claim true on some board is among its makers there: at once, or
where another permanent makes true what the effect's filter surely lacks.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property, reduce
from operator import and_, or_
from typing import Any

from msgspec import Struct, field

from striate.cards import tree
from striate.cards.walking import nodes
from striate.quick.reach import Keys, reads_itself, touch
from striate.search.cone import OTHER_ABILITY, with_granted
from striate.search.entering import BODIES
from striate.search.goals import ATTACHMENT, Claim, HasText
from striate.search.helping import Helper, Possible, effects_of, repeated, sizing
from striate.search.making import could_break, could_make, makes, opposite
from striate.search.options import Option
from striate.search.remembering import remembered
from striate.solver.choice import joined, masks_of, members


class Makers(Struct):
    """The helpers that could make something true: at once, or once something else is true."""

    free: int = 0
    all_: int = 0
    # What another has to make true first, and of whom.
    needing: dict[frozenset[tree.Filter], int] = field(default_factory=dict)

    def has(self, bit: int) -> bool:
        return bool(self.all_ & bit)


class Deeds(Struct, dict=True):
    """What the helpers of a pool can change at all, looked up; masks are of their numbers."""

    helpers: Sequence[Helper]

    @remembered
    def sizing(self, helper: Helper, size: int) -> tuple[tree.Effect, ...]:
        """What it does to power or toughness; what it gives to several counts for each of them."""
        return tuple(sizing(repeated(helper, size)))

    @cached_property
    def everyone(self) -> int:
        return (1 << len(self.helpers)) - 1

    @remembered
    def able(self, part: Claim) -> int:
        """The helpers with a change that could make the part true of something."""
        able = (mask for change, mask in self.by_change.items() if could_make(change, part))
        return reduce(or_, able, 0)

    @remembered
    def deciding(self, part: Claim) -> tuple[Claim, ...]:
        """What decides whether effects on others bear on the part."""
        bearing = (mask for change, mask in self.by_change.items() if bears(change, part))
        numbers = members(reduce(or_, bearing, 0))
        return deciding((e for n in numbers for _, e in self.helpers[n].reaching), part)

    @cached_property
    def by_change(self) -> dict[tree.Change, int]:
        # By identity first: what the index tells is one object, and a tree's hash takes long.
        apart: dict[int, tuple[tree.Change, list[int]]] = {}
        for helper in self.helpers:
            for change in helper.changes:
                apart.setdefault(id(change), (change, []))[1].append(helper.number)
        each = apart.values()
        return joined((change, sum(1 << n for n in numbers)) for change, numbers in each)

    @remembered
    def writing(self, keys: Keys) -> int:
        """The helpers that write something of these."""
        able = (mask for written, mask in self.by_writes.items() if touch(keys, written))
        return reduce(or_, able, 0)

    @cached_property
    def by_writes(self) -> dict[Keys, int]:
        return masks_of(helper.writes for helper in self.helpers)


# What is asked that is told apart by its words; all else that is read is told by its keys.
_ATOMS = (
    tree.HasType, tree.HasSubtype, tree.HasSupertype, tree.HasColor, tree.HasKeyword, tree.StatIs,
    tree.HasCounter, tree.ControlledBy, tree.ColorCount, tree.HasNoAbilities, *ATTACHMENT,
)  # fmt: skip
# 613.1f: that abilities went, such as one that would do something.
_TEXTLESS = HasText(OTHER_ABILITY, negated=True)


def bears(change: tree.Change, part: Claim) -> bool:
    return could_make(change, part) or could_break(change, part)


def deciding(
    effects: Iterable[tree.Effect], part: Claim, *, of_others: bool = False
) -> tuple[Claim, ...]:
    """What is asked, and its opposite, by those of the effects that bear on the part; if it is
    `of_others`, not of what they change."""
    bearing = [
        effect
        for effect in effects
        if any(bears(each, part) for one in with_granted(effect) for each in one.changes)
    ]
    said = ((None if of_others else each.who, each.condition, each.changes) for each in bearing)
    found: list[Any] = [*nodes(tuple(said), closed=BODIES)]
    atoms = dict.fromkeys(n for n in found if isinstance(n, _ATOMS) or reads_itself(n))
    return (*atoms, *map(opposite, atoms), *([_TEXTLESS] if bearing else ()))


class Making(Struct, dict=True):
    """Who makes what of some asked-for cards. `few`: these are told apart."""

    deeds: Deeds
    asked: Sequence[Option]
    few: bool
    _printed: dict[tree.Filter, bool] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.faces = tuple(option.face for option in self.asked)
        self.helpers = self.deeds.helpers
        self.everyone = self.deeds.everyone

    @remembered
    def makers(self, part: Claim) -> Makers:
        """The helpers with an effect that could make the part true of what is asked for."""
        makers = Makers()
        for number in members(self.deeds.able(part)):
            helper, bit = self.helpers[number], 1 << number
            for who, effect in helper.reaching:
                if makes(effect, part):
                    makers.all_ |= bit
                    if atoms := self.needed(helper, who, effect):
                        makers.needing[atoms] = makers.needing.get(atoms, 0) | bit
                    else:
                        makers.free |= bit
        return makers

    def needed(
        self, helper: Helper, who: tree.Who | None, effect: tree.Effect
    ) -> frozenset[tree.Filter]:
        """What another surely has to make true of what is asked for before the effect applies to
        it."""
        filter = asked_by(helper.option, who)
        if not self.few or filter is None:
            return frozenset()
        # 303.4f, 613.6: what it is attached to, or applies to, is settled before it does anything.
        other = None if isinstance(who, tree.Attached) else effect
        return self.possible(helper, other).failing(filter)

    def possible(self, helper: Helper, effect: tree.Effect | None) -> Possible:
        """What may be true of what is asked for by its own effects and the helper's others."""
        changes: list[tree.Change] = [*self.asked_changes]
        if effect is not None:
            for _, each in helper.reaching:
                changes += each.changes if each != effect else ()
        return Possible(self.faces, tuple(changes), self._printed)

    @cached_property
    def asked_changes(self) -> tuple[tree.Change, ...]:
        changes: dict[tree.Change, None] = {}
        for option in self.asked if self.few else ():
            for effect in effects_of(option):
                changes.update(dict.fromkeys(effect.changes))
        return tuple(changes)

    def making(self, part: Claim, beside: Helper) -> int:
        """The helpers that could make the part true on a board with that other one."""
        helpers = self.makers(part).free
        bit = 1 << beside.number
        for needed, mask in self.unlocking(part):
            if needed & bit:
                helpers |= mask
        return helpers

    @remembered
    def unlocking(self, part: Claim) -> list[tuple[int, int]]:
        """Makers of the part that need something first, after those that could make all of it."""
        pairs = [
            (reduce(and_, map(self.deeds.able, atoms), self.everyone), mask)
            for atoms, mask in self.makers(part).needing.items()
        ]
        return [(needed, mask) for needed, mask in pairs if needed]


def asked_by(option: Option, who: tree.Who | None) -> tree.Filter | None:
    """What an effect of the permanent asks of what it applies to."""
    if isinstance(who, tree.Attached):
        kinds = (tree.HasType("Creature"), *option.equips)
        either = tree.AnyOf(kinds) if len(kinds) > 1 else kinds[0]
        return option.enchant or either
    return who.filter if isinstance(who, tree.Each) else None
