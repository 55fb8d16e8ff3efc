"""A sketch: a board file with holes, checked as far as it can be before they are filled."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any, Literal

import msgspec

from striate.boards.checking import board_form, check_day
from striate.boards.errors import Path, did_you_mean, show
from striate.boards.holes import Hole, holes
from striate.boards.mistakes import Mistakes
from striate.boards.names import Handles, Shelf, own_card
from striate.boards.plain import Loaded
from striate.boards.schema import BoardForm
from striate.boards.steps.naming import Naming
from striate.boards.steps.table import kind_of_form
from striate.cards.tree import Card

_LONGEST_RANGE = 1000

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
        wanted = {self.handles[one] for one in chosen if isinstance(one, int)}
        result: list[dict[str, Any]] = []
        naming = Naming()
        for one in chosen:
            step = filled[one] if isinstance(one, int) else dict(one)
            handle = self.handles[one] if isinstance(one, int) else ""
            default = naming.default(step)
            if "as" not in step and default and handle and default != handle:
                step["as"] = handle
            elif "as" not in step and default and not handle and default in wanted:
                step["as"] = Naming().default(step, {*naming.names, *wanted})
            naming.note(step, str(step.get("as") or default))
            result.append(step)
        return result


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
    all_holes = holes(board)
    check_day(board.rules, mistakes)
    _check_ranges(all_holes, mistakes)
    _check_open(board, mistakes)
    _check_pool(board, shelf, mistakes)
    handles = _handles(board, shelf, mistakes)
    _check_references(board, handles, mistakes)
    mistakes.stop()
    pairs = board.order if isinstance(board.order, list) else None
    return Sketch(
        document=loaded.data,
        holes=all_holes,
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


def _check_ranges(all_holes: Sequence[Hole], mistakes: Mistakes) -> None:
    for hole in all_holes:
        if hole.low is None or hole.high is None:
            continue
        text = show(f"{hole.low}..{hole.high}")
        if hole.low > hole.high:
            mistakes.add(f"the range {text} is empty", hole.place)
        elif hole.high - hole.low >= _LONGEST_RANGE:
            message = f"the range {text} has more than {_LONGEST_RANGE} numbers"
            mistakes.add(message, hole.place)


def _check_open(board: BoardForm, mistakes: Mistakes) -> None:
    """That `?` stands only where a board may leave something open."""
    for index, step in enumerate(board.steps):
        for key in kind_of_form(step).keys:
            if key.kind.hole is None and getattr(step, key.attribute) == "?":
                mistakes.add("this can't be left open", ("steps", index, key.name))


def _check_pool(board: BoardForm, shelf: Shelf, mistakes: Mistakes) -> None:
    if isinstance(board.pool, list):
        for at, name in enumerate(board.pool):
            shelf.find(name, ("pool", at), mistakes)


def _handles(board: BoardForm, shelf: Shelf, mistakes: Mistakes) -> tuple[str, ...]:
    """The handle of each step's object; a hole has one only by `as`."""
    handles = Handles()
    names: dict[str, str] = {}
    by_step: list[str] = []
    for index, step in enumerate(board.steps):
        path: Path = ("steps", index)
        kind = kind_of_form(step)
        if kind.card_key:
            _check_cards(getattr(step, kind.card_key), (*path, kind.card_key), shelf, mistakes)
        name = kind.object_name(step, names, shelf)
        wanted: str | None = getattr(step, "as_", None)
        if name is None or (not name and wanted is None):
            by_step.append("")
            continue
        handle = handles.give(wanted, name, index, path, mistakes)
        names[handle] = name
        by_step.append(handle)
    return tuple(by_step)


def _check_cards(names: str | list[str], path: Path, shelf: Shelf, mistakes: Mistakes) -> None:
    if isinstance(names, list):
        for at, one in enumerate(names):
            shelf.find(one, (*path, at), mistakes)
    elif names != "?":
        shelf.find(names, path, mistakes)


def _check_references(board: BoardForm, handles: tuple[str, ...], mistakes: Mistakes) -> None:
    """Every handle that is named is some object's; the order may be open, so anywhere."""
    known = {handle for handle in handles if handle} | {"you", "opponent", "?"}
    known = known.union(*(getattr(step, "creates", ()) for step in board.steps))

    def check(handle: str, path: Path) -> None:
        if handle not in known:
            hint = did_you_mean(handle, known) or "give the hole a handle with `as`"
            mistakes.add(f"no object has the handle {show(handle)}", path, hint)

    for index, step in enumerate(board.steps):
        for key in kind_of_form(step).naming:
            handle = getattr(step, key)
            if isinstance(handle, str):
                check(handle, ("steps", index, key))
        for at, target in enumerate(getattr(step, "targets", None) or ()):
            check(target, ("steps", index, "targets", at))
    for handle in board.expect:
        check(handle, ("expect", handle))
    if isinstance(board.order, list):
        for number, pair in enumerate(board.order):
            for at, handle in enumerate(pair):
                check(handle, ("order", number, at))
