"""Paragraphs that change no object, and those of which only a part does (113.2c).

`inert` reads a paragraph that changes nothing; `in_parts` one in which a sentence or clause of that
kind stands beside a static ability.
"""

import re

from striate.cards.grammar.drafts import has_drafts
from striate.cards.grammar.engine import GRAMMAR
from striate.cards.grammar.inert.forms import surest
from striate.cards.grammar.normal import tokenise, without_stop
from striate.cards.grammar.sentences import sentences
from striate.cards.tree import Ability


def inert(text: str) -> Ability | None:
    """A paragraph that changes no object, if a form of the grammar consumes every word of it."""
    return surest(GRAMMAR.read("inert line", without_stop(tokenise(text))).values)


_AND = re.compile(r",? and ")
_LEAD = re.compile(r"^(?:As long as|During|If) [^,\"]*, ")
_PRONOUN = re.compile(r"^(?:it|they|that|those|its|their|he|she|this)\b", re.IGNORECASE)


def in_parts(rest: str) -> tuple[Ability, ...] | None:
    """A paragraph of which each part is read wholly, and all but one change no object.

    Or what happens as the object enters, and a static ability after it.

    The parts are its sentences, or two clauses with "and" between them, which share a condition
    before them. A part that changes something must name what it is about.
    """
    tokens = tokenise(rest)
    sentences_ = sentences(tokens)
    ways = [
        (". ".join(sentences_[:i]), ". ".join(sentences_[i:])) for i in range(1, len(sentences_))
    ]
    if len(sentences_) == 1:
        lead = _LEAD.match(rest)
        before = lead.group() if lead else ""
        ways = [
            (rest[: place.start()], before + rest[place.end() :])
            for place in _AND.finditer(rest, len(before))
        ]
    for one, two in ways:
        cast = _cast_from_elsewhere(one, two)
        if cast is not None:
            return cast
        entering = entering_line(one) if len(sentences_) > 1 and not _PRONOUN.match(two) else None
        if entering is not None and (after := _changing(two)) is not None:
            return (*entering, *after)
        for changing, idle in ((one, two), (two, one)):
            ability = None if _PRONOUN.match(changing) else _changing(changing)
            aside = _beside(idle) if ability is not None else None
            if ability is not None and aside is not None:
                return (*ability, aside) if changing is one else (aside, *ability)
    return None


_CAST = re.compile(r"^You may cast ~ from your graveyard\b")
_IF_SO = "If you do, "


def _cast_from_elsewhere(one: str, two: str) -> tuple[Ability, ...] | None:
    """ "You may cast ~ from your graveyard. If you do, it enters ...": how it enters hangs on
    that."""
    if not two.startswith(_IF_SO) or _CAST.match(one) is None:
        return None
    permission = inert(one)
    entering = entering_line(f"If it was cast from your graveyard, {two.removeprefix(_IF_SO)}")
    return None if permission is None or entering is None else (permission, *entering)


def _changing(text: str) -> tuple[Ability, ...] | None:
    """A static ability, or what happens as the object enters."""
    found = GRAMMAR.read("static line", tokenise(text))
    ability = found.value_if(lambda value: not has_drafts(value))
    if ability is not None:
        return (ability,)
    return entering_line(text)


def _beside(text: str) -> Ability | None:
    """What stands beside a static ability: a replacement, or what changes no object."""
    return replacing_line(text) or inert(text)


def entering_line(text: str) -> tuple[Ability, ...] | None:
    """614.1c-d: what happens as the object enters."""
    found: tuple[Ability, ...] | None = GRAMMAR.read("entering line", tokenise(text)).value
    return found


def replacing_line(text: str) -> Ability | None:
    """A paragraph that replaces one of these events."""
    found: Ability | None = GRAMMAR.read("replacing line", tokenise(text)).value
    return found
