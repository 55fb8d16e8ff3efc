"""Static abilities, sentence by sentence: subject, predicates, conditions (604, 611.3).

A sentence is [condition,] subject predicates [condition]; its value is a tuple of effects. "Its"
and "it" are bound to the subject; for a group they stay `Affected`, and a condition on each
member becomes part of the filter. Whole paragraphs are in `paragraphs`.
"""

from typing import Any

from striate.cards import tree
from striate.cards.grammar.effects import both, effect_of, group_effect, spoken_of, with_amount
from striate.cards.grammar.engine import Declined
from striate.cards.grammar.notation import builds
from striate.cards.grammar.nouns import bind
from striate.cards.tree import (
    Change,
    Condition,
    Each,
    Effect,
    GainAbilities,
    SetBasePT,
    This,
)

# --- sentences ------------------------------------------------------------------------------------


@builds
def you_and(marked: Any, group: Any = None, after: Condition | None = None) -> Any:
    """A player has the keyword too: that is no characteristic of an object."""
    if len(marked) != 1 or not isinstance(marked[0], GainAbilities):
        raise Declined
    [*others, keyword] = marked[0].abilities
    if others or not isinstance(keyword, tree.Keyword):
        raise Declined
    if keyword.name != "protection" and keyword != tree.Keyword("hexproof"):
        raise Declined
    player = Effect(This(), (tree.Restrict(f"you have {keyword.name}"),), after)
    return (effect_of(group or This(), marked, after), player)


@builds
def whole_sentence(effects: Any, before: Condition | None = None, amount: Any = None) -> Any:
    whole = []
    for effect in effects:
        who = effect.who
        condition = before if isinstance(who, Each) else bind(before, who)
        if isinstance(who, Each):
            again = group_effect(who, effect.changes, both(condition, effect.condition))
        else:
            again = Effect(who, effect.changes, both(condition, effect.condition))
        whole.append(again)
    return with_amount(tuple(whole), amount)


# --- 604.3: power and toughness that the text defines ---------------------------------------------


@builds
def defined(parts: Any, before: Any = None, after: Any = None) -> Any:
    who, power, toughness = parts
    condition = both(before, after)
    change: Change = SetBasePT(power, toughness)
    if who == tree.Affected():
        who = spoken_of(before)
    if who is None:
        raise Declined
    if who == This() and condition is None:
        change = tree.DefinePT(power, toughness)
    return (Effect(who, bind((change,), who), bind(condition, who)),)
