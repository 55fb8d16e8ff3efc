"""704.5j: whether two legendary permanents could have one name.

A name is printed on a card, or copied. Two cards with one legendary name, something that makes
things legendary, or a legend with something that copies: nothing else makes two of them.
"""

from striate.cards import tree
from striate.cards.walking import any_node, nodes
from striate.timeline.game import Thing
from striate.timeline.play import Play

COPIES = (tree.BecomeCopy, tree.EntersAsCopy)


def may_meet(play: Play) -> bool:
    """Whether two could have one name, by what is written: on two cards, or as copies are made."""
    names = [name for thing in play.game.on_battlefield() for name in _legendary_names(thing)]
    if len(set(names)) < len(names) or play.anybody_says(_gives_legendary):
        return True
    # What is copied may lie in a graveyard.
    return play.anybody_says(_copies) and any(map(_legendary_names, play.game.things.values()))


def _legendary_names(thing: Thing) -> list[str]:
    faces = thing.card.faces if thing.card is not None else ()
    return [face.name for face in faces if "Legendary" in face.supertypes]


def _gives_legendary(words: object) -> bool:
    return any("Legendary" in getattr(node, "supertypes", ()) for node in nodes(words))


def _copies(words: object) -> bool:
    return any_node(words, COPIES)
