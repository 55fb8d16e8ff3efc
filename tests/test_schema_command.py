"""`striate schema`: every board of the corpus has the form, and what has not is refused."""

import json
import re
import textwrap
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from striate.app.cli import main
from striate.boards import describing
from striate.boards.checking import board_form
from striate.boards.errors import BoardError
from striate.boards.jsonschema import board_schema
from striate.boards.loading import load_documents, load_lines, load_text
from striate.boards.steps import table
from tests.corpus import BOARDS
from tests.corpus import FILES as BOARD_FILES
from tests.test_boards_errors import FILES, STEPS, text_of

SCHEMA = board_schema()
EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
_TYPES: dict[str, type | tuple[type, ...]] = {
    "string": str, "array": list, "object": dict, "null": type(None), "integer": int,
    "boolean": bool,
}  # fmt: skip


def fits(value: Any, form: dict[str, Any]) -> bool:
    """Whether the value has the form: as much of JSON Schema as this one uses."""
    unknown = form.keys() - _ASKED.keys() - {"description", "title", "default", "$schema", "$defs"}
    assert not unknown, unknown
    return all(_ASKED[key](value, form) for key in form.keys() & _ASKED.keys())


def _is_of_type(value: Any, form: dict[str, Any]) -> bool:
    if form["type"] == "integer" and isinstance(value, bool):
        return False
    return isinstance(value, _TYPES[form["type"]])


def _members_fit(value: Any, form: dict[str, Any]) -> bool:
    if not isinstance(value, dict):
        return True
    own, more = form.get("properties", {}), form.get("additionalProperties", True)
    return all(
        fits(each, own[key]) if key in own else more if isinstance(more, bool) else fits(each, more)
        for key, each in value.items()
    )


_ASKED: dict[str, Any] = {
    "$ref": lambda v, f: fits(v, SCHEMA["$defs"][f["$ref"].rpartition("/")[2]]),
    "anyOf": lambda v, f: any(fits(v, each) for each in f["anyOf"]),
    "type": _is_of_type,
    "enum": lambda v, f: any(v == one and type(v) is type(one) for one in f["enum"]),
    "properties": _members_fit,
    "additionalProperties": _members_fit,
    "propertyNames": lambda v, f: all(fits(key, f["propertyNames"]) for key in v),
    "required": lambda v, f: not isinstance(v, dict) or v.keys() >= set(f["required"]),
    "items": lambda v, f: not isinstance(v, list) or all(fits(each, f["items"]) for each in v),
    "minItems": lambda v, f: not isinstance(v, list) or len(v) >= f["minItems"],
    "maxItems": lambda v, f: not isinstance(v, list) or len(v) <= f["maxItems"],
    "minProperties": lambda v, f: not isinstance(v, dict) or len(v) >= f["minProperties"],
    "minLength": lambda v, f: not isinstance(v, str) or len(v) >= f["minLength"],
    "maxLength": lambda v, f: not isinstance(v, str) or len(v) <= f["maxLength"],
    "pattern": lambda v, f: not isinstance(v, str) or bool(re.search(f["pattern"], v)),
    "minimum": lambda v, f: not isinstance(v, int) or v >= f["minimum"],
    "maximum": lambda v, f: not isinstance(v, int) or v <= f["maximum"],
}


def test_the_command_prints_the_schema() -> None:
    assert json.loads(CliRunner().invoke(main, ["schema"]).output) == SCHEMA
    steps = SCHEMA["properties"]["steps"]["items"]["anyOf"]
    assert len(steps) == len(table.STEPS)


def test_every_board_of_the_corpus_has_the_form() -> None:
    loaded = [each for path in BOARD_FILES for each in load_documents(path)]
    loaded += list(load_lines(BOARDS / "agreed" / "sample.jsonl"))
    assert len(loaded) > 900
    for each in loaded:
        assert not isinstance(each, BoardError)
        assert fits(each.data, SCHEMA), each.data["id"]


def _broken_boards() -> list[str]:
    """The texts of the reader's own tests that are YAML."""
    found = [textwrap.dedent(text) for text, _ in FILES]
    found += [text_of(steps) for steps, _ in STEPS]
    return [text for text in found if _is_yaml(text)]


def _is_yaml(text: str) -> bool:
    try:
        load_text(text, as_json=False)
    except BoardError:
        return False
    return True


# What the reader refuses before it looks at the board, and a schema can't tell.
_ONLY_READ = ["cards[0]: `Bear` in the type line `Bear` is not a card type"]


def test_the_schema_refuses_of_the_broken_boards_those_that_have_not_the_form() -> None:
    broken = _broken_boards()
    refused = 0
    for text in broken:
        loaded = load_text(text, as_json=False)
        try:
            board_form(loaded, "")
        except BoardError as error:
            readable = any(told in str(error) for told in _ONLY_READ)
            assert fits(loaded.data, SCHEMA) == readable, text
            refused += not readable
        else:
            assert fits(loaded.data, SCHEMA), text
    assert refused >= 15 and len(broken) > 60


def test_the_examples_name_the_schema_that_is_written_beside_them() -> None:
    """`make install` and `make schema` write it; editors look for it there."""
    assert str(describing.SCHEMA) == "examples/board.schema.json"
    boards = sorted(EXAMPLES.glob("*.yaml"))
    assert boards
    for path in boards:
        first = path.read_text("utf-8").splitlines()[0]
        assert first == "# yaml-language-server: $schema=board.schema.json", path


@pytest.mark.parametrize(
    "text",
    [
        "{}", "[]", "steps: 3", "steps: [3]", "steps: [{}]", "{steps: [], stepz: []}",
        "steps: [{enter: Humility, taped: true}]", "steps: [{enter: ''}]",
        "steps: [{tap: a, untap: b}]", "steps: [{counters: {level: x}, on: a}]",
        "steps: [{counters: {level: 1}}]", "steps: [{counters: {}, on: a}]",
        "steps: [{resolve: [Growth, 2]}]", "steps: [{resolve: Growth, targets: a}]",
        "steps: [{leave: a, to: command}]", "steps: [{counters: {level: 9999999}, on: a}]",
        "steps: [{spell: Growth, kicked: maybe}]", "{steps: [], cards: [{nam: x}]}",
        "{steps: [], cards: [{name: y, power: [1]}]}", "{steps: [], order: [[a]]}",
        "{steps: [], size: 1000}", "{steps: [], pool: 3}", "{steps: [], format: 2}",
        "{steps: [], expect: {a: {power: '>> 1'}}}", "{steps: [], expect: {a: {has: Flying}}}",
        "{steps: [], expect: {a: {color: [W]}}}", "{steps: [], expect: {a: {colors: [x]}}}",
        "{steps: [], expect: []}",
    ],
)  # fmt: skip
def test_what_has_not_the_form_is_refused(text: str) -> None:
    assert not fits(load_text(text, as_json=False).data, SCHEMA)


@pytest.mark.parametrize(
    "text",
    [
        "steps: [{enter: '?', maybe: true}]", "steps: [{enter: [A, B]}]",
        "{steps: [{counters: {level: 0..8}, on: '?'}], order: free, size: 2, pool: 't:bear'}",
        "{steps: [], expect: {a: {power: '>= 5', toughness: null}}}",
    ],
)  # fmt: skip
def test_holes_have_the_form(text: str) -> None:
    assert fits(load_text(text, as_json=False).data, SCHEMA)
