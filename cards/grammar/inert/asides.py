"""What stands beside an effect: what can't be done meanwhile, what is prevented or asked (101,
615).

None of it changes an object that a board keeps: damage, combat, mana and the rules of players.
"""

from typing import Any

from striate.cards import tree as t
from striate.cards.grammar.engine import Declined
from striate.cards.grammar.instructions import effects
from striate.cards.grammar.notation import builds

# 702.11, 702.16: what a player gains with them is no characteristic of an object.


@builds
def you_too(who: Any, parts: Any, lead: Any = None) -> Any:
    """ "You and permanents you control gain hexproof": said of the permanents, and of you."""
    found = effects(who, parts, lead)
    if len(found) != 1 or not _gains(found[0]):
        raise Declined
    return (*found, t.Inert("you gain what they gain"))


def _gains(step: Any) -> bool:
    return isinstance(step, t.Continuous) and all(
        isinstance(change, t.GainAbilities) for change in step.effect.changes
    )
