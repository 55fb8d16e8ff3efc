"""Numbers and counters in a line: `2 +1/+1, 1 level`, `a flying counter and two level counters`."""

import re
from collections.abc import Iterator

from striate.boards.errors import BoardError, show
from striate.cards.vocabulary import NUMBER_WORDS

_WORDS = {**NUMBER_WORDS, "a": 1, "an": 1}
_COUNTERS = re.compile(r"(-?\d+|\?|\d+\.\.\d+|[a-z]+)\s+(\S.*?)(?:\s+counters?)?", re.IGNORECASE)
_BETWEEN = re.compile(r"\s*,\s*(?:and\s+)?|\s+and\s+")


def number(text: str) -> int | None:
    """A number in digits or as a word; None if it is none."""
    return int(text) if re.fullmatch(r"-?\d{1,9}", text) else _WORDS.get(text.lower())


def counters(text: str) -> Iterator[tuple[str, int | str]]:
    """Kinds and numbers."""
    for part in _BETWEEN.split(text):
        match = _COUNTERS.fullmatch(part.strip())
        many: int | str | None = number(match.group(1)) if match else None
        if match is not None and many is None and not match.group(1).isalpha():
            many = match.group(1)  # a hole
        if match is None or many is None:
            raise BoardError(
                f"{show(part.strip())} is not a number of counters",
                hint='expected for example "2 +1/+1"',
            )
        yield match.group(2).strip(), many


def are_counters(text: str) -> bool:
    """Whether the words say that counters are on something: `a +1/+1 counter`."""
    try:
        return text.lower().endswith(("counter", "counters")) and bool(dict(counters(text)))
    except BoardError:
        return False
