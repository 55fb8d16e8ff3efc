"""Objects and players as a sentence names them, before it is known which they are.

A draft knows where in the sentence it was read. `references` replaces it by a reference: by one of
the objects that the text has named (`Entity`), if "that NOUN" can mean it.
"""

import re
from itertools import chain
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from striate.cards import tree as t
from striate.cards.grammar import nouns
from striate.cards.grammar.notation import builds, offers
from striate.cards.vocabulary import CARD_TYPES, FAMILY_OF
from striate.cards.walking import any_node, nodes


@builds
class NewTarget(t.Node, frozen=True):
    """ "target ...", or an object that is chosen: an entry of the body's targets.

    `sharing`: what it has in common with the target before it; `several`: the text calls it "those
    creatures" afterwards ("for each opponent, target creature that player controls"); `doer`: who
    chooses it, if a text says that.
    """

    at: int
    spec: t.TargetSpec
    another: bool = False
    sharing: str = ""
    several: bool = False
    doer: Any = None


class Named(t.Node, frozen=True):
    """An object that needs no entry: "~", "enchanted creature"."""

    at: int
    ref: t.Ref


@builds
class Back(t.Node, frozen=True):
    """ "it", "that creature", "they", "those lands": an object named before.

    `place` is for the printer's "the second target"; `noun` is what the words say of it. What it
    is to its verb is told by `roles`: the subject, what deals damage (`agent`), or the other side
    of `apart`.
    """

    at: int
    many: bool = False
    noun: t.Filter | None = None
    that: bool = False
    place: int | None = None
    exiled: bool = False
    chosen: str = ""
    subject: bool = False
    agent: bool = False
    apart: Any = None


@builds
class PutOff(t.Node, frozen=True):
    """ "At the beginning of the next combat, ...": all that the sentence goes on with waits too."""

    when: str
    steps: tuple[Any, ...]


@builds
class Joined(t.Node, frozen=True):
    """ "~ and target creature": several objects as one set."""

    parts: tuple[Any, ...]


@builds
def again(who: Any) -> Any:
    """What a second step of the same words is done to: the set that the first one found."""
    group: Any = who
    return t.Those(group) if isinstance(who, (t.Each, Joined)) else who


@builds
class PlayerBack(t.Node, frozen=True):
    """ "that player", "its controller", "its owner"."""

    at: int
    role: Literal["player", "they", "controller", "owner", "other"]
    of: Any = None


@builds
class NewPlayer(t.Node, frozen=True):
    """ "target player", "target opponent"."""

    at: int
    kind: str


DRAFTS = (NewTarget, Named, Back, PlayerBack, NewPlayer)
SEALED = (
    t.Keyword, t.Static, t.LevelSymbol, t.ClassLevel, t.Activated, t.Triggered, t.Chapter,
    t.Spell, t.Opaque, t.Prose, t.Event,
)  # fmt: skip


class Unclear(Exception):
    """A pronoun or a sentence that could mean several things, or nothing that is there."""


def drafts_in(node: Any) -> list[Any]:
    """The drafts of a step in the text's order."""
    drafts: list[Any] = []
    for part in nodes(node, (*SEALED, *DRAFTS)):
        if isinstance(part, DRAFTS):
            drafts.append(part)
            if isinstance(part, PlayerBack) and isinstance(part.of, t.Node):
                drafts.append(part.of)
    return sorted(drafts, key=lambda draft: draft.at)


def has_drafts(value: Any) -> bool:
    return any_node(value, (*DRAFTS, Joined))


def subject_of(step: Any) -> Any:
    return step.effect.who if isinstance(step, t.Continuous) else getattr(step, "who", None)


def with_subject(step: Any, who: Any) -> Any:
    if isinstance(step, t.Continuous):
        return replace(step, effect=replace(step.effect, who=who))
    return replace(step, who=who)


offers(NamedDraft=Named)


def parts_of(filter: t.Filter) -> tuple[t.Filter, ...]:
    if isinstance(filter, (t.AllOf, t.AnyOf)):
        return tuple(part for inner in filter.parts for part in parts_of(inner))
    return (filter,)


def type_words(filter: t.Filter) -> frozenset[str]:
    """The card types and subtypes that the words name."""
    words: set[str] = set()
    for part in parts_of(filter):
        if isinstance(part, t.HasType):
            words.add(part.type)
        elif isinstance(part, t.HasSubtype):
            words.add(part.subtype)
            family = FAMILY_OF.get(part.subtype)
            if family is not None:
                words.add(family.capitalize())
            elif part.subtype.startswith("@creature"):
                words.add("Creature")
    return frozenset(words)


def alike(one: t.Filter, two: t.Filter) -> bool:
    """Whether the card types that the two name do not rule each other out."""
    types = set(CARD_TYPES)
    known, named = type_words(one) & types, type_words(two) & types
    return not known or not named or bool(known & named)


def is_token(filter: t.Filter) -> bool:
    return any(isinstance(part, t.IsToken) for part in parts_of(filter))


def kind_word(filter: t.Filter) -> t.Filter:
    """The noun for an object that an event names: "that creature"; anything where there is none."""
    parts = [part for part in parts_of(filter) if isinstance(part, (t.HasType, t.HasSubtype))]
    types = [part for part in parts if isinstance(part, t.HasType)]
    if len(types) == 1 or len(parts) == 1:
        return (types or parts)[0]
    return t.AllOf(())


ON_STACK = t.InZone("stack")  # what "spell" says
CARD: t.Filter = t.Not(t.IsToken())  # 108.2b: what "card" says, and nothing more


def in_its_zone(filter: t.Filter, zone: t.Zone) -> t.Filter:
    """What is known of an object: on the stack it is a spell."""
    return both(filter, ON_STACK) if zone == "stack" else filter


_WHOSE = (t.ControlledBy("you"), t.ControlledBy("opponent"), t.Not(t.ControlledBy("you")))


def fits(noun: t.Filter | None, filter: t.Filter) -> bool:
    """Could "that NOUN" stand for an object introduced with this filter?"""
    if noun is None or noun == CARD:
        return True
    words = type_words(noun)
    if ON_STACK in parts_of(noun) and ON_STACK not in parts_of(filter):
        return False
    for whose in _WHOSE:
        if whose in parts_of(noun) and whose not in parts_of(filter):
            return False
    if is_token(noun):
        return is_token(filter)
    if not words:
        return True
    known = type_words(filter)
    types_asked = words & set(CARD_TYPES)
    if words - types_asked:
        return bool(words <= known)
    return not (known & set(CARD_TYPES)) or bool(types_asked & known)


def is_called(noun: t.Filter | None, filter: t.Filter) -> bool:
    """Whether the text itself has given the object that noun: "a spell" is no "that creature"."""
    words = type_words(noun) if noun is not None else frozenset()
    if not words:
        return True
    on_stack = ON_STACK in parts_of(filter) and ON_STACK not in parts_of(noun or filter)
    return not on_stack and words <= type_words(filter)


_SOME_OBJECT = re.compile(
    r"(?<!\bwas )(?<!\bis )(?<!\bwere )\b(?:an?|another|one or more) (?:[\w'-]+ ){0,3}?"
    r"(?:creature|permanent|artifact|enchantment|land|planeswalker|spell|card|token)s?\b"
)
_NO_MORE = re.compile(
    r"\b(?:this turn|this way|this combat|last turn)$|\byou control\b|\bas you cast\b"
)


def vague_object(fact: str) -> bool:
    """Whether a fact that no board can tell speaks of some object that is there."""
    return _SOME_OBJECT.search(fact) is not None and _NO_MORE.search(fact) is None


class Entity(Struct, eq=False):
    """An object, or several, that the text has named."""

    ref: Any  # None of what takes a place among the targets only when it is meant: `lazy`
    sentence: int
    filter: t.Filter = nouns.ANYTHING
    many: bool = False
    lazy: t.TargetSpec | None = None
    own: bool = False
    main: bool = False
    exiled: bool = False
    found: bool = False  # searched for
    made: bool = False
    card: bool = False  # turned up by an instruction: "it", "that card", but no "that creature"
    focus: bool = False  # "it" meant this object already
    weak: bool = False  # a card that only the same sentence can mean
    aside: bool = False  # named in a condition: not what the next sentence is about
    vague: bool = False  # "a creature spell" in a fact: nobody can say which
    doubtful: bool = False  # made only if a condition holds
    gone: bool = False  # sacrificed, destroyed or returned by the text itself
    topic: bool = False  # what the condition before the body is about


NOWHERE = 10_000  # the place of a pronoun that comes after all others


def type_filter(word: str) -> t.Filter:
    return t.HasType(word) if word in CARD_TYPES else t.HasSubtype(word)


def both(*filters: t.Filter) -> t.Filter:
    parts = tuple(dict.fromkeys(chain.from_iterable(map(nouns.parts_of, filters))))
    return parts[0] if len(parts) == 1 else t.AllOf(parts)
