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


def answered(name: str, asked: Plain, tell: Tell = silent) -> Plain:
    """The answer to one question; what is wrong with it stands under `wrong` or `mistake`."""
    try:
        check_request(asked)
        return QUESTIONS[name](asked, tell)
    except WrongInput as error:
        return {"wrong": rows.capital(sentences(str(error)))}
    except OurMistake as error:
        return {"mistake": str(error)}
    except Exception as error:  # noqa: BLE001 - one page's trouble must not end the server
        told = " ".join(f"{type(error).__name__}: {error}".split())
        return {
            "mistake": f"something went wrong that nobody expected ({told[:300]}); this is a "
            "mistake "
            "in striate, please report it with the board"
        }


def warm() -> None:
    """Does what the first question would have to wait for."""
    shelf()
    cardsearch.warm(catalogue())
    answered("board", {"text": "Grizzly Bears; Frogify on Grizzly Bears"})


# --- the board ------------------------------------------------------------------------------------


def _board(asked: Plain, tell: Tell) -> Plain:
    """The board after a change: its rows, its answer, its file, its link."""
    try:
        document = document_of(asked)
        if asked.get("edit"):
            document = editing.edited(document, asked["edit"], shelf())
    except BoardError as error:
        return {"refused": [sentences(each.one()) for each in error.all()]}
    looked = look(document)
    document = tidy(document)
    answer, strip = answer_html(looked)
    return {
        "document": document,
        "yaml": file_of(document),
        "link": short(document),
        "rows": rows_html(looked.told, asked),
        "begin": begin_html(document),
        "day": day_html(document),
        "answer": answer,
        "strip": strip,
        "right": looked.right,
    }


def rows_html(told: rows.Told, asked: Plain) -> str:
    """The rows; of many, those whose More is open have it drawn."""
    opened = [str(each) for each in asked.get("open") or ()]
    found = rows.rows(told, opened)
    return render("rows.html", rows=found, many=len(found) >= rows.MANY, base=asked.get("base", ""))


def begin_html(document: Plain) -> str:
    """A button for every kind of step."""
    groups = stepcontrols.beginnings(document.get("steps") or [], shelf())
    return render("begin.html", groups=groups)


def day_html(document: Plain) -> str:
    """By whose rules the board is read, to be changed."""
    return render("day.html", c=stepcontrols.of_rules(document.get("rules") or ()))


# --- the reason -----------------------------------------------------------------------------------


def _why(asked: Plain, tell: Tell) -> Plain:
    board = built(document_of(asked))
    words = words_for(board, catalogue().words)
    drawn_reason = picture(explain(board), words)
    return {"html": render("why.html", picture=drawn_reason, base=asked.get("base", ""))}


def _choices(asked: Plain, tell: Tell) -> Plain:
    return {"illegal": legality.illegal(document_of(asked), int(asked.get("at", 0)))}


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


def _ready(asked: Plain, tell: Tell) -> Plain:
    """The list of ready boards, or the editor with one."""
    base = str(asked.get("base", ""))
    if "id" not in asked:
        return {"html": render("ready.html", base=base, groups=pages.ready_groups())}
    found = pages.ready_board(str(asked["id"]))
    if found is None:
        return _nowhere(base)
    banner = {
        "here": "/ready", "over": found.group, "title": found.title, "note": found.note,
        "attempt": "",
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


def _quiz(asked: Plain, tell: Tell) -> Plain:
    """The list of questions, or one of them, or a sheet."""
    base = str(asked.get("base", ""))
    if "id" not in asked:
        return {"html": quizpages.contents(base)}
    html = quizpages.page(base, str(asked["id"])[:40])
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
