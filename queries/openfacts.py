"""Facts that no board can tell (attacking, life lost this turn ...): where they could matter.

Both readings answer such a question as they are told to. Here it is only found out whether the
objects of an answer, or what has resolved, ask one at all; the caller then reads twice and sees
whether it matters.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from striate.boards.facts import fact_named
from striate.boards.timeline import (
    Answer,
    Board,
    Enter,
    Resolve,
    ResolveAbility,
    ResolveEffect,
    Unmodelled,
)
from striate.cards import tree
from striate.cards.meanings import meaning
from striate.cards.printing.canonical import NotPrintable, show
from striate.cards.prose import seal
from striate.cards.vocabulary import COMBAT_FACTS
from striate.cards.walking import nodes

_OPEN = (tree.Unknown, tree.Fact, tree.UnknownAmount)
# Players whom a board may fail to name.
_OPEN_PLAYERS = ("defending", "that", "target", "chosen")
# How a text names its targets is no player.
_NO_PLAYER = ("word",)
_NEVER_ASKED = (
    tree.Activated, tree.Triggered, tree.Chapter, tree.Spell, tree.EntersDoing, tree.Inert,
    tree.Opaque, tree.GoesElsewhere, tree.CountersReplaced, tree.TokensReplaced,
)  # fmt: skip


def open_lines(board: Board, answer: Answer) -> tuple[Unmodelled, ...]:
    """The lines that ask a fact which the board cannot tell; none where no line does."""
    lines = (Unmodelled(handle, _worded(part)) for handle, part in _asking(board, answer))
    return tuple(dict.fromkeys(lines))


def hangs_on_one_condition(board: Board, answer: Answer) -> bool:
    """Whether all that is asked is one condition, which holds or does not: no number, and nothing
    that could be so of one object and not of another."""
    asked = {seal(part)[0] for _, part in _asking(board, answer)}
    found = [node for part in asked for node in nodes(part) if _is_open(node)]
    return len(found) == 1 and isinstance(found[0], tree.Fact)


def _asking(board: Board, answer: Answer) -> Iterator[tuple[str, Any]]:
    """What asks a fact, by the handle of what it is on."""
    settled = frozenset() if _in_combat(board) else frozenset(COMBAT_FACTS)
    told = {
        step.handle: settled.union(kind for kind, _ in step.choose)
        for step in board.steps
        if isinstance(step, Enter)
    }

    def is_open(handle: str, part: Any) -> bool:
        return asks(part) and not _facts_in(part) <= told.get(handle, settled)

    for handle, value in _sources(board):
        yield from ((handle, part) for part in _parts_that_act(value) if is_open(handle, part))
    for seen in answer.objects:
        for ability in seen.abilities:
            if acts(ability) and is_open(seen.handle, ability):
                yield seen.handle, ability


def _in_combat(board: Board) -> bool:
    """Whether something that resolved speaks of attackers or blockers."""
    bodies = [body for _, body in _resolved_abilities(board)]
    for step in board.steps:
        if isinstance(step, ResolveEffect):
            bodies.append(step.body)
        elif isinstance(step, Resolve):
            bodies += [each for face in step.card.faces for each in face.abilities]
        elif isinstance(step, ResolveAbility):
            bodies += [each for name, each in events(board) if name]
    return any(_facts_in(body) & set(COMBAT_FACTS) for body in bodies)


def events(board: Board) -> Iterator[tuple[str, Any]]:
    """The trigger events of the board's cards that speak of attacking or blocking."""
    for step in board.steps:
        card: tree.Card | None = getattr(step, "card", None)
        for face in card.faces if card is not None else ():
            for ability in face.abilities:
                event = ability.event if isinstance(ability, tree.Triggered) else None
                if isinstance(event, tree.Event) and (
                    "attack" in event.verb or "block" in event.verb
                ):
                    yield event.verb, tree.Unknown("attacking")


@lru_cache(maxsize=50_000)
def _facts_in(value: object) -> frozenset[str]:
    """The facts asked for in a tree, by their words, or by what a step tells them with; else `?`."""
    if isinstance(value, tree.Unknown):
        return frozenset({value.fact})
    if isinstance(value, tree.Fact):
        return frozenset({fact_named(value.prose) or "?"})
    if _is_open(value):
        return frozenset({"?"})
    if isinstance(value, str):
        return frozenset({"?"} if value in _OPEN_PLAYERS else ())
    if isinstance(value, tuple):
        return frozenset().union(*(_facts_in(part) for part in value))
    if isinstance(value, tree.Prose) or not isinstance(value, tree.Node):
        return frozenset()
    if isinstance(value, tree.Keyword):
        acting = tuple(each for each in meaning(value) if acts(each))
        return _facts_in(acting).union(*(_facts_in(part) for part in parts(value)))
    return frozenset().union(*(_facts_in(part) for part in parts(value)))


def parts(node: tree.Node) -> list[Any]:
    return [getattr(node, name) for name in node.__struct_fields__ if name not in _NO_PLAYER]


def _sources(board: Board) -> Iterator[tuple[str, Any]]:
    """What is written on the cards of the board, and what resolved, by handle."""
    for step in board.steps:
        card: tree.Card | None = getattr(step, "card", None)
        if card is not None:
            handle: str = getattr(step, "handle", card.name)
            for face in card.faces:
                yield handle, face.abilities
        if isinstance(step, ResolveEffect):
            yield step.of or "effect", step.body
    yield from _resolved_abilities(board)


def _resolved_abilities(board: Board) -> Iterator[tuple[str, Any]]:
    """The bodies that an `ability` step can have resolved: those of every card, to be safe."""
    if not any(isinstance(step, ResolveAbility) for step in board.steps):
        return
    for step in board.steps:
        card: tree.Card | None = getattr(step, "card", None)
        for face in card.faces if card is not None else ():
            for ability in face.abilities:
                means = meaning(ability) if isinstance(ability, tree.Keyword) else ()
                for each in (ability, *means):
                    if isinstance(each, tree.Activated | tree.Triggered | tree.Chapter):
                        yield face.name, each.body


def _parts_that_act(value: object) -> Iterator[Any]:
    """The abilities that do something by being there, and the effects that a body makes."""
    if isinstance(value, tuple):
        for part in value:
            yield from _parts_that_act(part)
    elif isinstance(value, tree.Spell):
        yield value.body
    elif isinstance(value, tree.Node) and acts(value):
        yield value


def _is_open(value: object) -> bool:
    """Whether no board tells it; 401.2: nor how many cards a library has."""
    return isinstance(value, _OPEN) or (isinstance(value, tree.Count) and value.zone == "library")


def acts(ability: object) -> bool:
    return not isinstance(ability, _NEVER_ASKED)


@lru_cache(maxsize=50_000)
def asks(value: object) -> bool:
    """Whether a fact that no board can tell is asked for while the tree is carried out.

    What an ability grants is asked about too, but not what a granted activated or triggered
    ability would do.
    """
    if _is_open(value):
        return True
    if isinstance(value, str):
        return value in _OPEN_PLAYERS
    if isinstance(value, tuple):
        return any(acts(part) and asks(part) for part in value)
    if isinstance(value, tree.Prose) or not isinstance(value, tree.Node) or not acts(value):
        return False
    if isinstance(value, tree.Keyword) and asks(meaning(value)):
        return True
    return any(asks(part) for part in parts(value))


def _worded(value: Any) -> str:
    try:
        return show(value)
    except NotPrintable:
        return type(value).__name__
