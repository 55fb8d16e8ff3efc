"""613.7, 613.8: which effect of a layer is applied next.

`Order` looks at the effects that have not yet been applied. Normally the earliest timestamp is
next (613.7); an effect that depends on others waits for them (613.8b), except inside a loop.
Whether one depends on another is found by applying the other on trial (613.8a).
"""

from typing import Protocol, TypeAlias

from striate.cards.tree import Node
from striate.referee.effects import ContinuousEffect
from striate.referee.reads import reads, takes_abilities, writes
from striate.referee.state import State
from striate.referee.tracing import Clause
from striate.referee.values import Key

# What an effect does in one layer: to each object of its set, its concrete changes.
Doing: TypeAlias = tuple[tuple[str, tuple[Node, ...]], ...]


class _Evaluation(Protocol):
    """What `Order` asks of the engine."""

    state: State
    begun: dict[Key, tuple[ContinuousEffect, tuple[str, ...]]]

    def exists(self, effect: ContinuousEffect, state: State) -> bool: ...

    def same_text(self, effect: ContinuousEffect, state: State) -> bool: ...

    def objects(self, effect: ContinuousEffect, state: State) -> tuple[str, ...]: ...

    def doing(self, effect: ContinuousEffect, layer: str, state: State) -> Doing: ...

    def trial(self, effect: ContinuousEffect, layer: str) -> State: ...


class Order:
    """The effects of one layer that are left, at one moment (613.8c: looked at anew each time)."""

    def __init__(self, layers: _Evaluation, layer: str, effects: list[ContinuousEffect]) -> None:
        self.layers = layers
        self.layer = layer
        self.effects = sorted(effects, key=self._place)
        self._trials: dict[Key, State] = {}
        self._now: dict[Key, Doing] = {}
        self._sets: dict[Key, frozenset[str]] = {}
        self._known: dict[tuple[Key, Key], Clause] = {}

    def _place(self, effect: ContinuousEffect) -> tuple[int, int, int, tuple[int, ...]]:
        """613.7: by timestamp. Abilities that one effect gave to several objects share theirs;
        they go in the order of those objects.
        """
        view = self.layers.state.views.get(effect.source or "")
        stamp = self.layers.state.thing(view.handle).stamp if view is not None else 0
        return (effect.stamp[0], effect.stamp[1], stamp, _tie(effect))

    def next(self) -> tuple[ContinuousEffect, tuple[tuple[ContinuousEffect, Clause], ...]]:
        """613.7, 613.8b: the earliest that waits for nothing, and what the earlier ones wait for."""
        for effect in self.effects:
            if not self.waits_for(effect):
                waited: list[tuple[ContinuousEffect, Clause]] = []
                for earlier in self.effects[: self.effects.index(effect)]:
                    clause = self.depends(earlier, effect)
                    if clause:
                        waited.append((earlier, clause))
                return effect, tuple(waited)
        raise AssertionError("613.8b: some effect waits for nothing outside its own loop")

    def waits_for(self, effect: ContinuousEffect) -> bool:
        """613.8b: it depends on an effect that does not, by way of others, depend on it."""
        return any(
            self.depends(effect, other) and not self.reaches(other, effect)
            for other in self.effects
            if other is not effect
        )

    def reaches(self, start: ContinuousEffect, goal: ContinuousEffect) -> bool:
        """613.8b: whether `start` depends on `goal`, directly or through others (a loop)."""
        seen = {start.key}
        todo = [start]
        while todo:
            effect = todo.pop()
            for other in self.effects:
                if other.key not in seen and self.depends(effect, other):
                    if other is goal:
                        return True
                    seen.add(other.key)
                    todo.append(other)
        return False

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
        layers, after = self.layers, self._after(other)
        # 613.8a(b): the text or the existence of the first effect,
        if not layers.exists(one, after):
            return "existence"
        if one.key not in layers.begun and not layers.same_text(one, after):
            return "text"
        # what it applies to, or what it does to any of the things it applies to.
        now, then = self._doing(one), layers.doing(one, self.layer, after)
        if now == then:
            return ""
        same_objects = [handle for handle, _ in now] == [handle for handle, _ in then]
        return "what it does" if same_objects else "what it applies to"

    def may_depend(self, one: ContinuousEffect, other: ContinuousEffect) -> bool:
        """Whether a trial could show a difference: cheap, and never wrongly no."""
        layer = self.layer
        changes = other.parts[layer]
        written = writes(changes, layer)
        looked_at: frozenset[str] = reads(one.parts[layer])
        if one.key not in self.layers.begun:
            looked_at = looked_at | reads(one.condition)
            if one.fixed is None:
                looked_at = looked_at | reads(one.who)
                if layer == "2":
                    looked_at = looked_at | {"controller"}
                takes = any(takes_abilities(change, layer) for change in changes)
                if takes and one.source in self._set(other):
                    return True
        return not looked_at.isdisjoint(written)

    def _set(self, effect: ContinuousEffect) -> frozenset[str]:
        if effect.key not in self._sets:
            self._sets[effect.key] = frozenset(self.layers.objects(effect, self.layers.state))
        return self._sets[effect.key]

    def _after(self, effect: ContinuousEffect) -> State:
        if effect.key not in self._trials:
            self._trials[effect.key] = self.layers.trial(effect, self.layer)
        return self._trials[effect.key]

    def _doing(self, effect: ContinuousEffect) -> Doing:
        if effect.key not in self._now:
            self._now[effect.key] = self.layers.doing(effect, self.layer, self.layers.state)
        return self._now[effect.key]


def _tie(effect: ContinuousEffect) -> tuple[int, ...]:
    """The order in the text between effects of one object, where all timestamps are equal."""
    flat: list[int] = []

    def collect(part: object) -> None:
        if isinstance(part, int):
            flat.append(part)
        elif isinstance(part, tuple):
            for inner in part:
                collect(inner)

    collect(effect.stamp[2])
    return tuple(flat)
