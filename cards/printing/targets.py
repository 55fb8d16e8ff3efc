"""Canonical text of targets, players and amounts inside a body.

The first mention of a target is its whole noun phrase, later ones are "the first target", "the
second target", so that the text reads back to the same tree.
"""

import re
from typing import Any

from striate.cards import tree as t
from striate.cards.grammar.mentions import ANY_TARGET
from striate.cards.grammar.nouns import all_of, any_of, parts_of
from striate.cards.printing.by_rule import say
from striate.cards.printing.canonical import NotPrintable, prints, show
from striate.cards.printing.mentioned import (
    TEXTS,
    Text,
    is_plain,
    is_spoken,
    named_again,
    spoken_of_first,
)
from striate.cards.printing.nouns import group_phrase, in_zone, measure, noun_phrase
from striate.cards.printing.words import article, listed, number
from striate.cards.prose import words_of
from striate.cards.vocabulary import ORDINALS, PLAYER_FACTS
from striate.cards.vocabulary import plural as plural_of


@prints(t.Target)
def target(ref: t.Target) -> str:
    place = f"the {ORDINALS[ref.index]} target" if ref.index < len(ORDINALS) else "the target"
    if not TEXTS:
        return place
    text = TEXTS[-1]
    if ref.index >= len(text.body.targets):
        return place
    spec = text.body.targets[ref.index]
    if ref.index in text.named:
        if is_plain():
            return named_again(ref.index, spec, _target_noun(spec))
        return (is_spoken() and _again(spec, text)) or place
    text.named.add(ref.index)
    if is_plain() and spec.word == "that":
        return spoken_of_first(spec)
    return _spec(text.body.targets[ref.index])


def _again(spec: t.TargetSpec, text: Text) -> str:
    """ "That creature": the only thing of which the text has spoken so; else ""."""
    nouns = [_one_word(other) for other in text.body.targets]
    nouns += [chosen.kind for chosen in text.chosen]
    noun = _one_word(spec)
    if not noun or nouns.count(noun) > 1:
        return ""
    return f"that {noun}" if spec.high == 1 else f"those {plural_of(noun)}"


def _one_word(spec: t.TargetSpec) -> str:
    """What kind of thing a target is, in the word for it."""
    parts = parts_of(spec.filter)
    if spec.zone != "battlefield":
        return {"stack": "spell", "any": ""}.get(spec.zone, "card")
    if t.IsToken() in parts:
        return "token"
    types = [part.type.lower() for part in parts if isinstance(part, t.HasType)]
    subtypes = [part.subtype for part in parts if isinstance(part, t.HasSubtype)]
    several = any(isinstance(part, t.AnyOf) for part in parts)
    return "" if several else (types[-1:] or subtypes or ["permanent"])[0]


def _spec(spec: t.TargetSpec) -> str:
    if spec.word == "that":
        return _that(spec)
    noun = _target_noun(spec, plural=spec.high != 1)
    if spec.high == 1:
        noun = noun.replace(" your opponents control", " an opponent controls")
    word = "target " if spec.word == "target" else ""
    if noun.startswith("any "):
        return noun
    if word and noun.startswith("other ") and TEXTS and TEXTS[-1].body.targets[0] is spec:
        noun = noun.removeprefix("other ")
        if (spec.low, spec.high) == (1, 1):
            return f"another target {noun}"
        if (spec.low, spec.high) == (0, 1):
            return f"up to one other target {noun}"
        noun = f"other {noun}"
    if (spec.low, spec.high) == (1, 1):
        return f"{word}{noun}" if word else article(noun)
    return f"{how_many(spec.low, spec.high)} {word}{noun}"


def described(spec: t.TargetSpec) -> str:
    """The words of a target by itself: "target creature"; "" where it has none apart from its
    text."""
    try:
        return _spec(spec)
    except (NotPrintable, LookupError):
        return ""


def _target_noun(spec: t.TargetSpec, *, plural: bool = False) -> str:
    if spec.zone == "any" and spec.filter == _ANYWHERE:
        return "spell or permanent"
    if spec.zone == "any" and isinstance(spec.filter, t.AnyOf):
        return " or ".join(_with_its_zone(part) for part in spec.filter.parts)
    parts = parts_of(spec.filter)
    if ANY_TARGET in parts:
        return "any target" if len(parts) == 1 else "any other target"
    if (beside := beside_player(spec.filter)) is not None:
        return f"{group_phrase(t.Each(beside[1], spec.zone))} or {beside[0]}"
    plural = plural and "that" not in (getattr(part, "player", "") for part in parts)
    return _group_words(t.Each(spec.filter, spec.zone), plural=plural)


def _with_its_zone(part: t.Filter) -> str:
    group = in_zone(part)
    words = _group_words(group)
    return f"{words} on the battlefield" if group.zone == "battlefield" else words


_PLAYER_WORDS = tuple(map(t.Unknown, PLAYER_FACTS))


def beside_player(part: t.Filter) -> tuple[str, t.Filter] | None:
    """ "Planeswalker or opponent": the word for the player, and what else is meant."""
    parts = part.parts if isinstance(part, t.AnyOf) else ()
    players = [one.fact for one in parts if isinstance(one, t.Unknown) and one in _PLAYER_WORDS]
    rest = tuple(one for one in parts if one not in _PLAYER_WORDS)
    return (players[0], any_of(rest)) if players and rest else None


_ANYWHERE = t.AnyOf((t.InZone("stack"), t.InZone("battlefield")))


def _that(spec: t.TargetSpec) -> str:
    many = spec.high != 1
    noun = noun_phrase(spec.filter, "battlefield", plural=many)
    if spec.filter == t.AllOf(()):
        word = {"stack": "spell", "exile": "card", "library": "card"}.get(spec.zone, "object")
        noun = f"{word}{'s' if many else ''}"
    return f"{'those' if many else 'that'} {noun}"


def two_that_share(one: Any, two: Any) -> str:
    """Two targets of which the second shares something with the first, as one phrase; or ""."""
    if not TEXTS or not isinstance(one, t.Target) or not isinstance(two, t.Target):
        return ""
    text = TEXTS[-1]
    if two.index != one.index + 1 or two.index >= len(text.body.targets):
        return ""
    first, second = text.body.targets[one.index], text.body.targets[two.index]
    shared = [part for part in parts_of(second.filter) if isinstance(part, t.SharesWith)]
    if len(shared) != 1 or shared[0].ref != one:
        return ""
    rest = [part for part in parts_of(second.filter) if part != shared[0]]
    if rest[:1] != [t.Not(t.Is(one))] or all_of(tuple(rest[1:])) != first.filter:
        return ""
    text.named |= {one.index, two.index}
    noun = group_phrase(t.Each(first.filter, first.zone), plural=True)
    return f"target {noun} that share a {shared[0].what}"


def how_many(low: int, high: Any) -> str:
    return say("how many", (low, high)) or ""


@prints(t.ChosenObject)
def _chosen(ref: t.ChosenObject) -> str:
    text = TEXTS[-1] if TEXTS else None
    if ref.kind == "sacrificed creature":
        return "the sacrificed creature"
    if ref.filter is None or text is None or ref in text.chosen:
        return f"the chosen {ref.kind}"
    text.chosen.add(ref)
    if isinstance(ref.filter, t.Is):
        return f"one of {show(ref.filter.ref)}"
    group = in_zone(ref.filter, is_found=True)
    parts = group.filter.parts if isinstance(group.filter, t.AnyOf) else ()
    if any(t.Other() in parts_of(part) for part in parts):  # "another creature or a token"
        parts = tuple(sorted(parts, key=lambda part: t.Other() not in parts_of(part)))
        return listed([article(_group_words(t.Each(part, group.zone))) for part in parts], "or")
    return article(_group_words(group))


_PLAYERS = {
    "you": "you", "opponent": "each opponent", "any": "each player", "that": "that player",
    "chosen": "the chosen player", "defending": "defending player", "active": "the active player",
    "owner": "~'s owner", "attached controller": "enchanted creature's controller",
    "target controller": "the first target's controller",
    "affected owner": "the first target's owner", "affected controller": "its controller",
}  # fmt: skip


def player(word: str) -> str:
    """A player as the subject of a sentence."""
    if word == "not target controller":
        return f"each player other than {player('target controller')}"
    if word == "target controller" and TEXTS:
        return f"{show(t.Target(0))}'s controller"
    if word != "target":
        return _PLAYERS[word]
    if not TEXTS or TEXTS[-1].player_named:
        return "that player"
    TEXTS[-1].player_named = True
    kinds = TEXTS[-1].body.players
    return f"target {kinds[0]}" if kinds else "target player"


def who(value: Any) -> str:
    if isinstance(value, t.Each):
        if TEXTS:
            TEXTS[-1].groups.add(value)
        parts = value.filter.parts if isinstance(value.filter, t.AnyOf) else ()
        if any(isinstance(part, t.Is) for part in parts):
            groups = (p.ref if isinstance(p, t.Is) else t.Each(p, value.zone) for p in parts)
            return listed([f"each {show(g)}" if isinstance(g, t.Each) else show(g) for g in groups])
        if (beside := beside_player(value.filter)) is not None:
            return f"each {_group_words(t.Each(beside[1], value.zone))} and each {beside[0]}"
        return f"each {_group_words(value)}"
    return show(value)


@prints(t.Those)
def _those(them: t.Those) -> str:
    if is_plain():
        return f"those that the earlier instruction found as « {who(them.group)} »"
    spec = t.TargetSpec(them.group.filter, high=None, zone=them.group.zone)
    if is_spoken() and TEXTS and them.group not in TEXTS[-1].groups:
        return who(them.group)
    noun = _one_word(spec) if is_spoken() else ""
    return f"those {plural_of(noun)}" if noun else f"those same « {who(them.group)} »"


def _group_words(group: t.Each, *, plural: bool = False) -> str:
    """A group; cards in a target player's zone name the player."""
    parts = parts_of(group.filter)
    if t.OwnedBy("target") not in parts or group.zone == "battlefield":
        return group_phrase(group, plural=plural)
    rest = all_of(part for part in parts if part != t.OwnedBy("target"))
    return (
        f"{group_phrase(t.Each(rest, 'any'), plural=plural)} in {player('target')}'s {group.zone}"
    )


def to_whom(value: Any) -> str:
    return player(value) if isinstance(value, str) else who(value)


_DIGITS = re.compile(r"\d+")
_SO_MANY = re.compile(r"(twice )?that many|up to \d+")


def how_much(amount: t.Amount) -> str:
    if isinstance(amount, t.Num):
        return number(amount.value)
    if isinstance(amount, t.X):
        return "X"
    if isinstance(amount, t.UnknownAmount) and _SO_MANY.fullmatch(amount.prose.template):
        return _DIGITS.sub(lambda digits: number(int(digits[0])), amount.prose.template)
    return f"« {measured(amount)} »"


def figure(amount: t.Amount) -> str:
    """An amount of damage, life and the like, which cards write in digits."""
    if isinstance(amount, t.Num):
        return str(amount.value)
    return how_much(amount).replace("that many", "that much")


def so_many(amount: t.Amount, nouns: str) -> str:
    """An amount with what it counts, words that fit the number: "a card"."""
    return article(nouns) if amount == t.Num(1) else f"{how_much(amount)} {nouns}"


def measured(amount: t.Amount) -> str:
    if isinstance(amount, t.UnknownAmount):
        words = words_of(amount.prose)
        if words.startswith("the ") or "'s " in words:
            return words
    return measure(amount)
