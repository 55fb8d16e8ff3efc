"""Tasks done by the workers of a Dask cluster, whose scheduler runs already.

Each thread of a worker has a helper process for its tasks, as at home: so a task runs in the main
thread of a process of its own, a task that ends its process is known for sure, and the worker goes
on answering its scheduler meanwhile. Where a worker itself is lost, the scheduler gives its tasks
to another one.
"""

import pickle
import queue
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias
from uuid import uuid4

from striate.spreading.errors import CannotSpread
from striate.spreading.helper import Reply, Setup
from striate.spreading.processes import Helper, death_told
from striate.spreading.tasks import MOST_DEATHS, Aside, Done, Outcome, Task

# `distributed` is typed in part only, and differently from release to release.
_Client: TypeAlias = Any
_Future: TypeAlias = Any

_ANSWER = 10  # seconds until a scheduler that does not answer is given up
_WORKERS = 60  # seconds until a cluster without a worker is given up
_ASKED_AGAIN = 5.0  # seconds until the cluster is asked again how large it is
_FOR_EACH = 2  # tasks that each thread of a worker has, so that it need not wait for the next


def run_on_cluster(
    setup: Setup, tasks: Iterator[Task[Any]], address: str, stamp: Callable[[], str] | None
) -> Iterator[Outcome]:
    """What becomes of the tasks, as it becomes of them."""
    client = _client(address)
    try:
        expected = _same_everywhere(client, stamp)
        yield from _Run(client, setup, tasks, stamp, expected).outcomes()
    finally:
        client.close(timeout=_ANSWER)


def _client(address: str) -> _Client:
    try:
        from distributed import Client
    except ImportError:
        raise CannotSpread(
            "a cluster needs the package `distributed`: pip install 'striate[cluster]'"
        ) from None
    try:
        return Client(address, timeout=_ANSWER, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise CannotSpread(f"no scheduler answers at `{address}` ({error})") from None


def _same_everywhere(client: _Client, stamp: Callable[[], str] | None) -> str:
    """What `stamp` gives here, once every worker that is there has given the same."""
    try:
        client.wait_for_workers(1, timeout=_WORKERS)
    except TimeoutError:
        raise CannotSpread(f"the cluster has had no worker for {_WORKERS} seconds") from None
    expected = stamp() if stamp is not None else ""
    try:
        stamps = client.run(_stamped, stamp)
    except Exception as error:  # noqa: BLE001  # whatever importing it there raises
        raise CannotSpread(f"the workers can't run this program: {error}") from None
    for worker, other in sorted(stamps.items()):
        if other != expected:
            raise _other_program(worker, other, expected)
    return expected


def _other_program(worker: str, stamp: str, expected: str) -> CannotSpread:
    return CannotSpread(
        f"the worker at `{worker}` has {stamp}, and here is {expected}: "
        "install the same on every machine"
    )


class _Run:
    """The tasks of one run that the cluster has."""

    def __init__(
        self,
        client: _Client,
        setup: Setup,
        tasks: Iterator[Task[Any]],
        stamp: Callable[[], str] | None,
        expected: str,
    ) -> None:
        self.client = client
        self.address = client.scheduler.address if client.scheduler is not None else ""
        self.id = uuid4().hex[:8]
        self.order = _Order(self.id, pickle.dumps(setup), stamp, expected)
        self.tasks = tasks
        self.finished: queue.SimpleQueue[_Future] = queue.SimpleQueue()
        self.out: dict[str, tuple[_Future, Task[Any]]] = {}
        self.losses: dict[str, int] = {}
        self.room = 0
        self.asked = 0.0

    def outcomes(self) -> Iterator[Outcome]:
        try:
            while self._filled():
                try:
                    future = self.finished.get(timeout=_ASKED_AGAIN)
                except queue.Empty:
                    continue
                outcome = self._outcome(future)
                if outcome is not None:
                    yield outcome
        finally:
            self._end()

    def _filled(self) -> bool:
        """Gives the cluster as many tasks as it has room for; whether it has any."""
        if time.monotonic() - self.asked > _ASKED_AGAIN:
            self.asked = time.monotonic()
            self.room = _FOR_EACH * max(1, sum(self._threads().values()))
        while len(self.out) < self.room and (task := next(self.tasks, None)) is not None:
            self._submit(task)
        return bool(self.out)

    def _threads(self) -> dict[str, int]:
        try:
            return dict(self.client.nthreads())
        except (OSError, TimeoutError):
            raise self._gone() from None

    def _submit(self, task: Task[Any]) -> None:
        key = f"{task.name}-{self.id}-{self.losses.get(task.name, 0)}"
        given = pickle.dumps(task.given)
        future = self.client.submit(_there, self.order, task.name, given, key=key, pure=False)
        self.out[key] = (future, task)
        future.add_done_callback(self.finished.put)

    def _outcome(self, future: _Future) -> Outcome | None:
        from distributed.scheduler import KilledWorker

        _, task = self.out.pop(future.key)
        if future.status == "cancelled":
            raise self._gone()
        try:
            reply = future.result()
        except KilledWorker as error:
            return self._lost(task, error.allowed_failures + 1)
        except (OSError, TimeoutError):
            raise self._gone() from None
        if isinstance(reply, _Other):
            raise _other_program(reply.worker, reply.stamp, self.order.expected)
        if isinstance(reply, Aside):
            return reply
        if reply.error is not None:
            raise reply.error
        return Done(task.name, reply.result, reply.seconds)

    def _lost(self, task: Task[Any], workers: int) -> Aside | None:
        """Notes that so many whole workers were lost with the task."""
        lost = self.losses[task.name] = self.losses.get(task.name, 0) + workers
        if lost >= MOST_DEATHS:
            return Aside(task.name, f"{lost} workers of the cluster were lost with it")
        self._submit(task)
        return None

    def _gone(self) -> CannotSpread:
        return CannotSpread(
            f"the scheduler at `{self.address}` went away; what was done till then is kept"
        )

    def _end(self) -> None:
        """No worker goes on with what nobody waits for."""
        if self.client.status != "running":
            return
        self.client.cancel([future for future, _ in self.out.values()])
        self.client.run(_dismiss, self.id, on_error="ignore")


# --- on a worker ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Order:
    """What a worker has to know of a run."""

    id: str
    setup: bytes
    stamp: Callable[[], str] | None
    expected: str


@dataclass(frozen=True, slots=True)
class _Other:
    """Says that a worker has another program or other data."""

    worker: str
    stamp: str


@dataclass(slots=True)
class _Own:
    """The helper of a thread, and for which run."""

    run: str
    helper: Helper
    heard: "queue.SimpleQueue[tuple[Helper, bytes | None]]"


_own: dict[int, _Own] = {}  # by thread
_checked: set[str] = set()  # runs whose stamp is the worker's
_ended: set[str] = set()  # runs that nobody waits for


def _stamped(stamp: Callable[[], str] | None) -> str:
    return stamp() if stamp is not None else ""


def _there(order: _Order, name: str, given: bytes) -> Reply | Aside | _Other:
    """One task, done by the helper of this thread."""
    from distributed import get_worker

    if order.id not in _checked:
        stamp = _stamped(order.stamp)
        if stamp != order.expected:
            return _Other(get_worker().address, stamp)
        _checked.add(order.id)
    ends: list[str] = []
    while len(ends) < MOST_DEATHS:
        own = _helper_of(order)
        own.helper.give(given)
        _, message = own.heard.get()
        if message is not None:
            reply: Reply = pickle.loads(message)
            return reply
        del _own[threading.get_ident()]
        ends.append(own.helper.end())
        if order.id in _ended:
            break
    return Aside(name, death_told(ends))


def _helper_of(order: _Order) -> _Own:
    own = _own.get(threading.get_ident())
    if own is not None and own.run != order.id:
        own.helper.end()
        own = None
    if own is None:
        heard: queue.SimpleQueue[tuple[Helper, bytes | None]] = queue.SimpleQueue()
        own = _own[threading.get_ident()] = _Own(order.id, Helper(order.setup, heard), heard)
    return own


def _dismiss(run: str) -> None:
    """Ends the helpers of a run."""
    _ended.add(run)
    for own in list(_own.values()):
        if own.run == run:
            own.helper.end()
