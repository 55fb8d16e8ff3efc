"""`striate export` writes boards of one's own, and `striate check` takes folders of them."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from striate.app.cli import main
from striate.boards.exports.formats import FORMATS

ROOT = Path(__file__).parent.parent
LINE = "Blood Moon; Urborg, Tomb of Yawgmoth; Dryad Arbor (opponent)"


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words), prog_name="striate")


@pytest.mark.parametrize("form", FORMATS)
def test_a_board_is_written_in_every_format(form: str) -> None:
    done = run("export", "Grizzly Bears", "--format", form)
    assert done.exit_code == 0, done.output
    assert "Grizzly Bears" in done.stdout


def test_a_line_gets_its_outcome_as_what_it_expects(tmp_path: Path) -> None:
    done = run("export", LINE, "--format", "pytest", "--name", "moons", "-o", str(tmp_path))
    assert done.exit_code == 0, done.output
    (file,) = tmp_path.rglob("*.py")
    text = file.read_text(encoding="utf-8")
    assert file.name == "test_moons.py" and "Mountain" in text and "Dryad Arbor" in text
    # What is there already is not overwritten by anything else.
    file.write_text("mine", encoding="utf-8")
    again = run("export", LINE, "--format", "pytest", "--name", "moons", "-o", str(tmp_path))
    assert again.exit_code == 2 and file.read_text(encoding="utf-8") == "mine"


def test_a_board_that_does_not_end_as_it_expects_is_no_test(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text("steps: [{enter: Grizzly Bears}]\nexpect: {Grizzly Bears: {power: 3}}\n")
    done = run("export", str(wrong), "--format", "forge")
    assert done.exit_code == 1 and not done.stdout
    assert "does not end as it expects: power of `Grizzly Bears` is another" in done.stderr


def test_a_board_that_is_not_sure_is_no_test() -> None:
    """704.5j: which of the two is kept is not told."""
    twice = "Isamaru, Hound of Konda; Isamaru, Hound of Konda"
    done = run("export", twice, "--format", "forge")
    assert done.exit_code == 1 and "unknown" in done.stderr


def test_what_a_format_can_not_say_is_refused_with_its_reason() -> None:
    done = run("export", str(ROOT / "examples" / "suite"), "--format", "forge-puzzle")
    assert done.exit_code == 1
    assert "can't be a test for forge-puzzle: " in done.stderr


def test_702_11d_hexproof_from_some_is_not_asked_for_as_hexproof() -> None:
    done = run("export", "Sphinx of the Guildpact", "--format", "forge")
    assert done.exit_code == 0 and "value=flying" in done.stdout and "hexproof" not in done.stdout


def test_check_takes_a_folder_and_what_is_below(tmp_path: Path) -> None:
    below = tmp_path / "below"
    below.mkdir()
    (tmp_path / "one.yaml").write_text("steps: [{enter: Grizzly Bears}]\n")
    (below / "two.json").write_text(json.dumps({"steps": [{"enter": "Humility"}]}))
    (below / "three.jsonl").write_text('{"steps": [{"enter": "Forest"}]}\n' * 2)
    (tmp_path / ".hidden.yaml").write_text("steps: nonsense\n")
    done = run("check", str(tmp_path))
    assert done.exit_code == 0
    assert "4 pass, 0 fail, 0 unknown" in done.stdout.splitlines()
    (below / "pins.yaml").write_text("expect: {}\n")
    done = run("check", str(tmp_path))
    assert done.exit_code == 0
    assert f"`pins.yaml` in `{tmp_path}` without `steps` were passed over" in done.stderr


def test_check_says_what_can_not_be_read_in_a_folder(tmp_path: Path) -> None:
    assert "holds no board file" in run("check", str(tmp_path)).stderr
    (tmp_path / "torn.json").write_text('{"steps": [')
    (tmp_path / "one.yaml").write_text("steps: [{enter: Grizzly Bears}]\n")
    done = run("check", str(tmp_path))
    assert done.exit_code == 2 and "torn.json" in done.stderr and "1 pass" in done.stdout
