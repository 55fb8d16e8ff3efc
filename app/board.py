"""`striate board`: a board in a line as a board file, or a board file as a line."""

from pathlib import Path

import click

from striate.app.reading import BOARD_OR_LINE, json_option, one_board, open_catalogue


@click.command()
@click.argument("board", type=BOARD_OR_LINE)
@json_option
@click.option("--line", is_flag=True, help="Print the steps as a line.")
def board(board: Path | str, as_json: bool, line: bool) -> None:
    """Print the board file that BOARD means.

    \b
    striate board "Grizzly Bears; Frogify on Grizzly Bears; level_up Student of Warfare x2"
    striate board --line examples/godhead-after-commander.yaml

    docs/line.md has the grammar of a board in a line.
    """
    from striate.boards.line.writing import line_of_document
    from striate.boards.names import Shelf
    from striate.boards.writing import board_json, board_yaml, document

    catalogue = open_catalogue()
    read = one_board(board, catalogue)
    if line:
        click.echo(line_of_document(document(read, catalogue), Shelf(catalogue)))
    elif as_json:
        click.echo(board_json(read, indent=2))
    else:
        click.echo(board_yaml(read), nl=False)
