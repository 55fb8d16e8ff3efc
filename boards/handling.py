"""Plain data of a board file whose steps change places: every object keeps its handle.

A step gives its object a handle by `as`, or by default by its card's name; so an object's default
handle can change where steps are moved or taken out, and with it what other steps speak of.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from striate.boards.names import Shelf
from striate.boards.steps.naming import Naming
from striate.boards.steps.table import kind_of_event, kind_of_plain
from striate.boards.steps.together import Together
from striate.boards.timeline import Step
from striate.boards.workbench import PLAYERS

LISTS = ("targets", "handles")  # the fields that hold several objects


def handles(steps: Sequence[Mapping[str, Any]], shelf: Shelf) -> list[str]:
    """For each step the handle of the object that it makes, "" where it makes none."""
    naming = Naming(shelf)
    return [naming.handle(step) for step in steps]


def rehandled(
    steps: Sequence[Mapping[str, Any]], wanted: Sequence[str], shelf: Shelf
) -> list[dict[str, Any]]:
    """The steps with `as` just where the default handle would not be the wanted one."""
    naming = Naming(shelf)
    new_steps = []
    for step, handle in zip(steps, wanted, strict=True):
        plain = {key: value for key, value in step.items() if key != "as"}
        if handle and naming.default(plain) != handle:
            plain["as"] = handle
        naming.note(plain, handle)
        new_steps.append(plain)
    return new_steps


def naming_keys(step: Mapping[str, Any]) -> tuple[str, ...]:
    """The keys by which a step names an object, but for its targets."""
    kind = kind_of_plain(step)
    return kind.naming if kind else ()


def named_by(step: Mapping[str, Any]) -> Iterator[str]:
    """The handles that a step speaks of."""
    for key in naming_keys(step):
        if isinstance(step.get(key), str):
            yield step[key]
    targets = step.get("targets")
    if isinstance(targets, list):
        yield from (each for each in targets if isinstance(each, str))


def naming_fields(step: Step) -> tuple[str, ...]:
    """The fields by which a step of the timeline names an object."""
    kind = kind_of_event(step)
    return tuple(kind.by_name[key].field for key in kind.naming)


def spoken_of(step: Step) -> set[str]:
    """The handles of the objects that a step of the timeline speaks of."""
    named = {getattr(step, field) for field in naming_fields(step)}
    lists = (handle for field in LISTS for handle in getattr(step, field, None) or ())
    return (named | {*lists}) - {None, *PLAYERS}


def made_by(step: Step) -> tuple[str, ...]:
    """The handles that a step of the timeline gives."""
    own = getattr(step, "handle", None)
    return (*([own] if own else ()), *getattr(step, "creates", ()))


def without(steps: Sequence[Step], place: int) -> tuple[Step, ...]:
    """The steps without one, and without those that speak of what it would have made."""
    gone = {*made_by(steps[place])}
    kept: list[Step] = []
    for number, step in enumerate(steps):
        if number == place:
            continue
        if isinstance(step, Together):
            left = tuple(handle for handle in step.handles if handle not in gone)
            kept += [replace(step, handles=left)] if len(left) > 1 else []
        elif spoken_of(step) & gone:
            gone |= {*made_by(step)}
        else:
            kept.append(step)
    return tuple(kept)


def renamed(step: Mapping[str, Any], old: str, new: str) -> dict[str, Any]:
    """The step with another handle wherever it speaks of an object."""
    changed = dict(step)
    for key in naming_keys(step):
        if changed.get(key) == old:
            changed[key] = new
    if isinstance(changed.get("targets"), list):
        changed["targets"] = [new if each == old else each for each in changed["targets"]]
    return changed
