"""A line of one's own, read: what it is understood as, its tree, or where reading stopped."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from striate.cards import language
from striate.cards.catalogue.display import text_of
from striate.cards.catalogue.printed import type_line
from striate.cards.prose import is_understood
from striate.cards.stopping import Stop, stops_of
from striate.cards.tree import Ability, Node


@dataclass(frozen=True, slots=True)
class Read:
    """The abilities of a text, and where reading stopped."""

    abilities: tuple[Ability, ...]
    stops: tuple[Stop, ...]

    @property
    def understood(self) -> bool:
        return not self.stops

    def lines(self) -> Iterator[str]:
        for ability in self.abilities:
            if is_understood(ability):
                yield text_of(ability, None)
                yield from outline(ability, 1)
        for stop in self.stops:
            yield f"not understood: {stop.told()}"

    def as_json(self) -> dict[str, Any]:
        return {
            "understood": self.understood,
            "abilities": [
                {"text": text_of(ability, None), "tree": msgspec.to_builtins(ability)}
                for ability in self.abilities
            ],
            "stops": [
                {"read": s.read, "rest": s.rest, "expected": list(s.expected), "nearest": s.nearest}
                for s in self.stops
            ],
        }


def read_text(text: str, *, types: str = "", name: str = "") -> Read:
    """Reads the text as that of a face with the type line; `NotPrinted` if that is none.

    Without one it is the text of a permanent, or of an instant where only that is understood.
    """
    if not types:
        permanent = read_text(text, types="Enchantment", name=name)
        spell = permanent if permanent.understood else read_text(text, types="Instant", name=name)
        return spell if spell.understood else permanent
    supertypes, kinds, subtypes = type_line(types)
    abilities = language.parse_face(
        text, name=name, supertypes=supertypes, types=kinds, subtypes=subtypes
    )
    return Read(abilities, tuple(stops_of(abilities)))


def outline(value: Any, depth: int = 0, before: str = "") -> Iterator[str]:
    """The tree, a value a line: its class, and under it those of its fields that say something."""
    indent = "  " * depth
    if isinstance(value, tuple):
        for part in value:
            yield from outline(part, depth, before)
        return
    if not isinstance(value, Node):
        yield f"{indent}{before}{value}"
        return
    lines = {}
    for field in msgspec.structs.fields(value):
        inner = getattr(value, field.name)
        if inner != field.default and inner is not None and inner != ():
            lines[field.name] = inner
    plain = [
        f"{name} {inner}" for name, inner in lines.items() if not isinstance(inner, Node | tuple)
    ]
    words = [f"{name} {', '.join(inner)}" for name, inner in lines.items() if _are_words(inner)]
    yield f"{indent}{before}{type(value).__name__}" + "".join(
        f"  {part}" for part in (*plain, *words)
    )
    for name, inner in lines.items():
        if isinstance(inner, Node | tuple) and not _are_words(inner):
            yield from outline(inner, depth + 1, f"{name}: ")


def _are_words(value: Any) -> bool:
    return isinstance(value, tuple) and all(isinstance(part, str) for part in value)
