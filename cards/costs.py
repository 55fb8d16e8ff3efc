"""Mana costs: their symbols (107.4), colours (202.2) and mana value (202.3).

A cost is kept as the text gives it: "{2}{W}{W}". Half symbols ({HW}) count as nothing in a
mana value, because mana values are whole numbers here.
"""

import re

from striate.cards.tree import Card

COLORS = "WUBRG"
_SYMBOL = re.compile(r"\{([^{}]+)\}")
_COST = re.compile(r"(?:\{[^{}\s]+\})*")


def is_cost(text: str) -> bool:
    """Whether the text is nothing but symbols; an empty cost is one (202.1b)."""
    return _COST.fullmatch(text) is not None


def symbols(cost: str) -> tuple[str, ...]:
    """The symbols of a cost in order, upper case, without their braces."""
    return tuple(symbol.upper() for symbol in _SYMBOL.findall(cost))


def in_order(colors: set[str]) -> tuple[str, ...]:
    """Colours in the order W U B R G."""
    return tuple(color for color in COLORS if color in colors)


def colors_of(cost: str) -> tuple[str, ...]:
    """202.2: an object is the colours of the mana symbols in its cost, hybrid ones all of them."""
    return in_order({letter for symbol in symbols(cost) for letter in symbol if letter in COLORS})


def mana_value(cost: str) -> int:
    """202.3: the total of the cost's symbols; X is 0 (202.3e), a hybrid its largest (202.3f)."""
    return sum(_symbol_value(symbol) for symbol in symbols(cost))


def card_mana_value(card: Card) -> int:
    """202.3b-d: a card's mana value: the front's, and for a split card both halves'."""
    halves = card.faces if card.layout == "split" else card.faces[:1]
    return sum(mana_value(face.mana_cost) for face in halves)


def _symbol_value(symbol: str) -> int:
    parts = symbol.split("/")
    if len(parts) > 1:
        return max(_symbol_value(part) for part in parts)
    if symbol.isdecimal():
        return int(symbol)
    # {X}, {Y}, {Z} are 0; {HW} and {½} are halves; every other symbol stands for one mana.
    is_nothing = symbol in ("X", "Y", "Z", "½") or (len(symbol) == 2 and symbol[0] == "H")
    return 0 if is_nothing else 1
