"""Static paragraphs: a sentence and what further sentences add to it (604, 611.3, 612.6).

The phrase "static line" is a whole paragraph. A further sentence speaks of the same objects: it
adds changes, holds under a condition of its own, replaces ("instead"), or says the opposite.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from striate.cards import tree
from striate.cards.grammar import statics
from striate.cards.grammar.effects import (
    both,
    compose,
    effect_of,
    group_effect,
    in_layer_order,
    open_x,
    static,
)
from striate.cards.grammar.engine import NOTHING, lists, rule
from striate.cards.grammar.nouns import all_of, bind
from striate.cards.tree import (
    Condition,
    Each,
    Effect,
    Matches,
    Num,
    SetBasePT,
    This,
    Who,
)
from striate.cards.walking import any_node

PARTS = (statics,)

# --- paragraphs -----------------------------------------------------------------------------------


class _Further(NamedTuple):
    """A further sentence of the paragraph, about the objects of the one before."""

    kind: str  # "also", "also if", "otherwise", "instead", "still", "same for", "effects"
    marked: tuple[Any, ...] = ()
    condition: Condition | None = None


@rule("static line", "<effects:sentence> [.] [<more:further list>]")
def _static_line(effects: tuple[Effect, ...], more: tuple[_Further, ...] = ()) -> Any:
    for further in more:
        together = _FURTHER[further.kind](effects, further)
        if together is NOTHING:
            return NOTHING
        effects = together
    return static(effects)


rule("further list", "<one:further> [.]")(lambda one: (one,))
rule("further list", "<one:further> [.] <more:further list>")(lambda one, more: (one, *more))

rule("further", "(it|they) <marked:predicates>")(lambda marked: _Further("also", marked))
rule("further", "(it|they) [also] <marked:predicates> <condition:trailing>")(
    lambda marked, condition: _Further("also if", marked, condition)
)
rule("further", "<condition:leading>, (it|they) [also] <marked:predicates>")(
    lambda condition, marked: _Further("also if", marked, condition)
)
rule("further", "(it|they) <marked:predicates> instead <condition:trailing>")(
    lambda marked, condition: _Further("instead", marked, condition)
)
rule("further", "<condition:leading>, (it|they) <marked:predicates> instead")(
    lambda condition, marked: _Further("instead", marked, condition)
)
rule("further", "otherwise, (it|they) <marked:predicates>")(
    lambda marked: _Further("otherwise", marked)
)
rule("further", "otherwise, <who:subject> <marked:predicates>")(
    lambda who, marked: _Further("otherwise of", (who, marked))
)
rule("further", "(it is|they are) still [a|an] <kind:card type>")(
    lambda kind: _Further("still", (kind,))
)
rule("further", "(it is|they are) still <kind:plural card type>")(
    lambda kind: _Further("still", (kind,))
)
rule("further", "the same is true for <group:groups>")(lambda group: _Further("same for", (group,)))
rule("further", "the same is true for <group:group> and <more:group>")(
    lambda group, more: _Further("same for", (group, more))
)
rule("further", "<effects:sentence>")(lambda effects: _Further("effects", effects))
rule("further", "<aside:whole restriction>")(lambda aside: _Further("also", (aside,)))


def _also(effects: Any, further: _Further) -> Any:
    """A sentence about the same objects under the same condition is the same effect."""
    if len(effects) != 1:
        return NOTHING
    last = effects[0]
    changes = compose((*last.changes, *further.marked))
    return _again(last, changes, last.condition)


def _again(last: Effect, changes: Any, condition: Condition | None) -> Any:
    if changes is NOTHING or open_x(changes):
        return NOTHING
    if isinstance(last.who, Each):
        effect = group_effect(last.who, changes, condition)
    else:
        effect = Effect(last.who, bind(changes, last.who), bind(condition, last.who))
    return NOTHING if effect is NOTHING else (effect,)


def _also_if(effects: Any, further: _Further) -> Any:
    last = effects[-1]
    if any(effect.who != last.who for effect in effects):
        return NOTHING
    added = _again(last, compose(further.marked), further.condition)
    return NOTHING if added is NOTHING else (*effects, *added)


def _otherwise(effects: Any, further: _Further) -> Any:
    first = effects[0]
    if len(effects) != 1 or first.condition is None:
        return NOTHING
    added = _again(first, compose(further.marked), tree.Unless(first.condition))
    return NOTHING if added is NOTHING else (first, *added)


def _otherwise_of(effects: Any, further: _Further) -> Any:
    """ "Otherwise, ~ has ...": another object, while the condition does not hold."""
    who, marked = further.marked
    first = effects[0]
    if len(effects) != 1 or first.condition is None:
        return NOTHING
    added = effect_of(who, marked, tree.Unless(first.condition))
    return NOTHING if added is NOTHING else (first, added)


def _instead(effects: Any, further: _Further) -> Any:
    first = effects[0]
    if len(effects) != 1 or isinstance(first.who, Each) or further.condition is None:
        return NOTHING
    instead = bind(further.condition, first.who)
    added = _again(first, compose(further.marked), both(first.condition, instead))
    if added is NOTHING:
        return NOTHING
    before = both(first.condition, tree.Unless(instead))
    return (Effect(first.who, first.changes, before), *added)


def _still(effects: Any, further: _Further) -> Any:
    """205.1b: "It's still a land": the card types before stay."""
    last = effects[-1]
    changes = tuple(
        tree.AddTypes(c.types, c.subtypes, c.supertypes) if isinstance(c, tree.SetTypes) else c
        for c in last.changes
    )
    if changes == last.changes:
        return NOTHING
    return (*effects[:-1], Effect(last.who, changes, last.condition))


def _same_for(effects: Any, further: _Further) -> Any:
    """The same changes for objects elsewhere: creature spells, cards that are not in play."""
    if len(effects) != 1:
        return NOTHING
    first = effects[0]
    others = (Effect(group, first.changes, first.condition) for group in further.marked)
    return (first, *others)


_FURTHER: dict[str, Callable[[Any, _Further], Any]] = {
    "also": _also,
    "also if": _also_if,
    "otherwise": _otherwise,
    "otherwise of": _otherwise_of,
    "instead": _instead,
    "still": _still,
    "same for": _same_for,
    "effects": lambda effects, further: (*effects, *further.marked),
}


# --- keywords that other objects have -------------------------------------------------------------


@rule(
    "static line",
    "as long as <has:having> <name:keyword name> [<extra:with phrase>], <who:subject> has <again:keyword name>. the same is true for <names:keyword names> [.]",
)
@rule(
    "static line",
    "<who:subject> has <again:keyword name> as long as <has:having> <name:keyword name> [<extra:with phrase>]. the same is true for <names:keyword names> [.]",
)
def _same_keywords(
    has: Each, name: str, again: str, who: Who, names: Any, extra: tree.Filter | None = None
) -> Any:
    """ "As long as ... has flying, ~ has flying. The same is true for ...": those that they have."""
    if name != again or isinstance(who, Each):
        return NOTHING
    if extra is not None:
        has = Each(all_of((has.filter, extra)), has.zone)
    gained = tree.GainAbilitiesOf(has, "keywords", (name, *names))
    return static((Effect(who, (gained,)),))


rule("same keyword", "<name:keyword name>")(lambda name: name)
rule("same keyword", "protection from any color")(lambda: "protection")
lists("keyword names", "same keyword", joins="and")


@rule("having", "<group:singular> has")
def _having(group: Each) -> Any:
    return group if group.zone != "any" else NOTHING


@rule("having", "<player:player controls> (a|an) <noun> with", "there is (a|an) <noun> with")
def _having_controlled(noun: Any, player: Any = None) -> Any:
    if noun[1] != "battlefield" or player == tree.ControlledBy("any"):
        return NOTHING
    return Each(all_of((noun[0], player)) if player else noun[0])


@rule("having", "an exiled <noun> with a <kind:counter kind> counter on it has")
def _having_exiled(noun: Any, kind: str) -> Any:
    if noun[1] is not None:
        return NOTHING
    return Each(all_of((noun[0], tree.HasCounter(kind))), "exile")


@rule("having in place", "(a|an) <noun> with <name:keyword name> is in a graveyard")
def _having_in_graveyard(noun: Any, name: str) -> Any:
    return (Each(noun[0], "graveyard"), name) if noun[1] is None else NOTHING


@rule(
    "static line",
    "as long as <place:having in place>, <who:subject> has <again:keyword name>. the same is true for <names:keyword names> [.]",
)
def _same_keywords_in(place: Any, again: str, who: Who, names: Any) -> Any:
    has, name = place
    return _same_keywords(has, name, again, who, names)


@rule(
    "static line",
    "as long as the top card of your graveyard is a creature card, ~ has the full text of that card and has the text <kept:quoted> [.]",
)
def _full_text(kept: Any) -> Any:
    """612.6: text, name, cost, types, P/T of that card are its own."""
    card = tree.TopCard("graveyard")
    condition = Matches(card, tree.HasType("Creature"))
    return static((Effect(This(), (tree.FullTextOf(card, kept),), condition),))


@rule(
    "static line",
    "as long as a card exiled with ~ is a creature card, ~ has the power, toughness, and creature types of the last creature card exiled with (it|~). it is still a <name:subtype> [.]",
)
def _of_exiled(name: str) -> Any:
    exiled = all_of((tree.HasType("Creature"), tree.ExiledWith()))
    card = tree.LinkedCard()
    changes = (
        tree.SubtypesOf(card, "creature", add=False),
        tree.AddTypes(subtypes=(name,)),
        SetBasePT(tree.StatOf("power", card), tree.StatOf("toughness", card)),
    )
    some = tree.Compare(tree.Count(exiled, "exile"), ">=", Num(1))
    return static((Effect(This(), in_layer_order(changes), some),))


# --- effects that continue after their object has left (611.3b) -----------------------------------

# No rule says what the words about an object that is gone mean for a static ability: last known
# information is for what resolves (608.2h), and what comes back is a new object (400.7). So such
# an effect is read only if it doesn't speak of its own object.
_SOURCE = (tree.This, tree.Attached, tree.LinkedCard, tree.Other, tree.ExiledWith)
_PLAYERS = ("owner", "attached controller")


def speaks_of_source(value: Any) -> bool:
    """Whether the words mean something by the object that the ability is on, but for "you"."""
    return any_node(value, _names_source)


def _names_source(node: tree.Node) -> bool:
    if isinstance(node, _SOURCE) or getattr(node, "player", "") in _PLAYERS:
        return True
    return isinstance(node, tree.Named) and node.name == "~"
