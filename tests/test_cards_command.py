"""`striate` and `striate cards`: what a person sees, and the exit status."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from striate.app.cli import COMMANDS, main
from tests.cardfiles import BEAR, as_array, as_lines


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a card file, imported."""
    monkeypatch.setenv("STRIATE_CATALOGUE", str(tmp_path / "catalogue.sqlite"))
    as_lines(tmp_path / "cards.jsonl")
    assert run("cards", "import", "--replace", str(tmp_path / "cards.jsonl")).exit_code == 0
    return tmp_path


def run(*words: str) -> Result:
    return CliRunner().invoke(main, words, prog_name="striate")


def test_help_lists_every_command_and_loads_none() -> None:
    code = (
        "import sys; from striate.app.cli import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        "heavy = {'z3', 'rich', 'yaml', 'msgspec', 'striate.cards.tree', 'striate.queries'}\n"
        "sys.exit(sorted(heavy & set(sys.modules)) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert all(f"  {name} " in done.stdout for name in COMMANDS)


def test_a_fresh_process_shows_a_card_in_words() -> None:
    # Printers are registered by modules that nothing else of this command needs.
    code = "from striate.app.cli import main; main(['cards', 'show', 'Giant Growth'])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "Target creature gets +3/+3 until end of turn." in done.stdout, done.stderr


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name: str) -> None:
    shown = run(name, "--help")
    assert shown.exit_code == 0
    assert shown.output.startswith(f"Usage: striate {name}")


def test_the_version_is_told() -> None:
    assert run("--version").output.startswith("striate 0.")


@pytest.mark.parametrize(
    "words", [("frob",), ("cards", "frob"), ("cards", "show"), ("cards", "import", "no-such-file")]
)
def test_wrong_usage_ends_with_2(words: tuple[str, ...]) -> None:
    assert run(*words).exit_code == 2


def test_import_tells_what_was_read_and_what_was_not(folder: Path) -> None:
    file = as_array(folder / "cards.json", [BEAR, {**BEAR, "name": "Bad Bear", "power": "huge"}])
    done = run("cards", "import", str(file))
    assert done.exit_code == 0
    assert "1 card imported, 1 record skipped" in done.output
    assert "skipped `Bad Bear`: `huge` is no power or toughness" in done.output


def test_a_file_that_is_no_card_file_ends_with_2_and_a_sentence(folder: Path) -> None:
    (folder / "notes.txt").write_text("hello")
    done = run("cards", "import", str(folder / "notes.txt"))
    assert done.exit_code == 2
    assert "is no card file" in done.output
    assert "Traceback" not in done.output


def test_show_tells_abilities_with_their_layers(folder: Path) -> None:
    shown = run("cards", "show", "tide lord")
    assert shown.exit_code == 0
    lines = shown.output.splitlines()
    assert lines[:3] == ["Tide Lord  {U}{U}", "Creature — Merfolk Wizard  2/2", "  Flying"]
    assert lines[3].endswith("[layer 7c]")
    assert "not understood" not in shown.output


def test_show_tells_what_is_not_understood(folder: Path) -> None:
    shown = run("cards", "show", "odd engine")
    assert "not understood:" in shown.output
    # The import brought the words.
    assert "frobnicated" in shown.output


def test_show_has_both_faces_and_a_level_symbol_is_one_ability(folder: Path) -> None:
    assert "//\nNight Keeper" in run("cards", "show", "day keeper").output
    student = run("cards", "show", "rising student").output
    assert student.count("[layers 6, 7b]") == 2


def test_an_unknown_name_gives_suggestions_and_2(folder: Path) -> None:
    shown = run("cards", "show", "tied lord")
    assert shown.exit_code == 2
    assert "no card is named `tied lord` in the imported catalogue `" in shown.output
    assert "did you mean `Tide Lord`" in shown.output


def test_an_import_adds_to_what_is_there_and_replaces_it_if_asked(folder: Path) -> None:
    one = folder / "one.jsonl"
    one.write_text(json.dumps({**BEAR, "name": "New Bear"}) + "\n")
    added = run("cards", "import", str(one))
    assert "1 card imported" in added.output
    assert run("cards", "show", "new bear").exit_code == 0
    assert run("cards", "show", "tide lord").exit_code == 0
    assert "frobnicated" in run("cards", "show", "odd engine").output
    assert run("cards", "import", "--replace", str(one)).exit_code == 0
    assert run("cards", "show", "new bear").exit_code == 0
    assert run("cards", "show", "tide lord").exit_code == 2


def test_reset_takes_the_imported_catalogue_away(folder: Path) -> None:
    assert "is taken away" in run("cards", "reset").output
    assert run("cards", "show", "tide lord").exit_code == 2
    assert run("cards", "show", "Coralhelm Commander").exit_code == 0
    assert "no catalogue was imported" in run("cards", "reset").output


def test_search_lists_names_or_ends_with_1(folder: Path) -> None:
    found = run("cards", "search", "t:creature", "c:g")
    assert (found.exit_code, found.output) == (0, f"{BEAR['name']}\n")
    assert run("cards", "search", "t:dragon").exit_code == 1
    wrong = run("cards", "search", "c:purple")
    assert wrong.exit_code == 2
    assert "at `c:purple`: expected colours" in wrong.output


def test_an_old_catalogue_is_passed_over_with_a_word(folder: Path) -> None:
    (folder / "catalogue.sqlite").write_text("hello")
    shown = run("cards", "show", "Coralhelm Commander")
    assert shown.exit_code == 0
    assert "using the shipped catalogue" in shown.output


def test_show_plainly_spells_the_references_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("STRIATE_CATALOGUE", raising=False)
    shown = run("cards", "show", "--plainly", "Act of Treason").output
    assert "Untap the creature chosen first." in shown
    shown = run("cards", "show", "--plainly", "Guardian of the Ages").output
    assert "for as long as the game lasts, ~ loses defender" in shown
    shown = run("cards", "show", "--plainly", "Broadcast Takeover").output
    assert "those that the earlier instruction found as X gains haste, where X is each" in shown


def test_a_line_of_ones_own_is_shown_as_its_tree() -> None:
    shown = run("cards", "read", "Creatures you control get +1/+1 as long as you control a Goblin.")
    assert shown.exit_code == 0
    assert shown.output.startswith(
        "As long as you control a Goblin, each creature you control gets +1/+1."
    )
    assert "condition: Compare  op >=" in shown.output


def test_a_line_that_is_not_read_says_how_far_and_what_was_expected() -> None:
    shown = run("cards", "read", "Creatures you control get +1/+1 as long as it rains.")
    assert shown.exit_code == 3
    assert (
        "read as far as `Creatures you control get +1/+1 as long as it`, and not `rains`"
        in shown.output
    )
    assert "expected there: `is`" in shown.output
    told = json.loads(run("cards", "read", "--json", "Flyng", "--type", "Creature").output)
    assert not told["understood"]
    assert told["stops"][0]["expected"][0] == "flying"
    assert run("cards", "read", "Flying", "--type", "Creatur").exit_code == 2


def test_a_sentence_among_others_is_named_with_the_nearest_form() -> None:
    text = "Draw a card. You attack with two or more Elves and Dwarves. You gain 1 life."
    shown = run("cards", "read", text, "--type", "Sorcery")
    assert "read as far as `You`, and not `attack with two or more Elves" in shown.output
    assert (
        "the nearest form that is known: `you attack with <number> or more <group>`" in shown.output
    )


def test_the_nearest_form_names_what_stands_in_its_slots() -> None:
    shown = run("cards", "read", "Swap the power and toughness of each creature until end of turn.")
    assert "`switch the power and toughness of <who>`" in shown.output
    shown = run("cards", "read", "Elves you control can attack as though they weren't tapped.")
    assert "can attack as though (it|they) {didn't have <keyword>|had haste" in shown.output
