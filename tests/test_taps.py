"""Every kind of step and every key of it can be made by taps alone, by the page's own HTML."""

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from typing import Any

from striate.boards.loading import load_text
from striate.boards.steps.kind import StepKind
from striate.boards.steps.table import SECTIONS, STEPS, kind_of_plain
from striate.web.boardasked import look
from tests.taps import Hand, every_key

Plain = dict[str, Any]
_EXAMPLES = [load_text(section.example).data for section in SECTIONS if section.example]
_CHOOSING = [kind for kind in STEPS.values() if kind.chooses]


def _without_defaults(step: Plain) -> Plain:
    """What is so if nothing is said is not said."""
    defaults = {"controller": "you", "owner": "you", "player": "you"}
    return {key: each for key, each in step.items() if defaults.get(key) != each}


@pytest.mark.parametrize("board", _EXAMPLES, ids=lambda board: "+".join(board["steps"][-1]))
def test_every_board_of_the_docs_is_built_by_taps(board: Plain) -> None:
    hand = Hand(board.get("cards"))
    steps = [_without_defaults(step) for step in board["steps"]]
    hand.build(steps)
    assert hand.steps == steps
    assert look(hand.document).right


@pytest.mark.parametrize("kind", _CHOOSING, ids=lambda kind: str(kind.word))
def test_a_choice_is_made_by_taps_whether_the_text_asks_for_it_or_not(kind: StepKind) -> None:
    steps = _with_a_choice(kind)
    hand = Hand()
    hand.build(steps)
    assert hand.steps == steps


def _with_a_choice(kind: StepKind) -> list[Plain]:
    """Steps of an example that end with one of that kind, in which something is chosen."""
    for board in _EXAMPLES:
        for at, step in enumerate(board["steps"]):
            if kind_of_plain(step) is kind:
                last = {**step, "choose": {"color": "blue", "number": 3}}
                return [_without_defaults(each) for each in (*board["steps"][:at], last)]
    raise AssertionError(f"no example has a step `{kind.word}`")


def test_each_kind_and_each_key_is_among_them() -> None:
    made = {
        (kind.word, key)
        for board in _EXAMPLES
        for step in board["steps"]
        if (kind := kind_of_plain(step))
        for key in step
    }
    made |= {(kind.word, "choose") for kind in _CHOOSING}
    assert set(every_key()) == made
