"""XMage: JUnit 4 tests in Java 8, in the form whose engine behaviour is known from running it.

`LayerBoardTestBase` is written once beside the tests: it loads each card by itself, so that the
engine numbers continuous effects in the order of the board.
"""

from collections.abc import Sequence

from striate.boards.exports.checks import checks
from striate.boards.exports.codefiles import java_class, told
from striate.boards.exports.formats import Backend, Case, ExportedFile, Story
from striate.boards.exports.scenario import scenario
from striate.boards.exports.xmage_base import BASE
from striate.boards.exports.xmage_checks import CAN_CHECK, KEYWORDS, TYPES, Asking
from striate.boards.exports.xmage_setup import CAN_SET, Setup
from striate.boards.timeline import Board

_FOLDER = "Mage.Tests/src/test/java/org/mage/test/cards/layers"
_PACKAGE = "org.mage.test.cards.layers"


def case(board: Board, story: Story) -> Case:
    made = scenario(board, CAN_SET)
    setup = Setup(made)
    lines = setup.run()
    asking = Asking(setup)
    asked = checks(made, CAN_CHECK, TYPES, KEYWORDS)
    for check in asked:
        asking.add(check)
    lines += ["", *asking.during] if asking.during else []
    lines += [setup.finish, *(["", *asking.after] if asking.after else [])]
    return told(story, asked, lines, {"org.junit.Test"} | setup.imports | asking.imports)


def files(name: str, cases: Sequence[Case]) -> list[ExportedFile]:
    """One class with a method for each case."""
    base = "LayerBoardTestBase"
    return java_class(name, cases, folder=_FOLDER, package=_PACKAGE, base=base)


BASE_PATH = f"{_FOLDER}/LayerBoardTestBase.java"
BACKEND = Backend(case, files, support=(ExportedFile(BASE_PATH, BASE),))
