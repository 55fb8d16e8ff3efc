"""What never changes an outcome: names of handles, which player is which, the order of
independent steps."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from striate.boards import timeline as tl
from striate.queries.outcome import canonical, read_by
from striate.queries.randomboards import random_board

SEEDS = range(2000, 2120)
NAMING = ("handle", "of", "on", "what", "copying", "attached_to")
OTHER = {"you": "opponent", "opponent": "you"}


def answered(board: tl.Board) -> tl.Answer | None:
    """The answer of the first reading in canonical form; None where the board is refused."""
    try:
        return canonical(read_by("constraints", board, facts=False))
    except Exception as error:
        if type(error).__name__ != "BoardError":
            raise
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
    if isinstance(step, tl.Attach):
        fields["to"] = renamed(step.to)
    if getattr(step, "targets", None):
        fields["targets"] = tuple(renamed(each) for each in step.targets)
    return msgspec.structs.replace(step, **fields)


def test_names_of_handles_never_matter() -> None:
    for seed in SEEDS:
        board = random_board(seed)
        before, after = answered(board), answered(with_steps(board, rename))
        if before is None or after is None:
            assert before is after
            continue
        assert [strip(each) for each in before.objects] == [strip(each) for each in after.objects]


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


INERT = ("hand", "exile")


def independent(one: tl.Step, other: tl.Step) -> bool:
    """Neither has a timestamp that anything asks for, and neither speaks of the other."""
    if isinstance(one, tl.PlayerFact) and isinstance(other, tl.PlayerFact):
        return (one.player, one.fact) != (other.player, other.fact)
    cards = (tl.PutInZone, tl.PlayerFact)
    if not isinstance(one, cards) or not isinstance(other, cards):
        return False
    return all(not isinstance(each, tl.PutInZone) or each.zone in INERT for each in (one, other))


def test_the_order_of_independent_steps_never_matters() -> None:
    exchanged = 0
    for seed in range(3000, 3400):
        board = random_board(seed)
        for at in range(len(board.steps) - 1):
            one, other = board.steps[at : at + 2]
            if not independent(one, other):
                continue
            steps = (*board.steps[:at], other, one, *board.steps[at + 2 :])
            before, after = answered(board), answered(msgspec.structs.replace(board, steps=steps))
            assert before is not None and after is not None
            assert unstamped(before) == unstamped(after), seed
            exchanged += 1
    assert exchanged >= 5


def unstamped(answer: tl.Answer) -> list[tl.Seen]:
    return [msgspec.structs.replace(each, timestamp=0) for each in answer.objects]


@pytest.mark.parametrize("reading", ["constraints", "referee"])
def test_a_board_read_twice_gives_the_same_answer(reading: Any) -> None:
    for seed in range(20):
        board = random_board(seed)
        try:
            first = read_by(reading, board, facts=False)
        except Exception as error:
            assert type(error).__name__ == "BoardError"
            continue
        assert first == read_by(reading, board, facts=False)
