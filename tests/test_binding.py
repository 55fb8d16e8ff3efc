"""What "it" and "they" mean is decided by written rules, and each of them is needed."""

from pathlib import Path
from typing import Any

import pytest

from striate.cards import language
from striate.cards import tree as t
from striate.cards.grammar import bodies
from striate.cards.grammar.binding.rules import RULES
from striate.cards.grammar.nouns import parts_of
from striate.cards.walking import any_node, nodes

CLUE = "1/1 green Elf creature token"

# For each rule a text that is read otherwise, or not at all, without it.
TEXTS: dict[str, tuple[str, ...]] = {
    "number": ("effect", "Creatures you control get +1/+1 until end of turn. It gains haste."),
    "replaced": (
        "effect",
        f"Create a {CLUE}. If you control a Swamp, put a +1/+1 counter on it instead.",
    ),
    "card": (
        "effect",
        "Reveal the top card of your library. Put a +1/+1 counter on that creature.",
    ),
    "token": ("triggered", f"Whenever a creature dies, create a {CLUE} and exile that card.", ""),
    "that": ("triggered", "When ~ enters, that creature gains haste until end of turn.", ""),
    "spell": ("spell", "~ deals 2 damage to target creature. It gains haste until end of turn."),
    "turned up": ("effect", "Draw a card. Put a +1/+1 counter on it."),
    "apart": ("triggered", "Whenever a creature attacks, ~ deals 1 damage to it.", ""),
    "gone": (
        "triggered",
        (
            "Whenever ~ attacks, you may sacrifice another artifact. If you do, "
            "it gets +2/+2 until "
            "end of turn."
        ),
        "",
    ),
    "kind": (
        "effect",
        "Untap target land, then untap target creature. That land gains haste until end of turn.",
    ),
    "permanent": (
        "effect",
        (
            "Choose target creature. Reveal the top card of your library. That creature gets +X/+0 "
            "until end of turn, where X is that card's mana value."
        ),
    ),
    "nearest": (
        "effect",
        "Untap target land. Untap target creature. It gains haste until end of turn.",
    ),
    "unread": (
        "effect",
        "Untap target creature. Frobnicate the moon. It gains haste until end of turn.",
    ),
    "aside": (
        "triggered",
        "Whenever you gain life, draw a card. If ~ is a creature, put a +1/+1 counter on target"
        + " creature. It gains haste until end of turn.",
        "",
    ),
    "vague": (
        "activated",
        "{T}, Sacrifice ~",
        "Add {C}{C}. If that mana is spent on a creature spell, it gains haste until end of turn.",
        "",
        "",
    ),
    "subject": (
        "triggered",
        "Whenever a creature attacks, if ~ has defender, it loses defender until end of turn.",
        "",
    ),
    "event": (
        "triggered",
        "Whenever ~ becomes blocked by a creature, it gets +1/+1 until end of turn.",
        "",
    ),
    "doubtful": (
        "effect",
        f"Untap target creature. If it is red, create a {CLUE}. It gains haste until end of turn.",
    ),
    "made": (
        "effect",
        f"Untap target creature, then create a {CLUE}. Put a +1/+1 counter on it.",
    ),
    "found": (
        "effect",
        (
            "Exile target creature. Its controller may search their library for a basic land card, "
            "put that card onto the battlefield, then shuffle."
        ),
    ),
    "again": (
        "effect",
        (
            "Untap target creature and attach target Equipment to it. It gains haste until end of "
            "turn."
        ),
    ),
    "or the card": (
        "effect",
        (
            "Untap target creature and draw a card. If it is red, put a +1/+1 counter on that "
            "creature."
        ),
    ),
}


def _read(given: tuple[str, ...]) -> Any:
    kind, *arguments = given
    if kind == "spell":
        return bodies.read_spell((arguments[0],))
    return getattr(bodies, f"read_{kind}")(*arguments)


def test_every_rule_of_binding_has_a_text() -> None:
    assert list(TEXTS) == list(RULES)


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_is_read_otherwise_without_the_rule(name: str) -> None:
    said = _read(TEXTS[name])
    rule = RULES[name]
    RULES[name] = lambda pool, draft, scene: pool
    try:
        assert _read(TEXTS[name]) != said
    finally:
        RULES[name] = rule


def test_the_rules_of_binding_are_told_in_the_documents() -> None:
    page = (Path(__file__).parents[1] / "cards/grammar/binding/README.md").read_text()
    assert [line.split("`")[1] for line in page.splitlines() if line.startswith("| `")] == list(
        RULES
    )


def test_where_two_objects_fit_the_sentence_is_not_understood() -> None:
    body = language.parse_effect("Untap target land and target creature. It gets +1/+1.")
    assert any_node(body, (t.Prose,))


def test_the_two_sides_of_a_verb_are_two_objects() -> None:
    body = language.parse_effect("Choose target creature. Target land you control fights it.")
    (fight,) = [step for step in body.steps if isinstance(step, t.Act) and step.verb == "fight"]
    assert fight.who != fight.to


def test_they_are_the_objects_that_the_first_instruction_named() -> None:
    body = language.parse_effect("Untap all tapped creatures. They gain haste until end of turn.")
    first, second = body.steps
    assert isinstance(first, t.SetTapped)
    assert isinstance(second, t.Continuous)
    assert second.effect.who == t.Those(first.who)  # type: ignore[arg-type]  # it is a group


@pytest.mark.parametrize(
    "text, last",
    [
        ("~ gets +2/+1 and creatures you control gain haste until end of turn.", 2),
        ("Until end of turn, ~ gets +2/+1 and creatures you control gain haste.", 2),
        ("Gain control of target creature and ~ gains haste until end of turn.", 0),
    ],
)
def test_a_duration_at_the_end_is_shared_only_where_it_is_clear(text: str, last: int) -> None:
    body = language.parse_effect(text)
    steps = [step for step in body.steps if isinstance(step, t.Continuous)]
    assert len(steps) == last
    assert all(step.duration == t.UntilEndOfTurn() for step in steps)


def test_its_power_before_a_target_is_that_of_what_was_named_before() -> None:
    (ability,) = language.parse_abilities(
        "When ~ dies, put a number of +1/+1 counters equal to its power on target creature."
    )
    assert isinstance(ability, t.Triggered)
    (put,) = ability.body.steps
    assert put == t.PutCounters(t.Target(0), "+1/+1", t.StatOf("power", t.This()))
    after = language.parse_effect(
        "Put a number of +1/+1 counters on target creature equal to its power."
    )
    assert after.steps[0].amount == t.StatOf("power", t.Target(0))  # type: ignore[union-attr]  # the same step


def test_701_53a_the_number_of_an_incubator_token_is_known_before_there_is_one() -> None:
    (ability,) = language.parse_abilities("When ~ dies, incubate X, where X is its power.")
    assert isinstance(ability, t.Triggered)
    put = ability.body.steps[-1]
    assert put == t.PutCounters(t.Target(0), "+1/+1", t.StatOf("power", t.This()))


def test_111_3_what_it_has_is_part_of_a_token_that_may_be_made() -> None:
    body = language.parse_effect(
        'You may create a 0/1 colorless Eldrazi Spawn creature token. It has "Sacrifice ~: Add '
        '{C}."'
    )
    (may,) = body.steps
    assert isinstance(may, t.Do)
    (made,) = may.steps
    assert isinstance(made, t.CreateTokens)
    assert len(made.token.abilities) == 1
    assert not body.targets


@pytest.mark.parametrize("first", ["When you do,", "When you do, if you control a Bear,"])
def test_603_12_the_sentence_after_when_you_do_is_of_the_reflexive_trigger(first: str) -> None:
    body = language.parse_effect(
        f"You may pay {{2}}. {first} put a +1/+1 counter on target creature."
        " That creature gains trample until end of turn. You gain 1 life."
    )
    whole, life = body.steps
    assert any_node(whole, (t.Continuous,))
    assert isinstance(life, t.LifeChange)


def test_a_token_that_is_made_only_under_another_condition_is_not_it() -> None:
    body = language.parse_effect(
        "Choose target artifact. If you control a Bear, you may create a token that's a copy of it."
        " If you don't control a Bear, it becomes a 1/1 creature."
    )
    assert not any(isinstance(step, t.Continuous) for step in body.steps)
    assert any_node(body, (t.Prose,))


def test_702_178_max_speed_gives_all_of_its_paragraph() -> None:
    (ability,) = language.parse_abilities("Max speed — ~ has menace. Other Bears have haste.")
    assert isinstance(ability, t.Static)
    (effect,) = ability.effects
    assert effect.who == t.This()
    assert effect.condition is not None


def test_that_creature_is_what_the_text_has_called_a_creature() -> None:
    """The host of an Equipment is called by that name, and a spell is no creature."""
    (ability,) = language.parse_abilities(
        "Whenever equipped creature blocks a creature,"
        " that creature loses all abilities until end of turn."
    )
    assert isinstance(ability, t.Triggered)
    assert ability.body.targets[0].word == "that"
    (loses,) = ability.body.steps
    assert isinstance(loses, t.Continuous)
    assert loses.effect.who == t.Target(0)
    (ability,) = language.parse_abilities(
        "Whenever you cast a spell, put a +1/+1 counter on target creature."
        " If that spell is red, put a stun counter on that creature."
    )
    assert isinstance(ability, t.Triggered)
    _, more = ability.body.steps
    assert isinstance(more, t.Do)
    assert more.steps == (t.PutCounters(t.Target(0), "stun", t.Num(1)),)


def test_with_lesser_power_is_less_than_the_object_named_before() -> None:
    body = language.parse_effect(
        "Target creature gains trample until end of turn. Then choose another creature with "
        "lesser power."
        " That creature gains haste until end of turn."
    )
    chosen = body.steps[-1].effect.who  # type: ignore[union-attr]  # "gains haste"
    assert isinstance(chosen, t.ChosenObject)
    assert any_node(chosen.filter, lambda node: node == t.StatOf("power", t.Target(0)))


def test_another_card_than_what_died_is_other_than_its_card() -> None:
    ability = language.parse_ability(
        "Whenever ~ or another creature you control dies, return another target creature card "
        "with lesser mana value from your graveyard to the battlefield."
    )
    assert isinstance(ability, t.Triggered)
    dead = t.Target(0)
    assert t.Not(t.Is(dead)) in parts_of(ability.body.targets[1].filter)
    assert any_node(ability.body.targets[1], lambda node: node == t.StatOf("mana value", dead))


def test_a_condition_on_several_objects_is_each_of_theirs_or_not_understood() -> None:
    start = "Creatures you control get +1/+1 until end of turn."
    body = language.parse_effect(f"{start} They gain trample until end of turn if they're green.")
    gains = body.steps[-1].effect.who  # type: ignore[union-attr]  # "gain trample"
    assert isinstance(gains, t.Each)
    assert any_node(gains, (t.Those,))
    assert language.parse_effect(f"{start} If they're green, draw a card.").touches


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("Whenever enchanted creature attacks, each other creature gains haste.", t.Attached()),
        ("Whenever equipped creature attacks, tap another target creature.", t.Attached()),
        (
            (
                "Whenever a creature you control enters, you may return another creature you "
                "control that shares a color with it to its owner's hand."
            ),
            t.Target(0),
        ),
    ],
)
def test_other_than_what_the_event_is_about(text: str, other: t.Ref) -> None:
    (ability,) = language.parse_abilities(text)
    assert language.is_understood((ability,))
    assert not any_node(ability, (t.Other,))
    assert t.Not(t.Is(other)) in nodes(ability)
