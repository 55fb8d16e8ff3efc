""" "A. Any B. If C, A' instead": A' if C holds and else A, and B in either case; or not
understood."""

import itertools

import pytest

from striate.cards import tree
from striate.cards.language import parse_effect

SAID_AGAIN = {
    "Put a +1/+1 counter on target creature": "put two +1/+1 counters on it",
    "Target creature gets +1/+1 until end of turn": "it gets +3/+3 until end of turn",
    "Target creature gains trample until end of turn": "it gains flying until end of turn",
    "Target creature gets +1/+1 and gains trample until end of turn": (
        "it gets +2/+2 and gains flying until end of turn"
    ),
}
OTHERS = (
    "Draw a card",
    "You gain 2 life",
    "Untap it",
    "It connives",
    "Create a 1/1 white Soldier creature token",
    "Creatures you control have base power and toughness 4/4 until end of turn",
)
# Said of the same object with the same verb: nobody can say which of the two is replaced.
RIVALS = {
    "Put a +1/+1 counter on target creature": "Put a stun counter on it",
    "Target creature gets +1/+1 until end of turn": "It gets +0/+2 until end of turn",
    "Target creature gains trample until end of turn": "It gains haste until end of turn",
}


def steps_of(text: str) -> tuple[tree.Step, ...]:
    body = parse_effect(text)
    assert not body.touches, text
    return body.steps


@pytest.mark.parametrize(("first", "other"), list(itertools.product(SAID_AGAIN, OTHERS)))
def test_what_stands_between_is_done_in_either_case(first: str, other: str) -> None:
    _, *between = steps_of(f"{first}. {other}.")
    [replaced] = steps_of(f"{first}. If it's green, {SAID_AGAIN[first]} instead.")
    again = steps_of(f"{first}. {other}. If that creature is green, {SAID_AGAIN[first]} instead.")
    assert again == (replaced, *between)
    assert isinstance(replaced, tree.Do)
    assert replaced.otherwise == steps_of(f"{first}.")


@pytest.mark.parametrize("first", RIVALS)
def test_what_could_replace_either_of_two_is_not_understood(first: str) -> None:
    text = f"{first}. {RIVALS[first]}. If it's green, {SAID_AGAIN[first]} instead."
    assert parse_effect(text).touches


@pytest.mark.parametrize("first", SAID_AGAIN)
def test_what_repeats_nothing_replaces_the_one_sentence_or_is_not_understood(first: str) -> None:
    [whole] = steps_of(f"{first}. If it's green, destroy it instead.")
    assert isinstance(whole, tree.Do)
    assert whole.otherwise == steps_of(f"{first}.")
    two = f"{first}. Untap it. If it's green, destroy it instead."
    assert parse_effect(two).touches


def test_instead_at_the_front_replaces_all_of_a_sentence() -> None:
    text = (
        "Draw a card, then discard a card. If you have no cards in hand, instead draw three cards."
    )
    [front] = steps_of(text)
    assert isinstance(front, tree.Do)
    assert len(front.otherwise) == 2


def test_the_half_that_is_not_said_again_is_kept() -> None:
    text = "Target creature gets +1/+1 and gains trample until end of turn."
    [whole] = steps_of(f"{text} If it's green, it gets +3/+3 until end of turn instead.")
    assert isinstance(whole, tree.Do)
    [other] = whole.steps
    assert isinstance(other, tree.Continuous)
    assert {type(change) for change in other.effect.changes} == {tree.ModifyPT, tree.GainAbilities}


def test_what_may_be_done_instead_is_not_understood_where_the_first_is_done_otherwise() -> None:
    text = "Tap target creature. If it's red, you may return it to its owner's hand instead."
    assert parse_effect(text).touches
