"""Names and texts in the words of other languages."""

import ast
import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from javalang.tokenizer import tokenize

from striate.boards.exports.pytest_tests import python_text
from striate.boards.exports.words import (
    ascii_only,
    camel,
    comment,
    java_string,
    kotlin_string,
    rust_string,
    slug,
)

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)


@pytest.mark.parametrize(
    ("text", "java"),
    [
        ("Jötun Grunt", r'"J\u00f6tun Grunt"'),
        ('"Ach! Hans, Run!"', r'"\"Ach! Hans, Run!\""'),
        ("Fire // Ice", '"Fire // Ice"'),
        ("Urborg, Tomb of Yawgmoth", '"Urborg, Tomb of Yawgmoth"'),
        ("a\\u0041", r'"a\\u0041"'),
        ("tab\tline\n", r'"tab\tline\n"'),
        ("\U0001f600", r'"\ud83d\ude00"'),
    ],
)
def test_a_name_is_a_java_literal(text: str, java: str) -> None:
    assert java_string(text) == java


@given(TEXTS)
def test_a_java_literal_means_its_text(text: str) -> None:
    literal = java_string(text)
    assert literal.isascii() and len(list(tokenize(literal))) == 1
    # What Java's literals and JSON's have in common is all that is written.
    assert json.loads(literal) == text


@given(TEXTS)
def test_a_kotlin_literal_has_no_template(text: str) -> None:
    assert not re.search(r"(?<!\\)(\\\\)*\$", kotlin_string(text))
    assert json.loads(kotlin_string(text).replace("\\$", "$")) == text


@given(TEXTS)
def test_a_rust_literal_means_its_text(text: str) -> None:
    literal = rust_string(text)
    assert literal.isascii()
    spelled = re.sub(
        r"\\u\{([0-9a-f]+)\}|\\(.)",
        lambda m: (
            chr(int(m[1], 16))
            if m[1]
            else {"n": "\n", "t": "\t", "r": "\r"}.get(str(m[2]), str(m[2]))
        ),
        literal[1:-1],
    )
    assert spelled == text


@given(TEXTS)
def test_a_python_text_means_its_text(text: str) -> None:
    assert ast.literal_eval(python_text(text)) == text


@given(TEXTS)
def test_every_name_gives_an_identifier(text: str) -> None:
    assert re.fullmatch(r"[A-Z][A-Za-z0-9]*", camel(text))
    assert re.fullmatch(r"[a-z][a-z0-9_]*", slug(text))


@given(TEXTS)
def test_a_comment_stays_a_comment(text: str) -> None:
    for line in comment(text):
        assert line.startswith("// ") and line.isascii() and "\n" not in line
        assert not list(tokenize(line))


def test_names_that_other_languages_keep_for_themselves() -> None:
    assert (slug("match"), slug("613.6")) == ("board_match", "board_613_6")
    assert camel("613.6 off") == "Board6136Off"
    assert ascii_only("Lim-Dûl’s Vault — “x”") == 'Lim-Dul\'s Vault - "x"'
    assert comment("a \\u000a b") == ["// a \\\\u000a b"]
