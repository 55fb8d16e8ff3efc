"""A card as it is understood: canonical wording, layers, and what is not understood."""

import re
from collections.abc import Callable, Iterator
from typing import Any

from striate.cards import layers_of
from striate.cards.catalogue.saying import in_plain_words, unread, with_x
from striate.cards.catalogue.unsealing import unseal
from striate.cards.doubtful import doubts
from striate.cards.printing import canonical
from striate.cards.printing.host_nouns import host_words, with_host
from striate.cards.printing.mentioned import spoken
from striate.cards.prose import is_understood
from striate.cards.tree import (
    Ability,
    Activated,
    Card,
    Chapter,
    Face,
    Opaque,
    Prose,
    Spell,
    Triggered,
)

Words = Callable[[str], str | None]

_KINDS: dict[type, Any] = {
    Activated: "activated", Triggered: "triggered", Chapter: "chapter", Spell: "spell",
}  # fmt: skip
_INSIDE_QUOTES = re.compile(r'\."(,?)(?= [a-z])')  # where the sentence around it goes on
_SEAL = re.compile(r"#[0-9a-f]{16}")
UNKNOWN_WORDS = "(its words are known after `striate cards import`)"


def lines_of(card: Card, words: Words) -> Iterator[str]:
    """The card, line by line; `words` gives the text behind a seal."""
    for number, face in enumerate(card.faces):
        if number:
            yield "//"
        yield from _face(face, words)
    for doubt in doubts(card):
        yield f"doubtful: {doubt}"


def _face(face: Face, words: Words) -> Iterator[str]:
    yield f"{face.name}  {face.mana_cost}".rstrip()
    yield "  ".join(part for part in (_types(face), _box(face)) if part)
    not_read = []
    for ability in face.abilities:
        if is_understood(ability):
            yield from _ability(ability, words, face)
        else:
            not_read.append(ability)
    if not_read:
        yield "not understood:"
    for ability in not_read:
        yield from _ability(ability, words, face)


def _types(face: Face) -> str:
    """205.1: the type line."""
    line = " ".join((*face.supertypes, *face.types))
    return f"{line} — {' '.join(face.subtypes)}" if face.subtypes else line


def _box(face: Face) -> str:
    if face.printed_power or face.printed_toughness:
        return f"{face.printed_power}/{face.printed_toughness}"
    return face.loyalty and f"loyalty {face.loyalty}" or face.defense and f"defense {face.defense}"


def _ability(ability: Ability, words: Words, face: Face) -> Iterator[str]:
    """An ability's text, a mark for what can matter, and its layers."""
    notes = []
    layers = layers_of.layers_of(ability)
    if layers:
        notes.append(f"layer{'s' if len(layers) > 1 else ''} {', '.join(layers)}")
    if _may_touch(ability):
        notes.append("may change characteristics")
    text = with_host(text_of(ability, words), host_words(face.subtypes, face.abilities))
    first, *rest = text.split("\n")
    yield f"  {canonical.capital(first)}" + (f"  [{'; '.join(notes)}]" if notes else "")
    for line in rest:
        yield f"    {line}"


def _may_touch(ability: Ability) -> bool:
    body = getattr(ability, "body", None)
    return bool(
        (isinstance(ability, Opaque) and ability.touches) or (body is not None and body.touches)
    )


def text_of(ability: Ability, words: Words | None) -> str:
    """The canonical text of an ability, with the words behind its seals where they are known."""
    opened = in_plain_words(unseal(ability, words) if words else ability)
    try:
        with spoken():
            return _INSIDE_QUOTES.sub(_in_a_sentence, with_x(canonical.show(opened)))
    except (canonical.NotPrintable, LookupError):
        return unread(Opaque(_KINDS.get(type(opened), "static"), Prose("")))


def _in_a_sentence(end: re.Match[str]) -> str:
    return f'{end[1]}"'


def holds_seal(text: str) -> bool:
    """Whether words of the text are not in the catalogue, so that nobody can read it back."""
    return _SEAL.search(text) is not None
