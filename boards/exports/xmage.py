"""XMage: boards as resources of its tests, played by one JUnit 4 class in Java 8.

The classes under `interpreters/xmage` go into the engine's tree once.
"""

from collections.abc import Sequence

from striate.boards.exports.formats import Backend, Case, ExportedFile
from striate.boards.exports.played import case, files, interpreter

_TESTS = "Mage.Tests/src/test"
BOARDS = f"{_TESTS}/resources/layers"
_CLASSES = {
    "LayerGame": f"{_TESTS}/java/mage/game",
    **dict.fromkeys(
        (
            "LayerBoardsTest", "LayerBoard", "BoardLine", "BoardEffect", "BoardQuestion",
            "BoardText", "BoardToken", "TellingPlayer",
        ),
        f"{_TESTS}/java/org/mage/test/cards/layers",
    ),
}  # fmt: skip


def _files(_: str, cases: Sequence[Case]) -> list[ExportedFile]:
    return files(BOARDS, cases)


BACKEND = Backend(case, _files, support=interpreter("xmage", _CLASSES))
