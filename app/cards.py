"""`striate cards`: import a card file, show a card, search, and measure what is understood."""

from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import click

from striate.app import completing
from striate.app.errors import UNKNOWN, InputError
from striate.app.looking import progress
from striate.app.reading import counted, json_option, open_catalogue, print_json
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
    for doubt in report.doubtful[:_SHOWN_BAD]:
        click.echo(visible(f"doubtful: {doubt}"), err=True)
    if len(report.doubtful) > _SHOWN_BAD:
        click.echo(f"... and {len(report.doubtful) - _SHOWN_BAD} more that are doubtful", err=True)
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
@json_option
def show(name: str, spelled_out: bool, as_json: bool) -> None:
    """Show the card NAME as it is understood.

    Each ability in canonical wording with the layers it acts in, and what is not understood.
    """
    from striate.cards.catalogue.display import lines_of
    from striate.cards.printing.mentioned import plainly
    from striate.cards.prose import is_understood

    catalogue = open_catalogue()
    card = catalogue.the_card(name)
    with plainly() if spelled_out else nullcontext():
        lines = list(lines_of(card, catalogue.words))
    if as_json:
        understood = is_understood(tuple(face.abilities for face in card.faces))
        print_json({"name": card.name, "lines": lines, "understood": understood})
        return
    for line in lines:
        click.echo(line)


@cards.command()
@click.argument("filter", nargs=-1, required=True)
def search(filter: tuple[str, ...]) -> None:
    """List the cards that match FILTER, which is written as on Scryfall.

    For example: striate cards search t:merfolk mv<=2 is:leveler
    """
    from striate.cards.filters.search import search as find

    names = find(open_catalogue(), " ".join(filter))
    for name in names:
        click.echo(name)
    if not names:
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


@cards.command()
@click.argument("text")
@click.option("--type", "types", default="", help="The type line that the text stands under.")
@click.option("--name", default="", help="The name that the text gives its own object.")
@json_option
def read(text: str, types: str, name: str, as_json: bool) -> None:
    """Read TEXT, a line of a card, and show its tree.

    Where a line is not understood: how far it was read, what was expected there, and the nearest
    form that is known.
    """
    from striate.cards.catalogue.printed import NotPrinted
    from striate.cards.reading import read_text

    try:
        reading = read_text(text.replace("\\n", "\n"), types=types, name=name)
    except NotPrinted as error:
        raise InputError(f"--type: {error}") from None
    if as_json:
        print_json(reading.as_json())
    else:
        for line in reading.lines():
            click.echo(line)
    if not reading.understood:
        raise click.exceptions.Exit(UNKNOWN)
