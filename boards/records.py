"""Cards as records with Scryfall's names, for boards whose cards are in no catalogue.

The texts are the canonical ones of the trees, which read back to the same trees.
"""

from typing import Any

import msgspec

from striate.cards.costs import colors_of
from striate.cards.tree import Body, Card, CopyExtra, Face


def card_record(card: Card) -> dict[str, Any]:
    """A card as an entry of `cards`."""
    if len(card.faces) == 1 and card.faces[0].name == card.name:
        return _face_record(card.faces[0]) | _layout(card)
    faces = [_face_record(face) for face in card.faces]
    return {"name": card.name} | _layout(card) | {"card_faces": faces}


def _layout(card: Card) -> dict[str, Any]:
    return {} if card.layout == "normal" else {"layout": card.layout}


def _face_record(face: Face) -> dict[str, Any]:
    from striate.cards.language import print_abilities  # costly: brings the grammar

    record: dict[str, Any] = {
        "name": face.name,
        "mana_cost": face.mana_cost,
        "type_line": _type_line(face),
        "oracle_text": print_abilities(face.abilities),
        "power": face.printed_power or _number(face.power),
        "toughness": face.printed_toughness or _number(face.toughness),
        "loyalty": face.loyalty,
    }
    # 202.2, 204: where the cost does not give the colours, an indicator does.
    if set(face.colors) != set(colors_of(face.mana_cost)):
        record["color_indicator"] = list(face.colors)
    return {key: value for key, value in record.items() if value}


def token_record(card: Card) -> dict[str, Any]:
    """A token as a `token` step has it."""
    record = _face_record(card.faces[0])
    record["colors"] = record.pop("color_indicator", [])
    order = ("name", "type_line", "power", "toughness", "colors", "oracle_text")
    return {key: record[key] for key in order if record.get(key)}


def _type_line(face: Face) -> str:
    before = " ".join((*face.supertypes, *face.types))
    return f"{before} — {' '.join(face.subtypes)}" if face.subtypes else before


def _number(value: int | None) -> str:
    return "" if value is None else str(value)


def body_words(body: Body) -> str:
    """A resolved effect as rules text."""
    from striate.cards.printing.bodies import body_text

    return body_text(body)


def exception_words(extras: tuple[CopyExtra, ...]) -> str:
    """The exceptions of a copy as rules text."""
    from striate.cards.printing.steps import extra

    return ", ".join(extra(one) for one in extras)


def as_written(record: msgspec.Struct) -> str:
    """A record as its file has it: the fields that it gives, in the format's order."""
    plain = msgspec.to_builtins(record)
    return msgspec.json.encode(_given(plain)).decode()


def _given(plain: object) -> Any:
    if isinstance(plain, dict):
        return {key: _given(value) for key, value in plain.items() if value not in (None, "")}
    if isinstance(plain, list):
        return [_given(value) for value in plain]
    return plain
