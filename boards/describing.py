"""What is written of the kinds of step: their part of docs/boards.md, and the JSON Schema.

`make schema` writes both anew.
"""

import json
from pathlib import Path

from striate.boards.jsonschema import board_schema
from striate.boards.steps.kind import Section, StepKind
from striate.boards.steps.table import SECTIONS, STEPS

PAGE, SCHEMA = Path("docs/boards.md"), Path("examples/board.schema.json")
_BEGIN, _END = "## Steps\n", "\n## What can't have happened\n"


def steps_part() -> str:
    """The steps in a table, and each section with its example."""
    rows = [
        "| step | keys (those in bold are needed) |",
        "|---|---|",
        *map(_row, STEPS.values()),
    ]
    table = "\n".join(rows)
    return "\n".join([f"\n{table}\n", *map(_section, SECTIONS)])


def _row(kind: StepKind) -> str:
    keys = [f"**`{key.name}`**" if key.needed else f"`{key.name}`" for key in kind.keys[1:]]
    keys += ["`choose`"] if kind.chooses else []
    return f"| `{kind.word}` | {', '.join(keys)} |"


def _section(section: Section) -> str:
    words = f"{section.words}\n\n" if section.words else ""
    return f"### {section.heading}\n\n{words}```yaml\n{section.example}```\n"


def page_with_steps(page: str) -> str:
    """The page with its part about the steps as the records have it."""
    before, _, rest = page.partition(_BEGIN)
    _, _, after = rest.partition(_END)
    return before + _BEGIN + steps_part() + _END + after


def schema_text() -> str:
    return json.dumps(board_schema(), ensure_ascii=False, indent=2) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page_with_steps(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    SCHEMA.write_text(schema_text(), encoding="utf-8")
