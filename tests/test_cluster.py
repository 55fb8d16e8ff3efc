"""A real Dask scheduler and two workers: the same results, and nothing lost or done twice when they
die."""

import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from striate.cards.catalogue.stamp import stamp
from striate.cards.catalogue.store import Catalogue
from striate.queries.atlas.building import build
from striate.queries.atlas.store import Atlas
from striate.queries.fuzzing.sweep import Seeds, look
from striate.spreading.errors import CannotSpread
from striate.spreading.executor import HERE, Workers, run, spread
from striate.spreading.journal import Journal
from striate.spreading.sweeping import sweep
from striate.spreading.tasks import Aside, Done, Task
from tests import spreadwork

ROOT = Path(__file__).parent.parent


@contextmanager
def started(*words: str) -> "Iterator[subprocess.Popen[bytes]]":
    """A part of the cluster, which finds the modules of the tests."""
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(
        [sys.executable, "-m", "dask", *words], env=env,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        yield process
    finally:
        process.kill()
        process.wait()


class Cluster:
    """A scheduler and two workers, each a process."""

    def __init__(self, stack: ExitStack, folder: Path) -> None:
        file = folder / "scheduler.json"
        place = ("--scheduler-file", str(file))
        local = ("--host", "127.0.0.1", "--no-dashboard")
        self.scheduler = stack.enter_context(started("scheduler", *place, *local, "--port", "0"))
        worker = ("worker", *place, "--nthreads", "1", "--no-nanny", "--no-dashboard")
        until(lambda: file.exists() and file.stat().st_size > 0)
        self.workers = [
            stack.enter_context(started(*worker, "--local-directory", str(folder / name)))
            for name in ("one", "two")
        ]
        self.address = str(json.loads(file.read_text())["address"])
        until(lambda: len(self._there()) == 2)

    def _there(self) -> dict[str, int]:
        from distributed import Client

        with Client(self.address, set_as_default=False) as client:
            threads: Any = client.nthreads()
            return dict(threads)


@contextmanager
def cluster(folder: Path) -> Iterator[Cluster]:
    folder.mkdir()
    with ExitStack() as stack:
        yield Cluster(stack, folder)


def until(holds: Callable[[], bool], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.05)


def found(outcomes: Any) -> dict[str, Any]:
    return {each.name: each.result if isinstance(each, Done) else each for each in outcomes}


def wrong_stamp() -> str:
    return f"the program of process {os.getpid()}"


def test_a_cluster_gives_what_one_process_gives(tmp_path: Path) -> None:
    seeds = [Seeds("trees", first, 5) for first in (1, 6, 11, 16)]
    tasks: list[Task[Any]] = [Task(f"from {each.first}", each) for each in seeds]
    numbers: list[Task[Any]] = [Task(str(each), each) for each in range(10)]
    with cluster(tmp_path / "cluster") as there:
        workers = Workers(cluster=there.address, stamp=stamp)
        assert found(run(look, tasks, workers)) == found(run(look, tasks, HERE))
        squares = list(spread(spreadwork.squares, range(95), workers, size=10))
        assert squares == [each * each for each in range(95)]

        told = found(run(spreadwork.deadly_square, numbers, workers))
        aside = told.pop("7")
        assert isinstance(aside, Aside) and "its process ended 3 times" in aside.why
        assert told == {str(each): each * each for each in range(10) if each != 7}
        with pytest.raises(ValueError, match="0 can't be done"):
            list(run(spreadwork.failing, numbers[:1], workers))
        with pytest.raises(CannotSpread, match="install the same on every machine"):
            list(run(spreadwork.square, numbers, Workers(cluster=there.address, stamp=wrong_stamp)))


def test_a_cluster_makes_the_atlas_that_one_process_makes(tmp_path: Path) -> None:
    catalogue = Catalogue.open()
    names = ("Blood Moon", "Life and Limb", "Humility", "Opalescence", "Glorious Anthem")
    cards = [card for card in map(catalogue.card, names) if card is not None]
    here, there = tmp_path / "here.sqlite", tmp_path / "there.sqlite"
    list(build(catalogue, here, HERE, cards=cards))
    with cluster(tmp_path / "cluster") as workers:
        list(build(catalogue, there, Workers(cluster=workers.address, stamp=stamp), cards=cards))
    one, other = Atlas(here, catalogue), Atlas(there, catalogue)
    assert one.counts() == other.counts() and one.counts()["order"] > 0
    for card in cards:
        assert list(one.lines(card)) == list(other.lines(card))


def begun(marks: Path) -> list[tuple[str, int]]:
    """Which numbers were begun, by which process, one entry each time."""
    return [(path.name.split("-")[0], int(path.name.split("-")[1])) for path in marks.iterdir()]


def runs(process: int) -> bool:
    stat = Path(f"/proc/{process}/stat")
    return stat.exists() and stat.read_text().rpartition(")")[2].split()[0] != "Z"


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_killed_workers_and_schedulers_lose_nothing(tmp_path: Path) -> None:
    marks = tmp_path / "marks"
    marks.mkdir()
    tasks = [Task(str(each), (each, 0.15, str(marks))) for each in range(40)]
    path = tmp_path / "journal"
    with cluster(tmp_path / "first") as there:
        workers = Workers(cluster=there.address)
        with (
            Journal.begin(path, {}, "this") as journal,
            pytest.raises(CannotSpread, match="the scheduler at .* went away"),
        ):
            for number, _ in enumerate(
                sweep(spreadwork.slow_square, tasks, workers, journal=journal), 1
            ):
                both = len({process for _, process in begun(marks)}) == 2
                if number >= 5 and both and there.workers[0].poll() is None:
                    there.workers[0].kill()
                if number >= 15 and there.workers[0].poll() is not None:
                    there.scheduler.kill()
    assert len({process for _, process in begun(marks)}) == 2
    until(lambda: not any(runs(process) for _, process in begun(marks)), 10)

    with Journal.begin(path, {}, "this", resume=True) as journal:
        kept = journal.done()
        assert len(kept) >= 15
        before = Counter(number for number, _ in begun(marks))
        with cluster(tmp_path / "second") as there:
            again = Workers(cluster=there.address)
            outcomes = found(sweep(spreadwork.slow_square, tasks, again, journal=journal))
        after = Counter(number for number, _ in begun(marks))
        assert outcomes.keys() == {task.name for task in tasks} - kept
        assert all(after[number] == before[number] for number in kept)
        assert dict(journal.results(int)) == {str(each): each * each for each in range(40)}


def test_an_address_without_a_scheduler_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("striate.spreading.cluster._ANSWER", 0.5)
    with pytest.raises(CannotSpread, match="no scheduler answers at `tcp://127.0.0.1:9`"):
        list(run(spreadwork.square, [Task("1", 1)], Workers(cluster="tcp://127.0.0.1:9")))
