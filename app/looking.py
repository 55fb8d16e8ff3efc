"""What a command shows beside its answer: how far it is, and with `-v` what is done inside."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext

import click

from striate.cards.errors import visible

verbose_option = click.option(
    "-v", "--verbose", is_flag=True, help="Tell what is built and solved, on the error output."
)


def _tell(line: str) -> None:
    click.echo(f"# {visible(line)}", err=True)


@contextmanager
def looked_inside(wanted: bool) -> Iterator[None]:
    """Within, every line about what is built and solved is told, if that is wanted."""
    from striate.solver.journal import listening

    with listening(_tell) if wanted else nullcontext():
        yield


def listen() -> None:
    """As `looked_inside`, for a helper process, as long as it lives."""
    from striate.solver import journal

    journal.listen(_tell)


@contextmanager
def progress(words: str = "", total: int | None = None) -> Iterator[Callable[..., None]]:
    """A bar on the error output, where that is a terminal and more than one thing is done.

    Gives the function that takes `done` (so much is done; else one more), `total`, and `words`.
    """
    if not sys.stderr.isatty() or total == 1:
        yield lambda **now: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeElapsedColumn,
    )

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(words, total=total)

        def step(
            done: int | None = None, words: str | None = None, total: int | None = None
        ) -> None:
            advance = 1 if done is None else None
            bar.update(task, description=words, advance=advance, completed=done, total=total)

        yield step
