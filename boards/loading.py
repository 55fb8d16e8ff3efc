"""Board files as plain data: whatever is in them, a clear error or data.

A YAML file holds one board, or several as documents that `---` divides; a `.jsonl` file holds one
on each line. One that can't be read does not stop those after it. Files are UTF-8 (a byte order
mark is passed over), have no key twice and no NaN or infinity, and keep the limits of `plain`. A
number with a fraction stays the text that it was written as: no value of a board file is one, but a
rule's number looks like one.
"""

import re
from collections.abc import Iterator
from pathlib import Path as FilePath
from typing import IO

from striate.boards.errors import BoardError
from striate.boards.from_json import load_json
from striate.boards.plain import MAX_BYTES, Loaded, check_text, empty_file

_MAX_EMPTY_LINES = 100_000  # on end
_MARKER = re.compile(rb"---(?:\s|$)")  # at the beginning of a line it always ends a document
_NO_CONTENT = re.compile(rb"(?:---|\.\.\.)?\s*(?:#.*)?\s*|%.*\s*")
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_JSON_OPENING = re.compile(r'\s*[\[{]\s*["\]}]')


def load_file(path: FilePath) -> Loaded:
    """The one board of a file: JSON by the suffix `.json`, else YAML."""
    return load_bytes(_read(path), str(path), as_json=path.suffix.lower() == ".json")


def load_text(text: str, file: str = "", *, as_json: bool | None = None) -> Loaded:
    """The one board of a text in YAML or JSON; `as_json` None: whichever it looks like."""
    check_text(text, file)
    if as_json is None:
        as_json = _JSON_OPENING.match(text) is not None
    if as_json:
        return load_json(text, file)
    from striate.boards.from_yaml import load_yaml  # a search, or a line, needs no YAML

    return load_yaml(text, file)


def load_bytes(raw: bytes, file: str = "", *, as_json: bool | None = None) -> Loaded:
    """The one board of what was read from somewhere else than a file."""
    if len(raw) > MAX_BYTES:
        raise _too_large(file, 0)
    return load_text(decode(raw, file), file, as_json=as_json)


def load_lines(path: FilePath) -> Iterator[Loaded | BoardError]:
    """The boards of a `.jsonl` file, one after the other; empty lines are passed over."""
    file = str(path)
    empty = True
    try:
        with path.open("rb") as stream:
            for number, raw in _lines(stream):
                empty = False
                try:
                    yield _load_line(raw, number, file)
                except BoardError as error:
                    yield error
        if empty:
            yield empty_file(file)
    except OSError as error:
        yield BoardError(f"can't be read ({_reason(error)})", file=file)
    except BoardError as error:
        error.file = file
        yield error


def load_documents(path: FilePath) -> Iterator[Loaded | BoardError]:
    """The boards of a YAML file, one after the other."""
    file = str(path)
    try:
        with path.open("rb") as stream:
            yield from load_stream(stream, file, as_json=False)
    except OSError as error:
        yield BoardError(f"can't be read ({_reason(error)})", file=file)


def load_stream(
    stream: IO[bytes], file: str = "", *, as_json: bool | None = None
) -> Iterator[Loaded | BoardError]:
    """The boards of a stream in YAML, or the one board of a stream that looks like JSON."""
    empty = True
    for before, raw in _documents(stream):
        empty = False
        try:
            loaded = load_bytes(raw, file, as_json=as_json)
            loaded.before = before
            yield loaded
        except BoardError as error:
            error.line += before if error.line else before and before + 1
            yield error
    if empty:
        yield empty_file(file)


def _documents(stream: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """The documents with how many lines stand before each; none after one that is too large.

    Comments and directives before the first `---` belong to the document that it begins; a document
    with nothing in it is passed over.
    """
    number = before = 0
    document = b""
    has_content = has_marker = False
    while len(document) <= MAX_BYTES and (line := stream.readline(MAX_BYTES + 1)):
        bare = line if number else line.removeprefix(_BYTE_ORDER_MARK)
        if _MARKER.match(bare):
            if has_content:
                yield before, document
            if has_content or has_marker:
                before, document = number, b""
            has_content, has_marker = not _NO_CONTENT.fullmatch(bare), True
        elif not has_content:
            has_content = not _NO_CONTENT.fullmatch(bare)
        document += line
        number += 1
    if has_content or len(document) > MAX_BYTES:
        yield before, document


def _lines(stream: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """Numbered lines that are not empty; no more than MAX_BYTES + 1 bytes of each."""
    number = empty = 0
    while raw := stream.readline(MAX_BYTES + 1):
        number += 1
        empty = 0 if raw.strip() else empty + 1
        if empty > _MAX_EMPTY_LINES:
            raise BoardError(f"has {empty} empty lines in a row", line=number)
        rest = raw
        while len(rest) > MAX_BYTES and not rest.endswith(b"\n"):
            rest = stream.readline(MAX_BYTES + 1)
        if raw.strip() or number == 1 and raw.startswith(_BYTE_ORDER_MARK):
            yield number, raw


def _load_line(raw: bytes, number: int, file: str) -> Loaded:
    if len(raw) > MAX_BYTES:
        raise _too_large(file, number)
    try:
        text = decode(raw, file)
        loaded = load_json(text, file, with_lines=False)
    except BoardError as error:
        error.line = number
        raise
    return Loaded(loaded.data, only_line=number)


def _read(path: FilePath) -> bytes:
    """The bytes of a file, and one too many if it is too large."""
    try:
        with path.open("rb") as stream:
            return stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise BoardError(f"can't be read ({_reason(error)})", file=str(path)) from None


def decode(raw: bytes, file: str = "") -> str:
    """Bytes as text: UTF-8, with or without a byte order mark."""
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise BoardError("is written in UTF-16", file=file, line=1, hint="save it as UTF-8")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise BoardError(
            f"the byte `0x{raw[error.start]:02x}` is not UTF-8",
            file=file,
            line=line,
            hint="save the file as UTF-8",
        ) from None
    return text


def _too_large(file: str, line: int) -> BoardError:
    limit = f"{MAX_BYTES // 1_000_000} MB"
    return BoardError(
        f"the board is larger than {limit}, the most that is read", file=file, line=line
    )


def _reason(error: OSError) -> str:
    return (error.strerror or "no such file").lower()
