"""`check`: does every object become what its board expects?

A board passes or fails only where both readings agree and everything that could matter is
understood; else its status is `unknown`. What it does not tell matters if something is as expected
in one way that this can be, and not in another, unless something else is so in none.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Literal, TypeAlias

from msgspec import structs

from striate.boards.errors import BoardError, did_you_mean, show, spell_path
from striate.boards.timeline import Answer, Board, Unmodelled
from striate.boards.unknownnumber import as_value
from striate.boards.untold import Decision
from striate.cards.errors import OurMistake
from striate.cards.vocabulary import KEYWORDS
from striate.queries.answers import Engine, merged
from striate.queries.caselines import case_lines
from striate.queries.cases import Way, cases_of, unknowns_of
from striate.queries.expectations import Difference, differences, unread_words, unsettled
from striate.queries.outcome import all_ways, asked_lines
from striate.queries.replaying import Replay
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
    open: tuple[str, ...] = ()  # the ends that what is not told decides between, in words
    replayed: bool = True  # by the plain reading too
    expects: bool = True  # anything: a board that expects nothing can't fail


def check(board: Board, engine: Engine = "both", replay: Replay = "auto") -> Checked:
    """The verdict on one board; raises `BoardError` where the board can't be carried out.

    What is refused after something was not carried out may be our lack: that board is unknown.
    """
    _lacks_what_there_is(board)
    try:
        return replace(verdict(board, engine, replay), expects=bool(board.expect))
    except OurMistake as error:
        return Checked(_called(board), "unknown", trouble=str(error))
    except BoardError as error:
        if not error.unread:
            raise
        lines = tuple(Unmodelled(card, line) for card, line in error.unread)
        refused = Unmodelled(error.path, error.message)
        return Checked(_called(board), "unknown", not_modelled=(*_in_words(board, lines), refused))


def _in_words(board: Board, lines: tuple[Unmodelled, ...]) -> tuple[Unmodelled, ...]:
    """Lines as a person reads them, with the words of the board's own cards."""
    if not lines:
        return ()
    own = words_for(board, lambda mark: None)
    return tuple(
        Unmodelled(each.card, opened(each.line, own, mark_unknown=False)) for each in lines
    )


def _called(board: Board) -> str:
    return board.id or Path(board.file).stem


def verdict(board: Board, engine: Engine = "both", replay: Replay = "auto") -> Checked:
    """As `check`; raises `OurMistake` where a reading broke down or the two disagree."""
    all_read = all_ways(board, engine, partial(_judged, board), replay)
    ends = [different for different, _ in all_read.seen]
    unread = merged(all_read.not_modelled, *(lines for _, lines in all_read.seen))
    open_ends: tuple[str, ...] = ()
    if all_read.too_many:
        unread = merged(unread, asked_lines(board, all_read.too_many))
    elif any(ends) and not _fails_always(ends):
        unread = merged(unread, asked_lines(board, _deciding(all_read.read, ends)))
        open_ends = tuple(_open_ends(board, all_read.read, ends))
    status: _Status = "unknown" if unread else "fail" if ends[0] else "pass"
    lines = _in_words(board, unread)
    different = tuple(ends[0])
    return Checked(
        _called(board), status, different, lines, open=open_ends, replayed=all_read.replayed
    )


def _fails_always(ends: list[list[Difference]]) -> bool:
    """Whether something expected is so in none of the ways."""
    return bool(set.intersection(*map(_failing, ends)))


def _failing(end: list[Difference]) -> set[tuple[str, str, str]]:
    return {(each.handle, each.what, str(each.expected)) for each in end}


def _judged(board: Board, answer: Answer) -> tuple[list[Difference], tuple[Unmodelled, ...]]:
    """How one answer differs from what is expected, and what of that can't be settled."""
    different = [_plain(each) for each in differences(board.expect, answer)]
    return different, tuple(unsettled(board.expect, answer))


def _plain(difference: Difference) -> Difference:
    got = as_value(difference.got)
    return difference if got is difference.got else structs.replace(difference, got=got)


def _open_ends(board: Board, read: list[Way], ends: list[list[Difference]]) -> Iterator[str]:
    """Two ways that fall short of different things: how the objects differ that do."""
    paired = list(zip(read, ends, strict=True))
    wrong, end = next((way, end) for way, end in paired if end)
    other, different = next(
        (way, another) for way, another in paired if not _failing(end) <= _failing(another)
    )
    short = _failing(end) ^ _failing(different)
    own = words_for(board, lambda mark: mark)
    for handle in sorted({handle for handle, _, _ in short}):
        yield from case_lines((other, wrong), own, handle)


def _deciding(read: list[Way], ends: list[list[Difference]]) -> tuple[Decision, ...]:
    """What decides of what expected things the board falls short."""
    verdicts = [
        (path, Answer((), gone=tuple(sorted(map(str, _failing(end))))))
        for (path, _), end in zip(read, ends, strict=True)
    ]
    return unknowns_of(cases_of(verdicts))


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
    boards: Iterable[Board | BoardError],
    engine: Engine = "both",
    workers: Workers = TWO,
    replay: Replay = "auto",
) -> Iterator[Checked]:
    """The verdicts in the boards' order; many boards are shared out to the workers."""
    yield from spread(partial(_check_batch, engine=engine, replay=replay), boards, workers)


def _check_batch(boards: list[Board | BoardError], engine: Engine, replay: Replay) -> list[Checked]:
    return [_check_or_error(board, engine, replay) for board in boards]


def _check_or_error(board: Board | BoardError, engine: Engine, replay: Replay) -> Checked:
    if isinstance(board, BoardError):
        return Checked("", "unknown", error=str(board))
    try:
        return check(board, engine, replay)
    except BoardError as error:
        return Checked(board.id, "unknown", error=str(error))
