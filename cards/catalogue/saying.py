"""Abilities in words for people: no digest, no bracket that only the grammar needs.

What the grammar could not read is called what it is ("an instruction that is not read"); words
that are too long for the shipped catalogue are "not at hand". « an amount » inside a sentence is X,
and the sentence says at its end where X is that amount. Such text isn't read back.
"""

import re
from typing import Any, TypeVar

from msgspec.structs import replace

from striate.cards import tree as t
from striate.cards.prose import is_sealed
from striate.cards.walking import rewrite

_TREE = TypeVar("_TREE", bound=t.Node)
_SEAL = re.compile(r"#[0-9a-f]{16}")
_UNREAD = "that is not read"
_AWAY = "whose words are not at hand"
NOT_AT_HAND = "(words that are not at hand)"
_HELD: dict[type, str] = {
    t.Fact: f"(a condition {_AWAY})",
    t.UnknownAmount: f"(a number {_AWAY})",
}
# Texts of a node's own, by its class.
_TEXTS: dict[type, str] = {
    t.Restrict: f"has a restriction {_AWAY}",
    t.Activated: f"A limit or cost {_AWAY}",
    t.Triggered: f"A limit {_AWAY}",
    t.AddMana: f"mana of a kind {_AWAY}",
}


def in_plain_words(value: _TREE) -> _TREE:
    """The tree with plain words in place of each digest that is left."""
    spoken: _TREE = rewrite(value, _said)
    return spoken


def _said(value: Any) -> Any:
    match value:
        case t.Fact(prose=prose) | t.UnknownAmount(prose=prose) if is_sealed(prose):
            return type(value)(t.Prose(_HELD[type(value)]))
        case t.Triggered(event=t.Prose() as event) if is_sealed(event):
            named = replace(value, event=t.Prose(f"(at an event {_UNREAD})"))
            return rewrite(named, _said)
        case t.Opaque() if is_sealed(value.prose):
            return replace(value, prose=t.Prose(unread(value)))
        case t.Prose() if is_sealed(value):
            return t.Prose(f"(an instruction {_UNREAD})")
        case t.Node():
            return _with_texts(value)
    return value


def _with_texts(node: t.Node) -> Any:
    """The node with plain words in place of digests among its own texts."""
    words = _TEXTS.get(type(node), NOT_AT_HAND)
    changed: dict[str, Any] = {}
    for name in node.__struct_fields__:
        held = getattr(node, name)
        if isinstance(held, str) and _SEAL.fullmatch(held):
            changed[name] = words
        elif isinstance(held, tuple) and any(_is_seal(each) for each in held):
            changed[name] = tuple(words if _is_seal(each) else each for each in held)
    return rewrite(replace(node, **changed), _said) if changed else node


def _is_seal(value: Any) -> bool:
    return isinstance(value, str) and _SEAL.fullmatch(value) is not None


def unread(ability: t.Opaque) -> str:
    """What is said of a line that the grammar does not read."""
    kind = ability.kind
    if kind == "unknown":
        return f"(a line {_UNREAD})"
    words = f"({'an' if kind[0] in 'aeiou' else 'a'} {kind} ability {_UNREAD})"
    return f"{ability.cost}: {words}" if ability.cost and not _is_seal(ability.cost) else words


# --- amounts --------------------------------------------------------------------------------------

# A sentence: up to a full stop that ends it, a line's end, or the quotation mark around it.
_SENTENCE = re.compile(r'(?:[^.\n"«]|\.(?=[^\s"]))*«(?:[^.\n"]|\.(?=[^\s"]))*')
_THOSE = re.compile(r"those same « ([^«»]*) »")
_FOR_EACH = re.compile(r"for each « (?:the (?:number of|amount of) )?([^«»]*) »")
_AMOUNT = re.compile(r"« (?:« )?([^«»]*)(?: »)? »")
_SHORT = re.compile(r"\w+|that many")


def with_x(text: str) -> str:
    """ "Draw « the number of … » cards" as "draw X cards, where X is the number of …"."""
    text = _THOSE.sub(lambda group: f"those same objects ({group[1]})", text)
    return _SENTENCE.sub(lambda match: _one_sentence(match[0]), text) if "«" in text else text


def _one_sentence(sentence: str) -> str:
    sentence = _FOR_EACH.sub(r"for each \1", sentence)
    letters: dict[str, str] = {}

    def named(amount: re.Match[str]) -> str:
        if _SHORT.fullmatch(amount[1]):
            return amount[1]
        free = "XYZ"[1 if re.search(r"\bX\b", sentence) else 0 :]
        return letters.setdefault(amount[1], free[min(len(letters), len(free) - 1)])

    words = _AMOUNT.sub(named, sentence)
    where = " and ".join(f"{letter} is {amount}" for amount, letter in letters.items())
    return f"{words}, where {where}" if where else words
