"""105, 202.2, 613.1e: what colour-changing effects write."""

from striate.cards.tree import AddColors, Change, Node, SetColors
from striate.referee.values import View


def changed(colors: frozenset[str], changes: tuple[Change | Node, ...]) -> frozenset[str]:
    """105.3: a colour that is set replaces all others unless "in addition"."""
    for change in changes:
        if isinstance(change, SetColors):
            colors = frozenset(change.colors)
    for change in changes:
        if isinstance(change, AddColors):
            colors = colors | frozenset(change.colors)
    return colors


def write(view: View, changes: tuple[Change | Node, ...]) -> None:
    """613.1e: layer 5 on one object."""
    view.colors = changed(view.colors, changes)
