"""The door of the wrong readings, each behind `wrong_reading(name)`, and of planted faults.

Importing this module registers all of them. Each says in its docstring what somebody who reads so
says, and names the public engines that were seen to.
"""

from striate.encodings import variants_copying, variants_layers, variants_ordering
from striate.encodings.clauses import (
    CLAUSES,
    WRONG_READINGS,
    WrongReading,
    broken,
    wrong_reading,
)
from striate.encodings.planted import PLANTED, planted_fault

PARTS = (variants_copying, variants_layers, variants_ordering)


def names() -> tuple[str, ...]:
    """All wrong readings in alphabetical order."""
    return tuple(sorted(WRONG_READINGS))


__all__ = [
    "CLAUSES",
    "PLANTED",
    "WRONG_READINGS",
    "WrongReading",
    "broken",
    "names",
    "planted_fault",
    "wrong_reading",
]
