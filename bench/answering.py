"""What one installed Striate makes of boards, in lines of JSON: the half of `bench/versions.py`
that each version runs.

It uses no more of Striate than old versions have, so that the interpreter of any of them can run
it:

- `python bench/answering.py draw trees|cards FIRST COUNT`: random boards, from a seed on.
- `python bench/answering.py read FILE...`: the boards of board files.
- `python bench/answering.py subtypes`: the subtypes that it knows.
- `python bench/answering.py answer`: for each line of the standard input, a board, what both
  readings answer.

A board is its steps with their trees, so that another version reads the same words.
"""  # noqa: INP001

import contextlib
import importlib
import json
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from striate.boards.errors import BoardError
from striate.boards.reading import read_boards
from striate.boards.timeline import Board, Step
from striate.cards.catalogue.store import Catalogue
from striate.cards.vocabulary import FAMILIES
from striate.queries.answers import Failure, canonical, read_by
from striate.queries.fuzzing.randomboards import random_board

LONGEST = 60  # seconds of the process for one reading of a board


class _Late(BaseException):
    """The time is up."""


@contextlib.contextmanager
def _limit() -> Iterator[None]:
    def late(*_: object) -> None:
        raise _Late

    signal.signal(signal.SIGVTALRM, late)
    signal.setitimer(signal.ITIMER_VIRTUAL, LONGEST)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def drawn(kind: str, first: int, count: int) -> Iterator[dict[str, Any]]:
    """Random boards of this version's generator."""
    known = _real_cards() if kind == "cards" else ()
    for seed in range(first, first + count):
        board = random_board(seed, known)
        yield {"name": f"{kind} {seed}", "steps": msgspec.to_builtins(board.steps)}


def _real_cards() -> Any:
    """The cards that random boards take, wherever this version has them."""
    for name in ("differing", "randomboards"):
        with contextlib.suppress(ImportError):
            module = importlib.import_module(f"striate.queries.fuzzing.{name}")
            if hasattr(module, "real_cards"):
                return module.real_cards()
    raise SystemExit("this version draws no cards")


def of_files(files: list[str]) -> Iterator[dict[str, Any]]:
    """The boards of the files, and why one is none."""
    catalogue = Catalogue.open()
    for file in files:
        for number, board in enumerate(read_boards(Path(file), catalogue), 1):
            name = f"{file} {number}"
            if isinstance(board, BoardError):
                yield {"name": name, "error": str(board)}
            else:
                yield {"name": name, "steps": msgspec.to_builtins(board.steps)}


def answered(line: dict[str, Any]) -> dict[str, Any]:
    """What each reading answers where no fact holds that no board tells."""
    found: dict[str, Any] = {"name": line["name"]}
    try:
        board = Board(msgspec.convert(line["steps"], tuple[Step, ...]))
    except msgspec.ValidationError as error:
        refusal = {"refused": f"no board of this version: {error}"}
        return found | {"constraints": refusal, "referee": refusal}
    for engine in ("constraints", "referee"):
        found[engine] = _answer(engine, board)
    return found


def _answer(engine: Any, board: Board) -> dict[str, Any]:
    try:
        with _limit():
            answer = read_by(engine, board)
    except BoardError as error:
        return {"refused": str(error)}
    except Failure as error:
        return {"failed": error.error}
    except _Late:
        return {"failed": f"not read within {LONGEST} seconds"}
    plain: dict[str, Any] = msgspec.to_builtins(canonical(answer))
    unread = sorted([each.card, each.line] for each in answer.not_modelled)
    return {"objects": plain["objects"], "gone": plain.get("gone", []), "unread": unread}


def main() -> None:
    what, *rest = sys.argv[1:]
    lines: Iterator[dict[str, Any]]
    if what == "draw":
        lines = drawn(rest[0], int(rest[1]), int(rest[2]))
    elif what == "read":
        lines = of_files(rest)
    elif what == "subtypes":
        lines = iter([{"subtypes": [word for words in FAMILIES.values() for word in words]}])
    else:
        lines = (answered(json.loads(line)) for line in sys.stdin)
    for line in lines:
        print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
