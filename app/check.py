"""`striate check`: does every object become what its board expects?"""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from striate.app.errors import FAILS, OUR_MISTAKE, UNKNOWN, WRONG_INPUT
from striate.app.looking import progress
from striate.app.reading import (
    CHECKED,
    boards_of,
    counted,
    engine_option,
    json_option,
    open_catalogue,
    replay_option,
    rules_option,
)
from striate.app.working import two_jobs_option, workers_of
from striate.queries.sentences import NO_EXPECT, READ_TWICE

if TYPE_CHECKING:
    from striate.queries.answers import Engine
    from striate.queries.checking import Checked
    from striate.queries.replaying import Replay
    from striate.queries.showing import Words


@click.command()
@click.argument("files", type=CHECKED, nargs=-1, required=True, metavar="BOARDS...")
@json_option
@engine_option
@replay_option
@rules_option
@two_jobs_option
def check(
    files: tuple[Path, ...],
    as_json: bool,
    engine: "Engine",
    replay: "Replay",
    day: str | None,
    jobs: int,
) -> None:
    """Check boards against what they expect.

    \b
    striate check examples/godhead-after-commander.yaml
    striate check examples

    BOARDS is a board file, or a folder with board files in it and below. A file holds one board
    (JSON), one in each document (YAML, divided by `---`) or one on each line (.jsonl); - is the
    standard input, as of `striate find --all 5 GOAL`. `unknown` means that a line of text that
    could matter is not understood. Exit status: 0 all pass, 1 one fails, 3 none fails and some are
    unknown, 2 a board can't be read.
    """
    from striate.boards.editions import in_edition
    from striate.boards.errors import BoardError
    from striate.queries.checking import check_many

    catalogue = open_catalogue()
    counts: Counter[str] = Counter()
    boards = (
        each if isinstance(each, BoardError) else in_edition(each, day)
        for each in boards_of(files, catalogue)
    )
    checked = check_many(boards, engine, workers_of(jobs), replay)
    for verdict in _with_progress(checked):
        counts["error" if verdict.error else verdict.status] += 1
        counts["trouble"] += bool(verdict.trouble)
        counts["not replayed"] += not verdict.replayed
        counts["expects nothing"] += not verdict.expects
        tell(verdict, as_json, catalogue.words)
    if not as_json:
        totals = (f"{counts[word]} {word}" for word in ("pass", "fail", "unknown"))
        click.echo(", ".join(totals))
        if counts["not replayed"]:
            click.echo(
                f"{counts['not replayed']} of them read by the constraints alone; {READ_TWICE}"
            )
        if counts["expects nothing"]:
            click.echo(f"{counts['expects nothing']} of them can't fail: {NO_EXPECT}")
    raise click.exceptions.Exit(status(counts))


def status(counts: "Counter[str]") -> int:
    if counts["trouble"]:
        return OUR_MISTAKE
    if counts["error"]:
        return WRONG_INPUT
    return FAILS if counts["fail"] else UNKNOWN if counts["unknown"] else 0


def _with_progress(verdicts: "Iterator[Checked]") -> "Iterator[Checked]":
    """With a bar on the error output, where the verdicts go elsewhere."""
    if sys.stdout.isatty():
        yield from verdicts
        return
    with progress("checking") as step:
        for number, verdict in enumerate(verdicts, 1):
            step(words=f"{counted(number, 'board')} checked")
            yield verdict


def tell(verdict: "Checked", as_json: bool, words: "Words") -> None:
    from striate.queries.saying import verdict_lines
    from striate.queries.showing import differences_json, not_modelled_json, opened

    if verdict.error:
        for line in verdict.error.splitlines():
            click.echo(f"striate: {line}", err=True)
        return
    if verdict.trouble:
        click.echo(f"striate: {verdict.trouble}", err=True)
    if as_json:
        unread = not_modelled_json(verdict.not_modelled, words)
        if verdict.trouble:
            unread.append({"card": "striate", "line": verdict.trouble.splitlines()[0]})
        plain = {
            "id": verdict.id,
            "status": verdict.status,
            "differences": differences_json(verdict.differences),
            "not_modelled": unread,
        }
        if verdict.open:
            plain["open"] = [opened(line, words) for line in verdict.open]
        if not verdict.replayed:
            plain["replayed"] = "nothing"
        if not verdict.expects:
            plain["expects"] = "nothing"
        click.echo(json.dumps(plain, ensure_ascii=False))
        return
    if verdict.status != "pass":
        click.echo(f"{verdict.status:8}{verdict.id}")
    for line in verdict_lines(verdict, words):
        click.echo(f"        {line}")
