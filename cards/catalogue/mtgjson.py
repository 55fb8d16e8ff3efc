"""MTGJSON's AtomicCards read as records with Scryfall's field names.

An entry of AtomicCards is a name and a list of objects, one for each face.
"""

from collections.abc import Mapping
from typing import Any

from striate.cards.catalogue.scryfall import BadRecord, Record

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


def records_from_atomic(name: str, faces: object) -> list[Record]:
    """The Scryfall records of an AtomicCards entry: one, but for meld cards one for each face."""
    if not isinstance(faces, list) or not faces or not all(isinstance(f, Mapping) for f in faces):
        raise BadRecord(name, "an AtomicCards entry is a list of faces")
    front: Mapping[str, Any] = faces[0]
    layout = str(front.get("layout") or "normal")
    if layout == "meld":
        # 712.4: each meld card and what they make together are cards of their own.
        return [_common(name, face) | _fields(face) | _face_name(face, name) for face in faces]
    if " // " not in name:
        return [_common(name, front) | _fields(front)]
    by_side: dict[str, Mapping[str, Any]] = {}
    for number, face in enumerate(faces):
        by_side.setdefault(str(face.get("side") or _SIDES[number % len(_SIDES)]), face)
    ordered = [_fields(by_side[side]) | _face_name(by_side[side], name) for side in sorted(by_side)]
    return [_common(name, front) | {"card_faces": ordered}]


def _common(name: str, front: Mapping[str, Any]) -> dict[str, Any]:
    layout = str(front.get("layout") or "normal")
    return {
        "name": name,
        "layout": _LAYOUTS.get(layout, layout),
        "printings": front.get("printings"),
        "color_identity": front.get("colorIdentity"),
    }


def _fields(face: Mapping[str, Any]) -> dict[str, Any]:
    return {ours: face[theirs] for theirs, ours in _RENAMED.items() if theirs in face}


def _face_name(face: Mapping[str, Any], name: str) -> dict[str, Any]:
    return {"name": face.get("faceName") or name}
