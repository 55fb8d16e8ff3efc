"""`striate cards`: import a card file, show a card, search, and measure what is understood."""

from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import click

from striate.app import completing
from striate.app.errors import InputError
from striate.app.looking import progress
from striate.app.reading import counted, open_catalogue, print_json
from striate.app.working import two_jobs_option, workers_of
from striate.cards.errors import visible

if TYPE_CHECKING:
    from striate.cards.catalogue.importing import Report

_SHOWN_BAD = 10  # records that were passed over and are named one by one


@click.group()
def cards() -> None:
    """Import, show, search and measure cards."""


@cards.command("import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--replace", is_flag=True, help="Keep no card that FILE does not have.")
@two_jobs_option
def _import_cards(file: Path, replace: bool, jobs: int) -> None:
    """Add the cards in FILE to the card catalogue.

    They take the place of those of the same names; all others stay, unless --replace is given.

    FILE is a bulk file of Scryfall (a JSON array, or JSON lines) or MTGJSON's AtomicCards, as it
    is or compressed with gzip. An import that fails or is interrupted leaves the old catalogue.
    """
    from striate.cards.catalogue.importing import import_file
    from striate.cards.catalogue.store import Catalogue, user_file

    target = user_file()
    base = None if replace else Catalogue.open()
    with progress(f"reading {visible(file.name)}") as step:
        report = import_file(
            file,
            target,
            base=base,
            workers=workers_of(jobs),
            progress=lambda done, size: step(done=done, total=size or None),
        )
    _tell(report, target)
    click.echo(
        f"{Catalogue(target).called} is used from now on; `striate cards reset` takes it away"
    )


def _tell(report: "Report", target: Path) -> None:
    for bad in report.bad[:_SHOWN_BAD]:
        click.echo(visible(f"skipped {bad.where}: {bad.reason}"), err=True)
    if report.bad_count > _SHOWN_BAD:
        click.echo(f"... and {report.bad_count - _SHOWN_BAD} more", err=True)
    skipped = f", {counted(report.bad_count, 'record')} skipped" if report.bad_count else ""
    others = f", {report.not_cards:,} tokens and the like left out" if report.not_cards else ""
    click.echo(f"{counted(report.cards, 'card')} imported{skipped}{others}: {target}")


@cards.command()
def reset() -> None:
    """Take the imported catalogue away; the shipped one is used again."""
    from striate.cards.catalogue.store import user_file

    own = user_file()
    if not own.exists():
        click.echo("no catalogue was imported; the shipped one is used")
        return
    own.unlink()
    click.echo(f"`{own}` is taken away; the shipped catalogue is used again")


@cards.command()
@click.argument("name", shell_complete=completing.cards)
@click.option("--plainly", "spelled_out", is_flag=True, help="Spell out what each reference means.")
def show(name: str, spelled_out: bool) -> None:
    """Show the card NAME as it is understood.

    Each ability in canonical wording with the layers it acts in, and what is not understood.
    """
    from striate.cards.catalogue.display import lines_of
    from striate.cards.printing.plainly import plainly

    catalogue = open_catalogue()
    card = catalogue.card(name)
    if card is None:
        near = catalogue.suggest(name)
        hint = f"; did you mean {_either(near)}?" if near else ""
        raise InputError(f"no card is named `{name}` in {catalogue.called}{hint}")
    with plainly() if spelled_out else nullcontext():
        for line in lines_of(card, catalogue.words):
            click.echo(line)


@cards.command()
@click.argument("filter", nargs=-1, required=True)
def search(filter: tuple[str, ...]) -> None:
    """List the cards that match FILTER, which is written as on Scryfall.

    For example: striate cards search t:merfolk mv<=2 is:leveler
    """
    from striate.cards.filters.search import search as find

    found = find(open_catalogue(), " ".join(filter))
    for name in found:
        click.echo(name)
    if not found:
        click.echo("no card matches", err=True)
        raise click.exceptions.Exit(1)


@cards.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@two_jobs_option
def coverage(file: Path, as_json: bool, jobs: int) -> None:
    """Measure how much of the cards in FILE is understood, by class of line."""
    from striate.cards.catalogue.coverage import measure, table

    measured = measure(file, workers=workers_of(jobs))
    if as_json:
        print_json(measured.as_json())
        return
    for line in table(measured):
        click.echo(line)


def _either(names: list[str]) -> str:
    *others, last = (f"`{name}`" for name in names)
    return f"{', '.join(others)} or {last}" if others else last
