"""The plugin for pytest: the argument `outcome` of `striate.testing.board`, and boards as tests.

Board files are collected if they are named so: `board_*.yaml`, `board_*.json`, `board_*.jsonl`, or
as the ini option `striate_boards` says. Each board of a file is a test: it passes if `check` does.
"""

from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from striate.testing import MARK

if TYPE_CHECKING:
    from striate.boards.errors import BoardError
    from striate.boards.timeline import Board
    from striate.results import Outcome

_NAMED = ["board_*.yaml", "board_*.yml", "board_*.json", "board_*.jsonl"]


def pytest_addoption(parser: pytest.Parser) -> None:
    """The ini option with the patterns of board files."""
    parser.addini("striate_boards", "Patterns of board files that are tests.", "args", _NAMED)


def pytest_configure(config: pytest.Config) -> None:
    """The mark of `striate.testing.board`, which `--strict-markers` asks for."""
    config.addinivalue_line("markers", f"{MARK}(source): the board whose outcome the test takes")


@pytest.fixture
def outcome(request: pytest.FixtureRequest) -> "Outcome":
    """The outcome of the board that `@board(…)` names above the test."""
    from striate.asking import outcome_of

    mark = request.node.get_closest_marker(MARK)
    if mark is None:
        pytest.fail(
            '`outcome` is the outcome of a board: put `@board("…")` above the test', pytrace=False
        )
    answered = outcome_of(mark.args[0])
    if not answered.sure:
        pytest.fail(f"the answer is not sure:\n{answered}", pytrace=False)
    return answered


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> "BoardFile | None":
    """A file with boards."""
    patterns = parent.config.getini("striate_boards")
    if any(fnmatch(file_path.name, each) or file_path.match(each) for each in patterns):
        return BoardFile.from_parent(parent, path=file_path)
    return None


class BoardFile(pytest.File):
    """A file of boards."""

    def collect(self) -> Iterator["BoardItem"]:
        """Each board of the file; one that can't be read is a test that fails."""
        from striate.asking import boards_in

        for number, board in enumerate(boards_in(self.path), 1):
            name = getattr(board, "id", "") or f"board {number}"
            yield BoardItem.from_parent(self, name=name, board=board)


class BoardItem(pytest.Item):
    """One board: does every object become what it expects?"""

    def __init__(
        self, name: str, parent: pytest.Collector, board: "Board | BoardError", **others: object
    ) -> None:
        super().__init__(name, parent)
        self.board = board

    def runtest(self) -> None:
        """Passes if `striate.check` does; an answer that is not sure fails."""
        from striate.asking import check_of
        from striate.boards.errors import BoardError

        if isinstance(self.board, BoardError):
            raise self.board
        checked = check_of(self.board)
        if not checked:
            raise NotAsExpected(str(checked))

    def repr_failure(
        self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None
    ) -> str:
        """The message alone: what was expected, and what it is."""
        return str(excinfo.value)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where the board stands."""
        return self.path, 0, self.name


class NotAsExpected(Exception):
    """The board does not end as its `expect` says, or the answer is not sure."""
