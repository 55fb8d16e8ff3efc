"""Plain data that was read from a text, the lines of its parts, and the limits on it."""

import re
from collections.abc import Mapping
from typing import Any

from msgspec import Struct, field

from striate.boards.errors import BoardError, Path, show, spell_path

MAX_BYTES = 4_000_000  # of one board
MAX_PARTS = 150_000  # values and keys of one board
MAX_DEPTH = 32
MAX_DIGITS = 12

_CONTROL = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]"
)


class Loaded(Struct):
    """Plain data and where its parts stand.

    `only_line`: all of it is on that line; `before`: so many lines of the file stand before it.
    """

    data: Any
    lines: Mapping[Path, int] = field(default_factory=dict)
    only_line: int = 0
    before: int = 0

    def line(self, path: Path) -> int:
        """The line of that part, or of the innermost part around it that is known."""
        for length in range(len(path), -1, -1):
            line = self.lines.get(path[:length])
            if line:
                return self.before + line
        return self.only_line


def check_text(text: str, file: str) -> str:
    """The text of a file has no characters that can't be printed."""
    match = _CONTROL.search(text)
    if match:
        line = text.count("\n", 0, match.start()) + 1
        raise BoardError(f"has the control character {show(match[0])}", file=file, line=line)
    return text


def check_words(text: str, path: Path, line: int, file: str) -> str:
    """A text's characters are ones that can be printed."""
    match = _CONTROL.search(text)
    if match:
        raise BoardError(
            f"has the control character {show(match[0])}",
            path=spell_path(path),
            line=line,
            file=file,
        )
    return text


def twice(key: str) -> str:
    return f"the key {show(key)} is given twice"


def whole_number(digits: str) -> int | None:
    return int(digits) if len(digits.lstrip("+-").lstrip("0")) <= MAX_DIGITS else None


def empty_file(file: str) -> BoardError:
    return BoardError("the file is empty", file=file, hint="a board has `steps`")
