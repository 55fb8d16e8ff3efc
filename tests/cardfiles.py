"""Card files for tests: cards of our own, in Scryfall's and in MTGJSON's form."""

import gzip
import json
from pathlib import Path
from typing import Any

Record = dict[str, Any]

LORD: Record = {
    "name": "Tide Lord",
    "mana_cost": "{U}{U}",
    "type_line": "Creature — Merfolk Wizard",
    "oracle_text": "Flying\nOther Merfolk creatures you control get +1/+1.",
    "power": "2",
    "toughness": "2",
    "colors": ["U"],
    "layout": "normal",
    "set": "aaa",
}
LEVELER: Record = {
    "name": "Rising Student",
    "mana_cost": "{1}{W/U}",
    "type_line": "Creature — Human Monk",
    "oracle_text": "Level up {2}\nLEVEL 1-3\n3/3\nLEVEL 4+\n5/5\nFlying",
    "power": "1",
    "toughness": "1",
    "layout": "leveler",
}
BEAR: Record = {
    "name": "Père d'Ours",
    "mana_cost": "{1}{G}",
    "type_line": "Creature — Bear",
    "oracle_text": "",
    "power": "2",
    "toughness": "2",
    "layout": "normal",
}
GROWER: Record = {
    "name": "Heap of Bones",
    "mana_cost": "{B}",
    "type_line": "Legendary Artifact Creature — Skeleton",
    "oracle_text": "Heap of Bones's power is equal to the number of Swamps you control.",
    "power": "*",
    "toughness": "1+*",
}
TWO_FACED: Record = {
    "name": "Day Keeper // Night Keeper",
    "layout": "transform",
    "type_line": "Creature — Human // Creature — Werewolf",
    "card_faces": [
        {
            "name": "Day Keeper",
            "mana_cost": "{2}{R}",
            "type_line": "Creature — Human",
            "oracle_text": "Vigilance",
            "power": "2",
            "toughness": "3",
        },
        {
            "name": "Night Keeper",
            "mana_cost": "",
            "type_line": "Creature — Werewolf",
            "oracle_text": "Trample",
            "color_indicator": ["R"],
            "power": "4",
            "toughness": "4",
        },
    ],
}
FLIP: Record = {
    "name": "Humble Clerk // Proud Master",
    "layout": "flip",
    "card_faces": [
        {
            "name": "Humble Clerk",
            "mana_cost": "{1}{B}",
            "type_line": "Creature — Rat",
            "power": "1",
            "toughness": "1",
        },
        {
            "name": "Proud Master",
            "mana_cost": "",
            "type_line": "Legendary Creature — Rat",
            "power": "3",
            "toughness": "3",
        },
    ],
}
SPLIT: Record = {
    "name": "Push // Pull",
    "layout": "split",
    "card_faces": [
        {"name": "Push", "mana_cost": "{1}{R}", "type_line": "Instant", "oracle_text": ""},
        {"name": "Pull", "mana_cost": "{2}{W}", "type_line": "Sorcery", "oracle_text": ""},
    ],
}
STRANGE: Record = {
    "name": "Odd Engine",
    "mana_cost": "{3}",
    "type_line": "Artifact",
    "oracle_text": "Blorp each frobnicated creature until the gleeps wander home.",
}
CARDS: list[Record] = [LORD, LEVELER, BEAR, GROWER, TWO_FACED, FLIP, SPLIT, STRANGE]

ATOMIC: Record = {
    "Tide Lord": [
        {
            "name": "Tide Lord",
            "manaCost": "{U}{U}",
            "type": "Creature — Merfolk Wizard",
            "text": "Flying\nOther Merfolk creatures you control get +1/+1.",
            "power": "2",
            "toughness": "2",
            "colors": ["U"],
            "colorIdentity": ["U"],
            "layout": "normal",
            "printings": ["AAA", "BBB"],
        }
    ],
    "Day Keeper // Night Keeper": [
        {
            "name": "Day Keeper // Night Keeper",
            "faceName": face["name"],
            "side": side,
            "manaCost": face["mana_cost"],
            "type": face["type_line"],
            "text": face["oracle_text"],
            "power": face["power"],
            "toughness": face["toughness"],
            "colorIndicator": face.get("color_indicator"),
            "layout": "transform",
        }
        for side, face in zip("ab", TWO_FACED["card_faces"], strict=True)
    ],
}


def as_array(path: Path, records: list[Any] = CARDS) -> Path:
    """Scryfall's bulk form: an array, each record on a line of its own."""
    lines = ",\n".join(json.dumps(record, ensure_ascii=False) for record in records)
    path.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    return path


def as_lines(path: Path, records: list[Any] = CARDS) -> Path:
    text = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
    path.write_text(text, encoding="utf-8")
    return path


def as_gzip(path: Path, plain: Path) -> Path:
    path.write_bytes(gzip.compress(plain.read_bytes()))
    return path


def as_atomic(path: Path, data: Record = ATOMIC) -> Path:
    meta = {"date": "2026-01-01", "version": "5"}
    path.write_text(json.dumps({"meta": meta, "data": data}), encoding="utf-8")
    return path
