"""The journal of a sweep: one SQLite file that holds what was asked and every result so far.

Results are written in one transaction a batch, so a sweep that is interrupted, or whose machine
goes down, goes on where it was: what the journal holds is done, what it does not hold is to be
done.

The file: `meta` tells what was asked; `runs` each time that the sweep went on, and with which
program; `done` the results; `aside` the tasks that ended every process that took them on.
"""

import json
import os
import socket
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

import msgspec

from striate.spreading.alive import is_running
from striate.spreading.errors import CannotSpread
from striate.spreading.tasks import Aside

FORMAT = "1"
_LAYOUT = """
    CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE runs (id INTEGER PRIMARY KEY, stamp TEXT NOT NULL, host TEXT NOT NULL,
                       process INTEGER NOT NULL, began TEXT NOT NULL, ended TEXT);
    CREATE TABLE done (task TEXT PRIMARY KEY, result BLOB NOT NULL, seconds REAL NOT NULL,
                       run INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE aside (task TEXT PRIMARY KEY, why TEXT NOT NULL, run INTEGER NOT NULL)
                       WITHOUT ROWID;
"""
_Of = TypeVar("_Of")


@dataclass(frozen=True, slots=True)
class Entry:
    """A result as the journal holds it."""

    name: str
    result: bytes
    seconds: float


@dataclass(frozen=True, slots=True)
class Run:
    """One time that the sweep went on: with which program, and how many tasks it did."""

    stamp: str
    began: str
    ended: str | None
    tasks: int


class Journal:
    """An open journal. `asked` is plain data; a journal goes on only with what it was begun for."""

    def __init__(self, path: Path, db: sqlite3.Connection, run: int | None) -> None:
        self.path = path
        self._db = db
        self._run = run

    @classmethod
    def begin(
        cls, path: Path, query: Any, stamp: str, *, resume: bool = False, same_stamp: bool = False
    ) -> "Journal":
        """A new journal, or with `resume` the one that is there, if it was begun for the same.

        `same_stamp`: only with the same program, too.
        """
        exists = path.exists()
        if exists and not resume:
            raise CannotSpread(
                f"`{path}` is there already; go on with it by `--resume`, or name another"
            )
        path.parent.mkdir(parents=True, exist_ok=True)
        journal = cls(path, _opened(path, new=not exists), None)
        try:
            journal._take(query, stamp, same_stamp)
        except BaseException:
            journal._db.close()
            raise
        return journal

    @classmethod
    def read(cls, path: Path) -> "Journal":
        """A journal for reading, also while a sweep writes it."""
        if not path.exists():
            raise CannotSpread(f"there is no journal `{path}`")
        journal = cls(path, _opened(path, new=False), None)
        journal.asked()
        return journal

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        if self._run is not None:
            self._db.execute("UPDATE runs SET ended = ? WHERE id = ?", (_now(), self._run))
        self._db.close()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """Within, everything is written or nothing."""
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")

    # --- what it was begun for ------------------------------------------------------------------

    def asked(self) -> Any:
        """What the sweep was asked, as plain data."""
        return json.loads(self._meta("asked"))

    def _take(self, query: Any, stamp: str, same_stamp: bool) -> None:
        """Makes this process the one that writes, if what it is asked is what was asked."""
        wanted = json.dumps(query, sort_keys=True)
        with self._transaction():
            known = self._db.execute("SELECT value FROM meta WHERE key = 'asked'").fetchone()
            if known is None:
                stamps = {"format": FORMAT, "asked": wanted}
                self._db.executemany("INSERT INTO meta VALUES (?, ?)", stamps.items())
            elif known[0] != wanted:
                raise CannotSpread(
                    f"`{self.path}` is the journal of another sweep: it was asked {known[0]}, "
                    f"and now {wanted}; name another journal"
                )
            self._refuse_others(stamp, same_stamp)
            self._run = self._db.execute(
                "INSERT INTO runs (stamp, host, process, began) VALUES (?, ?, ?, ?)",
                (stamp, socket.gethostname(), os.getpid(), _now()),
            ).lastrowid

    def _refuse_others(self, stamp: str, same_stamp: bool) -> None:
        rows = self._db.execute("SELECT stamp, host, process, ended FROM runs").fetchall()
        for known, host, process, ended in rows:
            here = host == socket.gethostname() and process != os.getpid()
            if ended is None and here and is_running(process):
                raise CannotSpread(f"process {process} is writing `{self.path}` now")
            if same_stamp and known != stamp:
                raise CannotSpread(
                    f"`{self.path}` was begun by {known}, and this is {stamp}: "
                    "what the two find can't be put together; begin a new journal"
                )

    def _meta(self, key: str) -> str:
        try:
            row = self._db.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        except sqlite3.Error as error:
            raise _no_journal(self.path, error) from None
        if row is None:
            raise _no_journal(self.path)
        return str(row[0])

    # --- results ----------------------------------------------------------------------------------

    def done(self) -> set[str]:
        """The names of the tasks that are done."""
        return {name for (name,) in self._db.execute("SELECT task FROM done")}

    def write(self, entries: Iterable[Entry], aside: Iterable[Aside] = ()) -> None:
        """A batch in one transaction; a task that was put aside before and is done now is done."""
        done = [(each.name, each.result, each.seconds, self._run) for each in entries]
        names = [(each.name,) for each in aside] + [row[:1] for row in done]
        with self._transaction():
            self._db.executemany("DELETE FROM aside WHERE task = ?", names)
            self._db.executemany("INSERT OR IGNORE INTO done VALUES (?, ?, ?, ?)", done)
            rows = [(each.name, each.why, self._run) for each in aside]
            self._db.executemany("INSERT INTO aside VALUES (?, ?, ?)", rows)

    def results(self, kind: type[_Of], starting: str = "") -> Iterator[tuple[str, _Of]]:
        """The results by the names of their tasks, in the order of the names.

        `starting`: only those of tasks whose name starts so.
        """
        decoder = msgspec.msgpack.Decoder(kind)
        rows = self._db.execute(
            "SELECT task, result FROM done WHERE substr(task, 1, ?) = ? ORDER BY task",
            (len(starting), starting),
        )
        for name, result in rows:
            yield name, decoder.decode(result)

    def aside(self) -> list[Aside]:
        """The tasks that were put aside, by name."""
        rows = self._db.execute("SELECT task, why FROM aside ORDER BY task")
        return [Aside(name, why) for name, why in rows]

    def runs(self) -> list[Run]:
        """Each time that the sweep went on, first to last."""
        rows = self._db.execute(
            "SELECT stamp, began, ended, (SELECT count(*) FROM done WHERE run = runs.id)"
            " FROM runs ORDER BY id"
        )
        return [Run(*row) for row in rows]

    def seconds(self, starting: str = "") -> float:
        """The seconds that the tasks took together whose name starts so."""
        question = "SELECT total(seconds) FROM done WHERE substr(task, 1, ?) = ?"
        return float(self._db.execute(question, (len(starting), starting)).fetchone()[0])


def _opened(path: Path, *, new: bool) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None, timeout=30)
    try:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = NORMAL")
        if new or not db.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone():
            db.executescript(f"BEGIN; {_LAYOUT} COMMIT;")
        row = db.execute("SELECT value FROM meta WHERE key = 'format'").fetchone()
    except sqlite3.Error as error:
        db.close()
        raise _no_journal(path, error) from None
    if row is not None and row[0] != FORMAT:
        db.close()
        raise CannotSpread(f"`{path}` is a journal of another version of striate")
    return db


def _no_journal(path: Path, error: Exception | None = None) -> CannotSpread:
    return CannotSpread(f"`{path}` is not a journal of a sweep" + (f" ({error})" if error else ""))


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S")
