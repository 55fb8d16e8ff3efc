"""Which object "it", "that creature" or "they" means: the rules of binding, one by one.

A text names objects in order (`antecedents.Entity`): those of the trigger event, of a cost and of
a condition before the first sentence, then the targets, the chosen objects, "~", the groups and
the tokens of each sentence. A pronoun has a number, a kind (what its noun says) and a moment (the
sentence that it stands in). Each rule takes candidates away; what is left must be exactly one
object. Where two fit, or none, the sentence is not understood.

The rules stand in `RULES` in the order in which they are asked; README.md beside this file tells
them to the reader, and a test takes each of them away and sees that a reading goes wrong.
"""

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

import msgspec

from striate.cards import tree as t
from striate.cards.grammar.antecedents import CARD, Entity, fits, is_called, is_token
from striate.cards.grammar.drafts import Back, Unclear


class Scene(msgspec.Struct):
    """What is known where a pronoun stands."""

    sentence: int
    named: list[Entity]  # everything that the text has named, in order
    spell: bool  # whether the text is that of an instant or sorcery
    unread: int  # the last sentence that is not understood
    replaced: frozenset[int]  # sentences that this one replaces ("instead")
    apart: Any  # what the other side of the same verb is
    identity: Callable[[Entity], Any]


_Pool: TypeAlias = list[Entity]
_Rule: TypeAlias = Callable[[_Pool, Back, Scene], _Pool]
RULES: dict[str, _Rule] = {}


def _rule(name: str) -> Callable[[_Rule], _Rule]:
    def register(function: _Rule) -> _Rule:
        RULES[name] = function
        return function

    return register


def bound(draft: Back, scene: Scene) -> Entity:
    """The one object that the pronoun means; raises `Unclear`."""
    pool = list(scene.named)
    for narrow in RULES.values():
        pool = narrow(pool, draft, scene)
    if len({scene.identity(entity) for entity in pool}) != 1:
        raise Unclear("it could be several, or none")
    return pool[-1]


def _those(pool: Iterable[Entity], keep: Callable[[Entity], bool]) -> _Pool:
    return [entity for entity in pool if keep(entity)]


def _if_any(pool: _Pool, keep: Callable[[Entity], bool]) -> _Pool:
    """Those that have the mark, where one has it."""
    return _those(pool, keep) or pool


# --- what a pronoun can't mean --------------------------------------------------------------------


@_rule("number")
def _number(pool: _Pool, draft: Back, scene: Scene) -> _Pool:
    """ "It" and "that creature" are one object, "they" and "those creatures" several."""
    found = _those(pool, lambda entity: entity.many == draft.many)
    if not found and draft.many and draft.noun == t.IsToken():
        # 102.2: "for each opponent, create a token" makes one where there is one opponent.
        return _those(pool, lambda entity: entity.made)
    return found


@_rule("replaced")
def _not_replaced(pool: _Pool, draft: Back, scene: Scene) -> _Pool:
    """A token of the sentence that "instead" replaces was never made."""
    return _those(pool, lambda e: not (e.made and e.sentence in scene.replaced))


@_rule("card")
def _not_a_permanent(pool: _Pool, draft: Back, scene: Scene) -> _Pool:
    """A card that is drawn, discarded or revealed is no "that creature"."""
    return pool if draft.noun in (None, CARD) else _those(pool, lambda e: not e.card)


@_rule("token")
def _no_token(pool: _Pool, draft: Back, scene: Scene) -> _Pool:
    """108.2b: a token is no card, so "that card" is not the token that was just made."""
    return _those(pool, lambda e: not is_token(e.filter)) if draft.noun == CARD else pool


@_rule("that")
def _not_the_speaker(pool: _Pool, draft: Back, scene: Scene) -> _Pool:
    """ "That creature" is not the source: the text has a name for its own object."""
    return _those(pool, lambda e: not e.own) if draft.that else pool


@_rule("spell")
def _not_the_spell(pool: _Pool, draft: Back, scene: Scene) -> _Pool:
    """An instant or sorcery is "it" only as what deals damage."""
    return _those(pool, lambda e: not e.own) if scene.spell and not draft.agent else pool


@_rule("turned up")
def _turned_up_here(pool: _Pool, draft: Back, scene: Scene) -> _Pool:
    """A card that is drawn or discarded is "it" in the same sentence only."""
    return _those(pool, lambda e: not e.weak or e.sentence == scene.sentence)


@_rule("apart")
def _apart(pool: _Pool, draft: Back, scene: Scene) -> _Pool:
    """The two sides of one verb are two objects: one that acts on itself is "itself"."""
    if scene.apart is None:
        return pool
    return _those(pool, lambda e: scene.identity(e) != scene.apart)


@_rule("gone")
def _gone(pool: _Pool, draft: Back, scene: Scene) -> _Pool:
    """What the text has sacrificed or returned to a hand is not what "gets +1/+1" after that."""
    if not draft.subject or draft.agent or draft.that:
        return pool
    return _if_any(pool, lambda e: not e.gone)


@_rule("kind")
def _kind(pool: _Pool, draft: Back, scene: Scene) -> _Pool:
    """ "That land" is named as a land, by that word if any object is.

    If only one object is named, it may have become one.
    """
    fitting = _those(pool, lambda e: fits(draft.noun, e.filter))
    could_become = draft.noun in (None, CARD) or isinstance(draft.noun, t.HasType)
    if not fitting and could_become and len({scene.identity(e) for e in pool}) == 1:
        return pool
    return _if_any(fitting, lambda e: is_called(draft.noun, e.filter))


# --- which of those that fit ----------------------------------------------------------------------


@_rule("nearest")
def _nearest(pool: _Pool, draft: Back, scene: Scene) -> _Pool:
    """The objects of the nearest sentence before."""
    last = max((e.sentence for e in pool), default=-1)
    return _those(pool, lambda e: e.sentence == last)


@_rule("unread")
def _past_unread(pool: _Pool, draft: Back, scene: Scene) -> _Pool:
    """A sentence between that is not understood may have named another object."""
    if pool and scene.unread >= pool[0].sentence:
        raise Unclear("a sentence before is not understood")
    return pool


@_rule("aside")
def _said_in_passing(pool: _Pool, draft: Back, scene: Scene) -> _Pool:
    """What only a condition named is not what the next sentence is about.

    Nor is it what the same sentence goes on with after it has named another object.
    """
    if pool and (pool[0].sentence < scene.sentence or draft.subject):
        return _if_any(pool, lambda e: not e.aside)
    return pool


@_rule("vague")
def _nobody_can_say(pool: _Pool, draft: Back, scene: Scene) -> _Pool:
    """ "If that mana is spent on a creature spell, it ...": it is the spell, wherever that is."""
    if any(entity.vague for entity in pool):
        raise Unclear("it could be the object of the fact")
    return pool


@_rule("subject")
def _spoken_of(pool: _Pool, draft: Back, scene: Scene) -> _Pool:
    """ "If ~ has defender, it loses ...": the subject goes on as the subject.

    As an object, "it" could be that of the event as well.
    """
    topics = _those(pool, lambda e: e.topic)
    if not topics or draft.that:
        return pool
    return topics if draft.agent or draft.subject else [*pool]


@_rule("event")
def _of_the_event(pool: _Pool, draft: Back, scene: Scene) -> _Pool:
    """Of the objects of the event, the one that it happens to or that does it."""
    if pool and pool[0].sentence == -1 and not any(e.topic for e in pool):
        return _if_any(pool, lambda e: e.main)
    return pool


@_rule("made")
def _just_made(pool: _Pool, draft: Back, scene: Scene) -> _Pool:
    """A token that the sentence makes, rather than what it is made for.

    One that is made only if something holds could be there or not.
    """
    doubtful = {e.sentence for e in pool if e.doubtful and e.sentence < scene.sentence}
    if any(e.focus and not e.made and e.sentence in doubtful for e in scene.named):
        raise Unclear("the token may not have been made")
    return _if_any(pool, lambda e: e.made)


@_rule("found")
def _just_found(pool: _Pool, draft: Back, scene: Scene) -> _Pool:
    """What the sentence searches for, rather than the object whose controller does that."""
    found = _those(pool, lambda e: e.found and e.sentence == scene.sentence)
    names = {scene.identity(entity) for entity in found}
    return _those(pool, lambda e: scene.identity(e) in names) if found else pool


@_rule("again")
def _spoken_of_again(pool: _Pool, draft: Back, scene: Scene) -> _Pool:
    """What "it" meant in this sentence already."""
    return pool if any(e.made for e in pool) else _if_any(pool, lambda e: e.focus)


@_rule("or the card")
def _or_the_card(pool: _Pool, draft: Back, scene: Scene) -> _Pool:
    """A condition's "it" could be the card that was just turned up."""
    last = max((e.sentence for e in pool), default=-1)
    if draft.at < 0 and any(e.weak and e.sentence >= last for e in scene.named):
        raise Unclear("it could be the card")
    return pool
