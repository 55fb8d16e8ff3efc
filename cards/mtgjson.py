"""MTGJSON's AtomicCards read as records with Scryfall's field names.

An entry of AtomicCards is a name and a list of objects, one for each face.
"""

from collections.abc import Mapping
from typing import Any

from striate.cards.scryfall import BadRecord, Record

_RENAMED = {
    "manaCost": "mana_cost",
    "type": "type_line",
    "text": "oracle_text",
    "power": "power",
    "toughness": "toughness",
    "loyalty": "loyalty",
    "defense": "defense",
    "colors": "colors",
    "colorIndicator": "color_indicator",
}
# MTGJSON says "aftermath" where Scryfall says "split".
_LAYOUTS = {"aftermath": "split"}
_SIDES = "abcdefgh"


def record_from_atomic(name: str, faces: object) -> Record:
    """The Scryfall record of an AtomicCards entry."""
    if not isinstance(faces, list) or not faces or not all(isinstance(f, Mapping) for f in faces):
        raise BadRecord(name, "an AtomicCards entry is a list of faces")
    front: Mapping[str, Any] = faces[0]
    layout = str(front.get("layout") or "normal")
    record: dict[str, Any] = {
        "name": name,
        "layout": _LAYOUTS.get(layout, layout),
        "printings": front.get("printings"),
        "color_identity": front.get("colorIdentity"),
    }
    if layout == "meld" or " // " not in name:
        return record | _fields(front)
    by_side = {
        str(face.get("side") or _SIDES[i % 8]): face for i, face in reversed([*enumerate(faces)])
    }
    ordered = [by_side[side] for side in sorted(by_side)]
    return record | {"card_faces": [_fields(face) | _face_name(face) for face in ordered]}


def _fields(face: Mapping[str, Any]) -> dict[str, Any]:
    return {ours: face[theirs] for theirs, ours in _RENAMED.items() if theirs in face}


def _face_name(face: Mapping[str, Any]) -> dict[str, Any]:
    return {"name": face.get("faceName") or face.get("name")}
