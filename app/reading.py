"""What the commands share: boards from files, the catalogue, exit statuses, tables."""

import json
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
engine_option = click.option(
    "--engine",
    type=click.Choice(["both", "constraints", "referee"]),
    default="both",
    show_default=True,
    help="Which reading of the rules answers; both are compared.",
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


def print_json(value: Any) -> None:
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


def one_board(path: Path, catalogue: "Catalogue") -> "Board":
    """The board of a file, or of the standard input for `-`."""
    from striate.boards.reading import board_from_text, read_board

    if str(path) == "-":
        return board_from_text(sys.stdin.read(), catalogue, file="<stdin>")
    return read_board(path, catalogue)


def console() -> "Console":
    """As wide as the terminal; for a file or a pipe of one fixed width, without colour."""
    from rich.console import Console

    if sys.stdout.isatty():
        return Console(highlight=False)
    return Console(width=_WIDTH, no_color=True, highlight=False, legacy_windows=False)
