"""Odd input and odd surroundings: one sentence and status 2, and nothing half done."""

import json
import os
import resource
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from striate.app.cli import main
from striate.app.reading import counted
from striate.cards.catalogue.store import SHIPPED

ENDLESS = "9" * 5000
BEAR = {"name": "Small Bear", "type_line": "Creature — Bear", "power": "2", "toughness": "2"}


@pytest.fixture(autouse=True)
def no_own_catalogue(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("STRIATE_CATALOGUE", str(tmp_path / "own.sqlite"))


def run(*words: str) -> Result:
    return CliRunner().invoke(main, words, prog_name="striate")


def refused(done: Result) -> str:
    assert done.exit_code == 2, done.output
    assert done.stderr.isprintable() or "\x1b" not in done.output
    return done.stderr


@pytest.mark.parametrize("word", ["find", "verify"])
@pytest.mark.parametrize("seconds", ["nan", "inf", "0", "-1", "soon"])
def test_a_timeout_is_a_number_of_seconds(word: str, seconds: str) -> None:
    assert "--timeout" in refused(run(word, "--timeout", seconds))


def test_numbers_without_end_are_refused() -> None:
    assert "12 digits" in refused(run("cards", "search", f"pow={ENDLESS}"))
    assert "below 10,000" in refused(run("find", f"Forest is {ENDLESS[:1500]}/1"))


@pytest.mark.parametrize(
    "more",
    [{"power": ENDLESS}, {"oracle_text": f"This creature gets +{ENDLESS}/+0."},
     {"power": int(ENDLESS[:4000])}, {"name": "Red\x1b[31m Bear"}, {"mana_cost": f"{{{ENDLESS}}}"}],
)  # fmt: skip
def test_a_card_with_what_no_card_has_is_passed_over(
    more: dict[str, object], tmp_path: Path
) -> None:
    file = tmp_path / "cards.json"
    file.write_text(json.dumps([{**BEAR, **more}, {**BEAR, "name": "Good Bear"}]))
    done = run("cards", "import", str(file))
    assert done.exit_code == 0, done.output
    assert "1 card imported, 1 record skipped" in done.output and "\x1b" not in done.output


def test_a_number_that_python_does_not_read_is_told(tmp_path: Path) -> None:
    file = tmp_path / "cards.json"
    file.write_text('[{"power": ' + ENDLESS + "}]")
    assert "too many digits" in refused(run("cards", "import", str(file)))


def test_a_damaged_catalogue_is_told(tmp_path: Path) -> None:
    own = tmp_path / "own.sqlite"
    own.write_bytes(SHIPPED.read_bytes())
    with sqlite3.connect(own) as db:
        db.execute("UPDATE meta SET value = x'00' WHERE key = 'index'")
        db.execute("UPDATE blocks SET data = x'00'")
    assert "import the card file again" in refused(run("cards", "search", "bear"))
    assert "import the card file again" in refused(run("cards", "show", "Grizzly Bears"))
    whole = bytearray(own.read_bytes())
    whole[8192:-4096] = bytes(len(whole) - 8192 - 4096)
    own.write_bytes(whole)
    assert "import the card file again" in run("cards", "search", "bear").stderr


def test_an_import_to_a_full_disk_is_told_and_leaves_nothing(tmp_path: Path) -> None:
    file = tmp_path / "cards.json"
    file.write_text(json.dumps([{**BEAR, "name": f"Bear {number}"} for number in range(190)]))
    done = subprocess.run(
        [sys.executable, "-c", "from striate.app.cli import main; main()", "cards", "import", file],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192)),
        env={**os.environ, "STRIATE_CATALOGUE": str(tmp_path / "own.sqlite")},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2 and "can't be written" in done.stderr, done.stderr
    assert "Traceback" not in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["cards.json"]


def test_an_import_clears_away_what_a_killed_one_has_left(tmp_path: Path) -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    left = tmp_path / f".own.sqlite.{ended.pid}.new"
    left.write_text("half")
    running = tmp_path / f".own.sqlite.{os.getppid()}.new"
    running.write_text("half")
    file = tmp_path / "cards.json"
    file.write_text(json.dumps([BEAR]))
    assert run("cards", "import", str(file)).exit_code == 0
    assert not left.exists() and running.exists()


GENERATE = ("generate", "upper-bound-exclusive", "-o")


def test_generate_overwrites_nothing(tmp_path: Path) -> None:
    suite, other = tmp_path / "suite", tmp_path / "other.txt"
    done = run(*GENERATE, str(suite))
    assert done.stdout == f"1 board in {suite}\n"
    (file,) = suite.iterdir()
    written = file.read_text()
    assert run(*GENERATE, str(suite)).exit_code == 0  # the same once more
    file.write_text("my own")
    assert "is there already" in refused(run(*GENERATE, str(suite)))
    assert file.read_text() == "my own"
    file.unlink()
    other.write_text(written)
    file.symlink_to(other)
    done = run(*GENERATE, str(suite))
    assert "is there already" in refused(done) and "board in" not in done.output


def test_generate_on_a_full_disk_says_no_more_than_it_did(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from striate.app.cli import main; main()", *GENERATE, "suite"],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100)),
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2 and "too large" in done.stderr, done.stderr
    assert not done.stdout and not list((tmp_path / "suite").iterdir())


def test_pairs_take_no_wrong_reading() -> None:
    assert "--pairs" in refused(run("generate", "--pairs", "dependency-off"))
    assert "--pairs" in refused(run("generate", "--pairs", "--rules", "613"))


def test_what_cannot_be_shown_is_shown_as_its_number() -> None:
    for words in (("find", "Red\x1b[31m is 1/1"), ("cards", "show", "Red\x1b[31m"),
                  ("verify", "red\x1b[31m"), ("generate", "red\x1b[31m"),
                  ("find", "Forest is a land", "--cards", "Red\x1b[31m")):  # fmt: skip
        assert "\\x1b" in refused(run(*words))


def test_one_is_one() -> None:
    assert [counted(number, "board") for number in (0, 1, 2000)] == [
        "0 boards", "1 board", "2,000 boards",
    ]  # fmt: skip
