"""The commands in the console blocks of the readers' pages work as they stand there."""

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from striate.app.cli import main

ROOT = Path(__file__).parent.parent
PAGES = ("tutorial", "judges", "players", "engine-authors", "card-designers")


def _commands() -> list[tuple[str, str]]:
    found = []
    for page in PAGES:
        text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
        for block in re.findall(r"^```console\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
            lines = re.findall(r"^\$ striate (.+)$", block, re.MULTILINE)
            found += [(page, line) for line in lines]
    return found


@pytest.mark.parametrize(("page", "line"), _commands())
def test_a_command_works(page: str, line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    run = CliRunner().invoke(main, shlex.split(line))
    # 1 is an answer, too: none, or refuted.
    assert run.exit_code in (0, 1), run.output
    assert run.output.strip()


def test_every_page_begins_with_an_example() -> None:
    assert {page for page, _ in _commands()} == set(PAGES)


def test_the_card_of_ones_own_is_read(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "card-designers.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"^```yaml\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    file = tmp_path / "board.yaml"
    file.write_text(block, encoding="utf-8")
    run = CliRunner().invoke(main, ["check", str(file)])
    assert run.exit_code == 0, run.output
