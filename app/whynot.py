"""`striate why-not`: what keeps a board from a result, and the nearest boards that give it."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from striate.app.errors import FAILS, UNKNOWN
from striate.app.looking import looked_inside, verbose_option
from striate.app.reading import (
    BOARD_OR_LINE,
    NAMES,
    counted,
    json_option,
    one_board,
    open_catalogue,
    print_json,
    rules_option,
)

if TYPE_CHECKING:
    from striate.cards.tree import Card
    from striate.queries.finding.whynot import WhyNot

_EXITS = {"already": 0, "near": 0, "none": FAILS, "unknown": UNKNOWN}


@click.command("why-not")
@click.argument("goal")
@click.argument("board", type=BOARD_OR_LINE)
@click.option(
    "--cards", default="", type=NAMES, help="Cards that may be added or put in another's place."
)
@click.option("--pool", "filter", default="", help="The same, by a filter.")
@click.option("--changes", default=2, show_default=True, type=click.IntRange(1, 4),
              help="The most changes.")  # fmt: skip
@click.option("--most", default=20_000, show_default=True, type=click.IntRange(1),
              help="The most boards that are tried.")  # fmt: skip
@click.option("--all", "all_", default=1, type=click.IntRange(1, 1000), help="So many boards.")
@rules_option
@verbose_option
@json_option
def why_not(
    goal: str, board: Path | str, cards: str, filter: str, changes: int, most: int, all_: int,
    day: str | None, verbose: bool, as_json: bool,
) -> None:  # fmt: skip
    """Show what keeps BOARD from GOAL, and the nearest boards that reach it.

    A change leaves a step out, swaps two steps, gives a permanent or a spell to the other player,
    or changes a number of counters; with --cards or --pool it also adds one of these cards, face
    up, or puts it in another's place.
    """
    from striate.boards.editions import in_edition, lines_of_then
    from striate.queries.finding.pools import PoolOptions, pool
    from striate.queries.finding.whynot import why_not as ask
    from striate.queries.goals.language import read_goal

    catalogue = open_catalogue()
    wanted = read_goal(goal, catalogue)
    given = in_edition(one_board(board, catalogue), day)
    further: tuple[Card, ...] = ()
    if cards or filter:
        further = pool(PoolOptions(cards, filter), wanted, catalogue)
    with looked_inside(verbose):
        reply = ask(wanted, given, catalogue, pool=further, changes=changes, most=most, wanted=all_)
    if as_json:
        then = lines_of_then(given)
        print_json(_as_plain(reply) | ({"rules_of_then": then} if then else {}))
    else:
        for line in lines_of_then(given):
            click.echo(f"# {line}")
        tell(reply)
    if _EXITS[reply.status]:
        raise click.exceptions.Exit(_EXITS[reply.status])


def _as_plain(reply: "WhyNot") -> dict[str, Any]:
    from dataclasses import asdict

    plain = asdict(reply)
    plain["boards"] = [
        {"changes": near.pop("changes"), "board": near.pop("document")}
        for near in plain.pop("near")
    ]
    return plain


def tell(reply: "WhyNot") -> None:
    from striate.boards.writing import board_yaml

    click.echo(f"# understood: {reply.understood}")
    if reply.status == "already":
        click.echo("# the board reaches the goal as it is")
        return
    for short in reply.shortfalls:
        if short.handle is None:
            click.echo(f"# {short.missing}")
            continue
        for claim in short.claims:
            click.echo(f"# {short.handle} {claim}")
        if short.unchanged:
            click.echo("#   no effect on the board changes this")
        for effect in short.effects:
            rules = f" ({', '.join(effect.rules)})" if effect.rules else ""
            click.echo(
                f"#   layer {effect.layer}: {effect.source}, “{_flat(effect.ability)}”: "
                f"{' → '.join(effect.words)}{rules}"
            )
    click.echo(f"# {_summary(reply)}")
    for number, near in enumerate(reply.near):
        if number:
            click.echo("---")
        for change in near.changes:
            click.echo(f"# {change}")
        click.echo(board_yaml(near.document).rstrip())


def _flat(text: str) -> str:
    return " ".join(text.split())


def _summary(reply: "WhyNot") -> str:
    tried = f"{counted(reply.tried, 'board')} tried"
    changes = counted(reply.changes, "change")
    if reply.unread:
        tried += f", {reply.unread:,} of them not wholly understood"
    if reply.status == "near":
        fewest = "" if reply.unread else ", the fewest"
        return f"{changes} away{fewest}; {tried}"
    if reply.complete:
        return f"no board within {changes} reaches it; {tried}"
    if reply.unread:
        return f"unknown: none found within {changes}; {tried}"
    return f"none found within {changes} before the limit; {tried}"
