"""613.7, 613.8: which effect of a layer is applied next.

`Order` looks at the effects that have not yet been applied. Normally the earliest timestamp is
next (613.7); an effect that depends on others waits for them (613.8b), except inside a loop.
Whether one depends on another is found by applying the other on trial (613.8a).
"""

from collections.abc import Iterable
from typing import Protocol, TypeAlias

from striate.cards.tree import GainAbilities, Node
from striate.referee.effects import ContinuousEffect
from striate.referee.pending import Holding, Pending
from striate.referee.reads import Footprint, kinds_in, reads, takes_abilities, writes
from striate.referee.state import State
from striate.referee.touching import could_touch
from striate.referee.tracing import Clause
from striate.referee.values import Key

# What an effect does in one layer: to each object of its set, its concrete changes.
Doing: TypeAlias = tuple[tuple[str, tuple[Node, ...]], ...]


_CONTROLLER = frozenset(("controller",))
_NOTHING: frozenset[str] = frozenset()


class _Evaluation(Holding, Protocol):
    """What `Order` asks of the engine."""

    begun: dict[Key, tuple[ContinuousEffect, tuple[str, ...]]]

    def exists(self, effect: ContinuousEffect, state: State) -> bool: ...

    def same_text(self, effect: ContinuousEffect, state: State) -> bool: ...

    def objects(self, effect: ContinuousEffect, state: State) -> tuple[str, ...]: ...

    def doing(self, effect: ContinuousEffect, layer: str, state: State) -> Doing: ...

    def trial(
        self, effect: ContinuousEffect, layer: str, doing: Doing
    ) -> tuple[State, Footprint]: ...


class Order:
    """The effects of one layer that are left, and which of them is next.

    613.8c: looked at anew each time. What was worked out stays for as long as nothing that it
    looks at changes: an answer about an effect looks at its condition, its set and its deeds
    (`_looked_at`), and `reads` says of which kinds of characteristics these are.
    """

    def __init__(self, layers: _Evaluation, layer: str) -> None:
        self.layers = layers
        self.layer = layer
        self.pending = Pending(layers, layer)
        self._there: dict[Key, tuple[bool, ContinuousEffect]] = {}
        self._now: dict[Key, tuple[Doing, ContinuousEffect]] = {}
        self._sets: dict[Key, frozenset[str]] = {}
        self._trials: dict[Key, tuple[State, Footprint]] = {}
        self._known: dict[tuple[Key, Key], Clause] = {}

    @property
    def rounds(self) -> int:
        """How many effects have been applied."""
        return len(self.pending)

    def applied(self, effect: ContinuousEffect, change: Footprint) -> None:
        """613.8c: that effect was applied; what rests on something that it changed is forgotten."""
        altered = kinds_in(change)
        self.pending.applied(effect)
        for handle, kinds in change.items():
            if "abilities" in kinds:
                self.pending.look_again(handle)
        self._trials, self._known, self._sets = {}, {}, {}
        # What its source says now may be another effect under the same key.
        self._there = {
            key: known
            for key, known in self._there.items()
            if reads(known[1].condition).isdisjoint(altered)
            and "abilities" not in change.get(known[1].source or "", ())
        }
        self._now = {
            key: known
            for key, known in self._now.items()
            if self._looked_at(known[1]).isdisjoint(altered)
            and "abilities" not in change.get(known[1].source or "", ())
        }

    def next(self) -> tuple[ContinuousEffect, tuple[tuple[ContinuousEffect, Clause], ...]] | None:
        """613.7, 613.8b: the earliest that waits for nothing, and what the earlier ones wait for."""
        some = False
        for effect in self.pending:
            if not self.exists(effect):
                continue
            if not self.waits_for(effect):
                waited: list[tuple[ContinuousEffect, Clause]] = []
                for earlier in self.pending.before(effect) if some else ():
                    clause = self.exists(earlier) and self.depends(earlier, effect)
                    if clause:
                        waited.append((earlier, clause))
                return effect, tuple(waited)
            some = True
        if some:
            raise AssertionError("613.8b: some effect waits for nothing outside its own loop")
        return None

    def left(self) -> list[ContinuousEffect]:
        """Those that are there; 613.3: as long as there are some, the characteristic-defining."""
        there = [effect for effect in self.pending if self.exists(effect)]
        return [effect for effect in there if effect.cda] or there

    def exists(self, effect: ContinuousEffect) -> bool:
        """611.3b, 613.6: whether it exists now."""
        known = self._there.get(effect.key)
        if known is None or known[1] is not effect:
            known = (self.layers.exists(effect, self.layers.state), effect)
            self._there[effect.key] = known
        return known[0]

    def loop_of(
        self, effect: ContinuousEffect
    ) -> tuple[tuple[ContinuousEffect, ContinuousEffect, Clause], ...]:
        """613.8b: who depends on whom, and how, in the loop that the effect stands in."""
        reached = self._reached_from(effect)
        if not reached:
            return ()
        loop = [
            each
            for each in self.pending
            if each is effect or (each.key in reached and self.reaches(each, effect))
        ]
        return tuple(
            (one, other, clause)
            for one in loop
            for other in loop
            if (clause := self.depends(one, other))
        )

    def waits_for(self, effect: ContinuousEffect) -> bool:
        """613.8b: it depends on an effect that does not, by way of others, depend on it."""
        return any(
            self.depends(effect, other) and not self.reaches(other, effect)
            for other in self._others(effect)
        )

    def _reached_from(self, start: ContinuousEffect) -> frozenset[Key]:
        """613.8b: on what it depends, directly or through others."""
        seen: set[Key] = set()
        todo = [start]
        while todo:
            effect = todo.pop()
            for other in self._others(effect):
                if other.key not in seen and self.depends(effect, other):
                    seen.add(other.key)
                    todo.append(other)
        return frozenset(seen)

    def reaches(self, start: ContinuousEffect, goal: ContinuousEffect) -> bool:
        """613.8b: whether `start` depends on `goal`, directly or through others (a loop)."""
        seen = {start.key}
        todo = [start]
        while todo:
            effect = todo.pop()
            for other in self._others(effect):
                if other.key not in seen and self.depends(effect, other):
                    if other is goal:
                        return True
                    seen.add(other.key)
                    todo.append(other)
        return False

    def _others(self, effect: ContinuousEffect) -> Iterable[ContinuousEffect]:
        """Those that it could depend on: all that are there, if its words look at what effects of
        this layer write; else only what can take its ability or text away (`may_depend`).
        """
        among: Iterable[ContinuousEffect] = self.pending
        if self._looked_at(effect).isdisjoint(writes((), self.layer)):
            settled = effect.fixed is not None or effect.key in self.layers.begun
            among = () if settled else list(self.pending.takers.values())
        return (each for each in among if each is not effect and self.exists(each))

    def depends(self, one: ContinuousEffect, other: ContinuousEffect) -> Clause:
        """613.8a: how `one` depends on `other`; empty where it is independent of it."""
        if one is other:
            return ""
        pair = (one.key, other.key)
        known = self._known.get(pair)
        if known is None:
            known = self._tried(one, other) if self.may_depend(one, other) else ""
            self._known[pair] = known
        return known

    def _tried(self, one: ContinuousEffect, other: ContinuousEffect) -> Clause:
        # 613.8a(c): neither or both from characteristic-defining abilities.
        if one.cda != other.cda:
            return ""
        layers = self.layers
        after, change = self._after(other)
        if not change:
            return ""
        # 613.8a(b): the text or the existence of the first effect,
        if not layers.exists(one, after):
            return "existence"
        if one.key not in layers.begun and not layers.same_text(one, after):
            return "text"
        # what it applies to, or what it does to any of the things it applies to.
        if self._looked_at(one).isdisjoint(kinds_in(change)):
            return ""
        now, then = self._doing(one), layers.doing(one, self.layer, after)
        if now == then or _in_any_order(now) == _in_any_order(then):
            return ""
        same_objects = [handle for handle, _ in now] == [handle for handle, _ in then]
        return "what it does" if same_objects else "what it applies to"

    def may_depend(self, one: ContinuousEffect, other: ContinuousEffect) -> bool:
        """Whether a trial could show a difference: cheap, and never wrongly no."""
        layer = self.layer
        changes = other.parts[layer]
        common = self._looked_at(one) & writes(changes, layer)
        if common and (layer not in "46" or could_touch(changes, layer, self._words_of(one))):
            return True
        if one.key in self.layers.begun or one.fixed is not None:
            return False
        takes = any(takes_abilities(change, layer) for change in changes)
        return takes and one.source in self._set(other)

    def _looked_at(self, effect: ContinuousEffect) -> frozenset[str]:
        """The kinds of characteristics that decide whether it exists, its set and its deeds."""
        found: frozenset[str] = _NOTHING.union(*map(reads, self._words_of(effect)))
        if effect.key in self.layers.begun or effect.fixed is not None:
            return found
        # 109.5: "you" is its source's controller.
        return found | (_CONTROLLER if self.layer == "2" else _NOTHING)

    def _words_of(self, effect: ContinuousEffect) -> tuple[Node | tuple[Node, ...] | None, ...]:
        """The words that decide whether it exists, its set and its deeds."""
        deeds = effect.parts[self.layer]
        if effect.key in self.layers.begun:
            return (deeds,)
        if effect.fixed is not None:
            return (deeds, effect.condition)
        return (deeds, effect.condition, effect.who)

    def _set(self, effect: ContinuousEffect) -> frozenset[str]:
        if effect.key not in self._sets:
            self._sets[effect.key] = frozenset(self.layers.objects(effect, self.layers.state))
        return self._sets[effect.key]

    def _after(self, effect: ContinuousEffect) -> tuple[State, Footprint]:
        if effect.key not in self._trials:
            doing = self._doing(effect)
            self._trials[effect.key] = self.layers.trial(effect, self.layer, doing)
        return self._trials[effect.key]

    def _doing(self, effect: ContinuousEffect) -> Doing:
        known = self._now.get(effect.key)
        if known is None or known[1] is not effect:
            known = (self.layers.doing(effect, self.layer, self.layers.state), effect)
            self._now[effect.key] = known
        return known[0]


def _in_any_order(doing: Doing) -> Doing:
    """What is gained is gained at once: in which order it stands does nothing else."""
    return tuple((handle, tuple(map(_sorted_gains, changes))) for handle, changes in doing)


def _sorted_gains(change: Node) -> Node:
    if not isinstance(change, GainAbilities):
        return change
    return GainAbilities(tuple(sorted(change.abilities, key=repr)))
