"""Questions that are asked of what is written, before anything is worked out."""

from collections.abc import Callable
from functools import lru_cache

from striate.cards.walking import any_node


@lru_cache(maxsize=16384)
def mentions(value: object, kinds: tuple[type, ...]) -> bool:
    """Whether a node of one of those kinds is anywhere in the tree."""
    return any_node(value, kinds)


@lru_cache
def in_words(*kinds: type) -> Callable[[object], bool]:
    """The question whether a node of one of those kinds is anywhere in the words."""
    return lambda words: any_node(words, kinds)
