"""What "instead" replaces: the instruction whose verb and object it repeats (608.2c).

"Put a +1/+1 counter on target creature. It gains trample. If it's green, put two +1/+1 counters on
it instead" replaces the counter, not the sentence that stands before it. If nothing is repeated,
only what is the one thing done to that object can be meant, and else nobody can say what is
replaced.
"""

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from striate.cards import tree as t
from striate.cards.grammar.drafts import Unclear, subject_of
from striate.cards.walking import nodes

_Deed = tuple[Any, ...]


class Replaced(NamedTuple):
    """Which of the steps are replaced: their places; `within` is the step that holds them."""

    places: tuple[int, ...]
    within: int | None = None


def replaced_by(whole: t.Do, steps: list[Any], last: int, *, first: bool) -> Replaced:
    """Which steps the conditional one stands for; `last` is where the sentence before begins.

    `first`: "instead" stands before the instructions, and replaces all of a sentence.
    """
    deeds = _deeds(whole.steps)
    hits = tuple(place for place, step in enumerate(steps) if _deeds((step,)) & deeds)
    if not hits:
        return _by_verb_or_object(deeds, steps, last)
    if hits[0] < last:
        templates = (node.template for node in nodes(whole.condition) if isinstance(node, t.Prose))
        if len(hits) > 1 or any("this way" in words for words in templates):
            raise Unclear("which of them is replaced")
        return Replaced(hits)
    holder = steps[hits[0]]
    if len(hits) == 1 and isinstance(holder, t.Do) and holder.may and len(holder.steps) > 1:
        inner = replaced_by(whole, list(holder.steps), len(holder.steps) - 1, first=first)
        if inner.within is not None:
            raise Unclear("a choice within a choice is replaced")
        return Replaced(inner.places, hits[0])
    return Replaced(tuple(range(last, len(steps))) if first else hits)


def _by_verb_or_object(deeds: frozenset[_Deed], steps: list[Any], last: int) -> Replaced:
    """Another verb, or another object: the sentence before, if no other could be meant."""
    if last == 0:
        return Replaced(tuple(range(len(steps))))
    verbs = {verb for verb, _ in deeds}
    objects = {who for _, who in deeds if isinstance(who, t.Node)}
    near = [
        place
        for place, step in enumerate(steps)
        if any(verb in verbs or who in objects for verb, who in _deeds((step,)))
    ]
    if not near or near[0] < last:
        raise Unclear("nothing like it is done just before")
    return Replaced(tuple(range(last, len(steps))))


_SLOT = re.compile(r"<[^<>]*>")


def _deeds(steps: tuple[Any, ...]) -> frozenset[_Deed]:
    """What the steps do to what, as far as "instead" could repeat it."""
    return frozenset(deed for step in steps for deed in _of_step(step))


def _of_step(step: Any) -> frozenset[_Deed]:
    if isinstance(step, t.Do):
        return _deeds((*step.steps, *step.otherwise))
    if isinstance(step, (t.Delayed, t.Later)):
        return _deeds(step.steps)
    who = _object(subject_of(step))
    if isinstance(step, t.Continuous):
        return frozenset((type(change), who) for change in step.effect.changes)
    return frozenset({(_VERBS.get(type(step), type)(step), who or getattr(step, "player", None))})


_VERBS: dict[type, Callable[[Any], Any]] = {
    t.Act: lambda step: step.verb.split(" ")[0],
    t.Inert: lambda step: _first_word(step),
    t.MoveZone: lambda step: step.verb,
    t.LifeChange: lambda step: "gain" if step.gain else "lose",
    t.CreateTokens: lambda step: "create",
    t.CreateCopies: lambda step: "create",
    # "Explores", "connives".
    t.PutCounters: lambda step: getattr(step.amount, "prose", "put"),
    t.DoubleCounters: lambda step: "put",
}


def _object(who: Any) -> Any:
    """The object; "they" are the group that the words before named."""
    return who.group if isinstance(who, t.Those) else who


def _first_word(value: t.Inert) -> str:
    """The verb of a form, which may stand in a form within it."""
    for node in nodes(value):
        if isinstance(node, t.Inert):
            words = _SLOT.sub("", node.words).split()
            if words:
                return words[0].split("/")[0]
    return ""


def kept_changes(new: tuple[Any, ...], old: tuple[Any, ...]) -> tuple[Any, ...]:
    """ "It gets +2/+2 instead", of what "gets +1/+1 and has first strike": it has that all the
    same.

    Of one effect only those changes are other ones that are said again; if none is, all are.
    """
    again = {type(change) for change in new}
    kept = tuple(change for change in old if type(change) not in again)
    return (*kept, *new) if len(kept) < len(old) else new


def same_object(one: Any, two: Any) -> bool:
    return bool(_object(one) == _object(two))
