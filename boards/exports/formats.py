"""Boards as tests of other engines: the formats, and what they have in common.

A format is a `Backend`, one module each beside this one, found by its name here. It turns a board
with expectations into a `Case`, or raises `CannotExport` with the reason in words: what an engine
can't be told, or can't be asked, is refused and never left out.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from types import MappingProxyType

from striate.boards.editions import told_of
from striate.boards.errors import did_you_mean
from striate.boards.exports.words import camel, slug
from striate.boards.timeline import Board

# Each format and the module that writes it.
FORMATS: Mapping[str, str] = MappingProxyType(
    {
        "pytest": "striate.boards.exports.pytest_tests",
        "xmage": "striate.boards.exports.xmage",
        "forge": "striate.boards.exports.forge",
        "forge-puzzle": "striate.boards.exports.puzzle",
        "phase-rs": "striate.boards.exports.phase",
        "argentum": "striate.boards.exports.argentum",
    }
)
_CASES_A_FILE = 40  # of a suite: more go into a further file


class CannotExport(Exception):
    """The format can't hold this board; `reason` says why, in words."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class ExportedFile:
    """A file for the other engine's tree; `path` is where it belongs there."""

    path: str
    text: str


@dataclass(frozen=True, slots=True)
class Story:
    """What a reader of the test is told: why the outcome is so, and what a faulty engine gives.

    `abilities` are the texts of the abilities that steps resolve, by the steps' numbers.
    """

    name: str
    note: str = ""
    wrong: str = ""
    rules: tuple[str, ...] = ()
    source: str = ""
    abilities: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Case:
    """One board in the words of a format: its lines, and what the file around them must import."""

    story: Story
    lines: tuple[str, ...]
    imports: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Backend:
    """A format: how a board is written, and how a file is made of several.

    `files` gets a name for the file and its cases; `support` are files that the tests need once.
    """

    case: Callable[[Board, Story], Case]
    files: Callable[[str, Sequence[Case]], list[ExportedFile]]
    support: tuple[ExportedFile, ...] = ()


def backend(format: str) -> Backend:
    """The format of that name."""
    if format not in FORMATS:
        hint = did_you_mean(format, FORMATS) or f"there are {', '.join(FORMATS)}"
        raise ValueError(f"there is no format `{format}`; {hint}")
    chosen: Backend = import_module(FORMATS[format]).BACKEND
    return chosen


# Of a board: the texts of the abilities that its steps resolve, by the steps' numbers.
Abilities = Callable[[Board], tuple[tuple[int, str], ...]]


def printed_only(_: Board) -> tuple[tuple[int, str], ...]:
    """Nothing is known beyond what is printed on the cards."""
    return ()


def export(
    board: Board,
    format: str,
    *,
    name: str,
    note: str,
    wrong: str = "",
    abilities: Abilities = printed_only,
) -> ExportedFile:
    """The board as one test file; raises `CannotExport`.

    `note` explains the outcome, `wrong` is the answer that a faulty engine gives.
    """
    writer = backend(format)
    named = name or board.id or "board"
    story = Story(named, note, wrong, board.rules, board.source, abilities(board))
    return writer.files(story.name, [_case(writer, board, story)])[0]


def _case(writer: Backend, board: Board, story: Story) -> Case:
    if not board.expect:
        raise CannotExport("the board expects nothing")
    if told_of(board.rules):
        raise CannotExport("the board is read by older rules, which no engine plays")
    return writer.case(board, story)


def export_suite(
    boards: Iterable[Board],
    format: str,
    *,
    name: str = "layers",
    refused: Callable[[Board, str], None] | None = None,
    abilities: Abilities = printed_only,
) -> list[ExportedFile]:
    """Many boards in few files, one for each `area` (the suite's variants), support files first.

    The boards' own `note` and `engine_bug` are the explanation and the wrong answer. A board that
    the format can't hold is left out, and `refused` is told it with the reason.
    """
    writer = backend(format)
    groups: dict[str, list[Case]] = {}
    for board in boards:
        try:
            case = _case(writer, board, replace(_story_of(board), abilities=abilities(board)))
        except CannotExport as error:
            if refused is not None:
                refused(board, error.reason)
            continue
        groups.setdefault(dict(board.extras).get("area", "") or name, []).append(case)
    files = list(writer.support) if groups else []
    for group, cases in groups.items():
        parts = [cases[at : at + _CASES_A_FILE] for at in range(0, len(cases), _CASES_A_FILE)]
        for number, part in enumerate(parts, 1):
            called = f"{group} {number}" if len(parts) > 1 else group
            files += writer.files(called, distinct(part))
    return _distinct_paths(files)


def _story_of(board: Board) -> Story:
    """What a board file itself tells."""
    wrong = dict(board.extras).get("engine_bug", "")
    return Story(board.id or "board", board.note, wrong, board.rules, board.source)


def distinct(cases: Sequence[Case]) -> list[Case]:
    """The cases with names that stay different as identifiers."""
    taken: set[str] = set()
    names = []
    for case in cases:
        name, number = case.story.name, 1
        while {camel(name).lower(), slug(name)} & taken:
            number += 1
            name = f"{case.story.name} {number}"
        taken |= {camel(name).lower(), slug(name)}
        names.append(replace(case, story=replace(case.story, name=name)))
    return names


def _distinct_paths(files: list[ExportedFile]) -> list[ExportedFile]:
    """Two areas whose names are the same as a file's name would overwrite each other."""
    seen: dict[str, ExportedFile] = {}
    for file in files:
        if file.path in seen and seen[file.path] != file:
            raise ValueError(f"two parts of the suite would both be `{file.path}`")
        seen[file.path] = file
    return list(seen.values())


__all__ = [
    "FORMATS", "Abilities", "Backend", "CannotExport", "Case", "ExportedFile", "Story", "backend",
    "distinct", "export", "export_suite",
]  # fmt: skip
