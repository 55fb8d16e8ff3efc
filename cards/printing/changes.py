"""Canonical text of changes in a body, and of copy exceptions (707.9)."""

import re
from typing import Any

from striate.cards import tree as t
from striate.cards.grammar.copying import COPY_WORDS
from striate.cards.grammar.predicates import THIS_TURN_WORDS
from striate.cards.printing.nouns import noun_phrase
from striate.cards.printing.statics import abilities, factor, signed, verb_phrase
from striate.cards.printing.targets import how_much, measured, who
from striate.cards.printing.words import article, listed

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
    if isinstance(change, t.BecomeCopy):
        return f"becomes a copy of {who(change.of)}{exceptions(change.exceptions)}"
    if isinstance(change, t.Restrict):
        return _restriction(change)
    if isinstance(change, t.AddTypes) and change.every and (change.types or change.subtypes):
        return _every_type(change)
    if isinstance(change, t.GainAbilities):
        return f"gains {_gained(change.abilities)}"
    if isinstance(change, t.LoseAbilities) and _is_choice(change.abilities):
        return f"loses {_gained(change.abilities)}"
    return verb_phrase(change)


def _every_type(change: t.AddTypes) -> str:
    words = [*(word.lower() for word in change.supertypes), *change.subtypes]
    words += [word.lower() for word in change.types]
    return f"is {article(' '.join(words))} with all creature types {_BESIDE}"


_BESIDE = "in addition to its other types"


def _is_choice(values: tuple[t.Ability, ...]) -> bool:
    """608.2d: "your choice of flying or first strike"."""
    return len(values) == 1 and isinstance(values[0], t.Keyword) and values[0].name == "@keyword"


def _gained(values: tuple[t.Ability, ...]) -> str:
    words = values[0].words if isinstance(values[0], t.Keyword) else ""
    if _is_choice(values):
        return (
            f"your choice of {listed(words.split(', '), 'or')}" if words else "the chosen ability"
        )
    return abilities(values)


def _restriction(change: t.Restrict) -> str:
    words = THIS_TURN_WORDS.get(change.verb, change.verb)
    return words if change.by is None else f"{words} {noun_phrase(change.by, plural=True)}"


def extra(value: Any) -> str:
    """One copy exception with its subject (707.9)."""
    if isinstance(value, t.CopyIf):
        return f"if {_if_copied(value.filter)}, {extra(value.extra)}"
    if isinstance(value, t.KeepThisAbility):
        return "it has this ability"
    if isinstance(value, t.KeepOwn):
        if value.what == ("other abilities",):
            return "it has ~'s other abilities"
        return f"it doesn't copy its {value.what[0]}"
    if isinstance(value, t.SetName):
        return f"its name is {value.name}"
    if isinstance(value, t.EntersWith):
        more = "additional " if value.additional else ""
        return f"it enters with {how_much(value.amount)} {more}{value.kind} counters on it"
    if isinstance(value, t.EntersTapped):
        return "it enters tapped"
    if isinstance(value, t.NoManaCost):
        return "it has no mana cost"
    if isinstance(value, t.RemoveTypes) and value.other_types:
        return "it loses all other card types"
    words = re.sub("^gains ", "has ", change_phrase(value))
    return f"it {words}".replace("it is ", "it's ", 1)


def _if_copied(part: t.Filter) -> str:
    """707.9f: what is asked of the copy; 109.3: who controls it is asked of the original."""
    if part == t.ControlledBy("you"):
        return "you control that permanent"
    if isinstance(part, t.HasSupertype):
        return f"it's {part.supertype.lower()}"
    return f"it's {article(noun_phrase(part))}"


def exceptions(values: tuple[Any, ...]) -> str:
    if not values:
        return ""
    return f", {COPY_WORDS} {listed([extra(value) for value in values])}"
