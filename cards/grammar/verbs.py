"""Predicates of static abilities: one verb phrase, as a tuple of changes (613.1, 205.1).

Where a verb phrase speaks of "all other ..." its tuple holds a mark; `effects.compose` resolves
the marks of a sentence when all its predicates are known.
"""

from collections.abc import Iterator
from typing import Any

from striate.cards import tree
from striate.cards.grammar.amounts import has_x, plus
from striate.cards.grammar.engine import Declined, Reading, decline, terminal
from striate.cards.grammar.normal import Tokens
from striate.cards.grammar.notation import builds
from striate.cards.grammar.nouns import all_of
from striate.cards.grammar.predicates import scaled
from striate.cards.tree import (
    ModifyPT,
    Num,
)
from striate.cards.vocabulary import FAMILY_OF

# --- power and toughness --------------------------------------------------------------------------


@builds
def gets_for_its_types(change: ModifyPT, most: int | None = None) -> Any:
    kinds: tree.Amount = tree.CountDistinct("creature type", tree.Is(tree.Affected()))
    if most is not None:
        kinds = tree.Greatest((kinds, Num(most)), least=True)
    return decline() if has_x(change) else (scaled(change, kinds),)


@builds
def gets_for_namesakes(change: ModifyPT, group: tree.Each) -> Any:
    """201.2a: the others are those that are not the creature that gets it."""
    it = tree.Affected()
    alike = all_of((group.filter, tree.SharesWith("name", it), tree.Not(tree.Is(it))))
    return decline() if has_x(change) else (scaled(change, tree.Count(alike, group.zone)),)


@builds
def gets_for_both(one: ModifyPT, first: Any, two: ModifyPT, second: Any) -> Any:
    if has_x(one) or has_x(two):
        raise Declined
    left, right = scaled(one, first), scaled(two, second)
    power = plus(left.power, right.power)
    return (ModifyPT(power, plus(left.toughness, right.toughness)),)


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


@builds
def is_two(one: Any, words: Any) -> Any:
    """205.1b: "1/1 green Elf creatures and Forest lands in addition to their other types"."""
    types = tuple(part.type for part in words if isinstance(part, tree.HasType))
    subtypes = tuple(part.subtype for part in words if isinstance(part, tree.HasSubtype))
    if not one.types or not types or one.supertypes:
        raise Declined
    added = tree.AddTypes(
        tuple(sorted({*one.types, *types})), tuple(sorted({*one.subtypes, *subtypes}))
    )
    colors = () if one.colors is None else (tree.SetColors(one.colors),)
    box = () if one.box is None else (one.box,)
    return (added, *colors, *box)
