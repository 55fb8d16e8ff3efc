"""The parts of a line: steps, a step's words and its options, what stands in quotes."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from striate.boards.errors import BoardError, show


def parts_of(text: str) -> Iterator[str]:
    """The steps of a line: what stands between semicolons and line breaks outside quotes."""
    for part in split(text, ";\n"):
        if part.strip():
            yield part.strip()


def split(text: str, marks: str) -> Iterator[str]:
    """The text cut at the marks that stand outside quotes, parentheses and braces."""
    start = depth = 0
    quoted = False
    for place, letter in enumerate(text):
        if letter == '"':
            quoted = not quoted
        elif quoted:
            continue
        elif letter in "({[":
            depth += 1
        elif letter in ")}]":
            depth = max(0, depth - 1)
        elif letter in marks and not depth:
            yield text[start:place]
            start = place + 1
    if quoted:
        raise BoardError(f"a quotation does not end: {show(text[text.rindex(chr(34)) :])}")
    yield text[start:]


class Phrase(NamedTuple):
    """A step's text without its options, and the options by name (a flag is True)."""

    words: str
    options: dict[str, Any]


def phrase(text: str) -> Phrase:
    """Options stand in parentheses at the end; a card's own parentheses need quotes."""
    if not text.endswith(")"):
        return Phrase(text, {})
    opening = _opening(text)
    options: dict[str, Any] = {}
    for option in split(text[opening + 1 : -1], ","):
        key, colon, value = option.partition(":")
        name = unquoted(key.strip())
        if not name:
            raise BoardError(f"an option is empty in {show(text)}")
        options[name] = value_of(value.strip()) if colon else True
    return Phrase(text[:opening].strip(), options)


def _opening(text: str) -> int:
    """Where the parenthesis opens that the text's last letter closes."""
    quoted, depth = False, 0
    for place in range(len(text) - 1, -1, -1):
        letter = text[place]
        if letter == '"':
            quoted = not quoted
        elif not quoted:
            depth += (letter == ")") - (letter == "(")
            if not depth:
                return place
    raise BoardError(f"a `)` has no `(`: {show(text)}")


def unquoted(text: str) -> str:
    if len(text) > 1 and text[0] == text[-1] == '"':
        return text[1:-1]
    return text


def value_of(text: str) -> Any:
    if re.fullmatch(r"-?\d+", text):
        return int(text)
    return {"true": True, "false": False}.get(text, unquoted(text))


def is_outside(text: str, place: int) -> bool:
    return text.count('"', 0, place) % 2 == 0


def cut(text: str, mark: str) -> tuple[str, str, str]:
    """The text before and after the first mark outside quotes."""
    for match in re.finditer(re.escape(mark), text):
        if is_outside(text, match.start()):
            return text[: match.start()], mark, text[match.end() :]
    return text, "", ""
