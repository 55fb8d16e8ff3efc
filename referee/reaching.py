"""613.1: whether anything could make an object other than its copiable values say.

A question about one object as it enters looks at its types and at a few of its abilities. Mostly
no effect in being alters these, and then the layers need not be applied to the whole board.
`untouched` misses nothing: it asks of every text and every effect about what it could alter, and
takes "this" and "enchanted creature" for the one object that they mean. Words that mean a group
are tried on the copiable values, once it is asked whether anything alters what these words look at.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import TypeAlias

import msgspec
from msgspec.structs import astuple

from striate.cards import tree
from striate.cards.tree import Ability, Keyword, Node, Who
from striate.cards.walking import any_node, nodes
from striate.referee import asking
from striate.referee.context import Context
from striate.referee.effects import counter_effects, layer_of, plans
from striate.referee.game import Lasting, Thing
from striate.referee.layers import Layers
from striate.referee.mentions import own_enters
from striate.referee.play import Play
from striate.referee.reads import reads
from striate.referee.state import State
from striate.referee.touching import (
    alters_type_line,
    could_set_land_types,
    names_keyword,
    type_words,
)

_KIND_OF = {"2": "controller", "5": "colors"}
_NOT_TRIED = frozenset(("abilities", "controller"))


class Question(msgspec.Struct, frozen=True):
    """What is looked at of an object: kinds of characteristics (as `reads` names them), of its type
    line these words, keywords that are neither activated nor triggered abilities, and whether it
    has all that it says.
    """

    kinds: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    keywords: frozenset[str] = frozenset()
    keeps_all: bool = False

    def looking(self, parts: tuple[tree.Filter, ...]) -> "Question":
        """The same question, and what these filters look at, each at one object by itself."""
        kinds = self.kinds | (reads(parts) - {"types"})
        return msgspec.structs.replace(self, kinds=kinds, words=self.words | type_words(parts))


class Saying(msgspec.Struct, frozen=True):
    """An effect of an ability, and of whom it says something: None where an ability that is given
    says it of whoever gets it.
    """

    who: Who | None
    ability: Ability
    place: tuple[int, int]
    effect: tree.Effect


Said: TypeAlias = tuple[Thing | None, Saying]  # whose effect it is


def untouched(play: Play, handle: str, question: Question) -> bool:
    """Whether no effect in being could alter what is asked of the object."""
    if play.copying_looks_around(handle) or words_are_altered(play):
        return False
    thing = play.game.things[handle]
    while True:
        said = list(altering(play, question))
        wider = question.looking(tuple(part for _, each in said for part in tried_of(each.who)))
        if wider == question:
            break
        question = wider
    if is_fixed_on(play, thing, question):
        return False
    return not any(may_mean(play, each.who, source, thing) for source, each in said)


def by_themselves(play: Play, handles: tuple[str, ...], question: Question) -> State | None:
    """The objects by their copiable values, where nothing could alter what is asked of them."""
    if all(untouched(play, handle, question) for handle in handles):
        return copiable_state(play, handles)
    return None


def copiable_state(play: Play, handles: tuple[str, ...]) -> State:
    """613.2c: these objects as layer 1 leaves them."""
    views = {
        handle: Layers(play.game, facts=play.facts, only=handle).run("1").views[handle]
        for handle in handles
    }
    return State(play.game, views, facts=play.facts)


# --- what is said ---------------------------------------------------------------------------------------


def altering(play: Play, question: Question) -> Iterator[Said]:
    """Each static effect that could alter what is asked, and whose it is."""
    game = play.game
    asked = _asking(question)
    for handle, said in play.all_that_say(asked).items():
        for each in said:
            yield game.things[handle], each
    for thing in game.things.values():
        if thing.face_down is not None:
            for each in asked(thing.face_down.abilities):
                yield thing, each
    for _, given in game.effects(_all_given):
        for handle, abilities in given.items():
            for each in asked(abilities):
                yield game.things[handle], each
    for lingering in game.lingering:
        for each in asked((lingering.ability,)):
            yield None, each


def words_are_altered(play: Play) -> bool:
    """612, 613.1f: whether some text is other than it is printed or copied, or an object may have
    abilities that only others say.
    """
    return (
        not play.nobody_says(_alter_words)
        or any(_alter_words((each.ability,)) for each in play.game.lingering)
        or bool(play.game.effects(_alters_words))
    )


@lru_cache(maxsize=16384)
def _alter_words(abilities: tuple[Ability, ...]) -> bool:
    return any(
        any_node(each, _alters_text)
        for each in abilities
        if isinstance(each, tree.Static | tree.LevelSymbol | tree.ClassLevel | Keyword)
    )


def _alters_words(lasting: Lasting) -> bool:
    changes = tuple(lasting.by_object.values())
    return any_node(changes, _alters_text) or _alter_words(_given(changes))


def _alters_text(node: Node) -> bool:
    if isinstance(node, tree.GainAbilitiesOf):
        if node.kind == "keywords":
            return any(plans(Keyword(name)) for name in node.keywords)
        return node.kind == "all"  # all other kinds are activated or triggered abilities
    return layer_of(node, cda=False) == "3" and not isinstance(node, tree.SetName)


def _all_given(lasting: Lasting) -> dict[str, tuple[Ability, ...]]:
    """By object, the abilities that the effect gives it."""
    found = ((handle, _given(changes)) for handle, changes in lasting.by_object.items())
    return {handle: given for handle, given in found if given}


def _given(value: object) -> tuple[Ability, ...]:
    """The abilities that resolved effects give, those of copied values too."""
    found: list[Ability] = []

    def note(node: Node) -> bool:
        found.extend(getattr(node, "abilities", ()))
        values = getattr(node, "values", None) or getattr(node, "text", None)
        while isinstance(values, msgspec.Struct):
            found.extend(getattr(values, "abilities", ()))
            values = getattr(values, "bottom", None)
        return False

    any_node(value, note)
    return tuple(found)


@lru_cache(maxsize=256)
def _asking(question: Question) -> Callable[[tuple[Ability, ...]], tuple[Saying, ...]]:
    """The same function for the same question, so that each text is asked once."""

    def said(abilities: tuple[Ability, ...]) -> tuple[Saying, ...]:
        found: list[Saying] = []
        for ability in abilities:
            _collect(ability, question, found, given=False)
        return tuple(dict.fromkeys(found))

    return said


def _collect(ability: Ability, question: Question, found: list[Saying], *, given: bool) -> None:
    for plan in plans(ability):
        effect = plan.effect
        if any(alters(change, question) for change in effect.changes):
            who = None if given else effect.who
            found.append(Saying(who, ability, plan.place, effect))
        for change in effect.changes:
            for inner in getattr(change, "abilities", ()):
                _collect(inner, question, found, given=True)


def tried_of(who: Who | None) -> tuple[tree.Filter, ...]:
    return _tried(who.filter) if isinstance(who, tree.Each) else ()


def alters(change: Node, question: Question) -> bool:
    """Whether the change could make a difference to what is asked of an object."""
    layer = layer_of(change, cda=False)
    if layer is None:
        return False
    if layer in ("1a", "3"):
        return not isinstance(change, tree.SetName) or "text" in question.kinds
    if layer == "6":
        return _alters_abilities(change, question)
    if layer == "4":
        takes = (question.keeps_all or bool(question.keywords)) and could_set_land_types(change)
        return takes or alters_type_line(change, question.words)
    return _KIND_OF.get(layer, "pt") in question.kinds


def _alters_abilities(change: Node, question: Question) -> bool:
    if isinstance(change, tree.LoseAllAbilities):
        return question.keeps_all or bool(question.keywords)
    if isinstance(change, tree.GainAbilitiesOf):
        # `words_are_altered` has all but keywords, and activated and triggered abilities.
        named = tuple(Keyword(name) for name in change.keywords)
        if question.keeps_all and any(own_enters((each,)) for each in named):
            return True
        return any(names_keyword(each, question.keywords) for each in named)
    assert isinstance(change, tree.GainAbilities | tree.LoseAbilities | tree.CantHave)
    if question.keeps_all:
        # A keyword by its name counts if it says how its object enters, or is a static ability.
        taken = () if isinstance(change, tree.GainAbilities) else change.abilities
        if not all(isinstance(each, Keyword) and not plans(each) for each in taken):
            return True
        if any(own_enters((each,)) for each in change.abilities):
            return True
    return any(names_keyword(ability, question.keywords) for ability in change.abilities)


# --- of whom it is said ---------------------------------------------------------------------------------


def is_fixed_on(play: Play, thing: Thing, question: Question) -> bool:
    """611.2c, 122.1: whether a resolution or its own counters alter that of the object."""
    fixed = play.game.effects(_fixing(question)) if play.game.effects_on(thing.handle) else ()
    return any(thing.handle in there for _, there in fixed) or any(
        alters(change, question)
        for effect in counter_effects(thing)
        for changes in effect.parts.values()
        for change in changes
    )


@lru_cache(maxsize=256)
def _fixing(question: Question) -> Callable[[Lasting], frozenset[str]]:
    """The objects of which an effect alters what is asked; the same function for each question."""

    def altered(lasting: Lasting) -> frozenset[str]:
        return frozenset(
            handle
            for handle, changes in lasting.by_object.items()
            if any(layer_of(each, cda=False) != "1a" and alters(each, question) for each in changes)
        )

    return altered


def may_mean(
    play: Play,
    who: Who | None,
    source: Thing | None,
    thing: Thing,
    altered: frozenset[str] = frozenset(),
) -> bool:
    """Whether the words could mean the object; of these kinds its characteristics are `altered`."""
    if source is None or who is None:
        return True
    if isinstance(who, tree.This):
        return source is thing
    if isinstance(who, tree.Attached):
        return source.attached_to == thing.handle
    if not isinstance(who, tree.Each):
        return True
    if who.zone not in ("any", thing.zone):
        return False
    state = copiable_state(play, (thing.handle,))
    at = Context(source=source.handle, choices=source.choices)
    return all(
        asking.matches(part, thing.handle, at, state)
        for part in _tried(who.filter)
        if reads(part).isdisjoint(altered)
    )


@lru_cache(maxsize=4096)
def _tried(part: tree.Filter) -> tuple[tree.Filter, ...]:
    """Of what must hold, what copiable values tell: each part that looks at one object by itself.

    109.5: not whose it is, since that of the source may be altered too.
    """
    parts = part.parts if isinstance(part, tree.AllOf) else (part,)
    return tuple(
        each for each in parts if looks_at_one(each) and reads(each).isdisjoint(_NOT_TRIED)
    )


def looks_at_one(part: tree.Filter) -> bool:
    """Whether it looks at one object, and of others at the choices of its source alone."""
    match part:
        case tree.AllOf(parts) | tree.AnyOf(parts):
            return all(map(looks_at_one, parts))
        case tree.Not(inner):
            # 607.5a: a choice may be undefined, and then nothing is the word that was chosen.
            return looks_at_one(inner) and not _names_a_choice(inner)
        case tree.Named(word):
            return not word.startswith("~")
        case tree.HasType() | tree.HasSubtype() | tree.HasColor():
            return True
    return isinstance(part, _FACTS) or asking.by_itself(part)


def _names_a_choice(part: tree.Filter) -> bool:
    words = (word for node in nodes(part) for word in astuple(node))
    return any(isinstance(word, str) and word.startswith("@") for word in words)


# What no layer alters of an object.
_FACTS = (
    tree.HasCounter,
    tree.HasDesignation,
    tree.InZone,
    tree.IsCommander,
    tree.IsFaceDown,
    tree.IsTapped,
    tree.IsToken,
    tree.Unknown,
)
