"""Canonical text of changes in a body, and of copy exceptions (707.9)."""

import re
from typing import Any

from striate.cards import tree as t
from striate.cards.grammar.copying import COPY_WORDS
from striate.cards.grammar.notation import said_as
from striate.cards.printing.by_rule import say, says
from striate.cards.printing.statics import factor, signed, verb_phrase
from striate.cards.printing.targets import measured
from striate.cards.printing.words import listed

# --- changes --------------------------------------------------------------------------------------


def _half(amount: t.Amount, other: t.Amount) -> str:
    if isinstance(amount, t.Num):
        less = isinstance(other, t.Num | t.Times) and factor(other)[0] < 0
        return signed(amount.value, less)
    if isinstance(amount, t.X):
        return "+X"
    if amount == t.Times(-1, t.X()):
        return "-X"
    if isinstance(amount, t.Times) and amount.factor < 0:
        inner = t.Times(-amount.factor, amount.amount) if amount.factor != -1 else amount.amount
        return f"-« {measured(inner)} »"
    return f"+« {measured(amount)} »"


def change_phrase(change: t.Change) -> str:
    """A change as a verb phrase."""
    if isinstance(change, t.ModifyPT):
        power, toughness = change.power, change.toughness
        return f"gets {_half(power, toughness)}/{_half(toughness, power)}"
    return say("begun", change) or verb_phrase(change)


def extra(value: Any) -> str:
    """One copy exception with its subject (707.9)."""
    return (say("exception", value) or "").replace("it is ", "it's ", 1)


@says("said of a copy")
def _of_a_copy(change: t.Change, plural: bool = False) -> str:
    return re.sub("^gains ", "has ", change_phrase(change))


says("this turn")(lambda verb, plural: said_as("timed rule").get(verb, verb))
says("split")(lambda words, plural: listed(words.split(", "), "or") or None)


def exceptions(values: tuple[Any, ...]) -> str:
    if not values:
        return ""
    return f", {COPY_WORDS} {listed([extra(value) for value in values])}"
