"""Boards as puzzles of Forge, and as tests of phase-rs and Argentum, in their own lines."""

import pytest

from striate.boards.exports.formats import CannotExport, export
from striate.boards.reading import board_from_text
from striate.boards.timeline import Board
from striate.cards.catalogue.store import Catalogue

CATALOGUE = Catalogue.open()


def board(text: str) -> Board:
    return board_from_text(text, CATALOGUE)


def made(text: str, format: str) -> str:
    return export(board(text), format, name="a board", note="").text


def test_phase_finds_a_card_by_its_first_face_and_labels_it_in_plain_letters() -> None:
    text = """
    steps:
      - enter: Dandân
      - enter: Unholy Annex // Ritual Chamber
    expect:
      Dandân: {power: 4, toughness: 1}
      Unholy Annex // Ritual Chamber: {is: [Enchantment]}
    """
    found = made(text, "phase-rs")
    assert 's.add_real_card(P0, "Dand\\u{e2}n", Zone::Battlefield, &db);' in found
    assert 's.add_real_card(P0, "Unholy Annex", Zone::Battlefield, &db);' in found
    assert 'assert_eq!(runner.state().objects[&c1].power, Some(4), "c1 Dandan");' in found


def test_phase_is_told_the_choices_and_asked_last_what_is_gone() -> None:
    text = """
    steps:
      - enter: Conspiracy
        choose: {creature type: Elf}
      - enter: Painter's Servant
        choose: {color: green}
      - enter: Isamaru, Hound of Konda
      - enter: Grizzly Bears
      - counters: {-1/-1: 2}
        on: Grizzly Bears
    expect:
      Grizzly Bears: {gone: true}
      Isamaru, Hound of Konda: {is: [Elf, Legendary], color_includes: [G]}
    """
    code = [line.strip() for line in made(text, "phase-rs").splitlines()]
    bears = "s.with_counter(c4, CounterType::Minus1Minus1, 2);"
    chosen = 'chosen_attributes.push(ChosenAttribute::CreatureType("Elf".to_string()));'
    color = "chosen_attributes.push(ChosenAttribute::Color(ManaColor::Green));"
    first = code.index("let mut runner = s.build();")
    assert code.index(bears) < first
    assert [line.partition("unwrap().")[2] for line in code[first + 4 : first + 6]] == [
        chosen,
        color,
    ]
    assert code[first + 6] == "engine::game::evaluate_layers(runner.state_mut());"
    assert "card_types.supertypes.contains(&Supertype::Legendary)" in made(text, "phase-rs")
    assert code[-4:] == [
        "let mut events = Vec::new();",
        "engine::game::sba::check_state_based_actions(runner.state_mut(), &mut events);",
        'assert_ne!(runner.state().objects[&c4].zone, Zone::Battlefield, "c4 Grizzly Bears");',
        "}",
    ]


def test_argentum_has_the_real_cards_and_the_static_abilities_of_lands() -> None:
    text = """
    steps:
      - enter: Tower of the Magistrate
      - zone: graveyard
        card: Serra Angel
      - enter: Grizzly Bears
      - counters: {-1/-1: 1}
        on: Grizzly Bears
    expect: {Grizzly Bears: {power: 1, toughness: 1}}
    """
    found = made(text, "argentum")
    assert "import com.wingedsheep.mtg.sets.MtgSetCatalog\n" in found and "TestCards" not in found
    code = [line.strip() for line in found.splitlines()]
    at = code.index("driver.registerCards(MtgSetCatalog.all.flatMap { it.cards + it.basicLands })")
    assert code[at + 2 : at + 5] == [
        'val c1 = driver.putPermanentOnBattlefield(driver.player1, "Tower of the Magistrate")',
        'val c2 = driver.putCreatureOnBattlefield(driver.player1, "Grizzly Bears")',
        'driver.putCardInGraveyard(driver.player1, "Serra Angel")',
    ]
    put = "driver.addComponent(c2, CountersComponent(mapOf(CounterType.MINUS_ONE_MINUS_ONE to 1)))"
    assert put in code


ENTERING = """
steps:
  - enter: Arcbound Worker
  - enter: Triskelion
  - enter: Clone
    copying: Triskelion
expect:
  Arcbound Worker: {power: 1, toughness: 1}
  Clone: {power: 4, toughness: 4}
"""


def test_what_enters_with_counters_is_put_there_with_them() -> None:
    alone = "steps: [{enter: Arcbound Worker}]\nexpect: {Arcbound Worker: {power: 1, toughness: 1}}"
    assert "mapOf(CounterType.PLUS_ONE_PLUS_ONE to 1)" in made(alone, "argentum")
    # Of phase-rs some versions let a card enter that is put there, others do not.
    with pytest.raises(CannotExport, match="`Arcbound Worker` enters with more than"):
        made(alone, "phase-rs")


def test_a_puzzle_lists_the_counters_and_the_tapping_that_it_would_overwrite() -> None:
    text = """
    steps: [{enter: Vivid Crag}, {enter: Triskelion}]
    expect: {Triskelion: {power: 4, toughness: 4}}
    """
    listed = "Vivid Crag|Id:1|Counters:CHARGE=2|Tapped;Triskelion|Id:2|Counters:P1P1=3"
    assert f"p0battlefield={listed}\n" in made(text, "forge-puzzle")


@pytest.mark.parametrize("format", ["forge-puzzle", "phase-rs", "argentum"])
def test_what_decides_its_counters_as_it_enters_is_refused(format: str) -> None:
    text = "steps: [{enter: Rakdos Cackler}]\nexpect: {Rakdos Cackler: {power: 2, toughness: 2}}"
    with pytest.raises(CannotExport, match="`Rakdos Cackler` changes as it enters"):
        made(text, format)
