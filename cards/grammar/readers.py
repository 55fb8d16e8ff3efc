"""Who reads what kind of paragraph: the places where parts of the language plug in.

A part of the language registers a function with `@reads(kind)`; `language` calls it. Until a
part does, and whenever it returns None, the paragraph is opaque.

- "activated": (cost, rest, word, loyalty) -> Ability | None; `rest` is what follows the colon.
- "triggered": (text, word) -> Ability | None; `text` begins with When, Whenever or At.
- "spell": (paragraphs) -> Ability | None; all instruction paragraphs of an instant or sorcery.
- "chapter": (numbers, text) -> Ability | None.
- "replacement": (text) -> Ability | None; a paragraph that no static rule reads.
- "effect": (text) -> Body | None; a resolved effect given as rules text.
- "exceptions": (text) -> tuple of CopyExtra | None; what follows "except".

All texts are normalised. An ability word (207.2c) is cut off before and passed as `word`.
"""

from collections.abc import Callable
from typing import Any, Literal, TypeAlias

_Kind: TypeAlias = Literal[
    "activated", "triggered", "spell", "chapter", "replacement", "effect", "exceptions"
]
_READERS: dict[_Kind, Callable[..., Any]] = {}


def reads(kind: _Kind) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Registers the reader of that kind of paragraph."""

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        _READERS[kind] = function
        return function

    return register


def read_as(kind: _Kind, *arguments: Any) -> Any:
    """What the registered reader makes of it; None if there is none or it declines."""
    reader = _READERS.get(kind)
    return None if reader is None else reader(*arguments)
