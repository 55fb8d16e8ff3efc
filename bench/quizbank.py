# ruff: noqa: INP001
"""`python bench/quizbank.py N`: brings web/quiz.json to N questions of each difficulty.

What is kept is a board, the object that is asked about, and the names of the wrong readings; the
answers are read again whenever a question is asked. A kept question loses the steps that it does
not need, stands under the difficulty that it has, and goes if another is about the same cards.
"""

import json
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from striate.cards.catalogue.store import Catalogue
from striate.queries.generating.quiz import (
    SIZES,
    Question,
    difficulty_of,
    of_record,
    question,
    record,
    without_asides,
)

PLACE = Path(__file__).parent.parent / "web" / "quiz.json"


def _kept(catalogue: Catalogue) -> Iterator[Question]:
    for each in json.loads(PLACE.read_text(encoding="utf-8")):
        question = of_record(each, catalogue)
        if question is not None:
            yield without_asides(question, catalogue)


def _drawn(catalogue: Catalogue, difficulty: str) -> Iterator[Question]:
    for number in count(1):
        yield question(catalogue, difficulty, number)


def main(number: int) -> None:
    catalogue = Catalogue.open()
    by_difficulty: dict[str, list[Question]] = {difficulty: [] for difficulty in SIZES}
    about: set[frozenset[str]] = set()

    def take(each: Question) -> None:
        listed = by_difficulty[difficulty_of(each)]
        cards = frozenset(step.card.name for step in each.board.steps if hasattr(step, "card"))
        if cards not in about and len(listed) < number:
            about.add(cards)
            listed.append(each)

    for each in _kept(catalogue):
        take(each)
    for difficulty, listed in by_difficulty.items():
        drawn = _drawn(catalogue, difficulty)
        while len(listed) < number:
            take(next(drawn))
    records = [
        {**record(each, catalogue), "difficulty": difficulty, "number": at}
        for difficulty, listed in by_difficulty.items()
        for at, each in enumerate(listed, 1)
    ]
    lines = ",\n".join(json.dumps(each, ensure_ascii=False) for each in records)
    PLACE.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main(int(sys.argv[1]))
