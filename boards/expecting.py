"""What a board expects of its objects, as `Expected` values."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, cast

from msgspec import UNSET, UnsetType

from striate.boards.choices import ALL_TYPES, KINDS
from striate.boards.errors import Path, did_you_mean, show
from striate.boards.mistakes import Mistakes
from striate.boards.names import Handles, letter
from striate.boards.schema import ExpectForm
from striate.boards.timeline import Bound, Expected

_BOUND = re.compile(r"(=|==|!=|<=|>=|<|>) *(-?[0-9]+)")
# What `choices` can speak of.
_SPELL_CHOICES = ("mode", "x", "mana", "kicked", "targets", *KINDS)
_TYPES = {word.casefold(): word for word in ALL_TYPES}


def expected(
    expect: Mapping[str, ExpectForm], handles: Handles, own: Iterable[str], mistakes: Mistakes
) -> tuple[Expected, ...]:
    """The expectations, each of an object that the board has. `own`: subtypes of its cards."""
    types = _TYPES | {word.casefold(): word for word in own}
    expectations = []
    for handle, form in expect.items():
        path: Path = ("expect", handle)
        handles.check(handle, len(mistakes.loaded.data["steps"]), path, mistakes)
        expectations.append(_one(handle, form, types, path, mistakes))
    return tuple(expectations)


def _one(
    handle: str, form: ExpectForm, types: Mapping[str, str], path: Path, mistakes: Mistakes
) -> Expected:
    def words(key: str, given: Sequence[str]) -> tuple[str, ...]:
        return tuple(
            _type(word, types, (*path, key, at), mistakes) for at, word in enumerate(given)
        )

    for kind in form.choices:
        if kind not in _SPELL_CHOICES:
            hint = did_you_mean(kind, _SPELL_CHOICES)
            mistakes.add(f"{show(kind)} is not a choice of a spell", (*path, "choices", kind), hint)
    return Expected(
        handle=handle,
        power=_bound(form.power),
        toughness=_bound(form.toughness),
        has=tuple(form.has),
        lacks=tuple(form.lacks),
        no_abilities=form.no_abilities,
        card_types=None if form.card_types is None else words("card_types", form.card_types),
        is_=words("is", form.is_),
        is_not=words("is_not", form.is_not),
        colors=None if form.colors is None else tuple(map(letter, form.colors)),
        color_includes=tuple(map(letter, form.color_includes)),
        controller=form.controller,
        name=form.name,
        tapped=form.tapped,
        counters=tuple(form.counters.items()),
        choices=tuple(
            (key, cast(Any, tuple(value) if isinstance(value, list) else value))
            for key, value in sorted(form.choices.items())
        ),
        gone=form.gone,
    )


def _bound(value: int | str | None | UnsetType) -> Bound | Literal["none"] | None:
    if value is UNSET or isinstance(value, UnsetType):
        return None
    if value is None:
        return "none"
    if isinstance(value, int):
        return Bound("=", value)
    match = _BOUND.fullmatch(value)
    assert match is not None  # the form has the same pattern
    op = "=" if match[1] == "==" else match[1]
    return Bound(cast(Any, op), int(match[2]))


def _type(word: str, types: Mapping[str, str], path: Path, mistakes: Mistakes) -> str:
    known = types.get(word.casefold())
    if known is None:
        hint = did_you_mean(word, types.values())
        mistakes.add(f"{show(word)} is not a supertype, card type or subtype", path, hint)
    return known or word
