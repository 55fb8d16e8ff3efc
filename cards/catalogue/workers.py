"""Work on a long stream of items by several processes, in order and in constant memory."""

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import islice
from typing import TypeVar

WORKERS = 2
BATCH = 200  # items that a process takes at once

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")


def spread(
    work: Callable[[list[_Item]], list[_Result]], items: Iterator[_Item], workers: int = WORKERS
) -> Iterator[_Result]:
    """The results of `work` on batches of items; few items need no further process."""
    first = list(islice(items, BATCH))
    if len(first) < BATCH or workers < 2:
        yield from work(first)
        while batch := list(islice(items, BATCH)):
            yield from work(batch)
        return
    pool = ProcessPoolExecutor(
        workers, mp_context=multiprocessing.get_context("spawn"), initializer=_leave_interrupts
    )
    waiting: deque[Future[list[_Result]]] = deque()
    try:
        waiting.append(pool.submit(work, first))
        while batch := list(islice(items, BATCH)):
            waiting.append(pool.submit(work, batch))
            if len(waiting) > 2 * workers:
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _leave_interrupts() -> None:
    """An interrupt is for the process that started the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
