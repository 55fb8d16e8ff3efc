"""Boards as tests of pytest: `@board("…")` above a test, and board files that are collected.

The plugin (`striate.pytest_plugin`) is found by pytest once Striate is installed.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from striate.boards.timeline import Board

_Test = TypeVar("_Test", bound=Callable[..., object])

MARK = "striate_board"


def board(source: "str | Path | Mapping[str, Any] | Board") -> Callable[[_Test], _Test]:
    """A decorator: the test's argument `outcome` is the outcome of this board.

        @board("Blood Moon; Urborg, Tomb of Yawgmoth")
        def test_urborg_is_a_mountain(outcome):
            assert outcome["Urborg, Tomb of Yawgmoth"].subtypes == ("Mountain",)

    The test fails if the answer is not sure; `outcome.sure` is true inside it.
    """
    import pytest

    mark: Callable[[_Test], _Test] = getattr(pytest.mark, MARK)(source)
    return mark
