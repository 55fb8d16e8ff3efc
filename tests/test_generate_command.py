"""`striate generate`: its files, its words, its exit statuses."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from striate.app.cli import main
from striate.boards.exports.formats import FORMATS
from striate.boards.reading import board_from_text
from striate.cards.catalogue.store import Catalogue
from striate.queries.checking import check
from striate.queries.generating import boards as generating
from striate.search.wellknown import card_score

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


def test_the_better_known_card_is_taken_whatever_the_order_of_the_list() -> None:
    one, two = "Coralhelm Commander", "Guul Draz Assassin"
    made = [generated("level-halves-apart", "--cards", f"Humility, {a}, {b}").output
            for a, b in ((one, two), (two, one))]  # fmt: skip
    assert made[0] == made[1]
    cards = [card for name in (one, two) if (card := Catalogue.open().card(name)) is not None]
    better = min(cards, key=card_score)
    assert len(cards) == 2 and f"enter: {better.name}" in made[0]


def test_the_same_board_as_a_test_of_another_engine(tmp_path: Path) -> None:
    result = generated("upper-bound-exclusive", *LEVELER, "--format", "forge", "-o", str(tmp_path))
    assert result.exit_code == 0, result.output
    texts = [path.read_text(encoding="utf-8") for path in tmp_path.rglob("*.board")]
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


@pytest.mark.parametrize("form", ["yaml", "json", *FORMATS])
def test_every_format_carries_the_explanation_and_the_wrong_answer(
    form: str, tmp_path: Path
) -> None:
    # Two cards that each format knows, and nothing to choose: a board that each can hold.
    result = generated("type-set-keeps-subtypes", "--cards", "Tropical Island, Blood Moon",
                       "--format", form, "-o", str(tmp_path))  # fmt: skip
    assert result.exit_code == 0, result.output
    files = [path for path in sorted(tmp_path.rglob("*")) if path.is_file()]
    told = letters("".join(path.read_text(encoding="utf-8") for path in files))
    assert letters("New subtypes replace the old ones of their set (205.1a, 305.7).") in told
    assert letters("In layer 4 Blood Moon makes Tropical Island Mountain instead of") in told
    assert letters("Tropical Island is Land: Forest Island Mountain instead of") in told


def letters(text: str) -> str:
    """Only letters and digits: each format folds and marks its comments in its own way."""
    return "".join(each for each in text if each.isalnum())


def test_what_is_done_outlasts_an_interrupt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = generating.suite

    def interrupted(*arguments: Any, **options: Any) -> Iterator[generating.Generated]:
        yield next(iter(whole(*arguments, **options)))
        raise KeyboardInterrupt

    monkeypatch.setattr(generating, "suite", interrupted)
    result = generated("upper-bound-exclusive", "dependency-off", *LEVELER, "-o", str(tmp_path))
    assert result.exit_code == 130
    assert [path.name for path in tmp_path.iterdir()] == ["upper-bound-exclusive-1.yaml"]
    assert "1 board in" in result.output


def test_the_number_of_processes_does_not_change_what_is_printed() -> None:
    names = ("upper-bound-exclusive", "lower-level-abilities-kept")
    cards = ("--cards", "Coralhelm Commander, Student of Warfare")
    one, two = (generated(*names, *cards, "-j", jobs) for jobs in ("1", "2"))
    assert one.exit_code == two.exit_code == 0
    assert one.stdout == two.stdout
    assert one.stdout.index(names[0]) < one.stdout.index(names[1])
