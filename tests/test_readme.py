"""Every command of the README works, and prints what the README says.

`make readme` writes into the README what its commands print now.
"""

import os
import re
import shlex
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner

from striate.app.cli import COMMANDS, main

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


@dataclass(frozen=True)
class Run:
    command: str
    output: str


def runs() -> list[Run]:
    """The commands of the console blocks, each with the lines below it."""
    found = []
    for block in re.findall(r"^```console\n(.*?)^```", README, re.DOTALL | re.MULTILINE):
        for piece in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = piece.partition("\n")
            found.append(Run(command, output))
    return found


OURS = [run for run in runs() if run.command.startswith("striate ")]
FILES = [run for run in runs() if run.command.startswith("cat ")]
FRESH = [run for run in runs() if "-m venv" in run.command]


def printed(run: Run, no_catalogue: Path) -> str:
    """What the command prints at the root, with the shipped catalogue, at a fixed width."""
    runner = CliRunner(env={"STRIATE_CATALOGUE": str(no_catalogue), "COLUMNS": "100"})
    before = Path.cwd()
    os.chdir(ROOT)
    try:
        done = runner.invoke(main, shlex.split(run.command)[1:], prog_name="striate")
    finally:
        os.chdir(before)
    assert done.exit_code in (0, 1), done.output
    # What a terminal pads with spaces, a page does not.
    return "\n".join(line.rstrip() for line in done.output.splitlines()).strip("\n") + "\n"


@pytest.mark.parametrize("run", OURS, ids=lambda run: run.command)
def test_a_run_prints_what_the_readme_shows(run: Run, tmp_path: Path) -> None:
    assert printed(run, tmp_path / "none.sqlite") == run.output


@pytest.mark.parametrize("run", FILES, ids=lambda run: run.command)
def test_a_file_that_the_readme_shows_is_as_shown(run: Run) -> None:
    assert (ROOT / run.command.removeprefix("cat ")).read_text(encoding="utf-8") == run.output


def test_the_commands_for_a_fresh_machine_install_this_and_run_or_test_it() -> None:
    # What they do is tried by .ci/run, from nothing; here: that they name what there is.
    job, tests = FRESH
    assert ".venv/bin/pip install" in job.command and ".venv/bin/pip install" in tests.command
    words = shlex.split(job.command.split("&&")[-1])
    assert words[0] == ".venv/bin/striate"
    # The main job is a run that the README shows with its output.
    assert words[1:] in [shlex.split(run.command)[1:] for run in OURS]
    assert ".venv/bin/pytest" in tests.command


def test_every_command_named_in_the_readme_is_there() -> None:
    named = set(re.findall(r"`striate ([\w-]+)", README))
    assert named <= set(COMMANDS)


def test_the_files_that_the_readme_points_at_exist() -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (ROOT / target).exists(), target


def rewrite() -> None:
    text = README
    for run in OURS:
        shown = printed(run, ROOT / "no-such-catalogue")
        text = text.replace(f"$ {run.command}\n{run.output}", f"$ {run.command}\n{shown}", 1)
    for run in FILES:
        shown = (ROOT / run.command.removeprefix("cat ")).read_text(encoding="utf-8")
        text = text.replace(f"$ {run.command}\n{run.output}", f"$ {run.command}\n{shown}", 1)
    (ROOT / "README.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    rewrite()
