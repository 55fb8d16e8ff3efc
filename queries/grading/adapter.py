"""`grade --run COMMAND`: the boards go through an engine's own program, one board a run.

The program reads one board as JSON from its standard input, to the end, and prints one answer as
JSON: what docs/grade.md has as a board's value in a results file. The answers can be kept in such a
file as they come; what it has already is not asked again.
"""

import os
import shlex
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from striate.boards.errors import BoardError
from striate.boards.timeline import Board
from striate.boards.writing import board_json
from striate.cards.errors import WrongInput
from striate.queries.grading.engineresults import (
    BoardResult,
    Results,
    Sealed,
    Status,
    board_result,
    sealed,
)
from striate.queries.grading.grading import check_handles
from striate.queries.grading.program import NoAnswer, run_program


def run_boards(
    suite: Mapping[str, Board],
    command: str,
    seconds: float,
    failed: Callable[[str, str], None],
    *,
    keep: Path | None = None,
    step: Callable[[], object] = lambda: None,
) -> Results:
    """The program's answers; `failed` is told each board without an answer, and why.

    `keep` is a results file that is written after each answer, `step` is called after each board.
    Raises `WrongInput` where the program can't be started or the file is another program's.
    """
    words = _words(command)
    plain = _kept(keep, command)
    answers: dict[str, Status | BoardResult] = {
        called: board_result(bytes(raw), called, str(keep))
        for called, raw in plain.items()
        if called in suite
    }
    for called, board in suite.items():
        if called not in answers:
            try:
                text = _answer(words, called, board, seconds)
                answers[called] = _understood(text, called, board)
            except NoAnswer as error:
                failed(called, str(error))
            else:
                plain[called] = msgspec.Raw(text.strip())
                _keep(keep, command, plain)
        step()
    return Results(boards=answers, engine=command)


def _words(command: str) -> list[str]:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise WrongInput(f"`{command}` is no command: {str(error).lower()}") from None
    if not words:
        raise WrongInput("`--run` needs a command")
    return words


def _answer(words: list[str], called: str, board: Board, seconds: float) -> bytes:
    """What the program prints for the board, which it is told by the name that the suite uses."""
    named = msgspec.structs.replace(board, id=called)
    try:
        ended = run_program(words, board_json(named).encode(), seconds)
    except OSError as error:
        raise WrongInput(f"`{words[0]}` can't be run: {error.strerror}") from None
    if ended.status:
        last = ended.errors.decode(errors="replace").strip().splitlines()[-1:]
        how = f"exit status {ended.status}" if ended.status > 0 else f"signal {-ended.status}"
        raise NoAnswer(how + "".join(f": {line}" for line in last))
    if not ended.printed.strip():
        raise NoAnswer("nothing was printed")
    return ended.printed


def _understood(text: bytes, called: str, board: Board) -> Status | BoardResult:
    """The answer, whose objects must be the board's."""
    try:
        answer = board_result(text, called, "")
        if isinstance(answer, BoardResult):
            check_handles(called, board, answer)
    except BoardError as error:
        raise NoAnswer(str(error).removeprefix(f"boards.{called}").lstrip(".: ")) from None
    return answer


def _kept(keep: Path | None, command: str) -> dict[str, msgspec.Raw]:
    """What the file holds already."""
    if keep is None or not keep.exists():
        return {}
    before = sealed(keep)
    if before.engine != command:
        raise WrongInput(f"`{keep}` holds the answers of `{before.engine}`; give another file")
    return before.boards


def _keep(keep: Path | None, command: str, answers: dict[str, msgspec.Raw]) -> None:
    """The file is written whole or not at all."""
    if keep is None:
        return
    draft = keep.with_name(f".{keep.name}.{os.getpid()}.new")
    try:
        draft.write_bytes(msgspec.json.encode(Sealed(boards=answers, engine=command)))
        os.replace(draft, keep)
    except OSError as error:
        raise WrongInput(f"`{keep}` can't be written: {error.strerror}") from None
    finally:
        draft.unlink(missing_ok=True)
