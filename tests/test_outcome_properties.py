"""What never changes an outcome: names of handles, which player is which, the order of
independent steps."""

from collections.abc import Callable
from itertools import combinations
from typing import Any

import msgspec
import pytest

from striate.boards import timeline as tl
from striate.boards.errors import BoardError
from striate.cards.tree import Card, Face
from striate.queries.answers import canonical, read_by
from striate.queries.fuzzing.randomboards import random_board

SEEDS = range(2000, 2120)
CHOSEN_OBJECTS = ("creature", "permanent", "object")  # what `choose` calls an object
NAMING = ("handle", "of", "on", "what", "copying", "attached_to")
OTHER = {"you": "opponent", "opponent": "you"}


def answered(board: tl.Board) -> tl.Answer | None:
    """The answer of the first reading in canonical form; None where the board is refused."""
    try:
        return canonical(read_by("constraints", board))
    except BoardError:
        return None


def with_steps(board: tl.Board, change: Callable[[Any], Any]) -> tl.Board:
    steps = tuple(change(step) for step in board.steps)
    return msgspec.structs.replace(board, steps=steps)


def renamed(value: str | None) -> str | None:
    return None if value is None else f"<{value}>"


def rename(step: Any) -> Any:
    fields: dict[str, Any] = {
        name: renamed(getattr(step, name)) for name in NAMING if hasattr(step, name)
    }
    if getattr(step, "targets", None):
        fields["targets"] = tuple(renamed(each) for each in step.targets)
    if isinstance(step, tl.Attach):
        fields["to"] = renamed(step.to)
    if getattr(step, "choose", ()):
        fields["choose"] = tuple(
            (kind, renamed(value) if kind in CHOSEN_OBJECTS else value)
            for kind, value in getattr(step, "choose", ())
        )
    return msgspec.structs.replace(step, **fields)


def test_names_of_handles_never_matter() -> None:
    for seed in SEEDS:
        board = random_board(seed)
        before, after = answered(board), answered(with_steps(board, rename))
        if before is None or after is None:
            assert before is after
            continue
        if {each.handle for each in before.objects} - tl.handles_of(board):
            continue  # what the program makes is called by what is free
        assert {each.handle: each for each in before.objects} == {
            each.handle: each for each in map(strip, after.objects)
        }


def strip(seen: tl.Seen) -> tl.Seen:
    """Without the handles."""
    name = seen.handle.strip("<>")
    choices = tuple(
        (key, tuple(each.strip("<>") for each in value) if isinstance(value, tuple) else value)
        for key, value in seen.choices
    )
    host = None if seen.attached_to is None else seen.attached_to.strip("<>")
    return msgspec.structs.replace(seen, handle=name, choices=choices, attached_to=host)


def swap(step: Any) -> Any:
    """The step with the players' places changed."""
    fields: dict[str, Any] = {}
    for name in ("controller", "owner", "player"):
        if getattr(step, name, None) is not None:
            fields[name] = OTHER[getattr(step, name)]
    if getattr(step, "targets", None):
        fields["targets"] = tuple(OTHER.get(each, each) for each in step.targets)
    return msgspec.structs.replace(step, **fields)


def swap_seen(seen: tl.Seen) -> tl.Seen:
    return msgspec.structs.replace(seen, controller=OTHER[seen.controller], owner=OTHER[seen.owner])


def test_the_players_can_change_places() -> None:
    for seed in SEEDS:
        first = tl.PlayerFact("you", "turn", 1)
        board = random_board(seed)
        board = msgspec.structs.replace(board, steps=(first, *board.steps))
        before, after = answered(board), answered(with_steps(board, swap))
        if before is None or after is None:
            assert before is after
            continue
        swapped = canonical(
            msgspec.structs.replace(after, objects=tuple(map(swap_seen, after.objects)))
        )
        assert before == swapped, seed


def plain_card(name: str) -> Card:
    return Card(name, "normal", (Face(name, types=("Creature",), power=1, toughness=1),))


# Neither has a timestamp that anything asks for, and none speaks of another.
INDEPENDENT: tuple[tl.Step, ...] = (
    tl.PutInZone("in hand", plain_card("Hand Card"), "hand"),
    tl.PutInZone("in exile", plain_card("Exiled Card"), "exile", "opponent"),
    tl.PutInZone("in library", plain_card("Library Card"), "library"),
    tl.PlayerFact("you", "life", 11),
    tl.PlayerFact("opponent", "hand", 3),
)


def test_the_order_of_independent_steps_never_matters() -> None:
    pairs = list(combinations(INDEPENDENT, 2))
    for seed in range(3000, 3100):
        board = random_board(seed)
        at = seed % (len(board.steps) + 1)
        one, other = pairs[seed % len(pairs)]
        orders = ((one, other), (other, one))
        before, after = (
            answered(
                msgspec.structs.replace(board, steps=(*board.steps[:at], *order, *board.steps[at:]))
            )
            for order in orders
        )
        if before is None or after is None:
            assert before is after
        else:
            assert unstamped(before) == unstamped(after), seed


def unstamped(answer: tl.Answer) -> list[tl.Seen]:
    return [msgspec.structs.replace(each, timestamp=0) for each in answer.objects]


@pytest.mark.parametrize("reading", ["constraints", "referee"])
def test_a_board_read_twice_gives_the_same_answer(reading: Any) -> None:
    for seed in range(20):
        board = random_board(seed)
        try:
            first = read_by(reading, board)
        except BoardError:
            continue
        assert first == read_by(reading, board)
