"""A sweep: many tasks, their results written into a journal as they come.

    with Journal.begin(path, asked, stamp, resume=True) as journal:
        for outcome in sweep(work, tasks, workers, journal):
            ...                                   # already in the journal, or will be within a
            second
        for name, result in journal.results(Kind):
            ...

`work` gives what msgspec can write: structs, dataclasses, lists, numbers, words.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from striate.spreading.executor import HERE, Workers, run
from striate.spreading.journal import Entry, Journal
from striate.spreading.tasks import Aside, Outcome, Task

_EVERY = 1.0  # seconds between transactions
_MOST = 500  # results of one transaction


def sweep(
    work: Callable[[Any], Any],
    tasks: Sequence[Task[Any]],
    workers: Workers = HERE,
    *,
    journal: Journal,
) -> Iterator[Outcome]:
    """Does the tasks that the journal does not hold. The result of each outcome is in msgpack.

    Tasks that were put aside before are tried again. However the sweep ends, what was done is in
    the journal, but for the last second where the machine went down.
    """
    known = journal.done()
    left = (task for task in tasks if task.name not in known)
    batch = _Batch(journal)
    try:
        for outcome in run(_Packed(work), left, workers, apart=True):
            batch.add(outcome)
            yield outcome
    finally:
        batch.write()


@dataclass(frozen=True, slots=True)
class _Packed:
    """The work with its result as the journal keeps it."""

    work: Callable[[Any], Any]

    def __call__(self, given: Any) -> bytes:
        return msgspec.msgpack.encode(self.work(given))


class _Batch:
    """Results that are written together."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self.done: list[Entry] = []
        self.aside: list[Aside] = []
        self.since = time.monotonic()

    def add(self, outcome: Outcome) -> None:
        if isinstance(outcome, Aside):
            self.aside.append(outcome)
        else:
            self.done.append(Entry(outcome.name, outcome.result, outcome.seconds))
        if len(self.done) >= _MOST or time.monotonic() - self.since >= _EVERY:
            self.write()

    def write(self) -> None:
        if self.done or self.aside:
            self.journal.write(self.done, self.aside)
        self.done, self.aside = [], []
        self.since = time.monotonic()
