"""Abilities and modes in words for the page: short where a button has to hold them."""

import re
from collections.abc import Mapping
from typing import Any

from striate.cards import tree
from striate.cards.catalogue.display import text_of

_SHORT = 88  # characters that a button holds
_WORD = re.compile(r"`([^`\n]*)`")
_POINTED = re.compile(r"\n[^\n]*\n *\^+ *(?=\n|$)")  # a line of a terminal, and what points into it


def mode_words(body: tree.Body) -> str:
    """What a mode does."""
    return shortened(text_of(tree.Spell(body), None))


def shortened(text: str, most: int = _SHORT) -> str:
    """The text up to so many characters, cut between words."""
    flat = " ".join(text.split())
    if len(flat) <= most:
        return flat
    return flat[:most].rsplit(" ", 1)[0].rstrip(",;:") + " …"


def summary_of(step: Mapping[str, Any]) -> str:
    """What a step says, in one line: "2 +1/+1, on Student of Warfare"."""
    (_, value), *others = step.items()
    rest = (f"{key.replace('_', ' ')} {value_words(each)}" for key, each in others)
    first = "" if value is True else " ".join(value_words(value).split())
    return ", ".join(filter(None, (first, *rest)))


def value_words(value: object) -> str:
    """A value of a step in words."""
    if isinstance(value, dict):
        return ", ".join(f"{value_words(number)} {kind}" for kind, number in value.items())
    if isinstance(value, list):
        return ", ".join(map(value_words, value))
    return str(value)


def sentences(message: str) -> str:
    """A message as a page says it: no marks of a terminal, a sentence for each of its lines."""
    lines = [line.strip() for line in _POINTED.sub("", message).split("\n")]
    ended = [line if line.endswith((".", "?", "!", ":")) else f"{line}." for line in lines[:-1]]
    first, *others = [*ended, lines[-1]]
    return _WORD.sub(r"“\1”", " ".join([first, *(each[:1].upper() + each[1:] for each in others)]))
