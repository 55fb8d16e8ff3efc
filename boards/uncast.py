"""601.2: what texts ask of how a permanent was cast, and what is so of one that was not cast.

Tokens are created, and what a resolution puts onto the battlefield was no spell. It was not kicked
(702.33d), no cost of it was paid, and no mana was spent on it.
"""

from functools import cache
from typing import Final

from striate.boards.facts import ByWords, fact_named
from striate.boards.timeline import Choices
from striate.cards.tree import Card, Keyword, Node, Prose, UnknownAmount
from striate.cards.walking import nodes

_COLORS: Final = "WUBRG"
_SYMBOLS: Final = (*(f"{{{each}}}" for each in _COLORS), *(f"{{{each}}}" * 2 for each in _COLORS))
_SPENT: Final = (
    "{S}", "{C}", "{U}{B}", "{R}{G}", "mana from a Treasure",
    *(f"at least {number} mana" for number in ("four", "seven", "eight")),
)  # fmt: skip
# By the fact's name; `facts` has its words.
_BY_NAME: Final[dict[str, bool]] = {
    "escaped": False,
    "no mana spent": True,
    "two colors spent": False,
    "three of a color spent": False,
    "dragon shown or there": False,
    "was cast": False,
    "evoked": False,
    "offspring paid": False,
    "cast from hand": False,
    "cast from graveyard": False,
}
_FALSE: Final = (
    "it was kicked twice", "it was bargained", "he was cast", "her additional cost was paid",
    "his sneak cost was paid", "~'s sneak cost was paid", "~'s spectacle cost was paid",
    *(f"its {each} cost was paid" for each in ("madness", "prowl", "spectacle", "surge")),
    *(f"it was kicked with its {{{n}}}{each} kicker" for n in (1, 2) for each in _SYMBOLS[:5]),
    *(f"it was kicked with its {each} kicker" for each in _SYMBOLS[:5]),
    "the gift was promised", "they were cast using web-slinging",
    "it was the second spell you cast this turn", "you cast it during your main phase",
    *(f"{each} was spent to cast {it}" for each in (*_SYMBOLS, *_SPENT) for it in ("it", "~")),
)  # fmt: skip
_TRUE: Final = (
    "it wasn't cast", "it wasn't kicked", "~ wasn't kicked", "the gift wasn't promised",
    "you didn't cast it from your hand",
)  # fmt: skip
_NONE: Final = (
    "color of mana spent to cast it", "time it was kicked", "the number of times it was kicked",
    "the number of times ~ was kicked", "the amount of mana spent to cast it",
    "the amount of mana spent to cast ~", "mana spent to cast it", "creature that convoked it",
    "the number of colors of mana spent to cast ~", "sunburst",
    "the number of times its squad cost was paid",
)  # fmt: skip
_SAID: Final = ByWords({**dict.fromkeys(_FALSE, False), **dict.fromkeys(_TRUE, True)})
_KICKS: Final = ByWords(dict.fromkeys(words for words in _NONE if "kicked" in words))
# Whether it is a number of the casting: none of what was not cast.
counts: Final = ByWords(dict.fromkeys(_NONE)).__contains__


def holds(prose: Prose) -> bool | None:
    """Whether it is so of what was not cast; None if it asks something else."""
    name = fact_named(prose)
    if name is None:
        return _SAID.get(prose)
    if name.startswith("kicked") or name.endswith(" mana spent"):
        return _BY_NAME.get(name, False)
    return _BY_NAME.get(name)


def keywords_asked(prose: Prose) -> tuple[str, ...]:
    """702.33a, 702.74a, 702.138a, 702.175a: without which of them it can't have been cast so."""
    name = fact_named(prose) or ""
    if name.startswith("kicked") or prose in _KICKS:
        return KICKERS
    return _ASKED.get(name, ())


KICKERS: Final = ("kicker", "multikicker")
_ASKED: Final = {"escaped": ("escape",), "evoked": ("evoke",), "offspring paid": ("offspring",)}


def is_printed(card: Card, keywords: tuple[str, ...]) -> bool:
    """Whether one of them is printed on the card."""
    abilities = (ability for face in card.faces for ability in face.abilities)
    return any(isinstance(each, Keyword) and each.name in keywords for each in abilities)


@cache
def gives(card: Card | None, keywords: tuple[str, ...]) -> bool:
    """Whether words of the card give one of them to something."""
    abilities = [each for face in card.faces for each in face.abilities] if card else []
    inner = (node for each in abilities if not isinstance(each, Keyword) for node in nodes(each))
    return any(isinstance(node, Keyword) and node.name in keywords for node in inner)


def kicked_in_vain(card: Card, choices: Choices) -> bool:
    """702.33e: whether it is told to have been kicked, and has no kicker, which nothing gives."""
    kicked = any(name.startswith("kicked") and word == "yes" for name, word in choices)
    return kicked and not is_printed(card, KICKERS)


def counts_kicks(node: Node) -> bool:
    """Whether it is how often something was kicked."""
    return isinstance(node, UnknownAmount) and node.prose in _KICKS
