"""The page's questions by name: plain data in, plain data out, HTML in it where the page shows
some.

Nothing is kept from one question to the next but the catalogue.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

from striate.boards.errors import BoardError
from striate.boards.writing import tidy
from striate.cards.edition import edition_in_words
from striate.cards.errors import OurMistake, WrongInput
from striate.queries.explaining import explain
from striate.queries.picturing import picture
from striate.queries.showing import words_for
from striate.web import (
    cardsearch,
    editing,
    goalbox,
    legality,
    pages,
    questions,
    quizpages,
    rows,
    stepcontrols,
)
from striate.web.beside import beside
from striate.web.boardasked import answer_html, built, document_of, file_of, look, short
from striate.web.limits import check_request
from striate.web.rendering import render
from striate.web.shelves import catalogue, shelf
from striate.web.wording import sentences

Plain: TypeAlias = dict[str, Any]
Tell: TypeAlias = Callable[[Plain], None]
_Question: TypeAlias = Callable[[Plain, Tell], Plain]


def silent(now: Plain) -> None:
    """Nobody listens."""


def answered(name: str, question: Plain, tell: Tell = silent) -> Plain:
    """The answer to one question; what is wrong with it stands under `wrong` or `mistake`."""
    try:
        check_request(question)
        return QUESTIONS[name](question, tell)
    except WrongInput as error:
        return {"wrong": rows.capital(sentences(str(error)))}
    except OurMistake as error:
        return {"mistake": str(error)}
    except Exception as error:  # noqa: BLE001 - one page's trouble must not end the server
        trouble = " ".join(f"{type(error).__name__}: {error}".split())
        return {
            "mistake": f"something went wrong that nobody expected ({trouble[:300]}); this is a "
            "mistake in striate, please report it with the board"
        }


def warm() -> None:
    """Does what the first question would have to wait for."""
    shelf()
    cardsearch.warm(catalogue())
    answered("board", {"text": "Grizzly Bears; Frogify on Grizzly Bears"})


# --- the board ------------------------------------------------------------------------------------


def _board(question: Plain, tell: Tell) -> Plain:
    """The board after a change: its rows, its answer, its file, its link."""
    try:
        document = document_of(question)
        if question.get("edit"):
            document = editing.edited(document, question["edit"], shelf())
    except BoardError as error:
        return {"refused": [sentences(each.one()) for each in error.all()]}
    looked = look(document)
    document = tidy(document)
    answer, strip = answer_html(looked)
    return {
        "document": document,
        "yaml": file_of(document),
        "link": short(document),
        "rows": rows_html(looked.known, question),
        "begin": begin_html(document),
        "day": day_html(document),
        "answer": answer,
        "strip": strip,
        "right": looked.right,
    }


def rows_html(known: rows.Known, question: Plain) -> str:
    """The rows; of many, those whose More is open have it drawn."""
    opened = [str(each) for each in question.get("open") or ()]
    drawn, base = rows.rows(known, opened), question.get("base", "")
    return render("rows.html", rows=drawn, many=len(drawn) >= rows.MANY, base=base)


def begin_html(document: Plain) -> str:
    """A button for every kind of step."""
    groups = stepcontrols.beginnings(document.get("steps") or [], shelf())
    return render("begin.html", groups=groups)


def day_html(document: Plain) -> str:
    """By whose rules the board is read, to be changed."""
    return render("day.html", c=stepcontrols.of_rules(document.get("rules") or ()))


# --- the reason -----------------------------------------------------------------------------------


def _why(question: Plain, tell: Tell) -> Plain:
    board = built(document_of(question))
    words = words_for(board, catalogue().words)
    drawn_reason = picture(explain(board), words)
    return {"html": render("why.html", picture=drawn_reason, base=question.get("base", ""))}


def _choices(question: Plain, tell: Tell) -> Plain:
    return {"illegal": legality.illegal(document_of(question), int(question.get("at", 0)))}


# --- cards ----------------------------------------------------------------------------------------


def _cards(question: Plain, tell: Tell) -> Plain:
    matches = cardsearch.found(catalogue(), str(question.get("q", ""))[:200])
    return {"html": render("found.html", matches=matches), "number": len(matches.cards)}


def _goal(question: Plain, tell: Tell) -> Plain:
    return goalbox.told(catalogue(), str(question.get("q", ""))[:300])


# --- the long questions ---------------------------------------------------------------------------


def _find(question: Plain, tell: Tell) -> Plain:
    answer = questions.searched(question, catalogue(), tell)
    return _shown("find", question, questions.found_words(answer, question))


def _why_not(question: Plain, tell: Tell) -> Plain:
    document = document_of(question)
    return _shown("why-not", question, questions.refused(question, document, catalogue(), shelf()))


def _swaps(question: Plain, tell: Tell) -> Plain:
    swaps = list(questions.swaps(document_of(question), shelf()))
    return _shown("swaps", question, {"swaps": swaps})


def _orders(question: Plain, tell: Tell) -> Plain:
    return _shown("orders", question, questions.orders(document_of(question), shelf(), tell))


def _beside(question: Plain, tell: Tell) -> Plain:
    return _shown("beside", question, beside(document_of(question), catalogue(), tell))


def _shown(sort: str, question: Plain, answer: Plain) -> Plain:
    html = render("found_boards.html", sort=sort, answer=answer, base=question.get("base", ""))
    return {"html": html, "status": answer.get("status", "")}


# --- pages ----------------------------------------------------------------------------------------


def _home(question: Plain, tell: Tell) -> Plain:
    """The whole page, with the board that a line in its address gives."""
    return _editor(question, {"text": str(question.get("line", ""))}, None)


def _editor(question: Plain, given: Plain, banner: Plain | None) -> Plain:
    """The editor with a board on it."""
    base = str(question.get("base", ""))
    first = _board({**given, "base": base}, silent)
    refused = first.pop("refused", [])
    nothing: Plain = {"steps": []}
    values = {**_EMPTY, "begin": begin_html(nothing), "day": day_html(nothing), **first}
    html = render(
        "index.html",
        base=base,
        refused=refused,
        examples=goalbox.EXAMPLES[:4],
        banner=banner,
        lists=stepcontrols.LISTS,
        **values,
    )
    return {"html": html}


_EMPTY: Plain = {"document": {"steps": []}, "rows": "", "answer": "", "strip": "", "yaml": ""}


def _ready(question: Plain, tell: Tell) -> Plain:
    """The list of ready boards, or the editor with one."""
    base = str(question.get("base", ""))
    if "id" not in question:
        return {"html": render("ready.html", base=base, groups=pages.ready_groups())}
    chosen = pages.ready_board(str(question["id"]))
    if chosen is None:
        return _nowhere(base)
    banner = {
        "here": "/ready", "over": chosen.group, "title": chosen.title, "note": chosen.note,
        "attempt": "",
        "rules": chosen.rules, "back": "/ready", "next": "", "onward": "", "tab": "answer",
    }  # fmt: skip
    document = {key: chosen.board[key] for key in ("cards", "steps") if key in chosen.board}
    return _editor(question, {"document": document}, banner)


def _rules(question: Plain, tell: Tell) -> Plain:
    """The contents, or the page of a clause."""
    base = str(question.get("base", ""))
    if "number" not in question:
        sections = pages.contents()
        html = render("rules.html", base=base, sections=sections, edition=edition_in_words())
        return {"html": html}
    number = str(question["number"])[:20]
    clauses = pages.clauses(number)
    html = render("clause.html", base=base, number=number, clauses=clauses)
    return {"html": html, "status": 200 if clauses else 404}


def _tour(question: Plain, tell: Tell) -> Plain:
    """The list of its steps, or the editor at one."""
    base = str(question.get("base", ""))
    if "number" not in question:
        return {"html": render("tour.html", base=base, stops=pages.TOUR)}
    number = int(question["number"])
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
    return _editor(question, {"text": stop.line}, banner)


def _quiz(question: Plain, tell: Tell) -> Plain:
    """The list of questions, or one of them, or a sheet."""
    base = str(question.get("base", ""))
    if "id" not in question:
        return {"html": quizpages.contents(base)}
    html = quizpages.page(base, str(question["id"])[:40])
    return _nowhere(base) if html is None else {"html": html}


def _nowhere(base: str) -> Plain:
    return {"html": render("nowhere.html", base=base), "status": 404}


QUESTIONS: dict[str, _Question] = {
    "board": _board,
    "why": _why,
    "choices": _choices,
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
    "quiz": _quiz,
    "nowhere": lambda asked, tell: _nowhere(str(asked.get("base", ""))),
}
