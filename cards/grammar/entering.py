"""What happens as an object enters: counters, tapped, choices (614.1c-d, 614.12).

The phrase "entering line" is a whole paragraph, as a tuple of abilities: "~ enters tapped. As it
enters, choose a color." is two. An object that becomes its controller's choice of several
shapes (Primal Plasma) is `EntersAs`, with the words of each shape as its label.
"""

from collections.abc import Iterator
from typing import Any

from striate.cards import tree
from striate.cards.grammar import conditions, predicates
from striate.cards.grammar.amounts import has_x, times, with_x
from striate.cards.grammar.effects import static
from striate.cards.grammar.engine import (
    GRAMMAR,
    Declined,
    Reading,
    decline,
    terminal,
)
from striate.cards.grammar.normal import Tokens, tokenise
from striate.cards.grammar.notation import builds
from striate.cards.grammar.nouns import bind
from striate.cards.grammar.predicates import shape_changes
from striate.cards.tree import (
    Condition,
    Each,
    EntersAs,
    EntersChoose,
    EntersTapped,
    EntersWith,
    Fact,
    Num,
    This,
    Who,
)
from striate.cards.walking import any_node

PARTS = (conditions, predicates)

# --- who and when ---------------------------------------------------------------------------------


# --- tapped ---------------------------------------------------------------------------------------


@builds
def enters_tapped(who: Who, when: Any = None, before: Any = None) -> Any:
    condition = when if when is not None else before
    if any_node(condition, (tree.InZone,)):
        raise Declined  # 113.6b: an ability that works elsewhere
    if isinstance(who, Each):
        return (EntersTapped(condition, who),) if who.zone == "battlefield" else decline()
    return (EntersTapped(bind(condition, This())),)


@terminal("optional payment", {"pay", "reveal"})
def _payment(tokens: Tokens, at: int) -> Iterator[Reading]:
    end = at
    while end < len(tokens.keys) and tokens.keys[end] != ".":
        end += 1
    yield end, tokens.slice(at, end)


# --- counters -------------------------------------------------------------------------------------


@builds
def for_each(one: Any, amount: Any) -> Any:
    kind, number, additional = one
    return (
        ((kind, times(number.value, amount), additional),) if isinstance(number, Num) else decline()
    )


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


@builds
def one_of_two(one: Any, two: Any) -> Any:
    """122.1b: a choice as it enters, and the counter that was chosen."""
    kinds = [kinds[0] for kinds in (one, two)]
    if not all(kind is not None and kind.isalpha() for kind in kinds):
        raise Declined
    modes = tuple(kind.capitalize() for kind in kinds)
    return (
        EntersChoose("mode", modes),
        *(
            EntersWith(kind, Num(1), tree.ChoseMode(mode))
            for kind, mode in zip(kinds, modes, strict=True)
        ),
    )


@builds
def with_abilities(before: Condition, counters: Any, abilities: Any) -> Any:
    """614.1c: it has the abilities for as long as it is there."""
    entering = with_counters(This(), counters, before)
    if not isinstance(before, Fact):
        raise Declined
    return (*entering, static((tree.Effect(This(), (tree.GainAbilities(abilities),), before),)))


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
    keys = tokens.keys
    end = at + 1
    while end < len(keys) and keys[end] not in (",", "or", ".", "in"):
        end += 1
    yield end, tokens.slice(at + 1, end)


@builds
def enters_as_boxes(one: Any, two: Any) -> Any:
    """208.2b: a power and a toughness that are chosen."""
    boxes = [(each, f"{each.power.value}/{each.toughness.value}") for each in (one, two)]
    options = tuple((tree.SetBasePT(box.power, box.toughness),) for box, _ in boxes)
    return (EntersAs(options, tuple(label for _, label in boxes), turned_up=True),)


@builds
def shape_of(label: str) -> tuple[tree.Change, ...]:
    """The changes that make the object what the label says, besides its other types."""
    shape = GRAMMAR.read("full shape", tokenise(f"{label} in addition to its other types")).value
    if shape is None:
        raise Declined
    return shape_changes(shape)
