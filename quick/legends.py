"""704.5j: whether two legendary permanents could have one name.

A name is printed on a card. Two cards with one legendary name, or something that makes things
legendary or names them: nothing else makes two of them, but copies, of which `statebased` looks at
everything.
"""

from striate.cards import tree
from striate.cards.walking import nodes
from striate.timeline.play import Play


def may_meet(play: Play) -> bool:
    """Whether two could have one name, by what is written: on two cards, or by what is given."""
    names = [
        face.name
        for thing in play.game.on_battlefield()
        for face in (thing.card.faces if thing.card is not None else ())
        if "Legendary" in face.supertypes
    ]
    return len(set(names)) < len(names) or play.anybody_says(_makes_legends)


def _makes_legends(words: object) -> bool:
    return any(
        isinstance(node, tree.SetName) or "Legendary" in getattr(node, "supertypes", ())
        for node in nodes(words)
    )
