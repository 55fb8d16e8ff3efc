"""Spells and abilities that another engine can be told to cast or activate for the same outcome.

Accepted is what asks nothing that the board does not say: plain mana costs, one target for each
"target", no payments on resolution, and instructions that the rules of this program carry out too.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from striate.boards.choices import is_read
from striate.boards.exports.formats import CannotExport
from striate.boards.exports.scenario import Scenario, board_nodes
from striate.boards.timeline import Enter, Resolve, ResolveAbility, Seat, Step
from striate.cards import tree
from striate.cards.meanings import meaning
from striate.cards.tree import Body
from striate.cards.walking import nodes

# What an engine carries out as this program does, without asking for more than the board says.
_STEPS = (
    tree.Continuous, tree.PutCounters, tree.RemoveCounters, tree.DoubleCounters, tree.SetTapped,
    tree.Transform, tree.MoveZone, tree.CreateTokens, tree.LifeChange, tree.GetEmblem,
)  # fmt: skip
_ACTS = frozenset(
    {
        "draw card", "choose a color", "investigate", "put on top of the library",
        "exile until the source leaves", "prevent all damage that would be dealt to",
        "deal damage to",
    }
)  # fmt: skip
_LOYALTY = re.compile(r"[+-]?[0-9]+")
SILENT_KEYWORDS = frozenset({"cycling", "devoid", "flashback", "split second", "flash"})
# When an ability may be activated: in a main phase of one's own turn all of these hold.
_SORCERY_SPEED = frozenset(
    {
        "Activate only as a sorcery", "Activate only as a sorcery and only once each turn",
        "Activate only during your turn", "Activate only during your turn and only once each turn",
    }
)  # fmt: skip
_ONCE = frozenset({"Activate only once each turn", "Activate only once"})
_COUNTED = (tree.Activated, tree.Triggered, tree.Chapter)


@dataclass(frozen=True, slots=True)
class Told:
    """What the engine is told: cost, X, the mode chosen (0: none) and the targets' handles."""

    cost: str
    x: int
    mode: int
    targets: tuple[str, ...]
    color: str
    seat: Seat = "you"
    may: bool = False  # the engine asks whether it shall happen


def spell_told(step: Resolve) -> Told:
    """An instant or sorcery that is cast with mana alone."""
    card = step.card
    called = f"`{card.name}`"
    if card.layout != "normal" or len(card.faces) != 1:
        raise CannotExport(f"{called} has more than one way to be cast")
    face = card.faces[0]
    bodies = [one.body for one in face.abilities if isinstance(one, tree.Spell)]
    others = [one for one in face.abilities if not isinstance(one, tree.Spell)]
    for one in others:
        if not (isinstance(one, tree.Keyword) and one.name in SILENT_KEYWORDS):
            raise CannotExport(
                f"{called} has more than instructions, and the engine could ask about it"
            )
    if len(bodies) != 1 or not face.mana_cost:
        raise CannotExport(f"{called} has no instructions or no cost that could be carried out")
    return _told(step, bodies[0], face.mana_cost, called, step.controller)


def ability_told(step: ResolveAbility, made: Scenario, *, fresh: bool) -> Told:
    """An activated ability, printed on a permanent, that is paid for with mana, {T} or loyalty.

    `fresh`: the permanent came this turn, so that {T} can't be paid by a creature (302.6).
    """
    permanent = made.of(step.of)
    called = f"an ability of `{step.of}`"
    if step.controller not in (None, permanent.seat) or made.control_changes():
        raise CannotExport(
            f"{called} may be another player's than the permanent's first controller's"
        )
    if (
        permanent.step.copying is not None
        or permanent.step.face_down
        or _changed_before(step, made)
    ):
        raise CannotExport(f"{called} may not be the printed one")
    ability = _numbered(permanent.step.card.faces[0], step.number, called)
    if not isinstance(ability, tree.Activated):
        raise CannotExport(f"{called} is no plain activated ability")
    if not is_read(ability.body):
        raise CannotExport(f"{called} is not understood")
    if ability.word:
        raise CannotExport(f"{called} has a word before its cost, by which it is found")
    _refuse_limits(ability, step, made, called)
    same = [
        one
        for one in permanent.step.card.faces[0].abilities
        if isinstance(one, tree.Activated) and one.cost == ability.cost
    ]
    if len(same) > 1:
        raise CannotExport(f"{called} can't be told from another one with the same cost")
    cost = "" if ability.loyalty else _mana_of(ability.cost, made, called, fresh=fresh)
    if ability.loyalty:
        _refuse_dear(ability.cost, step, made, called)
    return _told(step, ability.body, cost, called, permanent.seat)


def sorcery_speed(step: ResolveAbility, made: Scenario) -> bool:
    """602.5d, 606.3: whether it is activated in a main phase of its controller's turn."""
    ability = _numbered(made.of(step.of).step.card.faces[0], step.number, step.of)
    assert isinstance(ability, tree.Activated)
    return ability.loyalty or not _SORCERY_SPEED.isdisjoint(ability.limits)


def _refuse_limits(
    ability: tree.Activated, step: ResolveAbility, made: Scenario, called: str
) -> None:
    """602.5b: an ability that may not be activated in every main phase, or not so often."""
    if not set(ability.limits) <= _SORCERY_SPEED | _ONCE:
        raise CannotExport(
            f"{called} may be activated only so often, or at times, that can't be told"
        )
    times = [
        one
        for one in made.board.steps
        if isinstance(one, ResolveAbility) and (one.of, one.number) == (step.of, step.number)
    ]
    if len(times) > 1 and any("once" in limit for limit in ability.limits):
        raise CannotExport(f"{called} may be activated only once")


def _mana_of(cost: str, made: Scenario, called: str, *, fresh: bool) -> str:
    """The mana in a cost that may also be {T}."""
    costs = [part.strip() for part in cost.split(",")]
    if "{T}" in costs:
        if fresh:
            raise CannotExport(f"{called} costs {{T}}, and the permanent came this turn")
        if any(isinstance(node, tree.IsTapped) for node in made.trees()):
            raise CannotExport(f"{called} costs {{T}}, and a text on the board looks at that")
        costs.remove("{T}")
    return "".join(costs)


def _refuse_dear(cost: str, step: ResolveAbility, made: Scenario, called: str) -> None:
    """606: loyalty is paid, which a board does not do; so nothing may be asked of the payer."""
    loyalty = made.of(step.of).step.card.faces[0].loyalty
    if not _LOYALTY.fullmatch(cost) or not loyalty.isdigit() or int(cost) + int(loyalty) < 0:
        raise CannotExport(f"{called} costs more loyalty than the permanent has")
    dies = int(cost) + int(loyalty) == 0
    if dies and any(one.handle == step.of for one in made.board.expect):
        raise CannotExport(f"{called} costs all loyalty of a permanent that is asked about")
    if any(
        isinstance(one, ResolveAbility) and one is not step and one.of == step.of
        for one in made.board.steps
    ):
        raise CannotExport(f"{called} is not the only one of that permanent in a turn (606.3)")


def tells_trigger(step: ResolveAbility, made: Scenario) -> bool:
    """Whether the step is a triggered ability of a permanent's text."""
    try:
        ability = _numbered(made.of(step.of).step.card.faces[0], step.number, step.of)
    except CannotExport:
        return False
    return isinstance(ability, tree.Triggered)


def trigger_told(step: ResolveAbility, made: Scenario) -> Told:
    """603.6a: what the ability does that triggers as the permanent enters by itself."""
    permanent = made.of(step.of)
    called = f"an ability of `{step.of}`"
    ability = _numbered(permanent.step.card.faces[0], step.number, called)
    if not isinstance(ability, tree.Triggered) or not is_read(ability):
        raise CannotExport(f"{called} is not understood")
    return _told(step, ability.body, "", called, permanent.seat)


def ability_prefix(step: ResolveAbility, made: Scenario) -> str:
    """How the ability's text begins: its cost."""
    face = made.of(step.of).step.card.faces[0]
    ability = _numbered(face, step.number, step.of)
    assert isinstance(ability, tree.Activated)
    return f"{ability.cost}:"


def _changed_before(step: ResolveAbility, made: Scenario) -> bool:
    """Whether a text that came before could change what the permanent's abilities are, or how
    many stand before the one that is meant; abilities that it gains come last."""
    kinds = (
        tree.LoseAllAbilities, tree.LoseAbilities, tree.CantHave, tree.SetSubtypes, tree.BecomeCopy,
        tree.ExchangeText, tree.FullTextOf, tree.ReplaceWords, tree.RemoveTypes,
    )  # fmt: skip
    types = set(made.of(step.of).step.card.faces[0].types)
    before = made.board.steps[: made.board.steps.index(step)]
    said = [node for one in before for node in _in_force(one, made)]
    if any(isinstance(node, tree.AddTypes | tree.SetTypes) for node in said):
        return any(isinstance(node, kinds) for node in said)
    elsewhere = {
        id(node)
        for effect in said
        if isinstance(effect, tree.Effect) and _only_other_types(effect.who, types)
        for node in nodes(effect)
    }
    return any(isinstance(node, kinds) and id(node) not in elsewhere for node in said)


def _only_other_types(who: object, types: set[str]) -> bool:
    """Whether an effect applies to each of a group for which a permanent needs a type it lacks."""
    if not isinstance(who, tree.Each):
        return False
    filters = who.filter.parts if isinstance(who.filter, tree.AllOf) else (who.filter,)
    return any(isinstance(one, tree.HasType) and one.type not in types for one in filters)


def _in_force(step: Step, made: Scenario) -> Iterator[tree.Node]:
    """What a step's texts say by themselves: of a permanent not what its abilities would do."""
    if isinstance(step, Enter):
        for face in step.card.faces:
            for ability in face.abilities:
                if not isinstance(ability, tree.Activated | tree.Triggered | tree.Chapter):
                    yield from nodes(ability)
        return
    if isinstance(step, ResolveAbility):
        for one in made.of(step.of).step.card.faces:
            yield from nodes(one)
        return
    yield from board_nodes(msgspec.structs.replace(made.board, steps=(step,)))


def _numbered(face: tree.Face, number: int, called: str) -> tree.Activated | tree.Triggered:
    """The N-th activated or triggered ability of the text."""
    at = 0
    for ability in face.abilities:
        if isinstance(ability, tree.Keyword):
            counted = sum(isinstance(each, _COUNTED) for each in meaning(ability))
            if ability.cost and not counted:
                raise CannotExport(f"{called} can't be counted after `{ability.name}`")
            at += counted
            if counted and at >= number:
                raise CannotExport(f"{called} is no plain activated ability")
            continue
        if isinstance(ability, tree.Opaque | tree.ClassLevel):
            raise CannotExport(f"{called} can't be counted: a text before it is not understood")
        if not isinstance(ability, _COUNTED):
            continue
        at += 1
        if at == number:
            if not isinstance(ability, tree.Activated | tree.Triggered):
                raise CannotExport(f"{called} is no plain activated ability")
            return ability
    raise CannotExport(f"{called} is not printed on it")


def _told(step: Resolve | ResolveAbility, body: Body, cost: str, called: str, seat: Seat) -> Told:
    if not is_read(body):
        raise CannotExport(f"{called} is not understood wholly")
    mode, parts = 0, [body]
    modals = [one for one in body.steps if isinstance(one, tree.Modal)]
    if modals:
        if len(modals) > 1 or len(body.steps) > 1 or len(step.modes) != 1 or modals[0].high != 1:
            raise CannotExport(f"{called} has modes in a way that can't be told")
        mode = step.modes[0]
        parts = [modals[0].modes[mode - 1]]
    if any(isinstance(node, tree.ChosenObject) for part in parts for node in nodes(part)):
        raise CannotExport(f"{called} asks for an object on resolution")
    for part in parts:
        for one in part.steps:
            if not _carried_out(one):
                raise CannotExport(f"{called} does more than the board tells")
    specs = [*body.targets, *(parts[0].targets if mode else ())]
    if any(spec.word != "target" or spec.low != 1 or spec.high != 1 for spec in specs):
        raise CannotExport(f"{called} has targets in a number or way that can't be told")
    if any(spec.zone != "battlefield" for spec in specs) or len(specs) != len(step.targets):
        raise CannotExport(f"{called} has targets that are not permanents, or not all are given")
    if {"you", "opponent"} & set(step.targets):
        raise CannotExport(f"{called} has a player for a target")
    may = any(isinstance(one, tree.Do) and one.may for part in parts for one in part.steps)
    return Told(cost, step.x or 0, mode, step.targets, _color(step, called), seat, may)


def _carried_out(step: tree.Step) -> bool:
    """Whether an engine does the same as this program, and asks for nothing."""
    if isinstance(step, tree.Do):
        return not step.cost and not step.otherwise and all(map(_carried_out, step.steps))
    if isinstance(step, tree.Act):
        return step.verb in _ACTS
    return isinstance(step, _STEPS)


def _color(step: Resolve | ResolveAbility, called: str) -> str:
    color = ""
    for kind, value in step.choose:
        if kind != "color":
            raise CannotExport(f"{called} asks for a choice that can't be told")
        color = value
    return color
