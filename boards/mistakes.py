"""What is wrong with one board, collected as it is read and told all together."""

from typing import NamedTuple

from striate.boards.errors import MISTAKES, BoardError, Path, spell_path
from striate.boards.plain import Loaded


class Mistakes:
    """Collects what is wrong with one board, and raises it all together."""

    def __init__(self, loaded: Loaded, file: str) -> None:
        self.loaded = loaded
        self.file = file
        self.found: list[BoardError] = []

    def add(self, message: str, path: Path, hint: str = "") -> None:
        """Tells a mistake; the last one that is collected ends the reading."""
        line = self.loaded.line(path)
        self.found.append(
            BoardError(message, path=spell_path(path), hint=hint, line=line, file=self.file)
        )
        if len(self.found) == MISTAKES:
            self.stop()

    def stop(self) -> None:
        """Raises the first mistake with the others behind it, if there is one."""
        if self.found:
            raise self.error()

    def error(self) -> BoardError:
        """The first mistake with the others behind it."""
        first, *others = self.found
        first.also = tuple(others)
        return first


class Subject(NamedTuple):
    """What a mistake is told of: how it is called, and where it stands on the board."""

    called: str
    path: Path
    mistakes: Mistakes

    def wrong(self, message: str, hint: str = "", *more: str | int) -> None:
        """Tells a mistake; `more`: where in its place."""
        self.mistakes.add(message, (*self.path, *more), hint)
