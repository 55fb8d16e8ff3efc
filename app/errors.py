"""What the user did wrong, told in one sentence: the one place where errors become messages.

Exit status: 0 found, holds, passes; 1 none, refuted, fails; 2 wrong usage or input; 3 unknown.
"""

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click

# Errors that say what is wrong with the input. They are named, not imported: `striate --help`
# must not wait for the modules that raise them.
_INPUT_ERRORS = frozenset(
    {
        "striate.boards.errors.BoardError",
        "striate.cards.catalogue.store.CatalogueError",
        "striate.cards.catalogue.records.BadFile",
        "striate.cards.catalogue.scryfall.BadRecord",
        "striate.cards.filters.query.SearchError",
        "striate.queries.goals.tokens.GoalError",
        "striate.queries.finding.pools.PoolError",
    }
)
_INTERRUPTED = 130


class InputError(click.ClickException):
    """Wrong usage or input; exit status 2."""

    exit_code = 2

    def show(self, file: object = None) -> None:
        click.echo(f"striate: {self.format_message()}", err=True)


@contextmanager
def told_plainly() -> Iterator[None]:
    """Turns errors about the input into messages, and interrupts into a quiet end."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that lacks a letter of a card's name shows its number instead.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        yield
    except KeyboardInterrupt:
        click.echo("striate: interrupted", err=True)
        raise click.exceptions.Exit(_INTERRUPTED) from None
    except BrokenPipeError:
        # The reader of our output went away; nothing is left to say, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise click.exceptions.Exit(0) from None
    except OSError as error:
        where = f"`{error.filename}`: " if error.filename else ""
        raise InputError(f"{where}{(error.strerror or str(error)).lower()}") from error
    except Exception as error:
        if not _is_about_input(error):
            raise
        raise InputError(str(error)) from error


def _is_about_input(error: Exception) -> bool:
    names = (f"{cls.__module__}.{cls.__qualname__}" for cls in type(error).__mro__)
    return not _INPUT_ERRORS.isdisjoint(names)
