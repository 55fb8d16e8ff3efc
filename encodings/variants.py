"""The door of the wrong readings: each is behind `wrong_reading(name)`.

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

PARTS = (variants_copying, variants_layers, variants_ordering)


def names() -> tuple[str, ...]:
    """All wrong readings in alphabetical order."""
    return tuple(sorted(WRONG_READINGS))


__all__ = ["CLAUSES", "WRONG_READINGS", "WrongReading", "broken", "names", "wrong_reading"]
