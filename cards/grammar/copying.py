"""Copies (707): "becomes a copy", "enters as a copy", tokens and spells that are copies.

`exceptions` reads what a copy effect changes on top of the copied values (707.9), in the text's
order: characteristics that are set or added, abilities that are gained (707.9a), characteristics
that are not copied (707.9c), counters that the copy enters with (707.9e), and parts that hold
only if the copied object is something (707.9f).
"""

from typing import Any

from striate.cards import tree as t
from striate.cards.grammar.engine import GRAMMAR
from striate.cards.grammar.normal import tokenise, without_stop
from striate.cards.grammar.notation import builds
from striate.cards.grammar.readers import reads

# --- exceptions (707.9) ---------------------------------------------------------------------------


COPY_WORDS = "except"


@builds
def whole_exceptions(values: tuple[Any, ...]) -> tuple[Any, ...]:
    """205.1a-b: with "it loses all other card types", "it's a Food artifact" only adds.

    The types that it loses are named; its artifact types, say, are not among them.
    """
    if not any(isinstance(value, t.RemoveTypes) and value.other_types for value in values):
        return values
    return tuple(
        t.AddTypes(value.types, value.subtypes, value.supertypes, value.every)
        if isinstance(value, t.SetTypes)
        else value
        for value in values
    )


@reads("exceptions")
def _read_exceptions(text: str) -> tuple[Any, ...] | None:
    """What follows "except", if exactly one reading exists."""
    tokens = without_stop(tokenise(text.strip()))
    value: tuple[Any, ...] | None = GRAMMAR.read("exceptions", tokens).value
    return None if value is None else whole_exceptions(value)
