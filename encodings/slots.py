"""Symbolic slots: permanents in timestamp order whose content is a choice.

What a slot's permanent is and does is looked up from the choice: each characteristic, filter and
operation is one function of the choice's code, built once by halving (equal parts are shared).
Owner and controller at first are the same player.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from striate.cards import tree
from striate.encodings.algebra import FALSE, TRUE, Algebra, Lit, Num
from striate.encodings.cone import Kind
from striate.encodings.copying import with_stamps
from striate.encodings.layers import settle
from striate.encodings.matching import Moment
from striate.encodings.reach import writes
from striate.encodings.state import COLORS, Chars, Counter, Held, Thing, World
from striate.encodings.units import LAYERS, changes_of
from striate.solver.choice import Choice
from striate.solver.number import variable

ONE_HOT = 48  # up to this many kinds, a choice is one variable for each


# The layer in which an effect begins, its sort there, whether a CDA's, number.
Place = tuple[str, str, bool, int]
Entry = tuple[tree.Static, tuple[int, int | None] | None]


@dataclass
class Table:
    """What the kinds are, by mask: shared by all slots."""

    kinds: Sequence[Kind]
    words: dict[str, dict[str, int]] = field(default_factory=dict)
    plain: dict[tree.Ability, int] = field(default_factory=dict)
    effects: dict[Place, dict[Entry, int]] = field(default_factory=dict)
    numbers: dict[str, dict[int, int]] = field(default_factory=dict)
    costs: dict[str, int] = field(default_factory=dict)
    auras: int = 0
    equipment: int = 0
    levelers: int = 0
    counters: dict[str, dict[int, int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for number, kind in enumerate(self.kinds):
            self.add(1 << number, kind)

    def add(self, bit: int, kind: Kind) -> None:
        for name in ("names", "supertypes", "types", "subtypes", "colors"):
            table = self.words.setdefault(name, {})
            for word in getattr(kind, name):
                table[word] = table.get(word, 0) | bit
        for ability in kind.plain:
            self.plain[ability] = self.plain.get(ability, 0) | bit
        for place, entry in placed(kind.statics):
            entries = self.effects.setdefault(place, {})
            entries[entry] = entries.get(entry, 0) | bit
        for name in ("power", "toughness", "mana_value"):
            values = self.numbers.setdefault(name, {})
            value = getattr(kind, name)
            values[value] = values.get(value, 0) | bit
        self.costs[kind.cost] = self.costs.get(kind.cost, 0) | bit
        self.auras |= bit if kind.enchant is not None else 0
        self.equipment |= bit if kind.equipment else 0
        self.levelers |= bit if kind.levels else 0
        for name, value in kind.counters:
            by_value = self.counters.setdefault(name, {})
            by_value[value] = by_value.get(value, 0) | bit


def placed(statics: Sequence[tree.Static]) -> list[tuple[Place, Entry]]:
    """Each effect of a kind at its place, and the level counters that it asks for.

    Encoding: effects that begin in different layers take different places, so that few effects
    meet in one layer; the bands of a leveler never hold together and share one (711.2, 711.5).
    """
    found: list[tuple[Place, Entry]] = []
    used: dict[tuple[str, str, bool], int] = {}
    banded: dict[tuple[str, str, bool], int] = {}
    for static in statics:
        for effect in static.effects:
            layers = [layer for layer in LAYERS if changes_of(effect, layer)]
            if not layers:
                continue
            start = (layers[0], sort_of(effect, layers[0]), static.cda)
            band = level_band(effect.condition)
            if band is not None:
                effect = tree.Effect(effect.who, effect.changes)
                if start not in banded:
                    banded[start] = used.setdefault(start, 0)
                    used[start] += 1
                number = banded[start]
            else:
                number = used.setdefault(start, 0)
                used[start] += 1
            one = tree.Static((effect,), static.cda, static.zones)
            found.append(((*start, number), (one, band)))
    return found


def sort_of(effect: tree.Effect, layer: str) -> str:
    """Effects that take all abilities away stand apart: others can depend on them."""
    if layer != "6":
        return ""
    return "takes" if any(("text", "*") in writes(each) for each in effect.changes) else "gives"


def level_band(condition: tree.Condition | None) -> tuple[int, int | None] | None:
    """The bounds of a level symbol, if the condition is one's (711.2a-b)."""
    parts = condition.parts if isinstance(condition, tree.Every) else (condition,)
    low: int | None = None
    high: int | None = None
    for part in parts:
        if not isinstance(part, tree.Compare) or not isinstance(part.right, tree.Num):
            return None
        if part.left != tree.CountersOn("level", tree.This()) or part.op not in (">=", "<="):
            return None
        if part.op == ">=":
            low = part.right.value
        else:
            high = part.right.value
    return None if low is None else (low, high)


@dataclass
class Slot:
    """One slot: its choice and the facts that go with it."""

    chooser: Choice
    yours: Lit
    level: Num
    hosts: dict[int, Lit]
    extra: dict[str, Num]
    constraints: list[Lit]


@dataclass
class Search:
    """All slots of one size, evaluated through the layers."""

    algebra: Algebra
    world: World
    slots: list[Slot]
    final: Moment


def looked_up(algebra: Algebra, chooser: Choice, values: dict[int, int]) -> Num:
    """A printed number as a function of the choice."""
    if len(values) == 1:
        return next(iter(values))
    return algebra.select([(chooser.pick(mask), value) for value, mask in values.items()])


def slot_chars(algebra: Algebra, table: Table, chooser: Choice, level: Num) -> Chars:
    """The printed characteristics of whatever the slot holds."""

    def words(name: str) -> dict[str, Lit]:
        return {word: chooser.pick(mask) for word, mask in table.words.get(name, {}).items()}

    abilities = [
        Held(((TRUE, ability),), chooser.pick(mask), (0, 0), ("printed", ability))
        for ability, mask in table.plain.items()
    ]
    for place, entries in table.effects.items():
        look = LookUp(algebra, chooser, level, list(entries.items()))
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
        colors={each: colors.get(each, FALSE) for each in COLORS},
        abilities=tuple(abilities),
        power=looked_up(algebra, chooser, table.numbers.get("power", {0: 1})),
        toughness=looked_up(algebra, chooser, table.numbers.get("toughness", {0: 1})),
        loyalty=(),
        yours=TRUE,
    )


class LookUp:
    """The literal that the slot's effect at a place is one of some alternatives.

    Encoding: where the slot has no effect there the answer is free, because the effect doesn't
    exist; that keeps the functions small.
    """

    def __init__(
        self, algebra: Algebra, chooser: Choice, level: Num, entries: list[tuple[Entry, int]]
    ) -> None:
        self.algebra = algebra
        self.chooser = chooser
        self.level = level
        self.entries = entries

    def __call__(self, positions: tuple[int, ...]) -> Lit:
        return TRUE if len(positions) == len(self.entries) else self.some(positions)

    def some(self, positions: Iterable[int]) -> Lit:
        masks: dict[tuple[int, int | None] | None, int] = {}
        for each in positions:
            (_, band), mask = self.entries[each]
            masks[band] = masks.get(band, 0) | mask
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
        algebra = self.algebra
        lit = algebra.compare(self.level, ">=", low)
        return lit if high is None else algebra.and_(lit, algebra.compare(self.level, "<=", high))


def make_slots(
    algebra: Algebra, table: Table, size: int, counters: Sequence[str], spread: int
) -> tuple[World, list[Slot]]:
    """Things in timestamp order, with their free choices."""
    world = World(algebra)
    slots: list[Slot] = []
    for index in range(size):
        chooser = Choice(
            algebra.graph, ("slot", index), len(table.kinds), len(table.kinds) <= ONE_HOT
        )
        yours = algebra.graph.var(("yours", index))
        constraints = [chooser.valid]
        level: Num = 0
        if table.levelers:
            level, inside = variable(algebra.graph, f"level{index}", 0, spread)
            constraints.append(inside)
            unlevelled = algebra.compare(level, "=", 0)
            constraints.append(algebra.or_(chooser.pick(table.levelers), unlevelled))
        extra: dict[str, Num] = {}
        for kind in counters:
            extra[kind], inside = variable(algebra.graph, f"{kind} {index}", 0, 3)
            constraints.append(inside)
        hosts = host_choice(algebra, table, chooser, index, constraints)
        for host, lit in hosts.items():
            # 702.6a: equip attaches to a creature of the Equipment's controller.
            equipped = algebra.and_(lit, chooser.pick(table.equipment))
            one_side = algebra.iff(yours, slots[host].yours)
            constraints.append(algebra.or_(equipped ^ 1, one_side))
        slots.append(Slot(chooser, yours, level, hosts, extra, constraints))
        world.things.append(slot_thing(algebra, table, slots[-1], index))
    return world, slots


def host_choice(
    algebra: Algebra, table: Table, chooser: Choice, index: int, constraints: list[Lit]
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


def slot_thing(algebra: Algebra, table: Table, slot: Slot, index: int) -> Thing:
    thing = Thing(
        handle=f"slot {index}",
        index=index,
        zone="battlefield",
        stamp=index + 1,
        owner=slot.yours,
        controller=slot.yours,
        printed=(slot_chars(algebra, table, slot.chooser, slot.level),),
        hosts=slot.hosts,
    )
    if table.levelers:
        thing.counters.append(Counter("level", slot.level, index + 1))
    for kind, by_value in table.counters.items():
        number = algebra.select(
            [(slot.chooser.pick(mask), value) for value, mask in by_value.items()]
        )
        thing.counters.append(Counter(kind, number, index + 1))
    for kind, number in slot.extra.items():
        # 613.7c: counters are put on after all permanents have entered.
        thing.counters.append(Counter(kind, number, 1_000 + index))
    return thing


def evaluate(world: World, slots: list[Slot]) -> Search:
    """The layers over all slots."""
    copiable = []
    for thing, slot in zip(world.things, slots, strict=True):
        values = with_stamps(thing, thing.printed[0])
        values.yours = slot.yours
        copiable.append(values)
    final = Moment(world, world.algebra, settle(world, copiable))
    return Search(world.algebra, world, slots, final)
