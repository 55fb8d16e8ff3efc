"""The words behind seals: what an import knows of a text that the trees do not hold."""

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from striate.cards.prose import is_sealed
from striate.cards.tree import Node, Prose
from striate.cards.vocabulary import COLORS

_TREE = TypeVar("_TREE")


def unseal(tree: _TREE, words: Callable[[str], str | None]) -> _TREE:
    """The tree with the texts that its digests stand for, where they are known."""

    def opened(value: Any) -> Any:
        if isinstance(value, Prose):
            template = words(value.template) if is_sealed(value) else None
            return value if template is None else Prose(template, tuple(map(_as_word, value.words)))
        if isinstance(value, str):
            text = words(value) if value.startswith("#") else None
            return value if text is None else text
        if isinstance(value, tuple):
            return tuple(opened(part) for part in value)
        if not isinstance(value, Node):
            return value
        changed = {}
        for name in value.__struct_fields__:
            old = getattr(value, name)
            if isinstance(old, Node | tuple | str) and (new := opened(old)) != old:
                changed[name] = new
        return msgspec.structs.replace(value, **changed) if changed else value

    result: _TREE = opened(tree)
    return result


def _as_word(word: str) -> str:
    """A sealed word has lost its capital: types have one, colours have none."""
    return word if word in COLORS else word.title()
