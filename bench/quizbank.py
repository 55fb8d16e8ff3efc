# ruff: noqa: INP001
"""`python bench/quizbank.py N`: writes web/quiz.json anew, N questions of each difficulty.

What is kept is a board, the object that is asked about, and the names of the wrong readings; the
answers are read again whenever a question is asked.
"""

import json
import sys
from pathlib import Path

from striate.cards.catalogue.store import Catalogue
from striate.queries.generating.quiz import SIZES, question, record


def main(number: int) -> None:
    catalogue = Catalogue.open()
    found = [
        record(question(catalogue, difficulty, at), catalogue)
        for difficulty in SIZES
        for at in range(1, number + 1)
    ]
    lines = ",\n".join(json.dumps(each, ensure_ascii=False) for each in found)
    place = Path(__file__).parent.parent / "web" / "quiz.json"
    place.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main(int(sys.argv[1]))
