"""How well known a card is: of answers that say the same, the one that people know is shown.

One score for every question that has a choice of boards: less is better. It is made of how many of
our own boards name a card (`wellknown.json`, made anew by `python -m striate.search.wellknown
tests/boards examples/suite bench/pool36.txt bench/wellknown.txt`: a list of names counts as one
board), how long its text is, and whether it has to be attached.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from math import log2
from pathlib import Path
from typing import Any

import msgspec

from striate.boards.errors import BoardError
from striate.boards.loading import load_documents
from striate.cards import tree
from striate.cards.catalogue.store import Catalogue
from striate.search.cardindex import indexed

_COUNTS = "wellknown.json"
_ENCODER = msgspec.msgpack.Encoder()
UNKNOWN = 4.0  # in no board of ours
_OF_LENGTH = 0.006  # for each byte of its trees as they are stored, which is 0.004 a character
_ABILITY = 0.5
CHOICE = 1.0  # something is chosen as it enters
_AURA = 1.0
_EQUIPMENT = 1.5
_NAMING = ("enter", "resolve", "spell", "card")  # keys of a step whose value is a card's name


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


# --- the counts ----------------------------------------------------------------------------------


def collect(places: Iterable[Path], catalogue: Catalogue) -> dict[str, int]:
    """The cards that the boards of the folders' YAML files, or lists of names, name: how often."""
    numbers: Counter[str] = Counter()
    for place in places:
        if place.is_dir():
            for board in _boards_of(place):
                numbers.update(set(_named_in(board)))
        else:
            numbers.update(set(place.read_text(encoding="utf-8").splitlines()))
    counts: Counter[str] = Counter()
    for name, count in numbers.items():
        card = catalogue.card(name)
        if card is not None and name in (card.name, *(face.name for face in card.faces)):
            counts[card.name] += count
    return {name: counts[name] for name in sorted(counts)}


def _boards_of(folder: Path) -> Iterator[Any]:
    for file in sorted(folder.glob("*.yaml")):
        for loaded in load_documents(file):
            if isinstance(loaded, BoardError):
                raise loaded
            yield loaded.data


def _named_in(value: object) -> Iterator[str]:
    """Every string of the steps that could name a card."""
    if isinstance(value, Mapping):
        for key, each in value.items():
            if key in _NAMING and isinstance(each, str):
                yield each
            yield from _named_in(each)
    elif isinstance(value, list):
        for each in value:
            yield from _named_in(each)


def main(places: list[str]) -> None:
    """Writes the packaged counts."""
    counts = collect(map(Path, places), Catalogue.open())
    body = ",\n".join(f"{json.dumps(name)}: {count}" for name, count in counts.items())
    Path(__file__).with_name(_COUNTS).write_text(f"{{\n{body}\n}}\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
