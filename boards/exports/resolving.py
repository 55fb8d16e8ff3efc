"""Spells and abilities that another engine can be told to cast or activate for the same outcome.

Accepted is what asks nothing that the board does not say: plain mana costs, one target for each
"target", no payments on resolution, and instructions that the rules of this program carry out too.
"""

from dataclasses import dataclass

import msgspec

from striate.boards.choices import is_read
from striate.boards.exports.formats import CannotExport
from striate.boards.exports.scenario import Scenario, board_nodes
from striate.boards.timeline import Resolve, ResolveAbility
from striate.cards import tree
from striate.cards.tree import Body

_STEPS = (tree.Continuous, tree.PutCounters)
_SILENT_KEYWORDS = frozenset({"cycling", "devoid", "flashback", "split second", "flash"})
_NUMBERED_KEYWORDS = frozenset({"equip", "crew", "level up"})


@dataclass(frozen=True, slots=True)
class Told:
    """What the engine is told: cost, X, the mode chosen (0: none) and the targets' handles."""

    cost: str
    x: int
    mode: int
    targets: tuple[str, ...]
    color: str


def spell_told(step: Resolve) -> Told:
    """An instant or sorcery that is cast with mana alone."""
    card = step.card
    called = f"`{card.name}`"
    if card.layout != "normal" or len(card.faces) != 1:
        raise CannotExport(f"{called} has more than one way to be cast")
    if step.controller != "you":
        raise CannotExport(f"{called} is the opponent's, who acts only after everything of yours")
    face = card.faces[0]
    bodies = [one.body for one in face.abilities if isinstance(one, tree.Spell)]
    others = [one for one in face.abilities if not isinstance(one, tree.Spell)]
    for one in others:
        if not (isinstance(one, tree.Keyword) and one.name in _SILENT_KEYWORDS):
            raise CannotExport(
                f"{called} has more than instructions, and the engine could ask about it"
            )
    if len(bodies) != 1 or not face.mana_cost:
        raise CannotExport(f"{called} has no instructions or no cost that could be carried out")
    return _told(step, bodies[0], face.mana_cost, called)


def ability_told(step: ResolveAbility, made: Scenario, *, fresh: bool) -> Told:
    """An activated ability, printed on a permanent of yours, that is paid for with mana or {T}.

    `fresh`: the permanent came this turn, so that {T} can't be paid by a creature (302.6).
    """
    permanent = made.of(step.of)
    called = f"an ability of `{step.of}`"
    if permanent.seat != "you" or step.controller == "opponent" or made.control_changes():
        raise CannotExport(f"{called} is the opponent's, who acts only after everything of yours")
    if (
        permanent.step.copying is not None
        or permanent.step.face_down
        or _changed_before(step, made)
    ):
        raise CannotExport(f"{called} may not be the printed one")
    ability = _numbered(permanent.step.card.faces[0], step.number, called)
    if not is_read(ability) or ability.loyalty:
        raise CannotExport(f"{called} is not understood, or costs loyalty")
    costs = [part.strip() for part in ability.cost.split(",")]
    if "{T}" in costs:
        if fresh:
            raise CannotExport(f"{called} costs {{T}}, and the permanent came this turn")
        if any(isinstance(node, tree.IsTapped) for node in made.trees()):
            raise CannotExport(f"{called} costs {{T}}, and a text on the board looks at that")
        costs.remove("{T}")
    same = [
        one
        for one in permanent.step.card.faces[0].abilities
        if isinstance(one, tree.Activated) and one.cost == ability.cost
    ]
    if len(same) > 1:
        raise CannotExport(f"{called} can't be told from another one with the same cost")
    return _told(step, ability.body, "".join(costs), called)


def ability_prefix(step: ResolveAbility, made: Scenario) -> str:
    """How the ability's text begins: its cost."""
    face = made.of(step.of).step.card.faces[0]
    return f"{_numbered(face, step.number, step.of).cost}:"


def _changed_before(step: ResolveAbility, made: Scenario) -> bool:
    """Whether a text that came before could change what the permanent's abilities are, or how
    many stand before the one that is meant; abilities that it gains come last."""
    kinds = (
        tree.LoseAllAbilities, tree.LoseAbilities, tree.CantHave, tree.SetSubtypes, tree.BecomeCopy,
        tree.ExchangeText, tree.FullTextOf, tree.ReplaceWords, tree.RemoveTypes,
    )  # fmt: skip
    steps = made.board.steps
    before = msgspec.structs.replace(made.board, steps=steps[: steps.index(step)])
    return any(isinstance(node, kinds) for node in board_nodes(before))


def _numbered(face: tree.Face, number: int, called: str) -> tree.Activated:
    """The N-th activated or triggered ability of the text."""
    at = 0
    for ability in face.abilities:
        if isinstance(ability, tree.Keyword) and ability.name not in _NUMBERED_KEYWORDS:
            if ability.cost:
                raise CannotExport(f"{called} can't be counted after `{ability.name}`")
            continue
        if isinstance(ability, tree.Opaque | tree.ClassLevel):
            raise CannotExport(f"{called} can't be counted: a text before it is not understood")
        if not isinstance(ability, tree.Activated | tree.Triggered | tree.Chapter | tree.Keyword):
            continue
        at += 1
        if at == number:
            if not isinstance(ability, tree.Activated):
                raise CannotExport(f"{called} is no plain activated ability")
            return ability
    raise CannotExport(f"{called} is not printed on it")


def _told(step: Resolve | ResolveAbility, body: Body, cost: str, called: str) -> Told:
    if not is_read(body):
        raise CannotExport(f"{called} is not understood wholly")
    mode, parts = 0, [body]
    modals = [one for one in body.steps if isinstance(one, tree.Modal)]
    if modals:
        if len(modals) > 1 or len(body.steps) > 1 or len(step.modes) != 1 or modals[0].high != 1:
            raise CannotExport(f"{called} has modes in a way that can't be told")
        mode = step.modes[0]
        parts = [modals[0].modes[mode - 1]]
    for part in parts:
        for one in part.steps:
            if not isinstance(one, _STEPS):
                raise CannotExport(f"{called} does more than change characteristics")
    specs = [*body.targets, *(parts[0].targets if mode else ())]
    if any(spec.word != "target" or spec.low != 1 or spec.high != 1 for spec in specs):
        raise CannotExport(f"{called} has targets in a number or way that can't be told")
    if any(spec.zone != "battlefield" for spec in specs) or len(specs) != len(step.targets):
        raise CannotExport(f"{called} has targets that are not permanents, or not all are given")
    if {"you", "opponent"} & set(step.targets):
        raise CannotExport(f"{called} has a player for a target")
    return Told(cost, step.x or 0, mode, step.targets, _color(step, called))


def _color(step: Resolve | ResolveAbility, called: str) -> str:
    color = ""
    for kind, value in step.choose:
        if kind != "color":
            raise CannotExport(f"{called} asks for a choice that can't be told")
        color = value
    return color
