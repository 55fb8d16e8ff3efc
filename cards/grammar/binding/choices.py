"""What "the chosen type" is, by what the linked ability lets a player choose (607.2d, 608.2d)."""

import re
from collections.abc import Iterator
from typing import Any, TypeVar

from striate.cards import tree
from striate.cards.tree import Ability
from striate.cards.walking import nodes, rewrite

_TREE = TypeVar("_TREE")


def with_choice(abilities: tuple[Ability, ...]) -> tuple[Ability, ...]:
    """607.2d: "the chosen type" is of the kind that the linked ability chooses."""
    abilities = tuple(_of_kind(ability, list(_chosen_in(ability))) for ability in abilities)
    chosen = (a for a in abilities if isinstance(a, tree.EntersChoose | tree.Opaque))
    kinds = {kind for ability in chosen for kind in _chosen_in(ability)}
    return _of_kind(abilities, list(kinds)) if len(kinds) == 1 else abilities


_CHOICE = re.compile(r"\bchoose an? (?:nonbasic )?((?:[a-z]+ )?[a-z]+ type)\b")


def _chosen_in(ability: Ability) -> Iterator[str]:
    """The kinds of type that are chosen as the ability resolves, or as its source enters."""
    for node in nodes(ability):
        if isinstance(node, tree.EntersChoose) and node.kind.endswith(" type"):
            yield node.kind
        words = getattr(node, "verb", "") or getattr(node, "words", "")
        words = node.template if isinstance(node, tree.Prose) else words
        if isinstance(words, str):
            yield from _CHOICE.findall(words)


_OF_CREATURE_TYPE = tree.HasSubtype("@creature type")
_OTHERS: dict[str, tree.Filter] = {
    "card type": tree.HasType("@card type"),
    "permanent type": tree.HasType("@card type"),
    "planeswalker type": tree.Unknown("of the chosen type"),  # which no board tells
}


def _of_kind(value: _TREE, kinds: list[str]) -> _TREE:
    """The value where the first kind is what "the chosen type" is of."""
    kind = kinds[0] if kinds else "creature type"
    if kind == "creature type":
        return value

    def of_that_kind(part: Any) -> Any:
        if part == _OF_CREATURE_TYPE and kind in _OTHERS:
            return _OTHERS[kind]
        if not kind.endswith("land type"):
            return part
        if isinstance(part, tree.SetSubtypes) and part.subtypes == ("@creature type",):
            return tree.SetSubtypes("land", (f"@{kind}",))
        return f"@{kind}" if part == "@creature type" else part

    changed: _TREE = rewrite(value, of_that_kind)
    return changed
