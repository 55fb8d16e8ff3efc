"""Which handle a step's object has, where `as` gives none."""

from collections.abc import Iterable, Mapping
from typing import Any

from striate.boards.names import Defaults, Shelf
from striate.boards.steps.table import kind_of_plain


class Naming:
    """Gives the objects of steps in plain data their handles, one step after the other."""

    def __init__(self, shelf: Shelf | None = None) -> None:
        self._shelf = shelf
        self._defaults = Defaults()
        self.names: dict[str, str] = {}  # of each handle: the name of its object

    def name(self, step: Mapping[str, Any]) -> str | None:
        """The name of the object that the step makes; None if it makes none."""
        kind = kind_of_plain(step)
        return kind.object_name(step, self.names, self._shelf) if kind else None

    def default(self, step: Mapping[str, Any], taken: Iterable[str] = ()) -> str:
        """The handle that the step's object has without `as`; "" if it makes none."""
        name = self.name(step)
        if not name:
            return ""
        return self._defaults.free(name, {*self.names, *taken} if taken else self.names)

    def note(self, step: Mapping[str, Any], handle: str) -> None:
        """The step's object has that handle."""
        if handle:
            self.names[handle] = self.name(step) or handle
        self.names |= {str(each): str(each) for each in step.get("creates") or ()}

    def handle(self, step: Mapping[str, Any]) -> str:
        """The handle of the step's object, which is noted."""
        handle = str(step.get("as") or self.default(step))
        self.note(step, handle)
        return handle
