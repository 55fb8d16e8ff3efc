"""702: the abilities that keywords stand for, and which of them count for this object.

The table is `striate.cards.meanings`. What depends on how the object came to be is decided here:
impending, dash and blitz mean nothing unless that cost was paid (702.109a, 702.152a, 702.176a).
"""

from collections.abc import Mapping

from striate.cards.meanings import meaning
from striate.cards.meanings_counted import HOLD_IF_PAID
from striate.cards.tree import Keyword, Static


def statics_of_keyword(keyword: Keyword) -> tuple[Static, ...]:
    """702.1: the static abilities among those that it stands for (changeling, devoid, ...)."""
    return tuple(part for part in meaning(keyword) if isinstance(part, Static))


def counts(keyword: Keyword, choices: Mapping[str, str]) -> bool:
    """702.109a, 702.152a, 702.176a: dash, blitz and impending hold only if that cost was paid."""
    if keyword.name not in HOLD_IF_PAID:
        return True
    return choices.get("cost", "").lower() == keyword.name


# 122.1b: which keywords came later; until then such a counter gave nothing.
_LATER_COUNTERS = {
    "no-decayed-counters": ("decayed", "exalted"),
    "no-shadow-counters": ("decayed", "exalted", "shadow"),
}


def gives_a_keyword(kind: str, then: frozenset[str]) -> bool:
    """122.1b: whether a counter that has the name of a keyword gave it already."""
    if "keyword-counters-give-nothing" in then:
        return False
    return all(kind not in _LATER_COUNTERS.get(reading, ()) for reading in then)
