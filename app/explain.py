"""`striate explain`: layer by layer, why an object is what it is."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from striate.app.errors import UNKNOWN
from striate.app.reading import (
    BOARD_OR_LINE,
    console,
    json_option,
    one_board,
    open_catalogue,
    print_json,
    replay_option,
    rules_option,
)
from striate.queries.sentences import DOUBTFUL

if TYPE_CHECKING:
    from striate.queries.replaying import Replay


@click.command()
@click.argument("board", type=BOARD_OR_LINE)
@click.argument("object", required=False)
@json_option
@replay_option
@rules_option
def explain(
    board: Path | str, object: str | None, as_json: bool, replay: "Replay", day: str
) -> None:
    """Explain BOARD layer by layer, or only OBJECT on it (its handle).

    Each effect with its source and timestamp, what it applied to and changed, what it waited for
    and why, and what was not applied and why, with the numbers of the rules.
    """
    from striate.boards.editions import in_edition, lines_of_then
    from striate.queries.explaining import explain as ask
    from striate.queries.explaining import explanation_json, lines_of
    from striate.queries.showing import doubts_of, words_for

    catalogue = open_catalogue()
    read = in_edition(one_board(board, catalogue), day)
    explanation = ask(read, object, replay)
    words = words_for(read, catalogue.words)
    if as_json:
        then = lines_of_then(read)
        print_json(explanation_json(explanation, words) | ({"rules_of_then": then} if then else {}))
    else:
        for line in lines_of_then(read):
            click.echo(line)
        for line in lines_of(explanation, words, min(console().width, 96)):
            click.echo(line)
        for doubt in doubts_of(read, catalogue):
            click.echo(DOUBTFUL.format(doubt))
    if explanation.found.not_modelled:
        raise click.exceptions.Exit(UNKNOWN)
