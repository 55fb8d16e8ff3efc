"""JSON into plain data, read strictly: no key twice, no NaN, no infinity."""

import json
import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from typing import Any, NoReturn

from striate.boards.errors import BoardError, Path, show
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
                raise _JsonMistake(twice(key), key=key)
            seen.add(key)
    return items


def _json_int(digits: str) -> int:
    number = whole_number(digits)
    if number is None:
        raise _JsonMistake(f"the number {show(digits)} is too large")
    return number


def _json_constant(name: str) -> NoReturn:
    raise _JsonMistake(f"{show(name)} is not a number that a board can hold")


_DECODER = json.JSONDecoder(
    object_pairs_hook=_pairs, parse_int=_json_int, parse_float=str, parse_constant=_json_constant
)
_JSON_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+')

_REFUSED = re.compile(rf"NaN|-?Infinity|-?[1-9][0-9]{{{MAX_DIGITS},}}")


def load_json(text: str, file: str = "", *, with_lines: bool = True) -> Loaded:
    """JSON text as plain data."""
    if not text.strip():
        raise empty_file(file)
    try:
        data = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        message = error.msg[:1].lower() + error.msg[1:]
        raise BoardError(f"is not JSON: {message}", line=error.lineno, file=file) from None
    except RecursionError:
        raise BoardError(f"is nested deeper than {MAX_DEPTH} levels", file=file) from None
    except _JsonMistake as error:
        key, line = _place_of_mistake(text, error.key) if with_lines else (error.key, 0)
        message = twice(key) if key else str(error)
        raise BoardError(message, line=line, file=file) from None
    _check_size(data, file)
    lines = {path: line for path, line, _ in _json_parts(text)} if with_lines else {}
    _check_texts(data, (), lines, file)
    return Loaded(data, lines)


def _check_size(data: object, file: str) -> None:
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


def _check_texts(data: object, path: Path, lines: Mapping[Path, int], file: str) -> None:
    """Escapes can bring in characters that the file's text does not have."""
    if isinstance(data, str):
        check_words(data, path, lines.get(path, 0), file)
    elif isinstance(data, list):
        for index, value in enumerate(data):
            _check_texts(value, (*path, index), lines, file)
    elif isinstance(data, dict):
        for key, value in data.items():
            check_words(key, path, lines.get(path, 0), file)
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
