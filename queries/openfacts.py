"""Facts that hold of no object, as nothing on the board speaks of what brings them about."""

from collections.abc import Iterator
from functools import lru_cache

from striate.boards.timeline import Board, PlayerFact, Resolve, ResolveAbility, ResolveEffect
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
    facts = {f"life {step.player}" for step in board.steps
            if isinstance(step, PlayerFact) and step.fact == "life"}  # fmt: skip
    return combat | facts | {"is a commander"}


def _resolved(board: Board) -> Iterator[object]:
    """What resolved; of an ability every one that it can have been."""
    abilities = any(isinstance(step, ResolveAbility) for step in board.steps)
    for step in board.steps:
        if isinstance(step, ResolveEffect):
            yield step.body
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
            yield each.event


@lru_cache(maxsize=50_000)
def _of_combat(value: object) -> bool:
    """Whether it speaks of attackers or blockers, or is an event of attacking or blocking."""
    if isinstance(value, tree.Event) and ("attack" in value.verb or "block" in value.verb):
        return True
    return any(isinstance(node, tree.Unknown) and node.fact in _COMBAT for node in nodes(value))
