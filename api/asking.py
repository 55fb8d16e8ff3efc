"""The functions of `import striate`, carried out: what they need is imported when they are called."""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from striate.boards.names import Shelf
from striate.boards.reading import board_from_document, board_from_line, board_from_text, read_board
from striate.boards.shortform import looks_like_a_line
from striate.boards.timeline import Board
from striate.boards.writing import document
from striate.cards.catalogue.store import Catalogue
from striate.queries.checking import check
from striate.queries.explaining import explain
from striate.queries.finding.find import OutOfTime, find, out_of_time
from striate.queries.finding.pools import PoolOptions, pool
from striate.queries.finding.posing import pose
from striate.queries.finding.whynot import why_not
from striate.queries.goals.language import read_goal
from striate.queries.outcome import outcome
from striate.queries.showing import words_for
from striate.results import Boards, Check, Decisions, Explanation, Found, Outcome, WhyNot


@cache
def _shelf() -> tuple[Catalogue, Shelf]:
    catalogue = Catalogue.open()
    return catalogue, Shelf(catalogue)


def board_of(source: str | Path | Mapping[str, Any] | Board) -> Board:
    """A line, a board file's text, a path (also as a text), plain data, or the board itself."""
    _, shelf = _shelf()
    if isinstance(source, Board):
        return source
    if isinstance(source, Mapping):
        return board_from_document(source, shelf)
    if isinstance(source, Path) or not looks_like_a_line(source):
        return read_board(source, shelf)
    if "steps:" in source or '"steps"' in source:
        return board_from_text(source, shelf)
    return board_from_line(source, shelf)


def outcome_of(source: str | Path | Mapping[str, Any] | Board) -> Outcome:
    board = board_of(source)
    return Outcome(board, outcome(board), words_for(board, _shelf()[0].words))


def explanation_of(
    source: str | Path | Mapping[str, Any] | Board, handle: str | None
) -> Explanation:
    board = board_of(source)
    return Explanation(explain(board, handle), words_for(board, _shelf()[0].words))


def check_of(source: str | Path | Mapping[str, Any] | Board) -> Check:
    return Check(check(board_of(source)))


def find_boards(
    goal: str,
    cards: Sequence[str],
    filter: str,
    size: int,
    most: int,
    spells: bool,
    timeout: float | None,
) -> Found:
    catalogue, _ = _shelf()
    options = PoolOptions(";".join(cards), filter, "", "", spells)
    try:
        question = pose(
            goal, catalogue, options, size=size, all_=most, spells=spells, timeout=timeout
        )
    except OutOfTime:
        return Found(out_of_time(timeout or 0.0), most)
    return Found(find(question, catalogue), most)


def why_not_on(
    goal: str, source: str | Path | Mapping[str, Any] | Board, cards: Sequence[str], filter: str
) -> WhyNot:
    catalogue, _ = _shelf()
    wanted = read_goal(goal, catalogue)
    further = (
        pool(PoolOptions(";".join(cards), filter), wanted, catalogue) if cards or filter else ()
    )
    return WhyNot(why_not(wanted, board_of(source), catalogue, pool=further))


def decide(names: Sequence[str], jobs: int, timeout: float | None) -> Decisions:
    from striate.queries.proving.verifying import theorems, verify
    from striate.spreading.executor import Workers

    workers = Workers(jobs=jobs)
    return Decisions(tuple(verify(theorems(names), _shelf()[0], workers, timeout)))


def generate_boards(names: Sequence[str], count: int) -> Boards:
    from striate.queries.generating.boards import asked_for, pool_cards, suite

    catalogue, _ = _shelf()
    wanted = [each.name for each in asked_for(names, ())]
    made = suite(wanted, pool_cards(catalogue), catalogue, count=count, seed=0)
    return Boards(tuple(document(board, catalogue) for one in made for board in one.boards))
