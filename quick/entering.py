"""614.1c-d, 614.12: whether anything could be said of how an object enters.

How an object enters is said by itself, of itself alone; or by something of others: that names a
group, or gives an object such an ability or a type that enters with counters. What an object says
of itself matters as it enters only, unless abilities of one object can be had by another. What
enters as a copy has what is printed on another one (`copies.lenders`).

An ability is had by what it is printed on, unless something is a copy, gives such an ability, or
passes on what is written on another object.
"""

from functools import lru_cache

from striate.cards import tree
from striate.cards.tree import Keyword, This
from striate.cards.walking import any_node
from striate.quick.copies import LATER, changes_words, lenders
from striate.timeline.entering_with import ENTER_WITH, WITH_COUNTERS, has_counters, meanings
from striate.timeline.game import Thing
from striate.timeline.play import Play, Question


def may_enter_with(play: Play, thing: Thing) -> bool:
    """Whether it, or something about, says anything of how it enters."""
    if _is_another(play, thing) and any(map(has_counters, lenders(play))):
        return True
    if not _has_its_own_words(play, thing):
        return play.anybody_says(_speaks_of_entering)
    return play.is_written_on(thing, _speaks_of_entering) or play.anybody_says(_speaks_of_others)


def may_have(play: Play, question: Question, thing: Thing) -> bool:
    """Whether it could have an ability of which this is true."""
    if not _has_its_own_words(play, thing):
        return play.anybody_says(question)
    return play.is_written_on(thing, question) or play.anybody_says(_giving(question))


def _is_another(play: Play, thing: Thing) -> bool:
    return bool(play.effects_on(thing.handle) or play.game.static_copies)


def _has_its_own_words(play: Play, thing: Thing) -> bool:
    """Whether it is no copy, and nothing passes on what is written on another."""
    printed = thing.card is not None and not _is_another(play, thing)
    return printed and not play.anybody_says(_passes_on)


@lru_cache
def _giving(question: Question) -> Question:
    """Whether words give an ability of which it is true."""
    return lambda words: any_node(
        words, lambda node: isinstance(node, tree.GainAbilities) and question(node.abilities)
    )


def _passes_on(words: object) -> bool:
    """Whether an object gets by it what is written on another."""
    return any_node(
        words, lambda node: isinstance(node, tree.BecomeCopy) or changes_words(node), LATER
    )


def _speaks_of_entering(words: object) -> bool:
    return any_node(words, _is_about_entering)


def _speaks_of_others(words: object) -> bool:
    """The same, but for the abilities that each object has of itself."""
    if isinstance(words, tuple):
        return any(_speaks_of_others(each) for each in words)
    if isinstance(words, Keyword) or (isinstance(words, ENTER_WITH) and words.who == This()):
        return False
    return _speaks_of_entering(words)


def _is_about_entering(node: tree.Node) -> bool:
    """Whether it is an ability about entering, or gives a type that enters with counters."""
    if isinstance(node, Keyword):
        return any(isinstance(part, ENTER_WITH) for part in meanings(node))
    if isinstance(node, ENTER_WITH):
        return True
    given = (getattr(node, name, ()) for name in ("types", "subtypes", "every"))
    return any(isinstance(each, tuple) and WITH_COUNTERS & set(each) for each in given)
