"""The catalogue: every card by name, in one SQLite file.

The package ships `catalogue.sqlite`, compiled by `make catalogue`: names, costs, types, colours and
effect trees, and no sentence that the trees do not hold (those are sealed: a digest stands for
them). `striate cards import` writes the same file to the user's cache folder, with the words of
the sealed sentences beside it; `Catalogue.open` prefers that one.

The file: `names` leads from a folded name to a card's number; `blocks` holds the cards, a few
together, compressed; `meta` holds the search index and the stamps; `prose` the words.
"""

import gc
import os
import sqlite3
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from striate.cards import names
from striate.cards.catalogue.index import Entry
from striate.cards.errors import UnknownCard, WrongInput, nearest_names
from striate.cards.tree import Card
from striate.spreading.alive import is_running
from striate.spreading.stamp import file_stamp

SHIPPED = Path(__file__).with_name("catalogue.sqlite")
# The layout of the file, and the edition of the trees in it: a file of another edition is not read.
EDITION = "5"
_BLOCK = 32  # cards that are compressed together: small for a look-up, large for the size

_CARD = msgspec.msgpack.Decoder(Card)
_CARDS = msgspec.msgpack.Decoder(list[Card])
_RAW_CARDS = msgspec.msgpack.Decoder(list[msgspec.Raw])
_INDEX = msgspec.msgpack.Decoder(list[Entry])
_ENCODER = msgspec.msgpack.Encoder()
_Form = TypeVar("_Form")


class CatalogueError(WrongInput):
    """The catalogue file can't be used; says why and what to do."""


def user_file() -> Path:
    """Where an import goes: STRIATE_CATALOGUE, or the platform's cache folder."""
    override = os.environ.get("STRIATE_CATALOGUE")
    return Path(override) if override else cache_folder() / "catalogue.sqlite"


def cache_folder() -> Path:
    """The platform's folder for what can be made again, and Striate's place in it."""
    base = os.environ.get("XDG_CACHE_HOME")
    if base:
        folder = Path(base)
    elif sys.platform == "darwin":
        folder = Path.home() / "Library" / "Caches"
    elif sys.platform == "win32":
        folder = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    else:
        folder = Path.home() / ".cache"
    return folder / "striate"


class Catalogue:
    """A catalogue file, opened for reading. `notice` says why the user's own was passed over."""

    def __init__(self, path: Path, notice: str = "") -> None:
        self.path = path
        self.notice = notice
        # Cards that are asked for one after the other often lie in one block.
        self._block = lru_cache(maxsize=8)(self._read_block)
        self._card = lru_cache(maxsize=256)(self._read_card)
        try:
            uri = f"{path.resolve().as_uri()}?mode=ro&immutable=1"
            self._db = sqlite3.connect(uri, uri=True, check_same_thread=False)
            stamp = self._meta("edition")
        except sqlite3.Error as error:
            raise CatalogueError(f"`{path}` is not a card catalogue ({error})") from None
        if stamp != EDITION.encode():
            raise CatalogueError(
                f"`{path}` was made by another version of striate; import the card file again"
            )

    @classmethod
    def open(cls) -> "Catalogue":
        """The user's imported catalogue if there is one that can be read, else the shipped one."""
        own, notice = user_file(), ""
        if own.exists():
            try:
                return cls(own)
            except CatalogueError as error:
                notice = f"{error}; using the shipped catalogue"
        if not SHIPPED.exists():
            raise CatalogueError("no card catalogue; run `striate cards import FILE`")
        return cls(SHIPPED, notice)

    def close(self) -> None:
        self._db.close()

    @cached_property
    def stamp(self) -> str:
        """A digest of the file: what is worked out from it is of no other."""
        return file_stamp(self.path)

    def number(self, name: str) -> int | None:
        """The place in the index of the card of that name (a face's name does too), or None."""
        return self._number(names.fold(name))

    def __len__(self) -> int:
        return len(self.index)

    def card(self, name: str) -> Card | None:
        """The card of that name (a face's name does too), or None."""
        number = self.number(name)
        return None if number is None else self.card_at(number)

    def the_card(self, name: str) -> Card:
        """The card of that name; raises `UnknownCard` with the nearest names if there is none."""
        card = self.card(name)
        if card is not None:
            return card
        hint = nearest_names(self.suggest(name))
        raise UnknownCard(f"no card is named `{name}` in {self.called}{hint}")

    def card_at(self, number: int) -> Card:
        """The card with that place in the index."""
        return self._card(number)

    @property
    def called(self) -> str:
        """What messages call it."""
        if self.path == SHIPPED:
            return "the shipped catalogue"
        return f"the imported catalogue `{self.path}`"

    def suggest(self, name: str, limit: int = 5) -> list[str]:
        """Names of cards that may be meant."""
        numbers = (self._number(key) for key in self._register.closest(name, limit))
        return list(
            dict.fromkeys(self.index[number].name for number in numbers if number is not None)
        )

    @cached_property
    def _register(self) -> names.Register:
        return names.Register(key for (key,) in self._ask("SELECT key FROM names"))

    def names(self) -> list[str]:
        """The names of all cards."""
        return [entry.name for entry in self.index]

    @cached_property
    def kept(self) -> tuple[Card, ...]:
        """Every card, decoded once: for who asks more than one question of them.

        They stay, so that the garbage collector need not look at them again and again.
        """
        cards = tuple(self.all_cards())
        gc.freeze()
        return cards

    def all_cards(self) -> Iterator[Card]:
        """Every card, block by block."""
        for (data,) in self._ask("SELECT data FROM blocks ORDER BY id"):
            yield from self._decode(_CARDS, data)

    @cached_property
    def index(self) -> list[Entry]:
        """What `search` looks at: one entry for each card, without effect trees."""
        data = self._meta("index")
        if data is None:
            raise CatalogueError(f"`{self.path}` has no index; import the card file again")
        try:
            return _INDEX.decode(zlib.decompress(data))
        except (msgspec.DecodeError, zlib.error):
            raise self._damaged() from None

    def words(self, digest: str) -> str | None:
        """The text that a sealed prose stands for, where an import brought it."""
        row = self._row("SELECT template FROM prose WHERE digest = ?", digest)
        return None if row is None else str(row[0])

    def compiled(self) -> "Iterator[Compiled]":
        """Every card as it is stored, with its entry."""
        entries = iter(self.index)
        for (data,) in self._ask("SELECT data FROM blocks ORDER BY id"):
            for card in _RAW_CARDS.decode(zlib.decompress(data)):
                yield Compiled(next(entries), bytes(card))

    def all_words(self) -> Iterator[tuple[str, str]]:
        """The texts that sealed proses stand for, with their digests."""
        yield from self._ask("SELECT digest, template FROM prose")

    def has_words(self) -> bool:
        """Whether the catalogue knows the texts that it has no trees for."""
        return self._row("SELECT 1 FROM prose LIMIT 1") is not None

    def _number(self, key: str) -> int | None:
        row = self._row("SELECT card FROM names WHERE key = ?", key)
        return None if row is None else int(row[0])

    def _read_card(self, number: int) -> Card:
        return self._decode(_CARD, self._block(number // _BLOCK)[number % _BLOCK], bytes)

    def _read_block(self, number: int) -> list[msgspec.Raw]:
        row = self._row("SELECT data FROM blocks WHERE id = ?", number)
        if row is None:
            raise self._damaged()
        return self._decode(_RAW_CARDS, row[0])

    def _decode(
        self,
        decoder: msgspec.msgpack.Decoder[_Form],
        data: bytes | msgspec.Raw,
        unpacked: Callable[[Any], bytes] = zlib.decompress,
    ) -> _Form:
        try:
            return decoder.decode(unpacked(data))
        except (msgspec.DecodeError, zlib.error):
            raise CatalogueError(
                f"`{self.path}` can't be read by this version of striate; import the card file "
                "again"
            ) from None

    def _ask(self, question: str, *values: object) -> Iterator[tuple[Any, ...]]:
        try:
            yield from self._db.execute(question, values)
        except sqlite3.Error:
            raise self._damaged() from None

    def _row(self, question: str, *values: object) -> tuple[Any, ...] | None:
        return next(self._ask(question, *values), None)

    def _damaged(self) -> CatalogueError:
        return CatalogueError(f"`{self.path}` is damaged; import the card file again")

    def _meta(self, key: str) -> bytes | None:
        row = self._db.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return None if row is None or not isinstance(row[0], bytes) else row[0]


class Compiled(msgspec.Struct, frozen=True, array_like=True):
    """A card ready to be stored: its sealed tree, its index entry, the words of its proses."""

    entry: Entry
    card: bytes
    words: tuple[tuple[str, str], ...] = ()


def write(
    path: Path,
    cards: Iterable[Compiled],
    *,
    source: str,
    with_words: bool,
    base: Catalogue | None = None,
) -> int:
    """Writes a catalogue file whole or not at all; gives the number of cards that are written.

    The cards of `base` are in it too, but for those of the same names.

    The file is written beside its place and moved there at the end, so whatever goes wrong
    before (an error while `cards` is read, an interrupt) leaves the old one as it was.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    _clear_drafts(path)
    draft = path.with_name(f".{path.name}.{os.getpid()}.new")
    draft.unlink(missing_ok=True)
    try:
        with closing(sqlite3.connect(draft)) as db:
            count = _fill(db, cards, source, with_words, base)
        os.replace(draft, path)
    except sqlite3.Error as error:
        raise CatalogueError(f"`{path}` can't be written: {error}") from error
    finally:
        draft.unlink(missing_ok=True)
    return count


def _clear_drafts(path: Path) -> None:
    """Removes what imports that were killed have left."""
    for draft in path.parent.glob(f".{path.name}.*.new"):
        number = draft.name.split(".")[-2]
        if number.isdigit() and is_running(int(number)) is False:
            draft.unlink(missing_ok=True)


def _fill(
    db: sqlite3.Connection,
    cards: Iterable[Compiled],
    source: str,
    with_words: bool,
    base: Catalogue | None,
) -> int:
    db.executescript(
        """
        PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA page_size = 4096;
        CREATE TABLE meta (key TEXT PRIMARY KEY, value BLOB) WITHOUT ROWID;
        CREATE TABLE names (key TEXT PRIMARY KEY, card INTEGER NOT NULL) WITHOUT ROWID;
        CREATE TABLE blocks (id INTEGER PRIMARY KEY, data BLOB NOT NULL);
        CREATE TABLE prose (digest TEXT PRIMARY KEY, template TEXT NOT NULL) WITHOUT ROWID;
        """
    )
    known: dict[str, Compiled] = {}
    for compiled in cards:
        known[compiled.entry.name] = compiled
        if with_words:
            db.executemany("INSERT OR IGNORE INTO prose VALUES (?, ?)", compiled.words)
    count = len(known)
    if base is not None:
        db.executemany("INSERT OR IGNORE INTO prose VALUES (?, ?)", base.all_words())
        known = {card.entry.name: card for card in base.compiled()} | known
    # Cards that are alike lie together: they compress best so.
    ordered = sorted(known.values(), key=lambda compiled: compiled.entry.likeness())
    for start in range(0, len(ordered), _BLOCK):
        block = b"".join(compiled.card for compiled in ordered[start : start + _BLOCK])
        header = _list_header(len(ordered[start : start + _BLOCK]))
        data = zlib.compress(header + block, 9)
        db.execute("INSERT INTO blocks VALUES (?, ?)", (start // _BLOCK, data))
    _fill_names(db, [compiled.entry for compiled in ordered])
    index = zlib.compress(_ENCODER.encode([compiled.entry for compiled in ordered]), 9)
    stamps = {"edition": EDITION.encode(), "source": source.encode(), "index": index}
    db.executemany("INSERT INTO meta VALUES (?, ?)", stamps.items())
    db.commit()
    db.execute("VACUUM")
    return count


def _fill_names(db: sqlite3.Connection, entries: list[Entry]) -> None:
    """Whole names first: a face never takes another card's name."""
    whole = [(names.fold(entry.name), number) for number, entry in enumerate(entries)]
    faces = [
        (names.fold(face.name), number)
        for number, entry in enumerate(entries)
        for face in entry.faces
    ]
    db.executemany("INSERT OR IGNORE INTO names VALUES (?, ?)", sorted(whole) + sorted(faces))


def _list_header(length: int) -> bytes:
    """The msgpack header of a list of up to 65,535 items."""
    return b"\xdc" + length.to_bytes(2, "big")
