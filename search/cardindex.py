"""What no goal changes about a card of the catalogue: worked out once, and looked up here.

Why no slot holds it, how well known it is, what it makes, how it may stand face down, what it looks
at. `indexing` works it out for each card of a catalogue and writes it; what is looked up is what
the same functions would say of the card (a test compares them for all cards). A card that no index
tells of is worked out when it is asked about.
"""

import zlib
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import compress
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from striate.cards.catalogue.store import SHIPPED, Catalogue, cache_folder
from striate.cards.tree import Card, Change, Face
from striate.spreading.stamp import code_stamp

#: Beside the shipped catalogue, of which it tells.
SHIPPED_INDEX = Path(__file__).with_name("cards.index")


class Columns(msgspec.Struct, frozen=True, array_like=True):
    """An index as it is stored: for each card, by its number in the catalogue, what is told of
    it."""

    catalogue: str  # the stamp of the catalogue's file
    code: str  # the stamp of the program, of an index that is not shipped
    reasons: list[str]
    left_out: bytes  # a reason's number
    beyond: bytes
    scores: bytes  # doubles
    flags: dict[str, bytes]  # of each question its answers, one byte a card: yes or no
    down: dict[int, tuple[str, ...]]
    tokens: dict[int, tuple[tuple[Card, int | None], ...]]
    changes: list[Change]
    written: list[tuple[tuple[str, str], ...]]
    deeds: dict[int, tuple[tuple[int, ...], int]]  # its changes of others, and what it writes


_Of = TypeVar("_Of", Card, Face)
_Said = TypeVar("_Said")
_DECODER = msgspec.msgpack.Decoder(Columns)


class Index:
    """An index, read: what is told of each card, by its number."""

    def __init__(self, columns: Columns) -> None:
        self.columns = columns
        self._told: dict[object, Sequence[Any]] = {}

    def reasons(self, numbers: bytes) -> Sequence[str]:
        return [*map(self.columns.reasons.__getitem__, numbers)]

    def few(self, otherwise: dict[int, _Said], other: _Said) -> Sequence[_Said]:
        """What is told of some cards, and another answer for all others."""
        answers = [other] * len(self.columns.left_out)
        for number, answer in otherwise.items():
            answers[number] = answer
        return answers

    def changes(self) -> Sequence[tuple[Change, ...]]:
        changes, deeds = self.columns.changes, self.columns.deeds
        return self.few(
            {n: tuple(map(changes.__getitem__, which)) for n, (which, _) in deeds.items()}, ()
        )

    def written(self) -> Sequence[frozenset[tuple[str, str]]]:
        written = [*map(frozenset, self.columns.written)]
        return self.few(
            {n: written[keys] for n, (_, keys) in self.columns.deeds.items()}, frozenset()
        )

    def told(self, column: "Callable[[Index], Sequence[_Said]]") -> Sequence[_Said]:
        """The answers to one question."""
        if column not in self._told:
            self._told[column] = column(self)
        return self._told[column]


# By the identity of a card or of its first face. The card is kept, so that no other takes its
# place.
_known: dict[int, tuple[Card, Index, int]] = {}


class Indexed(Generic[_Of, _Said]):
    """A function of a card, or of a front, whose answer the index has if it tells of the card."""

    def __init__(
        self, function: Callable[[_Of], _Said], column: Callable[[Index], Sequence[_Said]]
    ) -> None:
        self.afresh: Callable[[_Of], _Said] = function
        self._worked_out = cache(function)
        self.column = column

    def __call__(self, thing: _Of) -> _Said:
        number = _known.get(id(thing))
        if number is None:
            return self._worked_out(thing)
        return number[1].told(self.column)[number[2]]

    def forget(self) -> None:
        """What was worked out before is worked out anew."""
        self._worked_out.cache_clear()


def indexed(
    column: Callable[[Index], Sequence[_Said]],
) -> Callable[[Callable[[_Of], _Said]], Indexed[_Of, _Said]]:
    """Makes a function look its answer up in that column of the index."""
    return lambda function: Indexed(function, column)


FLAGGED: dict[str, Indexed[Card, bool]] = {}


def flagged(function: Callable[[Card], bool]) -> Indexed[Card, bool]:
    """Makes a question that is answered by yes or no look its answer up in the index."""
    name = function.__name__
    FLAGGED[name] = Indexed(function, lambda index: memoryview(index.columns.flags[name]).cast("?"))
    return FLAGGED[name]


def know(catalogue: Catalogue, cards: Iterable[tuple[int, Card]]) -> None:
    """From now on the index tells of these cards of the catalogue, each with its number."""
    index = index_of(catalogue)
    if index is not None:
        numbered = [(card, index, number) for number, card in cards]
        _known.update(zip([id(card) for card, _, _ in numbered], numbered, strict=True))
        _known.update(zip([id(card.faces[0]) for card, _, _ in numbered], numbered, strict=True))


class Told:
    """What is told of each of many cards, as one list for each question."""

    def __init__(self, cards: Sequence[Card]) -> None:
        self.cards = cards
        numbers = [*map(_known.get, map(id, cards))]
        one = {None if each is None else each[1] for each in numbers}
        self._index = one.pop() if len(one) == 1 else None
        self._numbers = [each[2] for each in numbers if each is not None]

    def of(self, function: Indexed[Card, _Said]) -> Iterable[_Said]:
        if self._index is None:
            return map(function, self.cards)
        return map(self._index.told(function.column).__getitem__, self._numbers)

    def so(self, function: Indexed[Card, Any]) -> list[Card]:
        """The cards of which it is so."""
        return [*compress(self.cards, self.of(function))]


def forget() -> None:
    """No card is known: each is worked out anew."""
    _known.clear()


_indexes: dict[str, Index] = {}


def index_of(catalogue: Catalogue) -> Index | None:
    """The index of a catalogue; None if there is none that is of this very file."""
    stamp = catalogue.stamp
    if stamp not in _indexes:
        columns = read(index_file(catalogue))
        if columns is None or columns.catalogue != stamp:
            return None
        if catalogue.path != SHIPPED and columns.code != code_stamp():
            return None
        _indexes[stamp] = Index(columns)
    return _indexes[stamp]


def index_file(catalogue: Catalogue) -> Path:
    if catalogue.path == SHIPPED:
        return SHIPPED_INDEX
    return cache_folder() / f"cards-{catalogue.stamp}.index"


def read(path: Path) -> Columns | None:
    """The columns of a file; None if it is missing or can't be read."""
    try:
        return _DECODER.decode(zlib.decompress(path.read_bytes()))
    except (OSError, zlib.error, msgspec.DecodeError):
        return None
