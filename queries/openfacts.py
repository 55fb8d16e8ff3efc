"""Facts that hold of no object, as nothing on the board speaks of what brings them about."""

import re
from collections.abc import Iterator
from functools import lru_cache

from striate.boards.timeline import (
    Board,
    Resolve,
    ResolveAbility,
    ResolveEffect,
    TurnFacts,
)
from striate.cards import tree
from striate.cards.meanings import meaning
from striate.cards.vocabulary import COMBAT_FACTS
from striate.cards.walking import nodes

_COMBAT = frozenset(COMBAT_FACTS)


def settled(board: Board) -> frozenset[str]:
    """506.1: nothing attacks or blocks unless something that resolved speaks of that.

    903.3: nothing is a commander.
    """
    combat = frozenset[str]() if any(map(_of_combat, _resolved(board))) else _COMBAT
    return combat | {"is a commander"}


def _resolved(board: Board) -> Iterator[object]:
    """What resolved; of an ability every one that it can have been."""
    abilities = any(isinstance(step, ResolveAbility) for step in board.steps)
    for step in board.steps:
        if isinstance(step, ResolveEffect):
            yield step.body
        answers = step.facts if isinstance(step, TurnFacts) else getattr(step, "choose", ())
        yield from (each for each in answers if each in _TOLD_OF_COMBAT)
        card: tree.Card | None = getattr(step, "card", None)
        for face in card.faces if card is not None else ():
            if isinstance(step, Resolve):
                yield face.abilities
            elif abilities:
                yield from (each for ability in face.abilities for each in _that_resolve(ability))


def _that_resolve(ability: tree.Ability) -> Iterator[object]:
    for each in (ability, *(meaning(ability) if isinstance(ability, tree.Keyword) else ())):
        if isinstance(each, tree.Activated | tree.Triggered | tree.Chapter):
            yield each.body
        if isinstance(each, tree.Triggered):
            yield from (each.event, each.condition)
        if isinstance(each, tree.Activated):
            yield from each.limits


@lru_cache(maxsize=50_000)
def _of_combat(value: object) -> bool:
    """Whether it speaks of attackers or blockers, makes some, or is an event of combat."""
    if isinstance(value, str):
        return bool(_IN_COMBAT.search(value))
    if isinstance(value, tree.Event) and _EVENTS.search(f"{value.verb} {value.detail}"):
        return True
    return value in _TOLD_OF_COMBAT or any(map(_makes_or_means_attackers, nodes(value)))


def _makes_or_means_attackers(node: tree.Node) -> bool:
    if isinstance(node, tree.Unknown):
        return node.fact in _COMBAT
    if isinstance(node, tree.Act | tree.Inert):
        return bool(_IN_COMBAT.search(node.verb if isinstance(node, tree.Act) else node.words))
    return isinstance(node, tree.CreateTokens | tree.CreateCopies) and node.attacking


_EVENTS = re.compile("attack|block|combat")
_IN_COMBAT = re.compile(
    r"\b(attacking|blocking|(un)?blocked|from combat)\b|only during (combat|the declare)"
)
_TOLD_OF_COMBAT = frozenset(
    (name, "yes")
    for name in ("player attacked", "three merfolk attacked", "attacked", "attacked a battle")
)
