"""Which boards the plain reading reads too, and that an answer says if it did not."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from striate.app.cli import main
from striate.boards.timeline import Board
from striate.queries.checking import check
from striate.queries.explaining import explain, lines_of
from striate.queries.outcome import outcome
from striate.queries.replaying import Replay, is_replayed, work_of
from striate.queries.showing import outcome_json, words_for
from tests.corpus import corpus
from tests.helpers import board, creature

LORD = creature("Lord", "2/2", "Other Bears get +1/+1 and have flying.")


def lords(number: int) -> Board:
    return board([LORD], *({"enter": "Lord", "as": f"Lord {n}"} for n in range(number)))


def test_every_board_of_the_files_is_read_twice() -> None:
    assert all(is_replayed(each, "auto") for each in corpus())


def test_the_work_grows_with_the_board_and_with_the_ways() -> None:
    few, many = lords(10), lords(60)
    assert work_of(few) < work_of(many)
    assert is_replayed(few, "auto") and not is_replayed(many, "auto")
    assert not is_replayed(few, "auto", ways=1000)


def test_a_large_board_is_answered_by_the_constraints_and_says_so() -> None:
    found = outcome(lords(60))
    assert not found.checked and not found.replayed
    plain = outcome_json(found, words_for(lords(60), lambda mark: mark))
    assert plain["replayed"] == "nothing" and plain["checked"] is False
    assert found.answer.objects[0].power == 61


@pytest.mark.parametrize(
    ("replay", "checked"), [("always", True), ("auto", True), ("never", False)]
)
def test_a_small_board_is_read_twice_unless_asked_otherwise(replay: Replay, checked: bool) -> None:
    found = outcome(lords(2), replay=replay)
    assert (found.checked, found.replayed) == (checked, checked)


def test_check_says_what_it_read_once() -> None:
    assert check(lords(2)).replayed
    assert not check(lords(2), replay="never").replayed


def test_nothing_is_explained_that_was_not_replayed() -> None:
    small = lords(2)
    told = " ".join(lines_of(explain(small, replay="never"), words_for(small, lambda mark: mark)))
    assert "Only the constraints read this board" in told and "Layer" not in told


def test_the_shell_says_it(tmp_path: Path) -> None:
    document = {
        "cards": [{"name": "Bear", "type_line": "Creature — Bear", "power": "2", "toughness": "2"}],
        "steps": [{"enter": "Bear"}],
        "expect": {"Bear": {"power": 2}},
    }
    file = tmp_path / "board.json"
    file.write_text(json.dumps(document))
    run = CliRunner().invoke(main, ["outcome", "--replay", "never", str(file)])
    assert "Only the constraints read this board" in run.output and run.exit_code == 0
    run = CliRunner().invoke(main, ["check", "--replay", "never", "--json", str(file)])
    assert '"replayed": "nothing"' in run.output
    run = CliRunner().invoke(main, ["check", str(file)])
    assert "alone" not in run.output
