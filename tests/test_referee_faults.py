"""A rule taken away is missed: each fault makes some board of the corpus come out wrong."""

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from striate.boards.errors import NotPlayable
from striate.boards.reading import board_from_document
from striate.boards.timeline import Board
from striate.cards.catalogue.store import Catalogue
from striate.cards.tree import Static
from striate.queries.expectations import differences
from striate.referee import (
    abilities,
    abilitykinds,
    amounts,
    attach,
    colors,
    conditions,
    control,
    copiable,
    copying,
    deeds,
    effects,
    facedown,
    filters,
    keywordrules,
    layers,
    locking,
    powtough,
    references,
    starting,
    text,
    typeline,
)
from striate.referee import counters as referee_counters
from striate.referee.dependency import Order
from striate.referee.judge import judge
from striate.referee.layers import Layers
from striate.referee.values import Text
from striate.timeline import (
    beginning,
    counters,
    entering,
    entering_with,
    forms,
    moving,
    standing,
    statebased,
)
from tests.corpus import corpus

# What the corpus has no board for.
OWN_BOARDS: list[dict[str, Any]] = [
    {
        "id": "own-bestowed",
        "note": "a bestowed Aura is no creature and gives its bonus",
        "rules": ["702.103b"],
        "cards": [
            {
                "name": "Bear",
                "type_line": "Creature — Bear",
                "mana_cost": "{1}{G}",
                "power": "2",
                "toughness": "2",
            },
            {
                "name": "Nymph",
                "type_line": "Enchantment Creature — Nymph",
                "power": "1",
                "toughness": "1",
                "oracle_text": "Bestow {3}{G}\nEnchanted creature gets +1/+1.",
            },
        ],
        "steps": [{"enter": "Bear"}, {"enter": "Nymph", "attached_to": "Bear"}],
        "expect": {
            "Nymph": {"card_types": ["Enchantment"], "is": ["Aura"], "power": None},
            "Bear": {"power": 3, "toughness": 3},
        },
    },
    {
        "id": "own-loyalty",
        "note": "a planeswalker enters with its loyalty",
        "rules": ["306.5b"],
        "cards": [
            {
                "name": "Walker",
                "type_line": "Legendary Planeswalker — Jace",
                "loyalty": "3",
                "oracle_text": "+1: Draw a card.",
            }
        ],
        "steps": [{"enter": "Walker"}],
        "expect": {"Walker": {"counters": {"loyalty": 3}, "gone": False}},
    },
    {
        "id": "own-lore",
        "note": "a Saga enters with a lore counter",
        "rules": ["714.3a"],
        "cards": [
            {
                "name": "Tale",
                "type_line": "Enchantment — Saga",
                "layout": "saga",
                "oracle_text": "(As this Saga enters and after your draw step, add a lore "
                "counter. Sacrifice after II.)\n"
                "I — Draw a card.\n"
                "II — Draw a card.",
            }
        ],
        "steps": [{"enter": "Tale"}],
        "expect": {"Tale": {"counters": {"lore": 1}, "gone": False}},
    },
]


def _passes(board: Board) -> bool:
    try:
        return not differences(board.expect, judge(board))
    except NotPlayable:  # where nothing holds that the board does not tell
        return False


@cache
def right_boards() -> tuple[Board, ...]:
    """The boards that pass as things are."""
    shelf = Catalogue.open()
    found = [board for board in corpus() if _passes(board)]
    found.extend(board_from_document(document, shelf) for document in OWN_BOARDS)
    return tuple(found)


def nothing(*args: Any, **fields: Any) -> None:
    """A rule that does nothing."""


def always(value: Any) -> Callable[..., Any]:
    return lambda *args, **fields: value


def first_given(value: Any, *args: Any, **fields: Any) -> Any:
    """A rule that changes nothing."""
    return value


def forgets_what_began(self: Layers, effect: effects.ContinuousEffect, state: Any) -> bool:
    if effect.held is not None and not self.is_held(effect, state):
        return False
    return effect.condition is None or conditions.holds(effect.condition, effect.at, state)


def asks_again(self: Layers, effect: effects.ContinuousEffect, state: Any) -> tuple[str, ...]:
    if effect.fixed is not None:
        return tuple(handle for handle in effect.fixed if handle in state.views)
    assert effect.who is not None
    return deeds.group(effect.who, effect.at, state)


FAULTS: dict[str, tuple[Any, str, Any]] = {
    "105.3 a colour set leaves the others": (colors, "write", nothing),
    "108.3 you is always the same player": (references, "you", always("you")),
    "109.5 the opponent is you": (references, "other_seat", first_given),
    "113.10 nothing is lost": (abilities, "is_lost", always(False)),
    "122.1b counters give no keywords": (referee_counters, "KEYWORD_COUNTERS", frozenset()),
    "122.1 counters change nothing": (layers, "counter_effects", always([])),
    "205.1a subtypes stay without their type": (typeline, "fits", always(True)),
    "205.1a a type that is set is added": (typeline, "set_types", first_given),
    "205.1b types are not added": (typeline, "add_types", first_given),
    "205.1a types are not removed": (typeline, "remove_types", lambda line, *rest: line),
    "205.1a subtypes are not set": (typeline, "set_subtypes", first_given),
    "202.3 mana values are 0": (starting, "mana_value_of", always(0)),
    "208.3 everything has power": (copiable, "copied", lambda values, *rest: values),
    "301.5 anything may be attached": (statebased, "_attachment", nothing),
    "303.4c an Aura enchants anything": (attach, "may_enchant", always(True)),
    "305.6 no intrinsic mana abilities": (typeline, "with_intrinsic", nothing),
    "305.7 the text stays": (typeline, "sets_land_types", always(False)),
    "400.7 nothing is forgotten": (moving, "leave", nothing),
    "514.2 nothing ends": (moving, "end_turn", nothing),
    "603 the last ability counts": (standing, "numbered_of", always(())),
    "604.3 nothing defines characteristics": (effects, "is_defining", always(False)),
    "608.2h variables are nothing": (locking, "_fixed", always([])),
    "611.2b nothing expires": (moving, "expire", nothing),
    "611.2c nothing begins": (beginning, "begin", nothing),
    "612 text stays": (text, "write", nothing),
    "612.2 words stay": (text, "rewritten", first_given),
    "613.1b control stays": (control, "write", nothing),
    "613.1f no abilities come or go": (abilities, "write", nothing),
    "613.2b face-down values are nothing": (Layers, "_face_down", nothing),
    "613.4 no power is changed": (powtough, "write", nothing),
    "613.4b no power is set": (powtough, "_set", nothing),
    "613.6 an effect dies with its ability": (Layers, "exists", forgets_what_began),
    "613.6 the set is asked again": (Layers, "objects", asks_again),
    "613.7a the object's timestamp for all": (effects, "stamp_of", always((0, 0, ()))),
    "613.8 no dependency": (Order, "waits_for", always(False)),
    "613.8a no trial shows anything": (Order, "depends", always("")),
    "614.1c nothing enters with anything": (entering, "enter_with", nothing),
    "306.5b no loyalty, no lore": (entering_with, "_intrinsic_counters", always([])),
    "613.2a no choice as it enters": (forms, "choose", nothing),
    "707.5 nothing enters as a copy": (entering, "_enter_as_copies", always(())),
    "707.9 no exceptions": (copiable, "excepted", first_given),
    "707.9c nothing keeps its own": (copiable, "_keep", first_given),
    "707.9d what defines is copied": (copiable, "_without_defining", first_given),
    "707.9f conditions hold never": (copying, "_would_match", always(False)),
    "708.2 face-down ones are 0/0": (facedown, "plain", Text),
    "708.2 what is listed does not count": (facedown, "_listed", always(facedown.plain())),
    "702 keywords mean nothing": (keywordrules, "meaning", always(())),
    "700.5 devotion is nothing": (amounts, "symbols_of", always(0)),
    "701.12 no exchange of control": (locking, "_exchanged_control", always([])),
    "702.103b nothing is bestowed": (entering, "bestow", nothing),
    "704 no state-based actions": (statebased, "look", always(statebased.Round())),
    "704.5f nothing dies": (statebased, "_dies", always("")),
    "711.2a no level symbols": (effects, "level_symbol", always(Static(()))),
    "712.8 the front face counts": (starting, "up", lambda texts, *rest, **fields: texts[0]),
    "716.2a no class levels": (effects, "class_level", always(Static(()))),
    "607.2d nothing was chosen": (filters, "chosen", always("")),
    "613.7c counters come and go": (counters, "put", nothing),
    "701.27 nothing transforms": (moving, "transform", nothing),
    "708.8 nothing is turned up": (moving, "turn_face_up", nothing),
}


@pytest.mark.parametrize("fault", sorted(FAULTS))
def test_a_fault_is_caught(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    number = fault.split()[0]
    boards = sorted(right_boards(), key=lambda board: number not in board.rules)
    forget_what_is_cached()
    where, name, wrong = FAULTS[fault]
    monkeypatch.setattr(where, name, wrong)
    try:
        assert any(is_wrong(board) for board in boards)
    finally:
        monkeypatch.undo()
        forget_what_is_cached()


def is_wrong(board: Board) -> bool:
    try:
        return bool(differences(board.expect, judge(board)))
    except (KeyError, ValueError, TypeError, AttributeError, NotPlayable):
        return True


def forget_what_is_cached() -> None:
    for module in (abilitykinds, copiable, keywordrules, effects, text):
        for value in vars(module).values():
            clear = getattr(value, "cache_clear", None)
            if clear is not None:
                clear()


def test_the_corpus_is_right_as_things_are() -> None:
    assert len(right_boards()) > 280
    assert not any(is_wrong(board) for board in right_boards())
