# ruff: noqa: INP001
"""In how many of our own boards each card stands: makes `search/wellknown.json` anew.

    python bench/wellknown.py

A list of names counts as one board.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from striate.boards.errors import BoardError
from striate.boards.loading import load_documents
from striate.cards.catalogue.store import Catalogue

HERE = Path(__file__).parent
OURS = ("../tests/boards", "../examples/suite", "pool36.txt", "wellknown.txt")
_NAMING = ("enter", "resolve", "spell", "card")  # keys of a step whose value is a card's name


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


def main() -> None:
    counts = collect((HERE / each for each in OURS), Catalogue.open())
    body = ",\n".join(f"{json.dumps(name)}: {count}" for name, count in counts.items())
    (HERE / "../search/wellknown.json").write_text(f"{{\n{body}\n}}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
