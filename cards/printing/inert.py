"""Canonical text of what changes nothing: the words of its form with the parts in their places."""

import re
from collections.abc import Callable
from typing import Any

from striate.cards import tree as t
from striate.cards.grammar.inert.forms import SLOTS
from striate.cards.printing.by_rule import say
from striate.cards.printing.canonical import prints, sentence
from striate.cards.printing.nouns import condition, counted, group_phrase, measure, noun_phrase
from striate.cards.printing.targets import who
from striate.cards.printing.words import article, number

_SLOT = re.compile(r"<([\w ]+)>")
_MANY = re.compile(r"(?:<n>|X|number of) $")  # before a noun in the plural
_VERB = re.compile(r"\b(?!and/or\b)([a-z']+)/([a-z']+)\b")


_WORDS: dict[str, Callable[[Any], str]] = {
    "group": group_phrase,
    "noun": group_phrase,
    "a": lambda value: article(group_phrase(value)),
    "amount": lambda value: number(value.value) if isinstance(value, t.Num) else measure(value),
    "each": lambda value: counted(value) or measure(value),
    "cond": condition,
    "filter": noun_phrase,
    "one target": who,
    "subtype": str,
}


def _said(slot: str, value: Any) -> str:
    if slot in _WORDS:
        return _WORDS[slot](value)
    return say(SLOTS.get(slot, ""), value) or str(value)


@prints(t.Inert)
def _line(value: t.Inert) -> str:
    return sentence(inert(value))


def inert(value: t.Inert, first_many: bool = False) -> str:
    """The words with each part in its slot, and each verb as its subject asks.

    `first_many`: a group that stands first is said in the plural.
    """
    parts = iter(value.parts)
    before: Any = None
    others = "<subject>" in value.words and value.parts[0] not in ("you", "they")

    def filled(match: re.Match[str]) -> str:
        nonlocal before
        part, number_before = next(parts), before
        before = part
        if isinstance(part, t.Inert):
            return inert(part, match.start() == 0 and cast_many)
        many = number_before != 1 and _MANY.search(words[: match.start()])
        many = many or (first_many and match.start() == 0)
        if many and match[1] == "group" and isinstance(part, t.Each):
            return group_phrase(part, plural=True)
        return _said(match[1], part)

    cast = value.parts[0] if value.words.startswith("<cast> costs") else None
    cast_many = isinstance(cast, t.Inert) and cast.words.startswith("<group>")
    words = _VERB.sub(r"\2" if others else r"\1", value.words)
    words = words.replace(" costs ", " cost ", 1) if cast_many else words
    words = _COUNTED.sub(lambda match: _FIGURES[match[1]], _SLOT.sub(filled, words))
    return _NEXT_SENTENCE.sub(lambda match: match[0].upper(), words)


_NEXT_SENTENCE = re.compile(r"(?<=[a-z]\. )[a-z]")
# Damage and life are written in digits.
_FIGURES = {number(value): str(value) for value in range(1, 21)}
_COUNTED = re.compile(rf"\b({'|'.join(_FIGURES)})(?= (?:\w+ )?(?:damage|life)\b)")
