"""What the words of the effect tree mean at a moment: the one place that others import them from.

`moments` has the moment itself and the questions `matches`, `amount` and `holds`; what they answer
for each node of the tree is in `filters`, `amounts` and `conditions`.
"""

from striate.encodings.amounts import AMOUNT_RULES, printed_box, stat_of
from striate.encodings.conditions import CONDITION_RULES
from striate.encodings.filters import FILTER_RULES, has_keyword, is_kind
from striate.encodings.moments import (
    AMOUNTS,
    CONDITIONS,
    FILTERS,
    UNDEFINED,
    Moment,
    amount,
    asked_of,
    chosen,
    group,
    holds,
    hosts,
    matches,
    player_seat,
    refer,
    referred,
    seats,
    untold_player,
)

FILTERS.update(FILTER_RULES)
AMOUNTS.update(AMOUNT_RULES)
CONDITIONS.update(CONDITION_RULES)

__all__ = [
    "AMOUNTS",
    "UNDEFINED",
    "Moment",
    "amount",
    "asked_of",
    "chosen",
    "group",
    "has_keyword",
    "holds",
    "hosts",
    "is_kind",
    "matches",
    "player_seat",
    "printed_box",
    "refer",
    "referred",
    "seats",
    "stat_of",
    "untold_player",
]
