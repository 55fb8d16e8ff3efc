"""Other than which object: "each other creature", "another Aura" (109.1).

"Other" is other than the object that the sentence is about, if that could be one of those that
are counted ("equipped creature gets +1/+1 for each other creature you control"), and else other
than the source ("enchanted creature gets +2/+2 for each other enchantment": than the Aura).
And what "the chosen type" is: what the linked ability lets a player choose.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from msgspec.structs import replace

from striate.cards import tree as t
from striate.cards.grammar.drafts import SEALED, alike, parts_of, type_words
from striate.cards.grammar.notation import builds
from striate.cards.grammar.nouns import all_of
from striate.cards.walking import any_node, nodes, rewrite

_GROUPS = (t.Each, t.Count, t.CountDistinct, t.Aggregate, t.CountersAmong, t.SymbolsAmong)
_SETTLED = (*SEALED, t.ChosenObject)  # whose "other" is that of the words that named them
_NOT_THIS = t.Not(t.Is(t.This()))
_NOT_IT = t.Not(t.Is(t.Affected()))


@builds
def as_other(group: t.Each) -> t.Each:
    """Of a group that something is done to, "creatures other than ~" are "other creatures"."""
    return replace(group, filter=_with(group.filter, _NOT_THIS, t.Other()))


def _with(value: Any, old: t.Filter, new: t.Filter, closed: Any = _SETTLED) -> Any:
    """The value with another filter for that one, in the order that conjunctions have."""

    def put(node: Any) -> Any:
        if isinstance(node, t.AllOf) and old in node.parts:
            return all_of(rewrite(part, put, closed) for part in node.parts)
        return new if node == old else node

    return rewrite(value, put, closed) if any_node(value, (type(old),), closed) else value


def says_other(value: Any) -> bool:
    def other(node: t.Node) -> bool:
        return isinstance(node, _GROUPS) and t.Other() in parts_of(node.filter)

    return any_node(value, other, _SETTLED)


def with_other(value: Any, other: t.Filter) -> Any:
    return _with(value, t.Other(), other)


def _other_than_it(value: Any, subject: t.Filter) -> Any:
    """The value with "other" as other than the subject, where the subject could be among them."""

    def put(node: Any) -> Any:
        about = alike(node.filter, subject)
        return replace(node, filter=with_other(node.filter, _NOT_IT)) if about else node

    return rewrite(value, put, (*SEALED, t.GainAbilities), _GROUPS)


def other_than_subject(step: Any, filter_of: Callable[[Any], t.Filter]) -> Any:
    """The instruction with "other" in what it counts as other than its subject."""
    if isinstance(step, t.Continuous):
        who = step.effect.who
        if who == t.This():
            return step
        subject = _of_group(who, filter_of)
        changes = tuple(_other_than_it(change, subject) for change in step.effect.changes)
        effect = replace(step.effect, changes=changes)
        return replace(step, effect=effect)
    if isinstance(step, (t.PutCounters, t.RemoveCounters)) and step.who != t.This():
        amount = _other_than_it(step.amount, _of_group(step.who, filter_of))
        return replace(step, amount=amount)
    return step


def _of_group(who: Any, filter_of: Callable[[Any], t.Filter]) -> t.Filter:
    if isinstance(who, t.Those):
        who = who.group
    filter: t.Filter = who.filter if isinstance(who, t.Each) else filter_of(who)
    return filter


def other_in_static(value: Any, who: Any) -> Any:
    """604: "other" in the amounts and conditions of a static ability with that subject."""
    if who == t.This():
        return value
    subject = who.filter if isinstance(who, t.Each) else t.HasType("Creature")
    return _other_than_it(value, subject)


def other_than_host(abilities: tuple[t.Ability, ...]) -> tuple[t.Ability, ...]:
    """Where no creature says it, "other creatures" are other than the enchanted or equipped one."""

    def told(ability: t.Ability) -> bool:
        return isinstance(ability, t.Static) and any(
            effect.who == t.Attached() for effect in ability.effects
        )

    def contrasted(ability: t.Ability) -> t.Ability:
        if not isinstance(ability, t.Static):
            return ability
        effects = (_of_others(effect) for effect in ability.effects)
        return replace(ability, effects=tuple(effects))

    return tuple(map(contrasted, abilities)) if any(map(told, abilities)) else abilities


def _of_others(effect: t.Effect) -> t.Effect:
    who = effect.who
    if not isinstance(who, t.Each) or "Creature" not in type_words(who.filter):
        return effect
    but_host = with_other(who.filter, t.Not(t.Is(t.Attached())))
    return replace(effect, who=replace(who, filter=but_host))


def said_of(group: t.Each, ref: Any) -> t.Each:
    """ "~ and each other creature that shares a color with it": other than "~", and with "~"."""
    other = t.Other() if ref == t.This() else t.Not(t.Is(ref))
    filter = _with(group.filter, t.Other(), other, SEALED)
    return replace(group, filter=its_of_filter(filter, ref))


def its_of_filter(filter: Any, ref: Any) -> Any:
    """The filter with "it" as that object.

    "Creatures with toughness greater than its power" is said of each creature by itself, but
    "power less than its power" can't be.
    """

    def put(node: Any) -> Any:
        if isinstance(node, t.StatIs):
            same = node.amount == t.StatOf(node.stat, t.Affected())
            return replace(node, amount=t.StatOf(node.stat, ref)) if same else node
        return ref

    return rewrite(filter, put, (*SEALED, t.StatIs), (t.StatIs, t.Affected))


def speaks_of_it(filter: Any) -> bool:
    """Whether "it" in the filter is an object named elsewhere."""
    return bool(its_of_filter(filter, t.This()) != its_of_filter(filter, t.Attached()))


_TREE = TypeVar("_TREE")


def with_choice(abilities: tuple[t.Ability, ...]) -> tuple[t.Ability, ...]:
    """607.2d: "the chosen type" is of the kind that the linked ability chooses."""
    abilities = tuple(_of_kind(ability, list(_chosen_in(ability))) for ability in abilities)
    chosen = (a for a in abilities if isinstance(a, t.EntersChoose | t.Opaque))
    kinds = {kind for ability in chosen for kind in _chosen_in(ability)}
    return _of_kind(abilities, list(kinds)) if len(kinds) == 1 else abilities


_CHOICE = re.compile(r"\bchoose an? (?:nonbasic )?((?:[a-z]+ )?[a-z]+ type)\b")


def _chosen_in(ability: t.Ability) -> Iterator[str]:
    """The kinds of type that are chosen as the ability resolves, or as its source enters."""
    for node in nodes(ability):
        if isinstance(node, t.EntersChoose) and node.kind.endswith(" type"):
            yield node.kind
        words = getattr(node, "verb", "") or getattr(node, "words", "")
        words = node.template if isinstance(node, t.Prose) else words
        if isinstance(words, str):
            yield from _CHOICE.findall(words)


_OF_CREATURE_TYPE = t.HasSubtype("@creature type")
_OTHERS: dict[str, t.Filter] = {
    "card type": t.HasType("@card type"),
    "permanent type": t.HasType("@card type"),
    "planeswalker type": t.Unknown("of the chosen type"),  # which no board tells
}


def _of_kind(value: _TREE, kinds: list[str]) -> _TREE:
    kind = kinds[0] if kinds else "creature type"
    if kind == "creature type":
        return value

    def of_that_kind(part: Any) -> Any:
        if part == _OF_CREATURE_TYPE and kind in _OTHERS:
            return _OTHERS[kind]
        if not kind.endswith("land type"):
            return part
        if isinstance(part, t.SetSubtypes) and part.subtypes == ("@creature type",):
            return t.SetSubtypes("land", (f"@{kind}",))
        return f"@{kind}" if part == "@creature type" else part

    changed: _TREE = rewrite(value, of_that_kind)
    return changed
