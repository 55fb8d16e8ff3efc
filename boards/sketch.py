"""A sketch: a board file with holes, checked as far as it can be before they are filled."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any, Literal

import msgspec

from striate.boards.checking import Mistakes, board_form
from striate.boards.errors import Path, did_you_mean, show
from striate.boards.holes import Hole, holes
from striate.boards.names import Defaults, Handles, Shelf, own_card
from striate.boards.plain import Loaded
from striate.boards.schema import AttachForm, BoardForm, StepForm
from striate.cards.tree import Card

_LONGEST_RANGE = 1000

# The keys by which a step makes an object that has a handle.
_MAKERS = ("enter", "token", "token_copy_of", "resolve", "zone", "spell", "copy_spell")
# The keys by which a step names an object.
_REFERENCES = (
    "copying", "attached_to", "token_copy_of", "on", "level_up", "unlock", "lock", "of", "attach", "leave",
    "copy_spell", "turn_face_up", "turn_face_down", "transform", "flip", "tap", "untap",
)  # fmt: skip
_OF_A_SKETCH = ("order", "pool", "size")


class Sketch(msgspec.Struct, frozen=True):
    """A checked sketch.

    `document` is the plain data of the file, `cards` are its own. `maybe` are the steps that may
    be missing, `handles` the handle of each step's object ("" where it makes none, or where it is
    a hole without `as`). `order` "fixed": as the steps stand; "free": any; else pairs of handles
    of which the first comes before the second. `pool` None: every card; a text is a filter.
    `size`: how many further permanents there may be.
    """

    document: dict[str, Any]
    holes: tuple[Hole, ...]
    maybe: tuple[int, ...] = ()
    handles: tuple[str, ...] = ()
    order: Literal["fixed", "free"] | tuple[tuple[str, str], ...] = "fixed"
    pool: tuple[str, ...] | str | None = None
    size: int = 0
    cards: tuple[Card, ...] = ()
    file: str = ""

    def fill(
        self,
        values: Mapping[str, object],
        steps: Sequence[int | Mapping[str, object]] | None = None,
    ) -> dict[str, Any]:
        """The document with its holes filled: `values` by the holes' paths.

        `steps` are the steps in their order, by number, with further ones as plain data between
        them; None: all as they stand.
        """
        board = {key: value for key, value in self.document.items() if key not in _OF_A_SKETCH}
        filled = [dict(deepcopy(step)) for step in self.document["steps"]]
        for hole in self.holes:
            if hole.path in values:
                _put(filled, hole.place[1:], values[hole.path])
        for step in filled:
            step.pop("maybe", None)
        chosen = range(len(filled)) if steps is None else steps
        board["steps"] = self._with_handles(filled, chosen)
        return board

    def _with_handles(
        self, filled: list[dict[str, Any]], chosen: Sequence[int | Mapping[str, Any]]
    ) -> list[dict[str, Any]]:
        """The steps, with `as` wherever an object would not get the handle it has in the sketch."""
        taken: set[str] = {self.handles[one] for one in chosen if isinstance(one, int)}
        result: list[dict[str, Any]] = []
        given: set[str] = set()
        defaults = Defaults()
        for one in chosen:
            step = filled[one] if isinstance(one, int) else dict(one)
            handle = self.handles[one] if isinstance(one, int) else ""
            name = _name_of(step)
            if name is not None:
                default = defaults.free(name, given)
                if "as" not in step and handle and default != handle:
                    step["as"] = handle
                elif "as" not in step and not handle and default in taken:
                    step["as"] = Defaults().free(name, given | taken)
                given.add(step.get("as", default))
            result.append(step)
        return result


def _name_of(step: Mapping[str, object]) -> str | None:
    """The name that a step's object has by default, where the step tells it."""
    token = step.get("token")
    if isinstance(token, dict):
        name = token.get("name")
    else:
        key = "card" if "zone" in step else next((key for key in _MAKERS if key in step), "")
        name = step.get(key)
    return name if isinstance(name, str) else None


def _put(steps: list[dict[str, Any]], place: Sequence[str | int], value: object) -> None:
    part: Any = steps
    for key in place[:-1]:
        part = part[key]
    part[place[-1]] = value


def sketch(loaded: Loaded, shelf: Shelf, file: str = "") -> Sketch:
    """Plain data as a `Sketch`; a `BoardError` with what is wrong otherwise."""
    board = board_form(loaded, file)
    mistakes = Mistakes(loaded, file)
    own = [own_card(record, ("cards", at), mistakes) for at, record in enumerate(board.cards)]
    cards = tuple(card for card in own if card is not None)
    shelf = shelf.with_own(cards) if cards else shelf
    found = holes(board)
    _check_ranges(found, mistakes)
    _check_pool(board, shelf, mistakes)
    handles = _handles(board, shelf, mistakes)
    _check_references(board, handles, mistakes)
    mistakes.stop()
    pairs = board.order if isinstance(board.order, list) else None
    return Sketch(
        document=loaded.data,
        holes=found,
        maybe=tuple(index for index, step in enumerate(board.steps) if step.maybe),
        handles=handles,
        order=tuple((one, two) for one, two in pairs) if pairs is not None else _order(board),
        pool=tuple(board.pool) if isinstance(board.pool, list) else board.pool,
        size=board.size or 0,
        cards=cards,
        file=file,
    )


def _order(board: BoardForm) -> Literal["fixed", "free"]:
    return "free" if board.order == "free" else "fixed"


def _check_ranges(found: Sequence[Hole], mistakes: Mistakes) -> None:
    for hole in found:
        if hole.low is None or hole.high is None:
            continue
        text = show(f"{hole.low}..{hole.high}")
        if hole.low > hole.high:
            mistakes.add(f"the range {text} is empty", hole.place)
        elif hole.high - hole.low >= _LONGEST_RANGE:
            message = f"the range {text} has more than {_LONGEST_RANGE} numbers"
            mistakes.add(message, hole.place)


def _check_pool(board: BoardForm, shelf: Shelf, mistakes: Mistakes) -> None:
    if isinstance(board.pool, list):
        for at, name in enumerate(board.pool):
            shelf.find(name, ("pool", at), mistakes)


def _handles(board: BoardForm, shelf: Shelf, mistakes: Mistakes) -> tuple[str, ...]:
    """The handle of each step's object; a hole has one only by `as`."""
    handles = Handles()
    names: dict[str, str] = {}
    made: list[str] = []
    for index, step in enumerate(board.steps):
        path: Path = ("steps", index)
        name = _default_name(step, path, shelf, names, mistakes)
        wanted: str | None = getattr(step, "as_", None)
        if name is None or (not name and wanted is None):
            made.append("")
            continue
        handle = handles.give(wanted, name, index, path, mistakes)
        names[handle] = name
        made.append(handle)
    return tuple(made)


def _default_name(
    step: StepForm, path: Path, shelf: Shelf, names: Mapping[str, str], mistakes: Mistakes
) -> str | None:
    """The name of the object that a step makes; "" for a hole, None where it makes none."""
    for key in ("enter", "resolve", "card", "spell"):
        name: str | list[str] | None = getattr(step, key, None)
        if isinstance(name, list):
            for at, one in enumerate(name):
                shelf.find(one, (*path, key, at), mistakes)
            return ""
        if name is not None:
            known = shelf.find(name, (*path, key), mistakes) if name != "?" else None
            return known.name if known else ""
    for key in ("token_copy_of", "copy_spell"):
        of: str | None = getattr(step, key, None)
        if of is not None:
            return names.get(of, "")
    token = getattr(step, "token", None)
    return None if token is None else str(token.name or "Token")


def _check_references(board: BoardForm, handles: tuple[str, ...], mistakes: Mistakes) -> None:
    """Every handle that is named is some object's; the order may be open, so anywhere."""
    known = {handle for handle in handles if handle} | {"you", "opponent", "?"}

    def check(handle: str, path: Path) -> None:
        if handle not in known:
            hint = did_you_mean(handle, known) or "a hole gets a handle by `as`"
            mistakes.add(f"no object has the handle {show(handle)}", path, hint)

    for index, step in enumerate(board.steps):
        for key in _REFERENCES:
            handle = getattr(step, key, None)
            if isinstance(handle, str):
                check(handle, ("steps", index, key))
        if isinstance(step, AttachForm):
            check(step.to, ("steps", index, "to"))
        for at, target in enumerate(getattr(step, "targets", None) or ()):
            check(target, ("steps", index, "targets", at))
    for handle in board.expect:
        check(handle, ("expect", handle))
    if isinstance(board.order, list):
        for number, pair in enumerate(board.order):
            for at, handle in enumerate(pair):
                check(handle, ("order", number, at))
