"""One way to spread work: `-j N` processes of this machine, or a Dask cluster.

    for outcome in run(work, tasks, Workers(jobs=4)):                     # Done or Aside, as they
    come for outcome in run(work, tasks, Workers(cluster="tcp://host:8786")):
    for result in results(work, tasks, Workers(jobs=2)):                  # none may be missing
    for result in spread(work_on_a_batch, long_stream, Workers(jobs=2)):  # in order

`work` is a function of a module (or a `partial` of one) that takes what a task is given. It must
not hang on which tasks the same process did before: then the results are the same whatever the
workers.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice
from typing import Any

from striate.spreading.errors import TaskLost
from striate.spreading.helper import Setup
from striate.spreading.processes import run_in_processes
from striate.spreading.tasks import Aside, Done, Given, Outcome, Result, Task

BATCH = 200  # items of a stream that are one task


@dataclass(frozen=True, slots=True)
class Workers:
    """Who does the work: so many processes here, or those of a Dask cluster.

    `begin` is called first in each further process. `stamp` tells what decides the results beside
    the tasks (the program, its data): on a cluster it must be the same with every worker.
    """

    jobs: int = 1
    cluster: str | None = None
    begin: Callable[[], None] | None = None
    stamp: Callable[[], str] | None = None

    @property
    def alone(self) -> bool:
        """Whether this process may do all the work itself."""
        return self.cluster is None and self.jobs == 1


HERE = Workers()
TWO = Workers(jobs=2)  # what nearly every machine has room for


def run(
    work: Callable[[Given], Result],
    tasks: Iterable[Task[Given]],
    workers: Workers = HERE,
    *,
    apart: bool = False,
) -> Iterator[Outcome]:
    """What becomes of each task, as it becomes of it.

    An exception of `work` is raised here and ends the run. `apart`: even a single worker is a
    further process, so that a task that kills it does no more harm than that.
    """
    setup = Setup(work, workers.begin)
    if workers.cluster is not None:
        from striate.spreading.cluster import run_on_cluster

        yield from run_on_cluster(setup, iter(tasks), workers.cluster, workers.stamp)
    elif workers.alone and not apart:
        yield from _run_here(work, tasks)
    else:
        _must_be_importable(work)
        yield from run_in_processes(setup, iter(tasks), workers.jobs)


def _run_here(work: Callable[[Any], Any], tasks: Iterable[Task[Any]]) -> Iterator[Outcome]:
    for task in tasks:
        started = time.monotonic()
        result = work(task.given)
        yield Done(task.name, result, time.monotonic() - started)


def results(
    work: Callable[[Given], Result], tasks: Iterable[Task[Given]], workers: Workers = HERE
) -> Iterator[Result]:
    """The results alone, as they come; `TaskLost` where one can't be had."""
    for outcome in run(work, tasks, workers):
        yield _had(outcome)


def _had(outcome: Outcome) -> Any:
    if isinstance(outcome, Aside):
        raise TaskLost(f"`{outcome.name}` could not be done: {outcome.why}")
    return outcome.result


def spread(
    work: Callable[[list[Given]], list[Result]],
    items: Iterable[Given],
    workers: Workers = HERE,
    size: int = BATCH,
) -> Iterator[Result]:
    """The results of `work` on batches of a long stream, in order.

    No more of the stream is read than is worked on. Few items need no further process.
    """
    stream = iter(items)
    first = list(islice(stream, size))
    if workers.cluster is None and (len(first) < size or workers.alone):
        for batch in chain([first], _batches(stream, size)):
            yield from work(batch)
        return
    batches = enumerate(chain([first], _batches(stream, size)))
    tasks = (Task(str(number), batch) for number, batch in batches)
    early: dict[int, list[Result]] = {}
    reported = 0
    for outcome in run(work, tasks, workers):
        early[int(outcome.name)] = _had(outcome)
        while reported in early:
            yield from early.pop(reported)
            reported += 1


def _batches(stream: Iterator[Given], size: int) -> Iterator[list[Given]]:
    while batch := list(islice(stream, size)):
        yield batch


def _must_be_importable(work: object) -> None:
    """A further process finds the function by its module's name."""
    while isinstance(work, partial):
        work = work.func
    if getattr(work, "__module__", type(work).__module__) == "__main__":
        raise ValueError(f"{work!r} is of `__main__`: further processes can't import it")
