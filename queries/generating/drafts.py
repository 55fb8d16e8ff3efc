"""All boards of a number of steps that `generate` makes of some moves."""

from collections.abc import Iterator
from functools import cache

from striate.boards.timeline import Seat
from striate.queries.generating.hints import Hint
from striate.queries.generating.moves import Draft, Move, played, tags_of


def every_draft(
    draft: Draft, moves: tuple[Move, ...], hint: Hint, size: int, met: tuple[Move, ...] = ()
) -> Iterator[Draft]:
    """Every board of that many further steps, with what the hint needs; `met` are its moves."""
    if size == 0:
        yield draft
        return
    seats = seats_of(draft, hint)
    for move in moves:
        so_far = (*met, move)
        if size == 1 and not has_what_it_needs(so_far, hint):
            continue
        for after in played(draft, move, seats):
            yield from every_draft(after, moves, hint, size - 1, so_far)


def seats_of(draft: Draft, hint: Hint) -> tuple[Seat, ...]:
    """Swapping the players changes nothing, so that the first permanent is yours where no step
    tells them apart by itself.
    """
    alike = not draft.steps and not {"resolve", "ability"} & set(hint.kinds)
    return hint.seats[:1] if alike else hint.seats


def has_what_it_needs(moves: tuple[Move, ...], hint: Hint) -> bool:
    """Whether the steps have one of each group that has to do with the rule, two where it is
    named twice.
    """
    return all(
        sum(bool(group & good_for(move)) for move in moves) >= hint.needs.count(group)
        for group in set(hint.needs)
    )


@cache
def good_for(move: Move) -> frozenset[str]:
    return frozenset({move.kind}) | (tags_of(move.card) if move.card else frozenset())
