"""The different ends of a board: the ways that end alike are one case, said in as few words as can
be."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

import msgspec
from msgspec import Struct

from striate.boards.timeline import Answer
from striate.boards.unknownnumber import Range
from striate.boards.untold import Decision, Path, Region, Unknown, meet
from striate.queries.answers import canonical
from striate.queries.terms import terms_of, valued

Way: TypeAlias = tuple[Path, Answer]


class Case(Struct, frozen=True):
    """What every object is, if one of these lists of decisions is so; an empty list always is.

    `path`: one way that ends so.
    """

    when: tuple[tuple[Decision, ...], ...]
    answer: Answer
    path: Path


_Cube = Mapping[Unknown, Decision]


def cases_of(ways: Sequence[Way], handle: str | None = None) -> tuple[Case, ...]:
    """The ways by how they end, or how one object ends, in the order in which they were read.

    Each condition leaves out what none of the other ends needs told.
    """
    if len(ways) == 1:
        return (Case(((),), ways[0][1], ways[0][0]),)
    ways = [(path, answer if handle is None else _alone(answer, handle)) for path, answer in ways]
    groups: dict[Answer, list[Way]] = {}
    for path, answer in ways:
        groups.setdefault(canonical(answer), []).append((path, answer))
    _gather_values_of_terms(groups)
    cases = []
    for key, group in groups.items():
        others = [
            path.decisions for end, alike in groups.items() if end != key for path, _ in alike
        ]
        when = _least(_widened(path.decisions, others) for path, _ in group)
        path, answer = group[0]
        cases.append(Case(when, answer, path))
    return tuple(cases)


def _gather_values_of_terms(groups: dict[Answer, list[Way]]) -> None:
    """An end that is another's, with the one value that its number has there, is the same end."""
    for end in [each for each in groups if terms_of(each)]:
        for other in [each for each in groups if each is not end]:
            if all(canonical(valued(end, path)) == other for path, _ in groups[other]):
                groups[end] += groups.pop(other)


def _alone(answer: Answer, handle: str) -> Answer:
    """What the answer says of one object."""
    objects = tuple(each for each in answer.objects if each.handle == handle)
    return Answer(objects, tuple(each for each in answer.gone if each == handle))


def unknowns_of(cases: Iterable[Case]) -> tuple[Decision, ...]:
    """The unknowns that tell the cases apart, each as it is first decided."""
    decisions: dict[Unknown, Decision] = {}
    for case in cases:
        for decision in (each for alike in case.when for each in alike):
            decisions.setdefault(decision.unknown, decision)
    return tuple(decisions.values())


def _widened(cube: _Cube, others: Sequence[_Cube]) -> _Cube:
    """The condition without the decisions that keep it apart from none of the others."""
    kept = dict(cube)
    for unknown in reversed(list(cube)):
        without = {each: decision for each, decision in kept.items() if each != unknown}
        if not any(_meet(without, other) for other in others):
            kept = without
    return kept


def _meet(one: _Cube, other: _Cube) -> bool:
    return all(
        meet(decision.region, other[unknown].region)
        for unknown, decision in one.items()
        if unknown in other
    )


def _least(cubes: Iterable[_Cube]) -> tuple[tuple[Decision, ...], ...]:
    """The conditions in as few as can be: two that differ in one unknown alone are one."""
    kept: list[_Cube] = []
    waiting = list(cubes)
    while waiting:
        cube = waiting.pop(0)
        if any(_covers(other, cube) for other in kept):
            continue
        for other in kept:
            both = _joined(cube, other)
            if both is not None:
                kept.remove(other)
                waiting.append(both)
                break
        else:
            kept = [other for other in kept if not _covers(cube, other)]
            kept.append(cube)
    return tuple(tuple(cube.values()) for cube in kept)


def _covers(one: _Cube, other: _Cube) -> bool:
    """Whether the first is so wherever the second is."""
    return all(
        unknown in other and _within(other[unknown], decision) for unknown, decision in one.items()
    )


def _within(one: Decision, other: Decision) -> bool:
    inner: Region = one.region
    outer: Region = other.region
    if isinstance(inner, Range) and isinstance(outer, Range):
        return outer.least <= inner.least and (
            outer.most is None or (inner.most is not None and inner.most <= outer.most)
        )
    if isinstance(inner, Range) or isinstance(outer, Range):
        return False
    return set(inner) <= set(outer)


def _joined(one: _Cube, other: _Cube) -> _Cube | None:
    """The two as one condition, if they differ in one unknown alone and leave no gap in it."""
    if one.keys() != other.keys():
        return None
    apart = [each for each in one if one[each].region != other[each].region]
    if len(apart) != 1:
        return None
    unknown = apart[0]
    region = _union(one[unknown].region, other[unknown].region)
    if region is None:
        return None
    return {**one, unknown: msgspec.structs.replace(one[unknown], region=region)}


def _union(one: Region, other: Region) -> Region | None:
    if isinstance(one, Range) and isinstance(other, Range):
        low, high = sorted((one, other), key=lambda each: each.least)
        if low.most is None or low.most + 1 >= high.least:
            most = None if low.most is None or high.most is None else max(low.most, high.most)
            return Range(low.least, most)
        return None
    return (*one, *(each for each in other if each not in one))  # type: ignore[misc, operator, union-attr]
