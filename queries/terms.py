"""Answers in which numbers hang on what is not told: as terms, and with values in their place."""

from collections.abc import Callable
from typing import Any

import msgspec

from striate.boards.timeline import Answer, Seen
from striate.boards.unknownnumber import Range, Term, as_term
from striate.boards.untold import TAPPED, Path, Unknown


def with_terms(answer: Answer) -> Answer:
    """The answer of a reading, with a term in place of each number that is not told."""
    return _changed(answer, as_term)


def usual(answer: Answer, path: Path) -> Answer:
    """The answer with the value that each number has on the path."""
    return _changed(answer, lambda value: _at(value, {}, path))


def valued(answer: Answer, path: Path) -> Answer:
    """The answer with the values that the path leaves only one of."""
    return where_both_are(answer, path, path)


def where_both_are(answer: Answer, one: Path, other: Path) -> Answer:
    """The answer with the values that the two paths leave only one of."""
    single: dict[Unknown, Any] = {}
    for unknown, decision in (*one.decisions.items(), *other.decisions.items()):
        region = decision.region
        if unknown.what == TAPPED and len(region) == 1:
            single[unknown] = region[0]
        if not isinstance(region, Range) or unknown not in other.decisions:
            continue
        theirs = other.decisions[unknown].region
        least = max(region.least, theirs.least)
        if least in (region.most, theirs.most):
            single[unknown] = least
    return _changed(answer, lambda value: _at(value, single, None)) if single else answer


def terms_of(answer: Answer) -> tuple[Unknown, ...]:
    """The unknown numbers that values of the answer hang on."""
    unknowns: dict[Unknown, None] = {}

    def note(value: Any) -> Any:
        if isinstance(value, Term):
            unknowns[value.unknown] = None
        return value

    _changed(answer, note)
    return tuple(unknowns)


def _at(value: Any, single: dict[Unknown, Any], path: Path | None) -> Any:
    if isinstance(value, Unknown):
        return single.get(value, value)
    if not isinstance(value, Term):
        return value
    if value.unknown in single:
        return value.at(single[value.unknown])
    return value if path is None else value.at(path.decisions[value.unknown].value)


def _changed(answer: Answer, change: Callable[[Any], Any]) -> Answer:
    objects = tuple(_seen(each, change) for each in answer.objects)
    if all(new is old for new, old in zip(objects, answer.objects, strict=True)):
        return answer
    return msgspec.structs.replace(answer, objects=objects)


def _seen(seen: Seen, change: Callable[[Any], Any]) -> Seen:
    sizes = {name: getattr(seen, name) for name in ("power", "toughness", "mana_value", "tapped")}
    changed = {name: change(value) for name, value in sizes.items()}
    counters = [(kind, change(number)) for kind, number in seen.counters]
    numbers = [*zip(changed.values(), sizes.values(), strict=True)]
    numbers += [(new, old) for (_, new), (_, old) in zip(counters, seen.counters, strict=True)]
    if all(new is old for new, old in numbers):
        return seen
    return msgspec.structs.replace(seen, **changed, counters=tuple(counters))
