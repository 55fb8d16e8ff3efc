"""How the permanents of one board meet, seen by both readings of the rules.

Each reading is watched while it applies the layers of the final evaluation: which effect depends on
which (613.8a), which of these form a loop (613.8b), and which takes an ability away before its
effect has begun (613.6). Nothing is decided here.
"""

from collections.abc import Iterator
from itertools import permutations
from typing import Literal, NamedTuple, TypeAlias

from striate.boards.timeline import Board
from striate.encodings.door import (
    LAYERS,
    Chars,
    Constraints,
    ContinuousEffect,
    Layers,
    World,
    ability_is_there,
    closure,
    depends_on,
    exists,
    in_loop,
    layer_of,
    moment_after,
)
from striate.referee import effects as refereed
from striate.referee import layers as judged
from striate.referee.dependency import Order
from striate.referee.reading import Referee
from striate.solver.terms import TRUE, Lit
from striate.timeline.play import Play
from striate.timeline.steps import played

Relation: TypeAlias = Literal["waits", "loop", "stops"]


class Met(NamedTuple):
    """In the layer `one` waits for `other`, forms a loop with it, or stops it."""

    relation: Relation
    layer: str
    one: str
    other: str


def seen_by_referee(board: Board) -> frozenset[Met]:
    """What the plain reading does in the last evaluation of the layers."""
    watched = _Refereed(played(board, Referee))
    watched.run()
    return frozenset(watched.found)


def looked_over(board: Board) -> tuple[frozenset[Met], dict[tuple[str, str], set[str]]]:
    """The same, with the objects that each source applied to, by layer and source."""
    watched = _Refereed(played(board, Referee))
    watched.run()
    return frozenset(watched.found), watched.applied_to


def seen_by_encodings(board: Board) -> frozenset[Met]:
    """What the constraints do in the last evaluation of the layers."""
    ended = played(board, Constraints)
    reading = Constraints(ended.game, ended.path)
    reading.mirror.update()
    watched = _Encoded(reading.mirror.world, reading.unaffected.before())
    watched.run()
    return frozenset(watched.found)


class _Refereed(judged.Layers):
    """The referee's layers, writing down how effects of different objects meet."""

    def __init__(self, running: Play) -> None:
        super().__init__(running.game, path=running.path)
        self.found: set[Met] = set()
        self.applied_to: dict[tuple[str, str], set[str]] = {}

    def noted(self, layer: str, order: Order) -> None:
        for one, other in permutations(order.left(), 2):
            if not one.source or not other.source or one.source == other.source:
                continue
            if order.depends(one, other):
                relation: Relation = "loop" if order.reaches(other, one) else "waits"
                self.found.add(Met(relation, layer, one.source, other.source))

    def apply(self, effect: refereed.ContinuousEffect, layer: str) -> None:
        before = list(self._still_to_come(layer))
        objects = self.applied_to.setdefault((layer, effect.source or ""), set())
        objects.update(self.objects(effect, self.state))
        super().apply(effect, layer)
        for other in before:
            if not other.source or effect.source in (None, other.source):
                continue
            if other.key not in self.begun and not self.is_held(other, self.state):
                self.found.add(Met("stops", layer, effect.source or "", other.source))

    def _still_to_come(self, layer: str) -> Iterator[refereed.ContinuousEffect]:
        """The effects of abilities that are there, have not begun, and would act here or later."""
        later = refereed.LAYERS[refereed.LAYERS.index(layer) :]
        for handle in self.state.views:
            for each in self.static_effects(handle):
                if each.key not in self.begun and not {*later}.isdisjoint(each.parts):
                    yield each


class _Encoded(Layers):
    """The constraints' layers, writing down how effects of different objects meet."""

    def __init__(self, world: World, copiable: list[Chars]) -> None:
        super().__init__(world, [each.copy() for each in copiable])
        self.found: set[Met] = set()

    def noted(
        self, layer: str, effects: list[ContinuousEffect], done: list[Lit], picks: list[Lit]
    ) -> None:
        moment = self.moment
        there = [
            effect
            for effect, was in zip(effects, done, strict=True)
            if was != TRUE and exists(moment, effect) == TRUE
        ]
        self._dependencies(layer, there)
        for effect, pick in zip(effects, picks, strict=False):
            if pick == TRUE:
                self._stops(layer, effect)

    def _dependencies(self, layer: str, there: list[ContinuousEffect]) -> None:
        pairs = list(permutations(range(len(there)), 2))
        depends = {
            (a, b): TRUE
            for a, b in pairs
            if depends_on(self.moment, there[a], there[b], layer) == TRUE
        }
        reach = closure(self.moment, len(there), [TRUE] * len(there), depends)
        for a, b in depends:
            relation: Relation = "loop" if in_loop(reach, a, b) == TRUE else "waits"
            self._note(relation, layer, there[a], there[b])

    def _stops(self, layer: str, effect: ContinuousEffect) -> None:
        moment, after = self.moment, moment_after(self.moment, effect, layer)
        later = LAYERS[LAYERS.index(layer) :]
        for other in self.effects.values():
            if other.begun_by_now == TRUE or ability_is_there(moment, other) != TRUE:
                continue
            acts = any(layer_of(c) in later for _, said in other.alternatives for c in said.changes)
            if acts and ability_is_there(after, other) != TRUE:
                self._note("stops", layer, effect, other)

    def _note(
        self, relation: Relation, layer: str, one: ContinuousEffect, other: ContinuousEffect
    ) -> None:
        if one.source is not None and other.source not in (None, one.source):
            things = self.moment.world.things
            handles = (things[one.source].handle, things[other.source].handle)
            self.found.add(Met(relation, layer, *handles))
