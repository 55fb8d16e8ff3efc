"""The layers of then: 418.5a of 2007, and 613.3 until 2020, when counters were a sublayer.

An effect is made with today's layers. Here its parts are put where they stood then. A layer has
the number that it had.
"""

from collections.abc import Callable

import msgspec

from striate.cards import tree
from striate.cards.tree import Node
from striate.referee.effects import LAYERS, ContinuousEffect

Readings = frozenset[str]
_RULE_OF_LAYER = {
    "1a": "613.2a", "1b": "613.2b", "2": "613.1b", "3": "613.1c", "4": "613.1d", "5": "613.1e",
    "6": "613.1f", "7a": "613.4a", "7b": "613.4b", "7c": "613.4c", "7d": "613.4d",
}  # fmt: skip
_Parts = dict[str, tuple[Node, ...]]


def layers_of(then: Readings) -> tuple[str, ...]:
    """613.1, 613.3, and 418.5a of 2007: the layers in their order."""
    upper = ("1a", "2", "3", "4", "5") if "one-layer-of-others" in then else LAYERS[:6]
    if "sizes-by-kind-of-effect" in then:
        return (*upper, "6a", "6b", "6c", "6d", "6e")
    lower = ("7a", "7b", "7c", "7d")
    return (*upper, *lower, "7e") if "counters-apart" in then else (*upper, *lower)


def in_its_layers(effect: ContinuousEffect, then: Readings) -> ContinuousEffect:
    """The effect with its parts in the layers of then."""

    def place(layer: str, change: Node) -> str:
        if layer == "6" and "one-layer-of-others" in then:
            return "5"
        if layer[0] == "7" and "sizes-by-kind-of-effect" in then:
            return _in_layer_6(layer, change, effect)
        if layer[0] == "7" and "counters-apart" in then:
            return _with_counters_apart(layer, effect)
        return layer

    def moved(parts: _Parts) -> _Parts:
        if "artifact-creatures-keep-types" in then and "4" in parts:
            parts = {**parts, "4": _beside_the_creature_types(parts["4"])}
        return _moved(parts, place)

    if not then:
        return effect
    fixed = effect.fixed
    if fixed is not None:
        fixed = {handle: moved(parts) for handle, parts in fixed.items()}
    return msgspec.structs.replace(effect, parts=moved(effect.parts), fixed=fixed)


def _beside_the_creature_types(changes: tuple[Node, ...]) -> tuple[Node, ...]:
    """205.1b of 2012: what becomes "an artifact creature" keeps all its card types and subtypes."""

    def is_artifact(change: Node) -> bool:
        return isinstance(change, tree.AddTypes) and "Artifact" in change.types

    if not any(map(is_artifact, changes)):
        return changes
    return tuple(
        tree.AddTypes(subtypes=change.subtypes)
        if isinstance(change, tree.SetSubtypes) and change.family == "creature"
        else change
        for change in changes
    )


def _moved(parts: _Parts, place: Callable[[str, Node], str]) -> _Parts:
    moved: dict[str, list[Node]] = {}
    for layer, changes in parts.items():
        for change in changes:
            moved.setdefault(place(layer, change), []).append(change)
    # 418.5a: within one effect of 6b, what sets goes before what adds.
    return {
        layer: tuple(sorted(changes, key=lambda each: isinstance(each, tree.ModifyPT)))
        for layer, changes in moved.items()
    }


def _in_layer_6(layer: str, change: Node, effect: ContinuousEffect) -> str:
    """418.5a: 6a what defines, 6c counters, 6d what static abilities add, 6e switches, 6b all
    else."""
    if layer in ("7a", "7d"):
        return "6a" if layer == "7a" else "6e"
    if effect.counter:
        return "6c"
    resolved = effect.key[0] == "resolved"
    return "6d" if isinstance(change, tree.ModifyPT) and not resolved else "6b"


def _with_counters_apart(layer: str, effect: ContinuousEffect) -> str:
    """613.3d: counters; switches come after them."""
    if layer == "7d":
        return "7e"
    return "7d" if layer == "7c" and effect.counter else layer


def rule_of(layer: str, then: Readings) -> str:
    """The number of the clause that has the layer."""
    if "one-layer-of-others" in then or "sizes-by-kind-of-effect" in then:
        return "418.5a"
    if "counters-apart" not in then:
        return _RULE_OF_LAYER[layer]
    if layer[0] == "1":
        return "613.1a"
    return f"613.3{layer[1]}" if layer[0] == "7" else _RULE_OF_LAYER[layer]


def as_outside(effect: ContinuousEffect, then: Readings) -> ContinuousEffect:
    """208.2 of 2007: a star is 0 while its object is not in play."""
    if "stars-are-0-outside" not in then or not effect.cda:
        return effect
    parts = {layer: tuple(map(_starless, changes)) for layer, changes in effect.parts.items()}
    return msgspec.structs.replace(effect, parts=parts)


def _starless(change: Node) -> Node:
    if not isinstance(change, tree.DefinePT | tree.SetBasePT):
        return change
    return tree.SetBasePT(_number_beside(change.power), _number_beside(change.toughness))


def _number_beside(amount: tree.Amount | None) -> tree.Num | None:
    """1 of "1+*"."""
    if amount is None or isinstance(amount, tree.Num):
        return amount
    beside = amount.parts if isinstance(amount, tree.Sum) else ()
    return tree.Num(sum(each.value for each in beside if isinstance(each, tree.Num)))
