"""Each guard of a rule declines something: without it, its line would read the words that are told
here.

`declined.txt` has for each guarded line of the rules its phrase, its words and a text of those
words for which the guard does not hold. Taking a guard away is one edit, and makes its test fail.
`unread.txt` has texts, an ability, a spell or an effect, that functions decline: without one of
their guards they would be read. `bench/guards.py` takes guards away and says which are not noticed.
"""

import ast
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from striate.cards import language
from striate.cards.grammar.engine import GRAMMAR
from striate.cards.grammar.normal import tokenise
from striate.cards.grammar.notation import FOLDER, NAMES, Rule, rules_in, source_of, split_guard
from striate.cards.tree import Prose

LINES = (Path(__file__).parent / "declined.txt").read_text(encoding="utf-8").splitlines()
DECLINED = [tuple(line.split(" || ")) for line in LINES]
UNREAD = (Path(__file__).parent / "unread.txt").read_text(encoding="utf-8").splitlines()


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
    try:
        free = GRAMMAR.read(f"free {name}", tokenise(text)).values
    except AttributeError:  # the value is made of something else
        return
    assert free != ()


def less_guarded() -> Iterator[tuple[Rule, str]]:
    """Each rule whose guard has several parts, with its value under all of them but one."""
    for path in sorted(FOLDER.rglob("*.rules")):
        for rule in rules_in(path):
            value, guard = split_guard(rule.value or "")
            asked = ast.parse(guard, mode="eval").body if guard else None
            if not isinstance(asked, ast.BoolOp) or not isinstance(asked.op, ast.And):
                continue
            for one in asked.values:
                others = " and ".join(f"({ast.unparse(p)})" for p in asked.values if p is not one)
                yield rule, f"{value} if {others}"


@pytest.mark.parametrize(("rule", "value"), list(less_guarded()))
def test_each_part_of_a_guard_declines(
    rules: dict[tuple[str, str], str], rule: Rule, value: str
) -> None:
    name = f"less {rules[rule.phrase, rule.words]} {value}"
    GRAMMAR.rule(name, rule.words)(builder_of(rule, value))
    texts = [
        text for phrase, words, text in DECLINED if (phrase, words) == (rule.phrase, rule.words)
    ]

    def is_read(text: str) -> bool:
        try:
            return bool(GRAMMAR.read(name, tokenise(text)).values)
        except AttributeError:  # the value is made of something else
            return True

    assert any(map(is_read, texts))


def test_every_guard_has_such_words() -> None:
    told = {(phrase, words) for phrase, words, _ in DECLINED}
    guarded = {
        (rule.phrase, rule.words)
        for path in FOLDER.rglob("*.rules")
        for rule in rules_in(path)
        if rule.value and split_guard(rule.value)[1]
    }
    assert guarded <= told, sorted(guarded - told)


@pytest.mark.parametrize("line", UNREAD)
def test_a_text_is_declined(line: str) -> None:
    kind, text = line.split(" || ")
    if kind == "effect":
        assert any(isinstance(step, Prose) for step in language.parse_effect(text).steps)
    elif kind == "spell":
        assert not language.is_understood(language.parse_face(text, types=("Instant",)))
    else:
        assert not language.is_understood(language.parse_abilities(text))
