"""A board as a test of pytest: `check` of this program on the board, written out in the test."""

from collections.abc import Sequence

from striate.boards.exports.formats import Backend, Case, ExportedFile, Story
from striate.boards.exports.words import slug, story_comment
from striate.boards.timeline import Board
from striate.boards.writing import board_yaml
from striate.cards.printing.canonical import NotPrintable

_HEADER = '''"""Boards whose outcomes are known; written by striate."""

import striate


def passes(text: str, wrong: str) -> None:
    """The board's outcome is as expected; `wrong` is what a faulty reading of the rules gives."""
    checked = striate.check(text)
    assert checked, f"{checked}; a faulty engine gives: {wrong}" if wrong else str(checked)
'''


def case(board: Board, story: Story) -> Case:
    """Any board can be written: the test reads it as a board file."""
    try:
        text = board_yaml(board)
    except NotPrintable as error:
        from striate.boards.exports.formats import CannotExport

        raise CannotExport(f"the board can't be written as a file: {error}") from None
    lines = [
        f"def test_{slug(story.name, reserved=())}() -> None:",
        *("    " + line for line in story_comment(story.note, story.wrong, story.rules, mark="#")),
        f"    passes({python_text(text)}, wrong={story.wrong!r})",
    ]
    return Case(story, tuple(lines))


def python_text(text: str) -> str:
    """A text of several lines as Python; what could end or escape it is written as an escape."""
    escaped = text.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    escaped = "".join(
        letter if letter.isprintable() or letter == "\n" else f"\\U{ord(letter):08x}"
        for letter in escaped
    )
    if escaped.endswith('"'):
        escaped = escaped[:-1] + '\\"'
    return f'"""\\\n{escaped}"""'


def files(name: str, cases: Sequence[Case]) -> list[ExportedFile]:
    parts = [_HEADER.rstrip()]
    for one in cases:
        function = f"def test_{slug(one.story.name, reserved=())}() -> None:"
        parts.append("\n".join([function, *one.lines[1:]]))
    return [ExportedFile(f"test_{slug(name, reserved=())}.py", "\n\n\n".join(parts) + "\n")]


BACKEND = Backend(case, files)
