"""Facts that no board can tell (attacking, life lost this turn ...): where they could matter.

Both readings answer such a question as they are told to. Here it is only found out whether the
objects of an answer, or what has resolved, ask one at all; the caller then reads twice and sees
whether it matters.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from striate.boards.timeline import Answer, Board, ResolveAbility, ResolveEffect, Unmodelled
from striate.cards import tree
from striate.cards.printing import NotPrintable, show

OPEN = (tree.Unknown, tree.Fact, tree.UnknownAmount)
OPEN_PLAYERS = ("defending", "that")
NEVER_ASKED = (tree.Activated, tree.Triggered, tree.Chapter, tree.Spell, tree.Opaque)


def open_lines(board: Board, answer: Answer) -> tuple[Unmodelled, ...]:
    """The lines that ask a fact which the board cannot tell; none where no line does."""
    found: dict[Unmodelled, None] = {}
    for handle, value in sources(board):
        for part in parts_that_act(value):
            if asks(part):
                found[Unmodelled(handle, worded(part))] = None
    for seen in answer.objects:
        for ability in seen.abilities:
            if acts(ability) and asks(ability):
                found[Unmodelled(seen.handle, worded(ability))] = None
    return tuple(found)


def sources(board: Board) -> Iterator[tuple[str, Any]]:
    """What is written on the cards of the board, and what resolved, by handle."""
    for step in board.steps:
        card: tree.Card | None = getattr(step, "card", None)
        if card is not None:
            handle: str = getattr(step, "handle", card.name)
            for face in card.faces:
                yield handle, face.abilities
        if isinstance(step, ResolveEffect):
            yield step.of or "effect", step.body
    yield from resolved_abilities(board)


def resolved_abilities(board: Board) -> Iterator[tuple[str, Any]]:
    """The bodies that an `ability` step can have resolved: those of every card, to be safe."""
    if not any(isinstance(step, ResolveAbility) for step in board.steps):
        return
    for step in board.steps:
        card: tree.Card | None = getattr(step, "card", None)
        for face in card.faces if card is not None else ():
            for ability in face.abilities:
                if isinstance(ability, tree.Activated | tree.Triggered | tree.Chapter):
                    yield face.name, ability.body


def parts_that_act(value: Any) -> Iterator[Any]:
    """The abilities that do something by being there, and the effects that a body makes."""
    if isinstance(value, tuple):
        for part in value:
            yield from parts_that_act(part)
    elif isinstance(value, tree.Spell):
        yield value.body
    elif isinstance(value, tree.Node) and acts(value):
        yield value


def acts(ability: Any) -> bool:
    return not isinstance(ability, NEVER_ASKED)


@lru_cache(maxsize=50_000)
def asks(value: Any) -> bool:
    """Whether a fact that no board can tell is asked for while the tree is carried out.

    What an ability grants is asked about too, but not what a granted activated or triggered
    ability would do.
    """
    if isinstance(value, OPEN):
        return True
    if isinstance(value, str):
        return value in OPEN_PLAYERS
    if isinstance(value, tuple):
        return any(acts(part) and asks(part) for part in value)
    if isinstance(value, tree.Prose) or not isinstance(value, tree.Node) or not acts(value):
        return False
    return any(asks(getattr(value, name)) for name in value.__struct_fields__)


def worded(value: Any) -> str:
    try:
        return show(value)
    except NotPrintable:
        return type(value).__name__
