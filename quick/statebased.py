"""Whether a state-based action could apply at all, by what is written and what lies there.

Nothing applies if no creature can have toughness 0 or less (`sizes`), nothing is attached where
its card does not let it be (`attachments`), nothing is damaged, no two legends can meet, no
permanent can have one of the types that state-based actions look at, and no permanent has counters
of both signs.
"""

from striate.cards import tree
from striate.cards.walking import any_node
from striate.quick import attachments, copies, legends, sizes
from striate.quick.copies import LATER
from striate.timeline.game import Thing
from striate.timeline.play import Play

# Types that some state-based action looks at.
_TYPES = frozenset(("Planeswalker", "Saga", "Battle", "World", "Role"))
_UNATTACHED = _TYPES | {"Aura"}
_GIVEN = _UNATTACHED | {"Creature"}  # 208.5: what becomes a creature without a toughness has 0
_TYPES_GIVEN = (tree.SetTypes, tree.AddTypes)
_TEXTS = (tree.ExchangeText, tree.FullTextOf)  # these bring what is looked for from anywhere


def may_apply(play: Play) -> bool:
    """704.3: whether the objects have to be looked at."""
    permanents = list(play.game.on_battlefield())
    return bool(permanents) and (
        any(_is_in_danger(play, thing) for thing in permanents)
        or play.was_ever(_may_have_such_a_type)
        and any(_has_such_a_type(thing) for thing in copies.lenders(play))
        or play.anybody_says(_gives_a_type)
        or legends.may_meet(play)
        or sizes.may_be_none(play)
    )


def _is_in_danger(play: Play, thing: Thing) -> bool:
    """Whether what is on it, or what it is on, could make one apply."""
    if thing.damage or thing.deathtouched:
        return True
    if thing.merged is not None:
        return True  # what was printed on it before is copied still, perhaps
    host = thing.attached_to
    if host is not None and not attachments.belongs_on(play, thing, host):
        return True
    return any(kind.startswith("-") or "/-" in kind for kind in thing.counters)


def _has_such_a_type(thing: Thing) -> bool:
    """Whether a type is printed on it for which it, or what copies it, could be put away.

    An Aura that is attached stays, or it is in danger; something that copies parts it.
    """
    return _is_printed_on(thing, _TYPES if thing.attached_to is not None else _UNATTACHED)


def _may_have_such_a_type(thing: Thing) -> bool:
    return _is_printed_on(thing, _UNATTACHED)


def _is_printed_on(thing: Thing, looked_at: frozenset[str]) -> bool:
    faces = thing.card.faces if thing.card is not None else ()
    return any(
        not looked_at.isdisjoint((*face.supertypes, *face.types, *face.subtypes)) for face in faces
    )


def _gives_a_type(words: object) -> bool:
    """Of an ability that has yet to resolve nothing: then an effect or a new object says it."""
    if isinstance(words, tuple) and _gives_it_with_a_size(words):
        words = tuple(each for each in words if not isinstance(each, _TYPES_GIVEN))
    return any_node(words, _gives, (*LATER, tree.Effect))


def _gives(node: tree.Node) -> bool:
    if isinstance(node, tree.Effect):
        return _gives_a_type(node.changes)
    if isinstance(node, tree.RemoveTypes):
        return False
    if isinstance(node, _TEXTS):
        return True
    given = (getattr(node, name, ()) for name in ("supertypes", "types", "subtypes", "every"))
    return any(isinstance(each, tuple) and not _GIVEN.isdisjoint(each) for each in given)


def _gives_it_with_a_size(changes: tuple[object, ...]) -> bool:
    """208.5: a creature, with a size that the same effect sets; no other type that is looked at."""
    sized = any(isinstance(each, tree.SetBasePT) and each.toughness is not None for each in changes)
    return sized and not any(
        any_node(each, _gives_another) for each in changes if isinstance(each, _TYPES_GIVEN)
    )


def _gives_another(node: tree.Node) -> bool:
    given = (getattr(node, name, ()) for name in ("supertypes", "types", "subtypes", "every"))
    return any(isinstance(each, tuple) and not _UNATTACHED.isdisjoint(each) for each in given)
