"""`striate grade`: another engine's outcomes against a suite of boards."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from striate.app.errors import FAILS, UNKNOWN
from striate.app.looking import progress
from striate.app.reading import console, counted, json_option, open_catalogue, print_json

if TYPE_CHECKING:
    from striate.queries.grading.grading import Count, Graded, Report


@click.command()
@click.option(
    "--cases",
    required=True,
    metavar="DIR",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The suite: a folder of board files.",
)
@click.option(
    "--results",
    multiple=True,
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="An engine's outcomes as JSON (docs/grade.md); for --write as often as there are engines.",
)
@click.option(
    "--run",
    "command",
    metavar="COMMAND",
    help="Instead of --results: a program that reads one board as JSON and prints one answer.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    default=60.0,
    show_default=True,
    metavar="S",
    help="With --run: how long one board may take.",
)
@click.option(
    "--keep",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="With --run: keep the answers there as they come; what it has is not asked again.",
)
@click.option(
    "--write",
    "page",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write a page of tables by clause and by board, in Markdown.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "markdown"]),
    default="text",
    show_default=True,
    help="Markdown: the report as an issue for the engine's author.",
)
@json_option
def grade(
    cases: Path,
    results: tuple[Path, ...],
    command: str | None,
    seconds: float,
    keep: Path | None,
    page: Path | None,
    form: str,
    as_json: bool,
) -> None:
    """Tell which rules an engine breaks, from its outcomes on a suite of boards.

    Exit status: 0 all boards are right, 1 some are wrong, 3 none is wrong and some are not told
    wholly, 2 the suite or the results can't be read. With --write, 0 where the page is written.
    """
    if bool(results) == (command is not None):
        raise click.UsageError("give --results FILE, or --run COMMAND")
    if len(results) > 1 and page is None:
        raise click.UsageError("several --results make a page; give --write FILE")
    if keep is not None and command is None:
        raise click.UsageError("--keep goes with --run COMMAND")
    if form == "markdown" and (as_json or page is not None):
        raise click.UsageError("--format markdown goes without --json and --write")
    reports = _reports(cases, results, command, seconds, keep)
    if page is not None:
        from striate.queries.grading.wall import wall

        files = " ".join(f"--results {file}" for file in results) or f"--run '{command}'"
        page_text = wall(reports, f"striate grade --cases {cases} {files} --write {page}")
        page.write_text(page_text, encoding="utf-8")
        return
    (report,) = reports
    if as_json:
        print_json(_report_json(report))
    elif form == "markdown":
        from striate.queries.grading.issue import issue

        click.echo(issue(report, open_catalogue()), nl=False)
    else:
        tell(report)
    if report.of("wrong"):
        raise click.exceptions.Exit(FAILS)
    if len(report.of("right")) < len(report.graded):
        raise click.exceptions.Exit(UNKNOWN)


def _reports(
    cases: Path,
    results: tuple[Path, ...],
    command: str | None,
    seconds: float,
    keep: Path | None,
) -> "list[Report]":
    """What each engine's outcomes come to."""
    from striate.queries.grading.adapter import run_boards
    from striate.queries.grading.engineresults import read_results
    from striate.queries.grading.grading import grade as grade_suite
    from striate.queries.grading.grading import read_suite

    suite = read_suite(cases, open_catalogue())
    outcomes = [read_results(file) for file in results]
    if command is not None:
        with progress("asking", len(suite)) as step:
            outcomes.append(run_boards(suite, command, seconds, _no_answer, keep=keep, step=step))
    reports = [grade_suite(suite, each) for each in outcomes]
    for report in reports:
        for called in report.strangers:
            click.echo(f"striate: the suite has no board `{called}`", err=True)
    return reports


def _no_answer(called: str, why: str) -> None:
    click.echo(f"striate: `{called}` has no answer: {why}", err=True)


def _report_json(report: "Report") -> dict[str, Any]:
    """The report as docs/grade.md has it."""
    return {
        "engine": report.engine,
        "boards": [_board_json(one) for one in report.graded],
        "variants": [_count_json("variant", count) for count in report.variants()],
        "rules": [_count_json("rule", count) for count in report.rules()],
    }


def _board_json(one: "Graded") -> dict[str, Any]:
    from striate.queries.showing import differences_json

    return {
        "id": one.called,
        "verdict": one.verdict,
        "variant": one.variant,
        "rules": list(one.board.rules),
        "differences": differences_json(one.differences),
        "not_told": list(one.untold),
        "note": one.board.note,
        "wrong_answer": one.wrong_answer,
    }


def _count_json(key: str, count: "Count") -> dict[str, Any]:
    return {
        key: count.name,
        "boards": count.boards,
        "right": count.right,
        "wrong": count.wrong,
        "partly": count.partly,
        "not_given": count.not_given,
    }


def tell(report: "Report") -> None:
    """The clauses broken, the wrong boards, those told in part, the counts by variant and rule."""
    _tell_broken(report)
    for one in report.of("wrong"):
        _tell_wrong(one)
    for one in report.of("partly"):
        click.echo(f"partly  {one.called}: the engine does not say: {'; '.join(one.untold)}")
    _table("variant", report.variants())
    _table("rule", report.rules())
    counts = (
        f"{len(report.of(verdict))} {verdict}"
        for verdict in ("right", "wrong", "partly", "not given")
    )
    name = f"{report.engine}: " if report.engine else ""
    click.echo(f"{name}{', '.join(counts)}")


def _tell_broken(report: "Report") -> None:
    """Each broken clause with its smallest board."""
    from striate.queries.grading.issue import broken

    for each in broken(report):
        rules = ", ".join(each.rules) or "no clause named"
        steps = counted(len(each.one.board.steps), "step")
        click.echo(f"broken  {rules}: {each.one.called}, {steps}")


def _tell_wrong(one: "Graded") -> None:
    from striate.queries.showing import differences_json, worded

    called = one.called
    rules = f" ({', '.join(one.board.rules)})" if one.board.rules else ""
    click.echo(f"wrong   {called}{rules}")
    for each in differences_json(one.differences):
        click.echo(
            f"        {each['handle']}: {each['what']}: expected {worded(each['expected'])}, "
            f"got {worded(each['got'])}"
        )
    if one.variant:
        click.echo(f"        variant: {one.variant}")
    for label, text in (("a faulty engine", one.wrong_answer), ("why", one.board.note)):
        if text:
            click.echo(f"        {label}: {text}")


def _table(heading: str, counts: "list[Count]") -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    table.add_column(heading)
    for column in ("boards", "right", "wrong", "partly", "not given"):
        table.add_column(column, justify="right")
    for count in counts:
        numbers = (count.boards, count.right, count.wrong, count.partly, count.not_given)
        table.add_row(count.name, *map(str, numbers))
    console().print(table)
    click.echo()
