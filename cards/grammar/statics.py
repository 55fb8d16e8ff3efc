"""Static abilities, sentence by sentence: subject, predicates, conditions (604, 611.3).

A sentence is [condition,] subject predicates [condition]; its value is a tuple of effects. "Its"
and "it" are bound to the subject; for a group they stay `Affected`, and a condition on each
member becomes part of the filter. Whole paragraphs are in `paragraphs`.
"""

from typing import Any

from striate.cards import tree
from striate.cards.grammar import conditions, keywords, restrictions, verbs
from striate.cards.grammar.effects import both, effect_of, group_effect, spoken_of, with_amount
from striate.cards.grammar.engine import Declined
from striate.cards.grammar.notation import builds
from striate.cards.grammar.nouns import all_of, bind
from striate.cards.tree import (
    Change,
    Condition,
    Each,
    Effect,
    GainAbilities,
    Num,
    SetBasePT,
    This,
)

PARTS = (conditions, keywords, restrictions, verbs)

# --- sentences ------------------------------------------------------------------------------------


@builds
def in_zones(one: Each, two: Each, marked: Any, three: Each | None = None) -> Any:
    """Groups in different zones: "lands you control and land cards in your library"."""
    groups = [one, two, *([three] if three else [])]
    if len({group.zone for group in groups}) < 2:
        raise Declined
    return tuple(effect_of(group, marked) for group in groups)


@builds
def of_each_player(noun: Any, marked: Any, number: int, few: Each) -> Any:
    """102.1: the same for each player, with what that player controls."""
    if noun[1] != "battlefield" or few.zone != "battlefield":
        raise Declined
    effects = []
    for player in (tree.ControlledBy("you"), tree.ControlledBy("opponent")):
        count = tree.Count(all_of((few.filter, player)))
        condition = tree.Compare(count, "<=", Num(number))
        effects.append(effect_of(Each(all_of((noun[0], player))), marked, condition))
    return tuple(effects)


@builds
def the_highest(noun: Any, stat: Any) -> Any:
    filter, zone = noun
    if zone != "battlefield":
        raise Declined
    return Each(all_of((filter, tree.IsExtreme("greatest", stat, filter))))


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


@builds
def sentence_about_it(before: Condition, marked: Any, amount: Any = None) -> Any:
    who = spoken_of(before)
    if who is None:
        raise Declined
    return with_amount((effect_of(who, marked, before),), amount)


# --- other sentences ------------------------------------------------------------------------------


@builds
def the_only_one(before: Condition, marked: Any) -> Any:
    """ "As long as you control exactly one creature, that creature ..."."""
    if not isinstance(before, tree.Compare) or (before.op, before.right) != ("=", Num(1)):
        raise Declined
    if not isinstance(before.left, tree.Count) or before.left.zone != "battlefield":
        raise Declined
    return (effect_of(Each(before.left.filter), marked, before),)


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
