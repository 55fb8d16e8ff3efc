"""613 and what it rests on, as the referee reads it: the worked examples and the traps."""

from typing import Any

import pytest

from tests.helpers import creature, effect, has, of, other, outcome, size

BEAR = creature("Bear", "2/2", mana_cost="{1}{G}")
WALL = creature("Wall", "1/3", type_line="Creature — Wall")
ISLE = other("Isle", "Basic Land — Island")
WOOD = other("Wood", "Basic Land — Forest")
SQUARE = other("Square", "Land", "{T}: Add {C}.")
SILENCE = other(
    "Silence",
    "Enchantment",
    "All creatures lose all abilities and have base power and toughness 1/1.",
    mana_cost="{2}{W}{W}",
)
AWAKENING = other(
    "Awakening",
    "Enchantment",
    "Each other non-Aura enchantment is a creature in addition to its other types and has base "
    "power and base toughness each equal to its mana value.",
    mana_cost="{2}{W}{W}",
)
MOON = other("Moon", "Enchantment", "Nonbasic lands are Mountains.")
TOMB = other("Tomb", "Legendary Land", "Each land is a Swamp in addition to its other land types.")
ANTHEM = other("Anthem", "Enchantment", "Creatures you control get +1/+1.")


# --- 613.4 ----------------------------------------------------------------------------------------

PLUS = effect("Target creature gets +0/+1 until end of turn.", "Wall")
SWITCH = effect("Switch target creature's power and toughness until end of turn.", "Wall")


def test_613_4d_the_switch_takes_the_modified_values() -> None:
    assert size(outcome([WALL], {"enter": "Wall"}, PLUS, SWITCH), "Wall") == (4, 1)


def test_613_4d_a_later_modification_comes_before_the_switch() -> None:
    big = effect("Target creature gets +5/+0 until end of turn.", "Wall")
    assert size(outcome([WALL], {"enter": "Wall"}, PLUS, SWITCH, big), "Wall") == (4, 6)


def test_613_4d_two_switches_cancel() -> None:
    assert size(outcome([WALL], {"enter": "Wall"}, PLUS, SWITCH, SWITCH), "Wall") == (1, 4)


def test_613_4b_setting_comes_before_modifying_whatever_came_first() -> None:
    answer = outcome(
        [BEAR, ANTHEM],
        {"enter": "Bear"},
        {"counters": {"+1/+1": 1}, "on": "Bear"},
        {"enter": "Anthem"},
        effect("Target creature has base power and toughness 0/1 until end of turn.", "Bear"),
    )
    assert size(answer, "Bear") == (2, 3)


def test_613_4a_a_characteristic_defining_ability_comes_first() -> None:
    counting = creature(
        "Counter", "*/*", "Counter's power and toughness are each equal to the number of lands."
    )
    answer = outcome(
        [counting, ISLE, SILENCE], {"enter": "Isle"}, {"enter": "Silence"}, {"enter": "Counter"}
    )
    assert size(answer, "Counter") == (1, 1)


def test_208_3_a_noncreature_has_no_power_or_toughness() -> None:
    ship = other("Ship", "Artifact — Vehicle", "Crew 2", power="3", toughness="3")
    assert size(outcome([ship], {"enter": "Ship"}), "Ship") == (None, None)
    crewed = outcome([ship], {"enter": "Ship"}, {"ability": 1, "of": "Ship"})
    assert size(crewed, "Ship") == (3, 3)


# --- 613.6 ----------------------------------------------------------------------------------------


def test_613_6_the_parts_of_one_effect_keep_their_set() -> None:
    idol = other("Idol", "Artifact")
    text = "All noncreature artifacts become 2/2 artifact creatures until end of turn."
    answer = outcome([idol], {"enter": "Idol"}, effect(text))
    assert size(answer, "Idol") == (2, 2)


@pytest.mark.parametrize(
    ("order", "sizes"),
    [
        (("Silence", "Awakening"), (4, 4)),
        (("Awakening", "Silence"), (1, 1)),
    ],
)
def test_613_6_an_effect_goes_on_though_its_ability_is_gone(
    order: tuple[str, str], sizes: tuple[int, int]
) -> None:
    answer = outcome([SILENCE, AWAKENING], *({"enter": name} for name in order))
    assert size(answer, "Silence") == sizes
    assert of(answer, "Silence").abilities == ()


def test_613_6_an_effect_that_has_not_begun_dies_with_its_ability() -> None:
    lord = creature("Lord", "2/2", "Other creatures you control get +1/+1.")
    answer = outcome(
        [lord, BEAR, SILENCE], {"enter": "Lord"}, {"enter": "Bear"}, {"enter": "Silence"}
    )
    assert size(answer, "Bear") == (1, 1)


def test_613_6_a_condition_is_asked_when_the_effect_begins() -> None:
    idol = other("Idol", "Artifact", mana_cost="{3}")
    aura = other(
        "Spark",
        "Enchantment — Aura",
        "Enchant artifact\nAs long as enchanted artifact isn't a creature, it's an artifact "
        "creature "
        "with power and toughness each equal to its mana value.",
    )
    answer = outcome([idol, aura], {"enter": "Idol"}, {"enter": "Spark", "attached_to": "Idol"})
    assert size(answer, "Idol") == (3, 3)


# --- 613.7 ----------------------------------------------------------------------------------------


def test_613_7_the_later_of_two_setters_wins() -> None:
    blue = effect("Target creature becomes blue until end of turn.", "Bear")
    red = effect("Target creature becomes red until end of turn.", "Bear")
    assert of(outcome([BEAR], {"enter": "Bear"}, blue, red), "Bear").colors == ("R",)
    assert of(outcome([BEAR], {"enter": "Bear"}, red, blue), "Bear").colors == ("U",)


def test_613_7a_a_granted_ability_has_the_later_timestamp() -> None:
    giver = other("Giver", "Enchantment", 'Artifacts have "Equipped creature has flying."')
    hammer = other("Hammer", "Artifact — Equipment", "Equipped creature loses flying.")
    steps = ({"enter": "Bear"}, {"enter": "Hammer", "attached_to": "Bear"}, {"enter": "Giver"})
    assert has(outcome([BEAR, giver, hammer], *steps), "Bear", "Flying")


def test_613_7a_the_relative_order_stays_when_the_object_gets_a_new_timestamp() -> None:
    giver = other("Giver", "Enchantment", 'Artifacts have "Equipped creature has flying."')
    hammer = other("Hammer", "Artifact — Equipment", "Equipped creature loses flying.")
    answer = outcome(
        [BEAR, giver, hammer],
        {"enter": "Bear"},
        {"enter": "Hammer"},
        {"enter": "Giver"},
        {"attach": "Hammer", "to": "Bear"},
    )
    assert has(answer, "Bear", "Flying")


def test_613_7c_a_new_counter_renews_all_of_its_kind() -> None:
    lose = other("Weight", "Enchantment", "Creatures lose flying.")
    steps: list[dict[str, Any]] = [
        {"enter": "Bear"},
        {"counters": {"flying": 1}, "on": "Bear"},
        {"enter": "Weight"},
    ]
    assert not has(outcome([BEAR, lose], *steps), "Bear", "Flying")
    again = outcome([BEAR, lose], *steps, {"counters": {"flying": 1}, "on": "Bear"})
    assert has(again, "Bear", "Flying")
    assert of(again, "Bear").counters == (("flying", 2),)


def test_613_7e_attaching_gives_a_new_timestamp() -> None:
    red = other("Red", "Artifact — Equipment", "Equipped creature is red.")
    blue = other("Blue", "Artifact — Equipment", "Equipped creature is blue.")
    steps: list[dict[str, Any]] = [
        {"enter": "Bear"},
        {"enter": "Red"},
        {"enter": "Blue"},
        {"attach": "Blue", "to": "Bear"},
        {"attach": "Red", "to": "Bear"},
    ]
    assert of(outcome([BEAR, red, blue], *steps), "Bear").colors == ("R",)


# --- 613.8 ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", [("Tomb", "Moon"), ("Moon", "Tomb")])
def test_613_8a_an_effect_that_removes_the_ability_goes_first(order: tuple[str, str]) -> None:
    answer = outcome([TOMB, MOON, WOOD], *({"enter": name} for name in order), {"enter": "Wood"})
    assert of(answer, "Tomb").subtypes == ("Mountain",)
    assert of(answer, "Wood").subtypes == ("Forest",)
    assert [has(answer, "Tomb", "{T}: Add {R}."), len(of(answer, "Tomb").abilities)] == [True, 1]


def test_613_8a_a_change_of_what_it_applies_to() -> None:
    bell = other("Bell", "Artifact", "All Swamps are 1/1 black creatures that are still lands.")
    answer = outcome([bell, TOMB, ISLE], {"enter": "Bell"}, {"enter": "Isle"}, {"enter": "Tomb"})
    assert size(answer, "Isle") == (1, 1)
    assert of(answer, "Isle").colors == ("B",)


def test_613_8a_a_change_of_what_it_does() -> None:
    ship = other("Ship", "Artifact — Vehicle", power="2", toughness="2")
    steps = (
        {"enter": "Ship"},
        effect("Target artifact becomes a Vampire in addition to its other types.", "Ship"),
        effect("Target artifact becomes an artifact creature until end of turn.", "Ship"),
    )
    assert "Vampire" in of(outcome([ship], *steps), "Ship").subtypes
    assert "Vampire" not in of(outcome([ship], *steps, {"end_turn": True}), "Ship").subtypes


def test_613_8b_members_of_a_loop_go_by_timestamp() -> None:
    one = other(
        "One", "Enchantment", "Each artifact is an enchantment in addition to its other types."
    )
    two = other(
        "Two", "Enchantment", "Each enchantment is an artifact in addition to its other types."
    )
    idol = other("Idol", "Artifact")
    answer = outcome([one, two, idol], {"enter": "One"}, {"enter": "Two"}, {"enter": "Idol"})
    assert of(answer, "Idol").types == ("Artifact", "Enchantment")
    assert of(answer, "One").types == ("Artifact", "Enchantment")


def test_613_8b_an_effect_in_layer_6_waits_for_one_that_gives_the_keyword() -> None:
    vigil = other("Vigil", "Enchantment", "Creatures with vigilance have flying.")
    watch = other("Watch", "Enchantment", "Creatures you control have vigilance.")
    answer = outcome(
        [vigil, watch, BEAR], {"enter": "Vigil"}, {"enter": "Watch"}, {"enter": "Bear"}
    )
    assert has(answer, "Bear", "Flying")


def test_613_8c_the_order_is_looked_at_again_after_each_effect() -> None:
    kin = other(
        "Kin",
        "Enchantment",
        "As Kin enters, choose a creature type.\n"
        "Each creature you control is the chosen type in addition to its other types.",
    )
    bell = other("Bell", "Artifact", "All Swamps are 1/1 black creatures that are still lands.")
    answer = outcome(
        [TOMB, kin, bell],
        {"enter": "Tomb"},
        {"enter": "Kin", "choose": {"creature type": "Zombie"}},
        {"enter": "Bell"},
    )
    assert {"Swamp", "Zombie"} <= set(of(answer, "Tomb").subtypes)


@pytest.mark.parametrize(("last", "flies"), [("Wings", True), ("Weight", False)])
def test_613_9_gaining_and_losing_are_independent(last: str, flies: bool) -> None:
    wings = other("Wings", "Enchantment", "All creatures have flying.")
    weight = other("Weight", "Enchantment", "All creatures lose flying.")
    first = "Weight" if last == "Wings" else "Wings"
    answer = outcome([BEAR, wings, weight], {"enter": "Bear"}, {"enter": first}, {"enter": last})
    assert has(answer, "Bear", "Flying") is flies


def test_613_1f_what_it_cannot_have_it_does_not_gain() -> None:
    ban = creature(
        "Ban", "3/2", "Creatures your opponents control lose flying and can't have or gain flying."
    )
    answer = outcome(
        [BEAR, ban],
        {"enter": "Bear", "controller": "opponent"},
        {"enter": "Ban"},
        effect("Target creature gains flying until end of turn.", "Bear"),
    )
    assert not has(answer, "Bear", "Flying")


def test_an_effect_that_comes_into_being_inside_its_layer_takes_its_turn() -> None:
    giver = other(
        "Giver", "Enchantment", 'Artifacts you control have "Creatures you control have flying."'
    )
    idol = other("Idol", "Artifact")
    answer = outcome([giver, idol, BEAR], {"enter": "Idol"}, {"enter": "Giver"}, {"enter": "Bear"})
    assert has(answer, "Bear", "Flying")


def test_the_same_ability_granted_twice_acts_twice() -> None:
    giver = other("Giver", "Enchantment", 'Artifacts have "Creatures you control get +1/+1."')
    idol = other("Idol", "Artifact")
    answer = outcome(
        [giver, idol, BEAR],
        {"enter": "Giver"},
        {"enter": "Giver", "as": "Giver 2"},
        {"enter": "Idol"},
        {"enter": "Bear"},
    )
    assert size(answer, "Bear") == (4, 4)


# --- 205, 305.7, 604.3 ----------------------------------------------------------------------------


def test_205_1a_subtypes_go_with_their_type_and_supertypes_stay() -> None:
    legend = creature("Legend", "3/3", "Flying", type_line="Legendary Creature — Bear")
    prison = other(
        "Prison",
        "Enchantment — Aura",
        'Enchant permanent\nEnchanted permanent is a colorless land with "{T}: Add {C}" and loses '
        "all "
        "other card types and abilities.",
    )
    answer = outcome(
        [legend, prison], {"enter": "Legend"}, {"enter": "Prison", "attached_to": "Legend"}
    )
    seen = of(answer, "Legend")
    assert (seen.supertypes, seen.types, seen.subtypes) == (("Legendary",), ("Land",), ())
    assert not has(answer, "Legend", "Flying")


def test_305_7_land_types_take_the_text_away_but_not_what_was_granted() -> None:
    wings = other("Wings", "Enchantment", 'Lands have "{T}: You gain 1 life."')
    answer = outcome(
        [SQUARE, MOON, wings], {"enter": "Wings"}, {"enter": "Square"}, {"enter": "Moon"}
    )
    assert has(answer, "Square", "{T}: You gain 1 life.")
    assert has(answer, "Square", "{T}: Add {R}.")
    assert not has(answer, "Square", "{T}: Add {C}.")


def test_604_3_a_characteristic_defining_ability_works_everywhere() -> None:
    shifter = creature("Shifter", "1/1", "Changeling", type_line="Creature — Shapeshifter")
    card = outcome([shifter], {"zone": "graveyard", "card": "Shifter"})
    assert {"Goblin", "Elf"} <= set(of(card, "Shifter").subtypes)


def test_702_114a_devoid_is_painted_over() -> None:
    hulk = creature("Hulk", "5/4", "Devoid", mana_cost="{6}{G}")
    wash = other("Wash", "Enchantment", "Creatures you control are blue.")
    assert of(outcome([hulk], {"enter": "Hulk"}), "Hulk").colors == ()
    assert of(outcome([hulk, wash], {"enter": "Wash"}, {"enter": "Hulk"}), "Hulk").colors == ("U",)


# --- 612 ------------------------------------------------------------------------------------------


def test_612_3_granted_abilities_are_untouched() -> None:
    knight = creature("Knight", "2/2", "Protection from white")
    gift = other("Gift", "Enchantment", "Creatures you control have protection from white.")
    answer = outcome(
        [knight, gift],
        {"enter": "Knight"},
        {"enter": "Gift"},
        effect(
            "Change the text of target permanent by replacing all instances of one color word with "
            "another.",
            "Knight",
            choose={"from": "white", "to": "red"},
        ),
    )
    assert has(answer, "Knight", "Protection from red")
    assert has(answer, "Knight", "Protection from white")
    assert len(of(answer, "Knight").abilities) == 2
