"""`python -m striate.cards.catalogue.audit`: understood lines drawn by a seed, beside their
trees."""

from pathlib import Path

import pytest

from striate.cards import language
from striate.cards.catalogue.audit import brief, draw, main, weight
from tests.cardfiles import CARDS, STRANGE, as_lines

UNREAD = "Enchanted creature gets +2/+2 and blorps the gleep."
HASTY = (
    "Target creature gets +1/+1 until end of turn. If it's red, it gains haste until end of turn."
)
CHARM = {"name": "Charm", "mana_cost": "{R}", "type_line": "Instant", "oracle_text": HASTY}


def _file(tmp_path: Path) -> Path:
    records = [*CARDS, CHARM, {**STRANGE, "name": "Second Engine", "oracle_text": UNREAD}]
    return as_lines(tmp_path / "cards.jsonl", records)


def test_the_same_seed_draws_the_same_lines_and_only_understood_ones(tmp_path: Path) -> None:
    file = _file(tmp_path)
    drawn = draw(file, seed=1, size=20)
    assert drawn == draw(file, seed=1, size=20)
    assert "Charm" in {line.name for line in drawn}
    assert not any("gleep" in line.text for line in drawn)


def test_a_class_gets_its_share_at_most(tmp_path: Path) -> None:
    drawn = draw(_file(tmp_path), seed=1, size=2)
    assert [line.line_class for line in drawn] == ["static", "one_shot"]


def test_a_file_that_is_no_card_file_ends_with_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "notes.txt").write_text("hello")
    with pytest.raises(SystemExit) as ended:
        main([str(tmp_path / "notes.txt"), "--seed", "1"])
    assert ended.value.code == 2
    assert "is no card file" in capsys.readouterr().err


def test_odd_lines_weigh_more() -> None:
    assert weight(HASTY) > 8 * weight("Creatures get +1/+1.")


def test_a_tree_in_a_line_leaves_out_what_is_usual() -> None:
    (ability,) = language.parse_abilities("Other Bears you control get +1/+1.")
    assert brief(ability) == (
        "Static([Effect(Each(AllOf(parts=[Other(), HasSubtype(Bear), ControlledBy(you)])),"
        " [ModifyPT(Num(1), Num(1))])])"
    )


def test_the_command_prints_text_and_tree(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main([str(_file(tmp_path)), "--seed", "1", "--size", "20"])
    told = capsys.readouterr().out
    assert f"  text  {HASTY}" in told
    assert "  tree  Spell(Body(" in told
