"""What other rooms use of the constraints: they import it from here and from nowhere else.

The wrong readings have a door of their own, `variants`.
"""

from striate.encodings.algebra import Algebra
from striate.encodings.attaching import protected
from striate.encodings.beginning import locked
from striate.encodings.clauses import noting_rules
from striate.encodings.copying import with_stamps
from striate.encodings.editions import read_as
from striate.encodings.effects import (
    LAYERS,
    ContinuousEffect,
    changes_of,
    layer_of,
    power_bonus,
    statics_of,
)
from striate.encodings.filters import is_kind, matches
from striate.encodings.layers import settle
from striate.encodings.moments import FILTERS, Moment
from striate.encodings.reading import outcome
from striate.encodings.state import Chars, Counter, Held, Resolved, Setting, Thing, World
from striate.encodings.statebased import older_world, zero_toughness
from striate.encodings.typeline import mana_ability
from striate.encodings.watching import Round, Watched

__all__ = [
    "FILTERS",
    "LAYERS",
    "Algebra",
    "Chars",
    "ContinuousEffect",
    "Counter",
    "Held",
    "Moment",
    "Resolved",
    "Round",
    "Setting",
    "Thing",
    "Watched",
    "World",
    "changes_of",
    "is_kind",
    "layer_of",
    "locked",
    "mana_ability",
    "matches",
    "noting_rules",
    "older_world",
    "outcome",
    "power_bonus",
    "protected",
    "read_as",
    "settle",
    "statics_of",
    "with_stamps",
    "zero_toughness",
]
