"""A pass through the layers, watched: each round with what is open then, and who waits for whom."""

from collections.abc import Iterator
from functools import cached_property
from typing import Self

from msgspec import Struct

from striate.boards.timeline import Board
from striate.cards import tree
from striate.encodings.algebra import FALSE, TRUE, Lit
from striate.encodings.dependency import closure, depends_on, moment_after
from striate.encodings.effects import (
    LAYERS,
    ContinuousEffect,
    ability_is_there,
    acts_in,
    exists,
    members_of,
    sequences_in,
)
from striate.encodings.layers import Layers, unaffected
from striate.encodings.moments import Moment
from striate.encodings.state import Chars, World
from striate.encodings.under import Constraints
from striate.timeline.steps import played


class Round(Struct, dict=True):
    """One step of a layer: the effects at hand, what is open, and what is applied now."""

    layer: str
    moment: Moment
    effects: list[ContinuousEffect]
    open: list[Lit]
    picks: list[Lit]
    members: list[dict[int, Lit]]

    @cached_property
    def depends(self) -> dict[tuple[int, int], Lit]:
        """613.8a between any two of the effects, whatever their trees say can be."""
        pairs = {}
        for a, effect in enumerate(self.effects):
            for b, other in enumerate(self.effects):
                if a != b and FALSE not in (self.open[a], self.open[b]):
                    lit = depends_on(self.moment, effect, other)
                    if lit != FALSE:
                        pairs[(a, b)] = lit
        return pairs

    @cached_property
    def reach(self) -> dict[tuple[int, int], Lit]:
        """613.8b: who waits for whom in the end, over the effects that are open."""
        return closure(self.moment, self.open, self.depends)

    def waits_for(self, a: int, b: int) -> Lit:
        """613.8b: a depends on b, b is still open, and they form no loop."""
        algebra = self.moment.algebra
        loop = self.reach.get((b, a), FALSE)
        return algebra.all_([self.depends.get((a, b), FALSE), self.open[b], loop ^ 1])

    def waiting(self, a: int) -> Lit:
        lits = [self.waits_for(a, b) for b in range(len(self.effects)) if b != a]
        return self.moment.algebra.any_(lits)

    def changes(self, position: int) -> list[tuple[tuple[tree.Change, ...], Lit]]:
        """What the effect may do in this layer, by guard."""
        return sequences_in(self.effects[position], self.layer, self.moment.algebra)

    def does(self, position: int, sort: type[tree.Change]) -> Lit:
        """Whether what the effect does in this layer is a change of that sort."""
        those = self.changes(position)
        kinds = [(guard, map(type, sequence)) for sequence, guard in those]
        return self.moment.algebra.any_(guard for guard, sorts in kinds if sort in sorts)

    def applied(self) -> Iterator[tuple[int, Lit, list[int]]]:
        """Each effect, the literal that it is applied in this round, and all the other effects."""
        for a, pick in enumerate(self.picks):
            if pick != FALSE:
                yield a, pick, [b for b in range(len(self.effects)) if b != a]

    def after(self, position: int, moment: Moment | None = None) -> Moment:
        """The moment as applying the effect would leave it."""
        return moment_after(moment or self.moment, self.effects[position])


class Watched(Layers):
    """A pass through the layers that keeps its rounds; `trials` are made as each is played, since
    effects remember what has happened after it.
    """

    def __init__(
        self, world: World, copiable: list[Chars] | None = None, trials: bool = False
    ) -> None:
        super().__init__(world, copiable)
        self.rounds: list[Round] = []
        self.ends: list[Round] = []
        self.trials = trials

    @classmethod
    def of_board(cls, board: Board) -> Self:
        """The last evaluation of the layers, once the board is played."""
        ended = played(board, Constraints)
        reading = Constraints(ended.game, ended.path)
        reading.mirror.update()
        watched = cls(reading.mirror.world, unaffected(reading.mirror.world))
        watched.run()
        return watched

    def noted(self, effects: list[ContinuousEffect], done: list[Lit], picks: list[Lit]) -> None:
        algebra = self.moment.algebra
        members = [members_of(self.moment, effect) for effect in effects]
        open_ = [
            algebra.and_(exists(self.moment, effect), was ^ 1)
            for effect, was in zip(effects, done, strict=True)
        ]
        new = Round(self.moment.layer, self.moment, effects, open_, picks, members)
        (self.rounds if picks else self.ends).append(new)
        if picks and self.trials:
            _ = new.reach

    def acts(self, effect: ContinuousEffect, layer: str) -> Lit:
        """Whether the effect changes something in that layer."""
        return acts_in(effect, layer, self.moment.algebra)

    def stopped_by(self, round_: Round, position: int) -> list[ContinuousEffect]:
        """613.6: the effects still to come that would begin no more, since their ability goes."""
        moment, after = round_.moment, round_.after(position)
        later = LAYERS[LAYERS.index(round_.layer) :]
        return [
            other
            for other in self.effects.values()
            if other.begun_by_now != TRUE and ability_is_there(moment, other) == TRUE
            if any(self.acts(other, layer) != FALSE for layer in later)
            and ability_is_there(after, other) != TRUE
        ]
