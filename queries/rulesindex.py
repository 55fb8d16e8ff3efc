"""The index of the rules: clause → where it is encoded, where the referee reads it, which boards.

What is encoded is registered by number (`encodings.clauses`); what the referee reads is collected
from the numbers that its docstrings begin with, and so is the timeline, on which both stand; the
boards are those of the test corpus, by the `rules` that they name, in `boards_by_rule.json` (made
anew by `python -m striate.queries.rulesindex tests/boards`).
"""

import ast
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from striate.boards.errors import BoardError
from striate.boards.loading import load_documents
from striate.encodings.variants import CLAUSES
from striate.queries.leftout import LEFT_OUT

NUMBER = re.compile(r"\b([1-9]\d{2}\.\d+)([a-z])?(?:[-–]([a-z])\b)?")
_BOARDS = "boards_by_rule.json"


@dataclass(frozen=True, slots=True)
class Place:
    """A function that carries out a clause, with what the clause decides in our words."""

    module: str
    line: int
    function: str
    sentence: str


@dataclass(frozen=True, slots=True)
class BoardPlace:
    """A board that exercises a clause: its id and the file under tests/boards/ that it stands
    in."""

    id: str
    file: str

    @property
    def line(self) -> int:
        """Where it stands in this checkout; 0 where the boards are not beside the program."""
        return _lines_of(self.file).get(self.id, 0)


@dataclass(slots=True)
class Entry:
    """What is known of one clause."""

    number: str
    encoded: list[Place] = field(default_factory=list)
    referee: list[Place] = field(default_factory=list)
    boards: list[BoardPlace] = field(default_factory=list)
    left_out: str = ""


@cache
def index() -> dict[str, Entry]:
    """Every clause that is carried out, named by a board, or left out; in the rules' order."""
    entries: dict[str, Entry] = {}

    def entry(number: str) -> Entry:
        return entries.setdefault(number, Entry(number))

    for number, place in encoded_places():
        entry(number).encoded.append(place)
    for number, place in _plain_places("referee"):
        entry(number).referee.append(place)
    for number, place in _plain_places("timeline"):  # played with either reading under it
        entry(number).encoded.append(place)
        entry(number).referee.append(place)
    for number, boards in boards_by_rule().items():
        entry(number).boards.extend(boards)
    for number, reason in LEFT_OUT.items():
        entry(number).left_out = reason
    return {number: entries[number] for number in sorted(entries, key=in_order)}


def in_order(number: str) -> tuple[int, int, str]:
    """613.2 before 613.10 before 614.1a."""
    match = re.fullmatch(r"(\d+)\.?(\d*)([a-z]*)", number)
    if match is None:
        return (10**6, 0, number)
    return (int(match[1]), int(match[2] or 0), match[3])


def matching(number: str) -> list[Entry]:
    """The clause of that number with its sub-clauses, or a whole section."""
    return [
        entry
        for key, entry in index().items()
        if key == number
        or (key.startswith(number) and not key[len(number)].isdigit())
        or key.startswith(f"{number}.")
    ]


# --- where ----------------------------------------------------------------------------------------


def encoded_places() -> Iterator[tuple[str, Place]]:
    """The registered functions of the first reading."""
    package = import_module("striate.encodings")
    for module in iter_modules(package.__path__):
        import_module(f"striate.encodings.{module.name}")
    for clause in CLAUSES.values():
        for number in clause.numbers:
            yield number, Place(clause.place, clause.line, clause.name, clause.sentence)


def _plain_places(folder: str) -> Iterator[tuple[str, Place]]:
    """The functions of a folder whose docstrings begin with a number."""
    for source in sorted(files(f"striate.{folder}").iterdir(), key=lambda file: file.name):
        if not source.name.endswith(".py"):
            continue
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                sentence = " ".join((ast.get_docstring(node) or "").split("\n\n")[0].split())
                for number in leading_numbers(sentence):
                    yield number, Place(f"{folder}/{source.name}", node.lineno, node.name, sentence)


def leading_numbers(sentence: str) -> list[str]:
    """The numbers before the first colon: "613.7a-b, 711.2: ..."."""
    head = sentence.partition(":")[0]
    if not NUMBER.match(head):
        return []
    return [number for match in NUMBER.finditer(head) for number in expanded(match)]


def expanded(match: re.Match[str]) -> list[str]:
    """613.7a-c is three clauses. The rules have no sub-clause l or o."""
    base, first, last = match.groups()
    if first is None:
        return [base]
    letters = range(ord(first), ord(last or first) + 1)
    return [f"{base}{chr(letter)}" for letter in letters if chr(letter) not in "lo"]


@cache
def _lines_of(file: str) -> dict[str, int]:
    """The lines of the ids of a file's boards."""
    path = Path(__file__).parents[1] / file
    if not path.is_file():
        return {}
    return {
        str(loaded.data.get("id")): loaded.line(("id",))
        for loaded in load_documents(path)
        if not isinstance(loaded, BoardError)
    }


@cache
def boards_by_rule() -> dict[str, list[BoardPlace]]:
    """The packaged index."""
    text = (files("striate.queries") / _BOARDS).read_text(encoding="utf-8")
    return {
        number: [BoardPlace(called, f"tests/boards/{file}") for file in ids for called in ids[file]]
        for number, ids in json.loads(text).items()
    }


def collect(folder: Path) -> dict[str, dict[str, list[str]]]:
    """The rules that the boards of a folder's YAML files name → file → ids; raises `BoardError`."""
    by_rule: dict[str, dict[str, list[str]]] = {}
    for file in sorted(folder.glob("*.yaml")):
        for loaded in load_documents(file):
            if isinstance(loaded, BoardError):
                raise loaded
            for number in dict.fromkeys(loaded.data.get("rules", ())):
                if NUMBER.fullmatch(number):
                    ids = by_rule.setdefault(number, {}).setdefault(file.name, [])
                    ids.append(loaded.data["id"])
    return {number: by_rule[number] for number in sorted(by_rule, key=in_order)}


# --- JSON -----------------------------------------------------------------------------------------


def entry_json(entry: Entry) -> dict[str, Any]:
    def places(all_places: list[Place]) -> list[dict[str, str | int]]:
        return [
            {
                "module": each.module,
                "line": each.line,
                "function": each.function,
                "sentence": each.sentence,
            }
            for each in all_places
        ]

    return {
        "number": entry.number,
        "encoded": places(entry.encoded),
        "referee": places(entry.referee),
        "boards": [
            {"id": each.id, "file": each.file, "line": each.line or None} for each in entry.boards
        ],
        "left_out": entry.left_out or None,
    }


def main(folder: str) -> None:
    """Writes the packaged index of boards."""
    lines = [
        f"{json.dumps(number)}: {json.dumps(ids)}" for number, ids in collect(Path(folder)).items()
    ]
    body = ",\n".join(lines)
    Path(__file__).with_name(_BOARDS).write_text(f"{{\n{body}\n}}\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
