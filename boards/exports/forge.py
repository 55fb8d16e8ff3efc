"""Forge: boards as resources of its tests, played by one TestNG class.

The classes under `interpreters/forge` go into the engine's tree once.
"""

from collections.abc import Sequence

from striate.boards.exports.formats import Backend, Case, ExportedFile
from striate.boards.exports.played import case, files, interpreter

_TESTS = "forge-gui-desktop/src/test"
BOARDS = f"{_TESTS}/resources/layers"
_CLASSES: dict[str, str] = dict.fromkeys(
    (
        "LayerBoardsTest", "LayerBoard", "BoardLine", "BoardQuestion", "BoardScript", "BoardText",
        "TellingController",
    ),
    f"{_TESTS}/java/forge/ai/simulation",
)  # fmt: skip


def _files(_: str, cases: Sequence[Case]) -> list[ExportedFile]:
    return files(BOARDS, cases)


BACKEND = Backend(case, _files, support=interpreter("forge", _CLASSES))
