"""Symbolic slots: permanents in timestamp order whose content is a choice.

What a slot's permanent is and does is looked up from the choice: each characteristic, filter and
operation is one function of the choice's code, built once by halving (equal parts are shared).
Owner and controller at first are the same player.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from msgspec import Struct, field
from msgspec.structs import replace

from striate.boards.facts import whose
from striate.cards.vocabulary import COLOR_NAMES, KEYWORD_COUNTERS
from striate.encodings.door import Algebra, Chars, Counter, Held, Moment, Thing, World, settle
from striate.search.cone import ENTERING
from striate.search.counters import PAIRED, paired_off, put_on
from striate.search.table import Chooser, Entry, Table
from striate.solver.choice import Choice, joined, mask_of, masks_of
from striate.solver.model import Model
from striate.solver.number import Number as Num
from striate.solver.number import variable
from striate.solver.terms import FALSE, TRUE, Graph, Lit


class Part:
    """A choice as far as it is of some of the kinds, or asked by masks in which others stand before
    its own."""

    def __init__(self, chooser: Chooser, kinds: int = -1, behind: int = 0) -> None:
        self.chooser, self.kinds, self.behind = chooser, kinds, behind
        self.valid = chooser.valid

    def pick(self, mask: int) -> Lit:
        return self.chooser.pick(mask >> self.behind & self.kinds)

    def value(self, model: Model) -> int:
        return self.chooser.value(model)


class Lying(Protocol):
    """A card in a graveyard, as an unknown (`graveyards`)."""

    chars: Chars

    def thing(self, index: int) -> Thing: ...


class Slot(Struct):
    """One slot: its choice and the facts that go with it."""

    index: int
    chooser: Chooser
    yours: Lit
    levels: dict[int, Lit]  # how many level counters; none of them: none
    hosts: dict[int, Lit]
    extra: dict[str, Num]
    constraints: list[Lit]
    x: Num = 0  # of what enters with X counters
    copied: dict[int, Lit] = field(default_factory=dict)  # what it is a copy of
    taps: Lit = FALSE  # it is tapped, where something looks at that
    enters: Lit = TRUE  # it has the abilities that let it enter with counters, as it enters
    tells: Lit = FALSE  # something could take them away
    pairs: bool = False  # 704.5q is looked at
    # After which slot entered its counters are put on, by kind: those of keywords (613.7c), or all.
    when: dict[str, dict[int, Lit]] = field(default_factory=dict)


def picks(slots: Iterable[Slot], mask: int) -> list[Lit]:
    """Of each slot that it holds one of the classes."""
    return [slot.chooser.pick(mask) for slot in slots]


class Search(Struct):
    """All slots of one size, evaluated through the layers."""

    algebra: Algebra
    world: World
    slots: list[Slot]
    final: Moment
    graves: "Sequence[Lying]" = ()


def open_choices(graph: Graph, slots: int, kinds: int) -> list[Chooser]:
    """For each slot a choice of any of the kinds."""
    return [Choice(graph, ("slot", index), kinds) for index in range(slots)]


def looked_up(algebra: Algebra, chooser: Chooser, values: dict[int, int]) -> Num:
    """A printed number as a function of the choice."""
    if len(values) == 1:
        return next(iter(values))
    return algebra.select([(chooser.pick(mask), value) for value, mask in values.items()])


def printed_chars(
    algebra: Algebra, table: Table, chooser: Chooser, levels: dict[int, Lit] | None = None
) -> Chars:
    """The printed characteristics of whatever the slot holds."""
    levels = levels or {}

    def words(name: str) -> dict[str, Lit]:
        return {
            word: lit
            for word, mask in table.words.get(name, {}).items()
            if (lit := chooser.pick(mask)) != FALSE
        }

    abilities = [
        Held(((TRUE, ability),), lit, (0, 0), ("printed", ability))
        for ability, mask in table.plain.items()
        if (lit := chooser.pick(mask)) != FALSE
    ]
    for place, all_entries in table.effects.items():
        entries = {
            entry: mask for entry, mask in all_entries.items() if chooser.pick(mask) != FALSE
        }
        if not entries:
            continue
        look = _LookUp(algebra, chooser, levels, list(entries.items()))
        abilities.append(
            Held(
                tuple((TRUE, static) for static, _ in entries),
                look.some(range(len(entries))),
                (0, 0),
                ("printed", "effects", place),
                combine=look,
            )
        )
    colors = words("colors")
    return Chars(
        names=words("names"),
        costs=tuple((chooser.pick(mask), cost) for cost, mask in table.costs.items() if cost),
        mana_value=looked_up(algebra, chooser, table.numbers.get("mana_value", {0: 1})),
        supertypes=words("supertypes"),
        types=words("types"),
        subtypes=words("subtypes"),
        colors={each: colors.get(each, FALSE) for each in COLOR_NAMES},
        abilities=tuple(abilities),
        power=looked_up(algebra, chooser, table.numbers.get("power", {0: 1})),
        toughness=looked_up(algebra, chooser, table.numbers.get("toughness", {0: 1})),
        loyalty=(),
        yours=TRUE,
    )


class _LookUp:
    """The literal that the slot's effect at a place is one of some alternatives.

    Encoding: where the slot has no effect there the answer is free, because the effect doesn't
    exist; that keeps the functions small.
    """

    def __init__(
        self,
        algebra: Algebra,
        chooser: Chooser,
        levels: dict[int, Lit],
        entries: list[tuple[Entry, int]],
    ) -> None:
        self.algebra = algebra
        self.chooser = chooser
        self.levels = levels
        self.entries = entries

    def __call__(self, positions: tuple[int, ...]) -> Lit:
        return TRUE if len(positions) == len(self.entries) else self.some(positions)

    def some(self, positions: Iterable[int]) -> Lit:
        entries = (self.entries[each] for each in positions)
        masks = joined((band, mask) for (_, band), mask in entries)
        algebra = self.algebra
        return algebra.any_(
            [
                algebra.and_(self.chooser.pick(mask), self.inside(band))
                for band, mask in masks.items()
            ]
        )

    def inside(self, band: tuple[int, int | None] | None) -> Lit:
        """711.2a-b: the number of level counters is in the band."""
        if band is None:
            return TRUE
        low, high = band
        inside = {
            level for level in self.levels if low <= level and (high is None or level <= high)
        }
        if low > 0:
            return self.algebra.any_([self.levels[level] for level in inside])
        outside = [lit for level, lit in self.levels.items() if level not in inside]
        return self.algebra.any_(outside) ^ 1


def make_slots(
    algebra: Algebra,
    table: Table,
    held: Sequence[Chooser],
    counters: Mapping[str, int],
    most_x: int = 0,
    graves: "Sequence[Lying]" = (),
    *,
    pairs: bool = True,
    timed: bool = False,
) -> list[Slot]:
    """Things in timestamp order, each one of the kinds that are `held`, with their free choices.

    `counters`: so many of each kind may be put on; `most_x`: the greatest number that an X is
    looked at with; `pairs`: 704.5q is looked at; `timed`: so is when other counters than those of
    keywords are put on.
    """
    slots: list[Slot] = []
    for index, chooser in enumerate(held):
        yours = algebra.graph.var(("yours", index))
        constraints = [chooser.valid]
        levels = {
            level: algebra.graph.var(("level", index, level))
            for level, mask in table.levels.items()
            if chooser.pick(mask) != FALSE
        }
        constraints.append(algebra.graph.at_most_one(list(levels.values())))
        for level, lit in levels.items():
            constraints.append(algebra.or_(lit ^ 1, chooser.pick(table.levels[level])))
        extra, fits = put_on(algebra, table, chooser, counters, index, pairs)
        constraints += fits
        when = {
            kind: {j: algebra.graph.var(("when", index, kind, j)) for j in range(index, len(held))}
            for kind in (*extra, *(["level"] if levels else []))
            if timed or kind in KEYWORD_COUNTERS
        }
        constraints += [algebra.graph.exactly_one(list(each.values())) for each in when.values()]
        hosts = _host_choice(algebra, table, chooser, index, constraints)
        x: Num = 0
        opening = (mask for each in table.opens.values() for mask in each.values())
        if most_x and any(chooser.pick(mask) != FALSE for mask in opening):
            x, inside = variable(algebra.graph, f"x {index}", 0, most_x)
            constraints.append(inside)
            constraints += [
                algebra.or_(chooser.pick(mask) ^ 1, algebra.compare(x, "<=", most))
                for most, mask in table.most.items()
                if most < most_x
            ]
        copied = _copied_choice(algebra, table, slots, chooser, constraints)
        taps = algebra.graph.var(("tapped", index)) if table.tells_tapped else FALSE
        slot = Slot(index, chooser, yours, levels, hosts, extra, constraints, x, copied, taps)
        slot.when = when
        slot.pairs = pairs and not PAIRED.isdisjoint(extra)
        constraints += facts_agree(algebra, table, slots, slot)
        slots.append(slot)
        keep_entering(algebra, table, slots, graves)
    return slots


def keep_entering(
    algebra: Algebra, table: Table, slots: Sequence[Slot], graves: "Sequence[Lying]" = ()
) -> None:
    """614.12: the last one enters with its counters if it would then have the ability to.

    It is looked at with what entered before it, without its own counters and without those that
    are put on later. Encoding: as far as it enters with any; of all others it decides nothing.
    """
    slot = slots[-1]
    before = any(each.chooser.pick(table.takes) != FALSE for each in slots[:-1])
    entering = table.entering if before else table.entering & table.takes
    slot.tells = slot.chooser.pick(entering)
    if slot.tells == FALSE:
        return
    kept = [*slots[:-1], replace(slot, chooser=Part(slot.chooser, table.entering))]
    world = world_of(algebra, table, kept, graves, loose=slot.index, entering=True)
    settled = settle(world, last="6")
    marks = settled[slot.index].those(algebra, lambda each: each == ENTERING)
    slot.enters = algebra.any_(lit for _, lit, _ in marks)


def facts_agree(algebra: Algebra, table: Table, earlier: Sequence[Slot], slot: Slot) -> list[Lit]:
    """What its step tells of a player is what the earlier permanents' steps tell of that player."""
    lits: list[Lit] = []
    for (name, value), mask in table.told.items():
        others = table.told.get((name, "no" if value == "yes" else "yes"), 0)
        for each in earlier:
            same = algebra.graph.xor(slot.yours, each.yours) ^ 1
            here, other = slot.chooser.pick(mask), each.chooser.pick
            apart = [here, other(others), TRUE if whose(name) == "game" else same]
            lits.append(algebra.all_(apart) ^ 1)
            if whose(name) == "one player" and value == "yes":
                lits.append(algebra.all_([here, other(mask), same ^ 1]) ^ 1)
    return lits


def world_of(
    algebra: Algebra,
    table: Table,
    slots: Sequence[Slot],
    graves: Sequence[Lying] = (),
    *,
    loose: int = -1,
    entering: bool = False,
) -> World:
    """The slots' permanents, and cards in graveyards behind them, as a world.

    The permanent of the slot `loose` is attached to nothing yet, or if it is `entering`, only what
    enters attached; that one has no counters yet, and nothing those that are put on later.
    """
    world = World(algebra, instances=False)
    for slot in slots:
        now = slot if not entering else replace(slot, levels={}, extra={})
        if entering and slot.index == loose:
            now = replace(now, enters=FALSE)
        thing = _slot_thing(algebra, table, now, slot.index)
        if slot.index == loose:
            aura = slot.chooser.pick(table.auras) if entering else FALSE
            hosts = {host: algebra.and_(lit, aura) for host, lit in thing.hosts.items()}
            thing.hosts = {host: lit for host, lit in hosts.items() if lit != FALSE}
        world.things.append(thing)
    world.things += [each.thing(len(slots) + place) for place, each in enumerate(graves)]
    return world


def once_entered(algebra: Algebra, slot: Slot, entered: int) -> Slot:
    """The slot with the counters that are put on before the next one after so many enters."""

    def put(kind: str) -> Lit:
        when = slot.when.get(kind, {})
        return algebra.any_([lit for j, lit in when.items() if j < entered]) if when else TRUE

    return replace(
        slot,
        levels={level: algebra.and_(lit, put("level")) for level, lit in slot.levels.items()},
        extra={
            kind: number if kind in KEYWORD_COUNTERS else algebra.select([(put(kind), number)])
            for kind, number in slot.extra.items()
        },
        when={
            kind: {j: lit if j < entered else FALSE for j, lit in when.items()}
            for kind, when in slot.when.items()
        },
    )


def _host_choice(
    algebra: Algebra, table: Table, chooser: Chooser, index: int, constraints: list[Lit]
) -> dict[int, Lit]:
    """303.4, 301.5: an Aura is attached to an earlier permanent, Equipment may be."""
    if not table.auras and not table.equipment:
        return {}
    hosts = {j: algebra.graph.var(("host", index, j)) for j in range(index)}
    lits = list(hosts.values())
    aura = chooser.pick(table.auras)
    attachable = chooser.pick(table.auras | table.equipment)
    constraints.append(algebra.graph.at_most_one(lits))
    constraints.append(algebra.or_(aura ^ 1, algebra.any_(lits)))
    constraints += [algebra.or_(lit ^ 1, attachable) for lit in lits]
    return hosts


def _copied_choice(
    algebra: Algebra,
    table: Table,
    earlier: Sequence[Slot],
    chooser: Chooser,
    constraints: list[Lit],
) -> dict[int, Lit]:
    """707.5: what enters as a copy of a card stands behind a permanent with that card."""
    by_card = masks_of(kind.copied for kind in table.kinds)
    by_card.pop("", None)
    copying = chooser.pick(sum(by_card.values()))
    if copying == FALSE:
        return {}
    lits = {slot.index: algebra.graph.var(("copied", len(earlier), slot.index)) for slot in earlier}
    constraints.append(algebra.graph.at_most_one(list(lits.values())))
    constraints.append(algebra.or_(copying ^ 1, algebra.any_(lits.values())))
    constraints += [algebra.or_(lit ^ 1, copying) for lit in lits.values()]
    for card, mask in by_card.items():
        copied = mask_of(kind.card == card and not kind.copied for kind in table.kinds)
        constraints += [
            algebra.all_([lits[slot.index], chooser.pick(mask), slot.chooser.pick(copied) ^ 1]) ^ 1
            for slot in earlier
        ]
    return lits


def stamp_after(permanents: int) -> int:
    """613.7: of the last of so many permanents; before the next, counters may be put on
    (613.7c)."""
    return 2 * permanents


def _slot_thing(algebra: Algebra, table: Table, slot: Slot, index: int) -> Thing:
    thing = Thing(
        handle=f"slot {index}",
        index=index,
        zone="battlefield",
        stamp=stamp_after(index + 1),
        owner=slot.yours,
        controller=slot.yours,
        printed=(printed_chars(algebra, table, slot.chooser, slot.levels),),
        hosts=slot.hosts,
        taps=slot.taps,
        downs=slot.chooser.pick(table.down),
        is_token=slot.chooser.pick(table.tokens),
    )
    if slot.levels:
        level = algebra.select([(lit, number) for number, lit in slot.levels.items()])
        thing.counters.append(Counter("level", level, stamp_after(index + 1)))
    # 107.3m: X is what was chosen for it as it was cast.
    entering = (table.counters, slot.enters, 1), (table.opens, slot.enters, slot.x)
    for counted, enters, times in ((table.starting, TRUE, 1), *entering):
        for kind, by_number in counted.items():
            numbers = [
                (algebra.and_(slot.chooser.pick(mask), enters), algebra.times(number, times))
                for number, mask in by_number.items()
            ]
            thing.counters.append(Counter(kind, algebra.select(numbers), stamp_after(index + 1)))
    for kind, number in slot.extra.items():
        # 613.7c: keyword counters have a timestamp; of others it decides nothing.
        when = slot.when.get(kind, {}) if kind in KEYWORD_COUNTERS else {}
        for j, lit in when.items():
            put = algebra.select([(lit, number)])
            thing.counters.append(Counter(kind, put, stamp_after(j + 1) + 1))
        if not when:
            thing.counters.append(Counter(kind, number, 1_000 + index))
    if slot.pairs:
        thing.counters = paired_off(algebra, thing.counters)
    return thing


def evaluate(world: World, slots: list[Slot], graves: Sequence[Lying] = ()) -> Search:
    """The layers over all slots."""
    final = Moment(world, settle(world))
    return Search(world.algebra, world, slots, final, graves)
