"""Filters that look at one object alone, and at whose its source is.

Such a filter is asked once of an object for as long as the object is as it was, and of a group only
anew of what has changed. That changes no answer: nothing else that changes is looked at.
"""

from functools import lru_cache

from striate.cards import tree
from striate.cards.walking import any_node

_LOCAL = (
    tree.AllOf,
    tree.AnyOf,
    tree.Not,
    tree.HasType,
    tree.HasSubtype,
    tree.HasSupertype,
    tree.HasColor,
    tree.ColorCount,
    tree.IsToken,
    tree.HasKeyword,
    tree.HasNoAbilities,
    tree.Other,
)


@lru_cache(maxsize=65536)
def is_local(filter: tree.Filter) -> bool:
    """Whether the filter looks only at the object, and whose it is."""
    if isinstance(filter, tree.AllOf | tree.AnyOf):
        return all(is_local(part) for part in filter.parts)
    if isinstance(filter, tree.Not):
        return is_local(filter.part)
    if isinstance(filter, tree.ControlledBy):
        return filter.player in ("you", "opponent")
    words = [getattr(filter, name) for name in filter.__struct_fields__]
    chosen_word = any(isinstance(word, str) and word.startswith("@") for word in words)
    return isinstance(filter, _LOCAL) and not chosen_word


@lru_cache(maxsize=65536)
def taken_apart(filter: tree.Filter) -> tuple[tree.Filter, tree.Filter | None, bool]:
    """What it asks of each object by itself, what else, and whether the source counts.

    "Other" among the parts takes the source away (`is_of_others`), whatever the others mean.
    """
    parts = filter.parts if isinstance(filter, tree.AllOf) else (filter,)
    parts = tuple(part for part in parts if not isinstance(part, tree.Other))
    local = tuple(part for part in parts if is_local(part))
    others = tuple(part for part in parts if not is_local(part))
    own = local[0] if len(local) == 1 else tree.AllOf(local)
    rest = None if not others else others[0] if len(others) == 1 else tree.AllOf(others)
    return own, rest, any_node(local, (tree.Other,))


def is_of_others(filter: tree.Filter) -> bool:
    """Whether the source is not meant."""
    parts = filter.parts if isinstance(filter, tree.AllOf) else (filter,)
    return any(isinstance(part, tree.Other) for part in parts)
