"""Noun phrases: what objects a text speaks of, as references, filters and groups (109, 115).

Phrases that other rules build on:
- `ref`: one object: "~", "it", "enchanted creature".
- `noun`: adjectives and head, as an `Each` ("nonland Elf Warrior creature cards").
- `group`: a noun with "other" before and any of "you control", "with flying", ... after it.
- `groups`: several groups ("Goblins you control and Elementals you control") as one.
- `singular`: a group after "a" or "an" or "another".
- `filter`: adjectives and noun used as a predicate ("a red Goblin", "artifacts and/or lands").

A noun without "card" or "spell" is a permanent (109.2). A possessive or pronoun for the object
that an effect applies to is `Affected`; `bind` replaces it where the object is known.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import chain, pairwise
from typing import Any, NamedTuple, TypeAlias

from striate.cards import tree as t
from striate.cards.grammar.engine import Declined, Reading, one_token, terminal, words
from striate.cards.grammar.normal import Tokens
from striate.cards.grammar.notation import builds, offers, said_as
from striate.cards.vocabulary import (
    BASIC_LAND_TYPES,
    CARD_TYPES,
    COLOR_NAMES,
    COLORS,
    FAMILY_OF,
    FORMS,
    KEYWORDS,
    NUMBER_WORDS,
    QUALITY_KEYWORDS,
    SPELL_TYPES,
    SUPERTYPES,
    plural,
)
from striate.cards.walking import any_node, rewrite

# --- building filters -----------------------------------------------------------------------------

ANYTHING = t.AllOf(())

_RANKED: tuple[type, ...] = (
    t.Other, t.Unknown, t.HasDesignation, t.IsTapped, t.IsFaceDown, t.HasSupertype, t.HasColor,
    t.ColorCount, t.Not, t.IsToken, t.HasSubtype, t.HasType, t.AnyOf, t.ControlledBy, t.OwnedBy,
)  # fmt: skip
_RANK: dict[type, int] = {kind: rank for rank, kind in enumerate(_RANKED)}


def _flat(kind: type[t.AllOf | t.AnyOf], parts: Iterable[t.Filter]) -> t.Filter:
    inner = (part.parts if isinstance(part, kind) else (part,) for part in parts)
    flat = dict.fromkeys(chain.from_iterable(inner))
    if len(flat) == 1:
        return next(iter(flat))
    return kind(tuple(sorted(flat, key=lambda part: (_RANK.get(type(part), 50), str(part)))))


@builds
def all_of(parts: Iterable[t.Filter]) -> t.Filter:
    return _flat(t.AllOf, parts)


@builds
def any_of(parts: Iterable[t.Filter]) -> t.Filter:
    return _flat(t.AnyOf, parts)


def parts_of(part: t.Filter) -> tuple[t.Filter, ...]:
    """The parts of a conjunction; any other filter is its own only part."""
    return part.parts if isinstance(part, t.AllOf) else (part,)


@builds
def in_play(*groups: t.Each) -> bool:
    return all(group.zone == "battlefield" for group in groups)


@builds
def bind(value: Any, ref: t.Ref) -> Any:
    """The value with `Affected` replaced, but not inside abilities that it grants."""
    controller = _CONTROLLER_OF.get(type(ref))

    def bound(part: Any) -> Any:
        if isinstance(part, t.Affected):
            return ref
        return controller if controller and part == "affected controller" else part

    return rewrite(value, bound, _ABILITIES)


@builds
def of_player(value: Any, player: Any, kinds: tuple[type, ...] = (), closed: Any = ()) -> Any:
    """ "They control", "their graveyard": of the player who is meant."""
    whose = lambda part: type(part)(player) if part.player == "that" else part
    return rewrite(value, whose, closed, kinds or _WHOSE)


_WHOSE = (t.ControlledBy, t.OwnedBy)
_CONTROLLER_OF: dict[type, str] = {t.This: "you", t.Attached: "attached controller"}
_ABILITIES = (t.Static, t.Activated, t.Triggered, t.Keyword, t.Opaque)


@builds
def stats_are(one: t.Stat, two: t.Stat, number: int, op: t.Comparator | None = None) -> t.Filter:
    """ "Base power or toughness 1": the base toughness."""
    two = "base toughness" if (one, two) == ("base power", "toughness") else two
    return any_of(t.StatIs(stat, op or "=", t.Num(number)) for stat in (one, two))


# --- words ----------------------------------------------------------------------------------------

words("color", COLORS)
_SAME_IN_PLURAL = {name.lower() for name in FAMILY_OF if plural(name) == name}
_TYPE_FORMS: list[tuple[str, str, t.Filter]] = [
    (name.lower(), "sorceries" if name == "Sorcery" else f"{name.lower()}s", t.HasType(name))
    for name in CARD_TYPES
]
_TYPE_FORMS += [
    (name.lower(), f"{name.lower()}s", t.HasSubtype(name)) for name in (*SPELL_TYPES, "Siege")
]
_TYPE_FORMS += [
    (name.lower(), form, t.HasSubtype(name))
    for family, table in FORMS.items()
    if family != "planeswalker"
    for form, name in table.items()
]
words("type word", {one: part for one, _, part in _TYPE_FORMS})
# A word whose plural looks like its singular ("Merfolk") is both.
words(
    "plural type word",
    {many: part for one, many, part in _TYPE_FORMS if many != one or many in _SAME_IN_PLURAL},
)
words("supertype", {name.lower(): name for name in SUPERTYPES})
words("card type", {name.lower(): name for name in CARD_TYPES})
for _family, _table in FORMS.items():
    if _family != "planeswalker":
        words("subtype", _table)
words("number word", {**NUMBER_WORDS, "a single": 1})
words("keyword name", {name: name for name in (*KEYWORDS, *QUALITY_KEYWORDS)})


@terminal("subtype name", {form for form in FORMS["planeswalker"]})
def _planeswalker_type(tokens: Tokens, at: int) -> Iterator[Reading]:
    """A planeswalker type; only with a capital, since "will" is a word as well."""
    word = tokens.word(at).removeprefix("non-")
    name = FORMS["planeswalker"].get(tokens.keys[at])
    if name and word[:1].isupper():
        yield at + 1, name


one_token("digits", {"#"}, lambda tokens, at: int(tokens.word(at).replace(",", "")))


_NO_COUNTER = {
    "or", *NUMBER_WORDS, "different", "kind", "kinds", "exactly", "least", "additional", "a", "an",
    "no", "that", "those", "the", "of", "on", "more", "with", "each", "and",
}  # fmt: skip


@terminal("counter kind", None)
def _counter_kind(tokens: Tokens, at: int) -> Iterator[Reading]:
    """122.1: the name of a counter: a P/T pair or words before "counter"."""
    keys = tokens.keys
    if keys[at] in ("{", "#", '"', "~", ",", ".", "x") or keys[at] in _NO_COUNTER:
        return
    for end in range(at + 1, min(at + 3, len(keys) - 1) + 1):
        if keys[end] in ("counter", "counters"):
            kind = tokens.slice(at, end)
            yield end, kind if keys[at] == "±" else kind.lower()
            return
        if not keys[end].isalpha():
            return


_NAME_GLUE = {"of", "the", "and", "in", "for", "to", "a", "an", "from", "with", "'s", "'", ",", "&"}
_NAME_GLUE |= {"-", "on", "at", "by", "//", "!", "or"}


_APOSTROPHE = re.compile(r"[a-z]'[A-Z]")  # "l'Cie"


@terminal("card name", None)
def _card_name(tokens: Tokens, at: int) -> Iterator[Reading]:
    """A name: capitalised words, with small words between them; every end is tried."""
    keys = tokens.keys
    if keys[at] == "~":
        yield at + 1, "~"
        return
    for end in range(at, min(at + 9, len(keys))):
        word = tokens.word(end)
        if keys[end] == '"':
            return
        if word[:1].isupper() or word[:1].isdigit() or _APOSTROPHE.match(word):
            if end + 1 == len(keys) or keys[end + 1] != "'s":
                yield end + 1, tokens.slice(at, end + 1)
        elif keys[end] not in _NAME_GLUE or end == at:
            return


# --- adjectives -----------------------------------------------------------------------------------

# 700.9: equipped, enchanted by an Aura its controller controls, or with a counter on it.
MODIFIED = any_of(
    (
        t.HasCounter(),
        t.HasAttached(t.HasSubtype("Equipment")),
        t.HasAttached(all_of((t.HasSubtype("Aura"), t.ControlledBy("you")))),
    )
)
# 700.12
OUTLAW = any_of(
    t.HasSubtype(name) for name in ("Assassin", "Mercenary", "Pirate", "Rogue", "Warlock")
)

_HOSTS = {"enchanted": "Aura", "equipped": "Equipment", "fortified": "Fortification"}
_BEFORE_STATE = {"each", "a", "an", "another", "other", "no", "all", "target"}
_BEFORE_HOST = {"is", "are", "not", "non", "and", "or", *_BEFORE_STATE, *_HOSTS}


@terminal("host", set(_HOSTS))
def _host(tokens: Tokens, at: int) -> Iterator[Reading]:
    """ "Enchanted" as a quality: "each enchanted creature"; alone it means the source's host."""
    keys, states = tokens.keys, said_as("state").values()
    after = keys[at + 1] if at + 1 < len(keys) else "s"
    before = keys[at - 1] if at else ""
    # "Target blocking equipped creature", and not "that's blocking equipped creature".
    after_state = before in states and at > 1 and keys[at - 2] in _BEFORE_STATE
    joined = after in (",", "and", "or", "and/or", *_HOSTS, *states)
    if after_state or before in _BEFORE_HOST or after.endswith("s") or joined:
        yield at + 1, t.HasAttached(t.HasSubtype(_HOSTS[keys[at]]))


@builds
def two_nouns(parts: tuple[t.Filter, ...]) -> bool:
    """ "Creature or enchantment creature" is no creature with an adjective, but two nouns."""
    either = [part.parts for part in parts if isinstance(part, t.AnyOf)]
    return any(set(words) & set(parts) for words in either)


@builds
def is_type(part: t.Filter) -> bool:
    return isinstance(part, (t.HasType, t.HasSubtype))


# --- nouns ----------------------------------------------------------------------------------------

_Noun: TypeAlias = tuple[t.Filter, t.Zone | None]


@builds
class Head(NamedTuple):
    """A noun before it is put into a list: `plural` and `marked` say what lists it may be in."""

    filter: t.Filter
    zone: t.Zone | None
    plural: bool
    typed: bool = False  # has a type or subtype as an adjective
    marked: bool = False  # has another adjective, which could be meant for the whole list
    word: bool = False  # is itself a type or subtype


@builds
def bare_noun(head: Head, adjectives: tuple[t.Filter, ...] | None) -> Any:
    adjectives = adjectives or ()
    if head.filter in adjectives or two_nouns((*adjectives, head.filter)):
        raise Declined
    kinds, word = set(map(is_type, adjectives)), head.word and not adjectives
    whole = all_of((*adjectives, head.filter))
    return head._replace(filter=whole, typed=True in kinds, marked=False in kinds, word=word)


@builds
def whole_noun(nouns: tuple[Head, ...]) -> Any:
    if len({(noun.zone, noun.plural) for noun in nouns}) > 1:
        raise Declined
    first, last = nouns[0], nouns[-1]
    # "An Assassin card or card with freerunning": what follows is said of the card alone.
    if first is not last and any(noun.filter == ANYTHING for noun in nouns):
        raise Declined
    # "Basic land cards and/or Gate cards": each of them has a noun of its own.
    apart = all(noun.zone is None and noun.typed for noun in nouns)
    if first is not last and not apart:
        # "legendary artifacts and creatures": are the creatures legendary? Nobody can say.
        of_its_own = last.typed and set(parts_of(first.filter)) & set(parts_of(last.filter))
        if first.marked and not of_its_own and not all(noun.marked for noun in nouns):
            # "Attacking Ninjas and Rogues": what no board tells is left open of all of them.
            qualities = [part for part in parts_of(first.filter) if not is_type(part)]
            if not all(isinstance(part, t.Unknown) for part in qualities):
                raise Declined
            nouns = tuple(n._replace(filter=all_of((*qualities, n.filter))) for n in nouns)
        # "Elf or Goblin creature" is one noun with two adjectives, not two nouns.
        if first.word and last.typed and not first.plural:
            raise Declined
    return (any_of(noun.filter for noun in nouns), first.zone)


# What stands after a noun (see `postmodifiers`): a filter, and a zone if it names one.
_After: TypeAlias = tuple[t.Filter, t.Zone | None]

# --- groups ---------------------------------------------------------------------------------------


def _takes_the_rest(part: t.Filter, zone: t.Zone | None) -> bool:
    """ "Attached to permanents you control": what follows belongs to the inner noun."""
    if isinstance(part, t.IsAttachedTo):
        return not isinstance(part.to, (t.This, t.Attached, t.Affected))
    if isinstance(part, t.Not):
        return _takes_the_rest(part.part, zone)
    if isinstance(part, t.SharesWith):
        return isinstance(part.ref, t.Each)
    if isinstance(part, t.StatIs):
        counted = part.amount.filter if isinstance(part.amount, t.Count) else ANYTHING
        aside = zone in _OF_CARDS and _is_controlled(parts_of(counted))
        return not (aside or isinstance(part.amount, (t.Num, t.X, t.StatOf)))
    return isinstance(part, t.IsExtreme)


_OF_CARDS = ("hand", "graveyard", "library")


def _is_controlled(parts: Iterable[t.Filter]) -> bool:
    """108.4: what has a controller is on the battlefield or the stack, and no card in a hand."""
    return any(isinstance(part, t.ControlledBy) for part in parts)


@builds
def is_of_creatures(noun: t.Filter, part: t.Filter) -> bool:
    """Whether it is a creature, of which the part says what a creature alone has (208.1, 702.9)."""
    of_stats = isinstance(part, t.StatIs) and part.stat in ("power", "toughness")
    return noun == t.HasType("Creature") and (of_stats or isinstance(part, t.HasKeyword))


def _is_of_the_last(noun: t.Filter, part: t.Filter) -> bool:
    """ "Artifact or creature with flying" is no "artifact with flying"."""
    nouns = noun.parts if isinstance(noun, t.AnyOf) else ()
    others = any(isinstance(one, t.HasType) and one.type != "Creature" for one in nouns)
    return others and any(is_of_creatures(one, part) for one in nouns)


@builds
def group_of(noun: _Noun, afters: tuple[_After, ...], other: bool) -> Any:
    """A noun and what stands after it; the zone is the one that is named, if any is."""
    if any(_takes_the_rest(part, zone) for (part, _), (_, zone) in pairwise(afters)):
        raise Declined
    if any(_is_of_the_last(noun[0], part) for part, _ in afters):
        raise Declined
    named: set[t.Zone] = {zone for _, zone in afters if zone is not None}
    if len(named) > 1 or (noun[1] == "stack" and named - {"stack"}):
        raise Declined
    anywhere: t.Zone = "any"
    zone: t.Zone = named.pop() if named else noun[1] or anywhere
    parts = [noun[0], *(part for part, _ in afters)]
    if zone in _OF_CARDS and _is_controlled(parts):
        raise Declined
    if other:
        parts.append(t.Other())
    # 700.9 counts Auras of the creature's controller; only "you" is sure to be that player.
    if MODIFIED in parts_of(noun[0]) and t.ControlledBy("you") not in parts:
        raise Declined
    return t.Each(all_of(parts), zone)


offers(ANYTHING=ANYTHING, BASIC_LAND_TYPES=BASIC_LAND_TYPES, MODIFIED=MODIFIED, OUTLAW=OUTLAW)
offers(COLOR_NAMES=COLOR_NAMES, any_node=any_node)
