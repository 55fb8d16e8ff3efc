"""An engine's outcomes as docs/grade.md has them: read, and refused where they are not that."""

from pathlib import Path
from typing import Literal, TypeAlias, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from striate.boards.errors import BoardError, show

MAX_BYTES = 64_000_000
_NO_STATUS = "Invalid enum value "
_SHOWN = 60  # of an answer that is none

Status: TypeAlias = Literal["pass", "fail", "skip"]
_Words: TypeAlias = list[str] | UnsetType


class ObjectResult(msgspec.Struct, frozen=True, kw_only=True):
    """What the engine says of one object; whatever is absent it does not say."""

    handle: str | UnsetType = UNSET
    name: str | UnsetType = UNSET
    zone: str | UnsetType = UNSET
    controller: Literal["you", "opponent"] | UnsetType = UNSET
    supertypes: _Words = UNSET
    types: _Words = UNSET
    subtypes: _Words = UNSET
    colors: list[Literal["W", "U", "B", "R", "G"]] | UnsetType = UNSET
    abilities: _Words = UNSET
    power: int | None | UnsetType = UNSET
    toughness: int | None | UnsetType = UNSET
    counters: dict[str, int] | UnsetType = UNSET
    tapped: bool | UnsetType = UNSET
    choices: dict[str, int | str | list[int | str]] | UnsetType = UNSET


class BoardResult(msgspec.Struct, frozen=True, kw_only=True):
    """What the engine says of one board: objects by handle, or in a list with their handles."""

    objects: dict[str, ObjectResult] | list[ObjectResult] = msgspec.field(default_factory=dict)
    gone: list[str] | None = None

    def by_handle(self) -> dict[str, ObjectResult]:
        if isinstance(self.objects, dict):
            return self.objects
        return {str(one.handle): one for one in self.objects}


class Results(msgspec.Struct, frozen=True, kw_only=True):
    """A results file; `date` is the engine's, `how` is how it was run."""

    boards: dict[str, Status | BoardResult]
    engine: str = ""
    date: str = ""
    how: str = ""
    format: Literal[1] = 1


class _Board(msgspec.Struct, frozen=True):
    """One board's result in a frame of its own."""

    board: Status | BoardResult


class Sealed(msgspec.Struct, frozen=True, kw_only=True):
    """A results file whose boards are not yet looked at."""

    boards: dict[str, msgspec.Raw]
    engine: str = ""
    date: str = ""
    how: str = ""
    format: Literal[1] = 1


_Form = TypeVar("_Form")


def sealed(path: Path) -> Sealed:
    """A results file whose boards are not yet looked at; raises `BoardError`."""
    with path.open("rb") as stream:
        raw = stream.read(MAX_BYTES + 1)
    if len(raw) > MAX_BYTES:
        raise BoardError(f"is larger than {MAX_BYTES // 1_000_000} MB", file=str(path))
    return _decoded(raw, Sealed, str(path), "")


def read_results(path: Path) -> Results:
    """The results in a file; raises `BoardError`."""
    results = sealed(path)
    # One by one, so that a mistake is told with the board's name.
    boards: dict[str, Status | BoardResult] = {
        called: board_result(bytes(plain), called, str(path))
        for called, plain in results.boards.items()
    }
    return Results(boards=boards, engine=results.engine, date=results.date, how=results.how)


def board_result(raw: bytes, called: str, file: str) -> Status | BoardResult:
    """One board's value; a mistake is told with the board and the file or program it is from."""
    _decoded(raw, msgspec.Raw, file, f"boards.{called}")  # by itself, before it stands in a frame
    framed = b'{"board": ' + raw + b"}"
    board = _decoded(framed, _Board, file, f"boards.{called}").board
    _check_list(called, board, file)
    return board


def _decoded(raw: bytes, form: type[_Form], file: str, inside: str) -> _Form:
    """JSON as that form; a mistake is told with the place where it is."""
    try:
        return msgspec.json.decode(raw, type=form)
    except msgspec.ValidationError as error:
        message, _, where = str(error).partition(" - at ")
        place = where.strip("`").removeprefix("$").removeprefix(".board" if inside else ".")
        if inside and not place and message.startswith(_NO_STATUS):
            given = message.removeprefix(_NO_STATUS).strip("'")
            message = f'expected "pass", "fail", "skip" or an object, not "{given}"'
        raise BoardError(_plain(message), path=f"{inside}{place}", file=file) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        message = f"is not JSON: {_plain(str(error))}"
        if inside:
            message += f"; it begins {show(raw[:_SHOWN].decode(errors='replace'))}"
        raise BoardError(message, path=inside, file=file) from None


def _plain(message: str) -> str:
    """A message in lower case, but for a name such as JSON."""
    return message if message[1:2].isupper() else message[:1].lower() + message[1:]


def _check_list(called: str, board: Status | BoardResult, file: str) -> None:
    """In a list each object has its handle, and no other one has the same."""
    if isinstance(board, str) or isinstance(board.objects, dict):
        return
    seen: set[str] = set()
    for at, one in enumerate(board.objects):
        path = f"boards.{called}.objects[{at}]"
        if one.handle is UNSET:
            raise BoardError("an object in a list needs a `handle`", path=path, file=file)
        if one.handle in seen:
            message = f"the handle {show(one.handle)} is given twice"
            raise BoardError(message, path=path, file=file)
        seen.add(str(one.handle))
