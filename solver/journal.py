"""A look inside: what is built and solved is told to whoever listens, or written as files.

`note` takes a line for `-v`. With STRIATE_DUMP=DIR each check of a solver is a DIMACS file there,
with its name and its verdict in comments, so that any other solver can be asked the same.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from msgspec import Struct

from striate.solver.cnf import Clause

_listeners: list[Callable[[str], None]] = []
_numbers = count(1)


def listen(listener: Callable[[str], None]) -> None:
    """From now on every line goes to the listener."""
    _listeners.append(listener)


@contextmanager
def listening(listener: Callable[[str], None]) -> Iterator[None]:
    """Within, every line goes to the listener."""
    listen(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)


def is_heard() -> bool:
    """Whether anybody listens."""
    return bool(_listeners)


def note(line: str) -> None:
    """A line about what is done now."""
    for listener in _listeners:
        listener(line)


def dump_folder() -> Path | None:
    """Where every query is to be written."""
    folder = os.environ.get("STRIATE_DUMP")
    return Path(folder) if folder else None


class Query(Struct, frozen=True):
    """One check of a solver as a formula, with what came of it."""

    name: str
    backend: str
    verdict: str
    variables: int
    clauses: list[Clause]

    def write(self, folder: Path | None = None) -> Path:
        """Writes it as DIMACS; without a folder, to the one for temporary files."""
        import tempfile  # what no check waits for

        folder = folder or dump_folder() or Path(tempfile.gettempdir())
        folder.mkdir(parents=True, exist_ok=True)
        slug = re.sub(r"[^a-z0-9]+", "-", self.name.lower()).strip("-")[:60] or "query"
        path = folder / f"{os.getpid()}-{next(_numbers):05}-{slug}.cnf"
        path.write_text("".join(f"{line}\n" for line in self._lines()), encoding="utf-8")
        return path

    def _lines(self) -> Iterable[str]:
        yield f"c query: {' '.join(self.name.split())}"
        yield f"c back end: {self.backend}"
        yield f"c verdict: {self.verdict}"
        yield f"p cnf {self.variables} {len(self.clauses)}"
        for clause in self.clauses:
            yield " ".join(map(str, [*clause, 0]))
