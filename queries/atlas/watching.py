"""How the permanents of one board meet, seen by both readings of the rules.

Each reading is watched while it applies the layers of the final evaluation: which effect depends on
which (613.8a), which of these form a loop (613.8b), and which takes an ability away before its
effect has begun (613.6). Nothing is decided here.
"""

from collections.abc import Iterator
from itertools import permutations
from typing import Literal, NamedTuple, TypeAlias

from striate.boards.timeline import Board
from striate.encodings.door import Chars, ContinuousEffect, Watched, World
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


def looked_over(board: Board) -> tuple[frozenset[Met], dict[tuple[str, str], set[str]]]:
    """What the plain reading does in the last evaluation of the layers, and the objects that each
    source applied to, by layer and source."""
    watched = _Refereed(played(board, Referee))
    watched.run()
    return frozenset(watched.found), watched.applied_to


def seen_by_encodings(board: Board) -> frozenset[Met]:
    """What the constraints do in the last evaluation of the layers."""
    return frozenset(_Encoded.of_board(board).found)


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


class _Encoded(Watched):
    """The constraints' layers, writing down how effects of different objects meet."""

    def __init__(self, world: World, copiable: list[Chars]) -> None:
        super().__init__(world, copiable, trials=True)
        self.found: set[Met] = set()

    def noted(self, effects: list[ContinuousEffect], done: list[Lit], picks: list[Lit]) -> None:
        super().noted(effects, done, picks)
        now, layer = (self.rounds if picks else self.ends)[-1], self.moment.layer
        for a, b in now.depends:
            loop = now.reach.get((b, a)) == TRUE
            self._note("loop" if loop else "waits", layer, effects[a], effects[b])
        for position, pick in enumerate(picks):
            if pick == TRUE:
                for stopped in self.stopped_by(now, position):
                    self._note("stops", layer, effects[position], stopped)

    def _note(
        self, relation: Relation, layer: str, one: ContinuousEffect, other: ContinuousEffect
    ) -> None:
        if one.source is not None and other.source not in (None, one.source):
            things = self.moment.world.things
            handles = (things[one.source].handle, things[other.source].handle)
            self.found.add(Met(relation, layer, *handles))
