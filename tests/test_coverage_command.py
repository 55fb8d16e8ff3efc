"""`striate cards coverage`: lines by class, cards, and the commonest unread shapes."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from striate.app.cli import main
from striate.cards.catalogue.coverage import shape
from striate.cards.catalogue.lines import class_of, paragraphs_of
from tests.cardfiles import CARDS, STRANGE, as_lines

UNREAD = "Enchanted creature gets +2/+2 and blorps the gleep."


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Flying, first strike", "keyword"),
        ("Equip {3}", "keyword"),
        ("Level up {2}", "keyword"),
        ("Flashback—Sacrifice a land.", "keyword"),
        ("LEVEL 1-3\n3/3\nFlying", "level"),
        ("{1}{R}: Level 2", "level"),
        ("Other creatures you control get +1/+1.", "static"),
        ("Creatures you control have flying.", "static"),
        ('Lands you control have "{T}: Add {G}."', "static"),
        ("Enchanted land is an Island.", "static"),
        ("~'s power and toughness are each equal to the number of lands you control.", "static"),
        ("You control enchanted creature.", "static"),
        ("~ isn't a creature as long as it's your turn.", "static"),
        ("{1}: ~ gets +1/+1 until end of turn.", "one_shot"),
        ("When ~ enters, target creature gains flying until end of turn.", "one_shot"),
        ("II — Creatures you control get +1/+0 until end of turn.", "one_shot"),
        ("Whenever ~ attacks, it becomes a 4/4 Beast until end of turn.", "one_shot"),
        ("{T}: Gain control of target creature.", "one_shot"),
        ("You may have ~ enter as a copy of any creature on the battlefield.", "copy"),
        ("Create a token that's a copy of target creature.", "copy"),
        ("Copy target instant spell.", None),
        ("When ~ enters, draw a card.", None),
        ("You have hexproof.", None),
        ("~ can attack as though it didn't have defender.", None),
        ("~ can't be blocked.", None),
        ("When ~ dies, you gain 3 life.", None),
    ],
)
def test_a_line_is_classed_by_its_words(line: str, expected: str | None) -> None:
    assert class_of(line, is_spell=False) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Target creature gets -2/-2 until end of turn.", "one_shot"),
        ("Switch target creature's power and toughness until end of turn.", "one_shot"),
        ("Draw two cards.", None),
    ],
)
def test_a_spells_instruction_is_one_shot(line: str, expected: str | None) -> None:
    assert class_of(line, is_spell=True) == expected


def test_a_level_symbol_is_one_line() -> None:
    text = "Level up {2}\nLEVEL 1-3\n3/3\nLEVEL 4+\n5/5\nFlying"
    found = [paragraph.lines for paragraph in paragraphs_of(text, ("Creature",), "leveler")]
    assert found == [("Level up {2}",), ("LEVEL 1-3\n3/3",), ("LEVEL 4+\n5/5\nFlying",)]


def test_modes_stay_with_their_paragraph() -> None:
    text = "Vigilance\nWhen ~ enters, choose one —\n• Draw a card.\n• You gain 3 life."
    assert [len(paragraph.lines) for paragraph in paragraphs_of(text, ("Creature",), "normal")] == [
        1,
        3,
    ]


def test_a_shape_has_no_names_numbers_or_types() -> None:
    assert shape("Other Merfolk creatures you control get +1/+1.") == shape(
        "Other Goblin artifacts you control get +2/+0."
    )


def measured(tmp_path: Path, *words: str) -> str:
    records = [*CARDS, {**STRANGE, "name": "Second Engine", "oracle_text": UNREAD}]
    file = as_lines(tmp_path / "cards.jsonl", records)
    done = CliRunner().invoke(main, ["cards", "coverage", str(file), *words])
    assert done.exit_code == 0
    return done.output


def test_the_json_is_as_promised(tmp_path: Path) -> None:
    told = json.loads(measured(tmp_path, "--json"))
    assert set(told) == {"classes", "cards", "unread"}
    assert set(told["classes"]) == {"static", "one_shot", "copy", "level", "keyword"}
    assert told["classes"]["level"] == {"lines": 2, "understood": 2}
    assert told["classes"]["static"] == {"lines": 3, "understood": 2}
    assert told["classes"]["keyword"] == {"lines": 4, "understood": 4}
    assert told["cards"] == {"all": 9, "whole": 7}
    unread = {"shape": shape(UNREAD), "lines": 1, "example": UNREAD, "card": "Second Engine"}
    assert told["unread"] == [unread]


def test_the_table_is_for_people(tmp_path: Path) -> None:
    lines = measured(tmp_path).splitlines()
    assert lines[1].split() == ["static", "3", "2", "66.7%"]
    assert lines[-2].split()[0] == "1"
    assert lines[-1].strip().startswith("Second Engine: ")


def test_a_file_that_is_no_card_file_ends_with_2(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("hello")
    done = CliRunner().invoke(main, ["cards", "coverage", str(tmp_path / "notes.txt")])
    assert done.exit_code == 2
    assert "is no card file" in done.output
