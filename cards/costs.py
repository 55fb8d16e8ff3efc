"""Mana costs: their symbols (107.4), colours (202.2) and mana value (202.3).

A cost is kept as the text gives it: "{2}{W}{W}". Half symbols ({HW}) count as nothing in a
mana value, because mana values are whole numbers here.
"""

import re

from striate.cards.tree import Ability, Activated, Card, InZone, MoveZone, This, Triggered
from striate.cards.walking import nodes

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


_NOT_IN_PLAY = ("graveyard", "hand", "library", "exile")
_FROM_ELSEWHERE = re.compile(r"~ from your (?:graveyard|hand)|[Dd]iscard ~")


def works_elsewhere(ability: Ability) -> bool:
    """113.6: whether its cost, instructions or condition say that its object is not in play.

    (113.6j, 113.6m; a triggered ability may move its object after it has left the battlefield.)
    """
    if isinstance(ability, Activated):
        return _FROM_ELSEWHERE.search(ability.cost) is not None or any(
            isinstance(node, MoveZone) and node.who == This() and node.origin in _NOT_IN_PLAY
            for node in nodes(ability.body)
        )
    return isinstance(ability, Triggered) and any(
        isinstance(node, InZone) and node.zone in _NOT_IN_PLAY for node in nodes(ability.condition)
    )


_COUNTERS_PUT = re.compile(r"[Pp]ut \w+ (\S+) counters? on ")
_BLIGHTS = re.compile(r"\b[Bb]light ")


def counters_put(cost: str) -> list[str]:
    """The kinds of counters that are put on something to pay the cost (701.68a)."""
    return [*_COUNTERS_PUT.findall(cost), *(["-1/-1"] if _BLIGHTS.search(cost) else [])]


def _symbol_value(symbol: str) -> int:
    parts = symbol.split("/")
    if len(parts) > 1:
        return max(_symbol_value(part) for part in parts)
    if symbol.isdecimal():
        return int(symbol)
    # {X}, {Y}, {Z} are 0; {HW} and {½} are halves; every other symbol stands for one mana.
    is_nothing = symbol in ("X", "Y", "Z", "½") or (len(symbol) == 2 and symbol[0] == "H")
    return 0 if is_nothing else 1
