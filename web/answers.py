"""The page's questions by name: plain data in, plain data out, HTML in it where the page shows some.

Nothing is kept from one question to the next but the catalogue.
"""

import json
import re
import time
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import Any, TypeAlias

from striate.boards.building import build
from striate.boards.errors import BoardError
from striate.boards.line.reading import document_of_line
from striate.boards.line.writing import line_of_document
from striate.boards.loading import load_text
from striate.boards.names import Shelf
from striate.boards.plain import Loaded
from striate.boards.timeline import Answer, Board
from striate.boards.writing import board_yaml, tidy
from striate.cards.catalogue.store import Catalogue
from striate.cards.edition import edition_in_words
from striate.cards.errors import OurMistake, WrongInput
from striate.queries.answers import read_by
from striate.queries.drawing import drawn
from striate.queries.explaining import explain
from striate.queries.outcome import Outcome, outcome
from striate.queries.picturing import picture
from striate.queries.showing import not_modelled_json, words_for
from striate.web import cardsearch, editing, goalbox, pages, questions, rows
from striate.web.beside import beside
from striate.web.limits import check_board, check_request
from striate.web.rendering import render

Plain: TypeAlias = dict[str, Any]
Tell: TypeAlias = Callable[[Plain], None]
_Question: TypeAlias = Callable[[Plain, Tell], Plain]

_LOOK_UPS = 3000  # cards that a shelf remembers before a new one takes its place


def silent(now: Plain) -> None:
    """Nobody listens."""


def answered(name: str, asked: Plain, tell: Tell = silent) -> Plain:
    """The answer to one question; what is wrong with it stands under `wrong` or `mistake`."""
    try:
        check_request(asked)
        return QUESTIONS[name](asked, tell)
    except WrongInput as error:
        return {"wrong": str(error)}
    except OurMistake as error:
        return {"mistake": str(error)}
    except Exception as error:  # noqa: BLE001 - one page's trouble must not end the server
        told = " ".join(f"{type(error).__name__}: {error}".split())
        return {
            "mistake": f"something went wrong that nobody expected ({told[:300]}); this is a mistake "
            "in striate, please report it with the board"
        }


def warm() -> None:
    """Does what the first question would have to wait for."""
    shelf()
    cardsearch.warm(catalogue())
    answered("board", {"text": "Grizzly Bears; Frogify on Grizzly Bears"})


@cache
def catalogue() -> Catalogue:
    return Catalogue.open()


class _Kept:
    """The shelf in use, and how often it was asked for."""

    shelf: Shelf | None = None
    asked = 0


def shelf() -> Shelf:
    """The cards; a new shelf now and then, so that what it remembers stays small."""
    _Kept.asked += 1
    if _Kept.shelf is None or _Kept.asked > _LOOK_UPS:
        _Kept.shelf, _Kept.asked = Shelf(catalogue()), 0
    return _Kept.shelf


# --- the board ------------------------------------------------------------------------------------


def document_of(asked: Mapping[str, Any]) -> Plain:
    """The board that is asked about, no larger than a page holds."""
    document = _unbounded(asked)
    check_board(document)
    return document


def _unbounded(asked: Mapping[str, Any]) -> Plain:
    """Plain data, or a text in YAML, in JSON, or as a line."""
    if "text" not in asked:
        return dict(asked.get("document") or {"steps": []})
    text = str(asked["text"])
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


def look(document: Plain) -> tuple[rows.Told, Outcome | None, float]:
    """The board with all that its rows and its answer are drawn from, and the seconds it took."""
    cards = shelf()
    words = catalogue().words
    started = time.perf_counter()
    try:
        board = built(document)
        found = outcome(board)
    except BoardError as error:
        told = rows.Told(document, cards, lru_cache(maxsize=None)(words), error=error)
        return told, None, time.perf_counter() - started
    seconds = time.perf_counter() - started
    own = words_for(board, words)
    unread = not_modelled_json(found.not_modelled, own)
    told = rows.Told(
        document, cards, own, board, found.answer, unread=unread, before=_before(board)
    )
    return told, found, seconds


def _before(board: Board) -> Callable[[int], Answer | None]:
    """The objects as they are before a step: what an ability's number counts in."""
    import msgspec

    def answer(at: int) -> Answer | None:
        earlier = msgspec.structs.replace(board, steps=board.steps[:at], expect=())
        try:
            return read_by("referee", earlier)
        except (BoardError, OurMistake):
            return None

    return answer


def _board(asked: Plain, tell: Tell) -> Plain:
    """The board after a change: its rows, its answer, its file, its link."""
    try:
        document = document_of(asked)
        if asked.get("edit"):
            document = editing.edited(document, asked["edit"], shelf())
    except BoardError as error:
        return {"refused": [each.one() for each in error.all()]}
    told, found, seconds = look(document)
    document = tidy(document)
    answer = answer_html(told, found, seconds)
    return {
        "document": document,
        "yaml": _file(document),
        "link": short(document),
        "rows": render("rows.html", rows=rows.rows(told), base=asked.get("base", "")),
        "answer": answer,
        "right": found is not None,
    }


def _file(document: Plain) -> str:
    return board_yaml(document) if document.get("steps") else ""


def short(document: Plain) -> str:
    """The board as a link holds it: a line where that says it all, else JSON."""
    if not document.get("steps"):
        return ""
    if set(document) == {"steps"}:
        try:
            line = line_of_document(document, shelf())
            if "\n" not in line and document_of({"text": line}) == document:
                return line
        except (BoardError, TypeError, AttributeError, KeyError):
            pass
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def answer_html(told: rows.Told, found: Outcome | None, seconds: float) -> str:
    """The drawn cards of both sides, or what is wrong."""
    if found is None or told.board is None:
        mistakes = [rows.told(each) for each in told.error.all()] if told.error else []
        return render("answer.html", mistakes=mistakes, sides=(), empty=not told.document["steps"])
    cards = drawn(told.board, found, told.words)
    sides = [
        (title, [card for card in cards if card.controller == seat])
        for seat, title in (("you", "Yours"), ("opponent", "Your opponent’s"))
    ]
    return render(
        "answer.html",
        mistakes=(),
        sides=[side for side in sides if side[1]],
        fates=_fates(told.board, found),
        unread=told.unread,
        checked=found.checked,
        replayed=found.replayed,
        milliseconds=round(seconds * 1000),
        empty=not cards,
    )


_FATES = {
    "704.5f": "toughness 0 or less",
    "704.5i": "no loyalty",
    "704.5k": "the world rule",
    "704.5m": "an Aura that is attached to nothing that it may enchant",
    "704.5s": "the last chapter",
    "704.5v": "no defense",
    "704.5y": "a newer Role",
}
_PUT = re.compile(r"(?P<handle>.+) is put into its owner's graveyard \((?P<rule>[\d.a-z]+)\)")


def _fates(board: Board, found: Outcome) -> dict[str, str]:
    """Why each object that a state-based action takes is gone."""
    if not found.answer.gone:
        return {}
    put = filter(None, map(_PUT.fullmatch, explain(board).trace.state_based))
    return {
        each[
            "handle"
        ]: f"Gone: {_FATES.get(each['rule'], 'a state-based action')} ({each['rule']})."
        for each in put
    }


# --- the reason -----------------------------------------------------------------------------------


def _why(asked: Plain, tell: Tell) -> Plain:
    board = built(document_of(asked))
    words = words_for(board, catalogue().words)
    drawn_reason = picture(explain(board), words)
    return {"html": render("why.html", picture=drawn_reason, base=asked.get("base", ""))}


# --- cards ----------------------------------------------------------------------------------------


def _cards(asked: Plain, tell: Tell) -> Plain:
    found = cardsearch.found(catalogue(), str(asked.get("q", ""))[:200])
    return {"html": render("found.html", found=found), "number": len(found.cards)}


def _goal(asked: Plain, tell: Tell) -> Plain:
    return goalbox.told(catalogue(), str(asked.get("q", ""))[:300])


# --- the long questions ---------------------------------------------------------------------------


def _find(asked: Plain, tell: Tell) -> Plain:
    found = questions.searched(asked, catalogue(), tell)
    return _shown("find", asked, questions.found_words(found, asked))


def _why_not(asked: Plain, tell: Tell) -> Plain:
    document = document_of(asked)
    return _shown("why-not", asked, questions.refused(asked, document, catalogue(), shelf()))


def _swaps(asked: Plain, tell: Tell) -> Plain:
    return _shown("swaps", asked, {"swaps": list(questions.swaps(document_of(asked), shelf()))})


def _orders(asked: Plain, tell: Tell) -> Plain:
    return _shown("orders", asked, questions.orders(document_of(asked), shelf(), tell))


def _beside(asked: Plain, tell: Tell) -> Plain:
    return _shown("beside", asked, beside(document_of(asked), catalogue(), tell))


def _shown(sort: str, asked: Plain, found: Plain) -> Plain:
    html = render("found_boards.html", sort=sort, found=found, base=asked.get("base", ""))
    return {"html": html, "status": found.get("status", "")}


# --- pages ----------------------------------------------------------------------------------------


def _home(asked: Plain, tell: Tell) -> Plain:
    """The whole page, with the board that a line in its address gives."""
    return _editor(asked, {"text": str(asked.get("line", ""))}, None)


def _editor(asked: Plain, given: Plain, banner: Plain | None) -> Plain:
    """The editor with a board on it."""
    base = str(asked.get("base", ""))
    first = _board({**given, "base": base}, silent)
    refused = first.pop("refused", [])
    values = _EMPTY | first
    html = render(
        "index.html",
        base=base,
        refused=refused,
        examples=goalbox.EXAMPLES[:4],
        banner=banner,
        **values,
    )
    return {"html": html}


_EMPTY: Plain = {"document": {"steps": []}, "rows": "", "answer": "", "yaml": ""}


def _ready(asked: Plain, tell: Tell) -> Plain:
    """The list of ready boards, or the editor with one."""
    base = str(asked.get("base", ""))
    if "id" not in asked:
        return {"html": render("ready.html", base=base, groups=pages.ready_groups())}
    found = pages.ready_board(str(asked["id"]))
    if found is None:
        return _nowhere(base)
    banner = {
        "here": "/ready", "over": found.group, "title": found.title, "note": found.note, "attempt": "",
        "rules": found.rules, "back": "/ready", "next": "", "onward": "", "tab": "answer",
    }  # fmt: skip
    document = {key: found.board[key] for key in ("cards", "steps") if key in found.board}
    return _editor(asked, {"document": document}, banner)


def _rules(asked: Plain, tell: Tell) -> Plain:
    """The contents, or the page of a clause."""
    base = str(asked.get("base", ""))
    if "number" not in asked:
        sections = pages.contents()
        html = render("rules.html", base=base, sections=sections, edition=edition_in_words())
        return {"html": html}
    number = str(asked["number"])[:20]
    found = pages.clauses(number)
    html = render("clause.html", base=base, number=number, clauses=found)
    return {"html": html, "status": 200 if found else 404}


def _tour(asked: Plain, tell: Tell) -> Plain:
    """The list of its steps, or the editor at one."""
    base = str(asked.get("base", ""))
    if "number" not in asked:
        return {"html": render("tour.html", base=base, stops=pages.TOUR)}
    number = int(asked["number"])
    last = len(pages.TOUR)
    if not 0 < number <= last:
        return _nowhere(base)
    stop = pages.TOUR[number - 1]
    banner = {
        "here": "/tour", "over": f"Tour, step {number} of {last}", "title": stop.title,
        "note": stop.text, "attempt": stop.attempt, "rules": (),
        "back": f"/tour/{number - 1}" if number > 1 else "/tour",
        "next": f"/tour/{number + 1}" if number < last else "/ready",
        "onward": "Next" if number < last else "Ready boards", "tab": stop.tab,
    }  # fmt: skip
    return _editor(asked, {"text": stop.line}, banner)


def _nowhere(base: str) -> Plain:
    return {"html": render("nowhere.html", base=base), "status": 404}


QUESTIONS: dict[str, _Question] = {
    "board": _board,
    "why": _why,
    "cards": _cards,
    "goal": _goal,
    "find": _find,
    "why-not": _why_not,
    "swaps": _swaps,
    "orders": _orders,
    "beside": _beside,
    "home": _home,
    "ready": _ready,
    "rules": _rules,
    "tour": _tour,
}
