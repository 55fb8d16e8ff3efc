"""Events of a board that a text would have replaced, which no reading carries out (614).

A rule of players or a replacement changes no object by being there. But where an object leaves the
battlefield by an effect or a state-based action, and something on the battlefield says what would
happen instead, the answer can't be told.
"""

from collections.abc import Iterator
from typing import Any

from striate.boards.deeds import is_unread_replacement
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
    """What stands there could say so, and of replacements that are not understood what is gone, too."""
    for seen in answer.objects:
        here = seen.zone == "battlefield"
        for ability in seen.abilities:
            read = isinstance(ability, tree.Inert) and speaks_of_leaving(ability)
            unread = is_unread_replacement(ability) and (here or seen.handle in answer.gone)
            if (read and here) or unread:
                yield Unmodelled(seen.handle, _worded(ability))


def speaks_of_leaving(ability: tree.Inert) -> bool:
    """Whether the words of its forms name what would happen as an object leaves."""
    said = (node.words for node in nodes(ability) if isinstance(node, tree.Inert))
    return any(words in text for text in said for words in _LEAVING)


def _worded(ability: Any) -> str:
    try:
        return show(ability)
    except NotPrintable:
        return "a replacement effect"
