"""Cards as the search box finds them: names as somebody types them, and Scryfall's filters."""

import re
from dataclasses import dataclass
from functools import cache
from itertools import islice

from striate.cards.catalogue.index import Entry
from striate.cards.catalogue.store import Catalogue
from striate.cards.errors import WrongInput
from striate.cards.filters.search import search
from striate.cards.names import fold
from striate.queries.finding.fame import ahead

MOST = 12
_FIRST = 100  # ahead of everything: the name itself
_FILTER = re.compile(r"[:<>=]|(?:^|\s)[-!(]")


@dataclass(frozen=True)
class FoundCard:
    name: str
    cost: str
    types: str
    box: str


@dataclass(frozen=True)
class FoundCards:
    """The first cards found; `guessed`: no name is so, these are like it; `more` were found."""

    cards: tuple[FoundCard, ...]
    guessed: bool = False
    more: int = 0
    wrong: str = ""


def warm(catalogue: Catalogue) -> None:
    _folded(catalogue)
    catalogue.suggest("grizly bears")


@cache
def _folded(catalogue: Catalogue) -> tuple[tuple[str, Entry], ...]:
    return tuple((fold(entry.name), entry) for entry in catalogue.index)


@cache
def _by_name(catalogue: Catalogue) -> dict[str, Entry]:
    return {entry.name: entry for entry in catalogue.index}


def found(catalogue: Catalogue, text: str) -> FoundCards:
    """What is found for a text: a filter where it has one's signs, else names."""
    if not text.strip():
        return FoundCards(())
    if _FILTER.search(text):
        try:
            names = search(catalogue, text)
        except WrongInput as error:
            return FoundCards((), wrong=str(error))
        entries = [_by_name(catalogue)[name] for name in names[:MOST]]
        return FoundCards(tuple(map(_shown, entries)), more=max(0, len(names) - MOST))
    named = _named(catalogue, fold(text))
    if named:
        return FoundCards(tuple(map(_shown, named[:MOST])), more=max(0, len(named) - MOST))
    near = [_by_name(catalogue)[name] for name in islice(catalogue.suggest(text), MOST)]
    return FoundCards(tuple(map(_shown, near)), guessed=True)


def _named(catalogue: Catalogue, wanted: str) -> list[Entry]:
    """Names that begin so, then those with words that begin so, then those with these letters.

    A well-known card moves ahead, but never before the name that was typed; then the shortest.
    """
    scored: list[tuple[float, int, str, Entry]] = []
    words = wanted.split(" ")
    for key, entry in _folded(catalogue):
        if key == wanted or key.split(" // ")[0] == wanted:
            rank = 0
        elif key.startswith(wanted):
            rank = 1
        elif f" {wanted}" in key:
            rank = 2
        elif all(f" {word}" in f" {key}" for word in words):
            rank = 3
        elif len(wanted) > 2 and wanted in key:
            rank = 4
        else:
            continue
        first = rank - ahead(entry.name) if rank else -_FIRST
        scored.append((first, len(key), key, entry))
    return [entry for *_, entry in sorted(scored, key=lambda each: each[:3])]


def _shown(entry: Entry) -> FoundCard:
    face = entry.faces[0]
    types = " ".join((*face.supertypes, *face.types))
    if face.subtypes:
        types += f" — {' '.join(face.subtypes)}"
    box = f"{face.power}/{face.toughness}" if face.power or face.toughness else ""
    return FoundCard(entry.name, face.mana_cost, types, box)
