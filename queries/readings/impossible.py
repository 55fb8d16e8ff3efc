"""Answers that cannot be, told from the tree alone and not by a rule of either reading.

Three things are impossible: an effect that says it changes something changes nothing, whatever it
is aimed at; an object is changed that the text excludes; an effect is still there after its
duration. `reason` says why a card may change nothing on the probe board all the same.
"""

from dataclasses import dataclass
from typing import Any

from striate.boards.timeline import Answer, Seen
from striate.cards import tree
from striate.cards.walking import any_node, nodes
from striate.queries.readings.probes import PROBED, STATIC, Case, excluded


@dataclass(frozen=True, slots=True)
class Finding:
    """An answer that cannot be: which card, which of its effects, and what is impossible."""

    card: str
    effect: str
    what: str
    detail: str = ""


def _shown(seen: Seen) -> tuple[Any, ...]:
    """What it is; in which order a reading tells its types is no matter."""
    types = (tuple(sorted(words)) for words in (seen.supertypes, seen.types, seen.subtypes))
    return (
        seen.name, seen.controller, *types, seen.colors,
        tuple(sorted(map(repr, seen.abilities))), seen.power, seen.toughness, seen.zone,
    )  # fmt: skip


def changed(before: Answer, after: Answer) -> set[str]:
    """The objects that are not what they were."""
    was = {seen.handle: _shown(seen) for seen in before.objects}
    return {
        seen.handle
        for seen in after.objects
        if seen.handle in was and was[seen.handle] != _shown(seen)
    }


def only_continuous(body: tree.Body) -> bool:
    """Whether it does nothing else that could change an object."""
    passive = (tree.Continuous, tree.Act, tree.Inert, tree.LifeChange)
    return all(isinstance(step, passive) for step in body.steps)


def touched_outside(
    body: tree.Body, before: Answer, changed: set[str], aim: tuple[str, ...]
) -> str:
    """An object that was changed though no effect of the body speaks of it."""
    if any_node(body, (tree.Static,)):  # what is given has effects of its own
        return ""
    if any_node(body, (tree.BecomeCopy, tree.SetController, tree.ExchangeControl)):
        return ""
    groups = [step.effect.who for step in body.steps if isinstance(step, tree.Continuous)]
    if any(
        not isinstance(who, tree.Each | tree.Target | tree.This | tree.Attached) for who in groups
    ):
        return ""
    named = {PROBED, *aim}
    # 301.5c: an Equipment that becomes a creature comes off; the host of the card is its own.
    named |= {
        seen.attached_to
        for seen in before.objects
        if seen.attached_to and (seen.handle in named or seen.handle in changed)
    }
    for seen in before.objects:
        if seen.handle not in changed or seen.handle in named:
            continue
        if all(not isinstance(who, tree.Each) or excluded(who.filter, seen) for who in groups):
            return seen.handle
    return ""


def outlasts(body: tree.Body, before: Answer, later: Answer) -> str:
    """An object that is still changed after the turn, where every effect ends with it."""
    for step in body.steps:
        if isinstance(step, tree.Continuous) and not isinstance(step.duration, tree.UntilEndOfTurn):
            return ""
    return next(iter(sorted(changed(before, later) - {PROBED})), "")


# --- why nothing changes --------------------------------------------------------------------------

_AMOUNTS = (
    tree.Count, tree.X, tree.UnknownAmount, tree.CountersOn, tree.Aggregate, tree.StatOf,
    tree.CountDistinct, tree.Devotion, tree.HandOf, tree.CountersAmong, tree.Half, tree.LifeOf,
    tree.ChosenNumber, tree.SymbolsAmong, tree.SymbolsIn, tree.ColorsOf,
)  # fmt: skip
_ELSEWHERE = (
    tree.Unknown, tree.ExiledWith, tree.LinkedCard, tree.ChosenObject, tree.HasCounter,
    tree.IsCommander, tree.HasDesignation, tree.WasCast, tree.TopCard, tree.ChoseMode,
)  # fmt: skip


def reason(case: Case, before: Answer) -> str:
    """Why a card that changes nothing is no mistake: what it needs is not on the probe board."""
    steps = [step for step in case.body.steps if isinstance(step, tree.Continuous)]
    groups = [step.effect.who for step in steps]
    kinds = set(map(type, nodes(case.body)))
    if any(isinstance(who, tree.Each) and who.zone != "battlefield" for who in groups):
        return "what is changed is in another zone"
    if all(isinstance(who, tree.Each) and _none(who, before) for who in groups):
        return "nothing that it speaks of is on the board"
    if case.condition is not None or any(step.effect.condition is not None for step in steps):
        return "its condition does not hold"
    if any(isinstance(step.duration, tree.AsLongAs) for step in steps):
        return "it lasts only while something holds that does not"
    if all(_own_token(case, who) for who in groups):
        return "only what it makes is changed"
    if all(who == tree.This() for who in groups) and not _is_creature(case):
        return "the card is no creature, and has no power"
    if kinds & set(_AMOUNTS):
        return "an amount is nothing there"
    if kinds & set(_ELSEWHERE):
        return "it asks for what the board does not have"
    if any_node(case.body, (tree.MoveZone,)):
        return "what it changes has left by then"
    if any_node(case.body, (tree.LoseAbilities, tree.LoseAllAbilities)):
        return "it takes away what nothing there has"
    if any_node(case.body, (tree.SetController,)):
        return "what it speaks of is like that already"
    if case.number == STATIC and any_node(case.body, (tree.Attached,)):
        return "it can be attached to nothing there"
    if all(isinstance(step.effect.who, tree.Each) for step in steps):
        return "what it speaks of is like that already"
    if any_node(case.body, (tree.SetColors, tree.ExchangeControl)):
        return "what it speaks of is like that already"
    if case.number == STATIC and all(who == tree.This() for who in groups):
        return "it changes only the card itself, which was not there before"
    return ""


def _own_token(case: Case, who: tree.Who) -> bool:
    """Whether the words are "that token" of the same text."""
    if not isinstance(who, tree.Target) or who.index >= len(case.body.targets):
        return False
    spec = case.body.targets[who.index]
    return spec.word == "that" and spec.filter == tree.IsToken()


def _is_creature(case: Case) -> bool:
    return "Creature" in case.card.faces[0].types


def _none(who: tree.Each, before: Answer) -> bool:
    return all(excluded(who.filter, seen) for seen in before.objects if seen.zone == "battlefield")
