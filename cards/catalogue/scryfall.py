"""Card records with Scryfall's field names, read into `Card` values.

Rules: 202.2 and 204 (colours from the cost and the colour indicator), 205 (type line), 208
(power and toughness boxes), 709-715 (cards with several parts), 903.4 (colour identity).

Assumed: a record of a card with several faces has `card_faces`. `colors` in a record counts only
where there is neither a cost nor an indicator: characteristic-defining abilities such as devoid
are abilities here, and Scryfall's `colors` has them already applied.
"""

import re
from collections.abc import Mapping
from typing import Any, TypeAlias

from striate.cards import costs, language
from striate.cards.catalogue.printed import NotPrinted, box_number, type_line
from striate.cards.errors import WrongInput
from striate.cards.tree import Ability, Card, Face

Record: TypeAlias = Mapping[str, Any]

_BASIC_LAND_COLORS = {"Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G"}
_MANA_IN_PARENTHESES = re.compile(r"^\((\{T\}: Add [^()]*\.)\)$", re.MULTILINE)
# Layouts whose second part is no face of its own: it shares the front's colours and cost (710.1c).
_SHARES_COST = frozenset({"flip"})
_WORDS = (
    "name",
    "type_line",
    "oracle_text",
    "mana_cost",
    "power",
    "toughness",
    "loyalty",
    "defense",
)
_CONTROL = re.compile("[\x00-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_ENDLESS = re.compile(r"\d{13}")
# Records of these layouts are not cards: a card file lists them beside the cards.
NOT_CARDS = frozenset({"token", "double_faced_token", "emblem", "art_series"})


class BadRecord(WrongInput, ValueError):
    """A record that is no card; says which card and why."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"`{name}`: {reason}" if name else reason)
        self.name = name
        self.reason = reason


def card_from_record(record: Record) -> Card:
    """The card that a record describes; `BadRecord` if it describes none."""
    if not isinstance(record, Mapping):
        raise BadRecord("", "a card is an object with at least `name` and `type_line`")
    name = record.get("name")
    if not isinstance(name, str) or not name.strip():
        raise BadRecord("", "a card has a `name`, which is a text")
    _check_words(name, "name", name)
    layout = _text(record, "layout", name) or "normal"
    parts = _parts(record, name)
    faces: list[Face] = []
    for part in parts:
        front = faces[0] if faces and layout in _SHARES_COST else None
        faces.append(_face(part, name, layout, front))
    return Card(
        name=name,
        layout=layout,
        faces=tuple(faces),
        color_identity=_color_identity(record, parts, faces, name),
        sets=_sets(record, name),
    )


def one_sided(record: Record) -> Record:
    """A reversible card shows the same card on both sides; the record of that card."""
    faces = record.get("card_faces")
    if record.get("layout") != "reversible_card" or not isinstance(faces, list) or not faces:
        return record
    return {"set": record.get("set"), **faces[0], "layout": faces[0].get("layout") or "normal"}


def _check_words(value: object, key: str, card_name: str) -> None:
    """A text of a card has no character that can't be printed and no endless number."""
    text = str(value) if isinstance(value, str | int) else ""
    if _CONTROL.search(text) or _ENDLESS.search(text):
        what = "a number of more than 12 digits" if _ENDLESS.search(text) else "a control character"
        raise BadRecord(card_name, f"`{key}` has {what}")


def _parts(record: Record, name: str) -> list[Record]:
    faces = record.get("card_faces")
    if faces is None:
        return [record]
    if not isinstance(faces, list) or not all(isinstance(face, Mapping) for face in faces):
        raise BadRecord(name, "`card_faces` is a list of objects")
    return list(faces) or [record]


def _face(part: Record, card_name: str, layout: str, front: Face | None) -> Face:
    for key in _WORDS:
        _check_words(part.get(key), key, card_name)
    name = _text(part, "name", card_name) or card_name
    line = part.get("type_line")
    if not isinstance(line, str) or not line.strip():
        raise BadRecord(card_name, "a card has a `type_line`, which is a text")
    cost = _text(part, "mana_cost", card_name)
    if not costs.is_cost(cost):
        raise BadRecord(card_name, f"`{cost}` is not a mana cost")
    printed_power, printed_toughness = (
        _text(part, key, card_name) for key in ("power", "toughness")
    )
    try:
        supertypes, types, subtypes = type_line(line)
        power = box_number(printed_power) if printed_power else None
        toughness = box_number(printed_toughness) if printed_toughness else None
    except NotPrinted as error:
        raise BadRecord(card_name, str(error)) from None
    abilities = _abilities(part, name, layout, supertypes, types, subtypes, card_name)
    if power is not None and toughness is not None and "Creature" not in types:
        stationed = language.with_station_box(abilities, power, toughness)
        if stationed is not None:
            # 721.2c: the box is the station symbol's; the card itself has no power or toughness.
            abilities, power, toughness = stationed, None, None
            printed_power = printed_toughness = ""
    return Face(
        name=name,
        mana_cost=cost,
        supertypes=supertypes,
        types=types,
        subtypes=subtypes,
        colors=front.colors if front else _colors(part, cost, card_name),
        power=power,
        toughness=toughness,
        loyalty=_text(part, "loyalty", card_name),
        defense=_text(part, "defense", card_name),
        abilities=abilities,
        printed_power=printed_power,
        printed_toughness=printed_toughness,
    )


def _abilities(
    part: Record,
    name: str,
    layout: str,
    supertypes: tuple[str, ...],
    types: tuple[str, ...],
    subtypes: tuple[str, ...],
    card_name: str,
) -> tuple[Ability, ...]:
    text = _text(part, "oracle_text", card_name)
    if "Land" in types and _BASIC_LAND_COLORS.keys().isdisjoint(subtypes):
        # 305.6: no rule gives it that mana ability, so that this is no reminder of one (207.2).
        text = _MANA_IN_PARENTHESES.sub(r"\1", text)
    return language.parse_face(
        text, name=name, supertypes=supertypes, types=types, subtypes=subtypes, layout=layout
    )


def _colors(part: Record, cost: str, name: str) -> tuple[str, ...]:
    """202.2, 204.2: the colours of the cost and of the indicator."""
    indicator = _letters(part, "color_indicator", name)
    if cost or indicator:
        return costs.in_order({*costs.colors_of(cost), *indicator})
    return _letters(part, "colors", name)


def _letters(record: Record, key: str, name: str) -> tuple[str, ...]:
    """A list of colour letters (names are understood too)."""
    value = record.get(key)
    if value is None:
        return ()
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise BadRecord(name, f"`{key}` is a list of colour letters")
    words: dict[str, str] = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}
    letters = {words.get(item.lower()) or item.upper() for item in map(str, value)}
    unknown = sorted(letters - set(costs.COLORS) - {"C"})
    if unknown:
        raise BadRecord(name, f"`{unknown[0]}` in `{key}` is not a colour; colours are W U B R G")
    return costs.in_order(letters)


def _color_identity(
    record: Record, parts: list[Record], faces: list[Face], name: str
) -> tuple[str, ...]:
    """903.4: colours of cost, indicator and symbols in the rules text; 903.4c: not in reminders."""
    given = record.get("color_identity")
    if given is not None:
        return _letters(record, "color_identity", name)
    identity: set[str] = set()
    for part, face in zip(parts, faces, strict=True):
        text = re.sub(r"\([^()]*\)", "", _text(part, "oracle_text", name))
        identity.update(face.colors, costs.colors_of(text))
        identity.update(_BASIC_LAND_COLORS[s] for s in face.subtypes if s in _BASIC_LAND_COLORS)
    return costs.in_order(identity)


def _sets(record: Record, name: str) -> tuple[str, ...]:
    codes = {_text(record, "set", name).lower()}
    printings = record.get("printings")
    if isinstance(printings, list):
        codes.update(str(code).lower() for code in printings)
    return tuple(sorted(codes - {""}))


def _text(record: Record, key: str, name: str) -> str:
    """A text field; a number counts as its digits, nothing as an empty text."""
    value = record.get(key)
    if value is None:
        return ""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise BadRecord(name, f"`{key}` is a text")
    return str(value)
