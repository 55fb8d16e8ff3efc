"""612, 613.1c: what text-changing effects write, and how words are replaced in a tree.

`rewritten` replaces a colour word, basic land type or creature type where it is used as such
(612.2): in the fields of the tree that hold colours or subtypes, and among the replaceable words
of prose. Names stay, except token names that are their types (612.2a).
"""

import re
from collections.abc import Callable
from typing import TypeVar, cast

import msgspec

from striate.cards.tree import Ability, Node, Prose, ReplaceWords, SetName, TokenSpec
from striate.cards.vocabulary import COLORS, FAMILY_OF, plural
from striate.referee.values import Stamp, Text, View, show, text_abilities

_TREE = TypeVar("_TREE")
_COLOR_FIELDS = frozenset(("color", "colors"))
_SUBTYPE_FIELDS = frozenset(("subtype", "subtypes"))
# Rules text that is held as it was read; of some, only what is no name begins in lower case.
_TEXT_FIELDS = frozenset(("verb", "cost", "limits"))
_PARAMETER_FIELDS = frozenset(("detail", "words"))
_TYPE_WORDS = frozenset((*FAMILY_OF, *(plural(word) for word in FAMILY_OF)))


class Replaced(Node, frozen=True):
    """612.2: this word becomes that one, as the effect found them when it began."""

    old: str
    new: str


class TextBox(Node, frozen=True):
    """612.5-612.6: the object's rules text becomes these abilities."""

    abilities: tuple[Ability, ...]


class FullText(Node, frozen=True):
    """612.6: name, mana cost, colour, type line, rules text, power and toughness."""

    text: Text
    mana_value: int
    of: str


def rewritten(value: _TREE, old: str, new: str) -> _TREE:
    """612.2: the tree with the word replaced wherever it is used as such."""
    if old.lower() in COLORS:
        replaced = _rewrite_colors(value, old.lower(), new.lower())
    else:
        replaced = _rewrite_subtypes(value, old[:1].upper() + old[1:], new[:1].upper() + new[1:])
    return cast(_TREE, replaced)


def _rewrite_colors(value: object, old: str, new: str) -> object:
    before, after = COLORS[old], COLORS.get(new, new)

    def field(name: str, item: object) -> object:
        if name in _COLOR_FIELDS:
            return _swap(item, before, after)
        return _in_field(name, item, {old: new})

    return _walk(value, field, {old: new})


def _rewrite_subtypes(value: object, old: str, new: str) -> object:
    forms = {old.lower(): new.lower(), plural(old).lower(): plural(new).lower()}
    shown = {old: new, plural(old): plural(new)}

    def field(name: str, item: object) -> object:
        if name in _SUBTYPE_FIELDS:
            return _swap(item, old, new)
        return _in_field(name, item, shown)

    return _walk(value, field, forms)


def _swap(item: object, old: str, new: str) -> object:
    if isinstance(item, tuple):
        return tuple(new if part == old else part for part in item)
    return new if item == old else item


def _in_field(name: str, item: object, forms: dict[str, str]) -> object:
    """612.2: the words in a restriction, a cost, a limit or a keyword's parameter."""
    if name in _TEXT_FIELDS:
        if isinstance(item, tuple):
            return tuple(_in_clause(part, forms) for part in item)
        return _in_clause(item, forms)
    if name in _PARAMETER_FIELDS and isinstance(item, str) and item[:1].islower():
        return _in_clause(item, forms)
    return item


def _in_clause(item: object, forms: dict[str, str]) -> object:
    """Colour words stand in lower case, types in upper; next to another such word it is a name."""
    if not isinstance(item, str):
        return item
    pieces = re.split(r"([A-Za-z'-]+)", item)
    for at in range(1, len(pieces), 2):
        prefix, word = _without_non(pieces[at])
        before = pieces[at - 2] if at > 2 and pieces[at - 1] == " " else ""
        after = pieces[at + 2] if at + 2 < len(pieces) and pieces[at + 1] == " " else ""
        is_name = word[:1].isupper() and (_is_odd(after) or (at > 4 and _is_odd(before)))
        if word in forms and not is_name:
            pieces[at] = prefix + forms[word]
            if before in ("a", "an"):
                pieces[at - 2] = "an" if pieces[at][:1].lower() in "aeiou" else "a"
    return "".join(pieces)


def _without_non(word: str) -> tuple[str, str]:
    for prefix in ("non-", "non"):
        if word.startswith(prefix):
            return prefix, word.removeprefix(prefix)
    return "", word


def _is_odd(word: str) -> bool:
    """A word in upper case that is no type."""
    return word[:1].isupper() and word not in _TYPE_WORDS


def _in_words(item: str, forms: dict[str, str]) -> str:
    """The word in a short text that is held as it was read ("a Goblin card")."""

    def swap(match: re.Match[str]) -> str:
        word = match.group()
        other = forms.get(word.lower())
        if other is None:
            return word
        return other[:1].upper() + other[1:] if word[:1].isupper() else other

    return re.sub(r"[A-Za-z'-]+", swap, item)


def _walk(value: object, field: Callable[[str, object], object], forms: dict[str, str]) -> object:
    if isinstance(value, Prose):
        return _prose(value, forms)
    if isinstance(value, tuple):
        return tuple(_walk(part, field, forms) for part in value)
    if not isinstance(value, Node):
        return value
    fields: dict[str, object] = {}
    for name in value.__struct_fields__:
        before = getattr(value, name)
        after = field(name, before)
        if isinstance(after, Node | tuple):
            after = _walk(after, field, forms)
        if after != before:
            fields[name] = after
    if not fields:
        return value
    # 612.2a: a token's name that is its creature types.
    is_named_so = isinstance(value, TokenSpec) and value.name == " ".join(value.subtypes)
    if is_named_so and "subtypes" in fields:
        fields["name"] = " ".join(cast(tuple[str, ...], fields["subtypes"]))
    return msgspec.structs.replace(value, **fields)


def _prose(value: Prose, forms: dict[str, str]) -> Prose:
    words = tuple(_in_words(word, forms) for word in value.words)
    return value if words == value.words else Prose(value.template, words)


def write(view: View, changes: tuple[object, ...], box_slot: int, stamp: Stamp) -> None:
    """613.1c: layer 3 on one object."""
    for change in changes:
        if isinstance(change, Replaced):
            _replace_words(view, change)
        elif isinstance(change, ReplaceWords) and "@" not in change.old + change.new:
            _replace_words(view, Replaced(change.old, change.new))
        elif isinstance(change, FullText):
            _full_text(view, change, stamp)
        elif isinstance(change, TextBox):
            view.abilities = text_abilities(change.abilities, f"box {box_slot}", stamp)
        elif isinstance(change, SetName):
            view.name = change.name


def _replace_words(view: View, change: Replaced) -> None:
    """612.2-612.3: the type line and rules text change; granted abilities do not."""
    view.abilities = tuple(
        msgspec.structs.replace(held, ability=rewritten(held.ability, change.old, change.new))
        if held.origin == "text"
        else held
        for held in view.abilities
    )
    old = change.old[:1].upper() + change.old[1:]
    if old in view.subtypes:
        new = change.new[:1].upper() + change.new[1:]
        view.subtypes = (view.subtypes - {old}) | {new}


def _full_text(view: View, change: FullText, stamp: Stamp) -> None:
    """612.6: the text that represents each of these characteristics.

    The abilities are those of that object's text, by whichever effect they came: one that gives
    the text in which it stands brings no further effect.
    """
    abilities = text_abilities(change.text.abilities, f"full text of {change.of}", stamp)
    show(view, change.text, change.mana_value, abilities)
