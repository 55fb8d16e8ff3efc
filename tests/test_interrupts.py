"""Long commands ended in the middle: they end soon, and leave no process and no file behind."""

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from striate.spreading.journal import Journal

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")

SOON = 10.0  # seconds; two on a machine that has nothing else to do
# As from a shell that does not ignore Ctrl-C, whatever the shell of the tests does.
COMMAND = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    "from striate.app.cli import main; main()"
)
LONG = {
    "find": "find 'a creature is 37/5 and has flying and is an enchantment' --size 6",
    "find --spells": "find 'a creature is 37/5' --spells --pool 't:instant or t:creature' --size 5",
    "verify": "verify -j 2",
    "generate": "generate -j 2 -o suite",
    "sweep": "sweep --trees 100000 -j 2 --journal swept",
    "check": "check boards.jsonl",
    "import": "cards import cards.json",
    "coverage": "cards coverage cards.json",
}
HELPED = {"verify", "generate", "sweep", "check", "import", "coverage"}


def in_session(leader: int) -> list[int]:
    """The processes of a session that still run."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            rest = (entry / "stat").read_text().rpartition(")")[2].split()
        except (OSError, IndexError):
            continue
        if entry.name.isdigit() and int(rest[3]) == leader and rest[0] != "Z":
            found.append(int(entry.name))
    return found


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """So many cards and boards that every command is in the middle of its work for a while."""
    folder = tmp_path_factory.mktemp("files")
    cards = [
        {"name": f"Card {number}", "type_line": "Creature — Bear", "power": "2", "toughness": "2",
         "oracle_text": f"Each other creature you control gets +{number % 9}/+{number % 7}.\n"
         f"When this creature enters, you gain {number} life.", "mana_cost": "{1}{G}",
         "layout": "normal", "id": str(number)}
        for number in range(60_000)
    ]  # fmt: skip
    (folder / "cards.json").write_text(json.dumps(cards))
    board = {"steps": [{"enter": "Grizzly Bears"}] * 3, "expect": {}}
    (folder / "boards.jsonl").write_text(f"{json.dumps(board)}\n" * 60_000)
    return folder


@pytest.fixture
def folder(files: Path, tmp_path: Path) -> Path:
    for each in files.iterdir():
        (tmp_path / each.name).hardlink_to(each)
    return tmp_path


def started(name: str, folder: Path) -> "subprocess.Popen[bytes]":
    """The command, when it is in the middle of its work."""
    env = {**os.environ, "TMPDIR": str(folder), "STRIATE_CATALOGUE": str(folder / "own.sqlite")}
    process = subprocess.Popen(
        [sys.executable, "-c", COMMAND, *shlex.split(LONG[name])],
        cwd=folder, env=env, start_new_session=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
    )  # fmt: skip
    end = time.monotonic() + 60
    while len(in_session(process.pid)) < (3 if name in HELPED else 1):
        assert time.monotonic() < end and process.poll() is None
        time.sleep(0.1)
    time.sleep(1)
    assert process.poll() is None, process.stderr and process.stderr.read()
    return process


def all_gone(leader: int, within: float) -> bool:
    end = time.monotonic() + within
    while in_session(leader):
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["ctrl-c", "sigterm"])
@pytest.mark.parametrize("name", LONG)
def test_a_command_that_is_ended_leaves_nothing_behind(
    name: str, number: signal.Signals, folder: Path
) -> None:
    process = started(name, folder)
    try:
        if number is signal.SIGINT:
            os.killpg(process.pid, number)  # as a terminal does
        else:
            process.send_signal(number)
        _, errors = process.communicate(timeout=SOON)
        assert all_gone(process.pid, 2)
    finally:
        for each in in_session(process.pid):
            os.kill(each, signal.SIGKILL)
    # Ctrl-C has `find` tell what it knows, once it searches.
    told = {3} if number is signal.SIGINT and name.startswith("find") else set()
    assert process.returncode in {128 + number, *told}, errors
    assert b"Traceback" not in errors
    left = {path.name for path in folder.iterdir()} - {
        "cards.json",
        "boards.jsonl",
        "suite",
        "swept",
    }
    assert not left
    if (folder / "suite").exists():
        assert all(path.stat().st_size for path in (folder / "suite").iterdir())
    if name == "sweep":
        with Journal.read(folder / "swept") as journal:
            assert journal.runs()[0].ended is not None


@pytest.mark.parametrize("name", sorted(HELPED))
def test_helpers_end_with_a_command_that_is_killed(name: str, folder: Path) -> None:
    process = started(name, folder)
    try:
        process.kill()
        process.wait(SOON)
        assert all_gone(process.pid, SOON)
    finally:
        for each in in_session(process.pid):
            os.kill(each, signal.SIGKILL)
        assert process.stderr is not None
        process.stderr.close()
