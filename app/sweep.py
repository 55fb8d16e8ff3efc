"""`striate sweep`: random boards by the million, each read twice."""

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from striate.app.errors import FAILS, UNKNOWN, InputError
from striate.app.looking import long_progress
from striate.app.reading import counted, json_option, print_json, rules_option
from striate.app.working import cluster_option, jobs_option, workers_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from striate.queries.fuzzing.sweep import Asked, Cause, Table
    from striate.spreading.executor import Workers
    from striate.spreading.journal import Journal

_USUALLY = 10_000  # boards, where no number is given
_SEEDS = 8  # of a cause that are shown


@click.command()
@click.option("--trees", type=click.IntRange(0), help="So many boards of random effect trees.")
@click.option("--cards", type=click.IntRange(0), help="So many boards with real cards.")
@click.option("--scenes", type=click.IntRange(0),
              help="So many boards on which much happens to one permanent and "
                   "its copies.")  # fmt: skip
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True,
              help="The seed of the first board; each board has the next.")  # fmt: skip
@click.option("--journal", "path", type=click.Path(dir_okay=False, path_type=Path),
              help="Keeps every result, so that an interrupted sweep can go on.")  # fmt: skip
@click.option("--resume", is_flag=True, help="Go on with the journal where it was.")
@click.option("--table", "only_table", is_flag=True,
              help="Only tell what the journal holds, also while another sweep "
                   "writes it.")  # fmt: skip
@rules_option
@jobs_option
@cluster_option
@json_option
def sweep(
    trees: int | None,
    cards: int | None,
    scenes: int | None,
    seed: int,
    path: Path | None,
    resume: bool,
    only_table: bool,
    day: str | None,
    jobs: int | None,
    cluster: str | None,
    as_json: bool,
) -> None:
    """Read random boards twice, by the million, and tell where the readings differ.

    \b
    striate sweep --trees 10000 --scenes 5000 -j 2
    striate sweep --trees 1000000 --cards 100000 --journal sweep.journal -j 8
    striate sweep --trees 1000000 --cards 100000 --journal sweep.journal -j 8 --resume
    striate sweep --journal sweep.journal --table

    The same seeds give the same boards, however many processes there are. Boards that differ are
    made small and told by cause. Exit status: 0 all are read alike, 1 some are not, 3 some could
    not be read because each process that took them on ended.
    """
    if path is None and (resume or only_table):
        raise InputError("`--resume` and `--table` need `--journal FILE`")
    workers = workers_of(jobs, cluster)
    if trees is None and cards is None and scenes is None:
        trees = _USUALLY
    numbers = (trees or 0, cards or 0, seed, scenes or 0, day or "")
    with _journal(path, numbers, resume, only_table) as (journal, request):
        if request is not None:
            _run(request, journal, workers)
        table, runs = _table(journal), journal.runs()
    if as_json:
        print_json(_plain(table))
    else:
        _tell(table)
        if path is not None:
            for run in runs:
                click.echo(f"{counted(run.tasks, 'task')} from {run.began} UTC on by {run.stamp}")
    if any(row.differing for row in table.rows.values()):
        raise click.exceptions.Exit(FAILS)
    if table.aside:
        raise click.exceptions.Exit(UNKNOWN)


@contextmanager
def _journal(
    path: Path | None, numbers: tuple[int, int, int, int, str], resume: bool, only_table: bool
) -> "Iterator[tuple[Journal, Asked | None]]":
    """The journal, for a while one of its own; and what is to be done, if anything."""
    import tempfile

    import msgspec

    from striate.cards.catalogue.stamp import stamp
    from striate.queries.fuzzing.sweep import Asked
    from striate.spreading.journal import Journal

    if only_table and path is not None:
        with Journal.read(path) as journal:
            yield journal, None
        return
    request = Asked(*numbers)
    plain = {"sweep": "random boards", **msgspec.structs.asdict(request)}
    with tempfile.TemporaryDirectory() as folder:
        place = path or Path(folder) / "journal"
        with Journal.begin(place, plain, stamp(), resume=resume) as journal:
            yield journal, request


def _run(request: "Asked", journal: "Journal", workers: "Workers") -> None:
    from striate.queries.fuzzing.sweep import look, make_small, to_make_small
    from striate.spreading.sweeping import sweep as swept

    tasks = request.tasks()
    sizes = {task.name: task.given.count for task in tasks}
    known = journal.done()
    before = sum(size for name, size in sizes.items() if name in known)
    with long_progress("boards", sum(sizes.values()), before) as more:
        for outcome in swept(look, tasks, workers, journal=journal):
            more(sizes[outcome.name])
    smaller = to_make_small(journal)
    before = sum(task.name in journal.done() for task in smaller)
    with long_progress("boards made small", len(smaller), before) as more:
        for _ in swept(make_small, smaller, workers, journal=journal):
            more(1)


def _table(journal: "Journal") -> "Table":
    from striate.queries.fuzzing.sweep import table

    return table(journal)


# --- what is told ---------------------------------------------------------------------------------


def _tell(table: "Table") -> None:
    click.echo(f"{'':8}{'boards':>12}{'read alike':>12}{'refused':>10}{'by one':>8}{'differ':>8}")
    for kind, row in table.rows.items():
        click.echo(
            f"{kind:8}{row.boards:12,}{row.alike:12,}{row.refused:10,}"
            f"{row.refused_by_one:8,}{row.differing:8,}"
        )
    for what, number in table.characteristics.items():
        click.echo(f"{counted(number, 'board')} of {what}")
    for cause in table.causes:
        _tell_cause(cause)
    for line in table.aside:
        click.echo(f"put aside: {line}")


def _tell_cause(cause: "Cause") -> None:
    example = cause.example
    shown = ", ".join(map(str, cause.seeds[:_SEEDS]))
    more = ", ..." if len(cause.seeds) > _SEEDS else ""
    click.echo(f"\n{counted(len(cause.seeds), 'board')} of {example.kind}, seeds {shown}{more}")
    click.echo(f"  {example.told}")
    click.echo(example.steps)


def _plain(table: "Table") -> dict[str, Any]:
    import msgspec

    plain: dict[str, Any] = msgspec.to_builtins(table)
    return plain
