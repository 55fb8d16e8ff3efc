"""The pages of the quiz: kept questions, of which the answers are read again for each page."""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from itertools import groupby
from typing import Any, TypeAlias

from striate.boards.writing import tidy
from striate.queries.explaining import explain
from striate.queries.generating.quiz import Question, of_record
from striate.queries.picturing import picture
from striate.queries.showing import words_for
from striate.web.boardasked import short
from striate.web.questions import told_steps
from striate.web.rendering import render
from striate.web.shelves import catalogue

Plain: TypeAlias = dict[str, Any]


@cache
def kept() -> dict[str, Mapping[str, Any]]:
    """The questions that are kept, by their names, in their order."""
    text = (files("striate.web") / "quiz.json").read_text(encoding="utf-8")
    return {f"{each['difficulty']}-{each['number']}": each for each in json.loads(text)}


def contents(base: str) -> str:
    groups = [(name, list(ids)) for name, ids in groupby(kept(), lambda id: id.split("-")[0])]
    return render("quizzes.html", base=base, groups=groups, all=list(kept()))


def page(base: str, id: str) -> str | None:
    """The page of one question, or the sheet of a difficulty; None if there is none."""
    if any(each.startswith(f"{id}-") for each in kept()):
        return _sheet(base, id)
    chosen = question(id)
    if chosen is None:
        return None
    steps = kept()[id]["steps"]
    words = words_for(chosen.board, catalogue().words)
    why = render("why.html", picture=picture(explain(chosen.board), words), base=base)
    line = short(tidy({"steps": steps}))
    ids = list(kept())
    following = ids[(ids.index(id) + 1) % len(ids)]
    return render(
        "quiz.html", base=base, question=chosen, steps=list(told_steps(steps)), why=why, line=line,
        next=following,
    )  # fmt: skip


def _sheet(base: str, difficulty: str) -> str:
    ids = [each for each in kept() if each.startswith(f"{difficulty}-")]
    chosen = [(question(id), list(told_steps(kept()[id]["steps"]))) for id in ids]
    questions = [(each, steps) for each, steps in chosen if each is not None]
    return render("quizsheet.html", base=base, difficulty=difficulty, questions=questions)


def question(id: str) -> Question | None:
    return of_record(kept()[id], catalogue()) if id in kept() else None
