"""Which program this is, by its version and its source: workers of a cluster must have the same."""

import hashlib
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


def file_stamp(path: Path) -> str:
    """A digest of a file's bytes."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:_SHOWN]
