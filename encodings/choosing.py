"""Words that stand for a choice, with what was chosen in their place (607.2d), as they are
shown."""

from typing import TypeVar

from striate.cards import tree
from striate.cards.vocabulary import COLORS
from striate.cards.walking import rewrite

_TREE = TypeVar("_TREE")

# The kinds of choice that a board may name otherwise.
_ALSO_CALLED = {
    "basic land type": ("land type",),
    "land type": ("basic land type",),
    "keyword": ("ability",),
    "color word": ("color",),
}


def filled(ability: _TREE, choices: dict[str, str]) -> _TREE:
    """The tree with every "@..." whose choice is known, and the chosen number, filled in."""
    if not choices:
        return ability

    def put(part: object) -> object:
        if isinstance(part, str) and part.startswith("@"):
            return _word_chosen(part, choices)
        if isinstance(part, tree.Keyword) and part.name.startswith("@"):
            # 608.2d: the words list what could be chosen; the ability is the one that was.
            name = _word_chosen(part.name, choices)
            if name.startswith("@"):
                return part
            from striate.cards.language import parse_ability  # costly: brings the grammar

            keyword = parse_ability(name)
            return keyword if isinstance(keyword, tree.Keyword) else tree.Keyword(name)
        if isinstance(part, tree.ChosenNumber):
            number = choices.get("number", "")
            return tree.Num(int(number)) if number.lstrip("-").isdigit() else part
        return part

    filled_tree: _TREE = rewrite(ability, put, closed=(tree.Prose,))
    return filled_tree


def value_chosen(kind: str, *tables: dict[str, str]) -> str:
    """What was chosen of that kind, in the first of the tables that has it; "": nothing."""
    names = (kind, *_ALSO_CALLED.get(kind, ()))
    return next((table[each] for table in tables for each in names if table.get(each)), "")


def _word_chosen(word: str, choices: dict[str, str]) -> str:
    kind = word[1:]
    value = value_chosen(kind, choices)
    if not value:
        return word
    if kind == "keyword":
        return value.lower()
    if kind in ("from", "to", "color word"):
        return value
    return COLORS.get(value.lower(), value)
