"""614.1c-d, 614.12: whether anything could be said of how an object enters.

How an object enters is said by itself, of itself alone; or by something of others: that names a
group, or gives an object such an ability or a type that enters with counters. What an object says
of itself matters as it enters only, unless abilities of one object can be had by another. What
enters as a copy has what is printed on another one (`copies.lenders`).
"""

from striate.cards import tree
from striate.cards.tree import Keyword, This
from striate.cards.walking import any_node
from striate.quick.copies import LATER, lenders
from striate.timeline.entering_with import ENTER_WITH, WITH_COUNTERS, has_counters, meanings
from striate.timeline.game import Thing
from striate.timeline.play import Play

_PASSED_ON = (tree.BecomeCopy, tree.ExchangeText, tree.FullTextOf, tree.GainAbilitiesOf)


def may_enter_with(play: Play, thing: Thing) -> bool:
    """Whether it, or something about, says anything of how it enters."""
    is_another = bool(play.effects_on(thing.handle) or play.game.static_copies)
    if is_another and any(map(has_counters, lenders(play))):
        return True
    if is_another or thing.card is None or play.anybody_says(_passes_on):
        return play.anybody_says(_speaks_of_entering)
    return play.is_written_on(thing, _speaks_of_entering) or play.anybody_says(_speaks_of_others)


def _passes_on(words: object) -> bool:
    """Whether an object gets by it what is written on another."""
    return any_node(words, _PASSED_ON, LATER)


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
