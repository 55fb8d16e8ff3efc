"""How well known a card is: of answers that say the same, the one that people know is shown.

One score for every question that has a choice of boards: less is better. It is made of how many of
our own boards name a card (`wellknown.json`, made by `bench/wellknown.py`), how long its text is,
and whether it has to be attached.
"""

import json
from functools import cache
from math import log2
from pathlib import Path

import msgspec

from striate.cards import tree
from striate.search.cardindex import indexed

_COUNTS = "wellknown.json"
_ENCODER = msgspec.msgpack.Encoder()
UNKNOWN = 4.0  # in no board of ours
_OF_LENGTH = 0.006  # for each byte of its trees as they are stored, which is 0.004 a character
_ABILITY = 0.5
CHOICE = 1.0  # something is chosen as it enters
_AURA = 1.0
_EQUIPMENT = 1.5


@cache
def _counts() -> dict[str, int]:
    text = Path(__file__).with_name(_COUNTS).read_text(encoding="utf-8")
    counts: dict[str, int] = json.loads(text)
    return counts


def boards_with(name: str) -> int:
    """In how many of our own boards a card of that name stands."""
    return _counts().get(name, 0)


def longer_name(name: str) -> str:
    """The best known name that goes on after a comma, if it is better known than this one."""
    if boards_with(name):
        return ""
    longer = [each for each in _counts() if each.startswith(f"{name}, ")]
    return max(longer, key=boards_with, default="")


@indexed(lambda index: memoryview(index.columns.scores).cast("d"))
def card_score(card: tree.Card) -> float:
    """How little known and how long to read a card is; less is better."""
    boards = boards_with(card.name)
    score: float = -log2(1 + boards) if boards else UNKNOWN
    for face in card.faces:
        score += _OF_LENGTH * len(_ENCODER.encode(face.abilities)) + _ABILITY * len(face.abilities)
    subtypes = card.faces[0].subtypes
    return score + _AURA * ("Aura" in subtypes) + _EQUIPMENT * ("Equipment" in subtypes)
