"""docs/judges.md: each board in a line ends as the sentence below it says."""

import re
from pathlib import Path

import pytest

import striate

PAGE = (Path(__file__).parent.parent / "docs" / "judges.md").read_text(encoding="utf-8")
QUESTIONS = re.findall(r"^```text\n(.+)\n→ (.+)\n```$", PAGE, re.MULTILINE)
AT_LEAST = 30


def test_there_are_thirty_questions() -> None:
    assert len(QUESTIONS) >= AT_LEAST
    assert PAGE.count("```text") == len(QUESTIONS)


@pytest.mark.parametrize(("board", "answer"), QUESTIONS)
def test_a_question_has_its_answer(board: str, answer: str) -> None:
    found = striate.outcome(board)
    assert found.sure, found
    if answer.startswith("gone: "):
        assert found[answer.removeprefix("gone: ")].gone
    else:
        assert striate.why_not(answer, board).status == "already", found
