"""Striate: what every object of a Magic board is, which board gives a result, what always holds.

    import striate

    striate.outcome("Grizzly Bears; Frogify on Grizzly Bears")
    striate.find("leveler ends as 1/1 with flying")

A board is given as a line (`Grizzly Bears; Frogify on Grizzly Bears`), as the text of a board file,
as a path, as plain data, or as what `board` returned. Answers show themselves in a notebook.

What is raised is of one family, `striate.StriateError`; `striate.errors` lists it. The functions
may be called from several threads, and from a thread that an event loop waits for.
"""

import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from types import ModuleType

    from striate import cards, errors
    from striate.boards.timeline import Board
    from striate.cards.errors import StriateError
    from striate.results import Boards, Check, Decisions, Explanation, Found, Outcome, WhyNot

    Source: TypeAlias = "str | Path | Mapping[str, object] | Board"

__all__ = [
    "StriateError",
    "__version__",
    "board",
    "cards",
    "check",
    "errors",
    "explain",
    "find",
    "generate",
    "outcome",
    "verify",
    "why_not",
]

# An editable install finds packages without an __init__.py (`striate.encodings`) through an entry
# of its own on sys.path; the parts of a package are looked for on the package's path only.
__path__ += [entry for entry in sys.path if entry.startswith("__editable__.striate")]

# IPython is asked only if it is running: nothing of it is imported here.
if "IPython" in sys.modules and (_shell := sys.modules["IPython"].get_ipython()) is not None:
    import_module("striate.notebook").register(_shell)


def __getattr__(name: str) -> "ModuleType | type[Exception] | str":
    """Modules and what is costly, imported when they are first asked for."""
    if name in ("cards", "errors"):
        return import_module(f"striate.{name}")
    if name == "StriateError":
        from striate.cards.errors import StriateError

        return StriateError
    if name == "__version__":
        return _version()
    raise AttributeError(f"module `striate` has no attribute `{name}`")


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("striate")
    except PackageNotFoundError:  # run from a folder that was never installed
        return "0"


def board(source: "Source") -> "Board":
    """The board, checked; raises `striate.errors.BoardError` with what is wrong and where."""
    from striate.asking import board_of

    return board_of(source)


def outcome(source: "Source", *, rules: str = "") -> "Outcome":
    """What every object of the board is in the end; both readings of the rules must agree.

    `rules`: a day, as "2010-04-23", by whose rules the board is read.
    """
    from striate.asking import outcome_of

    return outcome_of(source, rules)


def explain(source: "Source", handle: str | None = None, *, rules: str = "") -> "Explanation":
    """Why, layer by layer; of one object if its handle is given; by the `rules` of a day."""
    from striate.asking import explanation_of

    return explanation_of(source, handle, rules)


def check(source: "Source", *, rules: str = "") -> "Check":
    """Whether the board ends as its `expect` says, by the `rules` of a day if one is given.

    A board in a line expects nothing and is refused; one without `expect` passes and says so.
    """
    from striate.asking import check_of

    return check_of(source, rules)


def find(
    goal: str,
    *,
    cards: "str | Sequence[str]" = (),
    pool: str = "",
    size: int = 4,
    most: int = 1,
    spells: bool = False,
    timeout: float | None = None,
    memory: int = 2_000,
    rules: str = "",
) -> "Found":
    """The smallest boards that reach the goal.

    They are of the named cards (a list, or one text as in the shell: `"Humility, Opalescence"`), of
    those that a filter in Scryfall's syntax finds (`pool`), or of the whole catalogue.

    After `timeout` seconds, or with `memory` MB, it gives what it has. By the `rules` of a day it
    reads board after board, and says "none" only if it has read all of them.
    """
    from striate.asking import find_boards

    return find_boards(goal, cards, pool, size, most, spells, timeout, memory, rules)


def why_not(
    goal: str,
    source: "Source",
    *,
    cards: "str | Sequence[str]" = (),
    pool: str = "",
    rules: str = "",
) -> "WhyNot":
    """What keeps the board from the goal, and the nearest boards that reach it.

    By the `rules` of a day, if one is given.
    """
    from striate.asking import why_not_on

    return why_not_on(goal, source, cards, pool, rules)


def verify(
    *theorems: str, jobs: int = 1, timeout: float | None = None, rules: str = ""
) -> "Decisions":
    """Theorems about the rules by their names (all if none is named): proved or refuted.

    By the `rules` of a day, if one is given.
    """
    from striate.asking import decide

    return decide(theorems, jobs, timeout, rules)


def generate(*readings: str, count: int = 1) -> "Boards":
    """The smallest boards on which these wrong readings of the rules give another answer."""
    from striate.asking import generate_boards

    return generate_boards(readings, count)
