"""The layers in which an ability acts: 613.1 for the layers, 613.2 for 1a, 613.4 for 7a-7d.

A static table from the classes of changes to their layers, for people to read. The readings of the
rules have their own: they decide, this one tells.
"""

import re
from collections.abc import Iterator
from typing import Any

from striate.cards.tree import (
    AddColors,
    AddTypes,
    BecomeCopy,
    CantHave,
    DefinePT,
    Endure,
    EntersAs,
    EntersAsCopy,
    ExchangeControl,
    ExchangeStatWithLife,
    ExchangeText,
    FullTextOf,
    GainAbilities,
    GainAbilitiesOf,
    Keyword,
    LevelSymbol,
    LoseAbilities,
    LoseAllAbilities,
    ModifyPT,
    Node,
    Proliferate,
    PutCounters,
    RemoveTypes,
    ReplaceWords,
    SetBasePT,
    SetColors,
    SetController,
    SetName,
    SetSubtypes,
    SetTypes,
    SubtypesOf,
    SwitchPT,
    TokenSpec,
)
from striate.cards.walking import children

_ORDER = ("1a", "1b", "2", "3", "4", "5", "6", "7a", "7b", "7c", "7d")

LAYERS: dict[type[Node], tuple[str, ...]] = {
    # 613.2a: copy effects, and what an object enters as, change copiable values.
    BecomeCopy: ("1a",),
    EntersAs: ("1a",),
    EntersAsCopy: ("1a",),
    # 613.1b
    SetController: ("2",),
    ExchangeControl: ("2",),
    # 613.1c
    ReplaceWords: ("3",),
    ExchangeText: ("3",),
    FullTextOf: ("3",),
    SetName: ("3",),
    # 613.1d
    SetTypes: ("4",),
    AddTypes: ("4",),
    RemoveTypes: ("4",),
    SetSubtypes: ("4",),
    SubtypesOf: ("4",),
    # 613.1e
    SetColors: ("5",),
    AddColors: ("5",),
    # 613.1f
    GainAbilities: ("6",),
    GainAbilitiesOf: ("6",),
    LoseAbilities: ("6",),
    LoseAllAbilities: ("6",),
    CantHave: ("6",),
    # 613.4a-d
    DefinePT: ("7a",),
    SetBasePT: ("7b",),
    ExchangeStatWithLife: ("7b",),
    ModifyPT: ("7c",),
    SwitchPT: ("7d",),
    # 711.2: one ability with parts in both.
    LevelSymbol: ("6", "7b"),
}

# 702: keywords that change characteristics by themselves.
_KEYWORD_LAYERS: dict[str, tuple[str, ...]] = {
    "changeling": ("4",),
    "devoid": ("5",),
    # 613.2b: face-down permanents.
    "morph": ("1b",),
    "megamorph": ("1b",),
    "disguise": ("1b",),
    # 702.103f, 702.122a, 702.151a, 702.161a, 702.176a: they become, or stop being, creatures.
    "bestow": ("4",),
    "crew": ("4",),
    "reconfigure": ("4",),
    "living metal": ("4",),
    "impending": ("4",),
    "blitz": ("6",),
    "dash": ("6",),
    # Triggered keywords that modify power and toughness.
    "battle cry": ("7c",),
    "bushido": ("7c",),
    "exalted": ("7c",),
    "flanking": ("7c",),
    "melee": ("7c",),
    "prowess": ("7c",),
    "rampage": ("7c",),
}
_PT_COUNTER = re.compile(r"[+-]\d+/[+-]\d+")


def layers_of(value: Any) -> tuple[str, ...]:
    """The layers in which an ability acts itself, in their order.

    What it grants, and what a token that it makes has, acts on its own.
    """
    layers = set(_layers(value))
    return tuple(layer for layer in _ORDER if layer in layers)


def _layers(value: Any) -> Iterator[str]:
    if isinstance(value, TokenSpec):
        return
    own = LAYERS.get(type(value), ())
    yield from own
    if isinstance(value, Keyword):
        yield from _KEYWORD_LAYERS.get(value.name, ())
    elif isinstance(value, PutCounters):
        # 613.4c: counters that change power and toughness.
        yield from ("7c",) if _PT_COUNTER.fullmatch(value.kind) else ()
    elif isinstance(value, Proliferate | Endure):
        yield "7c"
    elif not {"6", "1a", "3"} & set(own):
        for part in children(value):
            yield from _layers(part)
