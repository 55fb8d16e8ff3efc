"""Predicates of static abilities: one verb phrase, as a tuple of changes (613.1, 205.1).

Where a verb phrase speaks of "all other ..." its tuple holds a mark; `effects.compose` resolves
the marks of a sentence when all its predicates are known.
"""

from collections.abc import Iterator
from typing import Any

from striate.cards import tree
from striate.cards.grammar.engine import Declined, Reading, terminal
from striate.cards.grammar.normal import Tokens
from striate.cards.grammar.notation import builds
from striate.cards.vocabulary import FAMILY_OF

# --- power and toughness --------------------------------------------------------------------------


# --- abilities ------------------------------------------------------------------------------------


@terminal("cost of", {"its", "the", "that", "their"})
def _cost_of(tokens: Tokens, at: int) -> Iterator[Reading]:
    end = at
    while end < len(tokens.keys) and tokens.keys[end] not in (".", '"'):
        end += 1
    words_read = tokens.slice(at, end)
    if "mana cost" in words_read:
        yield end, f"cost equal to {words_read}"


# --- types and colours ----------------------------------------------------------------------------


@builds
def is_each_of(parts: Any, also: str | None = None, beside: bool = False) -> Any:
    """205.1a: several subtypes of one family: "is a Mountain, Forest, and Plains"."""
    names = tuple(sorted(part.subtype for part in parts if isinstance(part, tree.HasSubtype)))
    families = {FAMILY_OF.get(name) for name in names}
    if len(names) != len(parts) or (len(parts) < 2 and not also) or len(families) != 1:
        raise Declined
    if also or beside:
        return (tree.AddTypes(subtypes=names),)
    return (tree.SetSubtypes(FAMILY_OF[names[0]], names),)
