"""Abilities and modes in words for the page: short where a button has to hold them."""

from striate.cards import tree
from striate.cards.printing.canonical import NotPrintable, show

_SHORT = 88  # characters that a button holds


def mode_words(body: tree.Body) -> str:
    """What a mode does."""
    try:
        return shortened(show(tree.Spell(body)))
    except (NotPrintable, LookupError):
        return "(its words are not known)"


def shortened(text: str, most: int = _SHORT) -> str:
    """The text up to so many characters, cut between words."""
    flat = " ".join(text.split())
    if len(flat) <= most:
        return flat
    return flat[:most].rsplit(" ", 1)[0].rstrip(",;:") + " …"
