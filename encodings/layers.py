"""The layers of 613.1, applied in order; inside each by timestamp (613.7) and dependency
(613.8)."""

from collections import Counter
from collections.abc import Callable

from striate.cards import tree
from striate.cards.costs import symbols
from striate.encodings.algebra import FALSE, TRUE, Lit
from striate.encodings.applying import added_together, applied_one_of
from striate.encodings.clauses import clause, remembered
from striate.encodings.copying import copiable_values, with_stamps
from striate.encodings.dependency import (
    can_depend,
    depends_on,
    effect_reads,
    effect_writes,
    waits,
)
from striate.encodings.effects import (
    LAYERS,
    ContinuousEffect,
    changes_of,
    counter_effects,
    effects_of_held,
    exists,
    members_of,
    resolved_effect,
    sequences_in,
    statics_of,
)
from striate.encodings.moments import Moment
from striate.encodings.state import IN_PLAY, Chars, Thing, World
from striate.encodings.typeline import intrinsic_mana_abilities, keep_fitting_subtypes
from striate.quick.reach import Keys, touch


@clause("613.1", "613.1a", "613.1b", "613.1c", "613.1d", "613.1e", "613.1f", "613.1g", "613.4")
def layer_order() -> tuple[str, ...]:
    """613.1, 613.4: after copying and face-down status: control, text, type, colour, abilities,
    then power and toughness: defined, set, modified, switched.
    """
    return LAYERS


@clause("613.3", "613.4a")
def defining_first(layer: str) -> bool:
    """613.3: in layers 2-6 the effects of characteristic-defining abilities apply first."""
    return not layer.startswith("7")


_ROUNDS = 1000  # no board that ends needs more


class Layers:
    """One pass through the layers over all objects of a world."""

    def __init__(self, world: World, copiable: list[Chars] | None = None) -> None:
        values = map(_as_printed, world.things) if copiable is None else copiable
        self.moment = Moment(world, [each.copy() for each in values])
        self.things = world.things
        self.effects: dict[tuple[object, ...], ContinuousEffect] = {}
        self.seen: dict[int, object] = {}
        self.read_texts: dict[tuple[int, object], object] = {}

    def run(self, last: str = "") -> list[Chars]:
        for thing in self.things:
            keep_fitting_subtypes(self.moment.chars[thing.index], self.moment.algebra)
        self.start()
        for layer in layer_order():
            self.moment = self.moment.fork({})
            self.moment.layer = layer
            self.apply_layer(layer)
            if layer == "4":
                self._add_intrinsic()
            if layer == last:
                break
        return self.moment.chars

    def start(self) -> None:
        world = self.moment.world
        self.collect()
        begun = [resolved_effect(number, each) for number, each in enumerate(world.resolved)]
        with_counters = (thing for thing in self.things if thing.counters)  # 122.1a: in every zone
        counters = (each for thing in with_counters for each in counter_effects(self.moment, thing))
        self.effects.update((each.key, each) for each in (*begun, *counters))

    def collect(self) -> None:
        """Bring the list of static effects up to date with the abilities that objects have."""
        moment = self.moment
        things = self.things if (alone := moment.world.alone) is None else [self.things[alone]]
        for thing in things:
            abilities = moment.chars[thing.index].abilities
            if self.seen.get(thing.index) is abilities:
                continue
            self.seen[thing.index] = abilities
            for held in abilities:
                # Encoding: what an ability says is read anew only where its words may be others.
                if self.read_texts.get((thing.index, held.key)) is held.alternatives:
                    continue
                self.read_texts[thing.index, held.key] = held.alternatives
                for effect in effects_of_held(moment, thing, held):
                    old = self.effects.get(effect.key)
                    if old is None:
                        self.effects[effect.key] = effect
                    elif old.alternatives != effect.alternatives:
                        # 611.3a: what it says is what its text says now, even once it has begun.
                        old.alternatives = effect.alternatives
                        old.combine = effect.combine
                        old.memo.clear()

    def _add_intrinsic(self) -> None:
        """305.6: after the types are settled, basic land types bring their mana abilities."""
        moment = self.moment
        changed: dict[int, Chars] = {}
        for thing in self.things:
            gained = intrinsic_mana_abilities(
                moment.chars[thing.index], thing.index, thing.stamp, moment.algebra
            )
            if gained:
                new = changed[thing.index] = moment.chars[thing.index].copy()
                new.abilities = (*new.abilities, *gained)
        self.moment = moment.fork(changed)

    def apply_layer(self, layer: str) -> None:
        if defining_first(layer):
            self._apply_group(layer, lambda effect: effect.cda)
            self._apply_group(layer, lambda effect: not effect.cda)
        else:
            self._apply_group(layer, lambda effect: True)

    def pending(
        self, layer: str, wanted: Callable[[ContinuousEffect], bool]
    ) -> list[ContinuousEffect]:
        algebra = self.moment.algebra
        effects = [
            effect
            for effect in self.effects.values()
            if effect.applied_in_layer != TRUE
            and wanted(effect)
            and sequences_in(effect, layer, algebra)
        ]
        return sorted(effects, key=order_key)

    def _apply_group(self, layer: str, wanted: Callable[[ContinuousEffect], bool]) -> None:
        """613.7, 613.8c: one after the other, each time looking again at what is left."""
        for effect in self.effects.values():
            effect.applied_in_layer, effect.in_line, effect.ahead = FALSE, FALSE, None
            effect.begun_before_layer = effect.begun_by_now
        met: set[tuple[object, ...]] = set()
        known: set[tuple[object, ...]] = set()
        rounds = 0
        while True:
            effects = self.pending(layer, wanted)
            if not effects:
                self.noted(effects, [], [])
                return
            passive = _passive_effects(effects, layer)
            met.update(effect.key for effect in effects if effect.key not in passive)
            # 613.8c: effects that an application brought into being get a round of their own.
            if known and any(effect.key not in known for effect in effects):
                met.add(("new", rounds))
            known.update(effect.key for effect in effects)
            # Encoding: each round applies one effect that others can depend on, where any is
            # left, and all the others before it; so there are few rounds.
            done = [effect.applied_in_layer for effect in effects]
            left = len(met) - self.surplus(met) - rounds
            if rounds > _ROUNDS:
                raise AssertionError("effects bring ever more effects into being")
            picks = next_to_apply(self.moment, effects, passive, left) if left >= 0 else []
            settled = any(each.applied_in_layer == TRUE for each in effects)
            if not settled and all(pick == FALSE for pick in picks):
                self.noted(effects, done, [])
                return
            self.noted(effects, done, picks)
            self._apply_picked(effects, picks, passive)
            rounds += 1

    def surplus(self, met: set[tuple[object, ...]]) -> int:
        """How many of these effects can't exist at once, and so need no round.

        Of a place, only so many slots can have one. Effects settled singly have had their round.
        """
        limits = self.moment.world.limits
        at: Counter[object] = Counter()
        for key in met if limits else ():
            if key in self.effects and self.effects[key].held_key in limits:
                at[self.effects[key].held_key] += self.effects[key].applied_in_layer != TRUE
        return sum(max(0, at[place] - limit) for place, limit in limits.items())

    def noted(self, effects: list[ContinuousEffect], done: list[Lit], picks: list[Lit]) -> None:
        """Told before each round what it applies, and at the end of a group; for `verify`."""

    def _apply_picked(
        self, effects: list[ContinuousEffect], picks: list[Lit], passive: set[tuple[object, ...]]
    ) -> None:
        moment = self.moment
        chosen = [
            (effect, pick, members_of(moment, effect))
            for effect, pick in zip(effects, picks, strict=True)
            if pick != FALSE
        ]
        alone = [each for each in chosen if each[0].key in passive]
        changed, alone = added_together(moment, alone)
        after = moment.fork(changed)
        for each in alone:
            after = after.fork(applied_one_of(after, [each]))
        waited_for = [each for each in chosen if each[0].key not in passive]
        self.moment = after.fork(applied_one_of(after, waited_for)) if waited_for else after
        if chosen:
            written = [effect_writes(effect, moment.layer) for effect, _, _ in chosen]
            self.moment.before, self.moment.altered = moment, frozenset().union(*written)
        for effect, pick, members in chosen:
            begin(moment, effect, pick, members)
            effect.applied_in_layer = moment.algebra.or_(effect.applied_in_layer, pick)
        self.collect()


@clause("613.6")
def begin(moment: Moment, effect: ContinuousEffect, when: Lit, members: dict[int, Lit]) -> None:
    """613.6: from the first layer in which it applies, the set is fixed and the effect goes on."""
    algebra = moment.algebra
    if when == TRUE:
        effect.members = members
        effect.begun_by_now = TRUE
        return
    effect.members = algebra.mixed(when, members, effect.members)
    effect.begun_by_now = algebra.or_(effect.begun_by_now, when)


@clause("613.7")
def order_key(effect: ContinuousEffect) -> tuple[int, ...]:
    """613.7: earlier timestamps first."""
    return effect.stamp


@clause("613.7", "613.8b", "613.8c")
def next_to_apply(
    moment: Moment, effects: list[ContinuousEffect], passive: set[tuple[object, ...]], left: int
) -> list[Lit]:
    """613.8b-c: of the effects that are there and wait for nothing, the earliest timestamp.

    One literal for each effect: it is applied now. Encoding: effects that nothing can depend on
    are applied in one go, in their order, up to the first other effect. At most `left` others
    can still be open, because each round applies one of them.
    """
    algebra = moment.algebra
    if _stands_first(effects, moment.layer) and effects[0].key not in passive:
        first = exists(moment, effects[0])
        # Encoding: nothing left can make it wait or bring it about, so it is settled now.
        effects[0].applied_in_layer = TRUE
        return [first] + [FALSE] * (len(effects) - 1)
    open_ = [
        algebra.and_(exists(moment, effect), effect.applied_in_layer ^ 1) for effect in effects
    ]
    can_be_waited_for = [
        n for n, effect in enumerate(effects) if effect.key not in passive and left > 0
    ]
    # Encoding: the last of them has none left to wait for.
    asking = [n for n, effect in enumerate(effects) if left > 1 or effect.key in passive]
    depends = dependencies(moment, effects, open_, asking, can_be_waited_for)
    waiting = waits(moment, open_, depends) if depends else [FALSE] * len(effects)
    free = [algebra.and_(lit, wait ^ 1) for lit, wait in zip(open_, waiting, strict=True)]
    return algebra.first(free, {n for n, each in enumerate(effects) if each.key in passive})


def _passive_effects(effects: list[ContinuousEffect], layer: str) -> set[tuple[object, ...]]:
    """The effects that nothing else here looks at (by their trees): none can depend on them.

    613.8c: one that brings further effects into being isn't: those take their turn by timestamp.
    """
    looking: dict[Keys, list[ContinuousEffect]] = {}
    for effect in effects:
        looking.setdefault(effect_reads(effect, layer), []).append(effect)
    alike: dict[Keys, list[list[ContinuousEffect]]] = {}
    passive = set()
    for effect in effects:
        if _brings_effects(effect, layer):
            continue
        written = effect_writes(effect, layer)
        readers = alike.get(written)
        if readers is None:
            # Encoding: asked once of all that look at the same and of all that write the same.
            readers = alike[written] = [
                those for read, those in looking.items() if touch(read, written)
            ]
        if not any(those != [effect] for those in readers):
            passive.add(effect.key)
    return passive


def _brings_effects(effect: ContinuousEffect, layer: str) -> bool:
    """Whether an ability that it gives has effects of its own in this layer."""
    if "6" not in layer.split("+"):
        return False
    return any(
        isinstance(change, tree.GainAbilitiesOf)
        or (
            isinstance(change, tree.GainAbilities)
            and any(_acts_within(ability, layer) for ability in change.abilities)
        )
        for _, wording in effect.alternatives
        for change in wording.changes
    )


@remembered
def _acts_within(ability: tree.Ability, layer: str) -> bool:
    """Whether the ability has static effects that change something in the layer."""
    return any(
        changes_of(effect, layer) for static in statics_of(ability) for effect in static.effects
    )


def _stands_first(effects: list[ContinuousEffect], layer: str) -> bool:
    """Whether the earliest effect can't depend on any other that is left."""
    return not any(can_depend(effects[0], other, layer) for other in effects[1:])


@clause("613.8")
def dependencies(
    moment: Moment,
    effects: list[ContinuousEffect],
    open_: list[Lit],
    asking: list[int],
    can_be_waited_for: list[int],
) -> dict[tuple[int, int], Lit]:
    """613.8: the pairs of open effects in which the first depends on the second."""
    pairs = {}
    for a in asking:
        effect = effects[a]
        if open_[a] == FALSE:
            continue
        for b in can_be_waited_for:
            if a == b or open_[b] == FALSE or not can_depend(effect, effects[b], moment.layer):
                continue
            lit = depends_on(moment, effect, effects[b])
            if lit != FALSE:
                pairs[(a, b)] = lit
    return pairs


# --- what each object is before any effect but those of copying -----------------------------------


def unaffected(world: World) -> list[Chars]:
    """All objects by their copiable values, with whose they are (108.4) and X in their costs
    (202.3e)."""
    objects = []
    for thing in world.things:
        values = copiable_values(world, thing)
        values.yours = base_controller(thing)
        if thing.zone == "stack" and thing.x:
            values.mana_value = world.algebra.add(values.mana_value, x_in_cost(thing, values))
        objects.append(values)
    return objects


@clause("202.3e")
def x_in_cost(thing: Thing, values: Chars) -> int:
    """202.3e: on the stack, X in a mana cost is the number chosen for it."""
    cost = next((cost for guard, cost in values.costs if guard == TRUE), "")
    return (thing.x or 0) * symbols(cost).count("X")


def base_controller(thing: Thing) -> Lit:
    """108.4, 110.2: who put it onto the battlefield; elsewhere its owner."""
    return thing.controller if thing.zone in (*IN_PLAY, "stack") else thing.owner


@clause("613.5")
def settle(world: World, copiable: list[Chars] | None = None, last: str = "") -> list[Chars]:
    """613.5: the outcome of the layers, performed anew from the copiable values at any moment.

    Encoding: from what is printed, if nothing is said; up to the `last` layer, if one is named.
    """
    return Layers(world, copiable).run(last)


def _as_printed(thing: Thing) -> Chars:
    """707.2: the copiable values of what nothing has made a copy."""
    values = with_stamps(thing, thing.printed[0])
    values.yours = thing.controller
    return values
