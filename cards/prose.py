"""Text that stays text: `Prose` values, their templates (612) and their sealed form."""

import re
from functools import lru_cache
from hashlib import blake2b
from typing import Any, TypeVar

import msgspec

from striate.cards.tree import (
    Act,
    AllOf,
    ColorCount,
    Event,
    Fact,
    HasColor,
    Inert,
    Keyword,
    Node,
    Opaque,
    Prose,
    SharesWith,
    UnknownAmount,
)
from striate.cards.vocabulary import BASIC_LAND_TYPES, COLORS, CREATURE_TYPES, FORMS, KEYWORDS
from striate.cards.walking import any_node, rewrite

_TREE = TypeVar("_TREE")
_A = TypeVar("_A")

# 612.2: a text change replaces colour words, basic land types and creature types.
_FORMS = {form for form, name in FORMS["creature"].items() if name in CREATURE_TYPES}
_FORMS |= {form for form, name in FORMS["land"].items() if name in BASIC_LAND_TYPES}
_RENAMED = ("totem armor",)  # read as what it is called today
LONGEST_OPEN = 64  # characters of a text in a tree that is not sealed
_WORD = re.compile(r"(?:Time Lords?|[A-Za-z][\w']*(?:-[A-Za-z][\w']*)*)")


def _replaceable(word: str) -> bool:
    if word.lower() in COLORS:
        return True
    return word[0].isupper() and word.lower() in _FORMS


def bare_keyword(text: str) -> Keyword | None:
    """702: the keyword ability that is written as its name and no more."""
    name = text[:1].lower() + text[1:]
    plain = KEYWORDS.get(name) == "plain" and name not in _RENAMED
    return Keyword(name) if plain else None


def prose(text: str) -> Prose:
    """The text with `{}` in place of each word that a text change could replace."""
    words: list[str] = []

    def keep(match: re.Match[str]) -> str:
        word = match.group()
        head, dash, tail = word.partition("-")
        if head.lower() == "non" and dash and _replaceable(tail):
            words.append(tail)
            return f"{head}-{{}}"
        if not _replaceable(word):
            return word
        words.append(word)
        return "{}"

    return Prose(_WORD.sub(keep, text), tuple(words))


def words_of(value: Prose) -> str:
    """The text again; a sealed prose has none left and gives its digest."""
    if is_sealed(value):
        return value.template
    parts = value.template.split("{}")
    return "".join(part + word for part, word in zip(parts, (*value.words, ""), strict=True))


def is_sealed(value: Prose) -> bool:
    return value.template.startswith("#")


def _digest(template: str) -> str:
    """The mark that stands for a template in the shipped catalogue."""
    return "#" + blake2b(template.encode(), digest_size=8).hexdigest()


def has_free_text(node: Node, field: str) -> bool:
    """Whether the field holds words of a card; a verb's are words of the grammar."""
    if isinstance(node, Inert):
        return field != "words"
    return field != "verb" or not isinstance(node, (Act, Event))


def _seal_text(text: str) -> str:
    """A text inside a tree; one so long that it could be a sentence is replaced by its digest."""
    return _digest(_alike(text)) if len(text) > LONGEST_OPEN and text[0] != "#" else text


def _alike(text: str) -> str:
    """The form in which two texts are compared: case and a final full stop do not matter."""
    return text.strip().rstrip(".").casefold()


def is_open(value: Prose) -> bool:
    """Whether the words of a fact or a number stay in the shipped catalogue."""
    return len(words_of(value)) <= LONGEST_OPEN


def seal(tree: _TREE) -> tuple[_TREE, dict[str, str]]:
    """The tree with prose and long texts replaced by digests, and what those stand for.

    The few words of a fact or a number that no board tells stay, as other short texts do.
    """
    sealed_words: dict[str, str] = {}

    def sealed(value: Any) -> Any:
        if isinstance(value, (Fact, UnknownAmount)) and is_open(value.prose):
            return msgspec.structs.replace(value)  # another value is not gone into
        if isinstance(value, str):
            mark = _seal_text(value)
            if mark != value:
                sealed_words[mark] = value
                return mark
            return value
        if isinstance(value, Inert) and len(value.words) > LONGEST_OPEN:
            rest = rewrite(msgspec.structs.replace(value, words=""), sealed)
            return msgspec.structs.replace(rest, words=value.words)
        if isinstance(value, (Act, Event)) and len(value.verb) > LONGEST_OPEN:
            # A verb's words are the grammar's, not a card's.
            rest = rewrite(msgspec.structs.replace(value, verb=""), sealed)
            return msgspec.structs.replace(rest, verb=value.verb)
        if not isinstance(value, Prose) or is_sealed(value):
            return value
        mark = _digest(_alike(value.template))
        sealed_words[mark] = value.template
        return Prose(mark, tuple(word.casefold() for word in value.words))

    return rewrite(tree, sealed), sealed_words


@lru_cache(maxsize=65536)
def without_words(tree: _TREE) -> _TREE:
    """The tree as `seal` leaves it, which is all that answers compare."""
    return seal(tree)[0]


def is_understood(value: Any) -> bool:
    """No `Opaque` and no `Prose` in the tree but for facts that no board can tell."""
    return not any_node(value, (Opaque, Prose), closed=(Fact, UnknownAmount))


def in_full(ability: _A) -> tuple[_A | Keyword, ...]:
    """702.16h, 702.11g: "protection from each color" is short for from white, from blue, ..."""
    if not isinstance(ability, Keyword) or ability.quality != _EACH_COLOR:
        return (ability,)
    return tuple(Keyword(ability.name, quality=HasColor(color)) for color in "WUBRG")


def in_short(ability: Node) -> tuple[Keyword, ...]:
    """What is short for this and more; 702.16j: so is "protection from everything"."""
    if not isinstance(ability, Keyword) or ability.quality is None:
        return ()
    of_colors = isinstance(ability.quality, HasColor)
    each_color = Keyword(ability.name, quality=_EACH_COLOR)
    everything = (_FROM_EVERYTHING,) if ability.name == "protection" else ()
    return (*((each_color,) if of_colors else ()), *everything)


_FROM_EVERYTHING = Keyword("protection", quality=AllOf())
_EACH_COLOR = ColorCount(">=", 1)


def stands_for(ability: Node, wanted: Node) -> bool:
    """Whether what has the ability has the wanted one."""
    return same_ability(ability, wanted) or ability in in_short(wanted)


def is_relative(ability: Node) -> bool:
    """702.16a: whether from what it protects others tell: "protection from its colors"."""
    return isinstance(ability, Keyword) and any_node(ability.quality, (SharesWith,))


def same_ability(one: Node, two: Node) -> bool:
    """Whether two abilities are the same but for wording."""
    return one == two or seal(one)[0] == seal(two)[0]
