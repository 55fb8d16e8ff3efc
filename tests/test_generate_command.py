"""`striate generate`: its files, its words, its exit statuses."""

from pathlib import Path

from click.testing import CliRunner, Result

from striate.app.cli import main
from striate.boards.reading import board_from_text
from striate.cards.catalogue import Catalogue
from striate.queries.checking import check

LEVELER = ("--cards", "Coralhelm Commander")


def generated(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["generate", *arguments])


def test_the_list_names_each_wrong_reading_with_its_rules() -> None:
    result = generated("--list", "--rules", "711")
    assert result.exit_code == 0
    assert "upper-bound-exclusive" in result.output and "711.2a" in result.output
    assert "dependency-off" not in result.output


def test_a_board_is_written_that_check_passes(tmp_path: Path) -> None:
    result = generated("upper-bound-exclusive", *LEVELER, "-o", str(tmp_path))
    assert result.exit_code == 0, result.output
    (path,) = tmp_path.iterdir()
    assert path.name == "upper-bound-exclusive-1.yaml"
    board = board_from_text(path.read_text(encoding="utf-8"), Catalogue.open())
    assert check(board).status == "pass"
    assert dict(board.extras)["area"] == "upper-bound-exclusive"


def test_the_same_board_as_a_test_of_another_engine(tmp_path: Path) -> None:
    result = generated("upper-bound-exclusive", *LEVELER, "--format", "forge", "-o", str(tmp_path))
    assert result.exit_code == 0, result.output
    texts = [path.read_text(encoding="utf-8") for path in tmp_path.rglob("*.java")]
    assert any("Coralhelm Commander" in text for text in texts)


def test_a_pool_that_tells_nothing_is_said_and_exits_with_1() -> None:
    result = generated("blood-moon-leaves-text", *LEVELER)
    assert result.exit_code == 1
    assert "no board with these cards tells `blood-moon-leaves-text`" in result.output


def test_a_wrong_name_is_answered_with_the_right_one() -> None:
    result = generated("dependancy-off")
    assert result.exit_code == 2
    assert "dependency-off" in result.output


def test_a_rule_that_no_wrong_reading_is_about() -> None:
    assert generated("--rules", "999").exit_code == 2
