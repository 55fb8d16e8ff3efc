"""Striate: what every object of a Magic board is, which board gives a result, what always holds.

    import striate

    striate.outcome("Grizzly Bears; Frogify on Grizzly Bears")
    striate.find("leveler ends as 1/1 with flying")

A board is given as a line (`Grizzly Bears; Frogify on Grizzly Bears`), as the text of a board file,
as a path, as plain data, or as what `board` returned. Answers show themselves in a notebook.
"""

import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from types import ModuleType

    from striate import cards
    from striate.boards.timeline import Board
    from striate.results import Boards, Check, Decisions, Explanation, Found, Outcome, WhyNot

    Source: TypeAlias = "str | Path | Mapping[str, object] | Board"

__all__ = [
    "__version__",
    "board",
    "cards",
    "check",
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


def __getattr__(name: str) -> "ModuleType | str":
    """`striate.cards` without an import of its own, and the version, which is looked up (costly)."""
    if name == "cards":
        return import_module("striate.cards")
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
    """The board; raises `striate.boards.errors.BoardError` for what is none."""
    from striate.asking import board_of

    return board_of(source)


def outcome(source: "Source") -> "Outcome":
    """What every object of the board is in the end; both readings of the rules must agree."""
    from striate.asking import outcome_of

    return outcome_of(source)


def explain(source: "Source", handle: str | None = None) -> "Explanation":
    """Why, layer by layer; of one object if its handle is given."""
    from striate.asking import explanation_of

    return explanation_of(source, handle)


def check(source: "Source") -> "Check":
    """Whether the board ends as its `expect` says."""
    from striate.asking import check_of

    return check_of(source)


def find(
    goal: str,
    *,
    cards: "Sequence[str]" = (),
    pool: str = "",
    size: int = 4,
    most: int = 1,
    spells: bool = False,
    timeout: float | None = None,
) -> "Found":
    """The smallest boards that reach the goal, of the named cards, of a filter's, or of all."""
    from striate.asking import find_boards

    return find_boards(goal, cards, pool, size, most, spells, timeout)


def why_not(
    goal: str, source: "Source", *, cards: "Sequence[str]" = (), pool: str = ""
) -> "WhyNot":
    """What keeps the board from the goal, and the nearest boards that reach it."""
    from striate.asking import why_not_on

    return why_not_on(goal, source, cards, pool)


def verify(*theorems: str, jobs: int = 1, timeout: float | None = None) -> "Decisions":
    """Theorems about the rules by their names (all if none is named): proved or refuted."""
    from striate.asking import decide

    return decide(theorems, jobs, timeout)


def generate(*readings: str, count: int = 1) -> "Boards":
    """The smallest boards on which these wrong readings of the rules give another answer."""
    from striate.asking import generate_boards

    return generate_boards(readings, count)
