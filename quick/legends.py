"""704.5j: whether two legendary permanents could have one name.

A name is printed on a card. Two permanents with one legendary name printed on them, or on what they
may be copies of, or something that makes things legendary or names them: nothing else makes two.
If no step says which of two is kept, and nothing is assumed of that, none is put away.
"""

from collections.abc import Iterable

from striate.cards import tree
from striate.cards.tree import Face
from striate.cards.walking import any_node
from striate.quick.copies import LATER, Copies
from striate.timeline.game import Thing
from striate.timeline.play import Play
from striate.timeline.reading import Face as Values


def may_meet(play: Play, things: list[Thing], copies: Copies) -> bool:
    """Whether another could have the name of one of these, by what is written: on two cards, or by
    what is given."""
    if not play.path.opens and not play.game.kept:
        return False
    if play.anybody_says(_makes_legends):
        return True
    if not play.was_ever(_is_legendary):
        return False
    names_of_these = frozenset[str]().union(*(_names(play, thing, copies) for thing in things))
    known: set[str] = set()
    for thing in play.game.on_battlefield() if names_of_these else ():
        names = _names(play, thing, copies) & names_of_these
        if not known.isdisjoint(names):
            return True
        known |= names
    return False


def _names(play: Play, thing: Thing, copies: Copies) -> frozenset[str]:
    if thing.card is not None and not copies.may_be(thing):
        printed: frozenset[str] = play.answer(thing.card.faces, _legends)
        if not printed or len(thing.card.faces) == 1:
            return frozenset() if copies.only_as_copy(thing) else printed
    return _legends(copies.faces_of(thing))


def _legends(faces: Iterable[Face | Values]) -> frozenset[str]:
    return frozenset(face.name for face in faces if "Legendary" in face.supertypes)


def _is_legendary(thing: Thing) -> bool:
    return thing.card is not None and _legends(thing.card.faces) != frozenset()


def _makes_legends(words: object) -> bool:
    """Of an ability that has yet to resolve nothing: then an effect or a token's card says it."""
    return any_node(words, _makes_one, LATER)


def _makes_one(node: tree.Node) -> bool:
    if isinstance(node, tree.RemoveTypes):
        return False
    return isinstance(node, tree.SetName) or "Legendary" in getattr(node, "supertypes", ())
