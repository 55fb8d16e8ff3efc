"""What a command imports: a search over catalogue cards reads no text and prints none."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
_RUN = """
import sys
from striate.app.cli import main
try:
    main()
except SystemExit as end:
    status = end.code
print(status or 0, "striate.cards.language" in sys.modules)
"""


@pytest.mark.parametrize(
    "words",
    [
        ["find", "Blood Moon is a creature", "--cards", "Blood Moon, Opalescence"],
        ["find", "Grizzly Bears has no abilities", "--cards", "Grizzly Bears"],
    ],
)
def test_catalogue_cards_need_no_grammar(words: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _RUN, *words], capture_output=True, text=True, cwd=ROOT, check=True
    )
    assert done.stdout.splitlines()[-1] == "0 False", done.stderr


def test_602_5b_what_an_ability_asks_of_its_moment_needs_no_grammar(tmp_path: Path) -> None:
    board = tmp_path / "board.yaml"
    board.write_text(
        "steps:\n- enter: Bramblefort Fink\n- enter: 'Oko, Thief of Crowns'\n"
        "- {ability: 1, of: Bramblefort Fink}\nexpect: {Bramblefort Fink: {power: 10}}\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", _RUN, "check", str(board)],
        capture_output=True, text=True, cwd=ROOT, check=True,
    )  # fmt: skip
    assert done.stdout.splitlines()[-1] == "0 False", done.stdout + done.stderr


def test_a_condition_is_printed_though_no_text_was_read() -> None:
    words = ["outcome", "The Ozolith"]
    done = subprocess.run(
        [sys.executable, "-c", _RUN, *words], capture_output=True, text=True, cwd=ROOT, check=True
    )
    assert done.stdout.splitlines()[-1] == "0 True", done.stderr
