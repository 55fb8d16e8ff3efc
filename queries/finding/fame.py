"""How names are ranked that somebody types in part: by how well the cards are known."""

from math import log2

from striate.search.wellknown import boards_with


def ahead(name: str) -> float:
    """How far a card moves ahead of others whose names fit as well: 0 for one that no board has."""
    return 1.5 * log2(1 + boards_with(name))
