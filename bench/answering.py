"""What one installed Striate makes of boards, in lines of JSON: the half of `bench/versions.py`
that each version runs.

It uses no more of Striate than old versions have, so that the interpreter of any of them can run
it:

- `python bench/answering.py draw trees|cards|scenes FIRST COUNT`: random boards, from a seed on.
- `python bench/answering.py read FILE...`: the boards of board files.
- `python bench/answering.py subtypes`: the subtypes that it knows.
- `python bench/answering.py answer`: for each line of the standard input, a board, what both
  readings answer.

A board is its steps with their trees, so that another version reads the same words.
"""  # noqa: INP001

import contextlib
import importlib
import inspect
import json
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Union

import msgspec

from striate.boards.errors import BoardError
from striate.boards.reading import read_boards
from striate.boards.timeline import Board, Step
from striate.cards.catalogue.store import Catalogue
from striate.cards.vocabulary import FAMILIES
from striate.queries.fuzzing.randomboards import random_board
from striate.queries.fuzzing.randomscenes import random_scene

try:
    from striate.queries import answers
except ImportError:  # versions before the timeline
    from striate.queries import outcome as answers

LONGEST = 60  # seconds of the process for one reading of a board
# Where steps are classes of their own, their union is what lines of JSON are read as.
STEPS = Union[tuple(Step.__subclasses__())] if isinstance(Step, type) else Step  # noqa: UP007


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
    known = () if kind == "trees" else _real_cards()
    for seed in range(first, first + count):
        if kind == "scenes":  # every other one has cards of the catalogue
            board = random_scene(seed, known if seed % 2 else ())
        else:
            board = random_board(seed, known)
        yield {"name": f"{kind} {seed}", "steps": msgspec.to_builtins(board.steps)}


def subtypes() -> list[str]:
    """The subtypes that this version knows."""
    return [word for words in FAMILIES.values() for word in words]


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
    answers: dict[str, Any] = {"name": line["name"]}
    try:
        board = Board(msgspec.convert(line["steps"], tuple[STEPS, ...]))
    except msgspec.ValidationError as error:
        refusal = {"refused": f"no board of this version: {error}"}
        return answers | {"constraints": refusal, "referee": refusal}
    for engine in ("constraints", "referee"):
        answers[engine] = _answer(engine, board)
    return answers


def _read_by(engine: Any, board: Board) -> Any:
    """One reading's answer, in the words in which this version is asked."""
    if "facts" in inspect.signature(answers.read_by).parameters:
        return answers.read_by(engine, board, facts=False)
    return answers.read_by(engine, board)


def _answer(engine: Any, board: Board) -> dict[str, Any]:
    try:
        with _limit():
            answer = _read_by(engine, board)
    except BoardError as error:
        return {"refused": str(error)}
    except answers.Failure as error:
        return {"failed": error.error}
    except _Late:
        return {"failed": f"not read within {LONGEST} seconds"}
    plain: dict[str, Any] = msgspec.to_builtins(answers.canonical(answer))
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
        lines = iter([{"subtypes": subtypes()}])
    else:
        lines = (answered(json.loads(line)) for line in sys.stdin)
    for line in lines:
        print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
