"""The templates: every text of a board is escaped, mana symbols are drawn as letters in a disc."""

import json
import re
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup, escape

from striate.queries.drawing import Drawn, to_the_word

_SYMBOL = re.compile(r"\{([^{}\s]{1,5})\}")


def is_changed(card: Drawn) -> bool:
    """Whether the object is something else than its printed card."""
    pieces = (*card.box, *card.types, *card.abilities)
    return card.gone or bool(card.printed_colors) or any(piece.mark for piece in pieces)


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("striate.web"),
        autoescape=select_autoescape(default=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["to_the_word"] = to_the_word
    environment.filters["capital"] = lambda text: text[:1].upper() + text[1:]
    environment.filters |= {
        "mana": _mana,
        "edit": _edit,
        "frame": _frame,
        "colour_words": _colour_words,
        "changed": is_changed,
    }
    return environment


def render(template: str, **values: object) -> str:
    """A template with its values."""
    return _environment().get_template(template).render(**values)


def _mana(text: str) -> Markup:
    """A text with its mana symbols drawn."""
    parts = _SYMBOL.split(text)
    marked = [
        escape(part) if at % 2 == 0 else _disc(part) for at, part in enumerate(parts)
    ]  # fmt: skip
    return Markup("").join(marked)


def _disc(symbol: str) -> Markup:
    kind = symbol if symbol in "WUBRGC" else "T" if symbol == "T" else "N"
    return Markup('<span class="mana mana-{}">{}</span>').format(kind, symbol)


def _edit(change: object) -> str:
    """A change as an attribute holds it."""
    return json.dumps(change, ensure_ascii=False, separators=(",", ":"))


_COLOURS = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}


def _frame(colors: str) -> str:
    """Which frame a card has: that of its one colour, gold for several, grey for none."""
    letters = [letter for letter in colors if letter in _COLOURS]
    return "gold" if len(letters) > 1 else letters[0] if letters else "none"


def _colour_words(colors: str) -> str:
    return ", ".join(_COLOURS[letter] for letter in colors if letter in _COLOURS) or "colourless"
