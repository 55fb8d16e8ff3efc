"""Plain data of a board file whose steps change places: every object keeps its handle.

A step gives its object a handle by `as`, or by default by its card's name; so an object's default
handle can change where steps are moved or taken out, and with it what other steps speak of.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from striate.boards.names import Defaults, Shelf

_CARDS = ("enter", "card", "resolve", "spell")
# The keys by which a step names one object.
_NAMING = (
    "copying", "attached_to", "token_copy_of", "on", "level_up", "unlock", "lock", "of", "attach", "leave",
    "copy_spell", "turn_face_up", "turn_face_down", "transform", "flip", "tap", "untap", "phase_out",
    "phase_in",
)  # fmt: skip


def default_handle(
    step: Mapping[str, Any], shelf: Shelf, defaults: Defaults, taken: Collection[str]
) -> str | None:
    """The handle that the step's object has where `as` gives none; None where it makes none."""
    name = next((step[key] for key in _CARDS if key in step), None)
    if isinstance(step.get("token"), Mapping):
        record = step["token"]
        kind = str(record.get("type_line", "")).partition("—")[2].strip()
        name = record.get("name") or (f"{kind} Token" if kind else "Token")
    elif isinstance(name, str):
        known = shelf.known(name)
        name = known.name if known else name
    elif "token_copy_of" in step or "copy_spell" in step:
        name = step.get("token_copy_of", step.get("copy_spell"))
    elif "emblem" in step:
        name = "Emblem"
    return defaults.free(name, taken) if isinstance(name, str) else None


def handles(steps: Sequence[Mapping[str, Any]], shelf: Shelf) -> list[str]:
    """For each step the handle of the object that it makes, "" where it makes none."""
    defaults = Defaults()
    taken: set[str] = set()
    found = []
    for step in steps:
        handle = step.get("as") or default_handle(step, shelf, defaults, taken) or ""
        found.append(str(handle))
        taken.update((found[-1], *map(str, step.get("creates") or ())))
    return found


def rehandled(
    steps: Sequence[Mapping[str, Any]], wanted: Sequence[str], shelf: Shelf
) -> list[dict[str, Any]]:
    """The steps with `as` just where the default handle would not be the wanted one."""
    defaults = Defaults()
    taken: set[str] = set()
    found = []
    for step, handle in zip(steps, wanted, strict=True):
        plain = {key: value for key, value in step.items() if key != "as"}
        if handle and default_handle(plain, shelf, defaults, taken) != handle:
            plain["as"] = handle
        taken.update((handle, *map(str, step.get("creates") or ())))
        found.append(plain)
    return found


def named_by(step: Mapping[str, Any]) -> Iterator[str]:
    """The handles that a step speaks of."""
    for key in _NAMING:
        if isinstance(step.get(key), str):
            yield step[key]
    if "attach" in step and isinstance(step.get("to"), str):
        yield step["to"]
    targets = step.get("targets")
    if isinstance(targets, list):
        yield from (each for each in targets if isinstance(each, str))


def renamed(step: Mapping[str, Any], old: str, new: str) -> dict[str, Any]:
    """The step with another handle wherever it speaks of an object."""
    found = dict(step)
    naming = (*_NAMING, "to") if "attach" in step else _NAMING
    for key in naming:
        if found.get(key) == old:
            found[key] = new
    if isinstance(found.get("targets"), list):
        found["targets"] = [new if each == old else each for each in found["targets"]]
    return found
