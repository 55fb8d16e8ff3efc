"""What the way in which a spell was cast makes of its text: overloaded (702.96), kicked
(702.33)."""

from typing import Any

import msgspec

from striate.boards.facts import fact_named
from striate.boards.timeline import Choices
from striate.cards import tree
from striate.cards.tree import Body, Card
from striate.cards.walking import nodes, rewrite


def as_cast(card: Card, given: Choices) -> Card:
    """702.96a-b: of an overloaded spell every "target" is an "each"; any other is as printed."""
    if dict(given).get("cost", "").lower() != "overload":
        return card
    faces = tuple(
        msgspec.structs.replace(face, abilities=tuple(map(_overloaded, face.abilities)))
        for face in card.faces
        if any(
            isinstance(each, tree.Keyword) and each.name == "overload" for each in face.abilities
        )
    )
    return msgspec.structs.replace(card, faces=faces) if len(faces) == len(card.faces) else card


def _overloaded(ability: tree.Ability) -> tree.Ability:
    if not isinstance(ability, tree.Spell) or ability.body.players:
        return ability
    body = ability.body
    kept = [at for at, spec in enumerate(body.targets) if spec.word != "target"]
    steps = []
    named: set[int] = set()
    for step in body.steps:
        steps.append(_each(step, body, kept, frozenset(named)))
        named |= {node.index for node in nodes(step) if isinstance(node, tree.Target)}
    targets = tuple(body.targets[at] for at in kept)
    return tree.Spell(msgspec.structs.replace(body, steps=tuple(steps), targets=targets))


def _each(step: Any, body: Body, kept: list[int], named: frozenset[int]) -> Any:
    """The step about each; of a later one, about those that the first one found (608.2c)."""

    def put(node: Any) -> Any:
        if not isinstance(node, tree.Target):
            return node
        if node.index in kept:
            return tree.Target(kept.index(node.index))
        spec = body.targets[node.index]
        group = tree.Each(spec.filter, spec.zone)
        return tree.Those(group) if node.index in named else group

    return rewrite(step, put)


def whether_kicked(card: Card, targets: tuple[str, ...], given: Choices) -> Choices:
    """601.2c: a target that only a kicked spell has tells, by being named or not, if it was
    kicked."""
    wanted = targets_if_kicked(card)
    if wanted is None or "kicked" in dict(given):
        return given
    return (*given, ("kicked", "yes" if len(targets) >= wanted[1] else "no"))


def targets_if_kicked(card: Card) -> tuple[int, int] | None:
    """601.2c: how many targets the spell has, not kicked and kicked, where that is not the same."""
    bodies = [
        ability.body
        for face in card.faces
        for ability in face.abilities
        if isinstance(ability, tree.Spell)
    ]
    if len(bodies) != 1:
        return None
    [body] = bodies
    kicked = [each for each in nodes(body.steps) if _asks_whether_kicked(each)]
    inside = _indices(tuple(kicked)) - _indices(
        rewrite(body.steps, lambda node: None if node in kicked else node)
    )
    targets = [spec for spec in body.targets if spec.word == "target"]
    fixed = all(spec.low == spec.high for spec in targets)
    more = sum(body.targets[at].low for at in inside if body.targets[at] in targets)
    if not fixed or not more:
        return None
    most = len(body.players) + sum(spec.low for spec in targets)
    return most - more, most


def _asks_whether_kicked(node: Any) -> bool:
    if not isinstance(node, tree.Do) or not isinstance(node.condition, tree.Fact):
        return False
    return not node.otherwise and fact_named(node.condition.prose) == "kicked"


def _indices(steps: Any) -> set[int]:
    return {node.index for node in nodes(steps) if isinstance(node, tree.Target)}
