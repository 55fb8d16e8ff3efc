"""Whole faces: level symbols, Classes, anchor words, stations, keyword lines; the fuzz."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from striate.cards import tree
from striate.cards.catalogue.scryfall import card_from_record
from striate.cards.language import (
    is_understood,
    parse_ability,
    parse_effect,
    parse_exceptions,
    parse_face,
    print_abilities,
    print_ability,
    seal,
)
from striate.cards.printing.host_nouns import face_texts
from striate.cards.prose import prose, words_of
from striate.cards.tree import Activated, Keyword, LevelSymbol, Num, Static, Triggered
from striate.cards.walking import nodes


def test_711_2_a_level_symbol_is_one_ability() -> None:
    text = "Level up {1}\nLEVEL 2-3\n3/3\nFlying\nLEVEL 4+\n4/4\nFlying, trample"
    up, low, high = parse_face(text, name="Test Climber", types=("Creature",), layout="leveler")
    assert up == Keyword("level up", "{1}")
    assert low == LevelSymbol(2, 3, (Keyword("flying"),), 3, 3)
    assert high == LevelSymbol(4, None, (Keyword("flying"), Keyword("trample")), 4, 4)
    assert parse_face(print_abilities((up, low, high))) == (up, low, high)


def test_716_2_a_class_has_the_abilities_of_its_levels() -> None:
    text = "Creatures you control have reach.\n{1}{G}: Level 2\nCreatures you control get +1/+1."
    first, second = parse_face(text, types=("Enchantment",), layout="class")
    assert isinstance(first, Static)
    assert isinstance(second, tree.ClassLevel)
    assert (second.level, second.cost, len(second.abilities)) == (2, "{1}{G}", 1)


def test_614_12c_an_anchor_word_gives_its_ability() -> None:
    text = "As ~ enters, choose Sun or Moon.\n• Sun — ~ has flying.\n• Moon — ~ gets +2/+2."
    choice, sun, _ = parse_face(text, types=("Creature",))
    assert choice == tree.EntersChoose("mode", ("Sun", "Moon"))
    assert isinstance(sun, Static)
    assert sun.effects[0].condition == tree.ChoseMode("Sun")


def test_721_2b_the_box_is_that_of_the_last_station_symbol() -> None:
    record = {
        "name": "Ark", "type_line": "Artifact — Spacecraft", "power": "3", "toughness": "5",
        "oracle_text": "Station\n3+ | Flying\n8+ | Vigilance",
    }  # fmt: skip
    [face] = card_from_record(record).faces
    assert face.power is None and face.toughness is None
    *_, eight = face.abilities
    assert isinstance(eight, Static)
    assert eight.effects[0].changes == (
        tree.AddTypes(("Creature",)),
        tree.GainAbilities((Keyword("vigilance"),)),
        tree.SetBasePT(Num(3), Num(5)),
    )
    assert parse_face(print_abilities(face.abilities)) == face.abilities


def test_721_2a_a_station_symbol_gives_its_abilities() -> None:
    text = "Station\n3+ | Flying\n8+ | Vigilance"
    _, three, eight = parse_face(text, types=("Artifact",))
    assert isinstance(three, Static) and isinstance(eight, Static)
    assert three.effects[0].changes == (tree.GainAbilities((Keyword("flying"),)),)
    assert eight.effects[0].changes == (tree.GainAbilities((Keyword("vigilance"),)),)
    enough = tree.Compare(tree.CountersOn("charge", tree.This()), ">=", Num(8))
    assert eight.effects[0].condition == enough


def test_702_16_protection_from_two_qualities_is_two_abilities() -> None:
    abilities = parse_face("Flying, protection from black and from red", types=("Creature",))
    assert [ability.name for ability in abilities if isinstance(ability, Keyword)] == [
        "flying", "protection", "protection",
    ]  # fmt: skip


def test_an_entering_line_may_hold_two_abilities() -> None:
    tapped, chosen = parse_face("This land enters tapped. As it enters, choose a color.")
    assert tapped == tree.EntersTapped()
    assert chosen == tree.EntersChoose("color")


def test_a_permanent_may_enter_as_one_of_several_shapes() -> None:
    (ability,) = parse_face(
        "As ~ enters, it becomes your choice of a 3/3 creature or a 2/2 creature with flying."
    )
    assert isinstance(ability, tree.EntersAs)
    assert ability.labels == ("3/3 creature", "2/2 creature with flying")


def test_a_cost_rule_is_read_to_its_last_word_or_could_touch_characteristics() -> None:
    harmless = parse_ability("Red spells you cast cost {1} less to cast.")
    assert isinstance(harmless, tree.Inert)
    assert print_ability(harmless) == "Red spells you cast cost {1} less to cast."
    strange = parse_ability("Red spells you cast cost {1} less to cast on Tuesdays.")
    assert isinstance(strange, tree.Opaque) and strange.touches
    unsure = parse_ability("Creatures you control become strange on Tuesdays.")
    assert isinstance(unsure, tree.Opaque) and unsure.touches


@pytest.mark.parametrize(
    "line",
    [
        "As an additional cost to cast ~, sacrifice a red creature.",
        "You may pay {R} rather than pay ~'s mana cost.",
        "Cast ~ only during combat.",
        "Your opponents can't cast spells during your turn.",
        "Prevent all combat damage that would be dealt to ~.",
        (
            "If a token would be created under your control, twice that many of those tokens are "
            "created instead."
        ),
        "Skip your draw step.",
        "You may look at the top card of your library any time.",
    ],
)
def test_what_changes_no_object_is_read_with_its_parts_and_printed_again(line: str) -> None:
    ability = parse_ability(line)
    assert isinstance(ability, tree.Inert)
    assert parse_ability(print_ability(ability)) == ability


def test_612_a_text_change_reaches_the_parts_of_what_changes_no_object() -> None:
    ability = parse_ability("Prevent all damage that would be dealt to ~ by red creatures.")
    assert tree.HasColor("R") in list(nodes(ability))


def test_612_prose_keeps_the_words_that_a_text_change_could_replace() -> None:
    value = prose("Each non-Elf is red.")
    assert value == tree.Prose("Each non-{} is {}.", ("Elf", "red"))
    assert words_of(value) == "Each non-Elf is red."


def test_sealed_text_has_no_words_but_those() -> None:
    sealed, templates = seal(parse_ability("Each red thing is strange."))
    assert isinstance(sealed, tree.Opaque)
    assert sealed.prose.words == ("red",)
    assert templates == {sealed.prose.template: "Each {} thing is strange."}


WORDS = [
    "each",
    "other",
    "creature",
    "you",
    "control",
    "gets",
    "+1/+1",
    "and",
    "has",
    "flying",
    "Goblin",
    "Island",
    "red",
    ".",
    ",",
    '"',
    ":",
    "—",
    "{T}",
    "~",
    "as",
    "long",
    "as",
    "it",
    "is",
    "a",
    "X",
    "where",
    "with",
    "power",
    "2",
    "or",
    "less",
    "target",
    "until",
    "end",
    "of",
    "turn",
    "•",
    "LEVEL",
    "2-3",
    "3/3",
    "\n",
    "When",
    "enters",
    "choose",
    "one",
    "III",
    "(",
    ")",
    "'s",
    "non-Elf",
    "is",
    "the",
    "chosen",
    "type",
    "for",
    "number",
    "of",
    "lands",
    "+X/+X",
]
TEXTS = st.one_of(st.text(max_size=80), st.lists(st.sampled_from(WORDS), max_size=25).map(" ".join))


@settings(max_examples=300, deadline=None, derandomize=True)
@given(TEXTS, st.sampled_from(["", "Test Bear", "Goblin", "(", "A // B"]))
def test_the_reader_never_crashes_and_its_trees_read_back(text: str, name: str) -> None:
    abilities = parse_face(text, name=name, types=("Creature",))
    parse_face(text, name=name, types=("Instant",))
    parse_effect(text)
    parse_exceptions(text)
    for ability in abilities:
        seal(ability)
        if isinstance(ability, Static | Activated | Triggered) and is_understood(ability):
            assert parse_face(print_abilities((ability,))) == (ability,)


def test_a_face_calls_its_host_by_its_own_word() -> None:
    sword = tree.Face(
        "Test Sword",
        types=("Artifact",),
        subtypes=("Equipment",),
        abilities=parse_face(
            "Equipped creature gets +1/+1 as long as it's red.\n"
            "As long as equipped creature's power is greater than its toughness, it has flying."
        ),
    )
    assert face_texts(sword) == (
        "As long as equipped creature is red, equipped creature gets +1/+1.",
        (
            "As long as equipped creature's power is greater than equipped creature's toughness, "
            "equipped creature has flying."
        ),
    )
    aura = tree.Face(
        "Test Growth",
        types=("Enchantment",),
        subtypes=("Aura",),
        abilities=parse_face("Enchant land\nEnchanted land has flying."),
    )
    assert face_texts(aura)[1] == "Enchanted land has flying."
    assert parse_face(face_texts(aura)[1]) == aura.abilities[1:]


def test_702_178a_max_speed_holds_for_the_whole_paragraph() -> None:
    (fast,) = parse_face(
        "Max speed — This creature has flying. Other creatures you control get +1/+1.",
        types=("Creature",),
    )
    assert isinstance(fast, Static)
    [effect] = fast.effects
    [gained] = effect.changes
    assert isinstance(gained, tree.GainAbilities) and len(gained.abilities) == 1
    assert isinstance(effect.condition, tree.Fact)


@pytest.mark.parametrize(("type_line", "abilities"), [("Basic Land — Forest", 0), ("Land", 1)])
def test_a_mana_ability_in_parentheses_is_a_reminder_only_of_a_basic_land_type(
    type_line: str, abilities: int
) -> None:
    """305.6: no rule gives another land that ability."""
    record = {"name": "Marsh", "type_line": type_line, "oracle_text": "({T}: Add {G}.)"}
    [face] = card_from_record(record).faces
    assert len(face.abilities) == abilities
