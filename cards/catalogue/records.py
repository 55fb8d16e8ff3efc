"""Card files read record by record, in constant memory, whatever their size.

Read are Scryfall's bulk files (a JSON array), JSON lines, and MTGJSON's AtomicCards; each also
compressed with gzip. The first characters tell which it is.
"""

import gzip
import io
import json
import re
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, TextIO, cast

from striate.cards.catalogue.mtgjson import records_from_atomic
from striate.cards.catalogue.scryfall import BadRecord, Record
from striate.cards.errors import WrongInput

CHUNK = 1 << 18
_LARGEST = 1 << 24  # characters of one record; a real one has some thousands
_SPACE = re.compile(r"[\s]*")
# How MTGJSON's files and lists from Scryfall's API begin, and no card does.
_WRAPPED = re.compile(r'\{\s*"(?:(?:meta|data)"\s*:|object"\s*:\s*"list")')
_DECODER = json.JSONDecoder()


class BadFile(WrongInput):
    """A file that is no card file; says why."""


@dataclass(frozen=True, slots=True)
class Bad:
    """A record that can't be read as JSON or as a card."""

    where: str
    reason: str


@dataclass(slots=True)
class CardFile:
    """An open card file. `position` and `size` are bytes of the file as it lies on the disk."""

    path: Path
    size: int
    _raw: BinaryIO
    _text: TextIO

    @classmethod
    def open(cls, path: Path) -> "CardFile":
        try:
            raw = path.open("rb")
            packed = raw.peek(2)[:2] == b"\x1f\x8b"
        except OSError as error:
            raise BadFile(f"can't read `{path}`: {error.strerror or error}") from None
        plain = cast(BinaryIO, gzip.GzipFile(fileobj=raw)) if packed else raw
        text = io.TextIOWrapper(plain, encoding="utf-8-sig", newline="\n")
        return cls(path, path.stat().st_size, raw, text)

    def close(self) -> None:
        self._text.close()
        self._raw.close()

    def position(self) -> int:
        """How far the file is read; a pipe does not tell."""
        return self._raw.tell() if self._raw.seekable() else 0

    def records(self) -> Iterator[Record | Bad]:
        """Each record, or what is wrong with it; `BadFile` where the file is no card file."""
        try:
            yield from self._records()
        except UnicodeDecodeError:
            raise BadFile(f"`{self.path}` is not a UTF-8 text") from None
        except (gzip.BadGzipFile, EOFError, zlib.error):
            raise BadFile(f"`{self.path}` is a damaged gzip file") from None
        except RecursionError:
            raise BadFile(f"`{self.path}` is nested too deeply to be a card file") from None

    def _records(self) -> Iterator[Record | Bad]:
        source = _Source(self._text, self.path)
        first = source.peek()
        if first == "[":
            yield from _array(source)
        elif first == "{":
            yield from _objects(source)
        elif not first:
            raise BadFile(f"`{self.path}` is empty")
        else:
            raise BadFile(
                f"`{self.path}` is no card file: it begins with `{first}`, but Scryfall's bulk "
                "files and MTGJSON's AtomicCards begin with `[` or `{`"
            )


class _Source:
    """A text read in chunks, from which whole JSON values are taken."""

    def __init__(self, text: TextIO, path: Path) -> None:
        self._text = text
        self.path = path
        self._buffer = ""
        self._at = 0
        self._ended = False

    def _more(self) -> bool:
        """Reads on; false at the end of the file."""
        left = len(self._buffer) - self._at
        chunk = self._text.read(max(CHUNK, left))
        self._ended = not chunk
        self._buffer = self._buffer[self._at :] + chunk
        self._at = 0
        return bool(chunk)

    def peek(self) -> str:
        """The next character that is no space; empty at the end."""
        while True:
            match = _SPACE.match(self._buffer, self._at)
            self._at = match.end() if match else self._at
            if self._at < len(self._buffer):
                return self._buffer[self._at]
            if not self._more():
                return ""

    def begins(self, pattern: re.Pattern[str]) -> bool:
        """Whether the text goes on like that; nothing is passed over."""
        self.peek()
        if len(self._buffer) - self._at < 200 and not self._ended:
            self._more()
        return pattern.match(self._buffer, self._at) is not None

    def skip(self, expected: str) -> bool:
        """Passes over a character if it is the next one."""
        if self.peek() != expected:
            return False
        self._at += 1
        return True

    def value(self) -> Any:
        """The next JSON value."""
        self.peek()
        while True:
            try:
                value, end = _DECODER.raw_decode(self._buffer, self._at)
            except json.JSONDecodeError as error:
                if len(self._buffer) - self._at > _LARGEST:
                    raise BadFile(f"`{self.path}` has a record that never ends") from None
                if not self._more():
                    raise BadFile(f"`{self.path}` breaks off or is not JSON: {error.msg}") from None
                continue
            except ValueError:
                raise BadFile(f"`{self.path}` has a number of too many digits") from None
            # A value that ends with the buffer may go on in the next chunk (a number).
            if end == len(self._buffer) and not self._ended and not isinstance(value, dict | list):
                self._more()
                continue
            self._at = end
            return value

    def line(self) -> str:
        """The rest of the line."""
        while (end := self._buffer.find("\n", self._at)) < 0:
            if len(self._buffer) - self._at > _LARGEST:
                raise BadFile(f"`{self.path}` has a record that never ends")
            if not self._more():
                end = len(self._buffer)
                break
        line = self._buffer[self._at : end]
        self._at = min(end + 1, len(self._buffer))
        return line


def _array(source: _Source) -> Iterator[Record | Bad]:
    """The items of a JSON array."""
    yield from _items(source, "[", "]", lambda: [_record(source.value())])


def _items(
    source: _Source, opening: str, closing: str, item: Callable[[], Sequence[Record | Bad]]
) -> Iterator[Record | Bad]:
    source.skip(opening)
    if source.skip(closing):
        return
    while True:
        yield from item()
        if source.skip(closing):
            return
        if not source.skip(","):
            character = source.peek()
            what = f"has `{character}` between records" if character else "breaks off"
            raise BadFile(f"`{source.path}` {what}; nothing was imported")


def _record(value: Any) -> Record | Bad:
    if isinstance(value, dict):
        return cast(Record, value)
    return Bad("", f"a record is an object, not `{str(value)[:40]}`")


def _objects(source: _Source) -> Iterator[Record | Bad]:
    """JSON lines, or one object that holds the cards under `data`."""
    if source.begins(_WRAPPED):
        yield from _data(source)
        return
    number = 0
    while source.peek():
        number += 1
        line = source.line()
        try:
            value = json.loads(line)
        except json.JSONDecodeError as error:
            yield Bad(f"line {number}", f"no JSON: {error.msg}")
            continue
        except ValueError:
            yield Bad(f"line {number}", "a number of too many digits")
            continue
        if isinstance(value, dict):
            yield cast(Record, value)
        else:
            yield Bad(f"line {number}", f"a record is an object, not `{line[:40]}`")


def _data(source: _Source) -> Iterator[Record | Bad]:
    """The cards of an object's `data`: AtomicCards, or a list as Scryfall's API gives it."""
    source.skip("{")
    while True:
        key = source.value()
        if not source.skip(":"):
            raise BadFile(f"`{source.path}` is not JSON")
        if key == "data":
            yield from _wrapped(source)
            return
        source.value()
        if not source.skip(","):
            raise BadFile(f"`{source.path}` is no card file: it has no `data`")


def _wrapped(source: _Source) -> Iterator[Record | Bad]:
    opening = source.peek()
    if opening == "[":
        yield from _array(source)
    elif opening == "{":
        yield from _items(source, "{", "}", lambda: _atomic(source))
    else:
        raise BadFile(f"`{source.path}` is no card file: its `data` holds no cards")


def _atomic(source: _Source) -> Sequence[Record | Bad]:
    name = source.value()
    if not isinstance(name, str) or not source.skip(":"):
        raise BadFile(f"`{source.path}` is not JSON")
    faces = source.value()
    if isinstance(faces, dict) and "cards" in faces:
        raise BadFile(
            f"`{source.path}` lists sets; the file of MTGJSON that is read is AtomicCards"
        )
    try:
        return records_from_atomic(name, faces)
    except BadRecord as error:
        return [Bad(f"`{name}`", error.reason)]
