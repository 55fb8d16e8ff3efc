"""Symmetry breaking: of boards that differ only in an order that cannot matter, search one.

Two permanents *meet* in a layer if an effect of one reads or overwrites what an effect of the other
writes there (613.7 decides only inside a layer). Two neighbours that no chain of meeting permanents
links, in any layer, give the same outcome in either order, so only the order of their classes'
numbers is searched. `verify independent-effects-commute` proves it.
"""

import itertools
from collections.abc import Sequence
from functools import cache, reduce
from operator import or_

from msgspec import Struct

from striate.cards import tree
from striate.encodings.door import LAYERS, Algebra, changes_of
from striate.quick.reach import TEXT, Keys, deed_reads, reads, touch, writes
from striate.search.cone import granted_within, with_granted
from striate.search.kinds import Kind
from striate.search.slots import Slot
from striate.search.table import Chooser
from striate.solver.choice import joined, mask_of, masks_of
from striate.solver.terms import Lit

# In one layer, effects of one sort commute with each other whatever they write.
_SORTS: dict[type, str] = {
    tree.AddTypes: "adds",
    tree.AddColors: "adds",
    tree.GainAbilities: "adds",
    tree.ModifyPT: "adds",
    tree.SwitchPT: "adds",
    tree.LoseAbilities: "takes",
    tree.LoseAllAbilities: "takes",
    tree.CantHave: "takes",
}
_BLOCKS = 64  # so many runs of classes are put in order


class _Doing(Struct, frozen=True):
    """What an effect looks at in one layer, and what it writes there, by sort."""

    layer: str
    looks: Keys
    writes: tuple[tuple[str, Keys], ...]


_Doings = frozenset[_Doing]


def _doings(kind: Kind) -> _Doings:
    """All that the kind's effects do, those of granted abilities included.

    303.4f, 707.5: an Aura looks at what it may enchant, a copy at what it copies, whatever layers
    decide that.
    """
    doings = frozenset(
        doing
        for effect in kind.effects
        for each in with_granted(effect)
        for doing in _doings_of(each)
    )
    for quality in (kind.enchant, kind.copies):
        if quality is not None:
            looks = _without_words(reads(quality))
            doings |= {_Doing(layer, looks, ()) for layer in LAYERS}
    return doings


@cache
def _doings_of(effect: tree.Effect) -> tuple[_Doing, ...]:
    looks = reads(effect.who) | TEXT
    if effect.condition is not None:
        looks |= reads(effect.condition)
    doings = []
    for layer in LAYERS:
        changes = changes_of(effect, layer)
        if changes:
            deeds = frozenset[tuple[str, str]]().union(*(deed_reads(each) for each in changes))
            written = ((_SORTS.get(type(c), ""), _without_words(writes(c))) for c in changes)
            doings.append(_Doing(layer, _without_words(looks | deeds), (*dict.fromkeys(written),)))
    return tuple(doings)


def _without_words(keys: Keys) -> Keys:
    """The same for any word of a characteristic, which leaves fewer different ones."""
    return frozenset((kind, "*") for kind, _ in keys if kind != "family")


def _interact(one: _Doings, other: _Doings) -> bool:
    """Whether their order can decide something."""
    return any(
        a.layer == b.layer and (_overlook(a, b) or _overlook(b, a) or _overwrite(a, b))
        for a in one
        for b in other
    )


def _overlook(a: _Doing, b: _Doing) -> bool:
    """Whether the first looks at what the second writes."""
    return any(touch(a.looks, keys) for _, keys in b.writes)


def _overwrite(a: _Doing, b: _Doing) -> bool:
    """Whether both write the same characteristic, so that the later one decides."""
    return any(
        touch(mine, theirs)
        for sort, mine in a.writes
        for other, theirs in b.writes
        if not sort or sort != other
    )


class Orders(Struct, frozen=True):
    """Which kinds of a pool can tell the order of two permanents apart."""

    partners: tuple[dict[int, int], ...]  # by layer: the kinds that interact with these, as masks
    strife: int
    tokens: int = 0  # which stand behind what made them


def orders(kinds: Sequence[Kind]) -> Orders:
    masks = masks_of(map(_doings, kinds))
    strife = mask_of(_spreads_strife(kind, list(masks)) for kind in kinds)
    partners = (_partners_in(layer, masks) for layer in LAYERS)
    tokens = mask_of(kind.made is not None for kind in kinds)
    return Orders(tuple(each for each in partners if each), strife, tokens)


def _partners_in(layer: str, masks: dict[_Doings, int]) -> dict[int, int]:
    """For each set of kinds, as a bitmask, the kinds that interact with just these in the layer."""
    here = joined(
        (frozenset(doing for doing in each if doing.layer == layer), mask)
        for each, mask in masks.items()
    )

    def others(one: _Doings) -> int:
        return reduce(or_, (its for other, its in here.items() if _interact(one, other)), 0)

    partners = joined((others(one), mask) for one, mask in here.items())
    partners.pop(0, None)
    return partners


def _spreads_strife(kind: Kind, known: list[_Doings]) -> bool:
    """Whether it gives other objects abilities whose order can decide something.

    Those have the timestamps of the objects that get them (613.7a), whatever these are.
    """
    given = frozenset(
        doing
        for effect in kind.effects
        if effect.who != tree.This()
        for each in granted_within(effect)
        for doing in _doings_of(each)
    )
    return bool(given) and (_interact(given, given) or any(_interact(given, one) for one in known))


def in_one_order(algebra: Algebra, slots: Sequence[Slot], known: Orders, size: int) -> list[Lit]:
    """For each two neighbours: their order can matter, or their classes stand in order.

    `size` is the number of classes.
    """
    lits = []
    apart = neighbours_apart(algebra, slots, known)
    for (earlier, later), free in zip(itertools.pairwise(slots), apart, strict=True):
        in_order = not_after(algebra, earlier.chooser, later.chooser, size)
        lits.append(algebra.or_(free ^ 1, in_order))
    return lits


def neighbours_apart(algebra: Algebra, slots: Sequence[Slot], known: Orders) -> list[Lit]:
    """For each two neighbours, the literal that their order can't matter, judged by their trees.

    It can't if nobody spreads strife, neither is a token, is attached to something (303.4f: an Aura
    must fit its host as it enters), nor looks at what could take from it the ability to enter with
    counters (614.12), and in no layer a chain of meeting permanents links them.
    """
    troubled = algebra.any_([slot.chooser.pick(known.strife) for slot in slots])
    linked = [_chains(algebra, partners, slots) for partners in known.partners]
    lits = []
    for place, (earlier, later) in enumerate(itertools.pairwise(slots)):
        tied = [troubled, *earlier.hosts.values(), *later.hosts.values()]
        tied += [earlier.tells, later.tells]
        tied += [*earlier.copied.values(), *later.copied.values()]
        tied += [earlier.chooser.pick(known.tokens), later.chooser.pick(known.tokens)]
        lits.append(algebra.any_([*tied, *(each[place, place + 1] for each in linked)]) ^ 1)
    return lits


def _chains(
    algebra: Algebra, partners: dict[int, int], slots: Sequence[Slot]
) -> dict[tuple[int, int], Lit]:
    """For each two places, the literal that in this layer a chain of meeting permanents links them.

    613.8: what waits for one of two effects can come between them, and a third can make one of them
    wait once the other is applied: Opalescence does so of Maskwood Nexus after Enchanted Evening.
    """
    places = range(len(slots))
    linked = {
        (a, b): _meeting(algebra, partners, slots[a], slots[b])
        for a, b in itertools.combinations(places, 2)
    }
    for through in places:
        others = [place for place in places if place != through]
        to = {place: linked[min(place, through), max(place, through)] for place in others}
        for a, b in itertools.combinations(others, 2):
            linked[a, b] = algebra.or_(linked[a, b], algebra.and_(to[a], to[b]))
    return linked


def _meeting(algebra: Algebra, partners: dict[int, int], one: Slot, other: Slot) -> Lit:
    """The literal that these two meet in the layer, judged by their trees."""
    return algebra.any_(
        [
            algebra.and_(one.chooser.pick(mask), other.chooser.pick(others))
            for others, mask in partners.items()
        ]
    )


def not_after(algebra: Algebra, earlier: Chooser, later: Chooser, size: int) -> Lit:
    """The earlier choice's class has no greater number than the later one's.

    Of many classes, runs of them are compared.
    """
    step = -(-size // _BLOCKS)
    lits = []
    below = 0
    for start in range(0, size, step):
        block = (1 << min(step, size - start)) - 1 << start
        # The later one is below this block only if the earlier one isn't in it or above.
        lits.append(algebra.and_(earlier.pick(block), later.pick(below)) ^ 1)
        below |= block
    return algebra.all_(lits)
