"""Every path, command, module and name that CONTRIBUTING, the README and the docs give is there."""

import re
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from striate.app.cli import COMMANDS
from striate.boards.reading import board_from_document
from striate.queries.outcome import outcome
from tests.helpers import NoCards, creature, other

ROOT = Path(__file__).parents[1]
PAGES = (
    "CONTRIBUTING.md",
    "README.md",
    *(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md")),
)
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
ROOMS = "app|bench|boards|cards|docs|encodings|examples|queries|referee|search|solver|tests"
_PATH = re.compile(rf"(?<![\w/.-])((?:{ROOMS})/[\w./*-]*\w|[A-Z]\w+\.md|Makefile|pyproject\.toml)")
_MODULE = re.compile(r"python -m (striate(?:\.\w+)+)")
_COMMAND = re.compile(r"(?:`|^\$ |^    )striate ([a-z][a-z-]*)", re.MULTILINE)


def text(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES)
def test_every_path_that_a_page_names_is_there(page: str) -> None:
    missing = [
        path
        for path in _PATH.findall(text(page))
        if not any(ROOT.glob(path)) and not any((ROOT / "docs").glob(path))
    ]
    assert missing == []


@pytest.mark.parametrize("page", PAGES)
def test_every_module_and_command_that_a_page_names_is_there(page: str) -> None:
    assert [name for name in _MODULE.findall(text(page)) if find_spec(name) is None] == []
    known = COMMANDS.keys()
    assert [name for name in _COMMAND.findall(text(page)) if name not in known] == []


def test_every_make_task_that_a_page_names_is_there() -> None:
    tasks = set(re.findall(r"^([a-z]+):.*##", text("Makefile"), re.MULTILINE))
    named = {name for page in PAGES for name in re.findall(r"`make ([a-z]+)`", text(page))}
    assert named and named <= tasks


def test_every_module_of_the_grammar_is_in_the_table() -> None:
    rows = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", CONTRIBUTING, re.MULTILINE)
    named = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    there = {path.stem for path in (ROOT / "cards" / "grammar").glob("*.py")} - {"__init__"}
    assert len(named) == len(set(named))
    assert set(named) == there


def test_every_name_of_the_code_that_contributing_gives_stands_in_the_file_beside_it() -> None:
    for file, names in {
        "queries/proving/theorems.py": ("_TRUE_ONES", "def slots", "def cases", "class NoBoard"),
        "boards/exports/formats.py": ("FORMATS", "class Backend", "class CannotExport"),
        "tests/test_export_corpus.py": ("AT_LEAST",),
        "app/cli.py": ("COMMANDS",),
        "app/errors.py": ("class InputError",),
        "boards/steps/kind.py": ("class StepKind", "class Section"),
        "boards/steps/keys.py": ("class Kind",),
        "encodings/clauses.py": ("def wrong", "def clause", "def broken"),
        "encodings/variants_layers.py": ('@wrong("set-after-modify", of=layer_order, rules=',),
        "encodings/dependency.py": ("def waits", "def in_loop"),
        "referee/dependency.py": ("def waits_for", "def reaches"),
        "cards/catalogue/store.py": ("EDITION",),
    }.items():
        for name in names:
            assert name in text(file), f"{file}: {name}"
            assert name.split("(")[0].split()[-1].lstrip("@") in CONTRIBUTING, name


def test_every_command_is_in_the_table() -> None:
    table = set(re.findall(r"^\| `striate ([a-z-]+)", text("docs/commands.md"), re.MULTILINE))
    assert table >= set(COMMANDS)


WALKED = {
    "cards": [
        creature("Bear", "2/2"),
        other("Bog", "Land"),
        other("Waking", "Enchantment", "All lands are creatures in addition to their other types."),
        other("Shrinking", "Enchantment", "All creatures get -2/-2."),
        other("Moon", "Enchantment", "Nonbasic lands are Mountains."),
        other("Tomb", "Enchantment", "Each Mountain is a Swamp in addition to its other types."),
    ],
    "steps": [{"enter": each} for each in ("Bog", "Tomb", "Moon", "Bear", "Waking", "Shrinking")],
}


def test_a_board_walks_as_contributing_says() -> None:
    section = CONTRIBUTING.split("## A board's walk")[1].split("\n## ")[0]
    named: list[tuple[str, str]] = []
    file = ""
    for word in re.findall(r"`([\w/]+(?:\.py)?)`", section):
        if word.endswith(".py"):
            file = word
        elif file and re.search(rf"def {word}\(", text(file)):
            named.append((file, word))
    assert len(named) > 20
    called: dict[tuple[str, str], None] = {}

    def note(frame: Any, event: str, _: object) -> None:
        if event == "call":
            code = frame.f_code
            called.setdefault(("/".join(Path(code.co_filename).parts[-2:]), code.co_name))

    walk(note)
    found = list(called)
    assert [each for each in named if each not in called] == []
    assert [found.index(each) for each in named] == sorted(found.index(each) for each in named)


def walk(note: Callable[[Any, str, object], None]) -> None:
    before = sys.getprofile()
    sys.setprofile(note)
    try:
        outcome(board_from_document(WALKED, NoCards()))
    finally:
        sys.setprofile(before)
