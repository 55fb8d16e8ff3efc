"""What a permanent does as it enters, for formats whose tests simply put cards there.

Nothing enters in such a test, or what entering did is overwritten. Counters of a fixed number are
put on by the test itself; a board where more than that would happen is refused.
"""

from collections.abc import Iterator

from striate.boards.exports.formats import CannotExport
from striate.boards.exports.scenario import Permanent, Scenario, shown_abilities
from striate.boards.timeline import Enter
from striate.cards import tree
from striate.cards.meanings import meaning
from striate.cards.walking import nodes

_AS_IT_ENTERS = (tree.EntersWith, tree.EntersTapped, tree.EntersAs, tree.EntersDoing)


def original(stage: Scenario, permanent: Permanent) -> Enter:
    """707.2: the step of what it is a copy of in the end; its own, if it is no copy."""
    while permanent.step.copying is not None:
        permanent = stage.of(permanent.step.copying)
    return permanent.step


def entering_counters(stage: Scenario, permanent: Permanent) -> tuple[tuple[str, int], ...]:
    """614.1c: the counters that it enters with; raises where it changes in another way."""
    return tuple(_counters(stage, permanent))


def enters_tapped(stage: Scenario, permanent: Permanent) -> bool:
    """614.1c: whether a text says that it enters tapped."""
    return permanent.step.tapped or any(
        isinstance(ability, tree.EntersTapped) for ability in _abilities(stage, permanent)
    )


def _abilities(stage: Scenario, permanent: Permanent) -> tuple[tree.Ability, ...]:
    """708.2a: a face-down permanent, or a copy of one, has none as it enters."""
    step = original(stage, permanent)
    return () if permanent.step.face_down or step.face_down else shown_abilities(step)


def _counters(stage: Scenario, permanent: Permanent) -> Iterator[tuple[str, int]]:
    step = original(stage, permanent)
    abilities = _abilities(stage, permanent)
    if not abilities:
        return
    face = step.card.faces[-1 if step.transformed or step.flipped else 0]
    if face.loyalty or face.defense or "Saga" in face.subtypes:
        raise CannotExport(f"`{permanent.handle}` enters with counters, which is passed over here")
    changes = CannotExport(f"`{permanent.handle}` changes as it enters, which is passed over here")
    for ability in abilities:
        for part in meaning(ability) if isinstance(ability, tree.Keyword) else (ability,):
            if isinstance(part, tree.EntersTapped) and _always_of_itself(part):
                continue
            if isinstance(part, tree.EntersWith) and _always_of_itself(part):
                if not isinstance(part.amount, tree.Num):
                    raise changes
                yield part.kind, part.amount.value
            elif any(isinstance(node, _AS_IT_ENTERS) for node in nodes(part)):
                raise changes


def _always_of_itself(part: tree.EntersWith | tree.EntersTapped) -> bool:
    return part.condition is None and part.who == tree.This()
