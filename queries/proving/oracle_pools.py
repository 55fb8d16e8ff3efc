"""Pools for the oracle: random cards that, one pool after the other, are every card with an effect."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import permutations

from striate.cards import tree
from striate.cards.catalogue.store import Catalogue
from striate.cards.tree import Card
from striate.cards.vocabulary import CREATURE_TYPES
from striate.cards.walking import any_node
from striate.queries.proving.drawing import WORDS
from striate.search.chosen import creature_words
from striate.search.options import Option, options_of
from striate.search.truthtables import Judge

_PLAIN = 6  # cards without an effect in each pool


@dataclass
class Pool:
    """Cards, and every board of them by size."""

    cards: tuple[Card, ...]
    options: list[Option]
    judges: dict[int, Judge] = field(default_factory=dict)
    subjects: tuple[frozenset[int], ...] = ()  # options of which each board holds one
    counters: tuple[str, ...] = ()  # kinds that may be put on

    def judge(self, size: int) -> Judge:
        if size not in self.judges:
            layouts = _layouts(self.subjects, len(self.options), size) if self.subjects else None
            self.judges[size] = Judge(
                self.options, size, every_level=True, layouts=layouts, counters=self.counters
            )
        return self.judges[size]

    def about(self, names: Sequence[str]) -> "Pool":
        """The pool where goals are about these cards, whose types can be chosen too."""
        found = pool_of(self.cards, [card for card in self.cards if card.name in names])
        subjects = [
            frozenset(n for n, option in enumerate(found.options) if option.card.name == name)
            for name in names
        ]
        return Pool(self.cards, found.options, {}, tuple(subjects), self.counters)

    def focused(self, number: int, rng: random.Random) -> "Pool":
        """The pool where goals are about so many cards of it; about any, where none is wanted."""
        if not number:
            return self
        return self.about(rng.sample(sorted({option.card.name for option in self.options}), number))

    @property
    def acting(self) -> set[str]:
        return {option.card.name for option in self.options if option.statics}


def _layouts(subjects: Sequence[frozenset[int]], options: int, size: int) -> list[list[list[int]]]:
    """What each slot may hold, where the subjects stand in some slots and anything in the others."""
    found = []
    for places in permutations(range(size), len(subjects)):
        layout = [list(range(options)) for _ in range(size)]
        for place, subject in zip(places, subjects, strict=True):
            layout[place] = sorted(subject)
        found.append(layout)
    return found


def pool_of(cards: Sequence[Card], asked: Sequence[Card] | None = None) -> Pool:
    """`asked`: the cards that goals are about, if not about any."""
    words = {*creature_words(cards, set(), cards if asked is None else asked), *WORDS}
    chosen = sorted(words.intersection(CREATURE_TYPES))
    options = [option for card in cards for option in options_of(card, chosen)[0]]
    return Pool(tuple(cards), options)


def pools(
    catalogue: Catalogue,
    number: int,
    rng: random.Random,
    mixed: bool = False,
    upright: bool = False,
) -> list[tuple[Card, ...]]:
    """The cards of random pools that, one after the other, hold every card with an effect.

    `mixed`: a part of each are cards that change what others are, or look at others, so that more
    of a pool's cards meet. `upright`: without cards that look at what is tapped, for which there
    are too many boards.
    """
    acting: list[Card] = []
    plain: list[Card] = []
    strong: list[Card] = []
    for card in catalogue.all_cards():
        found, reason = options_of(card, ["Wall"])
        if not reason and not (upright and any_node(found[0].statics, (tree.IsTapped,))):
            (acting if found[0].statics else plain).append(card)
            if any_node(found[0].statics, STRONG):
                strong.append(card)
    rng.shuffle(acting)
    more = number // 3 if mixed else 0
    drawn = []
    for start in range(0, len(acting), number - more):
        chosen = dict.fromkeys(acting[start : start + number - more])
        chosen.update(dict.fromkeys(rng.sample(strong, more)))
        drawn.append((*chosen, *rng.sample(plain, _PLAIN)))
    return drawn


STRONG = (
    tree.AddTypes, tree.SetTypes, tree.RemoveTypes, tree.SetSubtypes, tree.LoseAllAbilities,
    tree.SetColors, tree.SetController, tree.Count, tree.HasAttached, tree.SetBasePT,
)  # fmt: skip
