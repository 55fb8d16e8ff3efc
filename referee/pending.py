"""613.8c: the effects of one layer that are still to be applied, in the order of 613.7.

`Pending` is brought up to date after each application instead of being made anew. It misses
nothing, because which static effects an object has depends on its abilities only
(`effects_of_view`), and every object whose abilities an application changed is looked at again;
the effects of resolutions and counters do not come or go while the layers are applied.
"""

from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator
from operator import itemgetter
from typing import Protocol, TypeAlias

from striate.referee.effects import ContinuousEffect
from striate.referee.reads import takes_abilities
from striate.referee.state import State
from striate.referee.values import Key

Place: TypeAlias = tuple[bool, int, int, int, tuple[int, ...], tuple[int, ...]]
_place_in = itemgetter(0)


class Holding(Protocol):
    """What `Pending` asks of the engine."""

    state: State
    standing: list[ContinuousEffect]

    def speaking(self) -> Iterable[str]: ...

    def static_effects(self, handle: str) -> tuple[ContinuousEffect, ...]: ...

    def effects_of(self, handle: str, layer: str) -> list[ContinuousEffect]: ...


class Pending:
    """The effects of one layer that are left."""

    def __init__(self, layers: Holding, layer: str) -> None:
        self._layers = layers
        self._layer = layer
        self._done: set[Key] = set()
        self._row: list[tuple[Place, ContinuousEffect]] = []
        self._seen: dict[str, tuple[ContinuousEffect, ...]] = {}
        self._of: dict[str, list[Place]] = {}  # the places of each object's static effects
        self._views = {handle: n for n, handle in enumerate(layers.state.views)}
        self.takers: dict[Key, ContinuousEffect] = {}  # what can take abilities or text (613.8a)
        for number, effect in enumerate(layers.standing):
            if layer in effect.parts:
                self._add(effect, (0, number))
        for handle in layers.speaking():
            self.look_again(handle)

    def __iter__(self) -> Iterator[ContinuousEffect]:
        return (effect for _, effect in self._row)

    def __len__(self) -> int:
        return len(self._done)

    def before(self, effect: ContinuousEffect) -> Iterable[ContinuousEffect]:
        """Those whose turn comes earlier by timestamp."""
        for _, earlier in self._row:
            if earlier is effect:
                return
            yield earlier

    def applied(self, effect: ContinuousEffect) -> None:
        """It has had its turn in this layer."""
        self._done.add(effect.key)
        self.takers.pop(effect.key, None)
        self._row = [entry for entry in self._row if entry[1] is not effect]

    def look_again(self, handle: str) -> None:
        """611.3b: the static effects of the object as its abilities are now."""
        effects = self._layers.static_effects(handle)
        if self._seen.get(handle) is effects:
            return
        self._seen[handle] = effects
        for place in self._of.pop(handle, ()):
            at = bisect_left(self._row, place, key=_place_in)
            if at < len(self._row) and self._row[at][0] == place:
                self.takers.pop(self._row.pop(at)[1].key, None)
        for number, effect in enumerate(self._layers.effects_of(handle, self._layer)):
            if effect.key not in self._done:
                place = self._add(effect, (1, self._views[handle], number))
                self._of.setdefault(handle, []).append(place)

    def _add(self, effect: ContinuousEffect, nth: tuple[int, ...]) -> Place:
        place = (*self._order(effect), nth)
        insort(self._row, (place, effect), key=_place_in)
        if any(takes_abilities(change, self._layer) for change in effect.parts[self._layer]):
            self.takers[effect.key] = effect
        return place

    def _order(self, effect: ContinuousEffect) -> tuple[bool, int, int, int, tuple[int, ...]]:
        """613.3: characteristic-defining abilities first; 613.7: then by timestamp.

        Abilities that one effect gave to several objects share theirs; they go in the order of
        those objects.
        """
        state = self._layers.state
        stamp = state.thing(effect.source).stamp if effect.source in state.views else 0
        first, second, tie = effect.stamp
        return (not effect.cda, first, second, stamp, _flat(tie))


def _flat(tie: tuple[object, ...]) -> tuple[int, ...]:
    """The order in the text between effects of one object, where all timestamps are equal."""
    found: list[int] = []
    for part in tie:
        if isinstance(part, int):
            found.append(part)
        elif isinstance(part, tuple):
            found.extend(_flat(part))
    return tuple(found)
