"""A board as a board file: plain data, YAML, JSON. What is written is read back equal."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from striate.boards import timeline
from striate.boards.emitting import to_json, to_yaml
from striate.boards.names import Cards, Defaults
from striate.boards.records import body_words, card_record, exception_words, token_record
from striate.boards.schema import KEYS, STEP_FORMS, ExpectForm, keys_of
from striate.boards.sketch import Sketch
from striate.boards.timeline import Board, Bound, Choices, Expected, Step
from striate.cards.tree import Card

_FACTS = {"life": "life", "hand": "hand", "turn": "your_turn", "speed": "speed"}
_STATUS_KEYS = {
    "face up": "turn_face_up",
    "face down": "turn_face_down",
    "transformed": "transform",
    "flipped": "flip",
    "phased out": "phase_out",
    "phased in": "phase_in",
    "tapped": "tap",
    "untapped": "untap",
}


def board_yaml(board: Board | Sketch | Mapping[str, Any], catalogue: Cards | None = None) -> str:
    """The board file in YAML."""
    return to_yaml(_document(board, catalogue))


def board_json(
    board: Board | Sketch | Mapping[str, Any],
    catalogue: Cards | None = None,
    *,
    indent: int | None = None,
) -> str:
    """The board file in JSON: on one line, as a line of a `.jsonl` file, or indented."""
    return to_json(_document(board, catalogue), indent=indent)


def _document(board: Board | Sketch | Mapping[str, Any], catalogue: Cards | None) -> dict[str, Any]:
    if isinstance(board, Board):
        return document(board, catalogue)
    return tidy(board.document if isinstance(board, Sketch) else board)


def tidy(document: Mapping[str, Any]) -> dict[str, Any]:
    """Plain data with its keys in the order of the format."""
    ordered = {key: document[key] for key in KEYS if key in document}
    ordered |= {key: value for key, value in document.items() if key not in ordered}
    if isinstance(ordered.get("steps"), list):
        ordered["steps"] = [_tidy_step(step) for step in ordered["steps"]]
    return ordered


def _tidy_step(step: object) -> Any:
    if not isinstance(step, Mapping):
        return step
    head = next((key for key in STEP_FORMS if key in step), None)
    return dict(step) if head is None else in_order(step, STEP_FORMS[head])


def in_order(plain: Mapping[str, object], form: type[msgspec.Struct]) -> dict[str, Any]:
    """A mapping with its keys in the order of its form; those that go with any step at the end."""
    keys = list(keys_of(form))
    keys.sort(key=("choose", "maybe").__contains__)
    ordered = {key: plain[key] for key in keys if key in plain}
    return ordered | {key: value for key, value in plain.items() if key not in ordered}


def document(board: Board, catalogue: Cards | None = None) -> dict[str, Any]:
    """The plain data of a board's file.

    Cards are named; the file's own stand in `board.cards` as records. A board that was made by a
    program has none: with a `catalogue`, each of its cards that is not in there gets a record.
    """
    plain: dict[str, Any] = {}
    for key in ("id", "note", "source"):
        if getattr(board, key):
            plain[key] = getattr(board, key)
    if board.rules:
        plain["rules"] = list(board.rules)
    plain |= dict(board.extras)
    cards = [msgspec.json.decode(record) for record in board.cards]
    if catalogue is not None and not cards:
        cards = _unknown_cards(board, catalogue)
    if cards:
        plain["cards"] = cards
    plain["steps"] = list(_steps(board.steps))
    if board.expect:
        plain["expect"] = {one.handle: _expectation(one) for one in board.expect}
    return tidy(plain)


def _unknown_cards(board: Board, catalogue: Cards) -> list[dict[str, Any]]:
    """Records of the cards that the catalogue has not, or not so."""
    named: dict[str, Card] = {}
    for step in board.steps:
        card: Card | None = getattr(step, "card", None)
        made = isinstance(step, timeline.PutEmblem)
        if card is not None and not (
            made or (isinstance(step, timeline.Enter) and _is_token(step))
        ):
            named[card.name] = card
    return [card_record(card) for name, card in named.items() if not _is_in(catalogue, name, card)]


def _is_in(catalogue: Cards, name: str, card: Card) -> bool:
    known = catalogue.card(name)
    if known is None:
        return False
    # A spell that is one part of a card has that part only (709.3).
    return card == known or len(card.faces) == 1 and card.faces[0] in known.faces


def _is_token(step: timeline.Enter) -> bool:
    """A token given by its characteristics, not by a card's name."""
    return bool(step.written) or step.token and step.card.layout == "token"


def _steps(steps: tuple[Step, ...]) -> Iterator[dict[str, Any]]:
    """The steps as plain data; `as` stands only where the handle is not the default one."""
    names: dict[str, str] = {}
    defaults = Defaults()
    for step in steps:
        plain = {key: value for key, value in _step(step).items() if value is not None}
        handle: str | None = getattr(step, "handle", None)
        if handle is not None:
            name = _default_name(step, names)
            if handle != defaults.free(name, names):
                plain["as"] = handle
            names[handle] = name
        names |= {created: created for created in getattr(step, "creates", ())}
        yield plain


def _default_name(step: Step, names: Mapping[str, str]) -> str:
    """The name that an object has for a handle if `as` gives none; a copy has its original's."""
    if isinstance(step, (timeline.EnterTokenCopy, timeline.CopySpellOnStack)):
        return names.get(step.of, step.of)
    if isinstance(step, timeline.Enter):
        return _entered_name(step)
    card: Card | None = getattr(step, "card", None)
    return card.name if card is not None else ""  # "Emblem" for an emblem


def _entered_name(step: timeline.Enter) -> str:
    """709.5d: a Room by the half that was cast."""
    return step.card.name if step.unlocked is None else step.card.faces[step.unlocked].name


def _step(step: Step) -> dict[str, Any]:
    """One step; a key with None has nothing to say and is dropped by the caller."""
    match step:
        case timeline.Enter():
            return _enter(step)
        case timeline.EnterTokenCopy():
            return {
                "token_copy_of": step.of,
                "controller": _side(step.controller),
                "except": _except(step),
                "choose": _choose(step.choose),
                "attached_to": step.attached_to,
                "tapped": step.tapped or None,
                "x": step.x,
            }
        case timeline.ChangeCounters():
            return {"counters": dict(step.counters), "on": step.on}
        case timeline.LevelUp():
            return {"level_up": step.on, "times": step.times if step.times != 1 else None}
        case timeline.SetClassLevel():
            return {
                "class_level": step.level,
                "on": step.on,
                "choose": _choose(step.choose),
            }
        case timeline.SetDoor():
            return {
                "unlock" if step.unlocked else "lock": step.what,
                "door": step.door or None,
            }
        case timeline.Resolve():
            return {"resolve": step.card.name} | _resolution(step)
        case timeline.ResolveAbility():
            return (
                {"ability": step.number, "of": step.of}
                | _resolution(step)
                | {"controller": step.controller}
            )
        case timeline.ResolveEffect():
            return {"effect": step.text or body_words(step.body), "of": step.of} | _resolution(step)
        case timeline.Attach():
            return {"attach": step.what, "to": step.to}
        case timeline.Leave():
            return {"leave": step.what, "to": step.to if step.to != "graveyard" else None}
        case timeline.PutInZone():
            return {"zone": step.zone, "card": step.card.name, "owner": _side(step.owner)}
        case timeline.PutEmblem():
            words = step.text or _emblem_words(step.card)
            return {"emblem": words, "controller": _side(step.controller)}
        case timeline.Designated():
            return {"becomes": step.word, "on": step.on, "ends": step.ends or None}
        case timeline.PutSpell():
            return (
                {"spell": step.card.name}
                | _resolution(step)
                | {
                    "kicked": step.kicked if step.kicked is not False else None,
                    "mana": step.mana,
                }
            )
        case timeline.CopySpellOnStack():
            return {
                "copy_spell": step.of,
                "controller": _side(step.controller),
                "targets": None if step.targets is None else list(step.targets),
                "except": _except(step),
                "choose": _choose(step.choose),
            }
        case timeline.SetStatus():
            return {_STATUS_KEYS[step.status]: step.what, "choose": _choose(step.choose)}
        case timeline.EndTurn():
            return {"end_turn": True}
        case timeline.PlayerFact(fact="monarch" | "initiative"):
            return {step.fact: step.player}
        case timeline.PlayerFact(fact="day"):
            return {"daytime": "day" if step.value else "night"}
        case timeline.PlayerFact():
            value = bool(step.value) if step.fact == "turn" else step.value
            return {_FACTS[step.fact]: value, "player": _side(step.player)}


def _emblem_words(card: Card) -> str:
    from striate.cards.language import print_abilities  # costly: brings the grammar

    return print_abilities(card.faces[0].abilities)


def _except(step: timeline.EnterTokenCopy | timeline.CopySpellOnStack) -> str | None:
    return step.wording or step.unread or exception_words(step.exceptions) or None


def _enter(step: timeline.Enter) -> dict[str, Any]:
    token: Any = step.token or None
    if _is_token(step):
        token = msgspec.json.decode(step.written) if step.written else token_record(step.card)
    return {
        "enter": None if _is_token(step) else _entered_name(step),
        "controller": _side(step.controller),
        "copying": step.copying,
        "face_down": step.face_down or None,
        "choose": _choose(step.choose),
        "attached_to": step.attached_to,
        "transformed": step.transformed or None,
        "flipped": step.flipped or None,
        "tapped": step.tapped or None,
        "token": token,
        "x": step.x,
    }


def _resolution(
    step: timeline.Resolve | timeline.ResolveAbility | timeline.ResolveEffect | timeline.PutSpell,
) -> dict[str, Any]:
    modes: tuple[int, ...] = getattr(step, "modes", ())
    return {
        "targets": list(step.targets) or None,
        "choose": _choose(step.choose),
        "x": step.x,
        "mode": modes[0] if len(modes) == 1 else list(modes) or None,
        "creates": list(getattr(step, "creates", ())) or None,
        "controller": _side(step.controller or "you"),
    }


def _side(seat: str) -> str | None:
    """`you` is the default and is not written."""
    return None if seat == "you" else seat


def _choose(choices: Choices) -> dict[str, str | int] | None:
    made = {kind: int(value) if kind == "number" else value for kind, value in choices}
    return made or None


def _expectation(one: Expected) -> dict[str, Any]:
    """What is expected of an object, as plain data."""
    plain: dict[str, Any] = {
        "power": _bound(one.power),
        "toughness": _bound(one.toughness),
        "has": list(one.has),
        "lacks": list(one.lacks),
        "no_abilities": one.no_abilities,
        "is": list(one.is_),
        "is_not": list(one.is_not),
        "color_includes": list(one.color_includes),
        "controller": one.controller,
        "tapped": one.tapped,
        "counters": dict(one.counters),
        "choices": {
            key: list(value) if isinstance(value, tuple) else value for key, value in one.choices
        },
        "gone": one.gone,
    }
    plain = {key: value for key, value in plain.items() if value not in (None, [], {})}
    for key in ("power", "toughness"):
        if getattr(one, key) == "none":
            plain[key] = None
    if one.card_types is not None:
        plain["card_types"] = list(one.card_types)
    if one.colors is not None:
        plain["colors"] = list(one.colors)
    if one.name is not None:
        plain["name"] = one.name
    return in_order(plain, ExpectForm)


def _bound(bound: object) -> int | str | None:
    if not isinstance(bound, Bound):
        return None
    return bound.value if bound.op == "=" else f"{bound.op} {bound.value}"
