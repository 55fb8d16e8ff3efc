"""What changes no object of a board: read to its last word, or said to be not understood."""

import pytest

from striate.boards.reading import board_from_text
from striate.cards import tree
from striate.cards.catalogue.store import Catalogue
from striate.cards.language import parse_abilities, parse_ability, parse_effect, print_ability
from striate.queries.outcome import outcome


@pytest.mark.parametrize(
    "text",
    [
        "Make the bears huge.",
        "Turn the moon around. Draw a card.",
        "Scry 2 sideways.",
        "Target player discards a card on Tuesdays.",
    ],
)
def test_an_effect_with_a_word_that_nothing_reads_is_not_understood(text: str) -> None:
    assert parse_effect(text).touches


@pytest.mark.parametrize(
    "line",
    [
        "~ can't be blocked by creatures that are sad.",
        "Players can't cast spells on Tuesdays.",
        "As ~ enters, turn all other nontoken creatures face down.",
        "~ can be attached only to a legendary creature.",
        "You may cast ~ from your graveyard. If you do, it enters huge.",
    ],
)
def test_a_line_with_a_word_that_nothing_reads_could_touch_characteristics(line: str) -> None:
    (ability,) = parse_abilities(line)
    assert isinstance(ability, tree.Opaque)
    assert ability.touches


@pytest.mark.parametrize(
    "text",
    [
        "Discard any number of cards, then draw that many cards.",
        "Add X mana of any one color, where X is ~'s power.",
        "The damage can't be prevented.",
    ],
)
def test_a_deed_that_touches_no_object_is_read(text: str) -> None:
    body = parse_effect(text)
    assert not body.touches
    assert any(isinstance(step, tree.Inert) for step in body.steps)


@pytest.mark.parametrize(
    "predicate",
    [
        "can't be blocked by creatures with power 2 or less",
        "attacks each combat if able",
        "can block only creatures with flying",
        "doesn't untap during your untap step",
        "can't attack unless defending player controls an Island",
    ],
)
def test_restrictions_are_read_by_forms(predicate: str) -> None:
    ability = parse_ability(f"~ {predicate}.")
    assert isinstance(ability, tree.Static)
    assert parse_ability(print_ability(ability)) == ability


def test_a_paragraph_is_read_in_parts_where_one_of_them_changes_nothing() -> None:
    line = "As long as it's your turn, creatures you control have haste and equip abilities you activate cost {1} less to activate."
    static, rule = parse_abilities(line)
    assert isinstance(static, tree.Static)
    assert isinstance(rule, tree.Inert)


def test_an_x_defined_in_a_sentence_of_its_own_is_put_in_place() -> None:
    ability = parse_ability("{T}: Put X +1/+1 counters on ~. X is the number of pin counters on ~.")
    assert isinstance(ability, tree.Activated)
    (step,) = ability.body.steps
    assert isinstance(step, tree.PutCounters)
    assert step.amount == tree.CountersOn("pin", tree.This())


DYING = "steps:\n- enter: Grizzly Bears\n{more}- effect: Target creature gets -2/-2 until end of turn.\n  targets: [Grizzly Bears]\n"


def test_614_where_an_object_leaves_a_replacement_of_that_is_said(catalogue: Catalogue) -> None:
    plain = board_from_text(DYING.format(more=""), catalogue)
    assert outcome(plain).not_modelled == ()
    exiled = board_from_text(DYING.format(more="- enter: Leyline of the Void\n"), catalogue)
    assert [each.card for each in outcome(exiled).not_modelled] == ["Leyline of the Void"]
