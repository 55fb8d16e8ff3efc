"""Board files read: YAML with a board in each document, JSON, or JSON lines with one a line."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import IO

from striate.boards import loading
from striate.boards.building import build
from striate.boards.errors import BoardError
from striate.boards.names import Cards, Shelf
from striate.boards.plain import Loaded
from striate.boards.sketch import Sketch, sketch
from striate.boards.timeline import Board

_MAX_REFUSED = 1000  # on end


def read_boards(path: Path | str, catalogue: Cards) -> Iterator[Board | BoardError]:
    """Every board of a file, or what is wrong with it.

    A YAML file may hold several documents, a `.jsonl` file has a board on each line.
    """
    path = Path(path)
    if path.suffix.lower() == ".json":
        loaded = _loaded_or_error(path)
    elif path.suffix.lower() == ".jsonl":
        loaded = loading.load_lines(path)
    else:
        loaded = loading.load_documents(path)
    return _boards(loaded, catalogue, str(path))


def read_stream(stream: IO[bytes], catalogue: Cards, file: str) -> Iterator[Board | BoardError]:
    """Every board of the standard input or the like: YAML documents, or one board in JSON."""
    return _boards(loading.load_stream(stream, file), catalogue, file)


def _loaded_or_error(path: Path) -> Iterator[Loaded | BoardError]:
    try:
        yield loading.load_file(path)
    except BoardError as error:
        yield error


def _boards(
    loaded: Iterable[Loaded | BoardError], catalogue: Cards, file: str
) -> Iterator[Board | BoardError]:
    shelf = _shelf(catalogue)
    refused = 0
    for each in loaded:
        board = _board_or_error(each, shelf, file)
        yield board
        refused = refused + 1 if isinstance(board, BoardError) else 0
        if refused == _MAX_REFUSED:
            yield BoardError(f"{refused} in a row are not boards", file=file)
            return


def _shelf(catalogue: Cards) -> Shelf:
    return catalogue if isinstance(catalogue, Shelf) else Shelf(catalogue)


def _board_or_error(loaded: Loaded | BoardError, shelf: Shelf, file: str) -> Board | BoardError:
    if isinstance(loaded, BoardError):
        return loaded
    try:
        return build(loaded, shelf, file)
    except BoardError as error:
        return error


def read_board(path: Path | str, catalogue: Cards) -> Board:
    """The one board of a YAML or JSON file; raises `BoardError`."""
    path = Path(path)
    return build(loading.load_file(path), _shelf(catalogue), str(path))


def board_from_text(
    text: str, catalogue: Cards, *, file: str = "", as_json: bool | None = None
) -> Board:
    """The board of a text in YAML or JSON (None: by its look); raises `BoardError`."""
    return build(loading.load_text(text, file, as_json=as_json), _shelf(catalogue), file)


def board_from_line(line: str, catalogue: Cards) -> Board:
    """The board that a line says (see `line.reading`); raises `BoardError`."""
    shelf = _shelf(catalogue)
    from striate.boards.line.reading import document_of_line  # costly, and a file needs none of it

    return build(Loaded(document_of_line(line, shelf)), shelf, "")


def board_from_bytes(
    raw: bytes, catalogue: Cards, *, file: str = "", as_json: bool | None = None
) -> Board:
    """The same of bytes, as from the standard input; raises `BoardError`."""
    return build(loading.load_bytes(raw, file, as_json=as_json), _shelf(catalogue), file)


def board_from_document(document: Mapping[str, object], catalogue: Cards, file: str = "") -> Board:
    """The board of plain data in the form of a board file; raises `BoardError`."""
    return build(Loaded(_plain(document)), _shelf(catalogue), file)


def read_sketch(path: Path | str, catalogue: Cards) -> Sketch:
    """The sketch in a YAML or JSON file; raises `BoardError`."""
    path = Path(path)
    return sketch(loading.load_file(path), _shelf(catalogue), str(path))


def sketch_from_document(
    document: Mapping[str, object], catalogue: Cards, file: str = ""
) -> Sketch:
    """The sketch of plain data in the form of a board file; raises `BoardError`."""
    return sketch(Loaded(_plain(document)), _shelf(catalogue), file)


def _plain(document: object) -> object:
    """What is no mapping is told as a mistake of the board."""
    return dict(document) if isinstance(document, Mapping) else document
