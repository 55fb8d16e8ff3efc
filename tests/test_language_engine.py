"""The grammar engine: all readings, one value, every token."""

import pytest

from striate.cards.grammar.engine import GRAMMAR, NOTHING, Grammar, GrammarError
from striate.cards.grammar.normal import normalise, tokenise


def small() -> Grammar:
    grammar = Grammar()
    grammar.words("animal", {"cat": "cat", "dogs": "dog", "great white shark": "shark"})
    grammar.lists("animals", "animal", joins="and|or")

    @grammar.rule("order", "feed [the] <animals> [<how=slowly|fast>]")
    def _order(animals: tuple[str, ...], how: str | None) -> tuple[object, ...]:
        return (animals, how or "somehow")

    return grammar


def test_every_token_is_consumed_or_nothing_is_read() -> None:
    grammar = small()
    assert grammar.read("order", tokenise("Feed the cat slowly")).value == (("cat",), "slowly")
    assert grammar.read("order", tokenise("feed cat now")).values == ()


def test_lists_read_with_and_without_the_serial_comma() -> None:
    read = small().read("animals", tokenise("cat, dogs, and great white shark")).value
    assert read == ("cat", "dog", "shark")
    assert small().read("animals", tokenise("cat or dogs")).value == ("cat", "dog")


def test_two_different_readings_are_an_ambiguity_and_give_no_value() -> None:
    grammar = small()
    grammar.rule("order", "feed <animals>")(lambda animals: ("again", animals))
    result = grammar.read("order", tokenise("feed cat"))
    assert len(result.values) == 2
    assert result.value is None


def test_two_derivations_of_one_value_are_no_ambiguity() -> None:
    grammar = small()
    grammar.rule("order", "feed <animals>")(lambda animals: (animals, "somehow"))
    assert grammar.read("order", tokenise("feed cat")).value == (("cat",), "somehow")


def test_a_builder_may_decline() -> None:
    grammar = small()
    grammar.rule("pair", "<one:animal> <two:animal>")(
        lambda one, two: NOTHING if one == two else (one, two)
    )
    assert grammar.read("pair", tokenise("cat cat")).values == ()
    assert grammar.read("pair", tokenise("cat dogs")).value == ("cat", "dog")


def test_a_phrase_that_begins_with_itself_is_a_mistake_in_the_grammar() -> None:
    grammar = small()
    grammar.rule("loop", "<loop> cat")(lambda loop: loop)
    with pytest.raises(GrammarError, match="begins with itself"):
        grammar.read("loop", tokenise("cat"))


def test_a_capture_without_a_parameter_is_a_mistake_in_the_grammar() -> None:
    with pytest.raises(GrammarError, match="no parameter"):
        small().rule("order", "walk <animal>")(lambda: None)


def test_every_phrase_that_a_rule_names_is_defined() -> None:
    from striate.cards import language

    assert language.PARTS
    GRAMMAR.first("static line")
    assert GRAMMAR.undefined == set()


@pytest.mark.parametrize(
    ("printed", "read"),
    [
        ("When Test Bear enters the battlefield, draw.", "When ~ enters, draw."),
        ("This creature's converted mana cost is 3.", "~'s mana value is 3."),
        ("{T}: Add {G} to your mana pool.", "{T}: Add {G}."),
        ("Flying (It can't be blocked.)", "Flying"),
        ("It costs “{1}” less", 'It costs "{1}" less'),
        ('It has "Sacrifice Test Bear."', 'It has "Sacrifice ^."'),
    ],
)
def test_old_and_new_wordings_become_one(printed: str, read: str) -> None:
    assert normalise(printed, "Test Bear") == read


def test_a_legend_is_called_by_part_of_its_name() -> None:
    text = normalise("Marn gets +1/+1.", "Marn, the Tester", legendary=True)
    assert text == "~ gets +1/+1."
    assert normalise("Élan gets +1/+1.", "Élan, the Tester", legendary=True) == "~ gets +1/+1."


def test_a_name_that_is_a_creature_type_is_the_card_only_before_a_verb() -> None:
    assert normalise("Goblin gets +1/+1.", "Goblin") == "~ gets +1/+1."
    assert normalise("Goblin creatures get +1/+1.", "Goblin") == "Goblin creatures get +1/+1."
    assert normalise("X creatures get +1/+1.", "X") == "X creatures get +1/+1."


def test_a_number_a_symbol_and_a_pair_stand_for_themselves() -> None:
    grammar = Grammar()
    grammar.words("fact", {"power 8 or greater": "eight"})
    grammar.rule("fact", "{G} spent on <pair=+1/+1>")(lambda pair: pair)
    assert grammar.read("fact", tokenise("power 8 or greater")).value == "eight"
    assert grammar.read("fact", tokenise("power 4 or greater")).values == ()
    assert grammar.read("fact", tokenise("{G} spent on +1/+1")).value == "+1/+1"
    assert grammar.read("fact", tokenise("{R} spent on +1/+1")).values == ()
    assert grammar.read("fact", tokenise("{G} spent on +2/+2")).values == ()
