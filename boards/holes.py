"""The holes of a sketch: where a board file leaves something open."""

from collections.abc import Iterator

import msgspec

from striate.boards.errors import Path, spell_path
from striate.boards.schema import BoardForm, StepForm
from striate.boards.steps.keys import HoleKind
from striate.boards.steps.table import kind_of_form


class Hole(msgspec.Struct, frozen=True):
    """A place to be filled. `path` as in a message (`steps[1].enter`), `place` its parts.

    `kind`: "card" (`names` are the cards to choose from, () is the whole pool), "number" (from
    `low` to `high`; None: any), "seat" (you, opponent), "handle" (of an object), "target" (a
    handle or a player), "flag" (true, false), "zone", "choice" (of the kind that is the path's
    last part).
    """

    place: tuple[str | int, ...]
    kind: HoleKind
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
    path: Path = ("steps", index)
    for kind, chosen in step.choose.items():
        if chosen == "?":
            yield Hole((*path, "choose", kind), "choice")
    for key in kind_of_form(step).keys:
        value = getattr(step, key.attribute)
        if isinstance(value, dict) and not key.kind.facts:
            for part, number in value.items():
                if isinstance(number, str):
                    yield _number((*path, key.name, part), number)
        elif key.kind.hole == "target":
            for at, target in enumerate(value or ()):
                if target == "?":
                    yield Hole((*path, key.name, at), "target")
        elif key.kind.hole is not None:
            hole = _hole((*path, key.name), key.kind.hole, value)
            if hole is not None:
                yield hole


def _hole(path: Path, kind: HoleKind, value: object) -> Hole | None:
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
