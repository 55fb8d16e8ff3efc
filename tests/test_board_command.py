"""`striate board`, and a board in a line wherever a command takes a board."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from striate.app.cli import main

EXAMPLE = str(Path(__file__).parent.parent / "examples" / "godhead-after-commander.yaml")


def run(*words: str, columns: int = 100) -> Result:
    return CliRunner(env={"COLUMNS": str(columns)}).invoke(main, list(words))


def test_a_line_is_printed_as_a_board_file() -> None:
    told = run("board", "Grizzly Bears; Frogify on Bears")
    assert told.exit_code == 0
    assert told.stdout == (
        "steps:\n  - enter: Grizzly Bears\n  - enter: Frogify\n    attached_to: Grizzly Bears\n"
    )


def test_a_board_file_is_printed_as_a_line() -> None:
    told = run("board", "--line", EXAMPLE).stdout
    assert told == (
        "Coralhelm Commander; Godhead of Awe (opponent); level_up Coralhelm Commander x4\n"
    )


def test_a_line_is_answered_like_its_file() -> None:
    line = "Coralhelm Commander; Godhead of Awe (opponent); level_up Coralhelm Commander x4"
    assert run("outcome", line).stdout == run("outcome", EXAMPLE).stdout
    assert run("explain", line, "Coralhelm Commander").exit_code == 0
    assert run("why-not", "Grizzly Bears is 2/2", "Grizzly Bears").exit_code == 0


@pytest.mark.parametrize(
    ("source", "error"),
    [
        ("no-such-file.yaml", "does not exist"),
        (
            "Grizly Bears",
            (
                "no card is named `Grizly Bears` in the shipped catalogue; did you mean `Grizzly "
                "Bears`"
            ),
        ),
        ("tap", "step 1: `tap` needs more after it"),
    ],
)
def test_a_source_that_is_no_board_is_wrong_input(source: str, error: str) -> None:
    told = run("outcome", source)
    assert told.exit_code == 2
    assert error in told.stderr


BOARD = (
    "Blood Moon; Urborg, Tomb of Yawgmoth; Student of Warfare (opponent); "
    "level_up Student of Warfare x2; Hill Giant; Frogify on Student of Warfare; counters 3 -1/-1 "
    "on Hill Giant"
)


@pytest.mark.parametrize("columns", [40, 60, 80, 100, 160])
def test_nothing_is_cut_whatever_the_width(columns: int) -> None:
    told = run("outcome", BOARD, columns=columns).stdout
    assert all(len(line.rstrip()) <= columns for line in told.splitlines())
    assert "…" not in told
    words = " ".join(told.split())
    for part in ("gone", "on Student" if columns < 100 else "on", "2 level", "opponent's"):
        assert part in words


@pytest.mark.parametrize("columns", [60, 100])
def test_people_read_of_this_creature_and_what_is_equipped(columns: int) -> None:
    line = "Loam Lion; Forest; Bonesplitter on Loam Lion; Opalescence; Glorious Anthem"
    for command in ("outcome", "explain"):
        told = " ".join(run(command, line, columns=columns).stdout.split())
        assert "~" not in told and "None" not in told
        assert "Equipped creature gets +2/+0" in told or columns == 100
        assert "Enchanted creature" not in told
