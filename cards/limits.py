"""602.5b: what the words after an activated ability ask of the moment at which it is activated."""

import re
from functools import cache

from striate.cards import tree

_YOURS = re.compile(r"only (as a sorcery )?during your (turn|upkeep)")
_ASKS = re.compile(r"\bonly if (?P<asked>.+?)( and only (once|twice|during|as a) ?.*)?$")


@cache
def condition_of(limit: str) -> tree.Condition | None:
    """The condition of "Activate only if …", or of whose turn it is; None if it is not read."""
    found = _ASKS.search(limit)
    if found is None:
        return tree.IsTurnOf("you") if _YOURS.search(limit) else None
    from striate.cards.language import parse_ability  # costly: brings the grammar

    static = parse_ability(f"~ gets +1/+1 as long as {found['asked']}.")
    if not isinstance(static, tree.Static) or len(static.effects) != 1:
        return None
    return static.effects[0].condition
