"""Words that stand for a choice, with what was chosen in their place (607.2d), as they are shown."""

from typing import Any, TypeVar

import msgspec

from striate.cards import tree
from striate.cards.vocabulary import COLORS

_TREE = TypeVar("_TREE")

# The kinds of choice that a board may name otherwise.
ALSO_CALLED = {
    "basic land type": ("land type",),
    "land type": ("basic land type",),
    "keyword": ("ability",),
}


def filled(ability: _TREE, choices: dict[str, str]) -> _TREE:
    """The tree with every "@..." whose choice is known, and the chosen number, filled in."""
    if not choices:
        return ability
    found: _TREE = replaced(ability, choices)
    return found


def replaced(value: Any, choices: dict[str, str]) -> Any:
    if isinstance(value, str):
        return _word_chosen(value, choices) if value.startswith("@") else value
    if isinstance(value, tuple):
        return tuple(replaced(part, choices) for part in value)
    if isinstance(value, tree.ChosenNumber):
        number = choices.get("number", "")
        return tree.Num(int(number)) if number.lstrip("-").isdigit() else value
    if not isinstance(value, tree.Node) or isinstance(value, tree.Prose):
        return value
    fields = {name: replaced(getattr(value, name), choices) for name in value.__struct_fields__}
    changed = {name: new for name, new in fields.items() if new is not getattr(value, name)}
    return msgspec.structs.replace(value, **changed) if changed else value


def _word_chosen(word: str, choices: dict[str, str]) -> str:
    kind = word[1:]
    names = (kind, *ALSO_CALLED.get(kind, ()))
    value = next((choices[each] for each in names if choices.get(each)), "")
    if not value:
        return word
    if kind == "keyword":
        return value.lower()
    if kind in ("from", "to"):
        return value
    return COLORS.get(value.lower(), value)
