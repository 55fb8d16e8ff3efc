"""What the commands share: boards from files, the catalogue, exit statuses, tables."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rich.console import Console

    from striate.boards.timeline import Board
    from striate.cards.catalogue.store import Catalogue

FAILS, WRONG_INPUT, UNKNOWN, OUR_MISTAKE = 1, 2, 3, 70
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


def open_catalogue() -> "Catalogue":
    from striate.cards.catalogue.store import Catalogue

    catalogue = Catalogue.open()
    if catalogue.notice:
        click.echo(f"striate: {catalogue.notice}", err=True)
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


def our_mistake(error: Exception | str) -> click.exceptions.Exit:
    """Tells a mistake of this program; the exit to raise."""
    click.echo(f"striate: {error}", err=True)
    return click.exceptions.Exit(OUR_MISTAKE)
