"""701.3b, 704.5m-p: whether a permanent is, or is put, where its own printed words let it be.

What two cards print settles it, if nothing could make either of them anything less: an Aura whose
enchant ability names types, Equipment on a creature. An object lacks a printed type, or is a
creature too, only by a copy effect, a text change, a change of types, another face, or face down.
The first three are said somewhere, by what lies there or by an effect. Nothing but protection takes
an attachment off a host of the right types. So if none of this is said, no reading need be asked.
"""

from striate.cards import tree
from striate.cards.meanings import hosts_allowed
from striate.cards.tree import Face, Filter, Keyword
from striate.cards.walking import any_node
from striate.quick.copies import COPIES, LATER, TEXTS
from striate.timeline.entering_with import meanings
from striate.timeline.game import Thing
from striate.timeline.play import Play
from striate.timeline.reading import Face as Values

TYPES = (tree.SetTypes, tree.RemoveTypes, tree.SetSubtypes, tree.SubtypesOf)
_ADDED = frozenset(("Creature", "Battle", "Aura"))  # more types but these part nothing
_SAID = (*TYPES, *TEXTS, *COPIES)


def belongs_on(play: Play, thing: Thing, on: str) -> bool:
    """701.3b, 704.5m-n: whether it may be attached to that permanent, by what both print."""
    face, host = only_face(thing), only_face(play.game.things.get(on))
    if face is None or host is None or not {"Creature", "Battle"}.isdisjoint(face.types):
        return False
    if any(hosts_allowed(ability) for ability in face.abilities):
        return False
    if "Aura" in face.subtypes:
        allowed = all(_names(each, host) for each in face.abilities if _is_enchant(each))
    else:
        allowed = "Equipment" in face.subtypes and "Creature" in host.types
    return allowed and not play.anybody_says(_could_part_them)


def only_face(thing: Thing | None) -> Face | None:
    """The only face of a permanent that shows it."""
    if thing is None or thing.zone != "battlefield" or thing.face_down is not None:
        return None
    return thing.card.faces[0] if thing.card is not None and len(thing.card.faces) == 1 else None


def _is_enchant(ability: object) -> bool:
    return isinstance(ability, Keyword) and ability.name == "enchant"


def _names(enchant: tree.Ability, host: Face) -> bool:
    """702.5a: whether the ability allows the host, by its types alone."""
    quality = enchant.quality if isinstance(enchant, Keyword) else None
    return quality is not None and fits(quality, host)


def fits(quality: Filter, host: Face | Values) -> bool:
    """Whether what the words ask for is printed on the card: its types, and nothing else."""
    if isinstance(quality, tree.HasType):
        return quality.type in host.types
    if isinstance(quality, tree.HasSubtype):
        return quality.subtype in host.subtypes
    if isinstance(quality, tree.AllOf):
        return all(fits(part, host) for part in quality.parts)
    return isinstance(quality, tree.AnyOf) and any(fits(part, host) for part in quality.parts)


def _could_part_them(words: object) -> bool:
    """Of an ability that has yet to resolve nothing: then an effect says it."""
    return any_node(words, _parts, LATER)


def _parts(node: tree.Node) -> bool:
    if isinstance(node, Keyword):
        return node.name == "protection" or any(map(_could_part_them, meanings(node)))
    if isinstance(node, tree.AddTypes):
        return not _ADDED.isdisjoint((*node.types, *node.subtypes))
    if isinstance(node, tree.GainAbilities):
        return any(_is_enchant(each) or hosts_allowed(each) for each in node.abilities)
    return isinstance(node, _SAID)
