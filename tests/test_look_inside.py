"""-v and STRIATE_DUMP: what is built and solved, and queries that other solvers answer alike."""

import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from striate.app.cli import main

FIND = ("find", "Humility is a 4/4 creature", "--cards", "Humility; Opalescence; Grizzly Bears")


@pytest.fixture(autouse=True)
def shipped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("STRIATE_CATALOGUE", str(tmp_path / "none.sqlite"))


def run(*words: str) -> Result:
    return CliRunner().invoke(main, words, prog_name="striate")


def test_verbose_tells_each_query_on_the_error_output() -> None:
    silent, told = run(*FIND), run(*FIND, "-v")
    assert told.stdout == silent.stdout and not silent.stderr
    for word in ("permanents out of", "classes", "nodes", "clauses", "conflicts", " s"):
        assert word in told.stderr
    assert "# a board of 2 permanents: sat by " in told.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("verify", "noncreature-no-pt", "-v"),
        ("generate", "upper-bound-exclusive", "-v"),
        ("why-not", "Forest is a creature", "BOARD", "-v", "--changes", "1"),
    ],
)
def test_every_command_that_searches_or_proves_tells(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    board = tmp_path / "board.yaml"
    board.write_text("steps:\n  - enter: Forest\n  - enter: Humility\n")
    told = run(*(str(board) if word == "BOARD" else word for word in words))
    assert told.stderr.startswith("# ") and " s" in told.stderr


def test_another_solver_gives_the_same_verdict_on_every_dumped_query(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    solvers = pytest.importorskip("pysat.solvers")
    formula = pytest.importorskip("pysat.formula")
    monkeypatch.setenv("STRIATE_DUMP", str(tmp_path / "dump"))
    assert run(*FIND).exit_code == 0
    # 708.2a: face down it would be a 2/2 creature by itself.
    assert run("find", "Humility is a 4/4 creature", "--cards", "Humility; Opalescence",
    "--size", "1",
               "--with", "Humility").exit_code == 1  # fmt: skip
    assert run("verify", "noncreature-no-pt").exit_code == 0
    verdicts = set()
    for file in (tmp_path / "dump").glob("*.cnf"):
        name, _, verdict = (line.split(": ")[1] for line in file.read_text().splitlines()[:3])
        assert name
        with solvers.Minisat22(bootstrap_with=formula.CNF(from_file=str(file)).clauses) as other:
            assert verdict == ("sat" if other.solve() else "unsat"), file
        verdicts.add(verdict)
    assert verdicts == {"sat", "unsat"}


@pytest.mark.parametrize(
    "words",
    [
        ("find", "a creature is 37/5 and has flying and is an enchantment", "--size", "6"),
        ("find", "a creature is 37/5", "--spells", "--pool", "t:instant", "--size", "6"),
        ("verify", "independent-effects-commute"),
        ("verify", "--never", "a creature is 37/5 and has flying and is an enchantment"),
        ("verify", "--always", "an Aura is not a Mountain"),
    ],
)
@pytest.mark.parametrize("seconds", [0.5, 3.0])
def test_a_timeout_is_kept(words: tuple[str, ...], seconds: float) -> None:
    before = time.process_time()
    done = run(*words, "--timeout", str(seconds))
    # Processor time, as others use the machine too; reading the catalogue's file comes before.
    took = time.process_time() - before
    assert took < seconds + 2
    # A fast machine may answer within the longer time; the clock is asked between two steps, so an
    # answer may be a little late as well.
    assert done.exit_code == 3 or (done.exit_code == 0 and seconds == 3.0), done.output


def test_without_a_terminal_a_line_now_and_then_tells_how_far_it_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from striate.app import looking

    monkeypatch.setattr(looking, "_SECONDS_A_LINE", 0.0)
    with looking.progress("checking", 3) as step:
        step()
        step(words="size 2")
    told = capsys.readouterr().err.splitlines()
    assert told[0].startswith("# checking, 1 of 3 (") and told[1].startswith("# size 2, 2 of 3 (")
