"""Makes a board on which something happens smaller, as long as it still happens."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from striate.boards.handling import without
from striate.boards.timeline import Board, Enter, EnterTokenCopy, Step
from striate.cards import tree

_Holds = Callable[[Board], bool]


def shrunk(board: Board, holds: _Holds, tries: int = 3000) -> Board:
    """The smallest board found by leaving out steps, abilities, effects, changes, filter parts."""
    left = tries
    going = True
    while going and left > 0:
        going = False
        for candidate in smaller(board):
            left -= 1
            if left <= 0:
                break
            if holds(candidate):
                board, going = candidate, True
                break
    return board


def smaller(board: Board) -> Iterator[Board]:
    """Boards that are a little smaller: larger cuts first."""
    for at in reversed(range(len(board.steps))):
        steps = without(board.steps, at)
        if steps:
            yield msgspec.structs.replace(board, steps=steps, lines=())
    for at, step in enumerate(board.steps):
        for less in _smaller_step(step):
            if not _makes_sense(less):
                continue
            steps = (*board.steps[:at], less, *board.steps[at + 1 :])
            yield msgspec.structs.replace(board, steps=steps)


def _makes_sense(step: Step) -> bool:
    """Nothing enters as a copy without a text that says so, or attached and no attachment."""
    card: tree.Card | None = getattr(step, "card", None)
    if card is None:
        return True
    face = card.faces[0]
    if getattr(step, "copying", None) is not None:
        return any(isinstance(each, tree.EntersAsCopy) for each in face.abilities)
    if getattr(step, "attached_to", None) is not None:
        return bool({"Aura", "Equipment"} & set(face.subtypes))
    return not ("Aura" in face.subtypes and isinstance(step, Enter))


def _smaller_step(step: Step) -> Iterator[Step]:
    defaults = {
        "controller": "you",
        "face_down": False,
        "tapped": False,
        "token": False,
        "transformed": False,
        "flipped": False,
        "x": None,
        "choose": (),
    }
    for name in step.__struct_fields__:
        value = getattr(step, name)
        if name in defaults and value != defaults[name]:
            yield msgspec.structs.replace(step, **{name: defaults[name]})
        elif isinstance(value, tree.Card):
            for face, less in _smaller_faces(value):
                faces = (*value.faces[:face], less, *value.faces[face + 1 :])
                yield msgspec.structs.replace(
                    step, **{name: msgspec.structs.replace(value, faces=faces)}
                )
        elif isinstance(value, tree.Body) or (isinstance(step, EnterTokenCopy) and value):
            for smaller_value in _cuts(value):
                yield msgspec.structs.replace(step, **{name: smaller_value})


def _smaller_faces(card: tree.Card) -> Iterator[tuple[int, tree.Face]]:
    for number, face in enumerate(card.faces):
        for abilities in _cuts(face.abilities):
            yield number, msgspec.structs.replace(face, abilities=abilities)
        for name in ("supertypes", "subtypes", "colors"):
            if getattr(face, name):
                yield number, msgspec.structs.replace(face, **{name: ()})


def _cuts(value: object) -> Iterator[Any]:
    """Smaller values of the same kind: one part of a list left out, or one part made smaller."""
    if isinstance(value, tuple):
        for at in range(len(value)):
            yield (*value[:at], *value[at + 1 :])
        for at, part in enumerate(value):
            for less in _cuts(part):
                yield (*value[:at], less, *value[at + 1 :])
    elif isinstance(value, tree.AllOf | tree.AnyOf) and len(value.parts) == 1:
        yield value.parts[0]
        yield from inside(value)
    elif isinstance(value, tree.Prose):
        return
    elif isinstance(value, tree.Static) and value.effects:
        for effects in _cuts(value.effects):
            if effects:
                yield msgspec.structs.replace(value, effects=effects)
    elif isinstance(value, tree.ReplaceWords | tree.KeepOwn | tree.GainAbilitiesOf | tree.EntersAs):
        return
    elif isinstance(value, tree.Effect):
        yield from (less for less in (*_simpler(value), *inside(value)) if _has_changes(less))
    elif isinstance(value, tree.SetTypes):
        for less in inside(value):
            if less.types:  # type: ignore[attr-defined]  # `inside` keeps the class
                yield less
    elif isinstance(value, tree.Node):
        yield from _simpler(value)
        yield from inside(value)


def _has_changes(value: Any) -> bool:
    return bool(value.changes)


def _simpler(value: tree.Node) -> Iterator[tree.Node]:
    """What may stand in the place of the whole value."""
    if isinstance(value, tree.Not | tree.Unless):
        yield value.part
    elif isinstance(value, tree.Amount) and not isinstance(value, tree.Num):
        yield tree.Num(1)
    elif isinstance(value, tree.Effect) and value.condition is not None:
        yield msgspec.structs.replace(value, condition=None)
    elif isinstance(value, tree.Each) and value.filter != tree.AllOf(()):
        yield tree.Each(tree.AllOf(()), value.zone)


def inside(value: tree.Node) -> Iterator[tree.Node]:
    for name in value.__struct_fields__:
        part = getattr(value, name)
        if isinstance(part, tree.Node | tuple):
            for less in _cuts(part):
                yield msgspec.structs.replace(value, **{name: less})
