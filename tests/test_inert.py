"""What changes no object of a board: read to its last word, or said to be not understood."""

import pytest

from striate.boards.errors import BoardError
from striate.boards.reading import board_from_text
from striate.cards import tree
from striate.cards.catalogue.store import Catalogue
from striate.cards.language import parse_abilities, parse_ability, parse_effect, print_ability
from striate.queries.answers import read_by
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
        "As ~ enters, turn all other nontoken creatures upside down.",
        "~ can be attached only to a creature on Tuesdays.",
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
        "Put two of them into your hand and the rest into your graveyard.",
        "You may put a creature card and/or a land card from among them into your hand.",
        "You may reveal up to two creature cards from among them and put them into your hand.",
        "You may put a land card from among the milled cards into your hand.",
        "You have no maximum hand size for the rest of the game.",
        "Prevent all damage a red source of your choice would deal to you this turn.",
        "You may reveal a sorcery card you own from outside the game and put it into your hand.",
        (
            "Target player reveals cards from the top of their library until they reveal a land "
            "card, then puts those cards into their graveyard."
        ),
        "You may play the exiled card without paying its mana cost.",
        "The next time you would draw a card this turn, each opponent discards a card instead.",
        "When you cast your next sorcery spell this turn, copy that spell.",
        "Roll two d8 and choose one result.",
        "You may cast it this turn, and mana of any type can be spent to cast that spell.",
        (
            "You may choose a land card you own from outside the game, reveal that card, and put it"
            " into your hand."
        ),
    ],
)
def test_a_deed_that_touches_no_object_is_read(text: str) -> None:
    body = parse_effect(text)
    assert not body.touches
    assert any(isinstance(step, tree.Inert) for step in body.steps)


@pytest.mark.parametrize(
    ("text", "targets"),
    [
        (("Search your library for up to two Elf cards, reveal them, put them into your hand,"
         " then shuffle."), 1),
        (("You may search your library for an Elf card, reveal it, then shuffle and put that card"
         " on top."), 0),
        (("The next time a source of your choice would deal damage to any target this turn, prevent"
         " that damage."), 1),
        ("~ deals X damage to any target. You gain X life.", 1),
    ],
)  # fmt: skip
def test_readings_that_divide_idle_words_otherwise_are_one_that_knows_the_most(
    text: str, targets: int
) -> None:
    body = parse_effect(text)
    assert not body.touches
    assert len(body.targets) == targets


def test_a_fact_of_the_past_holds_no_second_condition() -> None:
    two = "~ deals 2 damage to any target if ~ was kicked and 3 damage to you if it was cast."
    assert parse_effect(two).touches


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
    line = (
        "As long as it's your turn, creatures you control have haste and equip abilities you "
        "activate cost {1} less to activate."
    )
    static, rule = parse_abilities(line)
    assert isinstance(static, tree.Static)
    assert isinstance(rule, tree.Inert)


def test_an_x_defined_in_a_sentence_of_its_own_is_put_in_place() -> None:
    ability = parse_ability("{T}: Put X +1/+1 counters on ~. X is the number of pin counters on ~.")
    assert isinstance(ability, tree.Activated)
    (step,) = ability.body.steps
    assert isinstance(step, tree.PutCounters)
    assert step.amount == tree.CountersOn("pin", tree.This())


DYING = (
    "steps:\n- enter: Grizzly Bears\n{more}- effect: Target creature gets -2/-2 until end of "
    "turn.\n  targets: [Grizzly Bears]\n"
)


def test_614_where_an_object_leaves_a_replacement_of_that_is_said(catalogue: Catalogue) -> None:
    plain = board_from_text(DYING.format(more=""), catalogue)
    assert outcome(plain).not_modelled == ()
    third = "If a creature would die, put it into its owner's library third from the top instead."
    card = f"cards:\n- name: Deep Shelf\n  type_line: Enchantment\n  oracle_text: {third}\n"
    moved = board_from_text(card + DYING.format(more="- enter: Deep Shelf\n"), catalogue)
    assert {each.card for each in outcome(moved).not_modelled} == {"Deep Shelf"}


SCALES = "- enter: Hardened Scales\n- enter: Corpsejack Menace\n- enter: Grizzly Bears\n"
PUT = "- effect: Put {} on target creature.\n  targets: [Grizzly Bears]\n"
DAMAGED = "- effect: If a creature dealt damage this way would die this turn, exile it instead.\n"


@pytest.mark.parametrize(
    "steps",
    [
        SCALES + PUT.format("two +1/+1 counters"),  # 616.1: doubled first, or last
        "- enter: Grizzly Bears\n" + DAMAGED + "- leave: Grizzly Bears\n",
        "- enter: Rest in Peace\n- enter: Progenitus\n- leave: Progenitus\n",
        (
            "- enter: Kalitas, Traitor of Ghet\n- enter: Bear Cub\n  controller: "
            "opponent\n- leave: "
            "Bear Cub\n"
        ),
    ],
)
def test_616_which_replacement_is_applied_is_said_where_no_board_tells(
    catalogue: Catalogue, steps: str
) -> None:
    board = board_from_text(f"steps:\n{steps}", catalogue)
    for reading in ("constraints", "referee"):
        assert read_by(reading, board).not_modelled, reading


def test_616_the_order_of_effects_that_come_to_the_same_is_not_asked(catalogue: Catalogue) -> None:
    steps = SCALES.replace("Corpsejack Menace", "Hardened Scales\n  as: other") + PUT.format(
        "two +1/+1 counters"
    )
    found = outcome(board_from_text(f"steps:\n{steps}", catalogue))
    assert found.not_modelled == ()
    counters = {each.handle: each.counters for each in found.answer.objects}
    assert counters["Grizzly Bears"] == (("+1/+1", 4),)


REPLACEMENTS = (
    "If a creature an opponent controls would die, exile it instead.",
    "If ~ would die, return it to its owner's hand instead.",
    (
        "If ~ would be put into a graveyard from anywhere, shuffle it into its owner's library "
        "instead."
    ),
    "If a card would be put into your graveyard from anywhere, exile it instead.",
    "If ~ would leave the battlefield, exile it instead of putting it anywhere else.",
    (
        "If one or more +1/+1 counters would be put on a creature you control, that many plus one "
        "+1/+1 counters are put on it instead."
    ),
    (
        "If an opponent would put one or more counters on a permanent or player, "
        "they put half that "
        "many of each of those kinds of counters on that permanent or player instead, rounded down."
    ),
    "Counters can't be put on artifacts, creatures, enchantments, or lands.",
    (
        "If one or more creature tokens would be created under your control, "
        "three times that many of "
        "those tokens are created instead."
    ),
    (
        "If an effect would create one or more tokens under your control, it "
        "creates twice that many "
        "of those tokens instead."
    ),
)


@pytest.mark.parametrize("line", REPLACEMENTS)
def test_614_replacements_are_read_and_printed(line: str) -> None:
    ability = parse_ability(line)
    kinds = tree.GoesElsewhere | tree.CountersReplaced | tree.TokensReplaced
    assert isinstance(ability, kinds)
    assert parse_ability(print_ability(ability)) == ability


@pytest.mark.parametrize(
    "steps, said_of",
    [
        ("- enter: Boon Reflection\n- effect: You gain 3 life.\n", ["Boon Reflection"]),
        ("- enter: Boon Reflection\n- effect: Scry 2.\n", []),
        ("- enter: Platinum Emperion\n- effect: You lose 3 life.\n", ["Platinum Emperion"]),
        (
            (
                "- enter: Tekuthal, Inquiry Dominus\n- enter: Walking Ballista\n  x: 1\n"
                "- effect: Proliferate.\n  targets: [Walking Ballista]\n"
            ),
            ["Tekuthal, Inquiry Dominus"],
        ),
        (
            (
                "- enter: Mossbridge Troll\n- effect: Destroy target creature.\n"
                "  targets: [Mossbridge Troll]\n"
            ),
            ["Mossbridge Troll"],
        ),
    ],
)
def test_614_what_changes_how_life_counters_or_deaths_come_is_said_where_they_do(
    steps: str, said_of: list[str], catalogue: Catalogue
) -> None:
    board = board_from_text(f"steps:\n{steps}", catalogue)
    assert [each.card for each in outcome(board).not_modelled] == said_of


def test_702_11_what_may_be_a_target_as_though_it_had_no_hexproof_is_not_refused(
    catalogue: Catalogue,
) -> None:
    steps = (
        "steps:\n- enter: Slippery Bogle\n  controller: opponent\n{more}"
        "- effect: Target creature gets +1/+1 until end of turn.\n  targets: [Slippery Bogle]\n"
    )
    with pytest.raises(BoardError):
        outcome(board_from_text(steps.format(more=""), catalogue))
    lifted = board_from_text(steps.format(more="- enter: Glaring Spotlight\n"), catalogue)
    assert outcome(lifted).not_modelled == ()


@pytest.mark.parametrize(
    "line",
    [
        (
            "If damage would be dealt to ~, prevent that damage and put that "
            "many +1/+1 counters on "
            "it."
        ),
        (
            "If a source you control would deal noncombat damage to a creature "
            "an opponent controls, "
            "put that many -1/-1 counters on that creature instead."
        ),
        "Reveal ~ as you draft it. You may look at the next card drafted from this booster pack.",
        (
            "You may reveal ~ from your opening hand. If you do, scry 2 at the beginning of your "
            "first upkeep."
        ),
        "Each spell costs {2} more to cast except during its controller's turn.",
        "Once during each of your turns, you may cast an artifact spell from your graveyard.",
        "If an opponent would draw two or more cards, instead you draw a card.",
        (
            "If a creature an opponent controls would die, exile it instead. When you do, create a "
            "Food token."
        ),
        (
            "If ~ would enter, sacrifice a Swamp instead. If you do, put ~ onto "
            "the battlefield. If "
            "you don't, put it into its owner's graveyard."
        ),
        (
            "Creatures can't attack planeswalkers you control unless their controller pays {2} for "
            "each creature they control that's attacking a planeswalker you control."
        ),
        (
            "Players can't search libraries. Any player may pay {3} for that player to ignore this "
            "effect until end of turn."
        ),
        "As ~ enters, exile any number of creature cards from your graveyard.",
        "Crew 2. Activate only once each turn.",
        (
            "Equip {5}. This ability costs {1} less to activate for each color of the creature it "
            "targets."
        ),
    ],
)
def test_what_a_board_does_not_keep_is_read_and_reads_back(line: str) -> None:
    (ability,) = parse_abilities(line)
    assert isinstance(ability, tree.Inert | tree.Keyword | tree.Static)
    assert parse_abilities(print_ability(ability)) == (ability,)


@pytest.mark.parametrize(
    "line",
    [
        "Turn ~ face down.",
        "Creatures you control have flying. If you do, turn ~ face down.",
        (
            "Creatures you control lose flying. Any player may pay {2} for that "
            "player to ignore this "
            "effect until end of turn."
        ),
        "As ~ enters, sacrifice all the lands that you like.",
        "Your devotion to each color is increased by one.",
    ],
)
def test_what_is_harmless_only_beside_other_words_is_not_read_alone(line: str) -> None:
    assert any(isinstance(each, tree.Opaque) for each in parse_abilities(line))


def test_700_4_what_is_not_on_the_battlefield_does_not_die() -> None:
    line = "If a creature card in your graveyard would die, exile it instead."
    assert isinstance(parse_ability(line), tree.Inert)


def test_719_3a_what_a_case_waits_for_is_a_triggered_ability() -> None:
    (ability,) = parse_abilities("To solve — You control four or more artifacts.")
    assert isinstance(ability, tree.Triggered)
    assert isinstance(ability.condition, tree.Every)
