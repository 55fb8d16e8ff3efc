"""A kind of step as one record, and what is made of every record: its form, reading, writing."""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any, Literal, TypeAlias, cast

import msgspec
from msgspec import Struct, field

from striate.boards.choices import is_a_number
from striate.boards.errors import Path
from striate.boards.names import Known, Shelf, token_card, token_name
from striate.boards.schema import StepForm
from striate.boards.steps.keys import AS, CARD, SEAT, Key, Kind, Spot
from striate.boards.steps.saying import Saying
from striate.boards.timeline import Step
from striate.boards.workbench import Ground

# What stands in a saying for a key, or for a key of that kind.
_SHOWN = {
    "ability": "KEYWORD", "card": "CARD", "choose": "CHOICE", "number": "N", "seat": "PLAYER",
    "target": "HANDLE",
}  # fmt: skip

Finish: TypeAlias = Callable[[Spot, dict[str, Any]], None]


class StepKind(Struct, frozen=True, dict=True):
    """One kind of step. Its first key is the word that says what happened.

    `event`: the step as the timeline has it, `fixed`: its fields that are the same in each.
    `makes`: whence the object has its name that the step makes; None: it makes none. `chooses`:
    whether `choose` goes with it. `finish` adds what the card or the board says to the event's
    fields, and tells what is wrong. `belongs`: of several kinds of one event, whether the event is
    this one. `setting`: what an engine must be able to set up to be told it (see
    `exports.scenario`), None: no engine is. `title` is for the page. `weight`: how often it is
    drawn for a random board, with a value of its kind for each key; 0: never so. `said`: how people
    say it in a line, besides the words of the board file. `searched`: what a search does with it,
    "held" or the name of what its answer leaves out (`search.asking.world`).
    """

    event: type[Any]
    title: str
    keys: tuple[Key, ...]
    setting: str | None = None
    fixed: Mapping[str, Any] = field(default_factory=dict[str, Any])
    makes: Literal["card", "token", "copy", "emblem"] | None = None
    chooses: bool = False
    finish: Finish | None = None
    belongs: Callable[[Any], bool] | None = None
    weight: int = 0
    said: tuple[Saying, ...] = ()
    searched: str = ""

    @property
    def word(self) -> str:
        return self.keys[0].name

    @cached_property
    def by_name(self) -> dict[str, Key]:
        return {key.name: key for key in self.keys}

    def key(self, kind: Kind) -> str:
        """The key of that kind; "" if there is none."""
        return next((key.name for key in self.keys if key.kind is kind), "")

    @property
    def card_key(self) -> str:
        """The key that names a card."""
        return self.key(CARD)

    @property
    def seat_key(self) -> str:
        """The key that says whose it is."""
        return next((k.name for k in self.keys[1:] if k.kind.hole == SEAT.hole), "")

    @cached_property
    def naming(self) -> tuple[str, ...]:
        """The keys that name an object which is there."""
        return tuple(key.name for key in self.keys if key.kind.names)

    # --- the form

    @cached_property
    def form(self) -> type[StepForm]:
        """What a file may have."""
        fields = [_field(key, key is self.keys[0]) for key in self.keys]
        name = "".join(part.capitalize() for part in self.word.split("_")) + "Form"
        struct = msgspec.defstruct(name, fields, bases=(StepForm,), frozen=True, kw_only=True)
        return cast(type[StepForm], struct)

    # --- reading

    def introduce(self, ground: Ground, form: StepForm, index: int) -> None:
        """Looks up the card that the step names, and gives the object that it makes its handle."""
        path: Path = ("steps", index)
        known: Known | None = None
        if self.makes == "card":
            name = getattr(form, self.card_key)
            assert isinstance(name, str)  # a list is a hole, and those are refused before
            known = ground.shelf.find(name, (*path, self.card_key), ground.mistakes)
        elif self.makes == "token":
            card = token_card(getattr(form, self.word), (*path, self.word), ground.mistakes)
            known = Known(card, 0, True) if card else None
        name = known.name if known else self.object_name(form, ground.names, None)
        wanted: str | None = getattr(form, AS.attribute, None)
        created = getattr(form, "creates", ())
        ground.introduce(index, known, name, wanted, created)
        if self.setting == "stack":
            ground.spells.add(ground.made[index])

    def read(self, ground: Ground, form: StepForm, index: int) -> Step:
        """The step as the timeline has it, with everything wrong with it told."""
        spot = Spot(ground, form, index)
        fields = dict(self.fixed)
        if self.makes:
            fields["handle"] = spot.made
        for key in self.keys:
            if key.field:
                value = getattr(form, key.attribute)
                fields[key.field] = key.kind.read(spot.at(key.name), value)
        if self.chooses:
            fields["choose"] = ground.choices(form, index)
            if self.makes != "card" and "cost" in form.choose:
                spot.at("choose").wrong(f"a step `{self.word}` is cast for no cost", "", "cost")
        else:
            ground.no_choice(form, index, self.word)
        if self.finish is not None:
            self.finish(spot, fields)
        step: Step = self.event(**fields)
        return step

    # --- names

    def object_name(self, given: Any, names: Mapping[str, str], shelf: Shelf | None) -> str | None:
        """The name by which the object goes that the step makes; None if it makes none.

        `given`: the step as plain data or as its form. `names`: of the objects before. "" stands
        for a name that is still open.
        """

        def value(key: str) -> Any:
            return given.get(key) if isinstance(given, Mapping) else getattr(given, key, None)

        match self.makes:
            case None:
                return None
            case "emblem":
                return "Emblem"
            case "token":
                return token_name(value(self.word))
        name = value(self.word if self.makes == "copy" else self.card_key)
        if not isinstance(name, str) or name == "?":
            return ""
        if self.makes == "copy":
            return names.get(name, name)
        known = shelf.known(name) if shelf is not None else None
        return known.name if known else name

    # --- in a line

    def shown(self, saying: Saying) -> str:
        """The saying as a page shows it: `equip HANDLE to HANDLE`."""
        return saying.written({slot: self._slot(slot) for slot in saying.slots})

    def _slot(self, name: str) -> str:
        if name not in self.by_name:
            return _SHOWN.get(name, "TEXT")
        key = self.by_name[name].kind
        if name in _SHOWN or key.words and not key.hole:
            return _SHOWN.get(name) or " | ".join(key.words)
        return "HANDLE" if key.names else _SHOWN.get(key.hole or "", name.upper())

    # --- writing

    def fits(self, step: Step) -> bool:
        """Whether the event is of this kind."""
        if not isinstance(step, self.event) or self.belongs is not None and not self.belongs(step):
            return False
        return all(getattr(step, name) == value for name, value in self.fixed.items())

    def about(self, step: Any) -> str:
        """The object that the event is about: its handle, or its card's name."""
        if self.naming:
            return str(getattr(step, self.by_name[self.naming[0]].field))
        return str(step.card.name) if self.card_key else ""

    def write(self, step: Any) -> dict[str, Any]:
        """The step as plain data, without the handle of the object that it makes."""
        plain = {key.name: value for key in self.keys for value in _written(key, step)}
        if self.chooses and step.choose:
            plain["choose"] = {
                kind: int(value) if is_a_number(kind, value) else value
                for kind, value in step.choose
            }
        return plain


def _field(key: Key, first: bool) -> Any:
    if first or key.needed:
        return key.attribute, key.kind.type
    if key.kind.absent is None:
        return key.attribute, key.kind.type | None, None
    if isinstance(key.kind.absent, list):
        return key.attribute, key.kind.type, msgspec.field(default_factory=list)
    return key.attribute, key.kind.type, key.kind.absent


def _written(key: Key, step: Any) -> Iterator[Any]:
    """The key's value, if it says something."""
    if not key.field and key.says is None:
        return
    value = key.says(step) if key.says else key.kind.write(getattr(step, key.field))
    absent = key.kind.absent
    if key.needed or value != absent or type(value) is not type(absent):
        yield value


class Section(Struct, frozen=True):
    """A part of the page docs/boards.md: its heading, its words, its example, the steps in it."""

    heading: str
    words: str
    example: str
    kinds: tuple[StepKind, ...]
