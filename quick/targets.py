"""608.2b, 707.5: whether words that ask for types mean a permanent, by what can be copied of it.

"Target creature", "any artifact or land" mean what has those types among its copiable values, if
nothing could take one away: no change of types, no text change is said anywhere, and it is neither
face down nor flipped, nor has it two halves (709.5, 710.2). Whether something can target it at all
(702.11, 702.16, 702.18) is asked apart.
"""

from striate.cards import tree
from striate.cards.meanings import meaning
from striate.cards.tree import Filter
from striate.cards.walking import any_node
from striate.quick.attachments import TYPES, fits, only_face
from striate.quick.copies import LATER, anything_copies, changes_words
from striate.timeline.game import Thing
from striate.timeline.play import Play


def is_surely_meant(play: Play, quality: Filter, thing: Thing) -> bool:
    """Whether the words mean the permanent, whatever else is about."""
    if thing.zone != "battlefield" or thing.face_down is not None or thing.flipped:
        return False
    if play.anybody_says(_could_change_it):
        return False
    face = None if anything_copies(play) else only_face(thing)
    if face is not None:
        return fits(quality, face)
    values = play.state().copiable(thing.handle)
    return values is not None and not values.parts and fits(quality, values)


def _could_change_it(words: object) -> bool:
    """Of an ability that has yet to resolve nothing: then an effect says it."""
    return any_node(words, _changes, LATER)


def _changes(node: tree.Node) -> bool:
    if isinstance(node, tree.Keyword):
        return any(map(_could_change_it, meaning(node)))
    return isinstance(node, TYPES) or changes_words(node)
