"""Static paragraphs, a sentence and what further ones add to it (604, 611.3), entering (614.1c).

The phrase "static line" is a whole paragraph. A further sentence speaks of the same objects: it
adds changes, holds under a condition of its own, replaces ("instead"), or says the opposite.

A sentence is [condition,] subject predicates [condition]; its value is a tuple of effects. "Its"
and "it" are bound to the subject; for a group they stay `Affected`, and a condition on each
member becomes part of the filter.

The phrase "entering line" is a paragraph of what happens as an object enters. One that becomes its
controller's choice of several shapes (Primal Plasma) is `EntersAs`, with their words as labels.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from striate.cards import tree as t
from striate.cards.grammar.amounts import has_x, with_x
from striate.cards.grammar.binding.instead import kept_changes
from striate.cards.grammar.effects import (
    both,
    compose,
    effect_of,
    group_effect,
    in_layer_order,
    open_x,
    spoken_of,
    static,
    with_amount,
)  # fmt: skip
from striate.cards.grammar.engine import (
    Declined,
    Reading,
    decline,
    reading_of,
    terminal,
    text_until,
)
from striate.cards.grammar.normal import Tokens
from striate.cards.grammar.notation import builds
from striate.cards.grammar.nouns import bind
from striate.cards.grammar.predicates import shape_changes
from striate.cards.walking import any_node

# --- sentences ------------------------------------------------------------------------------------


@builds
def you_and(marked: Any, group: Any = None, after: t.Condition | None = None) -> Any:
    """A player has the keyword too: that is no characteristic of an object."""
    if len(marked) != 1 or not isinstance(marked[0], t.GainAbilities):
        raise Declined
    [*others, keyword] = marked[0].abilities
    if others or not isinstance(keyword, t.Keyword):
        raise Declined
    if keyword.name != "protection" and keyword != t.Keyword("hexproof"):
        raise Declined
    player = t.Effect(t.This(), (t.Restrict(f"you have {keyword.name}"),), after)
    return (effect_of(group or t.This(), marked, after), player)


@builds
def whole_sentence(effects: Any, before: t.Condition | None = None, amount: Any = None) -> Any:
    whole = (_under(before, effect) for effect in effects)
    return with_amount(tuple(whole), amount)


def _under(before: t.Condition | None, effect: t.Effect) -> t.Effect:
    if isinstance(effect.who, t.Each):
        return group_effect(effect.who, effect.changes, both(before, effect.condition))
    return t.Effect(effect.who, effect.changes, both(bind(before, effect.who), effect.condition))


# --- 604.3: power and toughness that the text defines ---------------------------------------------


@builds
def defined(parts: Any, before: Any = None, after: Any = None) -> Any:
    who, power, toughness = parts
    condition = both(before, after)
    change: t.Change = t.SetBasePT(power, toughness)
    if who == t.Affected():
        who = spoken_of(before)
    if who is None:
        raise Declined
    if who == t.This() and condition is None:
        change = t.DefinePT(power, toughness)
    return (t.Effect(who, bind((change,), who), bind(condition, who)),)


# --- paragraphs -----------------------------------------------------------------------------------


@builds
class Further(NamedTuple):
    """A further sentence of the paragraph, about the objects of the one before."""

    kind: str  # "also", "also if", "otherwise", "instead", "still", "same for", "effects"
    marked: tuple[Any, ...] = ()
    condition: t.Condition | None = None


@builds
def static_line(effects: tuple[t.Effect, ...], more: tuple[Further, ...] | None) -> Any:
    for further in more or ():
        effects = _FURTHER[further.kind](effects, further)
    return static(effects)


def _only(effects: Any) -> Any:
    return effects[0] if len(effects) == 1 else decline()


def _also(effects: Any, further: Further) -> Any:
    """A sentence about the same objects: of that effect, or without the first's condition."""
    last = _only(effects)
    if last.condition is None:
        return _aside(effects, further)
    return (last, _again(last, compose(further.marked), None))


def _aside(effects: Any, further: Further) -> Any:
    """ "This effect doesn't ...": a rule for the same objects, under the same condition."""
    last = _only(effects)
    return (_again(last, compose((*last.changes, *further.marked)), last.condition),)


def _again(last: t.Effect, changes: Any, condition: t.Condition | None) -> t.Effect:
    if open_x(changes):
        raise Declined
    if isinstance(last.who, t.Each):
        return group_effect(last.who, changes, condition)
    return t.Effect(last.who, bind(changes, last.who), bind(condition, last.who))


def _also_if(effects: Any, further: Further) -> Any:
    last = effects[-1]
    if any(effect.who != last.who for effect in effects):
        raise Declined
    return (*effects, _again(last, compose(further.marked), further.condition))


def _otherwise(effects: Any, further: Further) -> Any:
    """While the condition does not hold, the same object or ("otherwise, ~ has ...") another."""
    first = _only(effects)
    if first.condition is None:
        raise Declined
    opposite = t.Unless(first.condition)
    if further.kind == "otherwise of":
        who, marked = further.marked
        return (first, effect_of(who, marked, opposite))
    return (first, _again(first, compose(further.marked), opposite))


def _instead(effects: Any, further: Further) -> Any:
    first = _only(effects)
    if isinstance(first.who, t.Each):
        raise Declined
    instead = bind(further.condition, first.who)
    changes = compose(further.marked)
    if not {type(c) for c in changes} & {type(c) for c in first.changes}:
        raise Declined  # nothing is said again, so nobody can say what is replaced
    changes = in_layer_order(kept_changes(changes, first.changes))
    before = both(first.condition, t.Unless(instead))
    added = _again(first, changes, both(first.condition, instead))
    return (t.Effect(first.who, first.changes, before), added)


def _still(effects: Any, further: Further) -> Any:
    """205.1b: "It's still a land": the card types before stay."""
    last = effects[-1]
    changes = tuple(
        t.AddTypes(c.types, c.subtypes, c.supertypes) if isinstance(c, t.SetTypes) else c
        for c in last.changes
    )
    if changes == last.changes:
        raise Declined
    return (*effects[:-1], t.Effect(last.who, changes, last.condition))


def _same_for(effects: Any, further: Further) -> Any:
    first = _only(effects)
    others = (t.Effect(group, first.changes, first.condition) for group in further.marked)
    return (first, *others)


_FURTHER: dict[str, Callable[[Any, Further], Any]] = {
    "also": _also,
    "aside": _aside,
    "also if": _also_if,
    "otherwise": _otherwise,
    "otherwise of": _otherwise,
    "instead": _instead,
    "still": _still,
    "same for": _same_for,
    "effects": lambda effects, further: (*effects, *further.marked),
}


# --- effects that continue after their object has left (611.3b) -----------------------------------

# No rule says what the words about an object that is gone mean for a static ability: last known
# information is for what resolves (608.2h), and what comes back is a new object (400.7). So such
# an effect is read only if it doesn't speak of its own object.
_SOURCE = (t.This, t.Attached, t.LinkedCard, t.Other, t.ExiledWith)


def speaks_of_source(value: Any) -> bool:
    """Whether the words mean something by the object that the ability is on, but for "you"."""
    return any_node(
        value,
        lambda node: (
            isinstance(node, _SOURCE)
            or getattr(node, "player", "") in ("owner", "attached controller")
            or node == t.Named("~")
        ),
    )


# --- counters -------------------------------------------------------------------------------------


@builds
def with_counters(
    who: t.Who, counters: Any, when: Any = None, amount: Any = None, before: Any = None,
    tapped: str | None = None,
) -> Any:  # fmt: skip
    condition = when if when is not None else before
    elsewhere = any_node(condition, (t.InZone,))  # 113.6b: an ability that works elsewhere
    if elsewhere or (isinstance(who, t.Each) and who.zone != "battlefield"):
        raise Declined
    if (tapped and condition is not None) or any(kind is None for kind, _, _ in counters):
        raise Declined
    if amount is not None and not any(has_x(number) for _, number, _ in counters):
        raise Declined
    entering = (_enters_with(k, n, condition, who, more, amount) for k, n, more in counters)
    return (t.EntersTapped(None, who), *entering) if tapped else tuple(entering)


def _enters_with(
    kind: str, number: Any, condition: t.Condition | None, who: t.Who, additional: bool, amount: Any
) -> t.EntersWith:
    if amount is not None:
        number = with_x(number, amount)
    if not isinstance(who, t.Each):
        number, condition = bind(number, t.This()), bind(condition, t.This())
    return t.EntersWith(kind, number, condition, who, additional)


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


text_until(".", "optional payment", "pay", "reveal")
text_until(", or . in", "shape words")


@builds
def shape_of(label: str) -> tuple[t.Change, ...]:
    shape = reading_of("full shape", f"{label} in addition to its other types")
    if shape is None:
        raise Declined
    return shape_changes(shape)
