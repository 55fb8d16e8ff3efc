"""How a command ends: the one place where exceptions become messages and exit statuses.

Exit status: 0 found, holds, passes; 1 none, refuted, fails; 2 wrong usage or input; 3 unknown;
70 a mistake in this program; 130 and 143 ended by an interrupt (Ctrl-C) and by SIGTERM.
"""

import io
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType

import click

from striate.cards.errors import OurMistake, WrongInput, visible
from striate.solver.deadline import OutOfTime
from striate.spreading.errors import CannotSpread, TaskLost

FAILS, WRONG_INPUT, UNKNOWN, OUR_MISTAKE = 1, 2, 3, 70
_INTERRUPTED = 130
_LARGEST_QUOTED = 1_000_000  # characters of an input that a report quotes


class InputError(click.ClickException):
    """Wrong usage or input."""

    exit_code = WRONG_INPUT

    def show(self, file: object = None) -> None:
        say_plainly(self.format_message())


class _Mistaken(InputError):
    """A mistake in this program."""

    exit_code = OUR_MISTAKE


def say_plainly(text: str) -> None:
    """A sentence on the standard error, every character of it visible."""
    click.echo(f"striate: {visible(text)}", err=True)


@contextmanager
def told_plainly(*, as_json: bool = False) -> Iterator[None]:
    """Turns whatever ends a command into a message and an exit status.

    `as_json`: what is wrong is printed as JSON, too, where the answer would have been.
    """
    for stream in (sys.stdout, sys.stderr):
        # A terminal that lacks a letter of a card's name shows its number instead.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        with _ended_by_sigterm():
            try:
                yield
            finally:
                sys.stdout.flush()
    except click.ClickException as error:
        if as_json:
            _print_error(error)
        raise
    except (click.exceptions.Exit, click.Abort):
        raise
    except OutOfTime:
        raise click.exceptions.Exit(UNKNOWN) from None
    except KeyboardInterrupt:
        click.echo("striate: interrupted", err=True)
        raise click.exceptions.Exit(_INTERRUPTED) from None
    except BrokenPipeError:
        # The reader of our output went away; nothing is left to say, not even at exit.
        _drop_output()
        raise click.exceptions.Exit(0) from None
    except Exception as error:
        words = _told(error)
        if as_json:
            _print_error(words)
        raise words from error


def _print_error(error: click.ClickException) -> None:
    import json

    plain = {"status": "error", "error": visible(error.format_message()), "exit": error.exit_code}
    click.echo(json.dumps(plain, ensure_ascii=False))


def _told(error: Exception) -> click.ClickException:
    """What is said of an exception, and the status that it ends with."""
    if isinstance(error, WrongInput | CannotSpread):
        return InputError(str(error))
    if isinstance(error, OurMistake | TaskLost):
        return _Mistaken(str(error))
    if isinstance(error, OSError):
        with suppress(OSError):
            sys.stdout.flush()
        _drop_output()
        where = f"`{error.filename}`: " if error.filename else ""
        return InputError(f"{where}{(error.strerror or str(error)).lower()}")
    trouble = " ".join(f"{type(error).__name__}: {error}".split()).rstrip(": ")
    return _Mistaken(
        f"something went wrong that nobody expected ({trouble}); this is a mistake in striate, "
        f"please report it {_report(error)}"
    )


def _report(error: Exception) -> str:
    """Writes what a report needs to a file; says where it is, or what to send instead."""
    import tempfile
    import traceback
    from importlib.metadata import version

    try:
        handle, name = tempfile.mkstemp(prefix="striate-report-", suffix=".txt")
        with open(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.write(f"striate {version('striate')}, Python {sys.version}\n")
            file.write(f"arguments: {sys.argv[1:]!r}\n\n")
            file.write("".join(traceback.format_exception(error)))
            file.writelines(_quoted(Path(argument)) for argument in sys.argv[1:])
    except (OSError, MemoryError):
        return "with the command and its input"
    return f"with what is written in {name}"


def _quoted(path: Path) -> str:
    """An input file as a report holds it; nothing for an argument that is no file."""
    try:
        if not path.is_file():
            return ""
        with path.open(encoding="utf-8", errors="backslashreplace") as file:
            text = file.read(_LARGEST_QUOTED)
    except (OSError, ValueError):
        return ""
    return f"\n--- {path}\n{text}\n"


def _drop_output() -> None:
    """What is still to be written goes nowhere: the interpreter would complain at its end."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextmanager
def _ended_by_sigterm() -> Iterator[None]:
    """SIGTERM ends the command as an exception would: files and processes are cleared away."""

    def end(number: int, frame: FrameType | None) -> None:
        raise SystemExit(128 + number)

    try:
        before = signal.signal(signal.SIGTERM, end)
    except ValueError:  # not the main thread
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
