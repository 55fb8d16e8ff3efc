"""Theorems about all boards of the ground (`queries/proving/proof_pool.py`): a premise and a claim
for each.

A function gives both as literals: the theorem holds iff premise and not claim is unsatisfiable,
and says something only if the premise is satisfiable.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any, TypeAlias

from msgspec.structs import replace

from striate.cards import tree
from striate.cards.meanings import intrinsic
from striate.cards.vocabulary import BASIC_LAND_TYPES, TYPES_OF_FAMILY, family
from striate.encodings.door import (
    Algebra,
    Chars,
    ContinuousEffect,
    Moment,
    Resolved,
    Setting,
    Thing,
    World,
    matches,
)
from striate.queries.proving.proof_pool import (
    Ground,
    Pass,
    same_boards,
    same_chars,
    same_sizes,
    same_words,
)
from striate.search.symmetry import neighbours_apart, orders
from striate.solver.number import Number as Num
from striate.solver.number import variable
from striate.solver.terms import FALSE, TRUE, Lit

_Effects: TypeAlias = list[dict[str, Any]]


@dataclass
class Obligation:
    """What must hold of all boards of one size. `further`: steps that a counterexample ends
    with."""

    premise: Lit
    claims: tuple[Lit, ...]  # each is proved after those before it, which are then known
    further: Callable[[Callable[[Lit], bool], list[str]], _Effects] = lambda value, handles: []


Claims = Callable[[Ground], Obligation]


# --- the order of application (613.7, 613.8) ------------------------------------------------------


def one_outcome(ground: Ground) -> Obligation:
    """While effects are left, one of them is next; none is applied twice, none is forgotten."""
    algebra = ground.algebra
    layers = ground.watched()
    claims = []
    for each in layers.rounds:
        some = algebra.any_(each.open)
        claims.append(algebra.or_(some ^ 1, algebra.any_(each.picks)))
        for pick, open_ in zip(each.picks, each.open, strict=True):
            claims.append(algebra.or_(pick ^ 1, open_))
    for end in layers.ends:
        claims += [lit ^ 1 for lit in end.open]
    claims.append(_at_most_once(algebra, layers))
    premise = algebra.any_([lit for each in layers.rounds for lit in each.open])
    return Obligation(premise, (algebra.all_(claims),))


def _at_most_once(algebra: Algebra, layers: Pass) -> Lit:
    applied: dict[tuple[str, tuple[object, ...]], list[Lit]] = {}
    for each in layers.rounds:
        for effect, pick in zip(each.effects, each.picks, strict=True):
            applied.setdefault((each.layer, effect.key), []).append(pick)
    return algebra.all_([algebra.graph.at_most_one(lits) for lits in applied.values()])


def respects_dependency(ground: Ground) -> Obligation:
    """No effect is applied while another is open that it waits for (trials for every pair)."""
    algebra = ground.algebra
    waits, broken = [], []
    for each in ground.watched(trials=True).rounds:
        for a, pick, others in each.applied():
            for b in others:
                wait = algebra.and_(each.open[a], each.waits_for(a, b))
                waits.append(wait)
                broken.append(algebra.and_(pick, wait))
    return Obligation(algebra.any_(waits), (algebra.any_(broken) ^ 1,))


def total_order(ground: Ground) -> Obligation:
    """Of effects that wait for nothing the one with the earlier timestamp is applied first."""
    algebra = ground.algebra
    free, broken = [], []
    for each in ground.watched(trials=True).rounds:
        for a, pick, others in each.applied():
            for b in others:
                if each.effects[b].stamp < each.effects[a].stamp and each.open[b] != FALSE:
                    ready = algebra.and_(each.open[b], each.waiting(b) ^ 1)
                    free.append(algebra.and_(each.open[a], ready))
                    # Those that nothing can depend on go together, in their order.
                    broken.append(algebra.all_([pick, ready, each.picks[b] ^ 1]))
    return Obligation(algebra.any_(free), (algebra.any_(broken) ^ 1,))


def loops_by_timestamp(ground: Ground) -> Obligation:
    """Of the effects of a loop that wait for nothing outside, the earliest is applied first."""
    algebra = ground.algebra
    loops, broken = [], []
    for each in ground.watched(trials=True).rounds:
        for a, pick, others in each.applied():
            for b in others:
                loop = algebra.and_(each.reach.get((a, b), FALSE), each.reach.get((b, a), FALSE))
                if loop == FALSE or not each.effects[b].stamp < each.effects[a].stamp:
                    continue
                loops.append(loop)
                ready = algebra.and_(each.open[b], each.waiting(b) ^ 1)
                broken.append(algebra.all_([pick, loop, ready]))
    return Obligation(algebra.any_(loops), (algebra.any_(broken) ^ 1,))


def no_waiting_across(ground: Ground) -> Obligation:
    """Whenever an effect waits for another, both change something in the layer at hand."""
    algebra = ground.algebra
    waits, broken = [], []
    layers = ground.watched(trials=True)
    for each in layers.rounds:
        acting = [
            [layers.acts(effect, part) for part in each.layer.split("+")] for effect in each.effects
        ]
        for a, b in each.depends:
            wait = algebra.and_(each.open[a], each.waits_for(a, b))
            waits.append(wait)
            both = algebra.any_(list(map(algebra.and_, acting[a], acting[b])))
            broken.append(algebra.and_(wait, both ^ 1))
    return Obligation(algebra.any_(waits), (algebra.any_(broken) ^ 1,))


def defining_first(ground: Ground) -> Obligation:
    """613.3: in a layer, no characteristic-defining effect is applied after another one."""
    algebra = ground.algebra
    met, broken = [], []
    earlier: dict[str, list[Lit]] = {}
    for each in ground.watched().rounds:
        pairs = list(zip(each.effects, each.picks, strict=True))
        defining = algebra.any_([pick for effect, pick in pairs if effect.cda])
        others = [pick for effect, pick in pairs if not effect.cda]
        broken.append(algebra.and_(defining, algebra.any_(earlier.get(each.layer, []))))
        earlier.setdefault(each.layer, []).extend(others)
        met.append(defining)
    some = algebra.and_(algebra.any_(met), algebra.any_(chain(*earlier.values())))
    return Obligation(some, (algebra.any_(broken) ^ 1,))


def control_before_types(ground: Ground) -> Obligation:
    """613.1b, d: layer 4 begins with the controllers that permanents end with."""
    algebra = ground.algebra
    layers = ground.watched()
    met, claims = [], []
    for first, then, last in zip(
        layers.before["2"], layers.before["4"], layers.moment.chars, strict=True
    ):
        met.append(algebra.iff(first.yours, last.yours) ^ 1)
        claims.append(algebra.iff(then.yours, last.yours))
    return Obligation(algebra.any_(met), (algebra.all_(claims),))


# --- orders that decide nothing -------------------------------------------------------------------


def order_in_7c(ground: Ground) -> Obligation:
    """Each effect of layer 7c adds an amount that no power or toughness decides, to objects that
    none decides; and sums are the same in each order.
    """
    algebra = ground.algebra
    met, claims = [], []
    for each in ground.watched().rounds:
        if each.layer != "7c":
            continue
        zero = _sized(each.moment, lambda name: 0)
        any_ = _sized(each.moment, lambda name: variable(algebra.graph, name, -32, 31)[0])
        for position, lit in enumerate(each.open):
            met.append(lit)
            added, before = each.after(position, zero).chars, any_.chars
            after = each.after(position, any_).chars
            for more, old, new in zip(added, before, after, strict=True):
                claims.append(algebra.same(new.power, algebra.add(old.power, more.power)))
                claims.append(
                    algebra.same(new.toughness, algebra.add(old.toughness, more.toughness))
                )
    two = algebra.compare(algebra.count(met), ">=", 2)
    return Obligation(two, (algebra.all_(claims),))


def _sized(moment: Moment, size: Callable[[str], Num]) -> Moment:
    """The moment with other powers and toughnesses."""
    changed = {}
    for index, chars in enumerate(moment.chars):
        new = changed[index] = chars.copy()
        new.power, new.toughness = size(f"any power {index}"), size(f"any toughness {index}")
    return moment.fork(changed)


def independent_commute(ground: Ground) -> Obligation:
    """Two neighbours that the search takes to be apart (`encodings.symmetry`) can change places."""
    algebra = ground.algebra
    before = ground.watched()
    met, claims = [], []
    known = orders(ground.pool.kinds)
    for index, apart in enumerate(neighbours_apart(algebra, ground.slots, known)):
        two = ground.world.things[index : index + 2]
        after = ground.run(world=ground.changed(partial(_traded, *two)))
        both = algebra.and_(acts(ground, index), acts(ground, index + 1))
        met.append(algebra.and_(apart, both))
        claims += [
            algebra.or_(apart ^ 1, lit) for lit in _same_but_7c_order(algebra, before, after)
        ]
    return Obligation(algebra.any_(met), tuple(claims))


def _same_but_7c_order(algebra: Algebra, one: Pass, other: Pass) -> Iterator[Lit]:
    """The same state after each layer before 7c, and there the same effects on the same objects.

    In which order these are applied decides nothing (`order-in-7c`).
    """
    for layer in ("2", "4", "5", "6", "7a", "7b"):
        for a, b in zip(one.after[layer], other.after[layer], strict=True):
            yield same_chars(algebra, a, b)
    mine, theirs = _modified_by(one), _modified_by(other)
    yield algebra.all_(
        [algebra.iff(mine.get(key, FALSE), theirs.get(key, FALSE)) for key in {**mine, **theirs}]
    )


def _modified_by(layers: Pass) -> dict[tuple[object, ...], Lit]:
    """Which effect of 7c is applied to which object."""
    algebra = layers.moment.algebra
    by_effect: dict[tuple[object, ...], list[Lit]] = {}
    for each in layers.rounds:
        if each.layer == "7c":
            for effect, pick, members in zip(each.effects, each.picks, each.members, strict=True):
                acting = algebra.and_(pick, layers.acts(effect, "7c"))
                for index, lit in members.items():
                    by_effect.setdefault((effect.key, index), []).append(algebra.and_(acting, lit))
    return {key: algebra.any_(lits) for key, lits in by_effect.items()}


def _traded(one: Thing, other: Thing, thing: Thing) -> Thing:
    """With the timestamps of two neighbours exchanged, and those of counters as old as they are."""
    if thing.index not in (one.index, other.index):
        return thing
    stamp = other.stamp if thing.index == one.index else one.stamp
    counters = [
        replace(each, stamp=stamp if each.stamp == thing.stamp else each.stamp)
        for each in thing.counters
    ]
    return replace(thing, stamp=stamp, counters=counters)


def acts(ground: Ground, index: int) -> Lit:
    mask = sum(1 << number for number, kind in enumerate(ground.pool.kinds) if kind.acts)
    return ground.slots[index].chooser.pick(mask)


def players_swapped(ground: Ground) -> Obligation:
    """With every permanent on the other side, the outcome is the same with the sides exchanged."""
    algebra = ground.algebra
    world = ground.changed(
        lambda thing: replace(thing, owner=thing.owner ^ 1, controller=thing.controller ^ 1)
    )
    here, swapped = ground.watched().moment.chars, ground.run(world=world).moment.chars
    sides = [slot.yours for slot in ground.slots]
    both = algebra.and_(algebra.any_(sides), algebra.any_([lit ^ 1 for lit in sides]))
    return Obligation(both, (same_boards(algebra, here, swapped, mirrored=True),))


def _switched(world: World, members: dict[int, Lit], times: int) -> World:
    """The same with resolved effects that switch the power and toughness of some permanents."""
    effect = tree.Effect(tree.Each(tree.AllOf()), (tree.SwitchPT(),))
    more = [Resolved(effect, 500 + number, Setting(None, TRUE), members) for number in range(times)]
    return replace(world, resolved=more)


def two_switches(ground: Ground) -> Obligation:
    """Any permanents, switched twice by resolved effects, are as if nothing had switched them."""
    algebra = ground.algebra
    members = {index: algebra.graph.var(("switched", index)) for index in range(ground.size)}
    never = ground.watched().moment.chars
    once = ground.run(world=_switched(ground.world, members, 1)).moment.chars
    twice = ground.run(world=_switched(ground.world, members, 2)).moment.chars
    seen = algebra.all_([same_sizes(algebra, a, b) for a, b in zip(never, once, strict=True)])

    def steps(value: Callable[[Lit], bool], handles: list[str]) -> _Effects:
        text = "switch target creature's power and toughness until end of turn"
        return [
            {"effect": text, "targets": [handles[index]]}
            for index, lit in members.items()
            if value(lit)
            for _ in range(2)
        ]

    return Obligation(seen ^ 1, (same_boards(algebra, never, twice),), steps)


# --- what survives what (613.4, 613.6) ------------------------------------------------------------


class _Undefined(Pass):
    """The same without characteristic-defining power and toughness."""

    def apply_layer(self, layer: str) -> None:
        if layer != "7a":
            super().apply_layer(layer)


def defining_is_set_over(ground: Ground) -> Obligation:
    """What 7b sets both halves of owes nothing to what 7a defined."""
    algebra = ground.algebra
    right, without = ground.watched(), ground.run(_Undefined)
    met, claims = [], []
    for index in range(ground.size):
        defined = same_sizes(algebra, right.after["7a"][index], right.after["6"][index]) ^ 1
        set_ = algebra.any_([*_both_halves_set(right, index)])
        met.append(algebra.and_(defined, set_))
        same = same_sizes(algebra, right.before["7c"][index], without.before["7c"][index])
        claims.append(algebra.or_(set_ ^ 1, same))
    return Obligation(algebra.any_(met), (algebra.all_(claims),))


def _both_halves_set(layers: Pass, index: int) -> Iterator[Lit]:
    """That an effect which sets both power and toughness is applied to the object in 7b."""
    algebra = layers.moment.algebra
    for each in layers.rounds:
        if each.layer != "7b":
            continue
        for n, (pick, members) in enumerate(zip(each.picks, each.members, strict=True)):
            for sequence, guard in each.changes(n):
                if any(_sets_both(change) for change in sequence):
                    yield algebra.all_([pick, guard, members.get(index, FALSE)])


def _sets_both(change: tree.Change) -> bool:
    return (
        isinstance(change, tree.SetBasePT)
        and change.power is not None
        and change.toughness is not None
    )


class _Kept(Pass):
    """The same with the effects that take abilities away in layer 6 doing nothing."""

    def pending(
        self, layer: str, wanted: Callable[[ContinuousEffect], bool]
    ) -> list[ContinuousEffect]:
        effects = super().pending(layer, wanted)
        return [each for each in effects if layer != "6" or not _takes_all(each)]


def _takes_all(effect: ContinuousEffect) -> bool:
    return any(
        isinstance(change, tree.LoseAllAbilities)
        for _, wording in effect.alternatives
        for change in wording.changes
    )


def loss_undoes_nothing(ground: Ground) -> Obligation:
    """What began to apply before layer 6 is applied in each further layer, to the same objects;
    and types, colours and controllers are what they would be had nothing lost its abilities.
    """
    algebra = ground.algebra
    layers, kept = ground.watched(), ground.run(_Kept)
    met, claims = [], []
    for (layer, key), applied_to_ in _by_effect(layers).items():
        first = started(layers, key)
        if layer in _EARLY or not first:
            continue
        effect = layers.effects[key]
        began = algebra.any_([pick for pick, _ in first])
        due = algebra.and_(began, layers.acts(effect, layer))
        met.append(algebra.and_(due, _ability_gone(layers, effect)))
        claims.append(algebra.or_(due ^ 1, algebra.any_([pick for pick, _ in applied_to_])))
        for index in range(ground.size):
            then, now = _applies_to(algebra, first, index), _applies_to(algebra, applied_to_, index)
            claims.append(algebra.or_(due ^ 1, algebra.iff(then, now)))
    for a, b in zip(layers.moment.chars, kept.moment.chars, strict=True):
        claims += [
            algebra.iff(a.yours, b.yours),
            *same_words(algebra, a.types, b.types),
            *same_words(algebra, a.subtypes, b.subtypes),
            *same_words(algebra, a.colors, b.colors),
        ]
    return Obligation(algebra.any_(met), (algebra.all_(claims),))


_EARLY = ("2", "3", "4", "5")
_Applications: TypeAlias = list[tuple[Lit, dict[int, Lit]]]


def _by_effect(layers: Pass) -> dict[tuple[str, tuple[object, ...]], _Applications]:
    """When and to what each effect is applied in each layer."""
    applications: dict[tuple[str, tuple[object, ...]], _Applications] = {}
    for each in layers.rounds:
        for effect, pick, members in zip(each.effects, each.picks, each.members, strict=True):
            applications.setdefault((each.layer, effect.key), []).append((pick, members))
    return applications


def started(layers: Pass, key: tuple[object, ...]) -> _Applications:
    """When and to what the effect was applied in its first layer, if that is before layer 6."""
    table = _by_effect(layers)
    return next((table[(layer, key)] for layer in _EARLY if (layer, key) in table), [])


def _applies_to(algebra: Algebra, applications: _Applications, index: int) -> Lit:
    return algebra.any_(
        [algebra.and_(pick, members.get(index, FALSE)) for pick, members in applications]
    )


def _ability_gone(layers: Pass, effect: ContinuousEffect) -> Lit:
    """Whether the ability that made the effect is not there after layer 6."""
    if effect.source is None or effect.held_key is None:
        return FALSE
    for held in layers.after["6"][effect.source].abilities:
        if held.key == effect.held_key:
            return held.present ^ 1
    return TRUE


# --- what objects are -----------------------------------------------------------------------------


def noncreature_sizes(ground: Ground) -> Obligation:
    """Nothing that asks for a power or toughness finds a noncreature permanent."""
    algebra = ground.algebra
    final = ground.watched().moment
    met, claims = [], []
    for index, chars in enumerate(final.chars):
        creature = chars.types.get("Creature", FALSE)
        met.append(creature ^ 1)
        for stat in ("power", "toughness"):
            for op in (">=", "<="):
                filter_ = tree.StatIs(stat, op, tree.Num(0))
                meets = matches(final, filter_, index, Setting(index, TRUE, affected=index))
                claims.append(algebra.or_(creature, meets ^ 1))
    return Obligation(algebra.any_(met), (algebra.all_(claims),))


def subtypes_fit(ground: Ground) -> Obligation:
    """Each subtype goes with a card type that it belongs to, in each layer from 4 on."""
    algebra = ground.algebra
    layers = ground.watched()
    met, claims = [], []
    for chars in [*layers.after["4"], *layers.moment.chars]:
        for word, lit in chars.subtypes.items():
            owners = TYPES_OF_FAMILY.get(family(word))
            if owners is not None:
                met.append(lit)
                fits = algebra.any_([chars.types.get(each, FALSE) for each in owners])
                claims.append(algebra.or_(lit ^ 1, fits))
    return Obligation(algebra.any_(met), (algebra.all_(claims),))


def basic_types_tap(ground: Ground) -> Obligation:
    """A land with a basic land type leaves layer 4 with that type's mana ability."""
    algebra = ground.algebra
    layers = ground.watched()
    met, claims = [], []
    set_ = [_set_by_effect(layers, index) for index in range(ground.size)]
    for index, chars in enumerate(_layers_after_types(layers)):
        for word in BASIC_LAND_TYPES:
            due = algebra.and_(chars.types.get("Land", FALSE), chars.subtypes.get(word, FALSE))
            met.append(algebra.and_(due, set_[index]))
            claims.append(algebra.or_(due ^ 1, has(algebra, chars, intrinsic(word))))
    return Obligation(algebra.any_(met), (algebra.all_(claims),))


def _layers_after_types(layers: Pass) -> list[Chars]:
    """The state with which layer 5 begins: 305.6 has been carried out."""
    return layers.after["5"]


def _set_by_effect(layers: Pass, index: int) -> Lit:
    algebra = layers.moment.algebra
    return algebra.any_(
        [
            algebra.all_([pick, each.does(a, tree.SetSubtypes), members.get(index, FALSE)])
            for each in layers.rounds
            if each.layer == "4"
            for a, (pick, members) in enumerate(zip(each.picks, each.members, strict=True))
        ]
    )


def has(algebra: Algebra, chars: Chars, wanted: tree.Ability) -> Lit:
    return algebra.any_(lit for _, lit, _ in chars.those(algebra, lambda each: each == wanted))
