"""Whether a board is read a second time, by the plain reading: how much work that would be.

The plain reading leaves out nothing. For each thing that happens it applies the layers to every
object a few times (611.3a), and in each layer it tries every pair of effects (613.8a), so that its
work grows with the cube of a board's effects and more. It reads every board for which the work is
about two seconds or less. The estimate looks at the board alone, never at the clock.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Literal, TypeAlias

from striate.boards.timeline import (
    Board,
    ChangeCounters,
    EnterTokenCopy,
    Resolve,
    ResolveAbility,
    ResolveEffect,
    Step,
)
from striate.cards import tree
from striate.cards.tree import Ability, Card
from striate.cards.walking import any_node, nodes
from striate.referee.effects import layer_of, plans

Replay: TypeAlias = Literal["always", "auto", "never"]

MOST = 4_000_000  # of work, each about a microsecond
_EVALUATIONS = 4  # of the layers, for each step
_OBJECT = 40  # what an object costs in one evaluation
_PAIR = 12  # what a pair of effects costs, and
_PAIR_AND_OBJECT = 0.4  # each object that is looked at for it
_COPIES = (tree.EntersAsCopy, tree.BecomeCopy, tree.CreateCopies)


def is_replayed(board: Board, replay: Replay, ways: int = 1) -> bool:
    """Whether the plain reading reads the board too, in so many ways that it can be."""
    return replay == "always" or (replay == "auto" and work_of(board) * ways <= MOST)


def work_of(board: Board) -> float:
    """About how many microseconds the plain reading takes for the board in one way."""
    work = 0.0
    effects: Counter[str] = Counter()
    most: Counter[str] = Counter()  # that an object could have as a copy of another
    for objects, step in enumerate(board.steps, 1):
        own = _effects_of(step, objects)
        most |= own
        effects += own + most if _is_copy(step) else own
        pairs = sum(number * number for number in effects.values())
        each = _PAIR + _PAIR_AND_OBJECT * objects
        work += _EVALUATIONS * (_OBJECT * objects + pairs * each)
    return work


def _is_copy(step: Step) -> bool:
    """Whether something becomes a copy by it, as far as its card says."""
    card: Card | None = getattr(step, "card", None)
    abilities = () if card is None else tuple(face.abilities for face in card.faces)
    return isinstance(step, EnterTokenCopy) or any_node(abilities, _COPIES)


def _effects_of(step: Step, objects: int) -> Counter[str]:
    """The effects that there are more of after the step, by layer."""
    if isinstance(step, ChangeCounters):
        return Counter({"6": 1, "7c": 1})
    if isinstance(step, ResolveAbility):
        return Counter({"6": 1, "7b": 1, "7c": 1})
    if isinstance(step, Resolve | ResolveEffect):
        source = step.body if isinstance(step, ResolveEffect) else step.card
        layers = (layer_of(node, cda=False) for node in nodes(source))
        return Counter({layer: 1 for layer in layers if layer is not None})
    effects: Counter[str] = Counter({"1a": 1} if _is_copy(step) else {})
    card: Card | None = getattr(step, "card", None)
    for face in () if card is None else card.faces:
        for ability in face.abilities:
            effects.update(_layers_of(ability))
            # What it gives each object is an effect of each object.
            for given in _given_by(ability):
                effects.update({layer: objects for layer in _layers_of(given)})
    return effects


def _layers_of(ability: Ability) -> list[str]:
    return [layer for plan in plans(ability) for layer in plan.parts]


def _given_by(ability: Ability) -> Iterator[Ability]:
    for node in nodes(ability):
        if isinstance(node, tree.GainAbilities):
            yield from node.abilities
