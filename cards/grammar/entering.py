"""What happens as an object enters: counters, tapped, choices (614.1c-d, 614.12).

The phrase "entering line" is a whole paragraph, as a tuple of abilities: "~ enters tapped. As it
enters, choose a color." is two. An object that becomes its controller's choice of several
shapes (Primal Plasma) is `EntersAs`, with the words of each shape as its label.
"""

from collections.abc import Iterator
from typing import Any

from striate.cards import tree
from striate.cards.grammar.amounts import has_x, with_x
from striate.cards.grammar.engine import (
    GRAMMAR,
    Declined,
    Reading,
    terminal,
)
from striate.cards.grammar.normal import Tokens, tokenise
from striate.cards.grammar.notation import builds
from striate.cards.grammar.nouns import bind
from striate.cards.grammar.predicates import shape_changes
from striate.cards.tree import (
    Condition,
    Each,
    EntersTapped,
    EntersWith,
    This,
    Who,
)
from striate.cards.walking import any_node

# --- tapped ---------------------------------------------------------------------------------------


@terminal("optional payment", {"pay", "reveal"})
def _payment(tokens: Tokens, at: int) -> Iterator[Reading]:
    end = tokens.up_to(at, (".",))
    yield end, tokens.slice(at, end)


# --- counters -------------------------------------------------------------------------------------


@builds
def with_counters(
    who: Who, counters: Any, when: Any = None, amount: Any = None, before: Any = None,
    tapped: str | None = None,
) -> Any:  # fmt: skip
    condition = when if when is not None else before
    found: list[Any] = []
    if isinstance(who, Each) and who.zone != "battlefield":
        raise Declined
    if any_node(condition, (tree.InZone,)):
        raise Declined  # 113.6b: an ability that works elsewhere
    if tapped:
        if condition is not None:
            raise Declined
        found.append(EntersTapped(None, who))
    for kind, number, additional in counters:
        if kind is None:
            raise Declined
        found.append(_enters_with(kind, number, condition, who, additional, amount))
    if amount is not None and not any(has_x(number) for _, number, _ in counters):
        raise Declined
    return tuple(found)


def _enters_with(
    kind: str, number: Any, condition: Condition | None, who: Who, additional: bool, amount: Any
) -> EntersWith:
    if amount is not None:
        number = with_x(number, amount)
    if not isinstance(who, Each):
        number, condition = bind(number, This()), bind(condition, This())
    return EntersWith(kind, number, condition, who, additional)


# --- choices --------------------------------------------------------------------------------------


@terminal("option word", None)
def _option_word(tokens: Tokens, at: int) -> Iterator[Reading]:
    """An anchor word (614.12c) or a type: "Khans or Dragons", "artifact or creature"."""
    key = tokens.keys[at]
    if key.isalpha() and key not in ("a", "an", "the", "you", "secretly", "any", "another", "two"):
        yield at + 1, tokens.word(at)


@terminal("anchor words", None)
def _anchor_words(tokens: Tokens, at: int) -> Iterator[Reading]:
    """614.12c: the anchor word or words before "was chosen"."""
    for end in range(at + 1, min(at + 4, len(tokens.keys))):
        if not tokens.word(end - 1)[:1].isupper():
            return
        if tokens.keys[end] == "was":
            yield end, tokens.slice(at, end)


@terminal("shape option text", {"a", "an"})
def _shape_option(tokens: Tokens, at: int) -> Iterator[Reading]:
    """The words of one shape: up to a comma, "or", or "in addition"."""
    end = tokens.up_to(at + 1, (",", "or", ".", "in"))
    yield end, tokens.slice(at + 1, end)


@builds
def shape_of(label: str) -> tuple[tree.Change, ...]:
    """The changes that make the object what the label says, besides its other types."""
    shape = GRAMMAR.read("full shape", tokenise(f"{label} in addition to its other types")).value
    if shape is None:
        raise Declined
    return shape_changes(shape)
