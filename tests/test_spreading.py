"""Work shared out to processes, and the journal: nothing lost, nothing twice, the same whoever does
it."""

import sqlite3
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from striate.spreading.errors import CannotSpread, TaskLost
from striate.spreading.executor import HERE, Workers, results, run, spread
from striate.spreading.helper import FailedApart
from striate.spreading.journal import Journal
from striate.spreading.stamp import ROOMS, code_stamp
from striate.spreading.sweeping import sweep
from striate.spreading.tasks import Aside, Done, Task
from tests import spreadwork
from tests.test_layout import FOLDERS

TWO = Workers(jobs=2)
ROOT = Path(__file__).parent.parent


@pytest.fixture(autouse=True)
def _tests_are_importable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Further processes find the modules of this folder."""
    monkeypatch.setattr(sys, "path", [*sys.path, str(ROOT)])


def numbered(number: int) -> list[Task[Any]]:
    return [Task(f"number {each}", each) for each in range(number)]


def by_name(outcomes: Any) -> dict[str, Any]:
    found = {}
    for outcome in outcomes:
        assert outcome.name not in found
        found[outcome.name] = outcome.result if isinstance(outcome, Done) else outcome
    return found


@pytest.mark.parametrize("workers", [HERE, TWO, Workers(jobs=5)], ids=["1", "2", "5"])
def test_the_same_results_with_any_number_of_processes(workers: Workers) -> None:
    found = by_name(run(spreadwork.square, numbered(20), workers))
    assert found == {f"number {each}": each * each for each in range(20)}


def test_a_stream_is_worked_on_in_order() -> None:
    for workers in (HERE, TWO):
        found = spread(spreadwork.squares, iter(range(95)), workers, size=10)
        assert list(found) == [each * each for each in range(95)]
    assert list(spread(spreadwork.squares, iter(()), TWO, size=10)) == []


def test_a_task_that_ends_its_process_three_times_is_put_aside_and_named() -> None:
    found = by_name(run(spreadwork.deadly_square, numbered(12), TWO))
    aside = found.pop("number 7")
    assert isinstance(aside, Aside) and aside.why == (
        "its process ended 3 times (signal 9, signal 9, signal 9)"
    )
    assert found == {f"number {each}": each * each for each in range(12) if each != 7}
    with pytest.raises(TaskLost, match="`number 7` could not be done"):
        list(results(spreadwork.deadly_square, numbered(12), TWO))


def test_a_task_whose_process_ends_is_done_again(tmp_path: Path) -> None:
    tasks = [Task(str(each), (each, str(tmp_path))) for each in range(4)]
    found = by_name(run(spreadwork.square_at_second_try, tasks, TWO))
    assert found == {str(each): each * each for each in range(4)}


def test_an_exception_of_the_work_is_raised_with_where_it_came_from() -> None:
    with pytest.raises(ValueError, match="0 can't be done") as told:
        list(run(spreadwork.failing, numbered(1), TWO))
    assert "spreadwork.py" in "".join(told.value.__notes__)
    with pytest.raises(FailedApart, match="Picky: this and that"):
        list(run(spreadwork.failing_oddly, numbered(1), TWO))


def test_work_that_no_other_process_can_import_is_refused() -> None:
    def main_function(number: int) -> int:
        return number

    main_function.__module__ = "__main__"
    with pytest.raises(ValueError, match="of `__main__`"):
        list(run(partial(main_function), numbered(1), TWO))


def test_every_folder_that_can_change_a_result_is_in_the_stamp() -> None:
    assert set(ROOMS) == set(FOLDERS) - {"app", "api", "web"}
    assert code_stamp() == code_stamp()


# --- the journal ----------------------------------------------------------------------------------


def swept(path: Path, number: int, *, resume: bool = False, stamp: str = "this") -> dict[str, int]:
    with Journal.begin(path, {"what": "squares"}, stamp, resume=resume) as journal:
        list(sweep(spreadwork.square, numbered(number), TWO, journal=journal))
        return dict(journal.results(int))


def test_a_sweep_goes_on_where_it_was(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    assert len(swept(path, 3)) == 3
    found = swept(path, 6, resume=True, stamp="that")
    assert found == {f"number {each}": each * each for each in range(6)}
    with Journal.read(path) as journal:
        assert [(run.stamp, run.tasks) for run in journal.runs()] == [("this", 3), ("that", 3)]
        assert all(run.ended for run in journal.runs())


def test_a_sweep_that_is_left_in_the_middle_keeps_what_is_done(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with Journal.begin(path, {}, "this") as journal:
        for outcome in sweep(spreadwork.square, numbered(500), TWO, journal=journal):
            if outcome.name == "number 10":
                break
    with Journal.begin(path, {}, "this", resume=True) as journal:
        kept = journal.done()
        assert "number 10" in kept and len(kept) < 500
        again = by_name(sweep(spreadwork.square, numbered(500), TWO, journal=journal))
        assert not again.keys() & kept and len(again.keys() | kept) == 500


def test_what_was_put_aside_is_tried_again(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with Journal.begin(path, {}, "this") as journal:
        list(sweep(spreadwork.deadly_square, numbered(9), journal=journal))
        assert [each.name for each in journal.aside()] == ["number 7"]
    with Journal.begin(path, {}, "this", resume=True) as journal:
        found = by_name(sweep(spreadwork.square, numbered(9), journal=journal))
        assert list(found) == ["number 7"]
        assert journal.aside() == [] and len(journal.done()) == 9


def test_a_journal_is_not_begun_twice(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    swept(path, 2)
    with pytest.raises(CannotSpread, match="is there already; go on with it by `--resume`"):
        swept(path, 2)


def test_a_journal_goes_on_only_with_what_it_was_begun_for(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    swept(path, 2)
    with pytest.raises(CannotSpread, match="is the journal of another sweep"):
        Journal.begin(path, {"what": "cubes"}, "this", resume=True)
    with pytest.raises(CannotSpread, match="was begun by this, and this is that"):
        Journal.begin(path, {"what": "squares"}, "that", resume=True, same_stamp=True)
    with (
        Journal.begin(path, {"what": "squares"}, "this", resume=True),
        pytest.raises(CannotSpread, match="is writing"),
    ):
        sqlite3.connect(path).execute("UPDATE runs SET process = 1").connection.commit()
        Journal.begin(path, {"what": "squares"}, "this", resume=True)


def test_a_file_that_is_no_journal_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "cards.txt"
    other.write_text("Grizzly Bears\n" * 1000)
    for opened in (Journal.read, lambda path: Journal.begin(path, {}, "this", resume=True)):
        with pytest.raises(CannotSpread, match="is not a journal of a sweep"):
            opened(other)
    with pytest.raises(CannotSpread, match="there is no journal"):
        Journal.read(tmp_path / "nowhere")
    assert other.read_text().startswith("Grizzly Bears")
