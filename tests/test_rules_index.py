"""Every clause of 611-613, 707, 708 and 711 is encoded or left out with a reason."""

import json
import re
from pathlib import Path

from click.testing import CliRunner

from striate.app.cli import main
from striate.boards import oldnumbers
from striate.boards.editions import DIFFERENCES
from striate.cards.edition import edition_in_words
from striate.queries import rulesindex
from striate.queries.leftout import LEFT_OUT, all_clauses, clauses
from striate.queries.rulesindex import NUMBER as NUMBERS
from striate.queries.rulesindex import (
    collect,
    expanded,
    index,
    leading_numbers,
    matching,
)
from tests.corpus import BOARDS

ROOMS = ("app", "boards", "cards", "encodings", "queries", "referee", "search", "solver")


def is_encoded(number: str) -> bool:
    """The clause itself, or what it divides into (613.2 is 613.2a-c)."""
    parts = [key for key in index() if key[:-1] == number and key[-1].isalpha()]
    return any(index()[key].encoded for key in (number, *parts) if key in index())


def test_every_clause_is_encoded_or_left_out_with_a_reason() -> None:
    assert len(clauses()) == len(set(clauses())) > 100
    missing = [number for number in clauses() if not is_encoded(number) and number not in LEFT_OUT]
    assert not missing


def test_no_clause_is_both_encoded_and_left_out() -> None:
    assert not [number for number in LEFT_OUT if index()[number].encoded]
    assert set(LEFT_OUT) <= set(clauses())
    assert all(reason.strip() for reason in LEFT_OUT.values())


def test_the_packaged_index_of_boards_is_that_of_the_corpus() -> None:
    packaged = json.loads(Path(rulesindex.__file__).with_name("boards_by_rule.json").read_text())
    assert packaged == collect(BOARDS), (
        "make it anew: python -m striate.queries.rulesindex tests/boards"
    )


def test_file_and_line_of_a_clause_lead_to_its_functions_and_boards() -> None:
    root = Path(__file__).parents[1]
    for entry in index().values():
        for place in (*entry.encoded, *entry.referee):
            line = (root / place.module).read_text(encoding="utf-8").splitlines()[place.line - 1]
            assert line.strip().startswith((f"def {place.function}", f"class {place.function}"))
        for board in entry.boards:
            if root not in Path(rulesindex.__file__).parents:  # installed apart from its boards
                assert board.line == 0
                continue
            line = (root / board.file).read_text(encoding="utf-8").splitlines()[board.line - 1]
            assert line.startswith("id: ") and board.id in line


def test_a_board_that_is_not_beside_the_program_has_no_line() -> None:
    assert rulesindex.BoardPlace("a", "tests/boards/none.yaml").line == 0


def test_numbers_at_the_head_of_a_docstring() -> None:
    assert leading_numbers("613.7a-c, 711.2: the later one") == [
        "613.7a",
        "613.7b",
        "613.7c",
        "711.2",
    ]
    assert leading_numbers("What 613.7 says: the later one") == []
    match = NUMBERS.match("707.10")
    assert match is not None and expanded(match) == ["707.10"]


def test_a_number_finds_its_sub_clauses_and_no_others() -> None:
    assert {entry.number for entry in matching("613.1")} >= {"613.1", "613.1a"}
    assert not {"613.10", "613.11"} & {entry.number for entry in matching("613.1")}
    assert len(matching("613")) > 30
    assert not matching("13")


def test_main_rules_are_read_twice_and_exercised() -> None:
    for number in ("613.6", "613.7a", "613.8a", "613.8b", "707.2", "711.2a", "704.5f", "305.7"):
        entry = index()[number]
        assert entry.encoded and entry.referee and entry.boards, number


CITED = re.compile(r"(?<![\w.#/,+-])([1-9]\d{2}\.\d+)([a-z])?(?:[-–]([a-z])\b)?(?![\w.]*\d)")
NAMED = re.compile(r"def test_([1-9]\d{2})_(\d+)([a-z])?_")
ROOT = Path(__file__).parent.parent


def test_every_number_that_is_cited_is_one_of_the_edition() -> None:
    known = set(all_clauses())
    # And of the older editions: those under which something was otherwise.
    known |= {number for each in DIFFERENCES for number in each.then.values()}
    known |= {number for each in oldnumbers.NUMBERS.values() for number in each.values()}
    sections = {number.partition(".")[0] for number in known}
    places = [
        (file, number)
        for file in (
            *(found for room in ROOMS for found in sorted((ROOT / room).rglob("*.py"))),
            *sorted((ROOT / "docs").glob("*.md")),
            *sorted((ROOT / "tests").glob("*.py")),
            *sorted(BOARDS.glob("*.yaml")),
            ROOT / "README.md",
            ROOT / "CONTRIBUTING.md",
        )
        for match in CITED.finditer(file.read_text(encoding="utf-8"))
        for number in expanded(match)
        if number.partition(".")[0] in sections
    ]
    places += [
        (file, f"{match[1]}.{match[2]}{match[3] or ''}")
        for file in sorted((ROOT / "tests").glob("*.py"))
        for match in NAMED.finditer(file.read_text(encoding="utf-8"))
    ]
    assert len(places) > 2000
    assert not {(str(file), number) for file, number in places if number not in known}


def test_the_readme_and_the_commands_name_the_edition() -> None:
    named = f"Comprehensive Rules of {edition_in_words()}"
    assert named in (ROOT / "README.md").read_text(encoding="utf-8")
    assert named in CliRunner().invoke(main, ["rules"]).output
