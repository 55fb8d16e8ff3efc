"""`grade`: another engine's outcomes against a suite of boards: which rules it breaks, by variant.

The suite's boards are ordinary board files: `rules` are the clauses that a board exercises, `area`
is the wrong reading (the variant) that it tells from the right one, `note` explains the outcome
and `engine_bug` is the wrong answer in words. The results are those of docs/grade.md.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from striate.boards.errors import BoardError, did_you_mean, show
from striate.boards.names import Cards
from striate.boards.reading import read_boards
from striate.boards.timeline import Board
from striate.queries.expectations import Difference
from striate.queries.grading.engineresults import BoardResult, Results
from striate.queries.grading.partial import compare

_Verdict: TypeAlias = Literal["right", "wrong", "partly", "not given"]
_VERDICTS: tuple[_Verdict, ...] = ("right", "wrong", "partly", "not given")
_SUFFIXES = (".json", ".jsonl", ".yaml", ".yml")
_UNNAMED = "(no variant named)"


@dataclass(frozen=True, slots=True)
class Graded:
    """One board: `partly` is right as far as the engine's answer goes."""

    board: Board
    verdict: _Verdict
    differences: tuple[Difference, ...] = ()
    untold: tuple[str, ...] = ()  # what is expected and the engine's answer does not say

    @property
    def called(self) -> str:
        """The board's id, or its file's name without the suffix."""
        return self.board.id or Path(self.board.file).stem

    @property
    def variant(self) -> str:
        return dict(self.board.extras).get("area", "")

    @property
    def wrong_answer(self) -> str:
        return dict(self.board.extras).get("engine_bug", "")


@dataclass(frozen=True, slots=True)
class Count:
    """How the boards of one variant, or of one rule, were answered."""

    name: str
    right: int
    wrong: int
    partly: int
    not_given: int

    @property
    def boards(self) -> int:
        return self.right + self.wrong + self.partly + self.not_given


@dataclass(frozen=True, slots=True)
class Report:
    engine: str
    graded: tuple[Graded, ...]
    strangers: tuple[str, ...]  # ids in the results that the suite does not have
    date: str = ""
    how: str = ""

    def of(self, verdict: _Verdict) -> list[Graded]:
        return [one for one in self.graded if one.verdict == verdict]

    def variants(self) -> list[Count]:
        return _counts(self.graded, lambda one: [one.variant or _UNNAMED])

    def rules(self) -> list[Count]:
        return _counts(self.graded, lambda one: one.board.rules)


def _counts(graded: Iterable[Graded], names: Callable[[Graded], Iterable[str]]) -> list[Count]:
    """The counts by name; those with the most wrong answers first."""
    by_name: dict[str, dict[str, int]] = {}
    for one in graded:
        for name in dict.fromkeys(names(one)):
            counts = by_name.setdefault(name, dict.fromkeys(_VERDICTS, 0))
            counts[one.verdict] += 1
    rows = (
        Count(name, n["right"], n["wrong"], n["partly"], n["not given"])
        for name, n in by_name.items()
    )
    return sorted(rows, key=lambda count: (-count.wrong, count.name))


def read_suite(folder: Path, catalogue: Cards) -> dict[str, Board]:
    """Every board under a folder by its id (its file's name if it has none); raises
    `BoardError`."""
    boards: dict[str, Board] = {}
    for path in sorted(path for path in folder.rglob("*") if path.suffix in _SUFFIXES):
        for board in read_boards(path, catalogue):
            if isinstance(board, BoardError):
                raise board
            called = board.id or path.stem
            if called in boards:
                raise BoardError(
                    f"the id {show(called)} is already that of another board", file=str(path)
                )
            boards[called] = board
    if not boards:
        raise BoardError("has no board files", file=str(folder))
    return boards


def grade(suite: Mapping[str, Board], results: Results) -> Report:
    """The verdict on each board of the suite; raises `BoardError` for objects that are not
    there."""
    strangers = tuple(sorted(set(results.boards) - set(suite)))
    graded = tuple(
        _graded(called, board, results.boards.get(called)) for called, board in suite.items()
    )
    return Report(results.engine, graded, strangers, results.date, results.how)


def _graded(called: str, board: Board, result: BoardResult | str | None) -> Graded:
    match result:
        case None | "skip":
            return Graded(board, "not given")
        case "pass":
            return Graded(board, "right")
        case "fail":
            return Graded(board, "wrong")
    assert isinstance(result, BoardResult)
    check_handles(called, board, result)
    differences: list[Difference] = []
    untold: list[str] = []
    for expected in board.expect:
        different, missing = compare(expected, result)
        differences += different
        untold += (f"{expected.handle}: {what}" for what in missing)
    verdict: _Verdict = "wrong" if differences else "partly" if untold else "right"
    return Graded(board, verdict, tuple(differences), tuple(untold))


def check_handles(called: str, board: Board, result: BoardResult) -> None:
    """Raises `BoardError` for an object that the board does not have."""
    known = set(_handles(board))
    for handle in (*result.by_handle(), *(result.gone or ())):
        if handle not in known:
            raise BoardError(
                f"the board {show(called)} has no object {show(handle)}",
                path=f"boards.{called}",
                hint=did_you_mean(handle, known),
            )


def _handles(board: Board) -> Iterator[str]:
    for step in board.steps:
        handle: str | None = getattr(step, "handle", None)
        if handle is not None:
            yield handle
        yield from getattr(step, "creates", ())
