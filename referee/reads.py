"""What a piece of a tree can read, and what a change can write: an exact-by-excess test.

613.8a asks what *would* change; two effects of which one writes nothing that the other reads
cannot depend on each other, and need no trial. Everything not listed here reads everything.
"""

from collections.abc import Mapping
from functools import lru_cache
from operator import attrgetter
from typing import TypeAlias

from striate.cards import tree
from striate.cards.tree import Node
from striate.cards.walking import nodes
from striate.referee.copiable import Copiable, CopyOf
from striate.referee.values import View

_ALL = frozenset(("types", "colors", "abilities", "controller", "text", "pt"))
_NOTHING: frozenset[str] = frozenset()
_PT = frozenset(("pt", "types"))

_OWN: dict[type, frozenset[str]] = {
    tree.HasType: frozenset(("types",)),
    tree.HasSubtype: frozenset(("types",)),
    tree.HasSupertype: frozenset(("types",)),
    tree.IsPermanentCard: frozenset(("types",)),
    tree.HasColor: frozenset(("colors",)),
    tree.ColorCount: frozenset(("colors",)),
    tree.ColorsOf: frozenset(("colors",)),
    tree.ColorsLike: frozenset(("colors",)),
    tree.Named: frozenset(("text",)),
    tree.HasKeyword: frozenset(("abilities",)),
    tree.HasNoAbilities: frozenset(("abilities",)),
    tree.HasAbilityKind: frozenset(("abilities",)),
    tree.GainAbilitiesOf: frozenset(("abilities",)),
    tree.ControlledBy: frozenset(("controller",)),
    tree.SetController: frozenset(("controller",)),
    tree.SymbolsIn: frozenset(("text",)),
    tree.SymbolsAmong: frozenset(("text",)),
    tree.Devotion: frozenset(("text", "controller")),
    tree.SharesWith: frozenset(("types", "colors", "text")),
    tree.SubtypesOf: frozenset(("types",)),
    tree.AddTypes: frozenset(("types",)),
    tree.SetSubtypes: frozenset(("types",)),
    tree.CountDistinct: _ALL,
    tree.FullTextOf: _ALL,
    tree.ExchangeText: _ALL,
    tree.BecomeCopy: _ALL,
    tree.LifeOf: frozenset(("controller",)),
    tree.HandOf: frozenset(("controller",)),
    tree.TopCard: frozenset(("controller",)),
    tree.IsTurnOf: frozenset(("controller",)),
    tree.OwnedBy: frozenset(("controller",)),
}
# A granted ability is not applied where it is granted: its words read nothing there.
# 707.2b, 611.2d: what a copy effect writes was locked in when it began.
QUOTES = (
    tree.GainAbilities,
    tree.LoseAbilities,
    tree.CantHave,
    tree.LoseAllAbilities,
    CopyOf,
    Copiable,
)


@lru_cache(maxsize=16384)
def reads(value: object) -> frozenset[str]:
    """The kinds of characteristics that its words can look at."""
    return _NOTHING.union(*map(reads_itself, nodes(value, closed=QUOTES)))


def reads_itself(node: Node) -> frozenset[str]:
    own = _OWN.get(type(node), _NOTHING)
    stat = getattr(node, "stat", None)
    if stat is None or isinstance(node, QUOTES):
        return own
    return own | (frozenset(("text",)) if stat == "mana value" else _PT)


_WRITES: dict[str, frozenset[str]] = {
    "1a": _ALL,
    "2": frozenset(("controller",)),
    "3": _ALL,
    "4": frozenset(("types",)),
    "5": frozenset(("colors",)),
    "6": frozenset(("abilities",)),
    "7a": frozenset(("pt",)),
    "7b": frozenset(("pt",)),
    "7c": frozenset(("pt",)),
    "7d": frozenset(("pt",)),
}


def takes_abilities(change: Node, layer: str) -> bool:
    """Whether the change can take an ability away or alter its text (613.8a: existence, text)."""
    if layer in ("1a", "3"):
        return True
    if layer == "4":
        return isinstance(change, tree.SetTypes | tree.SetSubtypes)
    return isinstance(change, tree.LoseAbilities | tree.LoseAllAbilities | tree.CantHave)


def writes(changes: tuple[Node, ...], layer: str) -> frozenset[str]:
    """The kinds of characteristics that these changes alter in that layer."""
    found = _WRITES[layer]
    # 305.6-7: types bring and take mana abilities with them.
    return found | {"abilities"} if layer == "4" else found


# Where each kind of characteristic stands in a view.
_FIELDS: dict[str, tuple[str, ...]] = {
    "types": ("supertypes", "types", "subtypes"),
    "colors": ("colors",),
    "abilities": ("abilities", "cannot_have"),
    "controller": ("controller",),
    "text": ("text", "name", "mana_cost", "mana_value"),
    "pt": ("power", "toughness", "base_power", "base_toughness"),
}
_LOOK = [(kind, attrgetter(*fields)) for kind, fields in _FIELDS.items()]

# By object, the kinds of characteristics that differ between two states.
Footprint: TypeAlias = dict[str, frozenset[str]]


def footprint(before: Mapping[str, View], after: Mapping[str, View]) -> Footprint:
    """What an application in fact changed: of the objects of `before`, the kinds that differ.

    It misses nothing, because every field of a view that the layers can write belongs to a kind.
    """
    found = {}
    for handle, view in before.items():
        other = after[handle]
        kinds = frozenset(kind for kind, look in _LOOK if look(view) != look(other))
        if kinds:
            found[handle] = kinds
    return found


def kinds_in(change: Footprint) -> frozenset[str]:
    """All kinds that differ, whichever object they are of."""
    return _NOTHING.union(*change.values())
