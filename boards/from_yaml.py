"""YAML into plain data, from the parser's events and not by PyYAML's constructors.

Scalars are those of the core schema of YAML 1.2: `on`, `yes`, `no` and dates are words. There are
no anchors, aliases, merge keys or tags. `loading` divides a file into its documents. (The
round-trip loader of ruamel.yaml has lines too: it takes twenty times as long, and reads all of
these.)
"""

import re
from collections.abc import Iterator
from typing import Any, NoReturn

import yaml

from striate.boards.errors import BoardError, Path, show, spell_path
from striate.boards.plain import (
    MAX_DEPTH,
    MAX_DIGITS,
    MAX_PARTS,
    Loaded,
    check_words,
    empty_file,
    twice,
    whole_number,
)

_INT = re.compile(r"[-+]?[0-9]+")
_ODD_INT = re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+")
_NOT_A_NUMBER = re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")
_NULLS = ("null", "Null", "NULL", "~", "")
_TRUES = ("true", "True", "TRUE")
_FALSES = ("false", "False", "FALSE")


class _YamlReader:
    """Builds plain data from the events of one document, by its own stack."""

    def __init__(self, text: str, file: str) -> None:
        loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        self.events: Iterator[Any] = yaml.parse(text, Loader=loader)
        self.file = file
        self.lines: dict[Path, int] = {}
        self.parts = 0

    def read(self) -> Loaded:
        data: Any = None
        documents = 0
        for event in self.events:
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    self.fail("one board is read, and here begins a second document", event)
            elif not isinstance(
                event, (yaml.StreamStartEvent, yaml.StreamEndEvent, yaml.DocumentEndEvent)
            ):
                data = self.value(event, ())
        if not documents:
            raise empty_file(self.file)
        return Loaded(data, self.lines)

    def fail(self, message: str, event: Any, path: Path = (), hint: str = "") -> NoReturn:
        line = event.start_mark.line + 1
        raise BoardError(message, path=spell_path(path), line=line, file=self.file, hint=hint)

    def value(self, event: Any, path: Path) -> Any:
        """The value that begins with this event."""
        self.parts += 1
        if self.parts > MAX_PARTS:
            self.fail(f"the board has more than {MAX_PARTS} parts, the most that is read", event)
        if len(path) > MAX_DEPTH:
            self.fail(f"is nested deeper than {MAX_DEPTH} levels", event)
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            self.fail(
                f"the anchor or alias {show(event.anchor)} is not read", event, path,
                "write the value out",
            )  # fmt: skip
        if getattr(event, "tag", None):
            self.fail(f"the tag {show(event.tag)} is not read", event, path, "leave it out")
        self.lines[path] = event.start_mark.line + 1
        if isinstance(event, yaml.ScalarEvent):
            return self.scalar(event, path)
        if isinstance(event, yaml.SequenceStartEvent):
            return self.sequence(path)
        return self.mapping(path)

    def sequence(self, path: Path) -> list[Any]:
        items: list[Any] = []
        while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
            items.append(self.value(event, (*path, len(items))))
        return items

    def mapping(self, path: Path) -> dict[str, Any]:
        items: dict[str, Any] = {}
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            key = self.key(event, path)
            if key in items:
                self.fail(twice(key), event, path)
            items[key] = self.value(next(self.events), (*path, key))
            self.lines[(*path, key)] = event.start_mark.line + 1
        return items

    def key(self, event: Any, path: Path) -> str:
        self.parts += 1
        if not isinstance(event, yaml.ScalarEvent):
            self.fail("a key is a word, not a list or a mapping", event, path)
        if event.anchor or event.tag:
            self.fail("a key has no anchor and no tag", event, path)
        key = str(event.value)
        if key == "<<" and not event.style:
            self.fail("the merge key `<<` is not read", event, path, "write the keys out")
        return check_words(key, path, event.start_mark.line + 1, self.file)

    def scalar(self, event: Any, path: Path) -> Any:
        """YAML 1.2, 10.3: the core schema, for a plain scalar; any other is a text."""
        text = str(event.value)
        if event.style:
            return check_words(text, path, event.start_mark.line + 1, self.file)
        if text in _NULLS:
            return None
        if text in _TRUES or text in _FALSES:
            return text in _TRUES
        if _INT.fullmatch(text) or _ODD_INT.fullmatch(text):
            number = whole_number(text) if _INT.fullmatch(text) else _odd_number(text)
            if number is None:
                self.fail(f"the number {show(text)} is too large", event, path)
            return number
        if _NOT_A_NUMBER.fullmatch(text):
            self.fail(f"{show(text)} is not a number that a board can hold", event, path)
        return check_words(text, path, event.start_mark.line + 1, self.file)


def _odd_number(text: str) -> int | None:
    return int(text, 0) if len(text) <= MAX_DIGITS else None


def load_yaml(text: str, file: str = "") -> Loaded:
    """YAML text as plain data; every mapping's keys are texts."""
    try:
        return _YamlReader(text, file).read()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 1 if mark else 0
        problem = (error.problem or "it ends too early").lower()
        hint = "" if "escape" in problem else _yaml_hint(text, line)
        raise BoardError(f"is not YAML: {problem}", line=line, file=file, hint=hint) from None
    except yaml.YAMLError as error:
        problem = str(getattr(error, "reason", "") or "it can't be read").lower()
        raise BoardError(f"is not YAML: {problem}", file=file) from None


def _yaml_hint(text: str, line: int) -> str:
    lines = text.splitlines()[max(0, line - 2) : line]
    if any("\t" in one[: len(one) - len(one.lstrip())] for one in lines):
        return "indent with spaces"
    if any(mark in one for one in lines for mark in ("{", ": ", '"')):
        return 'put a text with `{`, `: ` or `"` in it in single quotes'
    return ""
