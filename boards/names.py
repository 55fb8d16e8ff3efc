"""Which card a board's name means, and which face of it; the handles that objects go by."""

from collections.abc import Container, Iterable
from functools import lru_cache
from typing import Any, NamedTuple, Protocol

import msgspec

from striate.boards.errors import COMPARED, Path, did_you_mean, meant, show
from striate.boards.mistakes import Mistakes
from striate.boards.schema import CardRecord, TokenRecord
from striate.cards.names import fold
from striate.cards.tree import Card, Face
from striate.cards.vocabulary import COLORS

_SUGGESTED = 3
_LOOKED_FOR = 5  # mistakes for which a whole catalogue is looked through


class Cards(Protocol):
    """Where cards are looked up: a `striate.cards.catalogue.store.Catalogue` or the like."""

    def card(self, name: str) -> Card | None: ...

    def suggest(self, name: str) -> list[str]: ...


class Known(NamedTuple):
    """A card and the face that its name on the board means (0 where it names the whole card)."""

    card: Card
    face: int
    whole: bool

    @property
    def name(self) -> str:
        """The default handle: the card's name, or that of the face that was named."""
        return self.card.name if self.whole else self.card.faces[self.face].name

    @property
    def named(self) -> Face:
        return self.card.faces[self.face]


class Shelf:
    """The cards that a board can name: its own first, then the catalogue's. Remembers look-ups.

    Where many boards are built, a shelf can stand for the catalogue.
    """

    def __init__(self, cards: Cards, own: Iterable[Card] = ()) -> None:
        self._cards = cards
        self._own: dict[str, Card] = {}
        self._seen: dict[str, Card | None] = {}
        for card in own:
            self._own[fold(card.name)] = card
            for face in card.faces:
                self._own.setdefault(fold(face.name), card)

    def with_own(self, own: Iterable[Card]) -> "Shelf":
        """A shelf of the same catalogue with a board's own cards before it."""
        shelf = Shelf(self._cards, own)
        shelf._seen = self._seen
        return shelf

    def card(self, name: str) -> Card | None:
        own = self._own.get(fold(name))
        if own is not None:
            return own
        if name not in self._seen:
            self._seen[name] = self._cards.card(name) if len(name) <= 200 else None
        return self._seen[name]

    def suggest(self, name: str) -> list[str]:
        """Names of cards that may be meant."""
        return self._cards.suggest(name)

    def known(self, name: str) -> Known | None:
        """The card of that name and the face meant."""
        card = self.card(name)
        if card is None:
            return None
        key = fold(name)
        if key != fold(card.name):
            for index, face in enumerate(card.faces):
                if fold(face.name) == key:
                    return Known(card, index, False)
        return Known(card, 0, True)

    def find(self, name: str, path: Path, mistakes: Mistakes) -> Known | None:
        """The card of that name; a mistake is told if there is none."""
        known = self.known(name)
        if known is None:
            hint = did_you_mean(name, (card.name for card in self._own.values()), limit=1)
            if not hint and len(name) <= COMPARED and len(mistakes.found) < _LOOKED_FOR:
                near = self.suggest(name)[:_SUGGESTED]
                hint = did_you_mean(name, near) or meant(near)
            # A catalogue says what it is called; a handful of cards in its place need not.
            called = getattr(self._cards, "called", "")
            where = f" in {called}" if called else ""
            mistakes.add(f"no card is named {show(name)}{where}", path, hint)
        return known


def own_card(record: CardRecord, path: Path, mistakes: Mistakes) -> Card | None:
    """A card of the board's own."""
    plain = _plain_record(msgspec.to_builtins(record))
    for face in plain.get("card_faces") or ():
        _plain_record(face)
    return _compiled(plain, path, mistakes)


def token_card(record: TokenRecord, path: Path, mistakes: Mistakes) -> Card | None:
    """111.4: a token's name, where none is given, is its subtypes and the word Token."""
    plain = _plain_record(msgspec.to_builtins(record))
    plain.setdefault("type_line", "Creature")
    plain.setdefault("name", token_name(plain))
    plain["layout"] = "token"
    card = _compiled(plain, path, mistakes)
    if card is not None and set(card.faces[0].types) & {"Instant", "Sorcery"}:
        mistakes.add("an instant or sorcery is no permanent, and never such a token (111.5)", path)
    return card


def token_name(record: object) -> str:
    """111.4: what a token of that record is called."""
    plain = record if isinstance(record, dict) else msgspec.to_builtins(record)
    line = str(plain.get("type_line") or "").replace("–", "—").replace(" - ", " — ")
    subtypes = line.partition("—")[2].strip()
    return str(plain.get("name") or (f"{subtypes} Token" if subtypes else "Token"))


def _plain_record(record: dict[str, Any]) -> dict[str, Any]:
    """Scryfall's form: boxes are texts, colours are letters, and what is absent is absent."""
    for key in [key for key, value in record.items() if value is None]:
        del record[key]
    for key in ("power", "toughness", "loyalty"):
        if key in record:
            record[key] = str(record[key])
    for key in ("colors", "color_indicator"):
        value = record.get(key)
        if isinstance(value, list):
            record[key] = [letter(color) for color in value]
    return record


def _compiled(record: dict[str, Any], path: Path, mistakes: Mistakes) -> Card | None:
    from striate.cards.catalogue.scryfall import BadRecord  # costly: brings the grammar

    try:
        return _card_of(msgspec.json.encode(record))
    except BadRecord as error:
        mistakes.add(error.reason, path)
        return None


@lru_cache(maxsize=1024)
def _card_of(record: bytes) -> Card:
    """Many boards have the same tokens."""
    from striate.cards.catalogue.scryfall import card_from_record

    return card_from_record(msgspec.json.decode(record))


def letter(color: str) -> str:
    """`U` for `U` and for `blue`."""
    return COLORS.get(color, color)


class Defaults:
    """Handles that are given by default: "Name", "Name #2", ...: the first that is free."""

    def __init__(self) -> None:
        self._last: dict[str, int] = {}

    def free(self, name: str, taken: Container[str]) -> str:
        """The first handle for that name that is not taken."""
        number = self._last.get(name, 1)
        handle = name if number == 1 else f"{name} #{number}"
        while handle in taken:
            number += 1
            handle = f"{name} #{number}"
        self._last[name] = number
        return handle


class Handles:
    """The handles of a board's objects, with the step at which each comes to be."""

    def __init__(self) -> None:
        self.step: dict[str, int] = {}
        self._defaults = Defaults()

    def give(
        self, wanted: str | None, name: str, index: int, path: Path, mistakes: Mistakes
    ) -> str:
        """The handle of a new object: `as`, or its name, or "Name #2" if that is taken."""
        if wanted is None:
            handle = self._defaults.free(name, self.step)
        else:
            handle = wanted
            if handle in ("you", "opponent"):
                mistakes.add(f"the handle {show(handle)} is a player's", (*path, "as"))
            elif handle in self.step:
                message = f"the handle {show(handle)} is taken by steps[{self.step[handle]}]"
                mistakes.add(message, (*path, "as"), "give it another one")
        self.step.setdefault(handle, index)
        return handle

    def check(self, handle: str, index: int, path: Path, mistakes: Mistakes) -> bool:
        """Whether an object of that handle is there before that step; a mistake is told if not."""
        maker = self.step.get(handle)
        if maker is None:
            before = [known for known, step in self.step.items() if step < index]
            hint = did_you_mean(handle, before) or _listed(before)
            mistakes.add(f"no object has the handle {show(handle)}", path, hint)
        elif maker >= index:
            message = f"{show(handle)} is not there yet: it comes at steps[{maker}]"
            mistakes.add(message, path)
        return maker is not None and maker < index


def _listed(handles: list[str]) -> str:
    if not handles:
        return "no object is there yet"
    shown = ", ".join(show(handle) for handle in handles[:6])
    return f"there are {shown}" + (" and others" if len(handles) > 6 else "")
