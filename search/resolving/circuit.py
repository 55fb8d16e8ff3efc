"""The circuit of boards on which something resolves: slots, and at a place among them a choice.

What resolves does so after some of the permanents have entered. Its target is chosen as a host is;
whom it acts on and how much is locked in at that moment (611.2c, 608.2h), and its effects have that
timestamp (613.7b). The layers are applied to what is there then, and in the end to everything.
"""

from collections.abc import Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from striate.cards import tree
from striate.encodings.door import (
    Algebra,
    Moment,
    Resolved,
    Setting,
    Thing,
    World,
    locked,
    noting_rules,
    settle,
)
from striate.search.circuit import (
    Built,
    ask,
    legal_entries,
    stays,
    table_of,
    unlike_legends,
)
from striate.search.cone import takes_abilities
from striate.search.questions import Question, may_fall, most_x, put_on
from striate.search.resolving.happenings import SOURCE, TARGET
from striate.search.resolving.staging import Staged
from striate.search.resolving.targets import can_target
from striate.search.slots import (
    Part,
    Search,
    Slot,
    make_slots,
    open_choices,
    printed_chars,
    stamp_after,
    world_of,
)
from striate.search.table import Chooser
from striate.solver.choice import Choice, mask_of, masks_of
from striate.solver.terms import FALSE, TRUE, Lit
from striate.spreading.collecting import uncollected

_APART = 16  # timestamps from one permanent to the next; what resolves between has its own


class Cast(Struct):
    """What resolves at one place, as unknowns."""

    place: int  # after so many permanents
    chooser: Chooser
    yours: Lit  # of a spell: who casts it
    targets: dict[int, Lit]
    sources: dict[int, Lit]  # whose ability it is; none of them: a spell
    early: Lit  # level counters are there by then
    constraints: list[Lit]
    resolved: list[Resolved] = field(default_factory=list)


class Played(Built):
    """The circuit of one size, with what resolves."""

    casts: list[Cast] = field(default_factory=list)
    partial: bool = False  # some boards of the shape are not told


@uncollected()
def build(
    question: Question,
    stage: Staged,
    permanents: int,
    places: Sequence[int],
    *,
    loose: bool = False,
) -> Played | None:
    """So many permanents, and after so many of them each time something that resolves.

    `loose`: whatever falls apart.
    """
    algebra = Algebra()
    with noting_rules(algebra.graph):
        return _Building(algebra, question, stage, permanents).built(places, loose)


class _Building:
    def __init__(
        self, algebra: Algebra, question: Question, stage: Staged, permanents: int
    ) -> None:
        self.algebra, self.question, self.stage = algebra, question, stage
        self.size = permanents
        self.table = table_of(question, [*stage.pool.kinds, *stage.kinds])
        self.casts: list[Cast] = []
        self.partial = False
        self.limits: dict[tuple[object, ...], int] = {
            ("printed", "effects", place): permanents for place in self.table.effects
        }

    def built(self, places: Sequence[int], loose: bool) -> Played | None:
        pool, algebra = self.stage.pool, self.algebra
        masks = pool.answering
        if not pool.kinds or (places and not self.stage.kinds) or not all(masks):
            return None
        held = open_choices(algebra.graph, self.size, len(pool.kinds))
        counters, most = put_on(self.question), most_x(self.question)
        self.slots = make_slots(algebra, self.table, held, counters, most)
        constraints = [lit for slot in self.slots for lit in slot.constraints]
        for number, place in enumerate(places):
            cast = self.cast(number, place)
            self.resolve(cast)
            constraints += cast.constraints
            self.casts.append(cast)
            constraints += self.entering_plainly(cast)
        world = self.world(self.slots, len(self.casts))
        final = Moment(world, settle(world))
        search = Search(algebra, world, self.slots, final)
        constraints += legal_entries(algebra, self.table, self.slots, (), self.entering)
        asks = ask(self.question.goal, search, constraints, masks)
        if any(all(lit == FALSE for lit in row) for row in asks):
            return None
        for index, slot in enumerate(() if loose else self.slots):
            exempt = algebra.any_([row[index] for row in may_fall(self.question, asks)])
            constraints.append(algebra.or_(exempt, stays(search, self.table, slot)))
        constraints += unlike_legends(search, pool)
        if FALSE in constraints:
            return None
        return Played(search, asks, constraints, casts=self.casts)

    def entering_plainly(self, cast: Cast) -> list[Lit]:
        """614.12: whether it enters with counters is told without what has resolved; so nothing
        that could take away what decides it resolves before. Such boards are not told.
        """
        takers = (any(map(takes_abilities, kind.effects)) for kind in self.stage.kinds)
        taking = cast.chooser.pick(mask_of(takers))
        lits = [self.algebra.and_(taking, slot.tells) ^ 1 for slot in self.slots[cast.place :]]
        self.partial |= any(lit != TRUE for lit in lits)
        return lits

    # --- moments ----------------------------------------------------------------------------------

    def world(self, slots: Sequence[Slot], casts: int, loose: int = -1) -> World:
        """What has entered, and the effects of what has resolved by then."""
        world = world_of(self.algebra, self.table, slots, loose=loose)
        for thing in world.things:
            thing.stamp *= _APART
            for counter in thing.counters:
                counter.stamp *= _APART
        world.resolved = [each for cast in self.casts[:casts] for each in cast.resolved]
        world.limits = self.limits
        return world

    def entering(self, count: int, loose: int) -> Moment:
        """The moment as one more enters, or is attached."""
        entered = count if loose < 0 else count - 1
        casts = sum(cast.place <= entered for cast in self.casts)
        world = self.world(self.slots[:count], casts, loose)
        return Moment(world, settle(world))

    def moment_of(self, cast: Cast) -> Moment:
        """The moment as it resolves; what resolves stands behind the permanents, on the stack.

        Level counters are there if they are put on early, other counters are put on later.
        """
        algebra = self.algebra
        slots = [
            replace(
                slot,
                levels={n: algebra.and_(lit, cast.early) for n, lit in slot.levels.items()},
                extra={},
            )
            for slot in self.slots[: cast.place]
        ]
        world = self.world(slots, len(self.casts))
        world.things.append(self.spell(cast))
        return Moment(world, settle(world))

    def spell(self, cast: Cast) -> Thing:
        # In the table its classes stand behind those of the permanents.
        chooser = Part(cast.chooser, behind=len(self.stage.pool.kinds))
        chars = printed_chars(self.algebra, self.table, chooser)
        types = {word: lit for word, lit in chars.types.items() if word != "Enchantment"}
        subtypes = {word: lit for word, lit in chars.subtypes.items() if word != "Aura"}
        return Thing(
            handle="what resolves",
            index=cast.place,
            zone="stack",
            stamp=_APART * stamp_after(cast.place),
            owner=cast.yours,
            controller=cast.yours,
            printed=(replace(chars, types=types, subtypes=subtypes, abilities=()),),
        )

    # --- what resolves ----------------------------------------------------------------------------

    def cast(self, number: int, place: int) -> Cast:
        """602.2, 601.2c: a spell, or an ability of a permanent that is there, and its target."""
        algebra, stage = self.algebra, self.stage
        graph = algebra.graph
        chooser = Choice(graph, ("resolves", number), len(stage.kinds))
        places = range(place)
        targets = {j: graph.var(("target", number, j)) for j in places}
        sources = {j: graph.var(("source", number, j)) for j in places}
        levels = any(slot.levels for slot in self.slots[:place])
        early = graph.var(("early", number)) if levels else FALSE
        aimed = mask_of(kind.enchant is not None for kind in stage.kinds)
        constraints = [
            chooser.valid,
            graph.at_most_one(list(targets.values())),
            graph.at_most_one(list(sources.values())),
            algebra.iff(chooser.pick(aimed), algebra.any_(targets.values())),
            algebra.or_(chooser.pick(stage.spells), algebra.any_(sources.values())),
        ]
        for j, lit in sources.items():
            for kind, mask in enumerate(stage.uses):
                has = self.slots[j].chooser.pick(mask)
                constraints.append(algebra.all_([lit, chooser.pick(1 << kind), has ^ 1]) ^ 1)
        yours = graph.var(("caster", number))
        return Cast(place, chooser, yours, targets, sources, early, constraints)

    def resolve(self, cast: Cast) -> None:
        """608.2: legal targets, and the effects that begin."""
        moment = self.moment_of(cast)
        steps = max(len(kind.effects) for kind in self.stage.kinds)
        begun: list[dict[tree.Effect, list[Lit]]] = [{} for _ in range(steps)]
        members: list[dict[int, Lit]] = [{} for _ in range(steps)]
        for setting, lit, source in self.settings(cast, moment):
            if lit == FALSE:
                continue
            self.aim(cast, moment, setting, lit, source)
            for number, kind in enumerate(self.stage.kinds):
                guard = self.algebra.and_(lit, cast.chooser.pick(1 << number))
                if guard == FALSE or not self.has(source, cast, number):
                    continue
                for step, effect in enumerate(kind.effects):
                    started, of = self.begin(cast, moment, setting, effect, source)
                    begun[step].setdefault(started, []).append(guard)
                    for index, member in of.items():
                        both = self.algebra.and_(guard, member)
                        before = members[step].get(index, FALSE)
                        members[step][index] = self.algebra.or_(before, both)
        for step, (effects, of) in enumerate(zip(begun, members, strict=True)):
            alternatives = tuple((self.algebra.any_(lits), each) for each, lits in effects.items())
            acted = {index: lit for index, lit in of.items() if lit != FALSE}
            if acted:
                cast.resolved.append(
                    Resolved(
                        alternatives[0][1],
                        _APART * stamp_after(cast.place) + 1 + step,
                        Setting(None, TRUE),
                        acted,
                        alternatives,
                    )
                )

    def has(self, source: Thing, cast: Cast, kind: int) -> bool:
        """Whether what resolves can be that class with that source at all."""
        if source.index == cast.place:
            return bool(self.stage.spells >> kind & 1)
        return self.slots[source.index].chooser.pick(self.stage.uses[kind]) != FALSE

    def settings(self, cast: Cast, moment: Moment) -> "list[tuple[Setting, Lit, Thing]]":
        """109.5, 113.7: a spell's caster, or the controller of the permanent whose ability it
        is."""
        things = moment.world.things
        spell = self.algebra.any_(cast.sources.values()) ^ 1
        settings = [(Setting(cast.place, cast.yours), spell, things[cast.place])]
        for j, lit in cast.sources.items():
            settings.append((Setting(j, moment.chars[j].yours), lit, things[j]))
        return settings

    def aim(self, cast: Cast, moment: Moment, setting: Setting, lit: Lit, source: Thing) -> None:
        """115.1, 608.2b: the target is legal."""
        kinds = enumerate(self.stage.kinds)
        masks = masks_of(kind.enchant if self.has(source, cast, n) else None for n, kind in kinds)
        masks.pop(None, None)
        for filter, mask in masks.items():
            assert filter is not None
            here = self.algebra.and_(lit, cast.chooser.pick(mask))
            for j, target in cast.targets.items():
                fits = can_target(moment, filter, moment.world.things[j], source, setting)
                cast.constraints.append(self.algebra.all_([here, target, fits ^ 1]) ^ 1)

    def begin(
        self, cast: Cast, moment: Moment, setting: Setting, effect: tree.Effect, source: Thing
    ) -> tuple[tree.Effect, dict[int, Lit]]:
        """611.2c, 608.2h: what it says with its amounts as they are now, and of which objects."""
        named = None
        if effect.who == TARGET:
            named = dict(cast.targets)
        elif effect.who == SOURCE:
            named = {source.index: TRUE}
        members, changes = locked(moment, effect, setting, named)
        before = {index: lit for index, lit in members.items() if index < cast.place}
        return tree.Effect(TARGET, changes), before
