"""122.1: the effects of counters that change characteristics."""

import re

from striate.cards import tree
from striate.cards.tree import Keyword, ModifyPT, Node, Num
from striate.cards.vocabulary import KEYWORD_COUNTERS
from striate.referee.effects import ContinuousEffect, by_layer
from striate.referee.keywordrules import gives_a_keyword
from striate.timeline.context import Context
from striate.timeline.game import Thing

_PLUS = re.compile(r"([+-]\d+)/([+-]\d+)")


def _counter_change(kind: str, number: int, then: frozenset[str]) -> Node | None:
    """122.1a: +X/+Y counters; 122.1b: from 2020 on keyword counters, which give the keyword
    once."""
    match = _PLUS.fullmatch(kind)
    if match is not None:
        return ModifyPT(Num(number * int(match.group(1))), Num(number * int(match.group(2))))
    if kind in KEYWORD_COUNTERS and (not then or gives_a_keyword(kind, then)):
        return tree.GainAbilities((Keyword(kind),))
    return None


def counter_effects(thing: Thing, then: frozenset[str] = frozenset()) -> list[ContinuousEffect]:
    """122.1, 613.7c: one effect for the counters of each kind that change characteristics."""
    effects = []
    for kind, number in thing.counters.items():
        if kind == "hone" and number > 0:
            effects.append(_hone_effect(thing, number))
        change = _counter_change(kind, number, then) if number > 0 else None
        if change is None:
            continue
        parts = by_layer((change,), False)
        effects.append(
            ContinuousEffect(
                key=("counter", thing.handle, kind),
                source=thing.handle,
                stamp=(thing.counter_stamps.get(kind, thing.stamp), 0, ()),
                at=Context(source=thing.handle),
                parts=parts,
                fixed={thing.handle: parts},
                counter=True,
                rule="122.1a" if "7c" in parts else "122.1b",
            )
        )
    return effects


def _hone_effect(thing: Thing, number: int) -> ContinuousEffect:
    """122.1, from September 2026: +1/+0 for the creature that it equips, for each hone counter."""
    return ContinuousEffect(
        key=("counter", thing.handle, "hone"),
        source=thing.handle,
        stamp=(thing.counter_stamps.get("hone", thing.stamp), 0, ()),
        at=Context(source=thing.handle),
        parts=by_layer((ModifyPT(Num(number), Num(0)),), False),
        condition=tree.Matches(tree.This(), tree.HasSubtype("Equipment")),
        who=tree.Attached(),
        rule="122.1",
    )
