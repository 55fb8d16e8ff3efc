"""A card as it is understood: canonical wording, layers, and what is not understood."""

import re
from collections.abc import Callable, Iterator

from striate.cards import layers_of
from striate.cards.catalogue.unsealing import unseal
from striate.cards.doubtful import doubts
from striate.cards.printing import canonical
from striate.cards.prose import is_sealed, is_understood
from striate.cards.tree import Ability, Card, Face, Opaque

Words = Callable[[str], str | None]

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
    unread = []
    for ability in face.abilities:
        if is_understood(ability):
            yield from _ability(ability, words)
        else:
            unread.append(ability)
    if unread:
        yield "not understood:"
    for ability in unread:
        yield from _ability(ability, words)


def _types(face: Face) -> str:
    """205.1: the type line."""
    line = " ".join((*face.supertypes, *face.types))
    return f"{line} — {' '.join(face.subtypes)}" if face.subtypes else line


def _box(face: Face) -> str:
    if face.printed_power or face.printed_toughness:
        return f"{face.printed_power}/{face.printed_toughness}"
    return face.loyalty and f"loyalty {face.loyalty}" or face.defense and f"defense {face.defense}"


def _ability(ability: Ability, words: Words) -> Iterator[str]:
    """An ability's text, a mark for what can matter, and its layers."""
    notes = []
    layers = layers_of.layers_of(ability)
    if layers:
        notes.append(f"layer{'s' if len(layers) > 1 else ''} {', '.join(layers)}")
    if _may_touch(ability):
        notes.append("may change characteristics")
    first, *rest = text_of(ability, words).split("\n")
    yield f"  {first[:1].upper()}{first[1:]}" + (f"  [{'; '.join(notes)}]" if notes else "")
    for line in rest:
        yield f"    {line}"


def _may_touch(ability: Ability) -> bool:
    body = getattr(ability, "body", None)
    return bool(
        (isinstance(ability, Opaque) and ability.touches) or (body is not None and body.touches)
    )


def text_of(ability: Ability, words: Words | None) -> str:
    """The canonical text of an ability, with the words behind its seals where they are known."""
    opened = unseal(ability, words) if words else ability
    kind = opened.kind if isinstance(opened, Opaque) else type(opened).__name__.lower()
    if isinstance(opened, Opaque) and is_sealed(opened.prose):
        return _without_words(kind, opened.cost)
    try:
        text = canonical.show(opened)
    except (canonical.NotPrintable, LookupError):
        return _without_words(kind)
    return _SEAL.sub("…", text)


def holds_seal(text: str) -> bool:
    """Whether words of the text are not in the catalogue, so that nobody can read it back."""
    return _SEAL.search(text) is not None


def _without_words(kind: str, cost: str = "") -> str:
    """What is said of an ability whose words are not in the catalogue."""
    what = (
        "a line" if kind == "unknown" else f"{'an' if kind[0] in 'aeiou' else 'a'} {kind} ability"
    )
    return f"{cost}: {what} {UNKNOWN_WORDS}" if cost else f"{what} {UNKNOWN_WORDS}"
