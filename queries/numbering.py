"""The activated and triggered abilities of an object by number, as a step `ability: N` counts them."""

from typing import cast

from striate.boards.timeline import Seen
from striate.cards.tree import Ability, Activated, Body, Chapter, Triggered
from striate.referee.abilitykinds import bodies


def numbered(seen: Seen) -> tuple[Ability, ...]:
    """602, 603: number N is the N-th of them, keywords by what they stand for."""
    # `Seen` holds objects, so that `boards.timeline` names no class of abilities.
    abilities = cast(tuple[Ability, ...], seen.abilities)
    return tuple(inner for ability in abilities for inner in bodies(ability))


def body_of(ability: Ability) -> Body | None:
    """What happens as it resolves; None where it has no instructions that are read."""
    return ability.body if isinstance(ability, Activated | Triggered | Chapter) else None
