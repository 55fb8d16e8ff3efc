"""How a board runs for the referee: resolutions, durations, zones, state-based actions, the
trace."""

from typing import Any

import pytest

from striate.boards.errors import NotPlayable
from striate.boards.untold import Path
from striate.referee.judge import judge, judge_with_trace
from striate.timeline import statebased
from tests.helpers import board, creature, effect, has, of, other, outcome, size

BEAR = creature("Bear", "2/2", mana_cost="{1}{G}")
IDOL = other("Idol", "Artifact", mana_cost="{3}")
THIEF = creature(
    "Thief",
    "2/2",
    "When Thief enters the battlefield, gain control of target artifact for as long as you control "
    "Thief.",
)
STEAL = "Gain control of target creature until end of turn."


# --- 611.2 ----------------------------------------------------------------------------------------


def test_611_2b_a_duration_that_is_over_never_starts() -> None:
    steps: list[dict[str, Any]] = [
        {"enter": "Idol", "controller": "opponent"},
        {"enter": "Thief"},
        effect("Gain control of target creature.", "Thief", controller="opponent"),
        {"ability": 1, "of": "Thief", "targets": ["Idol"], "controller": "you"},
    ]
    assert of(outcome([IDOL, THIEF], *steps), "Idol").controller == "opponent"


def test_611_2b_it_ends_for_good() -> None:
    steps: list[dict[str, Any]] = [
        {"enter": "Idol", "controller": "opponent"},
        {"enter": "Thief"},
        {"ability": 1, "of": "Thief", "targets": ["Idol"]},
    ]
    assert of(outcome([IDOL, THIEF], *steps), "Idol").controller == "you"
    lost = [*steps, effect(STEAL, "Thief", controller="opponent"), {"end_turn": True}]
    answer = outcome([IDOL, THIEF], *lost)
    assert of(answer, "Thief").controller == "you"
    assert of(answer, "Idol").controller == "opponent"


def test_611_2c_the_set_is_locked_in() -> None:
    answer = outcome(
        [BEAR],
        {"enter": "Bear", "as": "early"},
        effect("Creatures you control get +1/+1 until end of turn."),
        {"enter": "Bear", "as": "late"},
    )
    assert (size(answer, "early"), size(answer, "late")) == ((3, 3), (2, 2))


def test_611_2d_a_variable_is_determined_once() -> None:
    answer = outcome(
        [BEAR],
        {"enter": "Bear"},
        effect(
            "Target creature gets +X/+X until end of turn, where X is the number of creatures you "
            "control.",
            "Bear",
        ),
        {"enter": "Bear", "as": "late"},
    )
    assert size(answer, "Bear") == (3, 3)


def test_613_1b_the_next_claim_shows_when_the_younger_ends() -> None:
    chain = other(
        "Chain", "Enchantment — Aura", "Enchant creature\nYou control enchanted creature."
    )
    answer = outcome(
        [BEAR, chain],
        {"enter": "Bear"},
        {"enter": "Chain", "controller": "opponent", "attached_to": "Bear"},
        effect(STEAL, "Bear"),
        {"end_turn": True},
    )
    assert of(answer, "Bear").controller == "opponent"


def test_400_7_effects_end_when_the_object_leaves() -> None:
    answer = outcome(
        [BEAR],
        {"enter": "Bear"},
        effect("Target creature gets +5/+5 until end of turn.", "Bear"),
        {"leave": "Bear"},
    )
    assert (size(answer, "Bear"), of(answer, "Bear").zone) == ((2, 2), "graveyard")


def test_an_ability_that_is_not_there_is_a_mistake_of_the_board() -> None:
    with pytest.raises(NotPlayable):
        outcome([BEAR], {"enter": "Bear"}, {"ability": 1, "of": "Bear"})


# --- 614, 701 -------------------------------------------------------------------------------------


def test_614_1c_enters_with_and_tapped() -> None:
    hydra = creature("Hydra", "0/0", "Hydra enters the battlefield with X +1/+1 counters on it.")
    land = other("Square", "Land", "Square enters the battlefield tapped.\n{T}: Add {C}.")
    answer = outcome([hydra, land], {"enter": "Hydra", "x": 3}, {"enter": "Square"})
    assert size(answer, "Hydra") == (3, 3)
    assert of(answer, "Square").tapped


def test_614_12_an_ability_that_it_would_not_have_does_nothing() -> None:
    moon = other("Moon", "Enchantment", "Nonbasic lands are Mountains.")
    land = other("Square", "Land", "Square enters the battlefield tapped.\n{T}: Add {C}.")
    assert not of(outcome([moon, land], {"enter": "Moon"}, {"enter": "Square"}), "Square").tapped


def test_701_12_an_exchange_of_control() -> None:
    answer = outcome(
        [BEAR, IDOL],
        {"enter": "Bear"},
        {"enter": "Bear", "as": "theirs", "controller": "opponent"},
        effect("Exchange control of two target creatures.", "Bear", "theirs"),
    )
    assert [of(answer, h).controller for h in ("Bear", "theirs")] == ["opponent", "you"]


def test_701_8_an_indestructible_permanent_is_not_destroyed() -> None:
    titan = creature("Titan", "3/3", "Indestructible")
    text = "Destroy target creature."
    assert outcome([titan], {"enter": "Titan"}, effect(text, "Titan")).gone == ()
    assert outcome([BEAR], {"enter": "Bear"}, effect(text, "Bear")).gone == ("Bear",)


def test_716_a_class_has_the_abilities_of_its_level_and_skips_none() -> None:
    guild = other(
        "Guild",
        "Enchantment — Class",
        "(Gain the next level as a sorcery to add its ability.)\nYou have no maximum hand size.\n"
        "{2}: Level 2\nCreatures you control get +1/+1.\n{3}: Level 3\n"
        "Creatures you control have flying.",
        layout="class",
    )
    cards = [guild, BEAR]
    steps: list[dict[str, Any]] = [
        {"enter": "Guild"},
        {"enter": "Bear"},
        {"counters": {"level": 3}, "on": "Guild"},
    ]
    assert size(outcome(cards, *steps), "Bear") == (2, 2)
    second = outcome(cards, *steps, {"class_level": 2, "on": "Guild"})
    assert size(second, "Bear") == (3, 3)
    with pytest.raises(NotPlayable, match="level 1 at that step, not 2"):
        outcome(cards, *steps, {"class_level": 3, "on": "Guild"})
    levels = [{"class_level": level, "on": "Guild"} for level in (2, 3)]
    third = outcome(cards, *steps, *levels)
    assert has(third, "Bear", "Flying")
    assert of(third, "Guild").class_level == 3


# --- 704 ------------------------------------------------------------------------------------------


def test_704_5f_toughness_0() -> None:
    answer = outcome([BEAR], {"enter": "Bear"}, effect("Target creature gets -3/-3.", "Bear"))
    assert answer.gone == ("Bear",)
    assert size(answer, "Bear") == (-1, -1)


def test_704_5i_a_planeswalker_without_loyalty() -> None:
    walker = other("Walker", "Legendary Planeswalker — Jace", "+1: Draw a card.", loyalty="3")
    there = outcome([walker], {"enter": "Walker"})
    assert (there.gone, of(there, "Walker").counters) == ((), (("loyalty", 3),))
    spent = outcome([walker], {"enter": "Walker"}, {"counters": {"loyalty": -3}, "on": "Walker"})
    assert spent.gone == ("Walker",)


def test_704_5j_the_legend_rule_is_a_question() -> None:
    legend = creature("Queen", "2/2", type_line="Legendary Creature — Elf")
    answer = outcome([legend], {"enter": "Queen"}, {"enter": "Queen", "as": "second"})
    assert answer.gone == ()
    assert [fact.card for fact in answer.facts] == ["Queen"]


def test_704_5m_and_n_what_may_not_be_attached() -> None:
    wings = other("Wings", "Enchantment — Aura", "Enchant creature\nEnchanted creature has flying.")
    blade = other("Blade", "Artifact — Equipment", "Equipped creature gets +2/+0.\nEquip {1}")
    answer = outcome(
        [BEAR, wings, blade],
        {"enter": "Bear"},
        {"enter": "Wings", "attached_to": "Bear"},
        {"enter": "Blade", "attached_to": "Bear"},
        effect("Target creature becomes an artifact until end of turn.", "Bear"),
    )
    assert answer.gone == ("Wings",)
    assert of(answer, "Blade").attached_to is None
    assert not has(answer, "Bear", "Flying")


def test_702_16c_protection_makes_an_aura_illegal() -> None:
    wings = other(
        "Wings",
        "Enchantment — Aura",
        "Enchant creature\nEnchanted creature has flying.",
        mana_cost="{U}",
    )
    answer = outcome(
        [BEAR, wings],
        {"enter": "Bear"},
        {"enter": "Wings", "attached_to": "Bear"},
        effect("Target creature gains protection from blue until end of turn.", "Bear"),
    )
    assert answer.gone == ("Wings",)


def test_704_5q_counters_go_in_pairs() -> None:
    steps = ({"enter": "Bear"}, {"counters": {"+1/+1": 3, "-1/-1": 1}, "on": "Bear"})
    answer = outcome([BEAR], *steps)
    assert (of(answer, "Bear").counters, size(answer, "Bear")) == ((("+1/+1", 2),), (4, 4))


def test_702_103f_a_bestowed_aura_becomes_a_creature_again() -> None:
    nymph = creature(
        "Nymph",
        "1/1",
        "Bestow {3}{G}\nEnchanted creature gets +1/+1.",
        type_line="Enchantment Creature — Nymph",
    )
    steps: list[dict[str, Any]] = [{"enter": "Bear"}, {"enter": "Nymph", "attached_to": "Bear"}]
    on = outcome([BEAR, nymph], *steps)
    assert (size(on, "Bear"), of(on, "Nymph").types) == ((3, 3), ("Enchantment",))
    off = outcome([BEAR, nymph], *steps, {"leave": "Bear"})
    assert (size(off, "Nymph"), off.gone) == ((1, 1), ("Bear",))


def test_701_12g_an_exchange_with_a_life_total() -> None:
    tree = creature(
        "Tree", "0/13", "{T}: Exchange target opponent's life total with Tree's toughness."
    )
    answer = outcome(
        [tree],
        {"enter": "Tree"},
        {"life": 7, "player": "opponent"},
        {"ability": 1, "of": "Tree", "targets": ["opponent"]},
    )
    assert size(answer, "Tree") == (0, 7)


# --- facts, and the trace -------------------------------------------------------------------------


def test_a_fact_that_no_board_can_tell_is_named() -> None:
    raider = creature("Raider", "2/2", "Raider gets +2/+0 as long as it's attacking.")
    made = board([raider], {"enter": "Raider"})
    calm, fierce = judge(made), judge(made, path=Path(otherwise=True))
    assert (size(calm, "Raider"), size(fierce, "Raider")) == ((2, 2), (4, 2))
    assert [fact.card for fact in calm.facts] == ["Raider"]


def test_the_trace_tells_what_waited_and_why() -> None:
    tomb = other(
        "Tomb", "Legendary Land", "Each land is a Swamp in addition to its other land types."
    )
    moon = other("Moon", "Enchantment", "Nonbasic lands are Mountains.")
    wood = other("Wood", "Basic Land — Forest")
    made = board([tomb, moon, wood], {"enter": "Tomb"}, {"enter": "Wood"}, {"enter": "Moon"})
    answer, trace = judge_with_trace(made)
    assert answer == judge(made)
    (applied,) = trace.applied
    assert (applied.layer, applied.source, applied.objects) == ("4", "Moon", ("Tomb",))
    assert {change.what for change in applied.changes} == {"subtypes", "abilities"}
    (idle,) = trace.not_applied
    assert (idle.source, idle.why) == ("Tomb", "the ability was lost to Moon")
    assert idle.rules == ("305.7",)


def test_the_trace_names_the_clause_of_a_dependency() -> None:
    bell = other("Bell", "Artifact", "All Swamps are 1/1 black creatures that are still lands.")
    tomb = other(
        "Tomb", "Legendary Land", "Each land is a Swamp in addition to its other land types."
    )
    made = board([bell, tomb], {"enter": "Bell"}, {"enter": "Tomb"})
    _, trace = judge_with_trace(made)
    first, second = (applied for applied in trace.applied if applied.layer == "4")
    assert (first.source, second.source) == ("Tomb", "Bell")
    assert [waited.clause for waited in second.waited] == ["what it applies to"]
    assert "613.8b" in second.rules
    later = next(applied for applied in trace.applied if applied.layer == "7b")
    assert later.begun_before
    assert "613.6" in later.rules


def test_what_never_ends_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """104.4b: planted, since no board that is known goes round in a circle."""
    monkeypatch.setattr(statebased, "carry_out", lambda *_: None)
    shrinks = effect("Target creature gets -0/-2 until end of turn.", "Bear")
    with pytest.raises(NotPlayable, match="never end"):
        judge(board([BEAR], {"enter": "Bear"}, shrinks))


@pytest.mark.parametrize(
    ("before", "told", "said"),
    [
        ("Untap", "", "Bear is put into its owner's graveyard (704.5g)"),
        ("Untap", "If that creature would die this turn, exile it instead.",
         "Bear is exiled instead (704.5g)"),
        ("Regenerate", "", "Bear is not destroyed (704.5g)"),
    ],
)  # fmt: skip
def test_704_3_the_trace_says_where_it_went(before: str, told: str, said: str) -> None:
    first = effect(f"{before} target creature.", "Bear")
    burn = effect(f"~ deals 2 damage to target creature. {told}", "Bear")
    _, trace = judge_with_trace(board([BEAR], {"enter": "Bear"}, first, burn))
    assert trace.state_based == (said,)
