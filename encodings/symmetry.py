"""Of boards that differ by an order that decides nothing, one (no rule: a saving).

Two permanents next to each other whose effects never act in the same order-sensitive way in one
layer give the same outcome in both orders (613.7 decides only inside a layer), so the classes of
such neighbours are put in order of their numbers.
"""

import itertools
from collections.abc import Sequence

from striate.cards import tree
from striate.encodings.algebra import FALSE, TRUE, Algebra, Lit
from striate.encodings.cone import Kind
from striate.encodings.dependency import deed_reads
from striate.encodings.reach import reads
from striate.encodings.slots import Slot, Table
from striate.encodings.units import layer_of, statics_of

Aspect = tuple[str, str]

# In these layers effects of the first sort commute with each other but not with the second.
MILD: dict[type, str] = {
    tree.AddTypes: "adds",
    tree.AddColors: "adds",
    tree.GainAbilities: "adds",
    tree.ModifyPT: "adds",
    tree.SwitchPT: "adds",
}


def aspects(kind: Kind) -> frozenset[Aspect]:
    """(layer, "adds" or "sets") for all that the kind's effects do, granted ones included."""
    found: set[Aspect] = set()
    for static in kind.statics:
        found |= static_aspects(static)
    return frozenset(found)


def static_aspects(static: tree.Static) -> set[Aspect]:
    found: set[Aspect] = set()
    for effect in static.effects:
        looks = reads(effect.who) | (reads(effect.condition) if effect.condition else frozenset())
        for change in effect.changes:
            layer = layer_of(change)
            sort = MILD.get(type(change), "sets")
            if sort == "adds" and reads_layer(looks | deed_reads(change), layer):
                sort = "sets"
            found.add((layer, sort))
            if isinstance(change, tree.GainAbilities):
                for ability in change.abilities:
                    for inner in statics_of(ability):
                        found |= static_aspects(inner)
    return found


READ_IN = {"2": "controller", "5": "color", "6": "ability", "7b": "power", "7c": "power"}


def reads_layer(keys: frozenset[tuple[str, str]], layer: str) -> bool:
    """Whether what the effect looks at is decided in its own layer, so that order can matter."""
    kinds = {kind for kind, _ in keys}
    if layer == "4":
        return bool(kinds & {"type", "subtype", "supertype"})
    if layer.startswith("7"):
        return bool(kinds & {"power", "toughness"})
    return READ_IN.get(layer, "*") in kinds or layer in ("3",)


def in_one_order(
    algebra: Algebra, table: Table, slots: Sequence[Slot], kinds: Sequence[Kind]
) -> list[Lit]:
    """For each two neighbours: they interact, or their classes stand in order."""
    masks: dict[Aspect, int] = {}
    for number, kind in enumerate(kinds):
        for aspect in aspects(kind):
            masks[aspect] = masks.get(aspect, 0) | 1 << number
    layers = sorted({layer for layer, _ in masks})
    found = []
    for earlier, later in itertools.pairwise(slots):
        index = slots.index(later)
        lits = [later.hosts.get(index - 1, FALSE)]
        for layer in layers:
            sets, adds = masks.get((layer, "sets"), 0), masks.get((layer, "adds"), 0)
            first, second = earlier.chooser.pick, later.chooser.pick
            lits.append(algebra.and_(first(sets), second(sets | adds)))
            lits.append(algebra.and_(first(sets | adds), second(sets)))
        ordered = not_after(algebra, earlier, later, len(kinds))
        found.append(algebra.or_(algebra.any_(lits), ordered))
    return found


def not_after(algebra: Algebra, earlier: Slot, later: Slot, size: int) -> Lit:
    """The earlier slot's class has no greater number than the later one's."""
    if not earlier.chooser.one_hot:
        lit = TRUE
        for a, b in zip(earlier.chooser.bits, later.chooser.bits, strict=True):
            # From the lowest bit up: less here, or equal here and not after below.
            lit = algebra.or_(algebra.and_(a ^ 1, b), algebra.and_(algebra.iff(a, b), lit))
        return lit
    lits = []
    below = 0
    for number in range(size):
        bit = 1 << number
        # The later one is below this number only if the earlier one isn't this or above.
        lits.append(algebra.and_(earlier.chooser.pick(bit), later.chooser.pick(below)) ^ 1)
        below |= bit
    return algebra.all_(lits)
