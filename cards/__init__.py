"""What is printed: the Oracle language, the effect tree, the catalogue, filters."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from striate.cards.tree import Card


def card(name: str) -> "Card":
    """The card of that name as it is understood (`striate.cards.tree`).

    Raises `UnknownCard` with the names that may be meant if there is none.
    """
    from striate.cards.catalogue.store import Catalogue

    return Catalogue.open().the_card(_text("name", name))


def search(filter: str) -> "list[str]":
    """The names of the cards that a filter in Scryfall's syntax finds, sorted."""
    from striate.cards.catalogue.store import Catalogue
    from striate.cards.filters.search import search as matching

    return matching(Catalogue.open(), _text("filter", filter))


def _text(name: str, value: object) -> str:
    """What is asked, if it is a text; raises `WrongInput`."""
    from striate.cards.errors import WrongInput

    if isinstance(value, str):
        return value
    raise WrongInput(f"`{name}` is a text, not `{value}`")
