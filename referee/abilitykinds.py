"""113.3, 605.1: which kind of ability an ability is, keywords by what they stand for."""

from typing import Literal, TypeAlias

from striate.cards.meanings import meaning
from striate.cards.tree import (
    Ability,
    Act,
    Activated,
    AddMana,
    Body,
    Chapter,
    ClassLevel,
    CountersReplaced,
    Do,
    EntersAs,
    EntersAsCopy,
    EntersChoose,
    EntersDoing,
    EntersTapped,
    EntersWith,
    Event,
    GoesElsewhere,
    Inert,
    Keyword,
    LevelSymbol,
    Modal,
    Opaque,
    Prose,
    Static,
    Step,
    TokensReplaced,
    Triggered,
)

_Kind: TypeAlias = Literal["activated", "triggered", "mana", "static", "enters"]
_REPLACES = (GoesElsewhere, CountersReplaced, TokensReplaced)
_ENTERS = (EntersWith, EntersTapped, EntersChoose, EntersAs, EntersDoing, EntersAsCopy)


def is_kind(ability: Ability, kind: _Kind) -> bool:
    """113.3a-d, 605.1: whether it is an ability of that kind."""
    if isinstance(ability, Keyword):
        return any(is_kind(part, kind) for part in meaning(ability))
    if kind == "activated":
        return isinstance(ability, Activated | ClassLevel) or _opaque(ability, "activated")
    if kind == "triggered":
        return isinstance(ability, Triggered | Chapter) or _opaque(ability, "triggered")
    if kind == "mana":
        return _is_mana_ability(ability)
    if kind == "enters":
        return isinstance(ability, _ENTERS) or (
            isinstance(ability, Triggered) and getattr(ability.event, "verb", "") == "enters"
        )
    statics = (Static, Inert, LevelSymbol, ClassLevel, *_ENTERS, *_REPLACES)
    return isinstance(ability, statics) or _opaque(ability, "static")


def _opaque(ability: Ability, kind: str) -> bool:
    return isinstance(ability, Opaque) and ability.kind == kind


def _is_mana_ability(ability: Ability) -> bool:
    """605.1a-b: no target, it could add mana, and it is no loyalty ability."""
    if isinstance(ability, Activated):
        return not ability.loyalty and _adds_mana(ability.body)
    if isinstance(ability, Triggered):
        return _is_about_mana(ability.event) and _adds_mana(ability.body)
    return False


def _is_about_mana(event: Event | Prose) -> bool:
    """605.1b: "whenever you tap ~ for mana", "whenever ~ is tapped for mana"."""
    return isinstance(event, Event) and "for mana" in (event.detail, event.verb[-8:])


def _adds_mana(body: Body) -> bool:
    """115.6: an ability that may have no target requires one all the same."""
    aimed = bool(body.players) or any(spec.word == "target" for spec in body.targets)
    return not aimed and any(_step_adds_mana(step) for step in body.steps)


def _step_adds_mana(step: Step) -> bool:
    if isinstance(step, AddMana):
        return True
    if isinstance(step, Act | Inert):  # what mana it is, is told in words
        return (step.verb if isinstance(step, Act) else step.words).startswith("add ")
    if isinstance(step, Do):
        return any(_step_adds_mana(part) for part in (*step.steps, *step.otherwise))
    return isinstance(step, Modal) and any(_adds_mana(body) for body in step.modes)


def bodies(ability: Ability) -> tuple[Ability, ...]:
    """602, 603: its activated and triggered abilities, in order, for counting "the N-th"."""
    if isinstance(ability, Keyword):
        return tuple(inner for part in meaning(ability) for inner in bodies(part))
    if is_kind(ability, "activated") or is_kind(ability, "triggered"):
        return (ability,)
    return ()
