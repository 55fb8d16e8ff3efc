"""One cause, one entry: what differs on many random boards, made small and put together by
cause."""

from collections.abc import Iterator
from functools import partial
from typing import get_args

from striate.boards import timeline as tl
from striate.cards import tree as t
from striate.cards.walking import nodes
from striate.queries.fuzzing.differing import differs, sort_of
from striate.queries.fuzzing.shrinking import shrunk

_TRIES = 1500  # boards that are tried to make one smaller
_ONE_WORD = {"power": "size", "toughness": "size"}
# What says little of why a board is read in two ways: what carries an effect, which objects it
# finds, how much it adds, how long it lasts.
_COMMON_STEPS = (tl.Enter, tl.Resolve, tl.ResolveEffect, tl.ResolveAbility)
_COMMON = (
    *get_args(t.Amount), *get_args(t.Filter), *get_args(t.Ref), *get_args(t.Duration),
    t.Each, t.Card, t.Face, t.Body, t.TargetSpec, t.Effect, t.Static, t.Spell, t.Activated,
    t.Triggered, t.Event, t.Continuous,
)  # fmt: skip


def made_small(board: tl.Board) -> tl.Board:
    """The board as small as it gets while it differs in the same characteristic."""
    kind = sort_of(differs(board))
    return shrunk(board, partial(_differs_so, kind=kind), tries=_TRIES)


def _differs_so(board: tl.Board, kind: str) -> bool:
    try:
        return sort_of(differs(board)) == kind
    except ValueError:  # a tree that no text says, such as a sum of nothing
        return False


def cause_of(board: tl.Board, difference: str) -> str:
    """What boards that differ for one reason have in common: what differs, and what acts on
    them."""
    what = sort_of(difference)
    return f"{_ONE_WORD.get(what, what)}: {', '.join(sorted(set(_acting(board))))}"


def _acting(board: tl.Board) -> Iterator[str]:
    """What a small board would not have if it did not matter."""
    for step in board.steps:
        if not isinstance(step, _COMMON_STEPS):
            yield type(step).__name__
        for name in step.__struct_fields__:
            for node in _nodes_in(getattr(step, name)):
                if not isinstance(node, _COMMON):
                    yield type(node).__name__


def _nodes_in(value: object) -> Iterator[t.Node]:
    if isinstance(value, tuple):
        for part in value:
            yield from _nodes_in(part)
    elif isinstance(value, t.Node):
        yield from nodes(value)
