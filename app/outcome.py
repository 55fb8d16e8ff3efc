"""`striate outcome`: what every object of a board is in the end."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from striate.app.errors import UNKNOWN
from striate.app.reading import (
    BOARD,
    console,
    engine_option,
    json_option,
    one_board,
    open_catalogue,
    print_json,
)

if TYPE_CHECKING:
    from striate.queries.outcome import Engine, Outcome
    from striate.queries.showing import Words


@click.command()
@click.argument("board", type=BOARD)
@json_option
@engine_option
def outcome(board: Path, as_json: bool, engine: "Engine") -> None:
    """Show what every object of BOARD is in the end.

    BOARD is a board file in YAML or JSON, or - for the standard input. Both readings of the rules
    answer, and the answer is shown only if they agree.
    """
    from striate.queries.outcome import outcome as ask
    from striate.queries.showing import outcome_json, words_for

    catalogue = open_catalogue()
    read = one_board(board, catalogue)
    found = ask(read, engine)
    words = words_for(read, catalogue.words)
    if as_json:
        print_json(outcome_json(found, words))
    else:
        show(found, words)
    if found.not_modelled:
        raise click.exceptions.Exit(UNKNOWN)


def show(found: "Outcome", words: "Words") -> None:
    from rich import box as boxes
    from rich.table import Table

    from striate.queries.showing import (
        abilities_of,
        box,
        colors,
        not_modelled_json,
        standing,
        type_line,
    )

    table = Table(box=boxes.SIMPLE_HEAD, pad_edge=False, show_lines=False)
    for heading, least in (("object", 12), ("is", 16), ("colour", 6), ("P/T", 5)):
        table.add_column(heading, min_width=least, overflow="fold")
    table.add_column("abilities", min_width=20, overflow="fold", ratio=1)
    table.add_column("also", min_width=8, overflow="fold")
    for seen in found.answer.objects:
        name = seen.handle if seen.name in (seen.handle, "") else f"{seen.handle} ({seen.name})"
        if seen.controller == "opponent":
            name += "\nopponent's"
        texts = "\n".join(abilities_of(seen, words))
        also = standing(seen, seen.handle in found.answer.gone)
        cells = (name, type_line(seen), colors(seen), box(seen), texts, also)
        table.add_row(*(_escaped(cell) for cell in cells))
    out = console()
    out.print(table)
    unread = not_modelled_json(found.not_modelled, words)
    if unread:
        out.print("Not understood, and it could matter; the answer may be wrong:")
        for each in unread:
            out.print(_escaped(f"  {each['card']}: {each['line']}"))
    elif found.checked:
        out.print("Both readings of the rules agree.")


def _escaped(text: str) -> str:
    from rich.markup import escape

    return escape(text)
