"""docs/boards.md tells every step, key and hole of the format, each with an example that runs."""

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from striate.boards import schema
from striate.boards.describing import page_with_steps
from striate.boards.from_yaml import load_yaml
from striate.boards.reading import board_from_text, sketch_from_document
from striate.boards.steps.table import STEPS
from striate.cards.catalogue.store import Catalogue
from striate.queries.checking import check

PAGE = (Path(__file__).parent.parent / "docs" / "boards.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```yaml( sketch)?\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
BOARDS = [text for sketch, text in BLOCKS if not sketch]
SKETCHES = [text for sketch, text in BLOCKS if sketch]
FORMS = (
    *(kind.form for kind in STEPS.values()), schema.BoardForm, schema.ExpectForm,
    schema.TokenRecord, schema.CardRecord,
)  # fmt: skip


def keys_of(form: type[msgspec.Struct]) -> set[str]:
    return {field.encode_name for field in msgspec.structs.fields(form)}


def used(value: Any, keys: set[str]) -> set[str]:
    """Every key that stands in plain data, as far as it is one of these."""
    if isinstance(value, dict):
        found = set(value) & keys
        return found.union(*(used(part, keys) for part in value.values()))
    if isinstance(value, list):
        return set().union(*(used(part, keys) for part in value))
    return set()


def examples() -> list[dict[str, Any]]:
    return [load_yaml(text, "").data for _, text in BLOCKS]


@pytest.mark.parametrize("word", STEPS)
def test_every_step_and_each_of_its_keys_has_an_example(word: str) -> None:
    form = STEPS[word].form
    steps = [step for board in examples() for step in board["steps"] if word in step]
    assert steps, f"no example has `{word}`"
    shown = set().union(*steps)
    general = keys_of(schema.StepForm)
    assert keys_of(form) - general - shown == set()


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.__name__)
def test_every_key_is_told_in_words(form: type[msgspec.Struct]) -> None:
    missing = [key for key in keys_of(form) if not re.search(rf"`[^`\n]*\b{key}\b", PAGE)]
    assert not missing


def test_every_key_of_a_board_of_a_card_and_of_what_is_expected_has_an_example() -> None:
    boards = examples()
    assert keys_of(schema.BoardForm) == used(boards, keys_of(schema.BoardForm))
    expected = [one for board in boards for one in board.get("expect", {}).values()]
    assert set().union(*expected) == keys_of(schema.ExpectForm)
    records = [record for board in boards for record in board.get("cards", [])]
    assert used(records, keys_of(schema.CardRecord)) == keys_of(schema.CardRecord)


def test_every_kind_of_hole_is_told() -> None:
    told = {"seat": "controller", "card": "enter", "flag": "face_down", "number": "counters"}
    holes = {key.kind.hole for step in STEPS.values() for key in step.keys if key.kind.hole}
    for kind in holes & told.keys():
        assert (
            f'`{told[kind]}: "?"' in PAGE
            or f'{told[kind]}: {{level: "?"}}' in PAGE
            or ('{level: "?"}' in PAGE and kind == "number")
        )


@pytest.mark.parametrize("text", BOARDS, ids=lambda text: " ".join(text.split())[:60])
def test_each_example_is_a_board_that_ends_as_it_expects(text: str, catalogue: Catalogue) -> None:
    board = board_from_text(text, catalogue)
    found = check(board)
    assert found.status == "pass", (found.differences, found.not_modelled, found.trouble)


@pytest.mark.parametrize("text", SKETCHES)
def test_each_sketch_is_one(text: str, catalogue: Catalogue) -> None:
    assert sketch_from_document(load_yaml(text, "").data, catalogue).holes


def test_the_page_says_what_the_records_of_the_steps_say() -> None:
    assert page_with_steps(PAGE) == PAGE, "run `make schema`"
