"""611, 613: the continuous effects there are; a `ContinuousEffect` knows its layers.

Each comes from a static ability that an object has now (611.3), from a resolution (611.2), or
from counters (122.1a-b). What is in one effect starts together (613.6).
"""

from functools import lru_cache

import msgspec

from striate.cards import tree
from striate.cards.tree import Ability, Condition, Effect, Keyword, Node, Static, Who
from striate.referee.choosing import filled
from striate.referee.control import GivenTo
from striate.referee.copiable import Copiable, CopyOf
from striate.referee.keywordrules import counts, statics_of_keyword
from striate.referee.levels import class_level, level_symbol
from striate.referee.text import FullText, Replaced, TextBox
from striate.referee.values import Held, Key, Stamp, View
from striate.timeline.context import Context
from striate.timeline.game import Game, Thing

LAYERS = ("1a", "2", "3", "4", "5", "6", "7a", "7b", "7c", "7d")


class TextOfOther(Node, frozen=True):
    """612.5: has the rules text that this object has at that moment (an exchange)."""

    other: str


_LAYER_OF: dict[type, str] = {
    tree.BecomeCopy: "1a",
    CopyOf: "1a",
    Copiable: "1a",
    tree.SetController: "2",
    GivenTo: "2",
    tree.ExchangeControl: "2",
    tree.ReplaceWords: "3",
    Replaced: "3",
    tree.ExchangeText: "3",
    TextOfOther: "3",
    TextBox: "3",
    tree.FullTextOf: "3",
    FullText: "3",
    tree.SetName: "3",
    tree.SetTypes: "4",
    tree.AddTypes: "4",
    tree.RemoveTypes: "4",
    tree.SetSubtypes: "4",
    tree.SubtypesOf: "4",
    tree.SetColors: "5",
    tree.AddColors: "5",
    tree.GainAbilities: "6",
    tree.GainAbilitiesOf: "6",
    tree.LoseAbilities: "6",
    tree.LoseAllAbilities: "6",
    tree.CantHave: "6",
    tree.DefinePT: "7b",
    tree.SetBasePT: "7b",
    tree.ModifyPT: "7c",
    tree.SwitchPT: "7d",
}


def layer_of(change: Node, cda: bool) -> str | None:
    """613.1, 613.4: the layer of a change; None where it changes no characteristic (613.11).

    613.4a: what defines power and toughness is in 7a only if it is characteristic-defining.
    """
    if cda and isinstance(change, tree.DefinePT | tree.SetBasePT):
        return "7a"
    return _LAYER_OF.get(type(change))


def by_layer(changes: tuple[Node, ...], cda: bool) -> dict[str, tuple[Node, ...]]:
    """613.6: the parts of one effect, each in its layer."""
    parts: dict[str, list[Node]] = {}
    for change in changes:
        layer = layer_of(change, cda)
        if layer is not None:
            parts.setdefault(layer, []).append(change)
    return {layer: tuple(of_layer) for layer, of_layer in parts.items()}


class ContinuousEffect(msgspec.Struct):
    """One continuous effect. `fixed` is the locked-in set of a resolved effect, with its parts."""

    key: Key
    source: str | None
    stamp: Stamp
    at: Context
    parts: dict[str, tuple[Node, ...]]
    condition: Condition | None = None
    who: Who | None = None
    cda: bool = False
    fixed: dict[str, dict[str, tuple[Node, ...]]] | None = None
    held: Held | None = None
    counter: bool = False
    ability: Ability | None = None
    rule: str = ""
    spares: str = ""


class Lingering(msgspec.Struct):
    """A static ability whose effects its text lets go on after its object has left.

    611.3a: they are still those of a static ability, so their sets are not locked in.
    """

    ability: Static
    stamp: Stamp
    at: Context


class _Plan(msgspec.Struct, frozen=True):
    """One effect of an ability, whoever has the ability."""

    place: tuple[int, int]
    static: Static
    effect: Effect
    parts: dict[str, tuple[Node, ...]]
    cda_parts: dict[str, tuple[Node, ...]]


@lru_cache(maxsize=16384)
def plans(ability: Ability) -> tuple[_Plan, ...]:
    """604.1, 702, 711.2, 716.2: the effects of the static abilities that the ability is."""
    if isinstance(ability, Static):
        statics: tuple[Static, ...] = (ability,)
    elif isinstance(ability, Keyword):
        statics = statics_of_keyword(ability)
    elif isinstance(ability, tree.LevelSymbol):
        statics = (level_symbol(ability),)
    elif isinstance(ability, tree.ClassLevel):
        statics = (class_level(ability),)
    else:
        return ()
    effect_plans = []
    for i, static in enumerate(statics):
        for j, effect in enumerate(static.effects):
            own, cda = by_layer(effect.changes, False), by_layer(effect.changes, True)
            if own:
                effect_plans.append(_Plan((i, j), static, effect, own, cda))
    return tuple(effect_plans)


def is_defining(plan: _Plan, held: Held) -> bool:
    """604.3a: (1)-(3), (5) the text says so (`Static.cda`); (2), (4) it is the object's own text,
    not granted to it by an effect, itself or other."""
    return plan.static.cda and held.origin == "text" and plan.effect.condition is None


def stamp_of(thing: Thing, held: Held, place: Key) -> Stamp:
    """613.7a: the object's timestamp, or that of the effect that gave the ability, the later one.

    The granting effect's own timestamp keeps the relative order when the object gets a new one.
    """
    if held.stamp is None:
        return (thing.stamp, 0, place)
    return (max(thing.stamp, held.stamp[0]), max(held.stamp[0], 1), place)


def works(static: Static, view: View, thing: Thing) -> bool:
    """113.6, 113.6p: where the ability works: the battlefield, where it says, its command zone."""
    if view.zone in static.zones or "any" in static.zones:
        return True
    return view.zone == "command" and thing.belongs_in_command


def effects_of_view(view: View, thing: Thing, layer: str = "") -> tuple[ContinuousEffect, ...]:
    """611.3b, 113.6: the effects of the object's static abilities that work where it is.

    `layer`: those with a part in it.
    """
    effects: list[ContinuousEffect] = []
    for index, held in enumerate(view.abilities):
        for plan in plans(held.ability):
            cda = is_defining(plan, held)
            parts = plan.cda_parts if cda else plan.parts
            if layer and layer not in parts:
                continue
            if not (cda or works(plan.static, view, thing)):
                continue
            if isinstance(held.ability, Keyword) and not counts(held.ability, thing.choices):
                continue
            effects.append(
                ContinuousEffect(
                    key=("static", view.handle, held.slot, plan.place),
                    source=view.handle,
                    stamp=stamp_of(thing, held, (index, plan.place)),
                    at=Context(
                        source=view.handle,
                        card=view.text.name or thing.faces[0].name,
                        choices=thing.choices if held.linked else {},
                        x=thing.x,
                    ),
                    parts=parts,
                    condition=plan.effect.condition,
                    who=plan.effect.who,
                    cda=cda,
                    held=held,
                    ability=held.ability,
                    rule="604.3" if cda else "611.3",
                    spares=_spares(plan.effect),
                )
            )
    return tuple(effects)


_SPARED = "this effect doesn't remove "


def _spares(effect: Effect) -> str:
    """702.16n: "this effect doesn't remove ~" or "... Auras", said beside the protection."""
    for change in effect.changes:
        if isinstance(change, tree.Restrict) and change.verb.startswith(_SPARED):
            return change.verb.removeprefix(_SPARED)
    return ""


def lasting_effects(game: Game) -> list[ContinuousEffect]:
    """611.2: the effects of resolutions that are still going on."""
    effects = []
    for lasting in game.lasting:
        at = lasting.at
        fixed = {h: by_layer(tuple(parts), False) for h, parts in lasting.by_object.items()}
        merged: dict[str, tuple[Node, ...]] = {}
        for parts in fixed.values():
            for layer, changes in parts.items():
                merged[layer] = (*merged.get(layer, ()), *changes)
        effects.append(
            ContinuousEffect(
                key=("resolved", lasting.number),
                source=at.source,
                stamp=(lasting.stamp, 0, (lasting.number,)),  # 613.7b
                at=at,
                parts=merged,
                condition=None
                if lasting.condition is None
                else filled(lasting.condition, at.choices),
                fixed=fixed,
                ability=lasting.ability,
                rule=lasting.rule,
            )
        )
    return effects


def lingering_effects(game: Game) -> list[ContinuousEffect]:
    """611.3a: static effects whose source has left go on as its text says, sets asked anew."""
    return [
        ContinuousEffect(
            key=("lingering", number, plan.place),
            source=each.at.source,
            stamp=(*each.stamp[:2], (each.stamp[2], plan.place)),
            at=each.at,
            parts=plan.parts,
            condition=plan.effect.condition,
            who=plan.effect.who,
            ability=each.ability,
            rule="611.3",
        )
        for number, each in enumerate(game.lingering)
        for plan in plans(each.ability)
    ]
