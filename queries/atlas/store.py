"""The atlas as a file: one SQLite database.

The package ships one of the best-known permanents of the shipped catalogue (`make atlas`);
`striate atlas build` makes one of all of them in the user's cache folder.

`kinds` are the classes of what permanents do in a layer, `cards` says which card is of which;
`bodies` are the classes of permanents by who can stop them. `meetings` has a row for each way in
which two kinds meet: the size and recipe of the smallest board that shows it, or 0 where their
words allow it and no board that was tried shows it. What has no row does not happen. `stops` has
the same for kinds that take abilities away, and bodies.
"""

import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple, get_args

import msgspec

from striate.cards import names
from striate.cards.catalogue.store import Catalogue, cache_folder
from striate.cards.edition import EDITION as RULES
from striate.cards.errors import WrongInput
from striate.cards.tree import Card
from striate.queries.atlas.deciding import Way
from striate.queries.atlas.kinds import Body, Classes, Kind
from striate.queries.atlas.parts import bundles_of
from striate.queries.finding.pools import is_permanent
from striate.spreading.stamp import file_stamp

SHIPPED = Path(__file__).with_name("atlas.sqlite")
EDITION = "2"
_ENCODER = msgspec.msgpack.Encoder()
WAYS: tuple[Way, ...] = get_args(Way)
_LAYOUT = """
    PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA page_size = 4096;
    CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE kinds (id INTEGER PRIMARY KEY, layer TEXT NOT NULL, best TEXT NOT NULL,
                        cards INTEGER NOT NULL);
    CREATE TABLE bodies (id INTEGER PRIMARY KEY, best TEXT NOT NULL, cards INTEGER NOT NULL);
    CREATE TABLE cards (key TEXT PRIMARY KEY, name TEXT NOT NULL, body INTEGER NOT NULL,
                        renown INTEGER NOT NULL, digest BLOB NOT NULL) WITHOUT ROWID;
    CREATE TABLE card_kinds (kind INTEGER NOT NULL, card TEXT NOT NULL,
                             PRIMARY KEY (kind, card)) WITHOUT ROWID;
    CREATE TABLE recipes (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
    CREATE TABLE meetings (one INTEGER NOT NULL, other INTEGER NOT NULL, way INTEGER NOT NULL,
                           size INTEGER NOT NULL, recipe INTEGER NOT NULL,
                           PRIMARY KEY (one, other, way)) WITHOUT ROWID;
    CREATE TABLE stops (kind INTEGER NOT NULL, body INTEGER NOT NULL, size INTEGER NOT NULL,
                        recipe INTEGER NOT NULL, PRIMARY KEY (kind, body)) WITHOUT ROWID;
"""
_INDEXES = """
    CREATE INDEX meetings_of ON meetings (other);
    CREATE INDEX kinds_of ON card_kinds (card);
"""


class NoAtlas(WrongInput):
    """There is no atlas that fits; says what to run."""


def user_file() -> Path:
    """Where the atlas is: STRIATE_ATLAS, or the platform's cache folder."""
    override = os.environ.get("STRIATE_ATLAS")
    return Path(override) if override else cache_folder() / "atlas.sqlite"


def stamps(catalogue: Catalogue) -> dict[str, str]:
    """What an atlas is of: another one of these, and it tells nothing."""
    return {
        "edition": EDITION,
        "rules": RULES,
        "version": version("striate"),
        "catalogue": file_stamp(catalogue.path),
    }


class Row(NamedTuple):
    """One way in which two kinds meet, or a kind stops a body."""

    one: Kind
    other: Kind | Body
    way: Way
    size: int  # of the smallest board that shows it; 0: none that was tried does
    recipe: str


def write(
    path: Path, catalogue: Catalogue, cards: list[Card], classes: Classes, rows: Iterable[Row]
) -> None:
    """Writes the atlas whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}.new")
    draft.unlink(missing_ok=True)
    try:
        with closing(sqlite3.connect(draft)) as db:
            db.executescript(_LAYOUT)
            every = sum(map(is_permanent, catalogue.all_cards()))
            meta = {**stamps(catalogue), "permanents": str(len(cards)), "of": str(every)}
            db.executemany("INSERT INTO meta VALUES (?, ?)", meta.items())
            _fill(db, classes, rows)
            db.executescript(_INDEXES)
            db.commit()
            db.execute("VACUUM")
        os.replace(draft, path)
    finally:
        draft.unlink(missing_ok=True)


def _fill(db: sqlite3.Connection, classes: Classes, rows: Iterable[Row]) -> None:
    kinds = {kind: number for number, kind in enumerate(classes.kinds)}
    bodies = {body: number for number, body in enumerate(classes.bodies)}
    for kind, cards in classes.kinds.items():
        row = (kinds[kind], kind.layer, cards[0].name, len(cards))
        db.execute("INSERT INTO kinds VALUES (?, ?, ?, ?)", row)
        of_kind = ((kinds[kind], names.fold(card.name)) for card in cards)
        db.executemany("INSERT OR IGNORE INTO card_kinds VALUES (?, ?)", of_kind)
    everyone = []
    for body, cards in classes.bodies.items():
        db.execute("INSERT INTO bodies VALUES (?, ?, ?)", (bodies[body], cards[0].name, len(cards)))
        everyone += [(card, bodies[body]) for card in cards]
    _fill_cards(db, everyone)
    recipes: dict[str, int] = {"": 0}
    for one, other, way, size, recipe in rows:
        number = recipes.setdefault(recipe, len(recipes))
        if isinstance(other, Body):
            row4 = (kinds[one], bodies[other], size, number)
            db.execute("INSERT OR IGNORE INTO stops VALUES (?, ?, ?, ?)", row4)
        else:
            row5 = (kinds[one], kinds[other], WAYS.index(way), size, number)
            db.execute("INSERT OR IGNORE INTO meetings VALUES (?, ?, ?, ?, ?)", row5)
    texts = ((number, text) for text, number in recipes.items())
    db.executemany("INSERT INTO recipes VALUES (?, ?)", texts)


def _fill_cards(db: sqlite3.Connection, everyone: list[tuple[Card, int]]) -> None:
    """The cards with their renown: 0 is the best known."""
    from striate.search.wellknown import card_score

    ordered = sorted(everyone, key=lambda each: (card_score(each[0]), each[0].name))
    for renown, (card, body) in enumerate(ordered):
        row = (names.fold(card.name), card.name, body, renown, digest_of(card))
        db.execute("INSERT OR IGNORE INTO cards VALUES (?, ?, ?, ?, ?)", row)


def digest_of(card: Card) -> bytes:
    """What stands for a card as it is read: with another one the atlas tells nothing of it."""
    return blake2b(_ENCODER.encode(card), digest_size=5).digest()


@dataclass(frozen=True, slots=True)
class Line:
    """One row of the atlas as it reads for a card of the first kind."""

    way: Way
    layer: str
    kind: int  # of the other; for "stops" and "stopped" a body's or a kind's number
    size: int
    recipe: str
    turned: bool  # the recipe has the other kind first


class Atlas:
    """An atlas file, opened for reading."""

    def __init__(self, path: Path, catalogue: Catalogue) -> None:
        self.path = path
        try:
            uri = f"{path.resolve().as_uri()}?mode=ro&immutable=1"
            self._db = sqlite3.connect(uri, uri=True, check_same_thread=False)
            self.meta = dict(self._db.execute("SELECT key, value FROM meta"))
        except sqlite3.Error as error:
            raise NoAtlas(f"`{path}` is no atlas ({error}); run `striate atlas build`") from None
        self.catalogue = catalogue
        for key, value in stamps(catalogue).items():
            if key != "catalogue" and self.meta.get(key) != value:
                raise NoAtlas(
                    f"the atlas `{path}` was made for another {_CALLED[key]}; "
                    "run `striate atlas build` to make it anew"
                )

    @classmethod
    def open(cls, catalogue: Catalogue) -> "Atlas":
        """The user's own atlas, or the shipped one: the first that is of this catalogue, else
        the one that tells of more of its cards."""
        why: NoAtlas | None = None
        others: list[Atlas] = []
        for path in (user_file(), SHIPPED):
            if path.exists():
                try:
                    others.append(cls(path, catalogue))
                except NoAtlas as error:
                    why = why or error
                    continue
                if not others[-1].changed and not others[-1].partial:
                    return others[-1]
        if others:
            return min(others, key=lambda each: (each.partial, len(each.changed)))
        raise why or NoAtlas(
            "no atlas has been made yet; `striate atlas build` makes it (this takes some minutes, "
            "and can be interrupted and run again)"
        )

    @cached_property
    def changed(self) -> frozenset[str]:
        """The permanents that are read otherwise than when the atlas was made, or are new.

        What it tells of others holds: it hangs on nothing but the two cards' own texts, and each
        board that is shown is tried again.
        """
        if self.meta["catalogue"] == file_stamp(self.catalogue.path):
            return frozenset()
        then = dict(self._db.execute("SELECT name, digest FROM cards"))
        now = {card.name: card for card in self.catalogue.all_cards() if is_permanent(card)}
        looked_at = then.keys() if self.partial else then.keys() | now.keys()
        return frozenset(
            name for name in looked_at if name not in now or then.get(name) != digest_of(now[name])
        )

    @property
    def partial(self) -> bool:
        """Whether it is of the best-known permanents only."""
        here = self.meta["permanents"]
        return bool(here != self.meta.get("of", here))

    def lacks(self, card: Card) -> bool:
        """Whether the card does something, and the atlas is of other permanents only."""
        if not self.partial or not bundles_of(card):
            return False
        query = "SELECT 1 FROM cards WHERE key = ?"
        return self._db.execute(query, (names.fold(card.name),)).fetchone() is None

    def close(self) -> None:
        self._db.close()

    def counts(self) -> dict[str, int]:
        """How many rows there are of each way: shown, and open."""
        numbers: dict[str, int] = {}
        query = "SELECT way, size > 0, count(*) FROM meetings GROUP BY 1, 2"
        for way, shown, number in self._db.execute(query):
            numbers[WAYS[way] if shown else f"{WAYS[way]}, unknown"] = number
        query = "SELECT size > 0, count(*) FROM stops GROUP BY 1"
        for shown, number in self._db.execute(query):
            numbers["stops" if shown else "stops, unknown"] = number
        return numbers

    def kinds_of(self, card: Card) -> list[int]:
        """The numbers of the card's kinds."""
        rows = self._db.execute(
            "SELECT kind FROM card_kinds WHERE card = ? ORDER BY kind", (names.fold(card.name),)
        )
        return [number for (number,) in rows]

    def lines(self, card: Card) -> Iterator[Line]:
        """Every way in which the card meets a kind; best shown on the smallest board first."""
        if card.name in self.changed:
            raise NoAtlas(
                f"the atlas `{self.path}` was made when `{card.name}` was read otherwise; "
                "run `striate atlas build` to make it anew"
            )
        if self.lacks(card):
            raise NoAtlas(
                f"the atlas has only the {self.meta['permanents']} best-known permanents that do "
                f"something, and `{card.name}` is none of them; run `striate atlas build`"
            )
        for kind in self.kinds_of(card):
            yield from self._meetings(kind)
            yield from self._stops(kind)
        yield from self._stopped(card)

    def _meetings(self, kind: int) -> Iterator[Line]:
        query = (
            "SELECT way, layer, {} , size, text FROM meetings JOIN kinds ON kinds.id = {} "
            "JOIN recipes ON recipes.id = recipe WHERE {} = ?"
        )
        for mine, other in (("one", "other"), ("other", "one")):
            for way, layer, number, size, recipe in self._db.execute(
                query.format(other, other, mine), (kind,)
            ):
                turned = mine == "other"
                yield Line(_turned(WAYS[way], turned), layer, number, size, recipe, turned)

    def _stops(self, kind: int) -> Iterator[Line]:
        query = (
            "SELECT layer, body, size, text FROM stops JOIN kinds ON kinds.id = kind "
            "JOIN recipes ON recipes.id = recipe WHERE kind = ?"
        )
        for layer, body, size, recipe in self._db.execute(query, (kind,)):
            yield Line("stops", layer, body, size, recipe, False)

    def _stopped(self, card: Card) -> Iterator[Line]:
        query = (
            "SELECT layer, kind, size, text FROM stops JOIN kinds ON kinds.id = kind "
            "JOIN recipes ON recipes.id = recipe "
            "WHERE body = (SELECT body FROM cards WHERE key = ?)"
        )
        for layer, kind, size, recipe in self._db.execute(query, (names.fold(card.name),)):
            yield Line("stopped", layer, kind, size, recipe, True)

    def cards_of(self, line: Line) -> list[str]:
        """The cards on the other side of a line, the best known first."""
        if line.way == "stops":
            query = "SELECT name FROM cards WHERE body = ? ORDER BY renown"
        else:
            query = (
                "SELECT name FROM card_kinds JOIN cards ON cards.key = card "
                "WHERE kind = ? ORDER BY renown"
            )
        rows = self._db.execute(query, (line.kind,))
        return [name for (name,) in rows if name not in self.changed]

    @cached_property
    def _renown(self) -> dict[str, int]:
        return dict(self._db.execute("SELECT name, renown FROM cards"))

    def renown(self, name: str) -> int:
        """0 is the best known."""
        return self._renown.get(name, len(self._renown))


_CALLED = {
    "edition": "edition of the atlas",
    "rules": "edition of the rules",
    "version": "version of striate",
}
_OTHER_WAY: dict[Way, Way] = {"waits": "waited", "waited": "waits"}


def _turned(way: Way, turned: bool) -> Way:
    return _OTHER_WAY.get(way, way) if turned else way
