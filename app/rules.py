"""`striate rules`: where each clause of the rules is carried out, and what tests it."""

import json
from typing import TYPE_CHECKING

import click

from striate.app.errors import InputError
from striate.app.reading import console, json_option

if TYPE_CHECKING:
    from rich.console import Console

    from striate.queries.rulesindex import Entry, Place

_SHOWN_BOARDS = 12


@click.command()
@click.argument("number", required=False)
@click.option("--history", is_flag=True, help="Show what the clause said in older editions.")
@json_option
def rules(number: str | None, history: bool, as_json: bool) -> None:
    """Show where each clause of the Comprehensive Rules is carried out, or only NUMBER.

    For NUMBER (613.8, 613.8a, 707 ...): the functions that encode it as constraints, those that
    the referee reads it in, and the boards that exercise it; or why it is left out.
    """
    from striate.queries.rulesindex import entry_json, index, matching

    if history:
        _history(number, as_json)
        return
    entries = list(index().values()) if number is None else matching(number.strip().rstrip("."))
    if not entries:
        raise InputError(f"no clause `{number}` is known here; `striate rules` lists all")
    if as_json:
        click.echo(json.dumps([entry_json(each) for each in entries], ensure_ascii=False, indent=2))
    elif number is None:
        _overview(entries)
    else:
        out = console()
        for each in entries:
            details(each, out)


def _history(number: str | None, as_json: bool) -> None:
    """What was otherwise, with its number on each day; NUMBER is one of then or of now."""
    from striate.boards.editions import DAYS, DIFFERENCES, TODAY

    wanted = (number or "").strip().rstrip(".")
    changes = [
        each
        for each in DIFFERENCES
        if any(known.startswith(wanted) for known in (each.now, *each.then.values()))
    ]
    if as_json:
        plain = [{"says": each.says, "then": each.then, "now": each.now} for each in changes]
        click.echo(json.dumps(plain, ensure_ascii=False, indent=2))
        return
    if not changes:
        sentence = f"What `{number}` says was the same in all editions from {DAYS[0]} on,"
        click.echo(f"{sentence} as far as they are told apart here.")
    for each in changes:
        click.echo(each.says)
        for day, then in each.then.items():
            click.echo(f"  {day}: {then}")
        until = DAYS[DAYS.index(list(each.then)[-1]) + 1]
        since = "" if until == TODAY else f", so since {until}"
        click.echo(f"  {TODAY}: {each.now}{since}")


def _overview(entries: "list[Entry]") -> None:
    from rich import box as boxes
    from rich.table import Table

    from striate.cards.edition import edition_in_words

    table = Table(box=boxes.SIMPLE_HEAD, pad_edge=False)
    table.add_column("clause", min_width=7)
    table.add_column("encoded in", ratio=2)
    table.add_column("read by the referee in", ratio=2)
    table.add_column("boards", justify="right")
    for each in entries:
        encoded = modules(each.encoded) or (f"left out: {each.left_out}" if each.left_out else "")
        boards = str(len(each.boards)) if each.boards else ""
        table.add_row(each.number, encoded, modules(each.referee), boards)
    out = console()
    out.print(f"Comprehensive Rules of {edition_in_words()}")
    out.print(table)


def modules(places: "list[Place]") -> str:
    return ", ".join(dict.fromkeys(place.module for place in places))


def details(entry: "Entry", out: "Console") -> None:
    from rich.padding import Padding
    from rich.text import Text

    out.print(entry.number, style="bold", markup=False)
    for heading, places in (("encoded", entry.encoded), ("referee", entry.referee)):
        for place in places:
            out.print(f"  {heading}: {place.module}:{place.line}, {place.function}", markup=False)
            out.print(Padding(Text(place.sentence), (0, 0, 0, 4), expand=False))
    if entry.left_out:
        out.print(f"  left out: {entry.left_out}", markup=False)
    for board in entry.boards[:_SHOWN_BOARDS]:
        line = f":{board.line}" if board.line else ""
        out.print(f"  board: {board.file}{line}, {board.id}", markup=False)
    more = len(entry.boards) - _SHOWN_BOARDS
    if more > 0:
        out.print(f"  and {more} more {'board' if more == 1 else 'boards'}", markup=False)
