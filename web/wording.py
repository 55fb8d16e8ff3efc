"""Abilities and modes in words for the page: short where a button has to hold them."""

from collections.abc import Mapping
from typing import Any

from striate.cards import tree
from striate.cards.catalogue.display import text_of

_SHORT = 88  # characters that a button holds


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
