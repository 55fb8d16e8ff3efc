"""607.2d, 608.2: words that stand for a choice are filled with what was chosen."""

from collections.abc import Mapping
from typing import TypeVar, cast

from striate.cards.tree import ChosenNumber, GainAbilities, Keyword, Node, Num, Prose, X
from striate.cards.vocabulary import COLORS, FAMILY_OF
from striate.cards.walking import rebuilt

_TREE = TypeVar("_TREE")
_TYPES = {word.lower(): word for word in FAMILY_OF}


def filled(value: _TREE, choices: Mapping[str, str], x: int | None = None) -> _TREE:
    """The tree with every "@..." that was chosen in its place; X too where it is known."""
    if not choices and x is None:
        return value
    return cast(_TREE, _filled(value, choices, x))


def _filled(value: object, choices: Mapping[str, str], x: int | None) -> object:
    if isinstance(value, tuple):
        return rebuilt(value, lambda part: _filled(part, choices, x))
    if isinstance(value, str):
        return word_for(value, choices) if value.startswith("@") else value
    if isinstance(value, X) and x is not None:
        return Num(x)
    if isinstance(value, ChosenNumber):
        number = choices.get("number", "")
        return Num(int(number)) if number.lstrip("-").isdigit() else value
    if not isinstance(value, Node) or isinstance(value, Prose):
        return value
    if isinstance(value, GainAbilities):
        x = None  # the X of a granted ability is its own
    if isinstance(value, Keyword) and value.name == "@keyword":
        # 608.2d: of "your choice of first strike or vigilance" the chosen one is gained.
        chosen = word_for(value.name, choices)
        return value if chosen == value.name else _named(chosen)
    return rebuilt(value, lambda part: _filled(part, choices, x))


def _named(words: str) -> Keyword:
    """The ability that the words are: "flying", "protection from red"."""
    from striate.cards.language import parse_ability  # costly: brings the grammar

    ability = parse_ability(words)
    return ability if isinstance(ability, Keyword) else Keyword(words)


def word_for(word: str, choices: Mapping[str, str]) -> str:
    """What was chosen for "@color", "@creature type", ...; the word itself if nothing was."""
    kind = word[1:]
    value = choices.get(kind)
    if value is None and kind in ("name", "card name"):
        value = choices.get("name") or choices.get("card name")
    if value is None and kind == "keyword":
        value = choices.get("ability")
    if kind == "color word":
        return choices.get("color", word)
    if value is None and kind.endswith("type"):
        value = choices.get("type")
    if value is None:
        return word
    if kind in ("from", "to"):
        return value
    if kind == "keyword":
        return value.lower()
    return COLORS.get(value.lower()) or _TYPES.get(value.lower()) or _capital(kind, value)


def _capital(kind: str, value: str) -> str:
    return value[:1].upper() + value[1:] if kind.endswith("type") else value
