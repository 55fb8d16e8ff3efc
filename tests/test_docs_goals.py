"""Every goal of docs/goals.md and goals_answered.md has the answer that is printed there.

`python tests/test_docs_goals.py` writes the answers of today into them. Which of several boards of
the same size is found first is the solver's business: what is compared is the verdict and the
size, and the board shown must pass `check` and reach its goal.
"""

import os
import re
import shlex
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from striate.app.cli import main
from striate.boards.reading import board_from_text
from striate.boards.timeline import Board
from striate.cards.catalogue.store import Catalogue
from striate.queries.checking import check
from striate.queries.finding.foundboards import printed_cards
from striate.queries.goals.language import read_goal
from striate.queries.goals.meaning import reached
from striate.referee.judge import judge

ROOT = Path(__file__).parent.parent
PAGES = (ROOT / "docs" / "goals.md", ROOT / "tests" / "goals_answered.md")
LEAST = 30
_LEFT_OUT = re.compile(
    r"^(?:# )?not searched:.*\n|^# in the end:.*\n(?:# .*\n)*|^note: .*\n", re.MULTILINE
)
_BLOCK = re.compile(r"^```console\n\$ (striate find .*)\n((?:.*\n)*?)```", re.MULTILINE)


@dataclass(frozen=True)
class Shown:
    command: str
    output: str

    @property
    def words(self) -> list[str]:
        return shlex.split(self.command)[1:]

    @property
    def headline(self) -> list[str]:
        """The goal said back, and the answer in one line."""
        return self.output.split("\n")[:2]

    @property
    def goal(self) -> str:
        return self.words[1]


def shown() -> list[Shown]:
    return [Shown(*found) for page in PAGES for found in _BLOCK.findall(page.read_text("utf-8"))]


def run(each: Shown) -> Result:
    runner = CliRunner(env={"COLUMNS": "100"})
    return runner.invoke(main, each.words, prog_name="striate")


def printed(each: Shown) -> str:
    """The goal said back, the answer and the board, without what the page leaves out to be
    short."""
    done = run(each)
    assert done.exit_code in (0, 1, 3), f"{each.command}: {done.output}"
    return _LEFT_OUT.sub("", done.output)


def test_there_are_enough_goals() -> None:
    assert len({each.command for each in shown()}) >= LEAST


@pytest.mark.parametrize("each", shown(), ids=lambda each: each.goal)
def test_the_answer_is_as_shown(each: Shown) -> None:
    assert printed(each).split("\n")[:2] == each.headline


@pytest.mark.parametrize(
    "each", [each for each in shown() if "steps:" in each.output], ids=lambda each: each.goal
)
def test_the_board_shown_passes_and_reaches_the_goal(each: Shown, catalogue: Catalogue) -> None:
    for text in each.output.split("---\n"):
        board: Board = board_from_text(text, catalogue)
        assert board.expect and check(board).status == "pass"
        goal = read_goal(each.goal, catalogue)
        answer = judge(board)
        assert reached(goal, answer, printed_cards(board), any_="--any" in each.words) is not None


def rewrite() -> None:
    os.chdir(ROOT)

    def answered(match: re.Match[str]) -> str:
        return f"```console\n$ {match[1]}\n{printed(Shown(match[1], ''))}```"

    for page in PAGES:
        page.write_text(_BLOCK.sub(answered, page.read_text("utf-8")), encoding="utf-8")


if __name__ == "__main__":
    rewrite()
