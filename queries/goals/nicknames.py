"""Cards called by the first part of their names: "Yawgmoth" where no other card begins so."""

import re

from striate.cards.names import fold
from striate.queries.goals.subjects import Subjects
from striate.queries.goals.tokens import JOINING, MEASURES, GoalError
from striate.search.wellknown import boards_with

_SHORTEST = 4
_LOOKED_AT = 40
_NAMED = 3  # of several
_OF_A_KIND = frozenset({"a", "an", "any", "some", "no", "every", "each", "all", "the"})


def subject_end(reader: Subjects, start: int) -> int:
    """Where the words that should be a subject end: before a verb or a tail, or with the goal."""
    for place, token in enumerate(reader.tokens):
        if token.start > start and (reader.verb(place)[0] or reader.begins_tail(place)):
            return token.start
    return len(reader.text)


def place_of(error: GoalError, reader: Subjects) -> int:
    """The word at which reading stopped."""
    return next((n for n, each in enumerate(reader.tokens) if each.start >= error.start), -1)


def bearers(error: GoalError, reader: Subjects, *, first: bool = False) -> tuple[str, list[str]]:
    """The words that stand where a card's name should, and the cards that begin with them, best
    known first: those that are called so before a comma, or else all.
    """
    at = place_of(error, reader)
    if at < 0 or at != reader.unknown_subject:
        return "", []
    text = reader.text[error.start : subject_end(reader, error.start)].strip(" ,.?!")
    text = text.split(" ")[0] if first and " " in text else text
    wanted = fold(text)
    counted = at > 0 and reader.number(at - 1) is not None
    kind = counted or (at > 0 and reader.key(at - 1) in _OF_A_KIND)  # "a monster" is no nickname
    if kind or len(wanted) < _SHORTEST or wanted in JOINING | MEASURES:
        return text, []
    names = [name.split(" // ")[0] for name in reader.cards.suggest(text, _LOOKED_AT)]
    begun = [name for name in names if f"{_called(name)} ".startswith(f"{wanted} ")]
    begun = [name for name in begun if _called(name.split(",")[0]) == wanted] or begun
    return text, sorted(dict.fromkeys(begun), key=lambda name: (-boards_with(name), name))


def _called(name: str) -> str:
    return fold(name).removeprefix("the ")


def with_the_bearer(error: GoalError, reader: Subjects) -> str:
    """The goal with the card's whole name, where only one is called so; "" otherwise."""
    text, names = bearers(error, reader)
    # "emblem with flying" is not of Emblem of the Warmind.
    of = "| of " if text[:1].isupper() else ""
    begun = f"(?:the )?{re.escape(text)}(?:,{of}| the | at )"
    alone = len(names) == 1 and re.match(begun, names[0], re.IGNORECASE)
    if not alone or not reader.is_permanent(names[0]):
        return ""
    return _instead(error, reader, text, names[0])


def told_apart(error: GoalError, reader: Subjects) -> str:
    """The goal with the best-known of several cards that are called so; tells the others."""
    return _of_several(error, reader, *bearers(error, reader))


def told_apart_in_short(error: GoalError, reader: Subjects) -> str:
    """The same of a telegram, whose subject is its first word: "thassa not creature"."""
    text, names = bearers(error, reader, first=True)
    return _of_several(error, reader, text, [name for name in names if "," in name])


def _of_several(error: GoalError, reader: Subjects, text: str, names: list[str]) -> str:
    if not names:
        return ""
    *others, last = [f"`{name}`" for name in names[:_NAMED]]
    error.hint = f"did you mean {', '.join(others)}{' or ' if others else ''}{last}?"
    return _instead(error, reader, text, names[0])


def _instead(error: GoalError, reader: Subjects, text: str, name: str) -> str:
    return f"{reader.text[: error.start]}{name}{reader.text[error.start + len(text) :]}"
