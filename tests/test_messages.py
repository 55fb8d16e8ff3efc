"""The list of all messages is as the source says, and no message is a riddle."""

import re

import pytest

from tests.messages import LIST, listed, messages

# What a reader stumbles over, and in which folders nobody writes it.
STUMBLES = {
    "a dead end for a user": r"\bGod knows\b|\bTODO\b|\bXXX\b",
    "a word that says nothing": r"\b(?:not told wholly|is told of|nothing is told)\b",
    "an exception's name": r"\b[A-Z]\w+(?:Error|Exception)\b",
    "two spaces or a space before a mark": r"\S  \S|\s[,;](?:\s|$)",
    "the inside of the search": r"\bthe slots\b|\bno slot\b",
}


def test_the_list_is_as_the_source_says() -> None:
    assert LIST.read_text(encoding="utf-8") == listed(), "run `make messages`, and read what is new"


@pytest.mark.parametrize("stumble", STUMBLES)
def test_no_message_has_what_a_reader_stumbles_over(stumble: str) -> None:
    shown = re.compile(STUMBLES[stumble])
    asked = [each for each in messages() if each.module.split("/")[0] in ("app", "boards", "api")]
    assert [each for each in asked if shown.search(each.text) and "line" not in each.module] == []
