"""The files of rules: what a line may say, and that each says something."""

import ast
import builtins
from pathlib import Path

import pytest

from striate.cards import language, tree
from striate.cards.grammar import notation
from striate.cards.grammar.engine import GRAMMAR, Grammar, GrammarError
from striate.cards.grammar.normal import tokenise
from striate.cards.grammar.notation import FOLDER, Rule, add_rules, rules_in, said_as, source_of

FILES = sorted(FOLDER.rglob("*.rules"))


def rules() -> list[Rule]:
    assert language.PARTS
    GRAMMAR.first("static line")
    return [rule for path in FILES for rule in rules_in(path)]


def names_of(rule: Rule) -> set[str]:
    """The names in the rule's value that are none of its own."""
    parsed = ast.parse(source_of(rule), mode="eval")
    own = {
        argument.arg
        for node in ast.walk(parsed)
        if isinstance(node, ast.arguments)
        for argument in node.args
    }
    own |= {
        name.id
        for node in ast.walk(parsed)
        if isinstance(node, ast.comprehension)
        for name in ast.walk(node.target)
        if isinstance(name, ast.Name)
    }
    return {node.id for node in ast.walk(parsed) if isinstance(node, ast.Name)} - own


def test_each_name_in_a_rule_is_offered() -> None:
    known = {*notation.NAMES, *dir(builtins)}
    unknown = [(rule.place, names_of(rule) - known) for rule in rules() if rule.value]
    assert [found for found in unknown if found[1]] == []


def test_each_slot_is_used_or_called_nothing() -> None:
    unused = []
    for rule in rules():
        if rule.value and rule.value != "value" and source_of(rule).startswith("lambda"):
            body = ast.parse(source_of(rule), mode="eval").body
            assert isinstance(body, ast.Lambda)
            names = {node.id for node in ast.walk(body.body) if isinstance(node, ast.Name)}
            unused += [(rule.place, slot) for slot in rule.slots if slot not in {*names, "_"}]
    assert unused == []


def written(folder: Path, text: str) -> Grammar:
    path = folder / "small.rules"
    path.write_text(text)
    grammar = Grammar()
    add_rules(path, grammar)
    return grammar


SMALL = """\
# --- animals ---
animal:
    cat | kitten = "cat"
    dog = "dog"
        if True
    cow = "cow" ; hen | hens = "hen"
animals: <animal, and|or>
pair: <one:animal> [or] <two:animal> = (one, two) if one != two
order: feed <animal> | pat [the] <animal>
speed: <how=slow|very fast>
"""


def test_a_line_of_rules_is_read_as_it_says(tmp_path: Path) -> None:
    grammar = written(tmp_path, SMALL)
    assert grammar.read("animal", tokenise("kitten")).value == "cat"
    assert grammar.read("animal", tokenise("hens")).value == "hen"
    assert grammar.read("animals", tokenise("cat, dog, and cat")).value == ("cat", "dog", "cat")
    assert grammar.read("order", tokenise("pat the dog")).value == "dog"
    assert grammar.read("speed", tokenise("very fast")).value == "very fast"


def test_a_guard_at_the_end_of_a_line_declines(tmp_path: Path) -> None:
    grammar = written(tmp_path, SMALL)
    assert grammar.read("pair", tokenise("cat or dog")).value == ("cat", "dog")
    assert grammar.read("pair", tokenise("cat kitten")).values == ()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("no colon here", "is expected"),
        ("pet: cat", "needs a value"),
        ("pet: cat = nobody(1", "small.rules:1"),
    ],
)
def test_a_mistake_in_a_file_of_rules_names_its_line(
    tmp_path: Path, line: str, message: str
) -> None:
    with pytest.raises(GrammarError, match=message):
        written(tmp_path, f"{line}\n")


def test_a_name_means_one_thing_in_all_rules() -> None:
    with pytest.raises(GrammarError, match="two things"):
        notation.offers(This=1)


def test_fixed_words_are_told_to_the_printers() -> None:
    assert said_as("player controls")[tree.ControlledBy("you")] == "you control"
