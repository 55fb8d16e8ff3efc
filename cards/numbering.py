"""602, 603: the abilities of an object that resolve, as a step `ability: N` counts them."""

from collections.abc import Iterable
from functools import lru_cache
from typing import cast

from striate.cards.meanings import meaning
from striate.cards.tree import (
    Ability,
    Activated,
    AddMana,
    Chapter,
    ClassLevel,
    Keyword,
    Opaque,
    Triggered,
)
from striate.cards.walking import any_node


@lru_cache(maxsize=16384)
def numbered(ability: Ability) -> tuple[Ability, ...]:
    """602, 603: its activated and triggered abilities in order; a keyword's by what it stands
    for."""
    if isinstance(ability, Keyword):
        return tuple(inner for part in meaning(ability) for inner in numbered(part))
    if isinstance(ability, Activated | Triggered | Chapter | ClassLevel):
        return (ability,)
    if isinstance(ability, Opaque) and ability.kind in ("activated", "triggered", "chapter"):
        return (ability,)
    return ()


def numbered_of(abilities: Iterable[object]) -> tuple[Ability, ...]:
    """The same of all that an object has, as `boards.timeline.Seen` holds them."""
    return tuple(one for each in abilities for one in numbered(cast(Ability, each)))


def is_only_mana(ability: Ability) -> bool:
    """605.3b: a mana ability that makes mana and nothing else has nothing to do with a board."""
    if not isinstance(ability, Activated) or ability.loyalty or ability.body.targets:
        return False
    steps = ability.body.steps
    return bool(steps) and all(isinstance(step, AddMana) for step in steps)


def is_mana_ability(ability: Ability) -> bool:
    """605.1a: it has no target, could add mana, and is no loyalty ability."""
    if not isinstance(ability, Activated) or ability.loyalty or ability.body.targets:
        return False
    return any_node(ability.body.steps, (AddMana,))
