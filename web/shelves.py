"""The catalogue and the shelf of cards that the page's questions are answered with."""

from functools import cache

from striate.boards.names import Shelf
from striate.cards.catalogue.store import Catalogue

_LOOK_UPS = 3000  # cards that a shelf remembers before a new one takes its place


@cache
def catalogue() -> Catalogue:
    return Catalogue.open()


class _Kept:
    """The shelf in use, and how often it was asked for."""

    shelf: Shelf | None = None
    asked = 0


def shelf() -> Shelf:
    """The cards; a new shelf now and then, so that what it remembers stays small."""
    _Kept.asked += 1
    if _Kept.shelf is None or _Kept.asked > _LOOK_UPS:
        _Kept.shelf, _Kept.asked = Shelf(catalogue()), 0
    return _Kept.shelf
