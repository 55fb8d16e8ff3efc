"""The functions of `import striate`, carried out: what they need is imported when they are
called."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from striate.arguments import card_list, number, seconds, text, texts
from striate.boards.editions import in_edition
from striate.boards.errors import BoardError, show
from striate.boards.line.reading import looks_like_a_line
from striate.boards.reading import (
    board_from_document,
    board_from_line,
    board_from_text,
    read_board,
    read_boards,
)
from striate.boards.timeline import Board
from striate.boards.writing import document
from striate.cards.errors import OurMistake
from striate.queries.checking import check
from striate.queries.explaining import explain
from striate.queries.finding.asked import search
from striate.queries.finding.pools import PoolOptions, pool
from striate.queries.finding.whynot import why_not
from striate.queries.goals.language import read_goal
from striate.queries.outcome import outcome
from striate.results import (
    Boards,
    Check,
    Decisions,
    Explanation,
    Found,
    Outcome,
    WhyNot,
    open_shelf,
)


def board_of(source: str | Path | Mapping[str, Any] | Board) -> Board:
    """A line, a board file's text, a path (also as a text), plain data, or the board itself."""
    _, shelf = open_shelf()
    if isinstance(source, Board):
        return source
    if not isinstance(source, str | Path | Mapping):
        expected = "a line, the text of a board file, a path, plain data or a board"
        raise BoardError(f"expected {expected}, got {show(repr(source))}")
    if isinstance(source, Mapping):
        return board_from_document(source, shelf)
    if isinstance(source, Path) or not looks_like_a_line(source):
        return read_board(source, shelf)
    return (board_from_line if is_line(source) else board_from_text)(source, shelf)


def is_line(source: str) -> bool:
    """Whether it is a board in a line, and no file and no text of one."""
    return looks_like_a_line(source) and not ("steps:" in source or '"steps"' in source)


def outcome_of(source: str | Path | Mapping[str, Any] | Board, rules: str = "") -> Outcome:
    board = in_edition(board_of(source), rules)
    return Outcome(board, outcome(board))


def explanation_of(
    source: str | Path | Mapping[str, Any] | Board, handle: str | None, rules: str = ""
) -> Explanation:
    board = in_edition(board_of(source), rules)
    return Explanation(board, explain(board, handle and text("handle", handle)))


def check_of(source: str | Path | Mapping[str, Any] | Board, rules: str = "") -> Check:
    if isinstance(source, str) and is_line(source):
        raise BoardError("a board in a line expects nothing: `striate.outcome` answers it")
    return Check(check(in_edition(board_of(source), rules)))


def find_boards(
    goal: str,
    cards: str | Sequence[str],
    filter: str,
    size: int,
    most: int,
    spells: bool,
    timeout: float | None,
    memory: int,
    rules: str,
) -> Found:
    catalogue, _ = open_shelf()
    answer = search(
        text("goal", goal),
        catalogue,
        pool={"cards": card_list(cards), "filter": text("pool", filter), "spells": spells},
        size=number("size", size, 1, 20),
        all_=number("most", most, 1, 10_000),
        timeout=seconds(timeout),
        memory=number("memory", memory, 200),
        rules=text("rules", rules),
    )
    return Found(answer, most)


def why_not_on(
    goal: str,
    source: str | Path | Mapping[str, Any] | Board,
    cards: str | Sequence[str],
    filter: str,
    rules: str,
) -> WhyNot:
    catalogue, _ = open_shelf()
    wanted = read_goal(text("goal", goal), catalogue)
    options = PoolOptions(card_list(cards), text("pool", filter))
    further = pool(options, wanted, catalogue) if options.cards or options.filter else ()
    board = in_edition(board_of(source), rules)
    return WhyNot(why_not(wanted, board, catalogue, pool=further))


def decide(names: Sequence[str], jobs: int, timeout: float | None, rules: str) -> Decisions:
    from striate.queries.proving.verifying import theorems, verify
    from striate.spreading.errors import TaskLost
    from striate.spreading.executor import Workers

    workers = Workers(jobs=number("jobs", jobs, 1, 256))
    chosen, limit = theorems(texts("theorems", names)), seconds(timeout)
    try:
        return Decisions(tuple(verify(chosen, open_shelf()[0], workers, limit, rules)))
    except TaskLost as error:
        raise OurMistake(str(error)) from error


def generate_boards(names: Sequence[str], count: int) -> Boards:
    from striate.queries.generating.boards import asked_for, pool_cards, suite

    catalogue, _ = open_shelf()
    wanted = [each.name for each in asked_for(texts("readings", names), ())]
    count = number("count", count, 1, 100)
    generated = suite(wanted, pool_cards(catalogue), catalogue, count=count, seed=0)
    return Boards(tuple(document(board, catalogue) for one in generated for board in one.boards))


def boards_in(path: Path) -> Iterator[Board | BoardError]:
    """Every board of a file; one that can't be read as what is wrong with it."""
    yield from read_boards(path, open_shelf()[0])
