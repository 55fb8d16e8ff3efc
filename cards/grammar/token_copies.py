"""Tokens that are copies (707.2), and copies of spells (707.10)."""

from typing import Any

from striate.cards.grammar import copying
from striate.cards.grammar.engine import Declined
from striate.cards.grammar.notation import builds

PARTS = (copying,)

# --- tokens -------------------------------------------------------------------------------------


@builds
def copy_state(state: Any, after: Any) -> tuple[bool, bool]:
    """Whether the tokens are tapped, and attacking, as words before or after them say."""
    tapped, attacking = state is not None, state == "tapped and attacking"
    if after is None:
        return tapped, attacking
    if (tapped and after[0]) or attacking:
        raise Declined
    return tapped or after[0], after[1]
