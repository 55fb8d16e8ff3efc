"""704.5j: whether two legendary permanents could have one name.

A name is printed on a card, or copied. Two cards with one legendary name, something that makes
things legendary, or a legend with something that copies: nothing else makes two of them.
"""

from striate.cards import tree
from striate.cards.walking import nodes
from striate.timeline.play import Play


def may_meet(play: Play) -> bool:
    """Whether two could have one name, by what is written: on two cards, or as copies are made."""
    names = [
        face.name
        for thing in play.game.on_battlefield()
        for face in (thing.card.faces if thing.card is not None else ())
        if "Legendary" in face.supertypes
    ]
    if len(set(names)) < len(names):
        return True
    return play.anybody_says(_gives_legendary) or (bool(names) and play.anybody_says(_copies))


def _gives_legendary(words: object) -> bool:
    return any("Legendary" in getattr(node, "supertypes", ()) for node in nodes(words))


def _copies(words: object) -> bool:
    return any(isinstance(node, tree.EntersAsCopy | tree.BecomeCopy) for node in nodes(words))
