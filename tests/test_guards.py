"""Each guard of a rule declines something: without it, its line would read the words that are told
here.

`declined.txt` has for each guarded line of the rules its phrase, its words and a text of those
words for which the guard does not hold. Taking a guard away is one edit, and makes its test fail.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from striate.cards import language
from striate.cards.grammar.engine import GRAMMAR
from striate.cards.grammar.normal import tokenise
from striate.cards.grammar.notation import FOLDER, NAMES, Rule, rules_in, source_of, split_guard

LINES = (Path(__file__).parent / "declined.txt").read_text(encoding="utf-8").splitlines()
DECLINED = [tuple(line.split(" || ")) for line in LINES]


def builder_of(rule: Rule, value: str) -> Callable[..., Any]:
    free = Rule(rule.place, rule.phrase, rule.words, value, rule.slots)
    builder: Callable[..., Any] = eval(source_of(free), dict(NAMES))
    return builder


@pytest.fixture(scope="module")
def rules() -> dict[tuple[str, str], str]:
    """Every rule with a value, alone as a phrase of its own; and as "free ..." without its
    guard."""
    assert language.PARTS
    GRAMMAR.first("static line")
    found: dict[tuple[str, str], str] = {}
    asked = {(phrase, words) for phrase, words, _ in DECLINED}
    for path in sorted(FOLDER.rglob("*.rules")):
        for rule in rules_in(path):
            if (rule.phrase, rule.words) in asked and rule.value:
                name = found[rule.phrase, rule.words] = f"alone {rule.place}"
                GRAMMAR.rule(name, rule.words)(builder_of(rule, rule.value))
                GRAMMAR.rule(f"free {name}", rule.words)(
                    builder_of(rule, split_guard(rule.value)[0])
                )
    return found


@pytest.mark.parametrize(("phrase", "words", "text"), DECLINED)
def test_a_guard_declines(
    rules: dict[tuple[str, str], str], phrase: str, words: str, text: str
) -> None:
    name = rules[phrase, words]
    assert GRAMMAR.read(name, tokenise(text)).values == ()
    assert GRAMMAR.read(f"free {name}", tokenise(text)).values != ()


def test_every_guard_has_such_words() -> None:
    told = {(phrase, words) for phrase, words, _ in DECLINED}
    guarded = {
        (rule.phrase, rule.words)
        for path in FOLDER.rglob("*.rules")
        for rule in rules_in(path)
        if rule.value and split_guard(rule.value)[1]
    }
    assert guarded <= told, sorted(guarded - told)
