"""What is written of the kinds of step: in docs/boards.md, in docs/line.md, and the JSON Schema.

`make schema` writes both anew.
"""

import json
from pathlib import Path

from striate.boards.deeds import KEYWORD_ACTIONS
from striate.boards.jsonschema import board_schema
from striate.boards.steps.kind import Section, StepKind
from striate.boards.steps.table import SECTIONS, STEPS
from striate.cards import meanings, tree  # noqa: F401  (the meanings register themselves)
from striate.cards.meaning_table import MEANINGS
from striate.cards.meanings_counted import RULES_ALONE

DEEDS_PAGE = Path("docs/deeds.md")
PAGE, LINE_PAGE = Path("docs/boards.md"), Path("docs/line.md")
SCHEMA = Path("examples/board.schema.json")
_BEGIN, _END = "## Steps\n", "\n## What can't have happened\n"
_DEEDS_BEGIN = "<!-- deeds: made by `make schema` -->\n\n"
_KEYWORDS_BEGIN = "<!-- keywords: made by `make schema` -->\n\n"
_LINE_BEGIN, _LINE_END = "<!-- sayings: made by `make schema` -->\n\n", "\n\n<!-- end -->\n"


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
    return _with_part(page, _BEGIN, steps_part(), _END)


def sayings_part() -> str:
    """How people say each step in a line."""
    rows = ["| step | what a line may say, too |", "|---|---|"]
    for kind in STEPS.values():
        if kind.said:
            forms = (kind.shown(each).replace("|", "\\|") for each in kind.said)
            rows.append(f"| `{kind.word}` | {', '.join(f'`{each}`' for each in forms)} |")
    return "\n".join(rows)


def line_page_with_sayings(page: str) -> str:
    """The page with its table of sayings as the records have it."""
    return _with_part(page, _LINE_BEGIN, sayings_part(), _LINE_END)


def deeds_part() -> str:
    """What becomes of the keyword actions, alike ones in one row."""
    actions: dict[tuple[str, str], list[str]] = {}
    for each in KEYWORD_ACTIONS:
        actions.setdefault((each.how, each.what), []).append(f"{each.name} ({each.number})")
    return "\n".join(
        [
            "| | how | clauses of 701 |",
            "|---|---|---|",
            *(
                f"| {how} | {what} | {', '.join(named)} |"
                for (how, what), named in sorted(actions.items())
            ),
        ]
    )


_KINDS: dict[type, str] = {
    tree.Activated: "activated",
    tree.Triggered: "triggered",
    tree.Static: "static",
    tree.EntersWith: "counters as it enters",
    tree.EntersDoing: "counters as it is turned face up",
}


def keywords_part() -> str:
    """702: what each keyword stands for, alike ones in one row."""
    rows: dict[str, list[str]] = {}
    for name in MEANINGS:
        abilities = MEANINGS[name](tree.Keyword(name, "{1}", 2))
        bodies = [getattr(each, "body", None) for each in abilities]
        open_ = any(body is not None and body.touches for body in bodies)
        kinds = " and ".join(dict.fromkeys(_KINDS.get(type(each), "other") for each in abilities))
        rows.setdefault(f"{kinds}{': unknown and said' if open_ else ''}", []).append(name)
    for name, why in RULES_ALONE.items():
        rows.setdefault(f"rules alone: {why}", []).append(name)
    lines = (f"| {what} | {', '.join(sorted(names))} |" for what, names in sorted(rows.items()))
    return "\n".join(("| stands for | keywords of 702 |", "|---|---|", *lines))


def deeds_page_with_tables(page: str) -> str:
    """The page with its tables as the deeds and the keywords' meanings have them."""
    page = _with_part(page, _DEEDS_BEGIN, deeds_part(), _LINE_END)
    return _with_part(page, _KEYWORDS_BEGIN, keywords_part(), _LINE_END)


def _with_part(page: str, begin: str, part: str, end: str) -> str:
    before, _, rest = page.partition(begin)
    _, _, after = rest.partition(end)
    return before + begin + part + end + after


def schema_text() -> str:
    return json.dumps(board_schema(), ensure_ascii=False, indent=2) + "\n"


if __name__ == "__main__":
    pages = (
        (PAGE, page_with_steps),
        (LINE_PAGE, line_page_with_sayings),
        (DEEDS_PAGE, deeds_page_with_tables),
    )
    for path, write in pages:
        path.write_text(write(path.read_text(encoding="utf-8")), encoding="utf-8")
    SCHEMA.write_text(schema_text(), encoding="utf-8")
