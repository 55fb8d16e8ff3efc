"""In a notebook: boards and cards, which are plain values of other rooms, draw themselves too."""

from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from striate.boards.timeline import Board
    from striate.cards.tree import Card


def board_html(board: "Board") -> str:
    """The board's file."""
    from striate.boards.writing import board_yaml

    return f"<pre>{escape(board_yaml(board))}</pre>"


def card_html(card: "Card") -> str:
    """The card as it is understood."""
    from striate.cards.catalogue.display import lines_of
    from striate.cards.catalogue.store import Catalogue

    lines = "\n".join(lines_of(card, Catalogue.open().words))
    return f"<pre>{escape(lines)}</pre>"


def register(shell: Any) -> None:
    """Tells a running IPython how both are drawn; by name, so that nothing is imported for it."""
    formatter = shell.display_formatter.formatters["text/html"]
    formatter.for_type_by_name("striate.boards.timeline", "Board", board_html)
    formatter.for_type_by_name("striate.cards.tree", "Card", card_html)
