"""Events of a board that a text would have replaced, which no reading carries out (614).

A rule of players or a replacement changes no object by being there. But where an object leaves the
battlefield by an effect or a state-based action, and something on the battlefield says what would
happen instead, the answer can't be told.
"""

from collections.abc import Iterator

from striate.boards.timeline import Answer, Board, Leave, Unmodelled
from striate.cards import tree
from striate.cards.printing.canonical import NotPrintable, show
from striate.cards.walking import nodes

_LEAVING = ("would die", "would be put into", "would leave the battlefield", "would be destroyed")


def replaced(board: Board, answer: Answer) -> tuple[Unmodelled, ...]:
    """The lines that would have replaced how an object left the battlefield."""
    told = {step.what for step in board.steps if isinstance(step, Leave)}
    if set(answer.gone) <= told:
        return ()
    return tuple(_replacing(answer))


def _replacing(answer: Answer) -> Iterator[Unmodelled]:
    for seen in answer.objects:
        if seen.zone != "battlefield":
            continue
        for ability in seen.abilities:
            if isinstance(ability, tree.Inert) and speaks_of_leaving(ability):
                yield Unmodelled(seen.handle, _worded(ability))


def speaks_of_leaving(ability: tree.Inert) -> bool:
    """Whether the words of its forms name what would happen as an object leaves."""
    said = (node.words for node in nodes(ability) if isinstance(node, tree.Inert))
    return any(words in text for text in said for words in _LEAVING)


def _worded(ability: tree.Inert) -> str:
    try:
        return show(ability)
    except NotPrintable:
        return "a replacement effect"
