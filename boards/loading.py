"""Text into plain data, with the line of every part; whatever the text is, a clear error or data.

YAML is read from the parser's events, not by PyYAML's constructors: scalars by the core schema of
YAML 1.2 (`on`, `yes`, `no` and dates are words), no anchors, aliases, merge keys or tags, one
document. JSON is read strictly. Both: UTF-8 (a byte order mark is passed over), no key twice, no
NaN or infinity, limits on size, depth and number of parts. A number with a fraction stays the
text that it was written as: no value of a board file is one, but a rule's number looks like one.
"""

import json
import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path as FilePath
from typing import IO, Any, NoReturn

import yaml  # type: ignore[import-untyped]

from striate.boards.errors import BoardError, Path, show, spell_path

MAX_BYTES = 4_000_000  # of one board
MAX_PARTS = 150_000  # values and keys of one board
MAX_DEPTH = 32
MAX_DIGITS = 12

_INT = re.compile(r"[-+]?[0-9]+")
_ODD_INT = re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_NOT_A_NUMBER = re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")
_CONTROL = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]"
)
_NULLS = ("null", "Null", "NULL", "~", "")
_TRUES = ("true", "True", "TRUE")
_FALSES = ("false", "False", "FALSE")


@dataclass
class Loaded:
    """Plain data and where its parts stand; `only_line`: all of it is on that line."""

    data: Any
    lines: Mapping[Path, int] = field(default_factory=dict)
    only_line: int = 0

    def line(self, path: Path) -> int:
        """The line of that part, or of the innermost part around it that is known."""
        for length in range(len(path), -1, -1):
            line = self.lines.get(path[:length])
            if line:
                return line
        return self.only_line


def load_file(path: FilePath) -> Loaded:
    """The one board of a YAML or JSON file."""
    text = decode(read_bytes(path), str(path))
    return load_text(text, str(path), as_json=path.suffix.lower() == ".json")


def load_text(text: str, file: str = "", *, as_json: bool = False) -> Loaded:
    """The one board of a text in YAML or JSON."""
    found = _CONTROL.search(text)
    if found:
        line = text.count("\n", 0, found.start()) + 1
        raise BoardError(f"has the control character {show(found[0])}", file=file, line=line)
    return load_json(text, file) if as_json else load_yaml(text, file)


def load_lines(path: FilePath) -> Iterator[Loaded | BoardError]:
    """The boards of a `.jsonl` file, one after the other; empty lines are passed over."""
    file = str(path)
    empty = True
    try:
        with path.open("rb") as stream:
            for number, raw in _lines(stream):
                empty = False
                try:
                    yield _load_line(raw, number, file)
                except BoardError as error:
                    yield error
        if empty:
            yield _empty(file)
    except OSError as error:
        yield BoardError(f"can't be read ({_reason(error)})", file=file)


def _lines(stream: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """Numbered lines that are not empty; no more than MAX_BYTES + 1 bytes of each."""
    number = 0
    while raw := stream.readline(MAX_BYTES + 1):
        number += 1
        rest = raw
        while len(rest) > MAX_BYTES and not rest.endswith(b"\n"):
            rest = stream.readline(MAX_BYTES + 1)
        if raw.strip() or number == 1 and raw.startswith(b"\xef\xbb\xbf"):
            yield number, raw


def _load_line(raw: bytes, number: int, file: str) -> Loaded:
    if len(raw) > MAX_BYTES:
        raise _too_large(file, number)
    try:
        text = decode(raw, file)
        loaded = load_json(text, file, with_lines=False)
    except BoardError as error:
        error.line = number
        raise
    return Loaded(loaded.data, only_line=number)


def read_bytes(path: FilePath) -> bytes:
    """The bytes of a file that is not too large."""
    try:
        with path.open("rb") as stream:
            raw = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise BoardError(f"can't be read ({_reason(error)})", file=str(path)) from None
    if len(raw) > MAX_BYTES:
        raise _too_large(str(path), 0)
    return raw


def decode(raw: bytes, file: str = "") -> str:
    """Bytes as text: UTF-8, with or without a byte order mark."""
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise BoardError("is written in UTF-16", file=file, line=1, hint="save it as UTF-8")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise BoardError(
            f"the byte `0x{raw[error.start]:02x}` is not UTF-8",
            file=file,
            line=line,
            hint="save the file as UTF-8",
        ) from None
    return text


def _too_large(file: str, line: int) -> BoardError:
    limit = f"{MAX_BYTES // 1_000_000} MB"
    return BoardError(
        f"the board is larger than {limit}, the most that is read", file=file, line=line
    )


def _empty(file: str) -> BoardError:
    return BoardError("the file is empty", file=file, hint="a board has `steps`")


def _reason(error: OSError) -> str:
    return (error.strerror or "no such file").lower()


def _check_words(text: str, path: Path, line: int, file: str) -> str:
    """A text's characters are ones that can be printed."""
    found = _CONTROL.search(text)
    if found:
        raise BoardError(
            f"has the control character {show(found[0])}",
            path=spell_path(path),
            line=line,
            file=file,
        )
    return text


def _twice(key: str) -> str:
    return f"the key {show(key)} stands there twice"


def _whole_number(digits: str) -> int | None:
    return int(digits) if len(digits.lstrip("+-").lstrip("0")) <= MAX_DIGITS else None


# --- YAML -----------------------------------------------------------------------------------------


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
                    self.fail("a file holds one board, and here begins a second document", event)
            elif not isinstance(
                event, (yaml.StreamStartEvent, yaml.StreamEndEvent, yaml.DocumentEndEvent)
            ):
                data = self.value(event, ())
        if not documents:
            raise _empty(self.file)
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
                self.fail(_twice(key), event, path)
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
        return _check_words(key, path, event.start_mark.line + 1, self.file)

    def scalar(self, event: Any, path: Path) -> Any:
        """YAML 1.2, 10.3: the core schema, for a plain scalar; any other is a text."""
        text = str(event.value)
        if event.style:
            return _check_words(text, path, event.start_mark.line + 1, self.file)
        if text in _NULLS:
            return None
        if text in _TRUES or text in _FALSES:
            return text in _TRUES
        if _INT.fullmatch(text) or _ODD_INT.fullmatch(text):
            number = _whole_number(text) if _INT.fullmatch(text) else _odd_number(text)
            if number is None:
                self.fail(f"the number {show(text)} is too large", event, path)
            return number
        if _NOT_A_NUMBER.fullmatch(text):
            self.fail(f"{show(text)} is no number that a board can hold", event, path)
        return _check_words(text, path, event.start_mark.line + 1, self.file)


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
        raise BoardError(f"is no YAML: {problem}", line=line, file=file, hint=hint) from None
    except yaml.YAMLError as error:
        problem = str(getattr(error, "reason", "") or "it can't be read").lower()
        raise BoardError(f"is no YAML: {problem}", file=file) from None


def _yaml_hint(text: str, line: int) -> str:
    lines = text.splitlines()[max(0, line - 2) : line]
    if any("\t" in one[: len(one) - len(one.lstrip())] for one in lines):
        return "indent with spaces"
    if any(mark in one for one in lines for mark in ("{", ": ", '"')):
        return 'put a text with `{`, `: ` or `"` in it in single quotes'
    return ""


# --- JSON -----------------------------------------------------------------------------------------


class _JsonMistake(Exception):
    """A key that is twice there, or (`key` empty) a number that is refused: its place not known."""

    def __init__(self, message: str, key: str = "") -> None:
        super().__init__(message)
        self.key = key


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    items = dict(pairs)
    if len(items) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise _JsonMistake(_twice(key), key=key)
            seen.add(key)
    return items


def _json_int(digits: str) -> int:
    number = _whole_number(digits)
    if number is None:
        raise _JsonMistake(f"the number {show(digits)} is too large")
    return number


def _json_constant(name: str) -> NoReturn:
    raise _JsonMistake(f"{show(name)} is no number that a board can hold")


_DECODER = json.JSONDecoder(
    object_pairs_hook=_pairs, parse_int=_json_int, parse_float=str, parse_constant=_json_constant
)
_JSON_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+')

_REFUSED = re.compile(rf"NaN|-?Infinity|-?[1-9][0-9]{{{MAX_DIGITS},}}")


def load_json(text: str, file: str = "", *, with_lines: bool = True) -> Loaded:
    """JSON text as plain data."""
    if not text.strip():
        raise _empty(file)
    try:
        data = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        message = error.msg[:1].lower() + error.msg[1:]
        raise BoardError(f"is no JSON: {message}", line=error.lineno, file=file) from None
    except RecursionError:
        raise BoardError(f"is nested deeper than {MAX_DEPTH} levels", file=file) from None
    except _JsonMistake as error:
        key, line = _place_of_mistake(text, error.key) if with_lines else (error.key, 0)
        message = _twice(key) if key else str(error)
        raise BoardError(message, line=line, file=file) from None
    _check_size(data, file)
    lines = {path: line for path, line, _ in _json_parts(text)} if with_lines else {}
    _check_texts(data, (), lines, file)
    return Loaded(data, lines)


def _check_size(data: Any, file: str) -> None:
    """Neither too deep nor too many parts; level by level, so that no depth is too much for it."""
    level = [data]
    parts = 0
    for depth in range(MAX_DEPTH + 2):
        if not level:
            return
        if depth > MAX_DEPTH:
            raise BoardError(f"is nested deeper than {MAX_DEPTH} levels", file=file)
        below: list[Any] = []
        for value in level:
            if isinstance(value, list):
                below.extend(value)
            elif isinstance(value, dict):
                parts += len(value)
                below.extend(value.values())
        parts += len(level)
        if parts + len(below) > MAX_PARTS:
            message = f"the board has more than {MAX_PARTS} parts, the most that is read"
            raise BoardError(message, file=file)
        level = below


def _check_texts(data: Any, path: Path, lines: Mapping[Path, int], file: str) -> None:
    """Escapes can bring in characters that the file's text does not have."""
    if isinstance(data, str):
        _check_words(data, path, lines.get(path, 0), file)
    elif isinstance(data, list):
        for index, value in enumerate(data):
            _check_texts(value, (*path, index), lines, file)
    elif isinstance(data, dict):
        for key, value in data.items():
            _check_words(key, path, lines.get(path, 0), file)
            _check_texts(value, (*path, key), lines, file)


def _json_parts(text: str) -> Iterator[tuple[Path, int, str]]:
    """Path, line and first token of each part of a JSON text; a member's first token is its key."""
    breaks = [match.start() for match in re.finditer("\n", text)]
    stack: list[str | int | None] = []  # key or index in each container around; None: key to come
    after_key = False
    for match in _JSON_TOKEN.finditer(text):
        token = match[0]
        if token in ("]", "}"):
            stack.pop()
        elif token == ",":
            last = stack[-1]
            stack[-1] = last + 1 if isinstance(last, int) else None
        elif token == ":":
            after_key = True
        else:
            is_key = bool(stack) and stack[-1] is None and token[0] == '"'
            if is_key:
                stack[-1] = json.loads(token)
            if not after_key:
                path = tuple(part for part in stack if part is not None)
                yield path, bisect_right(breaks, match.start()) + 1, token
            after_key = False
            if token in "[{":
                stack.append(0 if token == "[" else None)


def _place_of_mistake(text: str, key: str) -> tuple[str, int]:
    """The first key that stands twice in one mapping (if one does), or the refused number's line.

    All of the text before the mistake is known to be JSON.
    """
    seen: set[Path] = set()
    for path, line, _ in _json_parts(text) if key else ():
        if path in seen:
            return str(path[-1]), line
        seen.add(path)
    for match in _JSON_TOKEN.finditer(text):
        if _REFUSED.fullmatch(match[0]):
            return "", text.count("\n", 0, match.start()) + 1
    return key, 0
