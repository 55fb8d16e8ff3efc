"""The JSON Schema of the board file, made of the structures of `schema`.

It refuses what has not the form. What only a reader of the whole board can tell (a handle that is
not there, a card that nobody knows, a key that stands there twice) it accepts.
"""

from typing import Any

import msgspec

from striate.boards.schema import KEYS, PASSED_OVER, BoardForm
from striate.boards.steps.table import STEPS

_AT = "#/$defs/{name}"


def board_schema() -> dict[str, Any]:
    """Draft 2020-12: one board, holes included."""
    forms = tuple(kind.form for kind in STEPS.values())
    _, parts = msgspec.json.schema_components((BoardForm, *forms), ref_template=_AT)
    board = parts.pop(BoardForm.__name__)
    parts.pop("StepForm", None)
    board["properties"]["steps"]["items"] = {
        "anyOf": [{"$ref": _AT.format(name=form.__name__)} for form in forms]
    }
    for name in ("CardRecord", "FaceRecord"):
        parts[name]["properties"] |= {key: {} for key in sorted(PASSED_OVER)}
    assert set(board["properties"]) == set(KEYS)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **board,
        "title": "A board file of Striate",
        "$defs": parts,
    }
