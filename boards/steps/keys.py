"""The kinds of value that a step's keys have: their type, their hole, how they are read and
written.

What is told of a value is told here once: the schema, holes, sketches, the line and the page look
at a key's kind and not at its name.
"""

from collections.abc import Callable
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from striate.boards.errors import Path, show
from striate.boards.mistakes import Subject
from striate.boards.names import Known
from striate.boards.records import as_written, exception_words
from striate.boards.schema import (
    LARGEST,
    Counters,
    Handle,
    Natural,
    Number,
    Range,
    TokenRecord,
    Words,
    Yes,
)
from striate.boards.workbench import PLAYERS, Ground

HoleKind: TypeAlias = Literal[
    "card", "number", "seat", "handle", "target", "flag", "zone", "choice"
]


class Spot(Struct, frozen=True):
    """A key of a step on a board that is being built; `key` "" is the step itself."""

    ground: Ground
    form: Any
    index: int
    key: str = ""

    @property
    def path(self) -> Path:
        step: Path = ("steps", self.index)
        return (*step, self.key) if self.key else step

    def at(self, key: str) -> "Spot":
        return Spot(self.ground, self.form, self.index, key)

    def wrong(self, message: str, hint: str = "", *more: str | int) -> None:
        self.ground.mistakes.add(message, (*self.path, *more), hint)

    def of(self, called: str) -> Subject:
        """What is told of this step; it is about what is called so."""
        return Subject(called, self.path, self.ground.mistakes)

    @property
    def made(self) -> str:
        """The handle of the object that the step makes."""
        return self.ground.made[self.index]

    @property
    def known(self) -> Known:
        """The card that the step names."""
        known = self.ground.known[self.index]
        assert known is not None
        return known


def _as_it_is(spot: Spot, value: Any) -> Any:
    return value


def _same(value: Any) -> Any:
    return value


class Kind(Struct, frozen=True):
    """A kind of value. `absent`: what the key means if it is not there."""

    type: Any
    absent: Any = None
    hole: HoleKind | None = None
    names: bool = False  # an object that is there
    players: bool = False  # or a player
    least: int = -99  # of a number, on the page
    words: tuple[str, ...] = ()  # what it may be, if it is one of few words
    facts: tuple[str, ...] = ()  # what it may tell of, if it is a table of "yes" and "no"
    read: Callable[[Spot, Any], Any] = _as_it_is
    write: Callable[[Any], Any] = _same


class Key(Struct, frozen=True):
    """A key of a step. `field`: of the event, where the value goes ("": it goes nowhere by itself).

    `says` gives the value of the whole event, if it is not simply the field's. `searched`: what a
    search does with what it says of a permanent, as for a whole kind of step.
    """

    name: str
    kind: Kind
    field: str = ""
    needed: bool = False
    says: Callable[[Any], Any] | None = None
    searched: str = ""

    @property
    def attribute(self) -> str:
        return f"{self.name}_" if self.name in ("as", "except") else self.name


def key(name: str, kind: Kind, field: str | None = None, **more: Any) -> Key:
    """A key that may be left out; its field has its name if nothing else is told."""
    return Key(name, kind, name if field is None else field, **more)


def needs(name: str, kind: Kind, field: str | None = None, **more: Any) -> Key:
    """A key that a step can't be without."""
    return key(name, kind, field, needed=True, **more)


# --- reading ------------------------------------------------------------------------------------


def _there(spot: Spot, handle: str | None) -> str | None:
    return spot.ground.maybe(handle, spot.index, spot.key)


def _there_or_player(spot: Spot, handle: str | None) -> str | None:
    return handle if handle in PLAYERS else _there(spot, handle)


def copied(words: str) -> Kind:
    """An object that is copied: it is another one; `words` is what can't be else."""

    def read(spot: Spot, handle: str | None) -> str | None:
        if handle is not None and handle == spot.made:
            spot.wrong(f"{show(handle)} {words}")
            return handle
        return _there(spot, handle)

    return replace(OBJECT, read=read)


def _whole(spot: Spot, value: int | str | None) -> int | None:
    assert not isinstance(value, str)  # a range is a hole, and those are refused before
    return value


def _modes_read(spot: Spot, value: int | list[int] | None) -> tuple[int, ...]:
    """700.2: the modes by number; `choose: {mode: 2}` says the same as `mode: 2`."""
    if value is None:
        named = str(spot.form.choose.get("mode", ""))
        return (int(named),) if named.isdecimal() and 0 < int(named[:3]) <= 20 else ()
    return (value,) if isinstance(value, int) else tuple(value)


def _modes_written(modes: tuple[int, ...]) -> int | list[int] | None:
    return modes[0] if len(modes) == 1 else list(modes) or None


def _targets_read(spot: Spot, targets: list[str] | None) -> tuple[str, ...] | None:
    return None if targets is None else spot.ground.targets(targets, spot.index)


def _listed(values: tuple[Any, ...] | None) -> list[Any] | None:
    return None if values is None else list(values)


# --- the kinds ----------------------------------------------------------------------------------


def one_of(*words: str, hole: HoleKind | None = None, absent: str | None = None) -> Kind:
    """One of these words."""
    *others, last = (f"`{word}`" for word in words)
    described = f"{', '.join(others)} or {last}"
    values: Any = (*words, "?") if hole else words
    return Kind(Annotated[Literal[values], Meta(description=described)], absent, hole, words=words)


_CARD: Any = Annotated[
    Annotated[str, Meta(min_length=1)]
    | Annotated[
        list[Annotated[str, Meta(min_length=1, description="a card's name")]], Meta(min_length=1)
    ],
    Meta(description="a card's name"),
]
_MODE: Any = Annotated[int, Meta(ge=1, le=20, description="the number of a mode")]
_MODES: Any = Annotated[
    _MODE | Annotated[list[_MODE], Meta(min_length=1)],
    Meta(description="the number of a mode, or a list of them"),
]
_TARGETS: Any = Annotated[
    list[Annotated[str, Meta(min_length=1, description="a handle, `you` or `opponent`")]],
    Meta(description="a list of handles"),
]
_COUNT: Any = Annotated[Natural | Range, Meta(description="a whole number from 0 on")]
_TIMES: Any = Annotated[
    Annotated[int, Meta(ge=1, le=LARGEST)] | Range, Meta(description="a whole number from 1 on")
]
_FLAG: Any = Annotated[bool | Literal["?"], Meta(description="`true` or `false`")]
_KICKED: Any = Annotated[
    bool | Annotated[int, Meta(ge=0, le=100)], Meta(description="`true`, `false` or how often")
]

CARD = Kind(_CARD, hole="card", read=lambda spot, _: spot.known.card, write=lambda card: card.name)
NEW = Kind(Handle)  # the handle of the object that the step makes
SEAT = one_of("you", "opponent", hole="seat", absent="you")
PLAYER_OR_NONE = replace(SEAT, absent=None)
OBJECT = Kind(Handle, hole="handle", names=True, read=_there)
HOST = replace(OBJECT, players=True, read=_there_or_player)
FLAG = Kind(_FLAG, False, "flag", read=lambda _, value: value is True)
YES = Kind(Yes, False)
ONLY_TRUE = replace(YES)  # a step that is nothing but `true`
NUMBER = Kind(Number, hole="number", read=_whole)
COUNT = Kind(_COUNT, hole="number", least=0, read=_whole)
TIMES = Kind(_TIMES, 1, hole="number", least=1, read=_whole)
MODES = Kind(_MODES, read=_modes_read, write=_modes_written)
TARGETS = Kind(_TARGETS, [], "target", read=_targets_read, write=_listed)
MAYBE_TARGETS = replace(TARGETS, absent=None)
CREATES = Kind(
    Annotated[list[Handle], Meta(description="a list of handles")], [],
    read=lambda _, value: tuple(value), write=list,
)  # fmt: skip
WORDS = Kind(Words)
TEXT = Kind(Words, read=lambda _, value: value or "", write=lambda text: text or None)
COUNTERS = Kind(
    Counters, read=lambda _, value: tuple((kind, n or 0) for kind, n in value.items()), write=dict
)
TOKEN = Kind(
    Annotated[TokenRecord, Meta(description="a token as `{name: …, type_line: …}`")],
    read=lambda _, value: as_written(value),
    write=lambda text: msgspec.json.decode(text),
)
KICKED = Kind(_KICKED, False)
MANA = Kind(Annotated[str, Meta(description='mana as "{G}{W}"')])
ZONE = one_of("graveyard", "hand", "exile", "command", "library", hole="zone")
LEAVE_TO = one_of("graveyard", "exile", "hand", "library", hole="zone", absent="graveyard")


# --- keys that many steps have ------------------------------------------------------------------


def _exception_words(step: Any) -> str | None:
    return step.wording or step.unread or exception_words(step.exceptions) or None


AS = key("as", NEW, "", searched="held")
CONTROLLER = key("controller", SEAT, searched="held")
ATTACHED_TO = key("attached_to", HOST, searched="held")
TAPPED = key("tapped", FLAG, searched="held")
X = key("x", COUNT, searched="numbers")
MODE = key("mode", MODES, "modes")
AIMED = key("targets", TARGETS)
MAKES = key("creates", CREATES)
PLAYER = key("player", SEAT)
EXCEPT = key("except", TEXT, "wording", says=_exception_words)
