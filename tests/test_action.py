"""`action.yml`: the steps of the GitHub Action, carried out by a shell as a runner would."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parent.parent
ACTION = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
STEPS = {step["id"]: step for step in ACTION["runs"]["steps"] if "id" in step}
BOARD = """
rules: ["613.4b"]
steps: [{enter: Grizzly Bears}, {enter: Humility}]
expect: {Grizzly Bears: {power: 1}}
"""


class Runner:
    """A folder as a runner has it; `striate` and `gh` come first on its path."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "cases").mkdir()
        (folder / "cases" / "bears.yaml").write_text(BOARD)
        self.program("striate", f'exec "{sys.executable}" -m striate.app.cli "$@"')
        told = f'[[ "$*" != *--paginate* ]] || cat "{folder}/comments.txt"'
        self.program("gh", f'echo "$@" >> "{folder}/gh.txt"; {told}')

    def program(self, name: str, lines: str) -> str:
        path = self.folder / name
        path.write_text(f"#!/bin/bash\n{lines}\n")
        path.chmod(0o755)
        return str(path)

    def run(self, id: str, **named: str) -> int:
        """The exit status of a step, whose shell ends at the first failure."""
        files = {"GITHUB_STEP_SUMMARY": "summary.md", "GITHUB_OUTPUT": "output.txt"}
        told = {name: str(self.folder / file) for name, file in files.items()}
        path = f"{self.folder}:{os.environ['PATH']}"
        names = {**os.environ, **told, "RUNNER_TEMP": str(self.folder), "PATH": path, **named}
        words = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", STEPS[id]["run"]]
        return subprocess.run(words, env=names, check=False, capture_output=True).returncode

    def grade(self, command: str, cases: str = "") -> int:
        cases = cases or str(self.folder / "cases")
        named = {"ACTION": str(ROOT), "CASES": cases, "COMMAND": command, "SECONDS_EACH": "30"}
        return self.run("grade", **named)

    def read(self, name: str) -> str:
        return (self.folder / name).read_text("utf-8")


@pytest.fixture
def runner(tmp_path: Path) -> Runner:
    return Runner(tmp_path)


@pytest.mark.parametrize(
    ("answer", "status", "verdict"), [("pass", "0", 0), ("fail", "1", 1), ("skip", "3", 0)]
)
def test_the_suite_runs_through_the_adapter(
    runner: Runner, answer: str, status: str, verdict: int
) -> None:
    adapter = runner.program("adapter", f"cat > /dev/null; echo '\"{answer}\"'")
    assert runner.grade(adapter) == 0
    assert runner.read("output.txt") == f"status={status}\n"
    assert runner.read("summary.md") == runner.read("striate.md")
    assert runner.run("verdict", STATUS=status) == verdict


def test_a_wrong_board_is_in_the_report(runner: Runner) -> None:
    said = '{"objects": {"Grizzly Bears": {"power": 2}}}'
    adapter = runner.program("adapter", f"cat > /dev/null; echo '{said}'")
    runner.grade(adapter)
    assert "Grizzly Bears: power is 2, and should be 1" in runner.read("striate.md")


def test_a_suite_that_is_not_there_fails_the_step(runner: Runner) -> None:
    assert runner.grade("true", cases="/no/such/folder") != 0


@pytest.mark.parametrize(
    ("there", "wanted"),
    [
        ("", "pr comment 7 --body-file"),
        ("41\n42\n", "api --method PATCH repos/one/engine/issues/comments/41 -F body=@"),
    ],
)
def test_the_comment_of_an_earlier_run_is_written_over(
    runner: Runner, there: str, wanted: str
) -> None:
    (runner.folder / "striate.md").write_text("report " * 20_000)
    (runner.folder / "comments.txt").write_text(there)
    assert runner.run("comment", PULL_REQUEST="7", GH_REPO="one/engine") == 0
    assert runner.read("gh.txt").splitlines()[-1].startswith(wanted)
    said = runner.read("comment.md")
    assert said.startswith("report ") and said.endswith("<!-- striate -->\n")
    assert len(said) < 65_536


def test_no_script_has_an_input_in_its_own_words() -> None:
    """What a pull request says reaches a script by its environment alone."""
    steps: list[dict[str, Any]] = [step for step in ACTION["runs"]["steps"] if "run" in step]
    assert steps and not [step["id"] for step in steps if "${{" in step["run"]]


def test_without_cases_the_suite_of_the_action_is_asked() -> None:
    assert "${CASES:-$ACTION/examples/suite}" in STEPS["grade"]["run"]
    assert len(list((ROOT / "examples" / "suite").glob("*.yaml"))) > 40
