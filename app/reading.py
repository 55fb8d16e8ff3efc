"""What the commands share: boards from files, the catalogue, exit statuses, tables."""

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from striate.app.errors import say_plainly
from striate.cards.errors import visible

if TYPE_CHECKING:
    from rich.console import Console

    from striate.boards.timeline import Board
    from striate.cards.catalogue.store import Catalogue

_LONGEST = 10_000_000  # seconds that may be given
_WIDTH = 100  # of a table that no terminal shows

BOARD = click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path)


class _BoardOrLine(click.ParamType):  # type: ignore[type-arg,unused-ignore]  # from click 8.4 on
    """A board file, or a board in a line: what is no file and does not end like one."""

    name = "board"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Path | str:
        from striate.boards.line.reading import looks_like_a_line

        if value == "-" or not looks_like_a_line(value) or _is_there(value):
            path: Path = BOARD.convert(value, param, ctx)
            return path
        return str(value)


def _is_there(name: str) -> bool:
    try:
        return Path(name).exists()
    except (OSError, ValueError):  # longer than any name of a file, or with a zero byte
        return False


BOARD_OR_LINE = _BoardOrLine()
engine_option = click.option(
    "--engine",
    type=click.Choice(["both", "constraints", "referee"]),
    default="both",
    show_default=True,
    help="Which reading of the rules answers; both are compared.",
)
replay_option = click.option(
    "--replay",
    type=click.Choice(["always", "auto", "never"]),
    default="auto",
    show_default=True,
    help="Whether the plain reading reads the board too; auto: if that is about two seconds' work.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


class _Seconds(click.ParamType):  # type: ignore[type-arg,unused-ignore]  # from click 8.4 on
    """A number of seconds, from a hundredth on; "nan" is none."""

    name = "seconds"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        try:
            seconds = float(value)
        except ValueError:
            self.fail(f"`{visible(str(value))}` is no number of seconds", param, ctx)
        if not 0.01 <= seconds <= _LONGEST:
            self.fail(f"`{value}` is not between 0.01 and {_LONGEST:,} seconds", param, ctx)
        return seconds


SECONDS = _Seconds()


class _Names(click.ParamType):  # type: ignore[type-arg,unused-ignore]  # from click 8.4 on
    """Names of cards with commas between, or @FILE with a name on each line."""

    name = "names"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        text = str(value)
        if not text.startswith("@"):
            return text
        try:
            lines = Path(text[1:]).read_text(encoding="utf-8").splitlines()
        except (OSError, ValueError) as error:
            why = (getattr(error, "strerror", None) or str(error)).lower()
            self.fail(f"`{visible(text[1:])}` can't be read: {why}", param, ctx)
        names = "\n".join(line for line in lines if not line.lstrip().startswith("#"))
        if not names.strip():
            self.fail(f"`{visible(text[1:])}` names no card", param, ctx)
        return names


NAMES = _Names()


def print_json(value: object) -> None:
    """JSON on the standard output; letters that can't be shown as their numbers."""
    plain = json.dumps(value, ensure_ascii=False, indent=2)
    click.echo("".join(c if c == "\n" or c.isprintable() else json.dumps(c)[1:-1] for c in plain))


def counted(number: int, word: str) -> str:
    """ "1 board", "2,000 boards"."""
    return f"{number:,} {word}" if number == 1 else f"{number:,} {word}s"


def open_catalogue() -> "Catalogue":
    from striate.cards.catalogue.store import Catalogue

    catalogue = Catalogue.open()
    if catalogue.notice:
        say_plainly(catalogue.notice)
    return catalogue


def one_board(source: Path | str, catalogue: "Catalogue") -> "Board":
    """The board of a file, of the standard input for `-`, or of a line."""
    from striate.boards.reading import board_from_line, board_from_text, read_board

    if isinstance(source, str):
        return board_from_line(source, catalogue)
    if str(source) == "-":
        return board_from_text(sys.stdin.read(), catalogue, file="<stdin>")
    return read_board(source, catalogue)


def console() -> "Console":
    """As wide as the terminal; for a file or a pipe as COLUMNS says, or 100, without colour."""
    from rich.console import Console

    if sys.stdout.isatty():
        return Console(highlight=False)
    columns = os.environ.get("COLUMNS", "")
    width = int(columns) if columns.isdecimal() and 0 < len(columns) < 5 else _WIDTH
    return Console(width=width, no_color=True, highlight=False, legacy_windows=False)
