"""The words behind seals: what an import knows of a text that the trees do not hold."""

from collections.abc import Callable
from typing import Any, TypeVar

from striate.cards.prose import is_sealed
from striate.cards.tree import Prose
from striate.cards.vocabulary import COLORS
from striate.cards.walking import rewrite

_TREE = TypeVar("_TREE")


def unseal(tree: _TREE, words: Callable[[str], str | None]) -> _TREE:
    """The tree with the texts that its digests stand for, where they are known."""

    def opened(value: Any) -> Any:
        if isinstance(value, str):
            return (words(value) or value) if value.startswith("#") else value
        if not isinstance(value, Prose) or not is_sealed(value):
            return value
        template = words(value.template)
        return value if template is None else Prose(template, tuple(map(_as_word, value.words)))

    result: _TREE = rewrite(tree, opened)
    return result


def _as_word(word: str) -> str:
    """A sealed word has lost its capital: types have one, colours have none."""
    return word if word in COLORS else word.title()
