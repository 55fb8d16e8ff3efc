"""Which static effects may continue after their object has left the battlefield (611.3b).

No rule says what the words about an object that is gone mean for a static ability: last known
information is for what resolves (608.2h), and what comes back is a new object (400.7). So such an
effect is read only if it doesn't speak of its own object.
"""

from typing import Any

from striate.cards import tree
from striate.cards.tree import Node
from striate.cards.walking import any_node

_SOURCE = (tree.This, tree.Attached, tree.LinkedCard, tree.Other, tree.ExiledWith)
_PLAYERS = ("owner", "attached controller")


def speaks_of_source(value: Any) -> bool:
    """Whether the words mean something by the object that the ability is on, but for "you"."""
    return any_node(value, _names_source)


def _names_source(node: Node) -> bool:
    if isinstance(node, _SOURCE) or getattr(node, "player", "") in _PLAYERS:
        return True
    return isinstance(node, tree.Named) and node.name == "~"
