"""Mistakes of this program are planted: every command ends with 70 and says what to report."""

import re
import shlex
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result

from striate.app.cli import main
from striate.boards.timeline import Answer, Seen
from striate.referee import reading as referee
from striate.referee import showing
from striate.search import decoding
from striate.solver.backend import Answer as SolverAnswer
from striate.solver.backend import Verdict

BOARD = """\
steps:
  - enter: Forest
  - enter: Blood Moon
expect:
  Forest: {card_types: [Land]}
"""
COMMANDS = [
    "outcome BOARD",
    "check BOARD",
    "explain BOARD",
    "find 'Forest is a land' --cards Forest",
    "why-not 'Forest is a creature' BOARD",
    "verify --never 'Forest is a land' --cards Forest",
    "verify basic-land-always-taps",
    "generate --rules 305.7",
]


@pytest.fixture
def board(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("STRIATE_CATALOGUE", str(tmp_path / "none.sqlite"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    file = tmp_path / "board.yaml"
    file.write_text(BOARD)
    return file


def run(command: str, board: Path) -> Result:
    words = [str(board) if word == "BOARD" else word for word in shlex.split(command)]
    return CliRunner().invoke(main, words, prog_name="striate")


@pytest.fixture
def wrong_on_lands(monkeypatch: pytest.MonkeyPatch) -> None:
    right = showing.seen

    def seen(*given: Any) -> Seen:
        found = right(*given)
        return msgspec.structs.replace(found, colors=("R",)) if "Land" in found.types else found

    monkeypatch.setattr(referee, "seen", seen)


@pytest.mark.usefixtures("wrong_on_lands")
@pytest.mark.parametrize("command", COMMANDS)
def test_readings_that_disagree_end_every_command_with_the_board(command: str, board: Path) -> None:
    done = run(command, board)
    assert done.exit_code == 70, done.output
    assert "the two readings of the rules disagree" in done.stderr
    assert "please report it with this board:\n\n" in done.stderr and "steps:\n" in done.stderr
    assert "Traceback" not in done.output


@pytest.mark.parametrize("fault", [KeyError("Forest"), MemoryError(), RecursionError("too deep")])
@pytest.mark.parametrize(
    "reading", ["striate.encodings.door.outcome", "striate.referee.judge.judge"]
)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_reading_that_breaks_down_ends_every_command(
    command: str, reading: str, fault: Exception, board: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*given: Any, **named: Any) -> Answer:
        raise fault

    # The search has a name of its own for a reading: it is bound before that one is broken.
    assert decoding
    monkeypatch.setattr(reading, broken)
    done = run(command, board)
    assert done.exit_code == 70, done.output
    assert "broke down" in done.stderr and "please report it with this board" in done.stderr
    assert "Traceback" not in done.output


@pytest.mark.parametrize("fault", [KeyError("x"), MemoryError(), AssertionError("never")])
def test_what_nobody_expected_is_one_sentence_and_a_file_to_report(
    fault: Exception, board: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def broken(*given: Any, **named: Any) -> None:
        raise fault

    monkeypatch.setattr("striate.queries.outcome.compare", broken)
    monkeypatch.setattr("sys.argv", ["striate", "outcome", str(board)])
    done = run("outcome BOARD", board)
    assert done.exit_code == 70
    assert len(done.stderr.splitlines()) == 1 and "nobody expected" in done.stderr
    (report,) = tmp_path.glob("striate-report-*.txt")
    assert str(report) in done.stderr
    written = report.read_text()
    assert "Traceback" in written and BOARD in written and "'outcome'" in written


@pytest.mark.parametrize(
    "command",
    ["find 'Humility is a creature' --cards 'Humility, Opalescence'", "verify order-by-timestamp"],
)
def test_a_back_end_that_answers_wrongly_ends_the_command(
    command: str, board: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pytest.importorskip("pysat")

    from striate.solver.sat_backend import SatBackend, _Glucose

    right = SatBackend.solve

    def no(solver: SatBackend, *given: Any) -> SolverAnswer:
        wrong = isinstance(solver._solver, _Glucose)
        return SolverAnswer(Verdict.UNSAT) if wrong else right(solver, *given)

    monkeypatch.setattr(SatBackend, "solve", no)
    done = run(command, board)
    assert done.exit_code == 70, done.output
    assert re.search("glucose finds no solution and (z3|cadical) does; the query", done.stderr)
    (query,) = tmp_path.glob("*.cnf")
    assert str(query) in done.stderr and "c verdict: sat" in query.read_text()
