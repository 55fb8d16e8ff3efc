"""`striate export`: boards of one's own as tests of another engine."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from striate.app.errors import FAILS, InputError, say_plainly
from striate.app.generate import write_new
from striate.app.reading import BOARDS_OR_LINE, boards_of, counted, one_board, open_catalogue
from striate.boards.exports.formats import FORMATS

if TYPE_CHECKING:
    from striate.boards.timeline import Board
    from striate.cards.catalogue.store import Catalogue


@click.command()
@click.argument("boards", type=BOARDS_OR_LINE, nargs=-1, required=True, metavar="BOARD...")
@click.option("--format", "form", type=click.Choice([*FORMATS]), required=True,
              help="The engine whose tests are written.")  # fmt: skip
@click.option("--name", default="own boards", show_default=True, help="What the tests are called.")
@click.option("-o", "folder", type=click.Path(file_okay=False, path_type=Path),
              help="A folder for the files; without it the tests are printed.")  # fmt: skip
def export(boards: tuple[Path | str, ...], form: str, name: str, folder: Path | None) -> None:
    """Write boards of your own as tests of another engine.

    \b
    striate export examples/godhead-after-commander.yaml --format forge
    striate export "Blood Moon; Urborg, Tomb of Yawgmoth" --format xmage --name moons -o tests

    BOARD is a board file, a folder of them, or a board in a line. A board that expects nothing gets
    its outcome as what it expects. A board that does not surely end so, or that the engine can't be
    told, is refused with the reason. Exit status: 0 all are written, 1 one is refused.
    """
    from striate.boards.exports.formats import backend
    from striate.queries.generating.exporting import export_suite_told

    catalogue = open_catalogue()
    kept, left = _kept(boards, catalogue)
    files, refused = export_suite_told(kept, form, name=name)
    for board, reason in refused:
        say_plainly(f"{board.id or 'the board'} can't be a test for {form}: {reason}")
    support = {file.path for file in backend(form).support}
    for file in files:
        if folder is not None:
            path = folder / file.path
            path.parent.mkdir(parents=True, exist_ok=True)
            write_new(path, file.text)
        elif file.path not in support:
            click.echo(file.text.rstrip())
    if folder is not None:
        click.echo(f"{counted(len(files), 'file')} in {folder}")
    elif files and support:
        say_plainly(f"with -o FOLDER it also writes {', '.join(sorted(support))}, which it needs")
    if refused or left:
        raise click.exceptions.Exit(FAILS)


def _kept(sources: tuple[Path | str, ...], catalogue: "Catalogue") -> "tuple[list[Board], int]":
    """The boards that can be tests, and how many are refused, which is said of each."""
    from striate.boards.errors import BoardError
    from striate.queries.generating.ownboards import tested

    kept: list[Board] = []
    left = 0
    for source in sources:
        given = (
            [one_board(source, catalogue)]
            if isinstance(source, str)
            else boards_of([source], catalogue)
        )
        for board in given:
            try:
                if isinstance(board, BoardError):
                    raise board
                kept.append(tested(board))
            except BoardError as error:
                say_plainly(str(error))
                left += 1
    if not kept and not left:
        raise InputError("there is no board to write")
    return kept, left
