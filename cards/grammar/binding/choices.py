"""What "the chosen type" is, by what the linked ability lets a player choose (607.2d, 608.2d)."""

from typing import Any, TypeVar

from striate.cards import tree
from striate.cards.tree import Ability
from striate.cards.walking import nodes, rewrite

_TREE = TypeVar("_TREE")


def with_choice(abilities: tuple[Ability, ...]) -> tuple[Ability, ...]:
    """607.2d: "the chosen type" is of the kind that the linked ability chooses."""
    abilities = tuple(_with_land_type(ability) for ability in abilities)
    kinds = {a.kind for a in abilities if isinstance(a, tree.EntersChoose)}
    kinds &= {"creature type", "basic land type", "land type"}
    if len(kinds) != 1 or kinds == {"creature type"}:
        return abilities
    return _of_land_type(abilities, f"@{kinds.pop()}")


def _with_land_type(ability: Ability) -> Ability:
    """608.2d: "that type" is a land type where the ability itself has one chosen."""
    choosing = [
        node.verb
        for node in nodes(ability)
        if isinstance(node, tree.Act) and node.verb in _LAND_TYPE_CHOICES
    ]
    return _of_land_type(ability, _LAND_TYPE_CHOICES[choosing[0]]) if choosing else ability


_LAND_TYPE_CHOICES = {
    "choose a basic land type": "@basic land type",
    "choose a land type": "@land type",
    "choose a nonbasic land type": "@land type",
}


def _of_land_type(abilities: _TREE, chosen: str) -> _TREE:
    def of_that_kind(value: Any) -> Any:
        if isinstance(value, tree.SetSubtypes) and value.subtypes == ("@creature type",):
            return tree.SetSubtypes("land", (chosen,))
        return chosen if value == "@creature type" else value

    changed: _TREE = rewrite(abilities, of_that_kind)
    return changed
