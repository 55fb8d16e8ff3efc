"""Plain data as YAML in the style of the format's examples, and as JSON.

Steps and the parts of a board are blocks; small mappings and lists stand in braces on one line.
Whatever is written is read back as it was: every text that could be read as something else, here
or by a reader of YAML 1.1, is put in quotes.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

_WIDTH = 100

# A text that can stand as it is: in braces, and in a block.
_PLAIN = re.compile(r"[A-Za-z_À-ɏ][\w À-ɏ'’–—…•/.()+!;*-]*|[+-]\d+/[+-]\d+")
_PLAIN_IN_BLOCK = re.compile(r"[A-Za-z_À-ɏ][\w À-ɏ'’–—…•/.()+!;?*,-]*|[A-Za-z]+://[\w+./?=&%~#-]+")
# What YAML 1.1 or 1.2 reads as something else than a text.
_OTHERWISE = frozenset(["y", "n", "yes", "no", "on", "off", "true", "false", "null", "nan", "inf"])
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def to_json(document: Mapping[str, object], *, indent: int | None = None) -> str:
    """JSON on one line, or indented."""
    return json.dumps(document, ensure_ascii=False, indent=indent)


def to_yaml(document: Mapping[str, object]) -> str:
    """YAML with a final line break."""
    return "\n".join(_mapping(document, 0) if document else ["{}"]) + "\n"


def _mapping(mapping: Mapping[str, Any], indent: int) -> Iterator[str]:
    """The lines of a block mapping."""
    space = " " * indent
    for key, value in mapping.items():
        # The format's own key `on` stands as it does in the format.
        head = f"{space}{key if key == 'on' else _scalar(key, _PLAIN_IN_BLOCK)}:"
        block = _literal(value, indent + 2)
        line = f"{head} {flow(value, _PLAIN_IN_BLOCK)}"
        if block:
            yield f"{head} |-"
            yield from block
        elif indent and len(line) <= _WIDTH or not _has_parts(value):
            yield line
        elif isinstance(value, Mapping):
            yield head
            yield from _mapping(value, indent + 2)
        else:
            yield head
            yield from _sequence(value, indent + 2)


def _sequence(items: Sequence[object], indent: int) -> Iterator[str]:
    """The lines of a block list."""
    space = " " * indent
    for item in items:
        line = f"{space}- {flow(item, _PLAIN_IN_BLOCK)}"
        if isinstance(item, Mapping) and item:
            first, *rest = _mapping(item, indent + 2)
            yield f"{space}- {first[indent + 2 :]}"
            yield from rest
        elif isinstance(item, list) and len(line) > _WIDTH:
            first, *rest = _sequence(item, indent + 2)
            yield f"{space}- {first[indent + 2 :]}"
            yield from rest
        else:
            yield line


def _has_parts(value: object) -> bool:
    """A mapping, or a list of more than texts and numbers, with something in it."""
    if isinstance(value, Mapping):
        return bool(value)
    return isinstance(value, list) and any(isinstance(item, (Mapping, list)) for item in value)


def _literal(value: object, indent: int) -> list[str]:
    """The lines of a text of several lines, if it can stand as it is below `|-`."""
    if not isinstance(value, str) or "\n" not in value:
        return []
    lines = value.split("\n")
    fits = all(line.isprintable() and line == line.strip() and line for line in lines)
    return [" " * indent + line for line in lines] if fits else []


def flow(value: object, plain: re.Pattern[str] = _PLAIN) -> str:
    """A value on one line; `plain` is a text that needs no quotes, where it is no list's part."""
    if isinstance(value, Mapping):
        items = (f"{_scalar(key)}: {flow(item)}" for key, item in value.items())
        return "{" + ", ".join(items) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(flow(item) for item in value) + "]"
    return _scalar(value, plain)


def _scalar(value: object, plain: re.Pattern[str] = _PLAIN) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    text = str(value)
    if plain.fullmatch(text) and text.lower() not in _OTHERWISE and text == text.strip():
        return text
    return '"' + "".join(_escaped(letter) for letter in text) + '"'


def _escaped(letter: str) -> str:
    if letter in _ESCAPES:
        return _ESCAPES[letter]
    if letter.isprintable():
        return letter
    code = ord(letter)
    return f"\\U{code:08x}" if code > 0xFFFF else f"\\u{code:04x}"
