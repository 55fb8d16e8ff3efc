"""A helper process: takes tasks from its standard input and answers on its standard output.

It leaves Ctrl-C to the process that started it. When that process ends, however it ends, the
helper's input is closed, and the helper ends at once, even in the middle of a task. What a task
prints goes to the error output.
"""

import os
import pickle
import queue
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, BinaryIO

from striate.spreading.collecting import collect_seldom


@dataclass(frozen=True, slots=True)
class Setup:
    """What a helper is to do with each task; `begin` is called first."""

    work: Callable[[Any], Any]
    begin: Callable[[], None] | None = None


@dataclass(frozen=True, slots=True)
class Reply:
    """What a helper answers: a result, or the exception that ended the task."""

    seconds: float
    result: Any = None
    error: BaseException | None = None


class FailedApart(Exception):
    """An exception of a helper that can't be sent as it is, in words."""


def done_here(work: Callable[[Any], Any], given: Any) -> Reply:
    """The task done in this process; an exception is part of the answer."""
    started = time.monotonic()
    try:
        result = work(given)
    except BaseException as error:  # noqa: BLE001  # whatever it is, the caller raises it
        return Reply(time.monotonic() - started, error=_portable(error))
    return Reply(time.monotonic() - started, result)


def _portable(error: BaseException) -> BaseException:
    """The exception with its traceback as a note, if it can be pickled; else one that can."""
    portable: BaseException
    try:
        portable = pickle.loads(pickle.dumps(error))
    except Exception:  # noqa: BLE001  # unpickling runs its constructor
        portable = FailedApart(f"{type(error).__name__}: {error}")
    portable.add_note("in a helper process:\n" + "".join(traceback.format_exception(error)))
    return portable


def main() -> None:
    """Serves until the input is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    collect_seldom()
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    tasks: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, tasks), daemon=True).start()
    work = _begun(tasks.get())
    while True:
        _answer(answers, _served(work, tasks.get()))


def _begun(message: bytes) -> Callable[[Any], Any]:
    """What is to be done with each task; where it can't be begun, each task says why."""
    try:
        setup: Setup = pickle.loads(message)
        if setup.begin is not None:
            setup.begin()
    except BaseException as error:  # noqa: BLE001  # whatever it is, the caller raises it
        return _Failing(error)
    return setup.work


@dataclass(frozen=True, slots=True)
class _Failing:
    error: BaseException

    def __call__(self, given: Any) -> Any:
        raise self.error


def _served(work: Callable[[Any], Any], task: bytes) -> bytes:
    reply = done_here(work, pickle.loads(task))
    try:
        return pickle.dumps(reply)
    except Exception as error:  # noqa: BLE001  # pickling runs what the result says
        return pickle.dumps(Reply(reply.seconds, error=_portable(error)))


def _listen(source: BinaryIO, tasks: "queue.SimpleQueue[bytes]") -> None:
    """Passes on what comes in, and ends the process when nothing more can come."""
    try:
        while True:
            tasks.put(received(source))
    except EOFError:
        os._exit(1)


def _answer(target: BinaryIO, message: bytes) -> None:
    try:
        send(target, message)
    except OSError:  # nobody reads it any more
        os._exit(1)


def send(target: BinaryIO, message: bytes) -> None:
    """A message with its length before it."""
    target.write(len(message).to_bytes(8, "big"))
    target.write(message)
    target.flush()


def received(source: BinaryIO) -> bytes:
    """The next message; `EOFError` where none is whole."""
    length = int.from_bytes(_exactly(source, 8), "big")
    return _exactly(source, length)


def _exactly(source: BinaryIO, length: int) -> bytes:
    data = source.read(length)
    if len(data) < length:
        raise EOFError
    return data
