"""Copies (707): becoming, entering as, creating; what is different from the original (707.9)."""

import pytest

from striate.cards import tree as t
from striate.cards.language import (
    is_understood,
    parse_ability,
    parse_effect,
    parse_exceptions,
)
from striate.cards.printing.canonical import show

ANY_CREATURE = t.Each(t.HasType("Creature"))


def entering(text: str) -> t.EntersAsCopy:
    ability = parse_ability(text)
    assert isinstance(ability, t.EntersAsCopy)
    return ability


def test_enters_as_a_copy() -> None:
    ability = entering("You may have ~ enter as a copy of any creature on the battlefield.")
    assert ability == t.EntersAsCopy(ANY_CREATURE)


def test_old_and_new_wording_are_one() -> None:
    old = "You may have ~ enter the battlefield as a copy of any creature on the battlefield."
    assert entering(old) == entering("You may have ~ enter as a copy of any creature.")


def test_others_enter_as_a_copy_of_this() -> None:
    ability = entering("Creatures you control enter as a copy of ~.")
    assert isinstance(ability.of, t.This) and isinstance(ability.who, t.Each) and not ability.may


@pytest.mark.parametrize(
    ("words", "extras"),
    [
        ("it's 1/1", (t.SetBasePT(t.Num(1), t.Num(1)),)),
        ("it's still 7/7", (t.SetBasePT(t.Num(7), t.Num(7)),)),
        ("it isn't legendary", (t.RemoveTypes(supertypes=("Legendary",)),)),
        ("it's legendary", (t.AddTypes(supertypes=("Legendary",)),)),
        ("it's an artifact in addition to its other types", (t.AddTypes(("Artifact",)),)),
        ("it has haste", (t.GainAbilities((t.Keyword("haste"),)),)),
        ("the copy is red", (t.SetColors(("R",)),)),
        ("its name is ~", (t.SetName("~"),)),
        ("it doesn't copy that creature's color", (t.KeepOwn(("color",)),)),
        ("it has this ability", (t.KeepThisAbility(),)),
        ("she's 4/4", (t.SetBasePT(t.Num(4), t.Num(4)),)),
        (
            "it's a 1/1 Spirit in addition to its other types",
            (t.AddTypes((), ("Spirit",)), t.SetBasePT(t.Num(1), t.Num(1))),
        ),
        (
            "it's a Food artifact and it loses all other card types",
            (t.AddTypes(("Artifact",), ("Food",)), t.RemoveTypes(other_types=True)),
        ),
        (
            "it enters with an additional +1/+1 counter on it",
            (t.EntersWith("+1/+1", t.Num(1), additional=True),),
        ),
        (
            "if it's a creature, it enters with two additional +1/+1 counters on it",
            (t.CopyIf(t.HasType("Creature"), t.EntersWith("+1/+1", t.Num(2), additional=True)),),
        ),
        (
            "it has haste if you control that creature",
            (t.CopyIf(t.ControlledBy("you"), t.GainAbilities((t.Keyword("haste"),))),),
        ),
        (
            "it isn't legendary if that permanent is legendary",
            (t.CopyIf(t.HasSupertype("Legendary"), t.RemoveTypes(supertypes=("Legendary",))),),
        ),
    ],
)
def test_707_9_exceptions(words: str, extras: tuple[t.CopyExtra, ...]) -> None:
    assert parse_exceptions(words) == extras


def test_several_exceptions_in_the_text_s_order() -> None:
    found = parse_exceptions("it's 1/1, it's a Bird in addition to its other types, and has flying")
    assert found == (
        t.SetBasePT(t.Num(1), t.Num(1)),
        t.AddTypes((), ("Bird",)),
        t.GainAbilities((t.Keyword("flying"),)),
    )


def test_quoted_abilities_in_exceptions() -> None:
    found = parse_exceptions('it has haste and "At the beginning of the end step, sacrifice ~."')
    assert found is not None
    (gain,) = found
    assert isinstance(gain, t.GainAbilities) and len(gain.abilities) == 2


def test_an_exception_that_is_not_read_is_none() -> None:
    assert parse_exceptions("it's a wobbly thing") is None


def test_haste_after_except_belongs_to_the_exceptions() -> None:
    body = parse_effect(
        "Create a token that's a copy of target creature, except it's 1/1 and it has haste."
    )
    (step,) = body.steps
    assert isinstance(step, t.CreateCopies) and len(step.exceptions) == 2


def test_it_is_the_token_and_not_what_was_copied() -> None:
    body = parse_effect("Create a token that's a copy of target creature. It gains haste.")
    assert body.targets[1] == t.TargetSpec(t.IsToken(), word="that")
    assert isinstance(body.steps[1], t.Continuous)
    assert body.steps[1].effect.who == t.Target(1)


LINES = (
    "Whenever ~ attacks, it becomes a copy of another target creature until end of turn.",
    "{2}: ~ becomes a copy of target creature, except it has this ability.",
    (
        "{1}: Until end of turn, ~ becomes a copy of target creature, except it's a Bird in "
        "addition to its other types and it has flying."
    ),
    (
        "{1}: Until end of turn, ~ becomes a copy of target creature, except it's 4/3, it's a "
        "Bird in addition to its other types, and it has flying."
    ),
    "When ~ enters, create two tokens that are copies of target Bird you control.",
    "{1}: Create a tapped token that's a copy of ~, except it isn't legendary.",
    "Whenever you cast an instant spell, copy that spell. You may choose new targets for the copy.",
    "{T}: For each creature token you control, create a token that's a copy of that creature.",
    "{T}: For each creature you control, create a tapped and attacking token that's a copy of it.",
    (
        "{T}: Create a token that's a copy of target creature that player "
        "controls. Exile all other "
        "tokens created with ~."
    ),
    "~ enters as a copy of any creature, except it has ~'s other abilities.",
    "If you attacked this turn, you may have ~ enter as a copy of any creature on the battlefield.",
    (
        "When ~ enters attached to a creature, each other creature you control "
        "becomes a copy of that "
        "creature."
    ),
    (
        "{1}: ~ becomes a copy of up to one target creature on the battlefield "
        "or creature card in a "
        "graveyard."
    ),
    (
        "{1}: An opponent chooses target creature they control. Create a token "
        "that's a copy of that "
        "creature."
    ),
    (
        "Whenever ~ becomes attached to a creature, for as long as ~ remains "
        "attached to it, you may "
        "have that creature become a copy of target Elf."
    ),
    (
        "{1}: Flip a coin until you lose a flip. For each flip you won, create a "
        "token that's a copy "
        "of ~."
    ),
)


@pytest.mark.parametrize("line", LINES)
def test_a_copy_line_reads_wholly_and_prints_back_to_itself(line: str) -> None:
    ability = parse_ability(line)
    assert is_understood(ability)
    assert parse_ability(show(ability)) == ability
