"""What a command shows beside its answer: how far it is, and with `-v` what is done inside."""

import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from types import FrameType
from typing import TYPE_CHECKING, Any

import click
from msgspec import Struct

from striate.cards.errors import visible

if TYPE_CHECKING:
    from rich.progress import Progress, ProgressColumn

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


_SECONDS_A_LINE = 10.0  # where there is no terminal


def _line_now_and_then(line: str, total: int | None) -> Callable[..., None]:
    """Tells in a line how far it is, at first after some seconds, and then as often."""
    started = last = time.monotonic()
    done_now = 0

    def step(done: int | None = None, words: str | None = None, total: int | None = total) -> None:
        nonlocal last, done_now
        done_now = done_now + 1 if done is None else done
        now = time.monotonic()
        if now - last >= _SECONDS_A_LINE:
            last = now
            far = f"{done_now} of {total}" if total else ""
            _tell(f"{', '.join(filter(None, (words or line, far)))} ({now - started:.0f} s)")

    return step


@contextmanager
def progress(words: str = "", total: int | None = None) -> Iterator[Callable[..., None]]:
    """A bar on the error output, where that is a terminal and more than one thing is done.

    Gives the function that takes `done` (so much is done; else one more), `total`, and `words`.
    """
    if total == 1:
        yield lambda **now: None
        return
    if not sys.stderr.isatty():
        yield _line_now_and_then(words, total)
        return
    from rich.progress import TaskProgressColumn, TimeElapsedColumn

    with _bar(TaskProgressColumn(), TimeElapsedColumn()) as bar:
        task = bar.add_task(words, total=total)

        def step(
            done: int | None = None, words: str | None = None, total: int | None = None
        ) -> None:
            advance = 1 if done is None else None
            bar.update(task, description=words, advance=advance, completed=done, total=total)

        yield step


@contextmanager
def interrupts() -> Iterator[Callable[[], bool]]:
    """Whether Ctrl-C was pressed; the search then gives what it has."""
    pressed: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        pressed.append(number)
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, note)
    try:
        yield lambda: bool(pressed)
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def search_progress() -> Iterator[Callable[[dict[str, Any]], None]]:
    """A line on the standard error that tells how far the search is; only on a terminal."""
    with progress("reading the cards") as step:

        def tell_now(now: dict[str, Any]) -> None:
            classes = f", {now['classes']:,} classes" if now.get("classes") else ""
            boards = f", {now['found']} found" if now.get("found") else ""
            step(words=f"size {now['size']}{classes}{boards}")

        yield tell_now


@contextmanager
def long_progress(thing: str, total: int, before: int = 0) -> Iterator[Callable[[int], None]]:
    """How far something is that takes hours: the rate, and the time left, of things of that name.

    A bar where the error output is a terminal, else a line now and then. `before`: so many were
    done an earlier time. Gives the function that takes how many more are done.
    """
    pace = Pace(thing, total, before, time.monotonic())
    if not sys.stderr.isatty():
        yield _Lines(pace).more
        return
    from rich.progress import TextColumn

    with _bar(TextColumn("{task.fields[pace]}")) as bar:
        task = bar.add_task("", total=total, completed=before, pace=pace.words(time.monotonic()))

        def more(number: int) -> None:
            pace.done += number
            bar.update(task, completed=pace.done, pace=pace.words(time.monotonic()))

        yield more


def _bar(*columns: "ProgressColumn") -> "Progress":
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    shown = (TextColumn("{task.description}"), BarColumn(), *columns)
    return Progress(*shown, console=Console(stderr=True), transient=True)


class Pace(Struct, dict=True):
    """How many are done of how many, and how fast since it was begun."""

    thing: str
    total: int
    before: int
    began: float

    def __post_init__(self) -> None:
        self.done = self.before

    def words(self, now: float) -> str:
        """ "1,200 of 5,000 boards, 104.2 a second, 36 s left"."""
        progress = f"{self.done:,} of {self.total:,} {self.thing}"
        seconds = now - self.began
        if self.done == self.before or seconds <= 0:
            return progress
        rate = (self.done - self.before) / seconds
        left = in_words((self.total - self.done) / rate)
        return f"{progress}, {rate:,.1f} a second, {left} left"


def in_words(seconds: float) -> str:
    """ "36 s", "5 min", "2 h 38 min", "3 d 4 h"."""
    minutes, hours = round(seconds / 60), round(seconds / 3600)
    if seconds < 100:
        return f"{seconds:.0f} s"
    if minutes < 100:
        return f"{minutes} min"
    if hours < 48:
        return f"{minutes // 60} h {minutes % 60} min"
    return f"{hours // 24} d {hours % 24} h"


class _Lines:
    """Tells the pace in a line now and then: after half a minute, then ever more seldom."""

    def __init__(self, pace: Pace) -> None:
        self.pace = pace
        self.wait = 30.0
        self.next = pace.began + self.wait

    def more(self, number: int) -> None:
        self.pace.done += number
        now = time.monotonic()
        if now >= self.next:
            click.echo(self.pace.words(now), err=True)
            self.wait = min(600.0, self.wait * 1.5)
            self.next = now + self.wait
