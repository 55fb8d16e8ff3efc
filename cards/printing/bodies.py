"""Canonical text of bodies, events, activated and triggered abilities, chapters, spells."""

import re
from typing import Any

from striate.cards import tree as t
from striate.cards.grammar.bodies import WORTH
from striate.cards.grammar.events import as_others_do
from striate.cards.grammar.faces import NUMERALS
from striate.cards.grammar.normal import uncapital
from striate.cards.grammar.notation import said_as
from striate.cards.grammar.nouns import any_of
from striate.cards.printing.by_rule import say, says
from striate.cards.printing.canonical import capital, prints, sentence, show
from striate.cards.printing.mentioned import printing
from striate.cards.printing.nouns import condition, group_phrase
from striate.cards.printing.steps import STEPS, do_sentences, instruction
from striate.cards.printing.targets import beside_player
from striate.cards.printing.words import article


def _body_sentences(body: t.Body, *, triggered: bool = False) -> list[str]:
    texts: list[str] = []
    more = ""
    for before, step in zip((None, *body.steps), body.steps, strict=False):
        if isinstance(before, t.Modal) and not isinstance(step, t.Modal):
            texts.append("\n")
        if isinstance(step, t.Act) and step.verb == "more modes can be chosen":
            more = step.detail
            continue
        trailing = triggered and not texts
        if isinstance(step, t.Modal):
            texts.append(_modal(step, more))
        elif isinstance(step, t.Do):
            texts += [sentence(text) for text in do_sentences(step, trailing=trailing)]
        else:
            texts.append(sentence(instruction(step)))
    return texts


def _all_begin_with(step: t.Modal, verb: str) -> bool:
    return all(
        mode.steps and isinstance(mode.steps[0], t.Act) and mode.steps[0].verb == verb
        for mode in step.modes
    )


_SPREE, _RESULT = "additional cost of this mode", "result of the die"


def _marked(mode: t.Body, mark: str, dash: str) -> str:
    """A mode with its cost, or the results of a die for which it is."""
    first = mode.steps[0]
    assert isinstance(first, t.Act)
    rest = t.Body(mode.steps[1:], mode.targets, mode.touches, mode.players)
    return f"{mark}{first.detail} {dash} {body_text(rest)}"


def _modal(step: t.Modal, more: str = "") -> str:
    if _all_begin_with(step, _RESULT):
        return "\n".join(_marked(mode, "", "|") for mode in step.modes)
    if _all_begin_with(step, _SPREE) and step.repeat:
        return "\n".join([WORTH, *(_marked(mode, "• ", "—") for mode in step.modes)])
    if _all_begin_with(step, _SPREE):
        head, mark = ("Spree", "+ ") if step.high is None else ("Tiered", "• ")
        return "\n".join([head, *(_marked(mode, mark, "—") for mode in step.modes)])
    again = " You may choose the same mode more than once." if step.repeat else ""
    extra_words = f" {more}" if more else ""
    head = f"Choose {say('choose', (step.low, step.high))}"
    head += f".{extra_words}{again}" if extra_words or again else " —"
    return "\n".join([head, *(f"• {body_text(mode)}" for mode in step.modes)])


STEPS[t.Modal] = lambda step: uncapital(_modal(step))


@prints(t.Body)
def body_text(body: t.Body) -> str:
    with printing(body):
        return " ".join(_body_sentences(body)).replace(" \n ", "\n")


def _with_word(word: str, text: str) -> str:
    return f"{word} — {text}" if word else text


def _limits(limits: tuple[str, ...]) -> str:
    return "".join(f" {sentence(limit)}" for limit in limits)


@prints(t.Activated)
def _activated(value: t.Activated) -> str:
    text = f"{value.cost}: {body_text(value.body)}{_limits(value.limits)}"
    return _with_word(value.word, text)


@prints(t.Event)
def event(value: t.Event) -> str:
    parts = (value.detail, value.verb, value.who, value.player, value.to)
    words = f"{value.word} {say('happening', parts) or say('happens', value)}"
    return re.sub(r" no an? ", " no ", words)


@says("actor")
def _actor(value: Any, plural: bool = False) -> str:
    if isinstance(value, str):
        return said_as("doer").get(value) or said_as("player").get(value, value)
    if isinstance(value, t.Each):
        part = value.filter
        if isinstance(part, t.AnyOf) and t.Is(t.This()) in part.parts:
            rest = any_of(inner for inner in part.parts if inner != t.Is(t.This()))
            if isinstance(rest, t.Is):
                return f"~ or {show(rest.ref)}"
            return f"~ or {article(_event_group(t.Each(rest, value.zone)))}"
        words = _event_group(value, plural)
        if plural:
            return words
        if isinstance(part, t.AnyOf) and len(part.parts) == 2 and " and " in words:
            return " or ".join(article(group_phrase(t.Each(one, value.zone))) for one in part.parts)
        return article(words)
    return show(value)


def _event_group(group: t.Each, plural: bool = False) -> str:
    if (beside := beside_player(group.filter)) is not None:
        return f"{beside[0]} or {group_phrase(t.Each(beside[1]))}"
    state = said_as("state").get(group.filter)
    if state is not None and group.zone == "stack":
        return f"{state} spell"
    words = group_phrase(group, plural=plural)
    if group.zone != "stack" or "spell" in words:
        return words
    return f"{words} spell{'s' if plural else ''}"


@says("with no article")
def _bare(value: Any, plural: bool = False) -> str:
    return re.sub("^an?(?= )|^an(?=other )", "", _actor(value, plural)).strip()


prints(t.Spell)(lambda value: body_text(value.body))
says("body")(lambda body, plural: uncapital(body_text(body)))
says("any of")(lambda of, plural: f"any {group_phrase(of)}" if isinstance(of, t.Each) else show(of))
says("doer")(lambda word, plural: said_as("doer").get(word))
says("as others do")(lambda verb, plural: as_others_do().get(verb))


@prints(t.Triggered)
def _triggered(value: t.Triggered) -> str:
    when = show(value.event)
    test = "" if value.condition is None else f" if {condition(value.condition)},"
    with printing(value.body):
        first_if = value.condition is None
        body = " ".join(_body_sentences(value.body, triggered=first_if))
    text = f"{capital(when)},{test} {uncapital(body)}{_limits(value.limits)}"
    return _with_word(value.word, text)


@prints(t.Chapter)
def _chapter(value: t.Chapter) -> str:
    return f"{', '.join(map(NUMERALS.__getitem__, value.numbers))} — {body_text(value.body)}"
