"""`striate sweep`: random boards read twice, what differs made small and told by cause."""

import json
import re
from pathlib import Path

import msgspec
from click.testing import CliRunner, Result

import striate.encodings.variants  # noqa: F401  (registers the wrong readings)
from striate.app.cli import main
from striate.app.looking import Pace, in_words
from striate.encodings.clauses import wrong_reading
from striate.queries.fuzzing.sweep import (
    Asked,
    Looked,
    Seeds,
    look,
    make_small,
    table,
    to_make_small,
)
from striate.spreading.journal import Entry, Journal


def ran(*words: str) -> Result:
    return CliRunner().invoke(main, ["sweep", *words])


def test_a_sweep_tells_how_many_boards_are_read_alike() -> None:
    done = ran("--trees", "30", "--cards", "5", "--scenes", "20")
    assert done.exit_code == 0, done.output
    lines = done.stdout.splitlines()
    assert lines[0].split() == ["boards", "read", "alike", "refused", "by", "one", "differ"]
    assert lines[1].split()[:2] == ["trees", "30"] and lines[2].split()[:2] == ["cards", "5"]
    assert lines[3].split()[:2] == ["scenes", "20"] and len(lines) == 4


def test_every_board_is_in_one_task() -> None:
    tasks = Asked(trees=450, cards=101, seed=7, scenes=250).tasks()
    assert len({task.name for task in tasks}) == len(tasks)
    for kind, number in (("trees", 450), ("cards", 101), ("scenes", 250)):
        seeds = [
            seed
            for task in tasks
            if task.given.kind == kind
            for seed in range(task.given.first, task.given.first + task.given.count)
        ]
        assert seeds == list(range(7, 7 + number))


def journal_with(path: Path, *found: Looked) -> Journal:
    journal = Journal.begin(path, {}, "this")
    journal.write(
        Entry(f"{looked.kind} {number}", msgspec.msgpack.encode(looked), 1.0)
        for number, looked in enumerate(found)
    )
    return journal


def test_boards_that_differ_are_made_small_and_told_by_cause(tmp_path: Path) -> None:
    """A planted mistake: effects that set power and toughness come after those that change it."""
    with wrong_reading("set-after-modify"):
        looked = look(Seeds("trees", 1, 150))
        assert len(looked.differing) > 3
        with journal_with(tmp_path / "journal", looked) as journal:
            tasks = to_make_small(journal)
            assert 3 < len(tasks) <= len(looked.differing)
            small = [make_small(task.given) for task in tasks]
            journal.write(
                Entry(task.name, msgspec.msgpack.encode(each), 1.0)
                for task, each in zip(tasks, small, strict=True)
            )
            found = table(journal)
    assert found.rows["trees"].differing == len(looked.differing)
    assert sum(len(cause.seeds) for cause in found.causes) == len(tasks)
    assert len(found.causes) < len(tasks)
    sets_sizes = ("SetBasePT", "LevelSymbol", "ExchangeStatWithLife")
    for cause in found.causes:
        assert any(word in cause.example.cause for word in sets_sizes)
        assert "power" in cause.example.told or "toughness" in cause.example.told
    assert min(cause.example.steps.count("\n") for cause in found.causes) <= 2


def test_a_board_that_differs_fails_the_sweep(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with wrong_reading("set-after-modify"):
        journal_with(path, look(Seeds("trees", 1, 60))).close()
    done = ran("--journal", str(path), "--table")
    assert done.exit_code == 1 and re.search(r"\d boards? of trees: ", done.output)
    plain = json.loads(ran("--journal", str(path), "--table", "--json").stdout)
    assert plain["rows"]["trees"]["boards"] == 60 and plain["characteristics"]


def test_a_sweep_goes_on_only_as_it_was_asked(tmp_path: Path) -> None:
    path = str(tmp_path / "journal")
    assert ran("--trees", "20", "--journal", path).exit_code == 0
    again = ran("--trees", "20", "--journal", path)
    assert again.exit_code == 2 and "--resume" in again.output
    other = ran("--trees", "40", "--journal", path, "--resume")
    assert other.exit_code == 2 and "is the journal of another sweep" in other.output
    assert ran("--trees", "20", "--journal", path, "--resume").exit_code == 0
    assert ran("--resume").exit_code == 2
    both = ran("--trees", "20", "-j", "2", "--cluster", "tcp://127.0.0.1:9")
    assert both.exit_code == 2 and "not both" in both.output


def test_the_pace_is_told_in_words() -> None:
    pace = Pace("boards", 5000, 200, began=0.0)
    assert pace.words(0.0) == "200 of 5,000 boards"
    pace.done = 1200
    assert pace.words(20.0) == "1,200 of 5,000 boards, 50.0 a second, 76 s left"
    assert [in_words(each) for each in (99, 600, 9480, 270_000)] == [
        "99 s", "10 min", "2 h 38 min", "3 d 3 h",
    ]  # fmt: skip
