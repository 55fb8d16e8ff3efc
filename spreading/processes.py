"""Tasks done by processes of this machine, each process one task at a time.

A process that ends in the middle of a task is replaced, and the task is done again; a task that has
ended three processes is put aside. Ctrl-C is for the process that shares the work out: the others
are ended by it, and end by themselves where it is killed.
"""

import pickle
import queue
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from striate.spreading.helper import Reply, Setup, received, send
from striate.spreading.tasks import MOST_DEATHS, Aside, Done, Outcome, Task

_START = "import sys; sys.path[:] = sys.argv[1:]; from striate.spreading.helper import main; main()"


class Helper:
    """One helper process, started when it is made. What it answers goes to `heard`."""

    def __init__(self, setup: bytes, heard: "queue.SimpleQueue[tuple[Helper, bytes | None]]"):
        with _without_interrupts():  # a process that starts now keeps Ctrl-C blocked
            self.process = subprocess.Popen(
                [sys.executable, "-c", _START, *sys.path],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )
        self.heard = heard
        threading.Thread(target=self._hear, daemon=True).start()
        self.give(setup)

    def give(self, message: bytes) -> None:
        """Has a task done, of which `message` is what it is given, pickled."""
        assert self.process.stdin is not None
        with suppress(OSError):  # it has ended, and `_hear` says so
            send(self.process.stdin, message)  # type: ignore[arg-type]  # a pipe of bytes

    def _hear(self) -> None:
        assert self.process.stdout is not None
        try:
            while True:
                self.heard.put((self, received(self.process.stdout)))  # type: ignore[arg-type]  # a pipe of bytes
        except (EOFError, OSError, ValueError):
            self.heard.put((self, None))

    def end(self) -> str:
        """Ends the process, if it still runs; how it ended."""
        self.process.kill()
        status = self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            with suppress(OSError):
                if pipe is not None:
                    pipe.close()
        return f"signal {-status}" if status < 0 else f"exit status {status}"


def run_in_processes(setup: Setup, tasks: Iterator[Task[Any]], number: int) -> Iterator[Outcome]:
    """What becomes of the tasks, as it becomes of them, with so many helper processes."""
    crew = _Crew(setup, tasks, number)
    try:
        yield from crew.outcomes()
    finally:
        crew.end()


class _Crew:
    """The helpers of one run and the tasks that they have."""

    def __init__(self, setup: Setup, tasks: Iterator[Task[Any]], number: int) -> None:
        self.setup = pickle.dumps(setup)
        self.tasks = tasks
        self.number = number
        self.heard: queue.SimpleQueue[tuple[Helper, bytes | None]] = queue.SimpleQueue()
        self.busy: dict[Helper, Task[Any]] = {}
        self.again: deque[Task[Any]] = deque()  # tasks whose helper was lost
        self.deaths: dict[str, list[str]] = {}

    def outcomes(self) -> Iterator[Outcome]:
        while len(self.busy) < self.number and (task := self._next()) is not None:
            self._start(task)
        while self.busy:
            helper, message = self.heard.get()
            if helper not in self.busy:  # one that was ended
                continue
            task = self.busy.pop(helper)
            if message is None:
                aside = self._lost(task, helper.end())
                if (another := self._next()) is not None:
                    self._start(another)
                if aside is not None:
                    yield aside
                continue
            reply: Reply = pickle.loads(message)
            if reply.error is not None:
                self.busy[helper] = task  # so that `end` ends it
                raise reply.error
            self._go_on(helper)
            yield Done(task.name, reply.result, reply.seconds)

    def _go_on(self, helper: Helper) -> None:
        """The helper's next task; without one it is not needed any more."""
        task = self._next()
        if task is None:
            helper.end()
            return
        self.busy[helper] = task
        helper.give(pickle.dumps(task.given))

    def _start(self, task: Task[Any]) -> None:
        helper = Helper(self.setup, self.heard)
        self.busy[helper] = task
        helper.give(pickle.dumps(task.given))

    def _next(self) -> Task[Any] | None:
        return self.again.popleft() if self.again else next(self.tasks, None)

    def _lost(self, task: Task[Any], how: str) -> Aside | None:
        """Notes that a helper ended with the task; whether the task is put aside."""
        ends = self.deaths.setdefault(task.name, [])
        ends.append(how)
        if len(ends) < MOST_DEATHS:
            self.again.append(task)
            return None
        return Aside(task.name, death_told(ends))

    def end(self) -> None:
        for helper in self.busy:
            helper.end()


def death_told(ends: list[str]) -> str:
    """Why a task is put aside."""
    return f"its process ended {len(ends)} times ({', '.join(ends)})"


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
