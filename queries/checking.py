"""`check`: does every object become what its board expects?

A board passes or fails only where both readings agree and everything that could matter is
understood; else its status is `unknown`. A fact that no board can tell matters if the board differs
from what it expects in one way with one value, and in another or not at all with the other; one
condition does not where the board fails both ways.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal, TypeAlias

from striate.boards.errors import BoardError, did_you_mean, show, spell_path
from striate.boards.timeline import Board, Unmodelled
from striate.cards.errors import OurMistake
from striate.cards.vocabulary import KEYWORDS
from striate.queries.expectations import Difference, differences, unread_words, unsettled
from striate.queries.openfacts import hangs_on_one_condition, open_lines
from striate.queries.outcome import Engine, Outcome, merged, with_facts, without_facts
from striate.queries.showing import opened, words_for
from striate.spreading.executor import TWO, Workers, spread

_Status: TypeAlias = Literal["pass", "fail", "unknown"]


@dataclass(frozen=True, slots=True)
class Checked:
    """One board's verdict. `trouble` tells a mistake of this program, `error` one of the board."""

    id: str
    status: _Status
    differences: tuple[Difference, ...] = ()
    not_modelled: tuple[Unmodelled, ...] = ()
    trouble: str = ""
    error: str = ""


def check(board: Board, engine: Engine = "both") -> Checked:
    """The verdict on one board; raises `BoardError` where the board can't be carried out.

    What is refused after something was not carried out may be our lack: that board is unknown.
    """
    _lacks_what_there_is(board)
    try:
        return verdict(board, engine)
    except OurMistake as error:
        return Checked(_called(board), "unknown", trouble=str(error))
    except BoardError as error:
        if not error.unread:
            raise
        lines = (Unmodelled(card, line) for card, line in error.unread)
        refused = Unmodelled(error.path, error.message)
        return Checked(_called(board), "unknown", not_modelled=(*_in_words(board, lines), refused))


def _in_words(board: Board, lines: Iterable[Unmodelled]) -> tuple[Unmodelled, ...]:
    """Lines as a person reads them, with the words of the board's own cards."""
    own = words_for(board, lambda mark: None)
    return tuple(
        Unmodelled(each.card, opened(each.line, own, mark_unknown=False)) for each in lines
    )


def _called(board: Board) -> str:
    return board.id or Path(board.file).stem


def verdict(board: Board, engine: Engine = "both") -> Checked:
    """As `check`; raises `OurMistake` where a reading broke down or the two disagree."""
    found = without_facts(board, engine)
    different = differences(board.expect, found.answer)
    unread = merged(found.not_modelled, tuple(unsettled(board.expect, found.answer)))
    lines = open_lines(board, found.answer)
    if lines:
        other = with_facts(board, engine)
        unread = merged(unread, () if other is None else other.not_modelled)
        if other is None or _matters(board, found, different, other):
            unread = merged(unread, lines)
    status: _Status = "unknown" if unread else "fail" if different else "pass"
    return Checked(_called(board), status, tuple(different), _in_words(board, unread))


def _matters(board: Board, found: Outcome, different: list[Difference], other: Outcome) -> bool:
    """Whether what is untold may decide; one condition does where the board passes with it alone."""
    differs = differences(board.expect, other.answer)
    if different and differs and hangs_on_one_condition(board, found.answer):
        return False
    return different != differs


def _lacks_what_there_is(board: Board) -> None:
    """Raises `BoardError` for a `lacks` text that no object could ever have."""
    unread = unread_words(board)
    if unread is None:
        return
    handle, text = unread
    hint = did_you_mean(text, (keyword.capitalize() for keyword in KEYWORDS))
    raise BoardError(
        f"{show(text)} is no ability that is understood, and no card of the board has it",
        path=spell_path(("expect", handle, "lacks")),
        hint=hint,
        file=board.file,
    )


def check_many(
    boards: Iterable[Board | BoardError], engine: Engine = "both", workers: Workers = TWO
) -> Iterator[Checked]:
    """The verdicts in the boards' order; many boards are shared out to the workers."""
    yield from spread(partial(_check_batch, engine=engine), boards, workers)


def _check_batch(boards: list[Board | BoardError], engine: Engine) -> list[Checked]:
    return [_check_or_error(board, engine) for board in boards]


def _check_or_error(board: Board | BoardError, engine: Engine) -> Checked:
    if isinstance(board, BoardError):
        return Checked("", "unknown", error=str(board))
    try:
        return check(board, engine)
    except BoardError as error:
        return Checked(board.id, "unknown", error=str(error))
