"""`striate find`: the smallest board that gives a result."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from striate.app.errors import FAILS, UNKNOWN, InputError
from striate.app.looking import interrupts, looked_inside, search_progress, verbose_option
from striate.app.reading import (
    NAMES,
    SECONDS,
    json_option,
    open_catalogue,
    print_json,
    rules_option,
)
from striate.solver.deadline import MEMORY, Deadline

if TYPE_CHECKING:
    from striate.queries.finding.foundboards import Found

_EXITS = {"found": 0, "none": FAILS, "unknown": UNKNOWN}
_SKETCH = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command()
@click.argument("goal", nargs=-1)
@click.option("--cards", default="", type=NAMES,
              help='Search only among these: "Humility, Opalescence"; or @FILE, a name on each '
                   'line.')  # fmt: skip
@click.option("--pool", "filter", default="", help="Search only among the cards that match.")
@click.option("--size", type=click.IntRange(1, 20),
              help="The most permanents and effects (4 without it).")  # fmt: skip
@click.option("--exact", is_flag=True, help="Exactly so many, instead of the smallest first.")
@click.option("--with", "with_", default="", help="Cards that must be there.")
@click.option("--without", default="", help="Cards that must not be there.")
@click.option("--sketch", type=_SKETCH, help="A board file with holes to fill.")
@click.option("--counters", default="", help='Counters that may be put on: "+1/+1, -1/-1".')
@click.option("--all", "all_", default=1, type=click.IntRange(1, 10_000),
              help="So many boards that differ in substance.")  # fmt: skip
@click.option("--any", "any_", is_flag=True,
              help="State-based actions may take the asked-for objects.")  # fmt: skip
@click.option("--spells", is_flag=True, help="Spells and activated abilities may be used.")
@rules_option
@click.option("--timeout", type=SECONDS, help="Give up after so many.")
@click.option("--memory", default=MEMORY, show_default=True, type=click.IntRange(200),
              help="Give up with more MB than this.")  # fmt: skip
@click.option("--certify", is_flag=True,
              help="Prove each size that is ruled out, and have another program "
                   "check the proof.")  # fmt: skip
@click.option("--left-out", "left_out", is_flag=True, help="Say all that was not looked at.")
@click.option("--fresh", is_flag=True, help="Search, even if the same was asked before.")
@verbose_option
@json_option
@click.option("--format", "form", type=click.Choice(["yaml", "json"]), default="yaml",
              show_default=True, help="The form of the board files.")  # fmt: skip
def find(
    goal: tuple[str, ...],
    cards: str,
    filter: str,
    size: int | None,
    exact: bool,
    with_: str,
    without: str,
    sketch: Path | None,
    counters: str,
    all_: int,
    any_: bool,
    spells: bool,
    day: str | None,
    timeout: float | None,
    memory: int,
    certify: bool,
    left_out: bool,
    fresh: bool,
    verbose: bool,
    as_json: bool,
    form: str,
) -> None:
    """Find the smallest board of real cards on which GOAL comes true.

    \b
    striate find "leveler ends as 1/1 with flying"
    striate find "Humility is a creature and Grizzly Bears is 4/4 or bigger"
    striate find "t:merfolk pow=1 kw:flying" --cards "Humility, Lord of Atlantis"
    striate find "Humility is 4/4" --cards "Humility, Opalescence" --rules 2007-02-01

    Each board is a board file that `striate check` passes. Exit status: 0 found, 1 there is none,
    3 unknown.
    """
    deadline = Deadline.after(timeout, memory)  # the imports below take their time too
    from striate.queries.finding import asked
    from striate.solver.certifying import is_there

    if certify and not is_there():
        raise InputError("`--certify` needs more: pip install 'striate[certify]'")
    catalogue = open_catalogue()
    text = " ".join(goal)
    if not text and sketch is None:
        raise InputError('no goal; for example: striate find "leveler ends as 1/1 with flying"')
    pool = {"cards": cards, "filter": filter, "with_": with_, "without": without, "spells": spells}
    further: dict[str, Any] = {
        "exact": exact,
        "counters": counters,
        "all_": all_,
        "any_": any_,
        "certify": certify,
        "rules": day or "",
    } | ({} if size is None else {"size": size})
    key = asked.digest(catalogue, text, pool, further, sketch=sketch)
    answer = None if fresh or verbose else asked.recall(key)
    if answer is None:
        with interrupts() as interrupted, search_progress() as now, looked_inside(verbose):
            answer = asked.search(
                text,
                catalogue,
                deadline=deadline,
                progress=now,
                interrupted=interrupted,
                sketch=sketch,
                pool=pool,
                **further,
            )
        asked.keep(key, answer)
    tell(answer, all_, as_json, form, left_out)
    status = UNKNOWN if answer.stopped else _EXITS[answer.status]
    if status:
        raise click.exceptions.Exit(status)


def tell(answer: "Found", asked_for: int, as_json: bool, form: str, left_out: bool = False) -> None:
    """The boards on the standard output; words about them as comments, so that it is a file."""
    from striate.queries.finding import telling as tellingfind

    if as_json:
        plain = tellingfind.found_json(answer)
        print_json(plain)
        return
    words = [
        *tellingfind.understood(answer),
        tellingfind.headline(answer, asked_for),
        *tellingfind.details(answer, " (--left-out says why)"),
        *(tellingfind.left_out(answer) if left_out else []),
    ]
    if not answer.boards:
        for line in words:
            click.echo(line)
        return
    comments = form == "yaml"
    for line in words:
        click.echo(f"# {line}" if comments else line, err=not comments)
    for number, board in enumerate(answer.boards):
        if number and comments:
            click.echo("---")
        for line in (*tellingfind.ends(board), *tellingfind.alternatives(board)):
            click.echo(f"# {line}" if comments else line, err=not comments)
        click.echo(tellingfind.board_text(board, form).rstrip())
