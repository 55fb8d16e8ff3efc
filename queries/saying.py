"""What is said of an answer beside its objects: what it hangs on, what was taken to be so, what is
not understood, by which rules it was read. The command, the library and a notebook say the same.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from striate.boards.editions import edition_of, lines_of_then
from striate.boards.oldnumbers import in_numbers_of
from striate.boards.timeline import Board
from striate.cards.catalogue.store import Catalogue
from striate.queries.caselines import (
    case_lines,
    cases_json,
    number_lines,
    taken_json,
    taken_lines,
    tell_lines,
    unknowns_json,
    unread_lines,
)
from striate.queries.outcome import Outcome
from striate.queries.sentences import AGREE, DOUBTFUL, HANGS_ON, NOT_UNDERSTOOD, ONE_READING
from striate.queries.showing import (
    Words,
    differences_json,
    doubts_of,
    not_modelled_json,
    opened,
    outcome_json,
    worded,
)
from striate.queries.wording import about

if TYPE_CHECKING:
    from striate.queries.checking import Checked


def lines_beside(
    board: Board, outcome: Outcome, words: Words, catalogue: Catalogue, *, replay: str = ""
) -> Iterator[str]:
    """A line each; rules as the board's edition numbers them.

    `replay`: how a board that one reading has read is read by the other, too.
    """
    open_ones = [*case_lines(outcome.ways, words), *number_lines(outcome.ways, words)]
    if open_ones:
        yield HANGS_ON
        for line in open_ones:
            yield in_numbers_of(edition_of(board.rules), f"  {line}")
    for line in tell_lines(outcome):
        yield f"  Tell: {line}"
    for line in taken_lines(outcome, words):
        yield f"Taken: {line}"
    unread = unread_lines(outcome, words)
    if unread:
        yield NOT_UNDERSTOOD
        yield from (f"  {line}" for line in unread)
    elif outcome.checked:
        yield AGREE
    if not outcome.replayed:
        yield f"{ONE_READING} {replay}".strip()
    yield from lines_of_then(board)
    for doubt in doubts_of(board, catalogue):
        yield DOUBTFUL.format(doubt)


def verdict_lines(verdict: "Checked", words: Words) -> Iterator[str]:
    """Why a board does not pass, a line each; nothing if it passes."""
    for each in differences_json(verdict.differences) if verdict.status == "fail" else ():
        expected, got = worded(each["expected"]), worded(each["got"])
        yield f"{each['handle']}: {each['what']}: expected {expected}, got {got}"
    if verdict.status == "unknown":
        lacks = "not told" if verdict.open else "not understood"
        for each in not_modelled_json(verdict.not_modelled, words):
            yield f"{lacks}: {about(each['card'], each['line'])}"
            from striate.cards.stopping import where_it_stopped  # costly: brings the grammar

            stopped = where_it_stopped(each["line"])
            if stopped:
                yield f"    {stopped}"
    for line in verdict.open:
        yield opened(line, words)


def answer_json(board: Board, end: Outcome, words: Words, catalogue: Catalogue) -> dict[str, Any]:
    """The answer with its objects; what there is none of is left out."""
    beside: dict[str, Any] = {
        "cases": cases_json(end, words),
        "unknowns": unknowns_json(end, words),
        "doubtful": doubts_of(board, catalogue),
        "taken": taken_json(end),
        "rules_of_then": lines_of_then(board),
    }
    return {**outcome_json(end, words), **{key: each for key, each in beside.items() if each}}
