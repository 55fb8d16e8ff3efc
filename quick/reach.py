"""What an effect reads and what it writes, read off the trees: which pairs *can* depend (613.8).

Encoding: an over-approximation, so that trials are made only where one could change the other.
A key is (characteristic, word); the word "*" stands for any.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from striate.cards import tree
from striate.cards.meanings import meaning
from striate.cards.vocabulary import (
    BASIC_LAND_TYPES,
    FAMILY_OF,
    KEYWORDS,
    TYPES_OF_FAMILY,
    VARIANTS,
    family,
)
from striate.cards.walking import nodes

Key = tuple[str, str]
Keys = frozenset[Key]

# A subtype of any family; of one alone, "*" stands with the family's name.
_ANY_SUBTYPE: Keys = frozenset({("subtype", "*"), ("family", "*")})
POWER_AND_TOUGHNESS: Keys = frozenset({("power", "*"), ("toughness", "*")})
EVERYTHING: Keys = frozenset({("*", "*")})
TEXT: Keys = frozenset({("text", "*")})  # that its abilities are there
_NOTHING: Keys = frozenset()
# What is read by filters that a question adds to those of the tree.
FURTHER_READS: dict[type[tree.Node], Callable[[Any], set[Key]]] = {}
# What is written by changes that no card can say.
FURTHER_WRITES: dict[type[tree.Node], Keys] = {}


@lru_cache(maxsize=65536)
def reads(node: tree.Node) -> Keys:
    """The characteristics that a filter, amount, condition, reference or group looks at."""
    return frozenset().union(*map(reads_itself, nodes(node)))


def _keyword_keys(word: str) -> set[Key]:
    """702.14a: "islandwalk" is a landwalk too; 702.29f: and what has a variant has the keyword."""
    if word.startswith("@"):
        return {("ability", "*")}
    named = {word, *(variant for variant, name in VARIANTS.items() if name == word)}
    return {("ability", each) for each in named} | (
        {_LANDWALK} if word.lower().endswith("walk") else set()
    )


_PLAYER_WORDS = {
    "affected controller",
    "attached controller",
    "target controller",
    "not target controller",
    "you",
    "opponent",
}


def reads_itself(node: tree.Node) -> set[Key]:
    """The same of the node alone, without what it is made of."""
    match node:
        case tree.HasType(word):
            return {("type", "*" if word.startswith("@") else word)}
        case tree.HasSubtype(word):
            return {("subtype", "*" if word.startswith("@") else word)}
        case tree.HasSupertype(word):
            return {("supertype", word)}
        case tree.HasColor(word):
            return {("color", "*" if word.startswith("@") else word)}
        case tree.ColorCount() | tree.ColorsOf():
            return {("color", "*")}
        case tree.Named(word):
            return {("name", "*" if word.startswith(("@", "~")) else word)}
        case tree.HasKeyword(word):
            return _keyword_keys(word)
        case tree.HasNoAbilities() | tree.HasAbilityKind():
            return {("ability", "*")}
        case tree.ControlledBy():
            return {("controller", "*")}
        case tree.StatIs() | tree.IsExtreme() | tree.StatOf() | tree.Aggregate():
            return _stat_keys(node.stat)
        case tree.CountersOn() | tree.CountersAmong() | tree.HasCounter():
            return _counter_keys(node)
        case tree.CountDistinct(what="basic land type"):
            return {("subtype", word) for word in BASIC_LAND_TYPES}
        case tree.CountDistinct():
            return {(kind, "*") for kind in _DISTINCT[node.what]}
        case tree.Devotion() | tree.SymbolsIn() | tree.SymbolsAmong():
            return {("controller", "*"), ("cost", "*")}
        case tree.SharesWith():
            return {(kind, "*") for kind in _SHARED[node.what]}
        case tree.SubtypesOf():
            return {("subtype", "*")}
        case tree.GainAbilitiesOf():
            return {("ability", "*")}
        case tree.ExchangeText():
            return {*TEXT}
        case tree.IsFaceDown():
            return {("face down", "*")}
        case tree.IsToken():
            return {("token", "*")}
        case tree.IsPermanentCard():
            return {("type", "*")}
    if type(node) in FURTHER_READS:
        return FURTHER_READS[type(node)](node)
    player = getattr(node, "player", None)
    return {("controller", "*")} if player in _PLAYER_WORDS else set()


def _counter_keys(node: tree.CountersOn | tree.CountersAmong | tree.HasCounter) -> set[Key]:
    """No effect in a layer puts counters on, but a board can."""
    player = {("controller", "*")} if getattr(node, "player", None) in _PLAYER_WORDS else set()
    return {("counter", node.kind or "*")} | player


def _stat_keys(stat: str) -> set[Key]:
    if stat == "mana value":
        return {("cost", "*")}
    if stat == "loyalty":
        return {("counter", "loyalty")}
    return {("power" if stat.endswith("power") else "toughness", "*"), ("type", "Creature")}


_DISTINCT: dict[str, tuple[str, ...]] = {
    "card type": ("type",),
    "permanent type": ("type",),
    "color": ("color",),
    "basic land type": ("subtype",),
    "creature type": ("subtype",),
    "party role": ("subtype",),
    "name": ("name",),
    "power": ("power", "type"),
    "mana value": ("cost",),
    "counter kind": (),
}
_SHARED: dict[str, tuple[str, ...]] = {
    "creature type": ("subtype",),
    "land type": ("subtype",),
    "color": ("color",),
    "card type": ("type",),
    "permanent type": ("type",),
    "name": ("name",),
    "mana value": ("cost",),
}


# 305.6: the mana abilities of basic land types come and go with the types.
_INTRINSIC: Key = ("ability", "@intrinsic")
_ALTERING_TYPES = (tree.SetTypes, tree.RemoveTypes, tree.SubtypesOf)


def _brings_intrinsic(change: tree.Node) -> bool:
    """305.6: whether a change can give or take a basic land type."""
    if isinstance(change, tree.SetSubtypes):
        return change.family == "land"
    if isinstance(change, tree.AddTypes):
        named = any(each in BASIC_LAND_TYPES or each.startswith("@") for each in change.subtypes)
        return named or any("land" in each for each in change.every)
    return isinstance(change, _ALTERING_TYPES)


@lru_cache(maxsize=65536)
def writes(change: tree.Node) -> Keys:
    """The characteristics that a change can alter."""
    keys = _writes(change)
    return keys | {_INTRINSIC} if _brings_intrinsic(change) else keys


def _writes(change: tree.Node) -> Keys:
    match change:
        case tree.SetController() | tree.ExchangeControl():
            return frozenset({("controller", "*")})
        case tree.ReplaceWords() | tree.ExchangeText():
            return frozenset({("ability", "*"), ("text", "*"), *_ANY_SUBTYPE})
        case tree.FullTextOf():
            return EVERYTHING
        case tree.SetName():
            return frozenset({("name", "*")})
        case tree.AddColors() if not any(word.startswith("@") for word in change.colors):
            return frozenset(("color", word) for word in change.colors)
        case tree.SetTypes():
            return frozenset({("type", "*"), ("supertype", "*"), ("text", "*"), *_ANY_SUBTYPE})
        case tree.AddTypes():
            return _added_types(change)
        case tree.RemoveTypes():
            return frozenset({("type", "*"), ("supertype", "*"), *_ANY_SUBTYPE})
        case tree.SetSubtypes():
            family = {("subtype", "*"), ("family", change.family)}
            return frozenset(family | ({("text", "*")} if change.family == "land" else set()))
        case tree.SubtypesOf():
            return frozenset({("subtype", "*"), ("family", change.family)})
        case tree.SetColors() | tree.AddColors():
            return frozenset({("color", "*")})
        case tree.GainAbilities():
            return frozenset().union(*map(_given_keys, change.abilities))
        case tree.LoseAbilities() | tree.CantHave():
            plain = all(map(_has_no_effect, change.abilities))
            # A bare keyword means the keyword with any parameter.
            gone = frozenset({ACTIVATED, TRIGGERED}).union(*map(_given_keys, change.abilities))
            return gone if plain else gone | {("text", "*")}
        case tree.GainAbilitiesOf():
            return _WAITING if change.kind in KINDS else frozenset({("ability", "*")})
        case tree.LoseAllAbilities():
            return frozenset({("ability", "*"), ("text", "*")})
        case tree.DefinePT() | tree.SetBasePT() | tree.ModifyPT() | tree.SwitchPT():
            return POWER_AND_TOUGHNESS
    return FURTHER_WRITES.get(type(change), EVERYTHING)


def ability_key(ability: tree.Ability) -> Key:
    """Keywords by name; a landwalk by any name that a filter may give it."""
    if isinstance(ability, tree.Keyword) and ability.name != "landwalk":
        return ("ability", "*" if ability.name.startswith("@") else ability.name)
    return ("ability", "*")


def _given_keys(ability: tree.Ability) -> set[Key]:
    """What having or not having the ability makes of what looks at abilities: its name, and what
    kinds of abilities it stands for.
    """
    kinds = kinds_in(ability)
    if isinstance(ability, tree.Activated | tree.Triggered):
        return kinds
    if isinstance(ability, tree.Keyword) and ability.name == "landwalk":
        return {_LANDWALK}
    return {ability_key(ability), *kinds}


def _has_no_effect(ability: tree.Ability) -> bool:
    """Whether it is a keyword that stands for no effect, so that losing it ends none."""
    return (
        isinstance(ability, tree.Keyword)
        and not ability.name.startswith("@")
        and not any(isinstance(each, tree.Static) for each in meaning(ability))
    )


def decided_by(effect: tree.Effect) -> Keys:
    """What decides whether, and how much, the effect does to what it applies to."""
    condition = reads(effect.condition) if effect.condition is not None else frozenset[Key]()
    return condition.union(*map(deed_reads, effect.changes))


@lru_cache(maxsize=65536)
def kinds_in(ability: tree.Ability) -> set[Key]:
    """602.1, 603.1: whether it is an activated or a triggered ability, or stands for one."""
    if isinstance(ability, tree.Activated | tree.ClassLevel):
        return {ACTIVATED}
    if isinstance(ability, tree.Triggered | tree.Chapter):
        return {TRIGGERED}
    if isinstance(ability, tree.Keyword):
        return set[Key]().union(*(kinds_in(each) for each in meaning(ability) if each != ability))
    return set()


# Abilities that are looked at for what they are, whatever their names.
ACTIVATED: Key = ("ability", "@activated")
TRIGGERED: Key = ("ability", "@triggered")
_LANDWALK: Key = ("ability", "landwalk")
# 702: static abilities; any other keyword may stand for what waits for a cost or an event.
_STATIC = frozenset((
    "deathtouch", "defender", "double strike", "enchant", "first strike", "flash", "flying",
    "haste", "hexproof", "indestructible", "lifelink", "menace", "protection", "reach", "shroud",
    "trample", "vigilance", "fear", "intimidate", "shadow", "skulk", "horsemanship", "infect",
    "wither", "changeling", "devoid",
))  # fmt: skip
_WAITING: Keys = frozenset(
    {ACTIVATED, TRIGGERED, *(("ability", name) for name in KEYWORDS if name not in _STATIC)}
)


def _added_types(change: tree.AddTypes) -> Keys:
    keys: set[Key] = {("type", word) for word in change.types}
    if any(word.startswith("@") for word in change.types):
        keys.add(("type", "*"))
    for word in change.subtypes:
        keys |= _ANY_SUBTYPE if word.startswith("@") else {("subtype", word)}
    for each in change.every:
        keys.add(("subtype", "*"))
        keys.add(("family", each.split()[-2] if "land" in each else "creature"))
    return frozenset(keys | {("supertype", word) for word in change.supertypes})


@lru_cache(maxsize=65536)
def touch(read: Keys, written: Keys) -> bool:
    """Whether something that is read may be altered."""
    if written >= EVERYTHING:
        return bool(read)
    for kind, word in read:
        for other, name in written:
            if kind != other:
                continue
            if word == name or "*" in (word, name):
                if kind == "subtype" and name == "*" and word != "*" and _narrowed(word, written):
                    continue
                return True
    return False


def _narrowed(word: str, written: Keys) -> bool:
    """A change of one family's subtypes leaves the other families' alone."""
    families = {name for kind, name in written if kind == "family"}
    return bool(families) and "*" not in families and FAMILY_OF.get(word) not in families


@lru_cache(maxsize=65536)
def _fitting_reads(change: tree.Node) -> Keys:
    """205.3d: adding subtypes reads whether there is a card type that they belong to."""
    if isinstance(change, tree.SubtypesOf):
        return frozenset(("type", owner) for owner in TYPES_OF_FAMILY[change.family])
    if not isinstance(change, tree.AddTypes | tree.SetSubtypes):
        return frozenset()
    types = change.types if isinstance(change, tree.AddTypes) else ()
    return frozenset(
        ("type", owner)
        for which in subtype_families(change)
        for owner in TYPES_OF_FAMILY.get(which, ())
        if owner not in types
    )


def subtype_families(change: tree.AddTypes | tree.SetSubtypes) -> tuple[str, ...]:
    """The families of the subtypes that a change adds."""
    if isinstance(change, tree.SetSubtypes):
        return (change.family,)
    families = [_word_family(word) for word in change.subtypes]
    families += ["land" if "land" in each else "creature" for each in change.every]
    return tuple(dict.fromkeys(families))


def _word_family(word: str) -> str:
    if word.startswith("@"):
        return "land" if "land" in word else "creature"
    return family(word)


def deed_reads(change: tree.Change) -> Keys:
    """What decides what a change does (not what it grants for later)."""
    if isinstance(change, _OF_LATER):
        return _NOTHING
    if isinstance(change, tree.GainAbilitiesOf) and change.kind in KINDS:
        return reads(change.of) | KINDS[change.kind]
    return reads(change) | _fitting_reads(change)


_OF_LATER = (tree.GainAbilities, tree.LoseAbilities, tree.LoseAllAbilities, tree.CantHave)
_OF_ACTIVATED: Keys = frozenset({ACTIVATED, ("ability", "@intrinsic")})
# By the kind of abilities that a change gives of others, what it looks at: none has an effect.
KINDS: dict[str, Keys] = {
    "activated": _OF_ACTIVATED,
    "mana": _OF_ACTIVATED | {TRIGGERED},
    "activated but mana": _OF_ACTIVATED,
    "activated but loyalty": _OF_ACTIVATED,
    "loyalty": _OF_ACTIVATED,
    "triggered": frozenset({TRIGGERED}),
    "activated and triggered": _OF_ACTIVATED | {TRIGGERED},
}
