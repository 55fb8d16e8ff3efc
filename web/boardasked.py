"""A board that is asked about: read, answered as far as its rows are finished, drawn as cards."""

import json
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, TypeAlias

import msgspec

from striate.boards.building import build
from striate.boards.editions import edition_of, lines_of_then
from striate.boards.errors import BoardError
from striate.boards.line.reading import document_of_line
from striate.boards.line.writing import line_of_document
from striate.boards.loading import load_text
from striate.boards.oldnumbers import number_on
from striate.boards.plain import Loaded
from striate.boards.timeline import Answer, Board
from striate.boards.writing import board_yaml
from striate.cards.errors import OurMistake
from striate.queries.answers import read_by
from striate.queries.caselines import case_lines, number_lines
from striate.queries.drawing import drawn
from striate.queries.explaining import explain
from striate.queries.outcome import Outcome, asked_lines, open_decisions, outcome
from striate.queries.showing import not_modelled_json, words_for
from striate.web import rows, switches
from striate.web.limits import check_board
from striate.web.rendering import is_changed, render
from striate.web.shelves import catalogue, shelf

Plain: TypeAlias = dict[str, Any]


# --- reading --------------------------------------------------------------------------------------


def document_of(question: Mapping[str, Any]) -> Plain:
    """The board that is asked about, no larger than a page holds."""
    document = _unbounded(question)
    check_board(document)
    return document


def _unbounded(question: Mapping[str, Any]) -> Plain:
    """Plain data, or a text in YAML, in JSON, or as a line."""
    if "text" not in question:
        return dict(question.get("document") or {"steps": []})
    text = str(question["text"])
    if not text.strip():
        return {"steps": []}
    if "steps" in text or text.lstrip().startswith(("{", "[", "-", "#")) or "\n" in text.strip():
        data = load_text(text).data
        if not isinstance(data, dict) or not isinstance(data.get("steps", []), list):
            build(load_text(text), shelf())  # says what is wrong
        return dict(data)
    return document_of_line(text, shelf())


def built(document: Mapping[str, object]) -> Board:
    return build(Loaded(dict(document)), shelf())


@dataclass(frozen=True)
class Looked:
    """A board with all that its rows and its answer are drawn from.

    `finished`: the rows that are answered; `known.error` says what is wrong with the next one.
    """

    known: rows.Known
    outcome: Outcome | None
    finished: int
    seconds: float

    @property
    def right(self) -> bool:
        return self.known.error is None


def look(document: Plain) -> Looked:
    """The outcome; of a board with an unfinished row that of the rows before it."""
    cards = shelf()
    words = catalogue().words
    started = time.perf_counter()
    first: BoardError | None = None
    finished = len(document.get("steps") or [])
    while True:
        try:
            board = built(_up_to(document, finished))
            answered = outcome(board)
            break
        except BoardError as error:
            first = first or error
            finished = min(finished - 1, rows.first_row(error))
            if finished < 1:
                known = rows.Known(document, cards, lru_cache(maxsize=None)(words), error=first)
                return Looked(known, None, 0, time.perf_counter() - started)
    seconds = time.perf_counter() - started
    own = words_for(board, words)
    known = rows.Known(
        document, cards, own, board, answered.answer, first, unread=_unread(board, answered, own),
        before=before_each_step(board),
    )  # fmt: skip
    return Looked(known, answered, finished, seconds)


def _up_to(document: Plain, rows_: int) -> Plain:
    """The board with so many of its rows; as it is, if these are all."""
    steps = document.get("steps") or []
    if rows_ >= len(steps):
        return document
    return {**{key: document[key] for key in document if key != "expect"}, "steps": steps[:rows_]}


def _unread(board: Board, outcome: Outcome, words: Any) -> list[Plain]:
    """Lines that are not understood; what is not told has a switch instead."""
    with_switch = set(asked_lines(board, open_decisions(outcome.ways))) if outcome.ways else set()
    lines = tuple(each for each in outcome.not_modelled if each not in with_switch)
    return [dict(each) for each in not_modelled_json(lines, words)]


def before_each_step(board: Board) -> Callable[[int], Answer | None]:
    """The objects as they are before a step: what an ability's number counts in."""

    @cache
    def answer(at: int) -> Answer | None:
        earlier = msgspec.structs.replace(board, steps=board.steps[:at], expect=())
        try:
            return read_by("referee", earlier)
        except (BoardError, OurMistake):
            return None

    return answer


# --- writing --------------------------------------------------------------------------------------


def file_of(document: Plain) -> str:
    return board_yaml(document) if document.get("steps") else ""


def short(document: Plain) -> str:
    """The board as a link holds it: a line where that says it all, else JSON."""
    if not document.get("steps"):
        return ""
    if set(document) <= {"rules", "steps"}:
        try:
            line = line_of_document(document, shelf())
            if "\n" not in line and document_of({"text": line}) == document:
                return line
        except (BoardError, TypeError, AttributeError, KeyError):
            pass
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


# --- the answer -----------------------------------------------------------------------------------


def answer_html(looked: Looked) -> tuple[str, str]:
    """The drawn cards of both sides, with what is wrong or not told; and the strip."""
    known, outcome = looked.known, looked.outcome
    mistakes = [rows.told(each) for each in known.error.all()] if known.error else []
    if outcome is None or known.board is None:
        empty = not known.document["steps"]
        page = render("answer.html", mistakes=mistakes, sides=(), finished=0, empty=empty, then=())
        return page, render("strip.html", mistakes=mistakes, cards=(), all=0)
    cards = drawn(known.board, outcome, known.words)
    sides = [
        (title, [card for card in cards if card.controller == seat])
        for seat, title in (("you", "Yours"), ("opponent", "Your opponent’s"))
    ]
    page = render(
        "answer.html",
        mistakes=mistakes,
        finished=looked.finished,
        sides=[side for side in sides if side[1]],
        fates=_fates(known.board, outcome),
        unread=known.unread,
        then=lines_of_then(known.board),
        many=len(cards) >= rows.MANY,
        switches=switches.of(known.board, outcome, known.document, known.shelf, known.words),
        cases=_cases(outcome, known),
        checked=outcome.checked,
        replayed=outcome.replayed,
        milliseconds=round(looked.seconds * 1000),
        empty=not cards,
    )
    changed = [card for card in cards if is_changed(card)]
    return page, render("strip.html", mistakes=mistakes, cards=changed, all=len(cards))


def _cases(outcome: Outcome, known: rows.Known) -> dict[str, str]:
    """By handle, what an object is in each case that is not told, and what an n is."""
    parted = (line.partition(": ") for line in case_lines(outcome.ways, known.words))
    return {
        handle: "; ".join((case, *number_lines(outcome.ways, known.words, handle)))
        for handle, _, case in parted
    }


_FATES = {
    "704.5f": "toughness 0 or less",
    "704.5i": "no loyalty",
    "704.5j": "the legend rule",
    "704.5k": "the world rule",
    "704.5m": "an Aura that is attached to nothing that it may enchant",
    "704.5s": "the last chapter",
    "704.5v": "no defense",
    "704.5y": "a newer Role",
}
_PUT = re.compile(r"(?P<handle>.+) is put into its owner's graveyard \((?P<rule>[\d.a-z]+)\)")


def _fates(board: Board, outcome: Outcome) -> dict[str, str]:
    """Why each object that a state-based action takes is gone."""
    if not outcome.answer.gone:
        return {}
    edition = edition_of(board.rules)
    why = {number_on(edition, number): sentence for number, sentence in _FATES.items()}
    put = filter(None, map(_PUT.fullmatch, explain(board).trace.state_based))
    return {
        each["handle"]: f"Gone: {why.get(each['rule'], 'a state-based action')} ({each['rule']})."
        for each in put
    }
