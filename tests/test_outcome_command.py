"""`outcome`, `check`, `explain`, `rules`: what a person reads, what a program reads, exit
statuses."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from striate.app.cli import main
from striate.boards.timeline import Answer
from striate.queries import answers

BOARD = """
id: field-and-students
cards:
  - {name: Plain Field, type_line: Enchantment, mana_cost: "{2}{W}", colors: [W],
     oracle_text: "All creatures lose all abilities and have base power and toughness 1/1."}
  - {name: Rising Student, type_line: "Creature — Human Monk", colors: [W], power: 1, toughness: 1,
     layout: leveler, oracle_text: "Level up {2}\\nLEVEL 1-3\\n3/3\\nLEVEL 4+\\n5/5\\nFlying"}
  - {name: Tide Lord, type_line: "Creature — Merfolk Wizard", colors: [U], power: 2, toughness: 2,
     oracle_text: "Flying\\nOther creatures you control get +1/+1."}
steps:
  - enter: Rising Student
  - level_up: Rising Student
    times: 2
  - enter: Tide Lord
"""
FIELD = """
  - enter: Plain Field
    controller: opponent
"""
EXPECT = """
expect:
  Rising Student: {power: 4, toughness: 4, lacks: [Flying]}
"""
WRONG = """
expect:
  Rising Student: {power: 5}
"""
UNREAD = """
cards:
  - {name: Riddle, type_line: Enchantment, oracle_text: "Creatures are whatever nobody can read."}
steps:
  - enter: Riddle
expect:
  Riddle: {is: [Enchantment]}
"""
FACTS = """
cards:
  - name: Drum
    type_line: Artifact
    oracle_text: "As long as you gained life this turn, creatures you control get +1/+0."
  - {name: Cub, type_line: "Creature — Bear", power: 2, toughness: 2}
steps:
  - enter: Drum
  - enter: Cub
expect:
"""


def run(tmp_path: Path, board: str, *arguments: str, file: str = "board.yaml") -> Result:
    path = tmp_path / file
    path.write_text(board, encoding="utf-8")
    command, *rest = arguments
    return CliRunner().invoke(main, [command, str(path), *rest])


# --- what a person reads --------------------------------------------------------------------------


def test_outcome_is_a_table_of_fixed_width(tmp_path: Path) -> None:
    result = run(tmp_path, BOARD + FIELD, "outcome")
    assert result.exit_code == 0
    assert [line.rstrip() for line in result.output.splitlines()] == [
        "",
        (
            " object           is                         colour   P/T     abilities                  "
            "also"
        ),
        " " + "─" * 98,
        (
            " Rising Student   Creature — Human Monk      W        1/1                                "
            "2 level"
        ),
        (
            "                                                                                         "
            "counters"
        ),
        " Tide Lord        Creature — Merfolk         U        1/1",
        "                  Wizard",
        " Plain Field      Enchantment                W                Each creature loses all",
        " opponent's                                                   abilities and has base",
        "                                                              power and toughness 1/1.",
        "",
        "Both readings of the rules agree.",
    ]


def test_explain_goes_layer_by_layer(tmp_path: Path) -> None:
    result = run(tmp_path, BOARD + FIELD, "explain", "Tide Lord")
    assert result.exit_code == 0
    assert result.output == (
        "Tide Lord: Creature — Merfolk Wizard; U; 1/1\n"
        "\n"
        "Layer 6, abilities\n"
        "  Plain Field: Each creature loses all abilities and has base power and toughness 1/1.\n"
        "    timestamp 3, rules 613.1f, 611.3\n"
        "    applies to Rising Student; Tide Lord\n"
        "    Tide Lord: loses Flying, “Each other creature you control gets +1/+1.”\n"
        "Layer 7b, power and toughness: set\n"
        "  Plain Field: Each creature loses all abilities and has base power and toughness 1/1.\n"
        "    timestamp 3, rules 613.4b, 611.3, 613.6\n"
        "    it began in an earlier layer, so it goes on with the same objects (613.6)\n"
        "    applies to Rising Student; Tide Lord\n"
        "    Tide Lord: power/toughness: 2/2 → 1/1\n"
        "Not applied\n"
        "  Tide Lord: Each other creature you control gets +1/+1: the ability was lost to Plain "
        "Field\n"
        "    (613.1f)\n"
    )


def test_explain_says_what_waited_and_why(tmp_path: Path) -> None:
    board = """
cards:
  - {name: Wet Ground, type_line: Enchantment, oracle_text: "Nonbasic lands are Islands."}
  - {name: Root Tomb, type_line: Land,
     oracle_text: "Each land is a Swamp in addition to its other land types."}
steps:
  - enter: Root Tomb
  - enter: Wet Ground
"""
    result = run(tmp_path, board, "explain")
    assert result.exit_code == 0
    assert (
        "    waited for Wet Ground: it decides whether this effect exists (613.8a" in result.output
    )
    assert "613.1d" in result.output
    found = json.loads(run(tmp_path, board, "explain", "Root Tomb", "--json").output)
    assert found["applied"][0]["source"] == "Wet Ground"
    assert found["applied"][0]["layer"] == "4"
    assert found["checked"] is True


def test_check_says_what_is_not_as_expected(tmp_path: Path) -> None:
    result = run(tmp_path, BOARD + WRONG, "check")
    assert result.exit_code == 1
    assert result.output == (
        "fail    field-and-students\n"
        "        Rising Student: power: expected 5, got 4\n"
        "0 pass, 1 fail, 0 unknown\n"
    )


# --- what a program reads -------------------------------------------------------------------------


def test_outcome_as_json_has_the_keys_of_the_format(tmp_path: Path) -> None:
    found = json.loads(run(tmp_path, BOARD + FIELD, "outcome", "--json").output)
    assert list(found) == ["objects", "gone", "not_modelled", "checked", "sure", "rules"]
    assert found["checked"] is True and found["gone"] == [] and found["not_modelled"] == []
    student, lord, field = found["objects"]
    assert student == {
        "handle": "Rising Student",
        "name": "Rising Student",
        "zone": "battlefield",
        "controller": "you",
        "owner": "you",
        "supertypes": [],
        "types": ["Creature"],
        "subtypes": ["Human", "Monk"],
        "colors": ["W"],
        "abilities": [],
        "power": 1,
        "toughness": 1,
        "mana_value": 0,
        "counters": {"level": 2},
        "timestamp": 1,
    }
    assert lord["timestamp"] == 2
    assert "power" not in field and field["controller"] == "opponent"


SMITHY = """
cards:
  - {name: Smith, type_line: Creature — Dwarf, power: 1, toughness: 1,
     oracle_text: "{1}: ~ gets +1/+0 until end of turn.\\nVigilance\\n{2}: ~ gets +0/+3 until end of turn."}
  - {name: Forge Mark, type_line: "Enchantment — Aura",
     oracle_text: "Enchant creature\\nEnchanted creature has \\"{3}: This creature gets +5/+5 until end of turn.\\""}
steps:
  - enter: Smith
  - enter: Forge Mark
    attached_to: Smith
"""


def test_abilities_are_numbered_as_the_step_counts_them(tmp_path: Path) -> None:
    texts = _smith(run(tmp_path, SMITHY, "outcome", "--json"))["numbered"]
    assert [text[:4] for text in texts] == ["{1}:", "{2}:", "{3}:"]
    table = run(tmp_path, SMITHY, "outcome").output
    assert "1. {1}: " in table and "2. {2}: " in table and "3. {3}: " in table
    sizes = []
    for number in (1, 2, 3):
        step = f"  - {{ability: {number}, of: Smith}}\n"
        seen = _smith(run(tmp_path, SMITHY + step, "outcome", "--json"))
        sizes.append((seen["power"], seen["toughness"]))
    assert sizes == [(2, 1), (1, 4), (6, 6)]


def _smith(result: Result) -> Any:
    objects = json.loads(result.output)["objects"]
    return next(each for each in objects if each["handle"] == "Smith")


def test_where_the_readings_count_differently_no_number_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("striate.referee.showing.bodies", lambda ability: ())
    assert "numbered" not in _smith(run(tmp_path, SMITHY, "outcome", "--json"))
    assert "1. {1}" not in run(tmp_path, SMITHY, "outcome").output


@pytest.mark.parametrize("engine", ["constraints", "referee"])
def test_one_reading_alone_is_not_checked(tmp_path: Path, engine: str) -> None:
    found = json.loads(run(tmp_path, BOARD, "outcome", "--json", "--engine", engine).output)
    assert found["checked"] is found["sure"] is False
    assert [each["power"] for each in found["objects"]] == [4, 2]


def test_check_as_json_is_a_line_for_each_board(tmp_path: Path) -> None:
    boards = [
        {"id": "a", "steps": [{"enter": "Forest"}], "expect": {"Forest": {"is": ["Land"]}}},
        {"id": "b", "steps": [{"enter": "Forest"}], "expect": {"Forest": {"is": ["Island"]}}},
    ]
    text = "".join(json.dumps(board) + "\n" for board in boards)
    result = run(tmp_path, text, "check", "--json", file="boards.jsonl")
    assert result.exit_code == 1
    first, second = (json.loads(line) for line in result.output.splitlines())
    assert first == {"id": "a", "status": "pass", "differences": [], "not_modelled": []}
    assert second["status"] == "fail"
    assert second["differences"] == [
        {"handle": "Forest", "what": "is", "expected": "Island", "got": ["Basic", "Forest", "Land"]}
    ]


def test_rules_leads_from_a_clause_to_code_and_boards(tmp_path: Path) -> None:
    found = json.loads(CliRunner().invoke(main, ["rules", "613.8a", "--json"]).output)
    (entry,) = found
    assert {place["module"] for place in entry["encoded"]} >= {"encodings/dependency.py"}
    assert {place["module"] for place in entry["referee"]} >= {"referee/dependency.py"}
    assert entry["boards"]
    text = CliRunner().invoke(main, ["rules", "613.8a"]).output
    assert re.search(r"\n  encoded: encodings/dependency\.py:\d+, \w+\n", text)
    assert re.search(r"\n  referee: referee/dependency\.py:\d+, ", text)
    assert re.search(r"\n  board: tests/boards/[\w-]+\.yaml:\d+, [\w-]+\n", text)
    assert CliRunner().invoke(main, ["rules"]).output.count("\n") > 100
    assert CliRunner().invoke(main, ["rules", "999.1"]).exit_code == 2


# --- exit statuses --------------------------------------------------------------------------------


def test_a_board_that_expects_nothing_says_so(tmp_path: Path) -> None:
    told = run(tmp_path, "steps:\n  - enter: Grizzly Bears\n", "check")
    assert told.output.splitlines()[-1] == "1 of them can't fail: the board has no `expect`"
    told = run(tmp_path, "steps:\n  - enter: Grizzly Bears\n", "check", "--json")
    assert json.loads(told.stdout)["expects"] == "nothing"


def test_exit_statuses_of_check(tmp_path: Path) -> None:
    assert run(tmp_path, BOARD + EXPECT, "check").exit_code == 0
    assert run(tmp_path, BOARD + WRONG, "check").exit_code == 1
    assert run(tmp_path, "steps: nothing", "check").exit_code == 2
    assert run(tmp_path, UNREAD, "check").exit_code == 3


def test_a_line_that_is_not_understood_is_said(tmp_path: Path) -> None:
    result = run(tmp_path, UNREAD, "check", "--json")
    verdict = json.loads(result.output)
    assert verdict["status"] == "unknown"
    assert verdict["not_modelled"] == [
        {"card": "Riddle", "line": "Creatures are whatever nobody can read."}
    ]
    result = run(tmp_path, UNREAD, "outcome")
    assert result.exit_code == 3
    assert "Riddle: Creatures are whatever nobody can read." in result.output


@pytest.mark.parametrize(
    ("expect", "status"),
    [
        ("  Cub: {power: 2}", "unknown"),
        ("  Cub: {toughness: 2}", "pass"),
        ("  Cub: {power: 7}", "fail"),
    ],
)
def test_a_fact_that_no_board_tells_counts_where_it_matters(
    tmp_path: Path, expect: str, status: str
) -> None:
    verdict = json.loads(run(tmp_path, FACTS + expect, "check", "--json").output)
    assert verdict["status"] == status
    assert bool(verdict["not_modelled"]) == (status == "unknown")


def test_a_disagreement_stops_everything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    right = answers.reading

    def reading(engine: Any) -> Any:
        return right(engine) if engine == "referee" else lambda board, path, savings: Answer(())

    monkeypatch.setattr(answers, "reading", reading)
    result = run(tmp_path, BOARD, "outcome")
    assert result.exit_code == 70
    assert "the two readings of the rules disagree" in result.output
    assert "please report it with this board" in result.output
    assert "- enter: Tide Lord" in result.output
    assert run(tmp_path, BOARD + EXPECT, "check").exit_code == 70
    assert run(tmp_path, BOARD + EXPECT, "explain").exit_code == 70


# --- what is wrong with a board -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        (
            "- enter: Forrest",
            "no card is named `Forrest` in the shipped catalogue; did you mean `Forest`",
        ),
        ("- resolve: Giant Growth", "steps[0].targets: `Giant Growth` asks for a target"),
        (
            (
                "- enter: Forest\n  - resolve: Dwarven Landslide\n    choose: {kicked: 'yes'}\n"
                "    targets: [Forest]"
            ),
            "steps[1].targets: `Dwarven Landslide`, kicked, asks for 2 targets, not 1",
        ),
        (
            (
                "- enter: Fortress Kin-Guard\n  - ability: 1\n    of: Fortress Kin-Guard\n"
                "    choose: {number: 2}"
            ),
            "it endures 1: that puts 1 counter or none, not 2",
        ),
        ('- enter: "?"', "steps[0].enter: this is a hole"),
        ("- enter: Pacifism", "enters attached to nothing"),
        ("- enter: Clone\n    copying: Clone", "can't enter as a copy of itself"),
        ("- enter: Forest\n  - ability: 2\n    of: Forest", "has no ability number 2"),
        # 708.2, 708.3: what is face down does nothing as it enters, and nothing as it dies.
        (
            (
                "- enter: Elvish Visionary\n    face_down: true\n  - ability: 1\n"
                "    of: Elvish Visionary"
            ),
            "has no ability number 1",
        ),
        (
            (
                "- enter: Doomed Traveler\n    face_down: true\n  - leave: Doomed Traveler\n"
                "    to: graveyard\n  - ability: 1\n    of: Doomed Traveler"
            ),
            "can't have triggered",
        ),
        (
            (
                "- enter: Hatching Plans\n    face_down: true\n  - leave: Hatching Plans\n"
                "    to: graveyard\n  - ability: 1\n    of: Hatching Plans"
            ),
            "can't have triggered",
        ),
        ("- leave: Forest", "no object has the handle `Forest`"),
    ],
)
def test_wrong_boards_are_told_in_one_sentence(tmp_path: Path, steps: str, said: str) -> None:
    for command in ("outcome", "explain", "check"):
        result = run(tmp_path, f"steps:\n  {steps}\n", command)
        assert result.exit_code == 2
        assert said in result.output
        assert "Traceback" not in result.output


def test_explain_suggests_a_handle(tmp_path: Path) -> None:
    result = run(tmp_path, BOARD, "explain", "Tide Lort")
    assert result.exit_code == 2
    assert "no object has the handle `Tide Lort`; did you mean `Tide Lord`?" in result.output


_ASKING = "Grizzly Bears; Serra Ascendant"


def test_explain_says_that_a_number_which_is_not_told_is_only_shown() -> None:
    told = CliRunner().invoke(main, ["explain", "Serra Avatar"]).output
    assert "Serra Avatar: n/n; gone if your life total is 0\nn: your life total\n" in told


def test_explain_tells_what_is_otherwise_in_each_case() -> None:
    told = CliRunner().invoke(main, ["explain", _ASKING, "Serra Ascendant"]).output
    first, _, other = told.partition("If your life total is 30 or more:")
    assert "its condition does not hold" in first and "1/1 → 6/6" not in first
    assert "Serra Ascendant: Creature — Human Monk; 6/6" in other and "1/1 → 6/6" in other
    assert "Tell: {life: 20, player: you}" in other
    (case,) = json.loads(CliRunner().invoke(main, ["explain", _ASKING, "--json"]).output)["cases"]
    assert case["when"][0][0]["least"] == 30
    assert {each["layer"] for each in case["applied"]} == {"6", "7c"}


def test_what_is_not_told_hides_nothing_that_is_not_understood(tmp_path: Path) -> None:
    board = """
        cards:
          - {name: Odd, type_line: Enchantment, oracle_text: Creatures wibble until they wobble.}
        steps: [{enter: Serra Ascendant}, {enter: Odd}]
    """
    path = tmp_path / "board.yaml"
    path.write_text(board, encoding="utf-8")
    told = CliRunner().invoke(main, ["outcome", str(path)]).output
    assert "if your life total is 30 or more" in told
    assert "Odd: " in told.split("Tell:")[1]
