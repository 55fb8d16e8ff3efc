"""The holes of a sketch: where a board file leaves something open."""

from collections.abc import Iterator
from typing import Literal, TypeAlias

import msgspec

from striate.boards.errors import Path, spell_path
from striate.boards.schema import BoardForm, LeaveForm, StepForm

_HoleKind: TypeAlias = Literal[
    "card", "number", "seat", "handle", "target", "flag", "zone", "choice"
]

_KINDS: dict[str, _HoleKind] = {
    "enter": "card", "resolve": "card", "card": "card", "spell": "card",
    "controller": "seat", "owner": "seat", "player": "seat",
    "face_down": "flag", "transformed": "flag", "flipped": "flag", "tapped": "flag",
    "x": "number", "times": "number", "class_level": "number", "ability": "number",
    "life": "number", "hand": "number",
    "zone": "zone",
}  # fmt: skip
# Texts in which "?" or ".." is no hole.
_TEXTS = ("as", "effect", "except", "mana", "kicked", "mode", "token", "maybe")


class Hole(msgspec.Struct, frozen=True):
    """A place to be filled. `path` as in a message (`steps[1].enter`), `place` its parts.

    `kind`: "card" (`names` are the cards to choose from, () is the whole pool), "number" (from
    `low` to `high`; None: any), "seat" (you, opponent), "handle" (of an object), "target" (a
    handle or a player), "flag" (true, false), "zone", "choice" (of the kind that is the path's
    last part).
    """

    place: tuple[str | int, ...]
    kind: _HoleKind
    names: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None

    @property
    def path(self) -> str:
        return spell_path(self.place)

    @property
    def step(self) -> int:
        """The step that it is in."""
        index = self.place[1]
        assert isinstance(index, int)
        return index


def holes(board: BoardForm) -> tuple[Hole, ...]:
    """Every hole of a board, in the order of the file."""
    return tuple(
        hole for index, step in enumerate(board.steps) for hole in _step_holes(step, index)
    )


def _step_holes(step: StepForm, index: int) -> Iterator[Hole]:
    for field in msgspec.structs.fields(step):
        key = field.encode_name
        value = getattr(step, field.name)
        path: Path = ("steps", index, key)
        if key in _TEXTS:
            continue
        if key == "choose":
            for kind, chosen in value.items():
                if chosen == "?":
                    yield Hole((*path, kind), "choice")
        elif key == "counters":
            for kind, number in value.items():
                if isinstance(number, str):
                    yield _number((*path, kind), number)
        elif key == "targets":
            for at, target in enumerate(value or ()):
                if target == "?":
                    yield Hole((*path, at), "target")
        else:
            kind = (
                "zone" if isinstance(step, LeaveForm) and key == "to" else _KINDS.get(key, "handle")
            )
            hole = _hole(path, kind, value)
            if hole is not None:
                yield hole


def _hole(path: Path, kind: _HoleKind, value: object) -> Hole | None:
    if kind == "card" and isinstance(value, list):
        return Hole(path, kind, names=tuple(value))
    if kind == "number" and isinstance(value, str):
        return _number(path, value)
    return Hole(path, kind) if value == "?" else None


def _number(path: Path, text: str) -> Hole:
    if text == "?":
        return Hole(path, "number")
    low, high = (int(end) for end in text.split(".."))
    return Hole(path, "number", low=low, high=high)
