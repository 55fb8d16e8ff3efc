"""What a permanent does in each layer by being there, and what of a board that looks at and writes.

Two permanents can meet only in a layer where both do something (613.7, 613.8). A `Part` is what
one effect does in one layer; a `Bundle` is all that a permanent does there. Cards with equal
bundles share one: they are the classes of the atlas.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, cast, get_args

from striate.cards import tree
from striate.cards.vocabulary import KEYWORD_COUNTERS, LAND_TYPES
from striate.cards.walking import any_node, rewrite
from striate.encodings.door import LAYERS, changes_of, statics_of
from striate.quick.reach import TEXT, Key, Keys, ability_key, deed_reads, reads, writes

# What looks at other objects than the source itself.
_WIDE = (
    tree.Each, tree.Count, tree.CountDistinct, tree.Aggregate, tree.CountersAmong, tree.Devotion,
    tree.SymbolsAmong, tree.Attached, tree.Affected, tree.HasAttached, tree.IsAttachedTo,
    tree.IsExtreme, tree.SharesWith, tree.ChosenObject, tree.TopCard, tree.LinkedCard, tree.Those,
    tree.Target, tree.Is, tree.ExiledWith,
)  # fmt: skip


@dataclass(frozen=True)
class Part:
    """What one effect does in one layer.

    `begun`: by then the effect has surely begun to apply (613.6): it exists, and its set is fixed.
    `given`: it comes from an ability that the permanent gives to other objects.
    """

    layer: str
    who: tree.Who
    condition: tree.Condition | None
    changes: tuple[tree.Change, ...]
    begun: bool = False
    given: bool = False
    cda: bool = False

    @property
    def own(self) -> bool:
        """Whether it changes nothing but its own source."""
        return self.who == tree.This() and not self.given


@dataclass(frozen=True, eq=False)
class Sign:
    """What of a part decides whom it can meet; parts that are alike in that share one (by `is`).

    `itself` and `others` are what it looks at on its own source and on other objects. `sets` are
    changes that do not commute with their like, where they read nothing.
    """

    itself: Keys
    others: Keys
    writes: tuple[tuple[str, Keys], ...]
    sets: tuple[tree.Change, ...] | None
    own: bool
    attached: bool
    begun: bool
    cda: bool

    @cached_property
    def written(self) -> Keys:
        return frozenset[Key]().union(*(keys for _, keys in self.writes))


_signs: dict[object, Sign] = {}
# In one layer, changes of one sort commute with each other whatever they write.
_SORTS: dict[type, str] = {
    tree.AddTypes: "adds",
    tree.AddColors: "adds",
    tree.GainAbilities: "adds",
    tree.GainAbilitiesOf: "adds",
    tree.ModifyPT: "adds",
    tree.SwitchPT: "adds",
    tree.LoseAbilities: "takes",
    tree.LoseAllAbilities: "takes",
    tree.CantHave: "takes",
}


@cache
def sign_of(part: Part) -> Sign:
    """What of the part decides whom it can meet."""
    sorts = [_SORTS.get(type(each), "") for each in part.changes]
    constant = "" in sorts and not any(map(deed_reads, part.changes))
    written = ((sort, _writes(each)) for sort, each in zip(sorts, part.changes, strict=True))
    fields = (
        _looks_at_itself(part),
        _looks_at_others(part),
        tuple(dict.fromkeys(written)),
        part.changes if constant else None,
        part.own,
        part.who == tree.Attached() and not part.given,
        part.begun,
        part.cda,
    )
    return _signs.setdefault(fields, Sign(*fields))


def _looks_at_itself(part: Part) -> Keys:
    """What decides, on its own source, whether it is there and what it does."""
    keys: Keys = frozenset() if part.begun else TEXT
    for value in _words(part):
        if not any_node(value, _WIDE):
            keys |= _reads_of(value, part.layer)
    return keys


def _looks_at_others(part: Part) -> Keys:
    """What decides, on other objects, what it applies to and what it does to them."""
    keys: Keys = TEXT if part.given and not part.begun else frozenset()
    if not part.begun and part.who != tree.This():
        keys |= _reads_of(part.who, part.layer)
    for value in _words(part):
        if any_node(value, _WIDE) or part.given or not part.own:
            keys |= _reads_of(value, part.layer)
    return keys


def _words(part: Part) -> list[tree.Node]:
    """Its condition and its deeds: they speak of others where they name any."""
    return [*part.changes, *([part.condition] if part.condition is not None else [])]


def _reads_of(value: tree.Node, layer: str) -> Keys:
    """What the words look at on the battlefield in that layer."""
    value = rewrite(value, lambda each: _in_play(each, layer))
    if isinstance(value, tree.GainAbilitiesOf) and _elsewhere(value.of):
        return frozenset()
    if isinstance(value, _CHANGES):
        return deed_reads(cast(tree.Change, value))
    return reads(value)


def _in_play(value: object, layer: str) -> Any:
    """In place of what lies in other zones, a number; of base values after layer 7b, nothing."""
    counts = (tree.Count, tree.CountDistinct, tree.Aggregate)
    if isinstance(value, counts) and value.zone not in ("battlefield", "any"):
        return tree.Num(0)
    late = layer in ("7c", "7d")
    if late and isinstance(value, tree.StatIs | tree.IsExtreme) and value.stat.startswith("base"):
        return tree.HasType("Creature")
    if late and isinstance(value, tree.StatOf) and value.stat.startswith("base"):
        return tree.Num(0)
    return value


def _elsewhere(group: tree.Who) -> bool:
    """Whether it speaks only of objects that are not on the battlefield."""
    if isinstance(group, tree.Each):
        return group.zone not in ("battlefield", "any")
    return isinstance(group, tree.LinkedCard | tree.TopCard)


_CHANGES = get_args(tree.Change)


@cache
def _writes(change: tree.Change) -> Keys:
    """What the change can alter; an ability without a name is none that a filter asks for."""
    match change:
        case tree.GainAbilities() | tree.LoseAbilities() | tree.CantHave():
            named = frozenset(key for each in change.abilities for key in ability_keys(each))
            plain = isinstance(change, tree.GainAbilities)
            plain = plain or all(isinstance(each, tree.Keyword) for each in change.abilities)
            return named if plain else named | TEXT
        case tree.GainAbilitiesOf(kind="keywords"):
            return frozenset(("ability", word) for word in change.keywords)
        case tree.GainAbilitiesOf(kind="activated" | "triggered" | "mana"):
            return frozenset({_NAMELESS})
        case tree.RemoveTypes(other_types=False, all_subtypes=()):
            keys: set[Key] = {("supertype", word) for word in change.supertypes}
            keys |= {("subtype", word) for word in change.subtypes}
            keys |= {("type", word) for word in change.types}
            for word in change.types:
                keys |= {("subtype", "*"), ("family", word.lower())}  # 205.1b
            return frozenset(keys)
    return writes(change)


_NAMELESS: Key = ("ability", "nameless")


_LANDWALKS = frozenset(
    ("ability", word) for word in ("landwalk", *(f"{each.lower()}walk" for each in LAND_TYPES))
)


def ability_keys(ability: tree.Ability) -> Keys:
    if not isinstance(ability, tree.Keyword):
        return frozenset({_NAMELESS})
    return _LANDWALKS if ability.name == "landwalk" else frozenset({ability_key(ability)})


@dataclass(frozen=True)
class Bundle:
    """All that a permanent does in one layer."""

    layer: str
    parts: tuple[Part, ...]

    @cached_property
    def signs(self) -> tuple[Sign, ...]:
        return tuple(sign_of(part) for part in self.parts)


@cache
def bundles_of(card: tree.Card) -> tuple[Bundle, ...]:
    """What the card does in each layer as a permanent, by its front face."""
    all_parts = [part for ability in card.faces[0].abilities for part in _parts_of(ability)]
    by_layer = {layer: [each for each in all_parts if each.layer == layer] for layer in LAYERS}
    return tuple(
        Bundle(layer, tuple(dict.fromkeys(parts))) for layer, parts in by_layer.items() if parts
    )


def _parts_of(ability: tree.Ability) -> Iterator[Part]:
    if isinstance(ability, tree.EntersWith) and ability.kind in KEYWORD_COUNTERS:
        # 122.1b: a keyword counter is an effect with a timestamp of its own (613.7c).
        gains = tree.GainAbilities((tree.Keyword(ability.kind),))
        yield Part("6", ability.who, None, (gains,), begun=ability.who == tree.This())
    for static in statics_of(ability):
        if static.cda or "battlefield" in static.zones or "any" in static.zones:
            for effect in static.effects:
                if not _elsewhere(effect.who):
                    yield from _parts_in(effect, static.cda, given=False)


def _parts_in(effect: tree.Effect, cda: bool, *, given: bool) -> Iterator[Part]:
    earlier = False
    for layer in LAYERS:
        changes = changes_of(effect, layer)
        if changes:
            begun = earlier and effect.condition is None and not given
            # 613.4b: what defines power and toughness, but isn't characteristic-defining, sets
            # them.
            place = "7b" if layer == "7a" and not cda else layer
            yield Part(place, effect.who, effect.condition, changes, begun, given, cda)
            earlier = True
    for change in effect.changes:
        if isinstance(change, tree.GainAbilities):
            others = given or effect.who != tree.This()
            for ability in change.abilities:
                for static in statics_of(ability):
                    for inner in static.effects:
                        yield from _parts_in(inner, False, given=others)
