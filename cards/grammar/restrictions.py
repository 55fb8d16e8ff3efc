"""Predicates that change no characteristic: "can't be blocked", "attacks each combat if able".

Each is one `Restrict` with the words as read. They run to the end of the predicate (a full stop, a
condition, or "and"/"," before the verb of a further predicate), and are a restriction only if a
form of `inert.combat` consumes every one of them.
"""

from collections.abc import Iterator
from functools import lru_cache

from striate.cards import tree
from striate.cards.grammar.engine import GRAMMAR, Reading, terminal
from striate.cards.grammar.normal import Tokens, tokenise

_BEGINNINGS = {
    "can't", "can", "must", "attacks", "attack", "blocks", "block", "assigns", "assign",
    "does", "do", "doesn't", "don't", "deals", "deal", "untap", "untaps", "may",
}  # fmt: skip
_VERBS = {
    "has", "have", "gets", "get", "is", "are", "loses", "lose", "can't", "can", "must", "attacks",
    "assigns", "assign", "its", "their", "it", "they", "does", "do", "gains", "gain",
}  # fmt: skip

# Of what is said of the objects in another way, beside a predicate.
_SUBJECTS = {("other", "players"), ("this", "effect")}


def _predicate_end(keys: tuple[str, ...], at: int) -> int:
    """Where a restriction that begins here ends."""
    end = at + 1
    while end < len(keys):
        key = keys[end]
        following = keys[end + 1] if end + 1 < len(keys) else ""
        beyond = keys[end + 2] if end + 2 < len(keys) else ""
        if key == "." or (key == "as" and following == "long") or key in ('"', "where"):
            break
        if key == "during" and (following == "turns" or (following, beyond) == ("your", "turn")):
            break
        begins = following in _VERBS or (following, beyond) in _SUBJECTS
        if key == "and" and (begins or following == "all"):
            break
        after = (beyond, *keys[end + 3 : end + 4])
        if key == "," and (
            begins or (following == "and" and (beyond in _VERBS or after in _SUBJECTS))
        ):
            break
        end += 1
    return end


@terminal("restriction", _BEGINNINGS)
def _restriction(tokens: Tokens, at: int) -> Iterator[Reading]:
    end = _predicate_end(tokens.keys, at)
    words_read = tokens.slice(at, end)
    if _is_read(words_read):
        yield end, tree.Restrict(_one_wording(words_read))


@lru_cache(maxsize=20_000)
def _is_read(text: str) -> bool:
    """Whether a form for such predicates consumes every word."""
    return bool(GRAMMAR.read("inert verb", tokenise(text)).values)


def _one_wording(text: str) -> str:
    """The words of one object: "attack each combat" is "attacks each combat"."""
    for many, one in (
        ("attack each", "attacks each"), ("attack if", "attacks if"), ("block each", "blocks each"),
        ("assign ", "assigns "), ("don't ", "doesn't "), ("block if", "blocks if"),
    ):  # fmt: skip
        if text.startswith(many):
            return one + text[len(many) :]
    return text
