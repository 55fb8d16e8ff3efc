"""Which program this is, by its version and its source: workers of a cluster must have the same."""

import hashlib
import os
from functools import cache
from pathlib import Path

# The folders whose modules can change a result.
ROOMS = (
    "boards",
    "cards",
    "encodings",
    "queries",
    "referee",
    "search",
    "solver",
    "spreading",
    "timeline",
    "quick",
)
_ROOT = Path(__file__).parent.parent
_SHOWN = 12  # hexadecimal digits


@cache
def code_stamp() -> str:
    """The version and a digest of every module of the rooms, the same however it is installed."""
    from importlib.metadata import version  # slow to import, and most commands need no stamp

    digest = hashlib.sha256()
    for room in ROOMS:
        for path in sorted((_ROOT / room).rglob("*.py")):
            digest.update(f"{path.relative_to(_ROOT).as_posix()}\0".encode())
            digest.update(path.read_bytes() + b"\0")
    return f"striate {version('striate')} ({digest.hexdigest()[:_SHOWN]})"


def installed_stamp() -> str:
    """The program as it lies on this machine, by what its folders tell of its modules: much sooner
    known than `code_stamp`, and of no use elsewhere.
    """
    parts: list[str] = []
    waiting = [str(_ROOT / room) for room in ROOMS]
    while waiting:
        with os.scandir(waiting.pop()) as entries:
            for entry in entries:
                if entry.name.endswith(".py"):
                    parts.append(told_of(entry))
                elif entry.name != "__pycache__" and entry.is_dir():
                    waiting.append(entry.path)
    return hashlib.sha256("\n".join(sorted(parts)).encode()).hexdigest()[:_SHOWN]


def told_of(file: "Path | os.DirEntry[str]") -> str:
    """What the file's folder tells of it: another one where it was written anew."""
    stat = file.stat()
    return f"{os.fspath(file)}\0{stat.st_size}\0{stat.st_mtime_ns}"


def file_stamp(path: Path) -> str:
    """A digest of a file's bytes."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:_SHOWN]
