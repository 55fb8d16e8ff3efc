"""A board as a board file: plain data, YAML, JSON. What is written is read back equal."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from striate.boards.emitting import to_json, to_yaml
from striate.boards.names import Cards
from striate.boards.records import card_record
from striate.boards.schema import KEYS, ExpectForm, keys_of
from striate.boards.sketch import Sketch
from striate.boards.steps.naming import Naming
from striate.boards.steps.table import kind_of_event, kind_of_plain
from striate.boards.timeline import Board, Bound, Expected, Step
from striate.cards.tree import Card


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
    kind = kind_of_plain(step)
    return dict(step) if kind is None else in_order(step, kind.form)


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
        if card is not None and kind_of_event(step).makes == "card":
            named[card.name] = card
    return [card_record(card) for name, card in named.items() if not _is_in(catalogue, name, card)]


def _is_in(catalogue: Cards, name: str, card: Card) -> bool:
    known = catalogue.card(name)
    if known is None:
        return False
    # A spell that is one part of a card has that part only (709.3).
    return card == known or len(card.faces) == 1 and card.faces[0] in known.faces


def _steps(steps: tuple[Step, ...]) -> Iterator[dict[str, Any]]:
    """The steps as plain data; `as` stands only where the handle is not the default one."""
    naming = Naming()
    for step in steps:
        plain = kind_of_event(step).write(step)
        handle = getattr(step, "handle", "")
        if handle and handle != naming.default(plain):
            plain["as"] = handle
        naming.note(plain, handle)
        yield plain


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
