"""Whether a change could touch the very words that are looked at: types, subtypes, keywords.

`reads` knows kinds of characteristics; what looks at Elves is not touched by what makes Goblins.
"""

from functools import lru_cache

from striate.cards import tree
from striate.cards.tree import Ability, Keyword, Node
from striate.cards.walking import any_node, nodes
from striate.referee.keywordrules import meanings
from striate.referee.reads import QUOTES, reads_itself
from striate.referee.typeline import EVERY, EVERY_CHOSEN, FAMILIES_OF

_ANY_SUBTYPE = frozenset(FAMILIES_OF)
_NAMED = (tree.HasType, tree.HasSubtype, tree.HasSupertype, tree.HasKeyword)
_OF_NAMES = frozenset(("types", "abilities"))


@lru_cache(maxsize=4096)
def type_words(parts: tuple[tree.Filter, ...]) -> frozenset[str]:
    """The types, subtypes and supertypes that they name."""
    found: set[str] = set()
    for node in nodes(parts):
        if isinstance(node, tree.HasType):
            found.add(node.type)
        elif isinstance(node, tree.HasSubtype):
            found.add(node.subtype)
        elif isinstance(node, tree.HasSupertype):
            found.add(node.supertype)
    return frozenset(found)


def could_set_land_types(change: Node) -> bool:
    """305.7: a land that gets basic land types, maybe chosen ones, loses what its text says."""
    if isinstance(change, tree.SetTypes):
        return "Land" in change.types
    return isinstance(change, tree.SetSubtypes | tree.SubtypesOf) and change.family == "land"


def _could_be_one_of(chosen: str, words: frozenset[str]) -> bool:
    """205.3: a chosen subtype is one of its set."""
    family = EVERY_CHOSEN.get(chosen)
    return family is None or any(family in FAMILIES_OF.get(word, ()) for word in words)


@lru_cache(maxsize=16384)
def alters_type_line(change: Node, words: frozenset[str]) -> bool:
    """Whether an object could have one of the words by the change, or lose it."""
    if any(word.startswith("@") for word in words):
        # A chosen word may be any subtype.
        words = words | _ANY_SUBTYPE
        if getattr(change, "subtypes", ()) or getattr(change, "every", ()):
            return True
    if isinstance(change, tree.SetSubtypes | tree.SubtypesOf):
        return any(change.family in FAMILIES_OF.get(word, ()) for word in words)
    if isinstance(change, tree.AddTypes):
        named = {*change.types, *change.subtypes, *change.supertypes}
        return (
            any(_could_be_one_of(word, words) for word in named if word.startswith("@"))
            or bool(named & words)
            or any(words.intersection(EVERY[kind]) for kind in change.every)
        )
    return bool(words)


def names_keyword(ability: Ability, keywords: frozenset[str]) -> bool:
    """Whether it is one of those keywords, is chosen, or stands for one."""
    if not keywords:
        return False

    def is_named(node: Node) -> bool:
        if not isinstance(node, Keyword):
            return False
        return (
            node.name in keywords
            or node.name.startswith("@")
            or any(names_keyword(each, keywords) for each in meanings(node) if each != node)
        )

    return any_node(ability, is_named)


def alters_keywords(change: Node, keywords: frozenset[str]) -> bool:
    """Whether an object could have one of the keywords by the change, or lose it."""
    if isinstance(change, tree.GainAbilities | tree.LoseAbilities | tree.CantHave):
        return any(names_keyword(ability, keywords) for ability in change.abilities)
    return bool(keywords)


@lru_cache(maxsize=16384)
def named_words(value: object) -> tuple[frozenset[str], frozenset[str]] | None:
    """The words of type lines, and the keywords, that are all that it looks at of types and
    abilities; None: it looks at more of them, or at what was chosen.
    """
    words: set[str] = set()
    keywords: set[str] = set()
    for node in nodes(value, closed=QUOTES):
        if isinstance(node, tree.HasKeyword):
            keywords.add(node.keyword.lower())
        elif isinstance(node, _NAMED):
            words |= type_words((node,))
        elif not _OF_NAMES.isdisjoint(reads_itself(node)):
            return None
    if any(word.startswith("@") for word in (*words, *keywords)):
        return None
    return frozenset(words), frozenset(keywords)


def could_touch(changes: tuple[Node, ...], layer: str, value: object) -> bool:
    """Whether these changes of layer 4 or 6 could alter what the words name."""
    named = named_words(value)
    if named is None:
        return True
    words, keywords = named
    if layer == "6":
        return any(alters_keywords(change, keywords) for change in changes)
    return any(
        alters_type_line(change, words) or (bool(keywords) and could_set_land_types(change))
        for change in changes
    )
