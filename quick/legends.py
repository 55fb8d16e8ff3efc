"""704.5j: whether two legendary permanents could have one name.

A name is printed on a card. Two cards with one legendary name, or something that makes things
legendary or names them, or a legend that something could copy: nothing else makes two of them.
"""

from striate.cards import tree
from striate.cards.walking import nodes
from striate.quick.copies import anything_copies, lenders
from striate.timeline.game import Thing
from striate.timeline.play import Play


def may_meet(play: Play) -> bool:
    """Whether two could have one name, by what is written: on two cards, or by what is given."""
    if not play.was_ever(_is_legendary):
        return play.anybody_says(_makes_legends)
    names = [
        face.name
        for thing in lenders(play)
        for face in (thing.card.faces if thing.card is not None else ())
        if "Legendary" in face.supertypes
    ]
    most = 0 if anything_copies(play) else len(set(names))
    return len(names) > most or play.anybody_says(_makes_legends)


def _is_legendary(thing: Thing) -> bool:
    faces = thing.card.faces if thing.card is not None else ()
    return any("Legendary" in face.supertypes for face in faces)


def _makes_legends(words: object) -> bool:
    return any(
        isinstance(node, tree.SetName) or "Legendary" in getattr(node, "supertypes", ())
        for node in nodes(words)
    )
