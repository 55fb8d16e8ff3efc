"""613.1b, 108.3-4: control-changing effects."""

from striate.cards.tree import Node
from striate.referee.values import View


class GivenTo(Node, frozen=True):
    """613.1b: that player controls the object: "you" or "opponent", whoever says it."""

    seat: str


def write(view: View, changes: tuple[Node, ...]) -> None:
    """613.1b: layer 2 on one object."""
    for change in changes:
        if isinstance(change, GivenTo):
            view.controller = "you" if change.seat == "you" else "opponent"
