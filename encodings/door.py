"""What other rooms use of the constraints: they import it from here and from nowhere else.

The wrong readings have a door of their own, `variants`.
"""

from striate.encodings.algebra import Algebra
from striate.encodings.attaching import protected
from striate.encodings.beginning import locked
from striate.encodings.clauses import noting_rules
from striate.encodings.editions import read_as
from striate.encodings.effects import (
    LAYERS,
    ContinuousEffect,
    changes_of,
    layer_of,
    statics_of,
)
from striate.encodings.filters import is_kind, matches
from striate.encodings.layers import settle
from striate.encodings.moments import FILTERS, Moment
from striate.encodings.reading import outcome
from striate.encodings.state import Chars, Counter, Held, Resolved, Setting, Thing, World
from striate.encodings.statebased import STATE_BASED
from striate.encodings.watching import Watched

__all__ = [
    "FILTERS",
    "LAYERS",
    "STATE_BASED",
    "Algebra",
    "Chars",
    "ContinuousEffect",
    "Counter",
    "Held",
    "Moment",
    "Resolved",
    "Setting",
    "Thing",
    "Watched",
    "World",
    "changes_of",
    "is_kind",
    "layer_of",
    "locked",
    "matches",
    "noting_rules",
    "outcome",
    "protected",
    "read_as",
    "settle",
    "statics_of",
]
