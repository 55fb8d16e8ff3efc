"""707, 708, 710-712 as the referee reads them: the worked examples and the traps."""

from typing import Any

from tests.helpers import creature, effect, has, of, other, outcome, size

BECOME = "Target creature becomes a copy of another target creature."
BEAR = creature("Bear", "2/2", mana_cost="{1}{G}")
ANGEL = creature("Angel", "4/4", "Flying", mana_cost="{3}{W}{W}", type_line="Creature — Angel")
MIMIC = creature(
    "Mimic",
    "0/0",
    "You may have Mimic enter the battlefield as a copy of any creature on the battlefield.",
    mana_cost="{3}{U}",
    type_line="Creature — Shapeshifter",
)
STAFF = other(
    "Staff",
    "Artifact",
    "{X}: Staff becomes an X/X Construct artifact creature until end of turn.",
    mana_cost="{4}",
)
DEMON = creature(
    "Demon", "6/6", "Morph {2}{B}{B}", mana_cost="{2}{B}{B}", type_line="Creature — Demon"
)
LORIAN = creature("Lorian", "4/1", "Trample\nMorph {G}", mana_cost="{1}{G}{G}")


def test_707_2_type_changes_and_counters_are_not_copied() -> None:
    answer = outcome(
        [STAFF, MIMIC],
        {"enter": "Staff"},
        {"ability": 1, "of": "Staff", "x": 5},
        {"counters": {"charge": 2}, "on": "Staff"},
        {"enter": "Mimic", "copying": "Staff"},
    )
    assert (of(answer, "Mimic").name, of(answer, "Mimic").types) == ("Staff", ("Artifact",))
    assert of(answer, "Mimic").counters == ()
    assert size(answer, "Staff") == (5, 5)


def test_707_2_a_copy_of_a_face_down_creature_is_face_up() -> None:
    answer = outcome(
        [DEMON, MIMIC],
        {"enter": "Demon", "face_down": True},
        {"enter": "Mimic", "copying": "Demon"},
    )
    seen = of(answer, "Mimic")
    assert (seen.name, seen.colors, seen.abilities, seen.mana_value) == ("", (), (), 0)
    assert not seen.face_down
    assert size(answer, "Mimic") == (2, 2)


def test_707_2b_later_changes_of_the_original_do_not_follow() -> None:
    answer = outcome(
        [BEAR, ANGEL, MIMIC],
        {"enter": "Bear"},
        {"enter": "Mimic", "copying": "Bear"},
        {"enter": "Angel"},
        effect(BECOME, "Bear", "Angel"),
    )
    assert size(answer, "Bear") == (4, 4)
    assert size(answer, "Mimic") == (2, 2)


def test_707_3_exceptions_are_copied_on() -> None:
    twin = creature(
        "Twin",
        "0/0",
        "You may have Twin enter the battlefield as a copy of any creature on the battlefield, "
        "except it's an Illusion in addition to its other types.",
        mana_cost="{1}{U}",
    )
    answer = outcome(
        [BEAR, twin, MIMIC],
        {"enter": "Bear"},
        {"enter": "Twin", "copying": "Bear"},
        {"enter": "Mimic", "copying": "Twin"},
    )
    assert of(answer, "Mimic").subtypes == ("Bear", "Illusion")
    assert of(answer, "Mimic").colors == ("G",)


def test_708_10_a_face_down_creature_that_becomes_a_copy_shows_it_when_turned_up() -> None:
    steps = (
        {"enter": "Demon", "face_down": True},
        {"enter": "Lorian"},
        effect(BECOME, "Demon", "Lorian"),
    )
    down = outcome([DEMON, LORIAN], *steps)
    assert (of(down, "Demon").name, size(down, "Demon")) == ("", (2, 2))
    up = outcome([DEMON, LORIAN], *steps, {"turn_face_up": "Demon"})
    assert (of(up, "Demon").name, size(up, "Demon")) == ("Lorian", (4, 1))
    assert of(up, "Demon").timestamp > of(down, "Demon").timestamp


def test_707_4_other_effects_stay() -> None:
    answer = outcome(
        [BEAR, ANGEL],
        {"enter": "Bear"},
        {"enter": "Angel"},
        effect("Target creature gets +3/+3 until end of turn.", "Bear"),
        effect(BECOME, "Bear", "Angel"),
    )
    assert size(answer, "Bear") == (7, 7)


def test_707_5_enters_with_and_tapped_are_copied() -> None:
    beast = creature("Beast", "10/10", "Fading 2\nBeast enters the battlefield tapped.")
    answer = outcome([beast, MIMIC], {"enter": "Beast"}, {"enter": "Mimic", "copying": "Beast"})
    assert of(answer, "Mimic").counters == (("fade", 2),)
    assert of(answer, "Mimic").tapped


def test_707_6_choices_are_not_copied() -> None:
    voice = creature(
        "Voice",
        "2/2",
        "As Voice enters, choose a color.\nVoice has protection from the chosen color.",
    )
    answer = outcome(
        [voice, MIMIC],
        {"enter": "Voice", "choose": {"color": "white"}},
        {"enter": "Mimic", "copying": "Voice", "choose": {"color": "red"}},
    )
    assert has(answer, "Mimic", "Protection from red")
    assert not has(answer, "Mimic", "Protection from white")


def test_707_9c_what_is_not_copied_stays_its_own() -> None:
    double = creature(
        "Double",
        "0/0",
        "You may have Double enter the battlefield as a copy of any creature on the battlefield, "
        "except it doesn't copy that creature's color.",
        mana_cost="{3}{U}{U}",
    )
    answer = outcome([BEAR, double], {"enter": "Bear"}, {"enter": "Double", "copying": "Bear"})
    assert of(answer, "Double").colors == ("U",)


def test_707_9d_no_ability_defines_what_the_exception_sets() -> None:
    goyf = creature(
        "Goyf", "*/*", "Goyf's power and toughness are each equal to the number of lands."
    )
    giant = creature(
        "Giant",
        "7/7",
        "You may have Giant enter the battlefield as a copy of any creature on the battlefield, "
        "except it's 7/7.",
    )
    land = other("Wood", "Basic Land — Forest")
    answer = outcome(
        [goyf, giant, land],
        {"enter": "Wood"},
        {"enter": "Goyf"},
        {"enter": "Giant", "copying": "Goyf"},
    )
    assert size(answer, "Giant") == (7, 7)
    assert of(answer, "Giant").abilities == ()


DESERTER: dict[str, Any] = {
    "name": "Deserter // Ransacker",
    "layout": "transform",
    "card_faces": [
        creature("Deserter", "3/2", mana_cost="{3}{R}", type_line="Creature — Human Werewolf"),
        creature("Ransacker", "5/4", type_line="Creature — Werewolf", color_indicator=["R"]),
    ],
}


def test_707_8a_a_token_copy_has_both_faces() -> None:
    answer = outcome(
        [DESERTER],
        {"enter": "Deserter // Ransacker", "as": "wolf"},
        {"token_copy_of": "wolf", "as": "token"},
        {"transform": "token"},
    )
    assert of(answer, "token").name == "Ransacker"
    assert of(answer, "token").mana_value == 4
    assert of(answer, "wolf").name == "Deserter"


def test_202_3b_the_back_face_counts_the_front_and_a_copy_of_it_nothing() -> None:
    answer = outcome(
        [DESERTER, MIMIC],
        {"enter": "Deserter // Ransacker", "as": "wolf"},
        {"transform": "wolf"},
        {"enter": "Mimic", "copying": "wolf"},
        {"transform": "Mimic"},
    )
    assert of(answer, "wolf").mana_value == 4
    assert (of(answer, "Mimic").name, of(answer, "Mimic").mana_value) == ("Ransacker", 0)


def test_710_a_flip_card_shows_its_status_and_a_copy_its_own() -> None:
    akki: dict[str, Any] = {
        "name": "Akki // Tok-Tok",
        "layout": "flip",
        "card_faces": [
            creature("Akki", "1/1", mana_cost="{3}{R}", type_line="Creature — Goblin"),
            creature("Tok-Tok", "2/2", type_line="Legendary Creature — Goblin"),
        ],
    }
    answer = outcome(
        [akki, MIMIC],
        {"enter": "Akki // Tok-Tok", "as": "akki"},
        {"flip": "akki"},
        {"enter": "Mimic", "copying": "akki"},
    )
    assert (of(answer, "akki").name, of(answer, "akki").colors) == ("Tok-Tok", ("R",))
    assert of(answer, "Mimic").name == "Akki"


def test_708_2a_face_down_values_are_no_ability() -> None:
    frog = other(
        "Frog", "Enchantment — Aura", "Enchant creature\nEnchanted creature loses all abilities."
    )
    answer = outcome(
        [DEMON, frog],
        {"enter": "Demon", "face_down": True},
        {"enter": "Frog", "attached_to": "Demon"},
    )
    assert size(answer, "Demon") == (2, 2)


def test_708_8_turned_up_it_keeps_what_was_done_to_it() -> None:
    answer = outcome(
        [DEMON],
        {"enter": "Demon", "face_down": True},
        effect("Target creature gets -1/-1 until end of turn.", "Demon"),
        {"turn_face_up": "Demon"},
    )
    assert size(answer, "Demon") == (5, 5)


def test_702_168_a_disguised_creature_has_ward() -> None:
    spy = creature("Spy", "3/3", "Disguise {2}{U}")
    cast = {"enter": "Spy", "face_down": True, "choose": {"face down by": "disguise"}}
    assert has(outcome([spy], cast), "Spy", "Ward {2}")
    assert of(outcome([spy], {"enter": "Spy", "face_down": True}), "Spy").abilities == ()


def test_707_10_a_copied_spell_keeps_choices_and_not_the_mana() -> None:
    infusion = other("Infusion", "Sorcery", "You gain X life.", mana_cost="{X}{G/W}")
    answer = outcome(
        [infusion],
        {"spell": "Infusion", "x": 3, "mana": "{3}{G}"},
        {"copy_spell": "Infusion", "as": "copy", "controller": "opponent"},
    )
    assert dict(of(answer, "copy").choices) == {"x": 3, "mana": ""}
    assert of(answer, "copy").mana_value == 4
    assert of(answer, "copy").owner == "opponent"


# --- 711, 716 -------------------------------------------------------------------------------------

LEVELS = {
    "name": "Climber",
    "layout": "leveler",
    "type_line": "Creature — Merfolk",
    "power": "2",
    "toughness": "2",
    "mana_cost": "{U}{U}",
    "oracle_text": "Level up {1}\nLEVEL 2-3\n3/3\nFlying\nLEVEL 4+\n4/4\nFlying\n"
    "Other Merfolk creatures you control get +1/+1.",
}


def test_711_the_bands_follow_the_counters() -> None:
    for number, wanted in (
        (0, (2, 2)),
        (1, (2, 2)),
        (2, (3, 3)),
        (3, (3, 3)),
        (4, (4, 4)),
        (9, (4, 4)),
    ):
        answer = outcome([LEVELS], {"enter": "Climber"}, {"level_up": "Climber",
        "times": number or 1}) \
            if number else outcome([LEVELS], {"enter": "Climber"})  # fmt: skip
        assert size(answer, "Climber") == wanted
        assert has(answer, "Climber", "Flying") is (number >= 2)
        assert has(answer, "Climber", "Level up {1}")


def test_711_2a_the_timestamp_is_that_of_the_leveler() -> None:
    small = creature("Small", "4/4", "Other creatures have base power and toughness 1/1.")
    first = outcome(
        [LEVELS, small],
        {"enter": "Climber"},
        {"enter": "Small"},
        {"level_up": "Climber", "times": 2},
    )
    assert size(first, "Climber") == (1, 1)
    last = outcome(
        [LEVELS, small],
        {"enter": "Small"},
        {"enter": "Climber"},
        {"level_up": "Climber", "times": 2},
    )
    assert size(last, "Climber") == (3, 3)


def test_711_6_outside_the_battlefield_the_uppermost_box_counts() -> None:
    answer = outcome(
        [LEVELS], {"enter": "Climber"}, {"level_up": "Climber", "times": 4}, {"leave": "Climber"}
    )
    assert size(answer, "Climber") == (2, 2)
    assert answer.gone == ("Climber",)


def test_707_2_a_copy_of_a_leveler_levels_itself() -> None:
    answer = outcome(
        [LEVELS, MIMIC],
        {"enter": "Climber"},
        {"level_up": "Climber", "times": 4},
        {"enter": "Mimic", "copying": "Climber"},
        {"counters": {"level": 2}, "on": "Mimic"},
    )
    assert size(answer, "Mimic") == (4, 4)
    assert has(answer, "Mimic", "Flying")
