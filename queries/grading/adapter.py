"""`grade --run COMMAND`: the boards go through an engine's own program, one board a run.

The program reads one board as JSON from its standard input, to the end, and prints one answer as
JSON: what docs/grade.md has as a board's value in a results file.
"""

import shlex
import subprocess
from collections.abc import Callable, Mapping

from striate.boards.timeline import Board
from striate.boards.writing import board_json
from striate.cards.errors import WrongInput
from striate.queries.grading.engineresults import BoardResult, Results, board_result


def run_boards(
    suite: Mapping[str, Board],
    command: str,
    seconds: float,
    failed: Callable[[str, str], None],
) -> Results:
    """The program's answers; `failed` is told each board without an answer, and why.

    Raises `WrongInput` where the program can't be started, `BoardError` where an answer is none.
    """
    words = _words(command)
    answers: dict[str, str | BoardResult] = {}
    for called, board in suite.items():
        text, why = _answer(words, board, seconds)
        if why:
            failed(called, why)
        elif not text.strip():
            failed(called, "nothing was printed")
        else:
            answers[called] = board_result(text, called, command)
    return Results(boards=answers, engine=command)  # type: ignore[arg-type]  # the words are the three that a status may be


def _words(command: str) -> list[str]:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise WrongInput(f"`{command}` is no command: {str(error).lower()}") from None
    if not words:
        raise WrongInput("`--run` needs a command")
    return words


def _answer(words: list[str], board: Board, seconds: float) -> tuple[bytes, str]:
    """What the program prints for the board; else why there is no answer."""
    try:
        done = subprocess.run(
            words,
            input=board_json(board).encode(),
            capture_output=True,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return b"", f"no answer in {seconds:g} seconds"
    except OSError as error:
        raise WrongInput(f"`{words[0]}` can't be run: {error.strerror}") from None
    if done.returncode:
        last = done.stderr.decode(errors="replace").strip().splitlines()[-1:]
        return b"", f"exit status {done.returncode}" + "".join(f": {line}" for line in last)
    return done.stdout, ""
