"""`striate generate`: the smallest boards that tell a right engine from a wrong one."""

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from striate.app import completing
from striate.app.errors import FAILS, InputError
from striate.app.looking import listen, looked_inside, progress, verbose_option
from striate.app.reading import DAY, counted, open_catalogue
from striate.app.working import cluster_option, jobs_option, workers_of
from striate.boards.exports.formats import FORMATS

if TYPE_CHECKING:
    from striate.boards.exports.formats import ExportedFile
    from striate.cards.catalogue.store import Catalogue
    from striate.cards.tree import Card
    from striate.queries.generating.boards import Generated, Readings

_OUR_FORMATS = ("yaml", "json")


@click.command()
@click.argument("variants", nargs=-1, metavar="[VARIANT]...", shell_complete=completing.readings)
@click.option("--rules", default="", help='Wrong readings of these rules: "613.8a,711".')
@click.option("--pairs", is_flag=True,
              help="Boards on which the order of two layers, or of two kinds of "
                   "effects, matters.")  # fmt: skip
@click.option("--between", nargs=2, type=DAY, metavar="DATE DATE",
              help="Boards whose answer changed from one edition of the rules to "
                   "another.")  # fmt: skip
@click.option("--count", default=1, show_default=True, type=click.IntRange(1, 100),
              help="So many boards for each.")  # fmt: skip
@click.option("--cards", default="", help='Only these cards: "Humility, Opalescence".')
@click.option("--pool", "filter", default="", help='Only cards that match: "t:creature mv<=3".')
@click.option("--seed", default=0, show_default=True, help="The same seed gives the same boards.")
@jobs_option
@cluster_option
@click.option("-o", "folder", type=click.Path(file_okay=False, path_type=Path),
              help="A folder for the files; without it they are printed.")  # fmt: skip
@click.option("--format", "form", type=click.Choice([*_OUR_FORMATS, *FORMATS]), default="yaml",
              show_default=True, help="Board files, or another engine's tests.")  # fmt: skip
@click.option("--list", "list_", is_flag=True, help="Only name the wrong readings.")
@verbose_option
def generate(
    variants: tuple[str, ...],
    rules: str,
    pairs: bool,
    between: tuple[str, str] | None,
    count: int,
    cards: str,
    filter: str,
    seed: int,
    jobs: int | None,
    cluster: str | None,
    folder: Path | None,
    form: str,
    list_: bool,
    verbose: bool,
) -> None:
    """Generate the smallest boards on which a wrong reading of the rules goes wrong.

    \b
    striate generate --list
    striate generate dependency-off continuation-off
    striate generate --rules 613.8,711 --format xmage -o tests
    striate generate -j 2 -o suite
    striate generate --between 2010-04-23 2026-06-19

    Without VARIANT and --rules: all wrong readings. Each board says which rules it exercises, why
    its outcome is as it is, and the wrong answer. With `-o` each is written as it is found, so
    that an interrupt loses none; what is there already is never overwritten. Exit status: 0 boards
    for all, 1 none for some; a pair without a board is no failure, it is named with the reason.
    """
    from striate.queries.generating.boards import pair_readings, suite

    if pairs and (variants or rules):
        raise InputError("`--pairs` takes neither a wrong reading nor `--rules`")
    if between is not None:
        if variants or rules or pairs or cluster or list_:
            raise InputError("`--between` takes no wrong reading, `--rules`, `--pairs` or `--list`")
        _between(between, _Asked(count, cards, filter, seed), folder, form)
        return
    readings = pair_readings() if pairs else named(variants, rules)
    if list_:
        for each in readings:
            click.echo(f"{each.name:28}{', '.join(each.rules):24}{each.sentence}")
        return
    catalogue = open_catalogue()
    chosen = _chosen_cards(cards, filter, catalogue)
    names = [each.name for each in readings]
    generated: dict[str, Generated] = {}
    written = 0
    workers = workers_of(jobs, cluster, listen if verbose else None)
    try:
        with progress("generating", len(names)) as step, looked_inside(verbose):
            for one in suite(names, chosen, catalogue, count=count, seed=seed, workers=workers):
                if folder is not None:
                    write(one, form, folder, catalogue)
                    written += len(one.boards)
                generated[one.name] = one
                step(words=one.name)
    finally:
        # An interrupt does not lose what is done.
        tell([generated[name] for name in names if name in generated], form, folder, catalogue)
        if folder is not None and written:
            click.echo(f"{counted(written, 'board')} in {folder}")
    missing = [name for name in names if not generated[name].boards]
    if missing and not pairs or len(missing) == len(names):
        raise click.exceptions.Exit(FAILS)


class _Asked(NamedTuple):
    """How many boards of which cards."""

    boards: int
    cards: str
    filter: str
    seed: int


def _between(days: tuple[str, str], request: _Asked, folder: Path | None, form: str) -> None:
    """One board for each clause that differs, as it is found."""
    from striate.boards.editions import reading_as, readings_on
    from striate.queries.generating.between import between, pool
    from striate.queries.generating.boards import generate as search

    quests = between(*days)
    if not quests:
        click.echo(f"No answer changed between {days[0]} and {days[1]}.")
        return
    catalogue = open_catalogue()
    chosen = _chosen_cards(request.cards, request.filter, catalogue)
    if not request.cards and not request.filter:
        chosen = pool(chosen, catalogue)
    generated = []
    with progress("generating", len(quests)) as step, reading_as(readings_on(days[1])):
        for name, quest in quests.items():
            one = search(quest, chosen, catalogue, count=request.boards, seed=request.seed)
            if folder is not None:
                write(one, form, folder, catalogue)
            tell([one], form, folder, catalogue)
            generated.append(one)
            step(words=name)
    if not any(one.boards for one in generated):
        raise click.exceptions.Exit(FAILS)


def tell(suite: "list[Generated]", form: str, folder: Path | None, catalogue: "Catalogue") -> None:
    """The boards, or where they are; and which wrong readings have none."""
    for one in suite:
        if folder is None:
            for file in _files_of(one, form, catalogue):
                click.echo(file.text.rstrip() if form != "yaml" else f"---\n{file.text.rstrip()}")
        if not one.boards:
            click.echo(f"striate: no board with these cards tells `{one.name}`: {one.why_none}",
                       err=True)  # fmt: skip


def named(variants: tuple[str, ...], rules: str) -> "Readings":
    from striate.boards.errors import did_you_mean
    from striate.queries.generating.boards import asked_for, quests

    known = quests()

    for name in variants:
        if name not in known:
            hint = did_you_mean(name, known) or "see `striate generate --list`"
            raise InputError(f"there is no wrong reading `{name}`; {hint}")
    numbers = [each.strip() for each in rules.split(",") if each.strip()]
    readings = asked_for(variants, numbers)
    if not readings:
        raise InputError(f"no wrong reading is about `{rules}`; see `striate generate --list`")
    return readings


def _chosen_cards(cards: str, filter: str, catalogue: "Catalogue") -> "tuple[Card, ...]":
    from striate.cards.filters.search import search
    from striate.queries.finding.pools import names_in
    from striate.queries.generating.boards import pool_cards

    if cards and filter:
        raise InputError("give `--cards` or `--pool`, not both")
    if cards:
        return tuple(names_in(cards, catalogue))
    if filter:
        matching = [catalogue.card(name) for name in search(catalogue, filter)]
        if not matching:
            raise InputError(f"no card matches `{filter}`")
        return tuple(card for card in matching if card is not None)
    return pool_cards(catalogue)


def write(one: "Generated", form: str, folder: Path, catalogue: "Catalogue") -> None:
    for file in _files_of(one, form, catalogue):
        path = folder / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        write_new(path, file.text)


def write_new(path: Path, text: str) -> None:
    """Writes a file whole or not at all, and nothing over what is there (a link is there too)."""
    if path.is_file() and not path.is_symlink() and path.read_bytes() == text.encode():
        return
    try:
        file = path.open("x", encoding="utf-8")
    except FileExistsError:
        raise InputError(f"`{path}` is there already; remove it or name another folder") from None
    try:
        with file:
            file.write(text)
    except BaseException:
        path.unlink()
        raise


def _files_of(one: "Generated", form: str, catalogue: "Catalogue") -> "list[ExportedFile]":
    from striate.boards.exports.formats import ExportedFile
    from striate.boards.writing import board_json, board_yaml
    from striate.queries.generating.exporting import export_suite_told

    boards = list(one.boards)
    if form == "yaml":
        return [ExportedFile(f"{each.id}.yaml", board_yaml(each, catalogue)) for each in boards]
    if form == "json":
        return [
            ExportedFile(f"{each.id}.json", board_json(each, catalogue) + "\n") for each in boards
        ]
    files, refused = export_suite_told(boards, form)
    for board, reason in refused:
        click.echo(f"striate: {board.id} can't be a test for {form}: {reason}", err=True)
    return files
