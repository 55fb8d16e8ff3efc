"""Whether words can mean an object, for all that the board tells (115.1, 608.2b, 608.2d)."""

from striate.boards.untold import UNTOLD_PLAYERS
from striate.cards import tree
from striate.cards.vocabulary import PLAYER_FACTS
from striate.cards.walking import any_node, nodes
from striate.encodings.algebra import FALSE
from striate.encodings.filters import matches
from striate.encodings.moments import Moment, player_seat
from striate.encodings.state import Setting

UNTOLD = (tree.Fact, tree.Unknown, tree.UnknownAmount, tree.IsCommander)


def could_match(moment: Moment, filter: tree.Filter, index: int, setting: Setting) -> bool:
    """Whether it matches as far as the board can tell."""
    if isinstance(filter, tree.AllOf):
        return all(could_match(moment, part, index, setting) for part in filter.parts)
    if isinstance(filter, tree.AnyOf):
        return any(could_match(moment, part, index, setting) for part in filter.parts)
    if isinstance(filter, tree.Unknown) and filter.fact in PLAYER_FACTS:
        return False  # 109.1
    if any_node(filter, UNTOLD) or _names_nobody(moment, filter, setting):
        return True
    return matches(moment, filter, index, setting) != FALSE


def _names_nobody(moment: Moment, filter: tree.Filter, setting: Setting) -> bool:
    """Whether it speaks of a player whom the board should name and doesn't."""
    words = {getattr(node, "player", "") for node in nodes(filter)} & set(UNTOLD_PLAYERS)
    return any(player_seat(moment, word, setting) is None for word in words)
