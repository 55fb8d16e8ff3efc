"""Which objects a row may name: each choice is tried on the rows up to it, and says why it can't
be.

A choice that can't be is one for which no way to fill the row's other open choices is legal, and
of which the mistake speaks by its name. What can't be told in some tries counts as legal.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from striate.boards.errors import BoardError
from striate.boards.handling import naming_keys
from striate.queries.answers import read_by
from striate.web import rows
from striate.web.boardasked import built
from striate.web.controls import PLAYERS, Control
from striate.web.editing import edited
from striate.web.shelves import shelf

Plain: TypeAlias = dict[str, Any]

_MOST_TRIES = 200
_SEATS = tuple(seat for seat, _ in PLAYERS)


def illegal(document: Mapping[str, Any], at: int) -> list[Plain]:
    """The choices of a row that can't be: which control, which value, and why."""
    steps = list(document.get("steps") or [])[: at + 1]
    earlier = {key: value for key, value in document.items() if key != "expect"} | {"steps": steps}
    if not 0 <= at < len(steps):
        return []
    known = rows.Known(earlier, shelf(), lambda text: None)
    row = rows.rows(known)[at]
    naming = [each for each in (*row.controls, *row.further) if _names_objects(each, known, at)]
    tries = iter(range(_MOST_TRIES))
    impossible: list[Plain] = []
    for control in naming:
        others = [each for each in naming if each is not control and each.wanted and not each.value]
        for value, _ in control.options:
            why = _why_not(earlier, at, control, others, value, tries) if value else ""
            if why:
                impossible.append({"key": control.edit["key"], "value": value, "why": why})
    return impossible


def _names_objects(control: Control, known: rows.Known, at: int) -> bool:
    """Whether it picks an object; the row's own title and whose it is are other questions."""
    key = control.edit.get("key") or [""]
    step = known.document["steps"][at]
    return control.kind == "pick" and key[0] in ("targets", *naming_keys(step))


def _why_not(
    document: Plain, at: int, control: Control, others: Sequence[Control], value: str,
    tries: Iterator[int],
) -> str:  # fmt: skip
    """Why no way to fill the other open choices is legal; "" if one is, or if it can't be told."""
    why = ""
    for filled in _filled(edited(document, {**control.edit, "value": value}, shelf()), others):
        if next(tries, None) is None:
            return ""
        wrong = _mistake(filled, at)
        if wrong and any(f"`{seat}`" in wrong for seat in _SEATS if seat != value):
            continue  # of another choice, for which no player is legal
        if wrong is None or f"`{value}`" not in wrong and value not in _SEATS:
            return ""
        if not why or "is named again" not in wrong:
            why = wrong
    return rows.spelled(why.removeprefix(f"`{value}` ").replace("`", ""))


def _filled(document: Plain, others: Sequence[Control]) -> Iterator[Plain]:
    """The board with the other open choices made, in every way."""
    if not others:
        yield document
        return
    first, *rest = others
    for value, _ in first.options:
        if value:
            yield from _filled(edited(document, {**first.edit, "value": value}, shelf()), rest)


def _mistake(document: Plain, at: int) -> str | None:
    """What is wrong with that row; None if nothing is, "" if it is something else."""
    try:
        read_by("referee", built(document))
    except BoardError as error:
        mine = [each for each in error.all() if rows.first_row(each) == at]
        return mine[0].message if mine else ""
    return None
