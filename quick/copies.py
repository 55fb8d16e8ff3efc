"""707.2, 707.5: whose printed values an object of the battlefield can have, and what copies.

Copiable values are printed on an object, or they are those of another one, with the exceptions that
the copy effect says. So if anything copies, the printed values of each object in every zone may be
had; if nothing does, those of the permanents. What entered as a copy lends nothing that is printed
on it for as long as it stays that object: nobody has seen it otherwise.

Its own "enters as a copy" is printed on it, unless something takes abilities away or gives such.
"""

from collections.abc import Iterator

from striate.cards import tree
from striate.cards.tree import Keyword, This
from striate.cards.walking import any_node
from striate.timeline.entering_with import meanings
from striate.timeline.game import Thing
from striate.timeline.play import Play

LATER = (tree.Activated, tree.Triggered, tree.Chapter, tree.Spell)  # then effects say it
COPIES = (tree.BecomeCopy, tree.EntersAsCopy)
TEXTS = (tree.ReplaceWords, tree.ExchangeText, tree.FullTextOf, tree.GainAbilitiesOf)
_TAKING = (
    tree.SetTypes, tree.SetSubtypes, tree.SubtypesOf, tree.LoseAbilities, tree.LoseAllAbilities,
    tree.CantHave, tree.BecomeCopy, *TEXTS,
)  # fmt: skip


def anything_copies(play: Play) -> bool:
    """Whether some words make a copy, or a step has made one."""
    return play.anybody_says(_copies) or any(t.card is None for t in play.game.things.values())


def lenders(play: Play) -> Iterator[Thing]:
    """The objects whose printed values a permanent can have."""
    if not anything_copies(play):
        yield from play.game.on_battlefield()
        return
    copied = {h for each in play.game.lasting if each.rule == "707.5" for h in each.by_object}
    for handle, thing in play.game.things.items():
        if handle not in copied or thing.incarnation > 0:
            yield thing


def enters_as_printed(play: Play, thing: Thing) -> bool:
    """614.12: whether it has those "enters as a copy" that its only face prints, and no others."""
    if thing.card is None or len(thing.card.faces) > 1 or thing.face_down is not None:
        return False
    return not play.effects_on(thing.handle) and not play.anybody_says(_alters_its_own)


def speaks_of_others(words: object) -> bool:
    """614.12: whether it says of others that they enter as copies."""
    return any_node(words, lambda each: isinstance(each, tree.EntersAsCopy) and each.who != This())


def _copies(words: object) -> bool:
    """Also of an ability that has yet to resolve: it is over before the next look."""
    return any_node(words, COPIES)


def _alters_its_own(words: object) -> bool:
    """Of an ability that has yet to resolve nothing: then an effect says it."""
    return any_node(words, _alters, (*LATER, tree.EntersAsCopy))


def _alters(node: tree.Node) -> bool:
    if isinstance(node, Keyword):
        return any(map(_alters_its_own, meanings(node)))
    if isinstance(node, tree.GainAbilities):
        return any_node(node.abilities, (tree.EntersAsCopy,))
    return isinstance(node, _TAKING)
