"""What the commands share: boards from files, the catalogue, exit statuses, tables."""

import json
import os
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from striate.app.errors import InputError, say_plainly
from striate.cards.errors import visible

if TYPE_CHECKING:
    from rich.console import Console

    from striate.boards.errors import BoardError
    from striate.boards.timeline import Board
    from striate.cards.catalogue.store import Catalogue

_LONGEST = 10_000_000  # seconds that may be given
_STEPS = re.compile(r"""^(?:- )?(?:\{.*)?["']?steps["']?\s*:""", re.MULTILINE)
_WIDTH = 100  # of a table that no terminal shows

BOARD = click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path)
BOARDS = click.Path(exists=True, allow_dash=True, path_type=Path)


class _BoardOrLine(click.ParamType):  # type: ignore[type-arg,unused-ignore]  # from click 8.4 on
    """A board file, or a board in a line: what is no file and does not end like one."""

    name = "board"

    def __init__(self, file: Any = BOARD) -> None:
        self.file = file

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Path | str:
        if _is_a_line(str(value)):
            return str(value)
        path: Path = self.file.convert(value, param, ctx)
        return path


def _is_a_line(argument: str) -> bool:
    """What names no file, and does not look like a misspelt one."""
    if argument == "-" or _is_there(argument):
        return False
    from striate.boards.line.reading import looks_like_a_line  # costly: the words of steps

    return looks_like_a_line(argument)


def _is_there(name: str) -> bool:
    try:
        return Path(name).exists()
    except (OSError, ValueError):  # longer than any name of a file, or with a zero byte
        return False


class _Boards(click.Path):
    """Files and folders with boards; no line, which expects nothing."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if _is_a_line(str(value)):
            self.fail(
                f"no file or folder {value!r} (a board in a line expects nothing: "
                "`striate outcome` answers it)",
                param,
                ctx,
            )
        return super().convert(value, param, ctx)


CHECKED = _Boards(exists=True, allow_dash=True, path_type=Path)
BOARD_OR_LINE = _BoardOrLine()
BOARDS_OR_LINE = _BoardOrLine(BOARDS)
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


class _Day(click.ParamType):  # type: ignore[type-arg,unused-ignore]  # from click 8.4 on
    """A day whose rules are known."""

    name = "date"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from striate.boards.editions import edition_on
        from striate.boards.errors import BoardError

        try:
            edition_on(str(value))
        except BoardError as error:
            self.fail(error.message, param, ctx)
        return str(value)


DAY = _Day()
rules_option = click.option(
    "--rules",
    "day",
    type=DAY,
    metavar="DATE",
    help="Read the board by the rules of that day, such as 2010-04-23; docs/editions.md has them.",
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
            self.fail(f"`{visible(str(value))}` is not a number of seconds", param, ctx)
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


def boards_of(sources: Iterable[Path], catalogue: "Catalogue") -> "Iterator[Board | BoardError]":
    """Every board of the files, of those in folders, and of the standard input for `-`."""
    from striate.boards.reading import read_boards, read_stream

    for path in sources:
        if str(path) == "-":
            yield from read_stream(sys.stdin.buffer, catalogue, "<stdin>")
            continue
        for file in board_files(path) if path.is_dir() else [path]:
            yield from read_boards(file, catalogue)


def board_files(folder: Path) -> list[Path]:
    """The files in a folder, and below it, that hold boards; what is hidden is passed over."""
    files = [
        path
        for path in sorted(folder.rglob("*"))
        if path.suffix.lower() in (".yaml", ".yml", ".json", ".jsonl")
        and path.is_file()
        and not any(part.startswith(".") for part in path.relative_to(folder).parts)
    ]
    boards = [path for path in files if path.suffix == ".jsonl" or _has_steps(path)]
    if not boards:
        raise InputError(f"`{folder}` holds no board file")
    others = [path.name for path in files if path not in boards]
    if others:
        named = f"`{others[0]}`" if len(others) == 1 else f"{len(others)} files"
        say_plainly(f"{named} in `{folder}` without `steps` were passed over")
    return boards


def _has_steps(path: Path) -> bool:
    """Whether it looks like a board: a JSON Schema has steps, too, but deeper in it."""
    with path.open(encoding="utf-8", errors="replace") as file:
        text = file.read()
    if path.suffix.lower() == ".json":
        try:
            plain = json.loads(text)
        except ValueError:
            return True  # a board that is not JSON is a mistake to be told
        return isinstance(plain, dict) and "steps" in plain
    return _STEPS.search(text) is not None


def console() -> "Console":
    """As wide as the terminal; for a file or a pipe as COLUMNS says, or 100, without colour."""
    from rich.console import Console

    if sys.stdout.isatty():
        return Console(highlight=False)
    columns = os.environ.get("COLUMNS", "")
    width = int(columns) if columns.isdecimal() and 0 < len(columns) < 5 else _WIDTH
    return Console(width=width, no_color=True, highlight=False, legacy_windows=False)
