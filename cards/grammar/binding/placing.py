"""Where a sentence belongs among the steps before it: inside a token, a reflexive trigger,
"instead".

A function `in_...` gives the changed step, or None where the sentence does not belong there.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from striate.cards import tree as t
from striate.cards.grammar.drafts import SEALED, Unclear, subject_of
from striate.cards.prose import words_of
from striate.cards.walking import nodes, parts

_FLIPS = {t.Fact(t.Prose(f"you {end} the flip")) for end in ("win", "lose")}
_WHEN_YOU_DO = t.Fact(t.Prose("when you do"))


def in_reflexive(before: list[Any], new: tuple[Any, ...]) -> Any:
    """603.12: "When you do, ... target creature. It gains ..." is all of the reflexive trigger.

    So is "Whenever a creature attacks this turn, tap it. It gains ..." of what is delayed (603.7).
    The last step with the new ones inside; None if they speak of nothing that it alone names.
    """
    last = before[-1] if before else None
    if isinstance(last, t.Delayed) and _names_alone(last, before[:-1], new):
        return replace(last, steps=(*last.steps, *new))
    if not isinstance(last, t.Do):
        return None
    inner: t.Step | None = last
    if last.condition != _WHEN_YOU_DO:
        inner = last.steps[-1] if last.steps else None
    if not isinstance(inner, t.Do) or inner.condition != _WHEN_YOU_DO:
        return None
    outside = (*before[:-1], *(last.steps[:-1] if inner is not last else ()))
    if not _names_alone(inner, outside, new):
        return None
    inner = _within_last(inner, new)
    if last.condition == _WHEN_YOU_DO:
        return inner
    return replace(last, steps=(*last.steps[:-1], inner))


def _within_last(step: t.Do, new: tuple[Any, ...]) -> t.Do:
    """The step with the new ones at its end, under the condition that all of it has (603.4)."""
    if len(step.steps) == 1 and isinstance(step.steps[0], t.Do) and not step.steps[0].otherwise:
        return replace(step, steps=(_within_last(step.steps[0], new),))
    return replace(step, steps=(*step.steps, *new))


def _names_alone(step: t.Step, outside: Iterable[t.Step], new: tuple[Any, ...]) -> bool:
    return bool((_targets_in(step) - _targets_in(tuple(outside))) & _targets_in(new))


def _targets_in(value: Any) -> set[int]:
    return {node.index for node in nodes(value, SEALED) if isinstance(node, t.Target)}


def in_later(before: Sequence[Any], new: tuple[Any, ...]) -> t.Later | t.Do | None:
    """603.7: "Return it at the beginning of the next end step. It gains ...": what comes back does.

    What is said of an object that comes back only then is done then as well.
    """
    last = before[-1] if before else None
    if isinstance(last, t.Do) and not last.otherwise:
        inner = in_later(last.steps, new)
        return replace(last, steps=(*last.steps[:-1], inner)) if inner else None
    if not isinstance(last, t.Later):
        return None
    back = {
        step.who for step in last.steps if isinstance(step, t.MoveZone) and step.to == "battlefield"
    }
    conditions = {step.condition for step in new if isinstance(step, t.Do)}
    flipped = t.Act("flip a coin", player="you") in last.steps and conditions & _FLIPS
    facts = [words_of(each.prose) for each in conditions if isinstance(each, t.Fact)]
    came = back and any(words.startswith("it entered ") for words in facts)
    if not flipped and not came and not any(subject_of(step) in back for step in new):
        return None
    return replace(last, steps=(*last.steps, *new))


CHOSEN = {
    "choose a color": "@color",
    "choose a creature type": "@creature type",
    "choose a basic land type": "@basic land type",
    "choose a land type": "@land type",
}


def in_choice(before: list[Any], new: tuple[Any, ...]) -> t.Do | None:
    """608.2c: "If ..., choose a color. Creatures you control gain protection from the chosen
    color." "If ..., untap all Forests. They become ..."

    Where no choice is made, there is no chosen color, and where nothing is untapped, there are
    no "they": what speaks of them hangs on the same condition.
    """
    last = before[-1] if before else None
    if not isinstance(last, t.Do) or last.condition is None or last.otherwise:
        return None
    chosen = {CHOSEN.get(step.verb) for step in last.steps if isinstance(step, t.Act)}
    named = {t.Those(node) for node in nodes(last.steps, SEALED) if isinstance(node, t.Each)}
    if not any(word in parts(new) for word in (chosen - {None}) | named):
        return None
    return replace(last, steps=(*last.steps, *new))


def with_token(step: Any, abilities: tuple[Any, ...]) -> Any:
    if isinstance(step, t.Do) and step.steps and not step.otherwise:
        inner = with_token(step.steps[-1], abilities)
        return replace(step, steps=(*step.steps[:-1], inner))
    if isinstance(step, t.CreateCopies):
        # 707.9a: what a copy is created with is copied from it in turn.
        extras = (*step.exceptions, t.GainAbilities(abilities))
        return replace(step, exceptions=extras)
    if not isinstance(step, t.CreateTokens):
        raise Unclear("no token is created just before")
    token = step.token
    token = replace(token, abilities=(*token.abilities, *abilities))
    return replace(step, token=token)


def lasting_as(steps: tuple[Any, ...], replaced: tuple[Any, ...]) -> tuple[Any, ...]:
    """ "It gets +4/+0 instead" lasts as long as what it replaces."""
    unsaid = [s for s in steps if isinstance(s, t.Continuous) and s.duration == t.Permanently()]
    durations = {s.duration for s in _within(replaced) if isinstance(s, t.Continuous)}
    if not unsaid or not durations:
        return steps
    if len(durations) > 1:
        raise Unclear("how long it lasts")
    duration = durations.pop()
    return tuple(replace(s, duration=duration) if s in unsaid else s for s in steps)


def _within(steps: tuple[Any, ...]) -> list[Any]:
    return [
        inner
        for step in steps
        for inner in (_within((*step.steps, *step.otherwise)) if isinstance(step, t.Do) else [step])
    ]
