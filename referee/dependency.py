"""613.7, 613.8: which effect of a layer is applied next.

`Order` looks at the effects that have not yet been applied. Normally the earliest timestamp is
next (613.7); an effect that depends on others waits for them (613.8b), except inside a loop.
Whether one depends on another is found by applying the other on trial (613.8a).
"""

from collections.abc import Iterator
from typing import NamedTuple, Protocol, TypeAlias

from striate.cards.tree import GainAbilities, Node
from striate.referee.effects import ContinuousEffect
from striate.referee.state import State
from striate.referee.tracing import Clause
from striate.referee.values import Key

# What an effect does in one layer: to each object of its set, its concrete changes.
Doing: TypeAlias = tuple[tuple[str, tuple[Node, ...]], ...]
# What an effect waits for, and how it depends on that.
Wait: TypeAlias = tuple[ContinuousEffect, Clause]


class Turn(NamedTuple):
    """Whose turn it is, which earlier effects wait for it, and its loop."""

    effect: ContinuousEffect
    waited: tuple[Wait, ...]
    loop: tuple[tuple[ContinuousEffect, ContinuousEffect, Clause], ...]


class _Evaluation(Protocol):
    """What `Order` asks of the engine."""

    state: State
    begun: dict[Key, tuple[ContinuousEffect, tuple[str, ...]]]

    @property
    def is_recorded(self) -> bool: ...

    def exists(self, effect: ContinuousEffect, state: State) -> bool: ...

    def same_text(self, effect: ContinuousEffect, state: State) -> bool: ...

    def doing(self, effect: ContinuousEffect, layer: str, state: State) -> Doing: ...

    def trial(self, effect: ContinuousEffect, layer: str, doing: Doing) -> State: ...


class Order:
    """The effects of one layer that are left, and which of them is next (613.8c: anew each
    time)."""

    def __init__(self, layers: _Evaluation, layer: str, left: list[ContinuousEffect]) -> None:
        self.layers = layers
        self.layer = layer
        state = layers.state
        self.then = state.game.then
        existing = [effect for effect in left if layers.exists(effect, state)]
        self.pending = sorted(existing, key=lambda effect: _place(effect, state))
        self._now: dict[Key, Doing] = {}
        self._trials: dict[Key, State] = {}

    def next(self, line: list[Turn]) -> Turn | None:
        """613.8b-c: the earliest that waits for nothing, as things are by now.

        Until 2010 nothing had the order looked at again (613.7b): the `line` is made as the layer
        begins, and what comes into being later enters it by its timestamp.
        """
        if "ordered-once" not in self.then:
            return self._first() if self.pending else None
        if line:
            self._let_in(line)
        else:
            line += self._all()
        return line.pop(0) if line else None

    def _first(self) -> Turn:
        for place, effect in enumerate(self.pending):
            if not self.waits_for(effect):
                waits: list[Wait] = [
                    (each, self.depends(each, effect)) for each in self.pending[:place]
                ]
                waited = tuple(wait for wait in waits if wait[1])
                return Turn(effect, waited, self.loop_of(effect) if self.layers.is_recorded else ())
        raise AssertionError("613.8b: some effect waits for nothing outside its own loop")

    def _all(self) -> list[Turn]:
        turns: list[Turn] = []
        all_pending = self.pending
        while self.pending:
            turns.append(self._first())
            self.pending = [each for each in self.pending if each is not turns[-1].effect]
        self.pending = all_pending
        return turns

    def _let_in(self, line: list[Turn]) -> None:
        known = {turn.effect.key for turn in line}
        state = self.layers.state
        for effect in self.pending:
            if effect.key not in known:
                own = _place(effect, state)
                later = (n for n, turn in enumerate(line) if _place(turn.effect, state) > own)
                line.insert(next(later, len(line)), Turn(effect, (), ()))

    def left(self) -> list[ContinuousEffect]:
        """Those that are there; 613.3: as long as there are some, the characteristic-defining."""
        return [effect for effect in self.pending if effect.cda] or self.pending

    def waits_for(self, effect: ContinuousEffect) -> bool:
        """613.8b: it depends on an effect that does not, by way of others, depend on it."""
        return any(not self.reaches(other, effect) for other in self._needs(effect))

    def _needs(self, effect: ContinuousEffect) -> Iterator[ContinuousEffect]:
        """613.8a: the effects that it depends on."""
        return (other for other in self.pending if self.depends(effect, other))

    def reaches(self, start: ContinuousEffect, goal: ContinuousEffect) -> bool:
        """613.8b: whether `start` depends on `goal`, directly or through others (a loop)."""
        return goal.key in self._reached_from(start)

    def _reached_from(self, start: ContinuousEffect) -> set[Key]:
        """613.8b: on what it depends, directly or through others."""
        reached: set[Key] = set()
        todo = [start]
        while todo:
            for other in self._needs(todo.pop()):
                if other.key not in reached:
                    reached.add(other.key)
                    todo.append(other)
        return reached

    def loop_of(
        self, effect: ContinuousEffect
    ) -> tuple[tuple[ContinuousEffect, ContinuousEffect, Clause], ...]:
        """613.8b: who depends on whom, and how, in the loop that the effect stands in."""
        reached = self._reached_from(effect)
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

    def depends(self, one: ContinuousEffect, other: ContinuousEffect) -> Clause:
        """613.8a: how `one` depends on `other`; empty if it is independent of it."""
        layers, layer = self.layers, self.layer
        if one is other or not may_depend(one.cda, other.cda, self.then):
            return ""
        after = self._after(other)
        # 613.8a(b): the text or the existence of the first effect,
        if not layers.exists(one, after):
            return "existence"
        if one.key not in layers.begun and not layers.same_text(one, after):
            return "text"
        # what it applies to, or what it does to any of the things it applies to.
        now, then = self._doing(one), layers.doing(one, layer, after)
        if now == then or _in_any_order(now) == _in_any_order(then):
            return ""
        same_objects = [handle for handle, _ in now] == [handle for handle, _ in then]
        return "what it does" if same_objects else "what it applies to"

    def _after(self, effect: ContinuousEffect) -> State:
        """613.8a: the board on which it alone was applied on trial."""
        if effect.key not in self._trials:
            self._trials[effect.key] = self.layers.trial(effect, self.layer, self._doing(effect))
        return self._trials[effect.key]

    def _doing(self, effect: ContinuousEffect) -> Doing:
        """What it would do as the board is now."""
        if effect.key not in self._now:
            self._now[effect.key] = self.layers.doing(effect, self.layer, self.layers.state)
        return self._now[effect.key]


def may_depend(one: bool, other: bool, then: frozenset[str]) -> bool:
    """613.8a(c): neither or both are from characteristic-defining abilities.

    418.5d of 2007 asks nothing of the kind, 613.7a of 2010 that neither is.
    """
    if "defining-may-wait" in then:
        return True
    if "defining-never-waits" in then:
        return not one and not other
    return one == other


def _place(effect: ContinuousEffect, state: State) -> tuple[bool, int, int, int, tuple[int, ...]]:
    """613.3: characteristic-defining abilities first; 613.7: then by timestamp.

    Abilities that one effect gave to several objects share theirs; they go in the order of
    those objects.
    """
    stamp = state.thing(effect.source).stamp if effect.source in state.views else 0
    first, second, place = effect.stamp
    return (not effect.cda, first, second, stamp, _flat(place))


def _flat(place: tuple[object, ...]) -> tuple[int, ...]:
    """The order in the text between effects of one object, where all timestamps are equal."""
    numbers: list[int] = []
    for part in place:
        if isinstance(part, int):
            numbers.append(part)
        elif isinstance(part, tuple):
            numbers.extend(_flat(part))
    return tuple(numbers)


def _in_any_order(doing: Doing) -> Doing:
    """What is gained is gained at once: in which order it stands does nothing else."""
    return tuple((handle, tuple(map(_sorted_gains, changes))) for handle, changes in doing)


def _sorted_gains(change: Node) -> Node:
    if not isinstance(change, GainAbilities):
        return change
    return GainAbilities(tuple(sorted(change.abilities, key=repr)))
