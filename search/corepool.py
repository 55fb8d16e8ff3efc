"""Which cards of a large pool to try first: the plainest of each sort that the goal asks for."""

from collections import Counter
from dataclasses import replace
from typing import Any

from striate.cards import tree
from striate.search.cone import Kind
from striate.search.covering import mask_of, wanted
from striate.search.goals import Claim, Goal
from striate.search.poolclasses import Pool, classes, may_be_asked, some_of
from striate.search.questions import Question
from striate.search.starters import starters

CORE = 160  # so many classes of a larger pool are tried first
LARGE = 2_000  # of more cards, only the starters are looked at at first


def plain_pool(question: Question, goal: Goal) -> Pool:
    """Keep the plainest cards of each sort, and those that the goal names."""
    asked = [card for card in question.cards if may_be_asked(goal, card)]
    names = starters() | ({card.name for card in asked} if len(asked) <= LARGE else set())
    few = tuple(card for card in question.cards if card.name in names)
    few = few if len(few) >= CORE else question.cards
    return core_of(goal, classes(replace(question, cards=few), goal))


def core_of(goal: Goal, pool: Pool) -> Pool:
    """Keep the classes with the plainest effects of each shape.

    What they give is a board like any other; that there is no smaller one is then not shown.
    """
    claims = [claim for demand in goal.demands for claim in wanted(demand)]
    order = sorted(range(len(pool.kinds)), key=lambda number: _plainness(pool.kinds[number]))
    met: Counter[tuple[Any, ...]] = Counter()
    seen: set[tuple[tree.Static, ...]] = set()
    asked: list[int] = []
    ranked: list[tuple[int, int, int]] = []
    for place, number in enumerate(order):
        kind = pool.kinds[number]
        if any(kind.flags) and len(asked) < CORE // 4:
            asked.append(number)
        elif kind.acts and kind.statics not in seen:
            seen.add(kind.statics)
            sort = (_gifts(claims, kind), shape(kind))
            # The first of each sort before any second; what the goal speaks of a step ahead.
            ranked.append((met[sort] - (sort[0] != 0), place, number))
            met[sort] += 1
    kept = [number for _, _, number in sorted(ranked)[:CORE]]
    return some_of(pool, sorted(asked + kept))


def _gifts(claims: list[Claim], kind: Kind) -> int:
    """Which of the claims its effects could bring about."""
    return mask_of(claims, kind.statics, own=any(kind.flags))


def shape(kind: Kind) -> tuple[Any, ...]:
    """Which sorts of change on which sorts of object, with the numbers that are set or added."""
    return tuple(
        (type(effect.who).__name__, effect.condition is None, *map(_sort_of, effect.changes))
        for static in kind.statics
        for effect in static.effects
    )


def _sort_of(change: tree.Change) -> tuple[Any, ...]:
    if isinstance(change, tree.SetBasePT | tree.ModifyPT | tree.DefinePT):
        parts = (change.power, change.toughness)
        return (
            type(change).__name__,
            *(part.value if isinstance(part, tree.Num) else "" for part in parts),
        )
    return (type(change).__name__,)


def _plainness(kind: Kind) -> tuple[int, int]:
    words = sum(len(repr(static)) for static in kind.statics)
    return (words, len(kind.types) + len(kind.subtypes))
