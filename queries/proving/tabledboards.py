"""Boards that truth tables propose: of every board of a few cards in slots, those that reach a
goal.

What is proposed is believed no more than what is drawn: the referee evaluates it.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain

from striate.boards.names import Cards
from striate.cards.catalogue.store import Catalogue
from striate.cards.tree import Card
from striate.queries.proving.drawnboards import Drawn, evaluated
from striate.queries.proving.truthtables import Judge, document
from striate.search.goals import Goal
from striate.search.options import Option, options_of
from striate.search.questions import least_size
from striate.search.tokens import token_options
from striate.solver.choice import members

_MOST_FORMS = 90  # of more ways to fill a slot the tables are too wide
_TOKENS = 3  # so many tokens of a pool
_TRIED = 4  # boards that reach a goal, of each size


@dataclass
class Tables:
    """Every board of up to so many permanents, by size; of a pool that is too wide none.

    `shelf`: where the referee finds the cards.
    """

    options: Sequence[Option]
    size: int
    shelf: Cards
    _judges: dict[int, Judge] = field(default_factory=dict)

    @property
    def sizes(self) -> range:
        wide = len(self.options) ** self.size > _MOST_FORMS**2
        return range(1, 1 if wide else self.size + 1)

    def judge(self, size: int) -> Judge:
        if size not in self._judges:
            self._judges[size] = Judge(self.options, size, every_level=True)
        return self._judges[size]

    def smallest(self, goal: Goal) -> int:
        """The fewest permanents of a board that reaches the goal; 0: there is none."""
        return next((size for size, _, _ in self._answers(goal)), 0)

    def _answers(self, goal: Goal) -> Iterator[tuple[int, Judge, int]]:
        """By size, the boards that reach the goal, if there are any."""
        for size in self.sizes[max(0, least_size(goal) - 1) :]:
            judge = self.judge(size)
            reached = judge.answers(goal).reached
            if reached:
                yield size, judge, reached

    def some(self, rng: random.Random, number: int) -> Iterator[Drawn]:
        """Boards of the largest size that last."""
        for size in self.sizes[-1:]:
            judge = self.judge(size)
            lasting = judge.where(judge.found.algebra.all_([judge.legal, *judge.stays])).reached
            yield from self._drawn(rng, judge, lasting, number)

    def reaching(self, rng: random.Random, goal: Goal) -> Iterator[Drawn]:
        """Boards of the smallest size on which the goal is reached."""
        for _, judge, reached in self._answers(goal):
            boards = list(self._drawn(rng, judge, reached, _TRIED))
            if boards:
                yield from boards
                return

    def _drawn(
        self, rng: random.Random, judge: Judge, reached: int, number: int
    ) -> Iterator[Drawn]:
        numbers = list(members(reached))
        for each in rng.sample(numbers, min(number, len(numbers))):
            drawn = evaluated(document(judge.options, judge.boards[each]), self.shelf)
            if drawn is not None:
                yield drawn


def tables_of(cards: Sequence[Card], size: int, catalogue: Catalogue) -> Tables:
    """Of these cards, with a few of the tokens that they make."""
    options = list(chain.from_iterable(options_of(card, ["Elf", "Bear"])[0] for card in cards))
    options = [each for each in options if not each.opens]
    return Tables([*options, *token_options(options)[:_TOKENS]], size, catalogue)
