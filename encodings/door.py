"""What other rooms use of the constraints: they import it from here and from nowhere else.

The wrong readings have a door of their own, `variants`.
"""

from striate.encodings.algebra import Algebra
from striate.encodings.applying import applied
from striate.encodings.attaching import protected
from striate.encodings.beginning import locked_parts
from striate.encodings.clauses import noting_rules
from striate.encodings.copying import with_stamps
from striate.encodings.dependency import closure, depends_on, in_loop, moment_after
from striate.encodings.editions import read_as
from striate.encodings.effects import (
    LAYERS,
    ContinuousEffect,
    CounterBonus,
    ability_is_there,
    changes_of,
    exists,
    layer_of,
    members_of,
    power_bonus,
    sequences_in,
    statics_of,
)
from striate.encodings.layers import Layers, settle
from striate.encodings.matching import (
    Moment,
    group,
    holds,
    is_kind,
    matches,
)
from striate.encodings.moments import FILTERS
from striate.encodings.reading import outcome
from striate.encodings.state import Chars, Counter, Held, Resolved, Setting, Thing, World
from striate.encodings.statebased import older_world, zero_toughness
from striate.encodings.typeline import mana_ability
from striate.encodings.under import Constraints

__all__ = [
    "FILTERS",
    "LAYERS",
    "Algebra",
    "Chars",
    "Constraints",
    "ContinuousEffect",
    "Counter",
    "CounterBonus",
    "Held",
    "Layers",
    "Moment",
    "Resolved",
    "Setting",
    "Thing",
    "World",
    "ability_is_there",
    "applied",
    "changes_of",
    "closure",
    "depends_on",
    "exists",
    "group",
    "holds",
    "in_loop",
    "is_kind",
    "layer_of",
    "locked_parts",
    "mana_ability",
    "matches",
    "members_of",
    "moment_after",
    "noting_rules",
    "older_world",
    "outcome",
    "power_bonus",
    "protected",
    "read_as",
    "sequences_in",
    "settle",
    "statics_of",
    "with_stamps",
    "zero_toughness",
]
