"""704.5j: whether two legendary permanents could have one name.

A name is printed on a card. Two permanents with one legendary name printed on them, or on what they
may be copies of, or something that makes things legendary or names them: nothing else makes two.
If no step says which of two is kept, and nothing is assumed of that, none is put away.
"""

from striate.cards import tree
from striate.cards.walking import any_node
from striate.quick.copies import LATER, Copies
from striate.timeline.game import Thing
from striate.timeline.play import Play


def may_meet(play: Play, things: list[Thing], copies: Copies) -> bool:
    """Whether another could have the name of one of these, by what is written: on two cards, or by
    what is given."""
    if not play.path.opens and not play.game.kept:
        return False
    if play.anybody_says(_makes_legends):
        return True
    if not play.was_ever(_is_legendary):
        return False
    asked = frozenset[str]().union(*(_names(thing, copies) for thing in things))
    known: set[str] = set()
    for thing in play.game.on_battlefield() if asked else ():
        names = _names(thing, copies) & asked
        if not known.isdisjoint(names):
            return True
        known |= names
    return False


def _names(thing: Thing, copies: Copies) -> set[str]:
    return {face.name for face in copies.faces_of(thing) if "Legendary" in face.supertypes}


def _is_legendary(thing: Thing) -> bool:
    faces = thing.card.faces if thing.card is not None else ()
    return any("Legendary" in face.supertypes for face in faces)


def _makes_legends(words: object) -> bool:
    """Of an ability that has yet to resolve nothing: then an effect or a token's card says it."""
    return any_node(words, _makes_one, LATER)


def _makes_one(node: tree.Node) -> bool:
    if isinstance(node, tree.RemoveTypes):
        return False
    return isinstance(node, tree.SetName) or "Legendary" in getattr(node, "supertypes", ())
