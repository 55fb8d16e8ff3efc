"""Every text that the program says to a person, in one list: `make messages` writes it.

What is raised, noted or printed is found in the source: the text of each call in `SAYING`, with `…`
for what is filled in. tests/messages.txt is read through by people; `tests/test_messages.py` asks
that it is as the source says, and that no text has what a reader stumbles over.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from striate.queries.goals.mending import rows_of

ROOT = Path(__file__).parent.parent
LIST = ROOT / "tests" / "messages.txt"
FOLDERS = (
    "api", "app", "boards", "cards", "encodings", "queries", "quick", "referee", "search", "solver",
    "spreading", "timeline", "web",
)  # fmt: skip
# Functions and exceptions whose texts a person reads.
SAYING = re.compile(
    r".*(Error|Mistake|Refused|Unknown\w*)|NotPlayable|CannotExport|CannotSpread|CannotGrade|Limit"
    r"|BadRecord|TaskLost|Instead|wrong|add|miss|say_plainly|echo|note|refuse|progress|die"
)
# Names of texts, and the folders whose functions give texts for people.
_TEXTS = re.compile(r"_?(message|hint|why|reason|words|line|lines|said|title|HELP|[A-Z_]+)")
_WORDING = ("app/", "api/", "boards/", "queries/", "timeline/", "web/")
# Modules whose texts are those of cards, or of another engine's tests.
_OTHER_LANGUAGES = (
    "cards/", "boards/exports/", "boards/facts", "boards/record", "boards/uncast", "boards/known",
    "boards/deeds", "quick/", "encodings/", "search/", "web/site/", "queries/fuzzing/",
    "queries/proving/oracle", "queries/readings/", "queries/atlas/panel",
    "queries/generating/hints", "queries/goals/words", "queries/generating/moves",
    "queries/atlas/store", "queries/proving/proof_pool", "queries/goals/phrases", "web/guarding",
    "web/pages",
)  # fmt: skip
_MECHANICAL = ("ValueError", "TypeError", "KeyError", "RuntimeError", "AssertionError", "OSError",
               "NotImplementedError", "StopIteration", "OverflowError", "AttributeError",
               "ImportError", "LookupError", "RecursionError")  # fmt: skip


class Message(NamedTuple):
    module: str
    text: str


@cache
def messages() -> list[Message]:
    """All of them, by module, each once."""
    paths = (path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py")))
    modules = ((str(path.relative_to(ROOT)), path) for path in paths)
    found = (Message(name, text) for name, path in modules for text in _said(name, path))
    hints = (why for part in ("sure", "perhaps") for _, (why,) in rows_of(part))
    told = (Message("queries/goals/mending.words", why) for why in hints)
    return list(dict.fromkeys([*found, *told]))


def _said(module: str, path: Path) -> Iterator[str]:
    names_say = not module.startswith(_OTHER_LANGUAGES)
    functions_say = names_say and module.startswith(_WORDING)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        for value in _values(node, names_say=names_say, functions_say=functions_say):
            yield from _sentences(value)


def _values(node: ast.AST, *, names_say: bool, functions_say: bool) -> Iterator[ast.expr]:
    """What a call says, or a name that stands for a text, or a function that words something."""
    if isinstance(node, ast.Call):
        if SAYING.fullmatch(_name(node.func)) and _name(node.func) not in _MECHANICAL:
            yield from node.args
            yield from (word.value for word in node.keywords)
    elif not names_say:
        return
    elif isinstance(node, ast.Assign | ast.AnnAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        if node.value is not None and any(_TEXTS.fullmatch(_name(each)) for each in targets):
            yield node.value
    elif functions_say and isinstance(node, ast.Return | ast.Yield):
        yield from [node.value] if node.value is not None else []


def _name(function: ast.expr) -> str:
    return getattr(function, "attr", "") or getattr(function, "id", "")


def _sentences(value: ast.expr) -> Iterator[str]:
    """The texts of an expression that are words, and no names of keys or files."""
    for text in _texts(value):
        plain = " ".join(text.split())
        if len(re.findall(r"[A-Za-z]{2,}", plain)) >= 3 and " " in plain:
            yield plain


def _texts(value: ast.expr) -> Iterator[str]:
    if isinstance(value, ast.Constant):
        if isinstance(value.value, str):
            yield value.value
    elif isinstance(value, ast.JoinedStr):
        parts = (part.value if isinstance(part, ast.Constant) else "…" for part in value.values)
        yield "".join(map(str, parts))
    elif isinstance(value, ast.List | ast.Tuple | ast.Set):
        for each in value.elts:
            yield from _texts(each)
    elif isinstance(value, ast.Dict):
        for each in value.values:
            yield from _texts(each)
    elif isinstance(value, ast.IfExp):
        yield from _texts(value.body)
        yield from _texts(value.orelse)
    elif isinstance(value, ast.BinOp | ast.BoolOp):
        sides = value.values if isinstance(value, ast.BoolOp) else (value.left, value.right)
        for side in sides:
            yield from _texts(side)


def listed() -> str:
    """The list as it is written: a heading for each module, a line for each text."""
    lines: list[str] = []
    module = ""
    for message in messages():
        if message.module != module:
            module = message.module
            lines.append(f"{chr(10) if lines else ''}## {module}")
        lines.append(message.text)
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    LIST.write_text(listed(), encoding="utf-8")
