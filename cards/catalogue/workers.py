"""Work shared out to further processes, which end when this one does, however it ends.

A helper process leaves Ctrl-C to the process that started it, is ended by it where the work is
given up, and ends by itself where that process is killed.
"""

import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from itertools import islice
from multiprocessing.connection import wait
from typing import Any, TypeVar

WORKERS = 2
BATCH = 200  # items that a process takes at once

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")


def spread(
    work: Callable[[list[_Item]], list[_Result]], items: Iterator[_Item], workers: int = WORKERS
) -> Iterator[_Result]:
    """The results of `work` on batches of a long stream, in order and in constant memory.

    Few items need no further process.
    """
    first = list(islice(items, BATCH))
    if len(first) < BATCH or workers < 2:
        yield from work(first)
        while batch := list(islice(items, BATCH)):
            yield from work(batch)
        return
    waiting: deque[Future[list[_Result]]] = deque()
    with _helpers(workers) as submit:
        waiting.append(submit(work, first))
        while batch := list(islice(items, BATCH)):
            waiting.append(submit(work, batch))
            if len(waiting) > 2 * workers:
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()


def each_apart(
    work: Callable[[_Item], _Result],
    items: list[_Item],
    workers: int,
    begin: Callable[[], None] | None = None,
) -> Iterator[_Result]:
    """The results of `work` on each item, as they come; `begin` is called in each process first."""
    with _helpers(workers, begin) as submit:
        for future in as_completed([submit(work, item) for item in items]):
            yield future.result()


@contextmanager
def _helpers(
    workers: int, begin: Callable[[], None] | None = None
) -> Iterator[Callable[..., Future[Any]]]:
    """Gives the function that has something done by one of so many processes."""
    before = set(multiprocessing.active_children())
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, context, initializer=_be_a_helper, initargs=(begin,))

    def submit(work: Callable[[Any], Any], item: Any) -> Future[Any]:
        # A process that starts now keeps Ctrl-C blocked.
        with _without_interrupts():
            return pool.submit(work, item)

    try:
        yield submit
    except BaseException:
        for process in set(multiprocessing.active_children()) - before:
            process.kill()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Ctrl-C is put off within."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _be_a_helper(begin: Callable[[], None] | None) -> None:
    """An interrupt is for the process that started this one; with that one, this one ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if begin is not None:
        begin()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
