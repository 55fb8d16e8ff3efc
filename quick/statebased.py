"""Whether a state-based action could apply at all, by what is written and what lies there.

Nothing applies iff no creature can have toughness 0 or less, nothing is attached or an Aura,
nothing is damaged, no two legends can meet, no permanent can have one of the types that state-based
actions look at, and no permanent has counters of both signs.
"""

from striate.cards import tree
from striate.cards.walking import any_node
from striate.quick import legends
from striate.quick.entering import LATER
from striate.timeline.game import Thing
from striate.timeline.play import Play

# Types that some state-based action looks at.
_TYPES = frozenset(("Aura", "Planeswalker", "Saga", "Battle", "World", "Role"))
_GIVEN = _TYPES | {"Creature"}  # 208.5: what becomes a creature without a toughness has 0
_SIZES = (tree.SetBasePT, tree.DefinePT, tree.SwitchPT, tree.ExchangeStatWithLife)
# What is copied may lie anywhere, be of any size, and have any name.
_COPIED = (tree.BecomeCopy, tree.EntersAsCopy, tree.ExchangeText, tree.FullTextOf)


def may_apply(play: Play) -> bool:
    """704.3: whether the objects have to be looked at."""
    there = False
    for thing in play.game.on_battlefield():
        if _is_in_danger(thing):
            return True
        there = True
    return there and (play.anybody_says(_shrinks_or_gives_a_type) or legends.may_meet(play))


def _is_in_danger(thing: Thing) -> bool:
    """Whether what it is, or what is on it, could make one apply."""
    if thing.attached_to is not None or thing.damage or thing.deathtouched:
        return True
    if any(kind.startswith("-") or "/-" in kind for kind in thing.counters):
        return True
    if thing.card is None:
        return True  # a copy: what it is a copy of may lie anywhere
    return any(
        (face.toughness is not None and face.toughness <= 0)
        or not _TYPES.isdisjoint((*face.supertypes, *face.types, *face.subtypes))
        for face in thing.card.faces
    )


def _shrinks_or_gives_a_type(words: object) -> bool:
    """Of an ability that has yet to resolve nothing: then an effect or a new object says it."""
    return any_node(words, _does, LATER)


def _does(node: tree.Node) -> bool:
    if isinstance(node, (*_SIZES, *_COPIED)):
        return True
    if isinstance(node, tree.ModifyPT):
        added = node.toughness
        return not isinstance(added, tree.Num) or added.value < 0
    given = (getattr(node, name, ()) for name in ("supertypes", "types", "subtypes", "every"))
    return any(isinstance(each, tuple) and not _GIVEN.isdisjoint(each) for each in given)
