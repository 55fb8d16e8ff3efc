"""The abilities of an object that resolve, as `ability: N` counts them (602, 603)."""

from striate.cards import tree
from striate.cards.meanings import meaning
from striate.encodings.algebra import TRUE
from striate.encodings.state import Chars

Resolvable = tree.Activated | tree.Triggered | tree.Chapter | tree.ClassLevel | tree.Opaque


def present(chars: Chars) -> list[tree.Ability]:
    return [
        ability
        for held in chars.abilities
        if held.present == TRUE
        for guard, ability in held.alternatives
        if guard == TRUE
    ]


def resolvable(ability: tree.Ability) -> list[Resolvable]:
    """602, 603: what of the ability `ability: N` counts, in order."""
    if isinstance(ability, tree.Activated | tree.Triggered | tree.Chapter | tree.ClassLevel):
        return [ability]
    if isinstance(ability, tree.Opaque):
        return [ability] if ability.kind in ("activated", "triggered", "chapter") else []
    if isinstance(ability, tree.Keyword):
        return [
            each
            for each in meaning(ability)
            if isinstance(each, tree.Activated | tree.Triggered | tree.Chapter)
        ]
    return []
