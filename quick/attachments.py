"""701.3b, 704.5m-p: whether a permanent is, or is put, where its own printed words let it be.

What two cards print settles it, if nothing could make either of them anything less: an Aura whose
enchant ability names types, Equipment on a creature. An object lacks a printed type, or is a
creature too, only if it is a copy, by a text change, a change of types, another face, or face down.
Text and types are changed by what is said somewhere, by what lies there or by an effect. Nothing
but protection takes an attachment off a host of the right types: the host's own, or one that is
given; from a color, what has that color. So if none of this is said, no reading need be asked.
"""

from striate.boards.deeds import is_kept_off
from striate.cards import tree
from striate.cards.meanings import hosts_allowed, meaning
from striate.cards.tree import Face, Filter, Keyword
from striate.cards.walking import any_node
from striate.quick import places
from striate.quick.copies import LATER, Copies, changes_words, faces_up
from striate.timeline.game import Thing
from striate.timeline.play import Play
from striate.timeline.reading import Face as Values

TYPES = (tree.SetTypes, tree.RemoveTypes, tree.SetSubtypes, tree.SubtypesOf)
_ADDED = frozenset(("Creature", "Battle", "Aura"))  # more types but these part nothing
_ALL, _SUBTYPES = "*", "subtypes"
_RECOLORS = (tree.SetColors, tree.AddColors)


class Parted:
    """What something could make less than it is printed, or part from what it is attached to."""

    def __init__(self, play: Play, copies: Copies) -> None:
        self._things, self._copies = play.game.things, copies
        # What parts an object: a color, creature and land types alone, or anything.
        self._parting: dict[str, frozenset[str]] = {}
        self._recolored = False
        if play.anybody_says(_could_part_them):
            self._recolored = play.anybody_says(_recolors)
            for handle, parting in _SAID.about(play, copies):
                self._parting[handle] = self._parting.get(handle, frozenset()) | parting

    def _of(self, thing: Thing) -> frozenset[str]:
        if self._copies.may_be(thing):
            return frozenset((_ALL,))
        nothing: frozenset[str] = frozenset()
        return self._parting.get("", nothing) | self._parting.get(thing.handle, nothing)

    def belongs_on(self, thing: Thing, on: str) -> bool:
        """701.3b, 704.5m-n: whether it may be attached to that permanent, by what both print."""
        at = self._things.get(on)
        face, host = only_face(thing), only_face(at)
        if at is None or face is None or host is None:
            return False
        its, of_host = self._of(thing), self._of(at)
        if _ALL in its | of_host or not {"Creature", "Battle"}.isdisjoint(face.types):
            return False
        colors = of_host - {_SUBTYPES}
        if colors and (self._recolored or not colors.isdisjoint(face.colors)):
            return False
        if _SUBTYPES in its | of_host and (
            "Land" in face.types or any_node(face.abilities, _asks_for_a_subtype)
        ):
            return False
        if any(hosts_allowed(ability) for ability in face.abilities):
            return False
        if "Aura" in face.subtypes:
            return all(_names(each, host) for each in face.abilities if _is_enchant(each))
        return "Equipment" in face.subtypes and "Creature" in host.types


def only_face(thing: Thing | None) -> Face | None:
    """The face that shows a permanent, if it can be no other."""
    if thing is None or thing.zone != "battlefield" or thing.face_down is not None:
        return None
    faces = faces_up(thing)
    return faces[0] if len(faces) == 1 else None


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
        return node.name == "protection" or any(map(_could_part_them, meaning(node)))
    if isinstance(node, tree.AddTypes):
        return not _ADDED.isdisjoint((*node.types, *node.subtypes))
    if isinstance(node, tree.GainAbilities):
        return any(
            _is_enchant(each) or hosts_allowed(each) or (isinstance(each, Keyword) and _parts(each))
            for each in node.abilities
        )
    return isinstance(node, TYPES) or is_kept_off(node) or changes_words(node)


def _asked(part: places.Said) -> frozenset[str] | None:
    """What gives a keyword is asked of whoever gets it, not the keyword once more."""
    given = part.given and isinstance(part.node, Keyword)
    return _parting(part.node) if not given and _parts(part.node) else None


def _parting(node: tree.Node) -> frozenset[str]:
    if isinstance(node, Keyword) and isinstance(node.quality, tree.HasColor):
        return frozenset((_ALL if node.quality.color.startswith("@") else node.quality.color,))
    if isinstance(node, tree.GainAbilities):
        return frozenset[str]().union(*map(_parting, node.abilities))
    if isinstance(node, tree.SetSubtypes) and node.family in ("creature", "land"):
        return frozenset((_SUBTYPES,))
    return frozenset((_ALL,))


def _recolors(words: object) -> bool:
    """Of an ability that has yet to resolve nothing: then an effect says it."""
    return any_node(words, _RECOLORS, LATER)


def _asks_for_a_subtype(node: tree.Node) -> bool:
    return isinstance(node, Keyword) and _is_enchant(node) and any_node(node, (tree.HasSubtype,))


_SAID = places.Question(_asked)
