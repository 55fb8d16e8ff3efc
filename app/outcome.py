"""`striate outcome`: what every object of a board is in the end."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from striate.app.errors import UNKNOWN
from striate.app.reading import (
    BOARD_OR_LINE,
    console,
    engine_option,
    json_option,
    one_board,
    open_catalogue,
    print_json,
    replay_option,
    rules_option,
)
from striate.app.stacking import NARROW, stacked
from striate.queries.sentences import READ_TWICE

if TYPE_CHECKING:
    from rich.table import Table

    from striate.queries.answers import Engine
    from striate.queries.outcome import Outcome
    from striate.queries.replaying import Replay
    from striate.queries.showing import Words


@click.command()
@click.argument("board", type=BOARD_OR_LINE)
@json_option
@engine_option
@replay_option
@rules_option
def outcome(
    board: Path | str, as_json: bool, engine: "Engine", replay: "Replay", day: str | None
) -> None:
    """Show what every object of BOARD is in the end.

    BOARD is a board file in YAML or JSON, - for the standard input, or a board in a line. Both
    readings of the rules answer, and the answer is shown only if they agree.

    \b
    striate outcome examples/godhead-after-commander.yaml
    striate outcome "Blood Moon; Urborg, Tomb of Yawgmoth; Dryad Arbor (opponent)"
    """
    from striate.boards.editions import edition_of, in_edition
    from striate.queries.outcome import outcome as ask
    from striate.queries.saying import answer_json, lines_beside
    from striate.queries.showing import words_for

    catalogue = open_catalogue()
    read = in_edition(one_board(board, catalogue), day)
    answered = ask(read, engine, replay)
    words = words_for(read, catalogue.words)
    if as_json:
        print_json(answer_json(read, answered, words, catalogue))
    else:
        beside = lines_beside(read, answered, words, catalogue, replay=READ_TWICE)
        show(answered, words, edition_of(read.rules), beside)
    if answered.not_modelled:
        raise click.exceptions.Exit(UNKNOWN)


def show(outcome: "Outcome", words: "Words", edition: str, beside: Iterable[str]) -> None:
    """A table; in a narrow terminal a block for each object; rules as that edition numbers them."""
    out = console()
    if out.width < NARROW:
        for line in stacked(outcome, words, out.width, edition):
            out.print(escaped(line), soft_wrap=True)
        out.print()
    else:
        out.print(_table(outcome, words, edition))
    for line in beside:
        out.print(escaped(line), soft_wrap=True)


def _table(outcome: "Outcome", words: "Words", edition: str) -> "Table":
    from rich import box as boxes
    from rich.table import Table

    from striate.boards.oldnumbers import in_numbers_of
    from striate.queries.showing import box, colors, listed_abilities, standing, titled, type_line

    table = Table(box=boxes.SIMPLE_HEAD, pad_edge=False, show_lines=False)
    for heading, least in (("object", 12), ("is", 16), ("colour", 6), ("P/T", 5)):
        table.add_column(heading, min_width=least, overflow="fold")
    table.add_column("abilities", min_width=20, overflow="fold", ratio=1)
    table.add_column("also", min_width=8, max_width=10, overflow="fold")
    for seen in outcome.answer.objects:
        texts = "\n".join(listed_abilities(seen, words))
        gone = seen.handle in outcome.answer.gone
        also = in_numbers_of(edition, standing(seen, gone))
        cells = (titled(seen, "\n"), type_line(seen), colors(seen))
        style = "dim" if seen.handle in outcome.answer.gone else ""
        table.add_row(*map(escaped, (*cells, box(seen), texts, also)), style=style)
    return table


def escaped(text: str) -> str:
    from rich.markup import escape

    return escape(text)
