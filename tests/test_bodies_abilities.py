"""Activated and triggered abilities, chapters, spells, and whom their sentences speak of."""

import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from striate.cards import tree as t
from striate.cards.language import (
    is_understood,
    parse_ability,
    parse_effect,
    parse_exceptions,
    parse_face,
)
from striate.cards.printing.canonical import show

BOOST = t.ModifyPT(t.Num(1), t.Num(0))
EOT = t.UntilEndOfTurn()


def boost(who: t.Who) -> t.Continuous:
    return t.Continuous(t.Effect(who, (BOOST,)), EOT)


def triggered(text: str) -> t.Triggered:
    ability = parse_ability(text)
    assert isinstance(ability, t.Triggered)
    return ability


def test_it_is_the_object_of_the_event() -> None:
    ability = triggered("Whenever ~ attacks, it gets +1/+0 until end of turn.")
    assert ability.body == t.Body((boost(t.This()),))


@pytest.mark.parametrize(
    ("words", "condition"),
    [
        (
            "if ~ doesn't have a flying counter on it",
            t.Matches(t.This(), t.Not(t.HasCounter("flying"))),
        ),
        (
            "if you control each creature on the battlefield with the greatest power",
            t.Compare(
                t.Count(
                    t.AllOf(
                        (
                            t.Not(t.ControlledBy("you")),
                            t.HasType("Creature"),
                            t.IsExtreme("greatest", "power", t.HasType("Creature")),
                        )
                    )
                ),
                "=",
                t.Num(0),
            ),
        ),
        (
            "if defending player has two or fewer cards in hand",
            t.Compare(t.HandOf("defending"), "<=", t.Num(2)),
        ),
        (
            "if defending player has 5 or less life",
            t.Compare(t.LifeOf("defending"), "<=", t.Num(5)),
        ),
    ],
)
def test_what_the_board_shows_is_no_fact(words: str, condition: t.Condition) -> None:
    ability = triggered(f"Whenever ~ attacks, {words}, it gets +1/+0 until end of turn.")
    assert ability.condition == condition
    assert is_understood(ability)


def test_what_its_power_was_is_asked_of_the_object_as_it_was() -> None:
    ability = triggered("When ~ dies, if its power was 3 or greater, draw a card.")
    was = t.StatIs("power", ">=", t.Num(3))
    assert ability.condition == t.Matches(t.Affected(), was, last=True)


def test_that_creature_is_an_entry_of_the_targets() -> None:
    ability = triggered(
        "Whenever a creature you control attacks, that creature gets +1/+0 until end of turn."
    )
    spec = t.TargetSpec(t.HasType("Creature"), word="that")
    assert ability.body == t.Body((boost(t.Target(0)),), (spec,))


def test_the_event_keeps_who_does_what() -> None:
    event = triggered("Whenever another creature you control enters, draw a card.").event
    who = t.Each(t.AllOf((t.Other(), t.HasType("Creature"), t.ControlledBy("you"))))
    assert event == t.Event("whenever", "enters", who)


def test_603_4_an_intervening_if_is_a_condition_of_the_ability() -> None:
    ability = triggered("At the beginning of your upkeep, if you control a Bird, draw a card.")
    assert isinstance(ability.condition, t.Compare)
    assert len(ability.body.steps) == 1


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("When ~ enters, if enchanted creature has flying, it gains reach until end of turn.",
         "enchanted creature"),
        ("When ~ enters, if enchanted creature is red, tap it.", "enchanted creature"),
        ('Elves have "Whenever a land enters, if ^ is exiled, put a +1/+1 counter on it."', "^"),
    ],
)  # fmt: skip
def test_it_is_what_the_condition_asks_about(text: str, asked: str) -> None:
    before, _, after = text.rpartition(" it")
    assert parse_ability(text) == parse_ability(f"{before} {asked}{after}")


def test_limits_are_kept_as_read() -> None:
    ability = parse_ability("{1}: ~ gets +1/+0 until end of turn. Activate only once each turn.")
    assert isinstance(ability, t.Activated)
    assert ability.limits == ("Activate only once each turn",)


def test_loyalty_costs() -> None:
    ability = parse_ability("+1: Draw a card.")
    assert isinstance(ability, t.Activated) and ability.loyalty


def test_it_can_be_what_the_cost_names() -> None:
    ability = parse_ability("Sacrifice ~: It deals 2 damage to any target.")
    assert is_understood(ability)


def test_another_target_is_not_the_first_one() -> None:
    body = parse_effect("Target creature you control fights another target creature.")
    assert body.targets[1].filter == t.AllOf((t.Not(t.Is(t.Target(0))), t.HasType("Creature")))


def test_another_target_with_no_target_before_is_not_the_source() -> None:
    ability = triggered("Whenever ~ attacks, another target creature gets +1/+0 until end of turn.")
    assert ability.body.targets[0].filter == t.AllOf((t.Other(), t.HasType("Creature")))


def test_two_candidates_leave_it_open() -> None:
    body = parse_effect("Target creature fights another target creature. It gains flying.")
    assert isinstance(body.steps[-1], t.Prose) and body.touches


def test_no_pronoun_reaches_past_a_sentence_that_is_not_read() -> None:
    body = parse_effect("Tap target creature. Frobnicate a Bird. It gains flying.")
    assert isinstance(body.steps[-1], t.Prose)


def test_a_card_that_is_turned_up_is_not_the_creature() -> None:
    ability = triggered(
        "Whenever enchanted creature attacks, draw a card and reveal it."
        " The creature gets +1/+0 until end of turn."
    )
    assert ability.body.steps[-1] == boost(t.Attached())


def test_it_is_the_card_that_was_revealed() -> None:
    body = triggered(
        "Whenever ~ attacks, reveal the top card of your library. If it's a land card, draw a card."
    ).body
    condition = body.steps[-1]
    assert isinstance(condition, t.Do) and isinstance(condition.condition, t.Matches)
    assert isinstance(condition.condition.ref, t.Target)


def test_107_3_where_x_defines_every_x_of_the_sentence() -> None:
    body = parse_effect("You gain X life and draw X cards, where X is the number of Birds.")
    birds = t.Count(t.HasSubtype("Bird"))
    assert body.steps == (t.LifeChange("you", birds), t.Act("draw card", "you", amount=birds))


def test_in_a_spell_each_other_creature_is_other_than_the_target() -> None:
    body = parse_effect("Each other creature becomes a copy of target creature.")
    (spell,) = parse_face(
        "Each other creature becomes a copy of target creature.", types=("Instant",)
    )
    assert isinstance(spell, t.Spell)
    (step,) = spell.body.steps
    assert isinstance(step, t.Continuous) and isinstance(step.effect.who, t.Each)
    assert t.Not(t.Is(t.Target(0))) in getattr(step.effect.who.filter, "parts", ())
    assert body.touches


def test_a_delayed_trigger_has_its_own_event() -> None:
    body = parse_effect("Whenever a creature you control enters this turn, draw a card.")
    (step,) = body.steps
    assert isinstance(step, t.Delayed) and step.until == "this turn"


def test_a_spell_is_one_ability() -> None:
    abilities = parse_face("Draw a card.\nScry 2.", types=("Sorcery",))
    assert len(abilities) == 1 and isinstance(abilities[0], t.Spell)


def test_target_players_are_told_apart() -> None:
    assert parse_effect("Target opponent discards a card.").players == ("opponent",)
    assert parse_effect("Target player discards a card.").players == ("player",)


LINES = (
    "Whenever ~ attacks, it gets +1/+0 until end of turn.",
    "Whenever another creature you control enters, it gains haste until end of turn.",
    "When ~ enters, you may have target creature get -1/-1 until end of turn.",
    "At the beginning of combat on your turn, target creature gains flying until end of turn.",
    "Whenever you cast an instant or sorcery spell, ~ gets +1/+1 until end of turn.",
    "Whenever ~ or another Bird you control enters, put a +1/+1 counter on that creature.",
    "{2}, {T}: Target creature gains flying until end of turn. Activate only as a sorcery.",
    "{T}: Add {G} or {W}.",
    "{T}: Add one mana of any color.",
    "When ~ dies, return it to the battlefield under its owner's control.",
    (
        "Whenever a Bird you control dies, exile it. Return another target Bird card from your "
        "graveyard to the battlefield."
    ),
    "Whenever you discard a card, exile that card from your graveyard.",
    "Whenever equipped creature attacks, it gets +1/+1 until end of turn.",
    "Whenever ~ deals combat damage to a player, draw a card.",
    (
        "At the beginning of your upkeep or whenever you cast a white spell, put a charge "
        "counter on ~."
    ),
    "Whenever one or more creature cards leave your graveyard during your turn, draw a card.",
    "Whenever a creature an opponent controls dies, that player loses 2 life.",
    "Whenever you cast a noncreature spell or a Bird spell, draw a card.",
    "Whenever you cast a noncreature or Bird spell, draw a card.",
    "Whenever you cast a historic spell, draw a card.",
    "Whenever your commander enters or attacks, draw a card.",
    "Whenever you cast a spell, draw a card for each of that spell's colors.",
    (
        "Whenever you or a permanent you control becomes the target of a spell or ability an "
        "opponent controls, draw a card."
    ),
    (
        "Whenever ~ attacks, put target creature card from defending player's graveyard onto the "
        "battlefield under your control."
    ),
    (
        "Whenever a source you control deals noncombat damage to an opponent, you draw that "
        "many cards."
    ),
)


@pytest.mark.parametrize("line", LINES)
def test_an_ability_reads_wholly_and_prints_back_to_itself(line: str) -> None:
    ability = parse_ability(line)
    assert is_understood(ability)
    assert parse_ability(show(ability)) == ability


@pytest.mark.parametrize(
    "event", ["sacrifice %s Birds", "discard %s land cards", "attack with %s Birds"]
)
def test_603_2c_an_event_of_one_or_more_is_no_event_of_one(event: str) -> None:
    several = parse_ability(f"Whenever you {event % 'one or more'}, draw a card.")
    one = parse_ability(f"Whenever you {event.removesuffix('s') % 'a'}, draw a card.")
    assert is_understood(several) and is_understood(one)
    assert several != one
    assert show(several) == f"Whenever you {event % 'one or more'}, draw a card."


_WORDS = (
    "target", "creature", "gets", "+1/+1", "until", "end", "of", "turn", "it", "that", "and", ",",
    ".", "if", "you", "may", "draw", "a", "card", "becomes", "copy", "except", "whenever", "~",
    "attacks", ":", "{T}", '"', "•", "Choose", "one", "—", "gains", "flying", "instead", "then",
    "first", "the", "X", "where", "is", "«", "»", "three", "+1/+1 counters", "on", "each",
)  # fmt: skip


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.lists(st.sampled_from(_WORDS), max_size=25))
def test_the_reader_never_crashes_on_words_of_the_game(words: list[str]) -> None:
    text = " ".join(words)
    parse_effect(text)
    parse_ability(text)
    parse_exceptions(text)
    parse_face(text, types=("Instant",))


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.text(alphabet=string.printable + "—•−“”’", max_size=80))
def test_the_reader_never_crashes_on_any_text(text: str) -> None:
    parse_effect(text)
    parse_ability(text)
    parse_exceptions(text)
