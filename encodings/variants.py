"""Named wrong readings of the rules, each behind `wrong_reading(name)`.

Importing this module registers all of them. Each says in its docstring what somebody who reads so
says, and names the public engines that were seen to.
"""

from striate.encodings import variants_copying, variants_layers, variants_ordering, variants_typing
from striate.encodings.clauses import WRONG_READINGS

PARTS = (variants_copying, variants_layers, variants_ordering, variants_typing)


def names() -> tuple[str, ...]:
    """All wrong readings in alphabetical order."""
    return tuple(sorted(WRONG_READINGS))
