"""What a resolved sentence does to characteristics: read into effects, printed, read again."""

import pytest

from striate.cards import tree as t
from striate.cards.language import parse_abilities, parse_effect, parse_face
from striate.cards.printing.canonical import show
from striate.cards.prose import is_understood
from striate.cards.walking import any_node, nodes

CREATURE = t.HasType("Creature")
TARGET = t.Target(0)


def changes(text: str) -> tuple[t.Change, ...]:
    """The changes of the only effect of a one-sentence body."""
    (step,) = parse_effect(text).steps
    assert isinstance(step, t.Continuous)
    return step.effect.changes


def test_a_target_gets_a_bonus_until_end_of_turn() -> None:
    body = parse_effect("Target creature gets +2/-1 until end of turn.")
    modify = t.ModifyPT(t.Num(2), t.Num(-1))
    assert body == t.Body(
        (t.Continuous(t.Effect(TARGET, (modify,)), t.UntilEndOfTurn()),),
        (t.TargetSpec(CREATURE),),
    )


def test_a_leading_duration_is_the_same_as_a_trailing_one() -> None:
    trailing = parse_effect("Target creature gains flying until end of turn.")
    assert parse_effect("Until end of turn, target creature gains flying.") == trailing


def test_each_verb_phrase_takes_the_duration_after_it() -> None:
    both = parse_effect("Target creature gets +1/+1 until end of turn and can't block this turn.")
    (step,) = both.steps
    assert isinstance(step, t.Continuous) and len(step.effect.changes) == 2


def test_no_duration_is_permanent_611_2a() -> None:
    (step,) = parse_effect("Target creature becomes blue.").steps
    assert step == t.Continuous(t.Effect(TARGET, (t.SetColors(("U",)),)), t.Permanently())


@pytest.mark.parametrize(
    ("words", "duration"),
    [
        ("until your next turn", t.UntilYourNextTurn()),
        ("for as long as ~ remains on the battlefield", t.UntilLeaves()),
        ("for as long as you control ~", t.AsLongAs(t.Matches(t.This(), t.ControlledBy("you")))),
        ("for as long as ~ remains tapped", t.AsLongAs(t.Matches(t.This(), t.IsTapped()))),
    ],
)
def test_durations_611_2b(words: str, duration: t.Duration) -> None:
    (step,) = parse_effect(f"Gain control of target creature {words}.").steps
    assert isinstance(step, t.Continuous) and step.duration == duration


def test_205_1b_that_is_still_a_land_adds_types() -> None:
    assert changes("Target land becomes a 3/3 Bird creature that's still a land.") == (
        t.AddTypes(("Creature",), ("Bird",)),
        t.SetBasePT(t.Num(3), t.Num(3)),
    )


def test_205_1b_the_sentence_after_adds_types_too() -> None:
    one = parse_effect("Target land becomes a 3/3 Bird creature that's still a land.")
    two = parse_effect("Target land becomes a 3/3 Bird creature. It's still a land.")
    assert one == two


def test_205_1b_an_artifact_creature_keeps_its_types_but_not_its_creature_types() -> None:
    assert changes("~ becomes a 1/1 Bird artifact creature until end of turn.")[:2] == (
        t.SetSubtypes("creature", ("Bird",)),
        t.AddTypes(("Artifact", "Creature")),
    ) or changes("~ becomes a 1/1 Bird artifact creature until end of turn.")[:2] == (
        t.AddTypes(("Artifact", "Creature")),
        t.SetSubtypes("creature", ("Bird",)),
    )


def test_205_1a_a_card_type_replaces_the_others() -> None:
    assert changes("Target permanent becomes a Food artifact.") == (
        t.SetTypes(("Artifact",), ("Food",)),
    )


def test_205_1a_a_creature_type_alone_replaces_creature_types() -> None:
    found = changes("Target creature becomes a blue Bird with base power and toughness 1/1.")
    assert found == (
        t.SetSubtypes("creature", ("Bird",)),
        t.SetColors(("U",)),
        t.SetBasePT(t.Num(1), t.Num(1)),
    )


def test_in_addition_to_its_other_colors_and_types() -> None:
    found = changes("Target creature becomes a red Bird in addition to its other colors and types.")
    assert found == (t.AddTypes((), ("Bird",)), t.AddColors(("R",)))


def test_losing_all_other_abilities_goes_before_gaining() -> None:
    found = changes("Target creature gains flying and loses all other abilities.")
    assert found == (t.LoseAllAbilities(), t.GainAbilities((t.Keyword("flying"),)))


def test_x_is_what_the_sentence_says() -> None:
    (change,) = changes("~ gets +X/+0 until end of turn, where X is its power.")
    assert change == t.ModifyPT(t.StatOf("power", t.Affected()), t.Num(0))


def test_doubling_power_701_10() -> None:
    (change,) = changes("Double target creature's power until end of turn.")
    assert change == t.ModifyPT(t.StatOf("power", t.Affected()), t.Num(0))


def test_exchanges_name_two_targets() -> None:
    body = parse_effect("Exchange control of two target creatures.")
    assert len(body.targets) == 2
    (step,) = body.steps
    assert isinstance(step, t.Continuous)
    assert step.effect.changes == (t.ExchangeControl(t.Target(1)),)


def test_text_changes_keep_their_kinds_612_2() -> None:
    (change,) = changes(
        "Change the text of target permanent by replacing all instances of one color word"
        " with another or one basic land type with another."
    )
    assert change == t.ReplaceWords(("color", "basic land type"))


def test_quoted_abilities_are_read_as_abilities() -> None:
    (change,) = changes('Target creature gains "{T}: Draw a card." until end of turn.')
    assert isinstance(change, t.GainAbilities)
    assert isinstance(change.abilities[0], t.Activated)


LINES = (
    "Target creature gets +1/+1 and gains flying until end of turn.",
    "Creatures you control get +1/+0 and gain trample until end of turn.",
    "Until end of turn, target creature loses all abilities and has base power and toughness 0/1.",
    "Up to two target creatures each get -1/-1 until end of turn.",
    "Switch target creature's power and toughness until end of turn.",
    "Target creature becomes the color of your choice until end of turn.",
    "Target land becomes the basic land type of your choice until end of turn.",
    "Target creature gains your choice of flying, vigilance, or trample until end of turn.",
    "Target creature becomes a copy of another target creature until end of turn.",
    "Put a +1/+1 counter on target creature. It gains haste until end of turn.",
    "Put two +1/+1 counters and a flying counter on target creature.",
    "Double the number of +1/+1 counters on target creature.",
    "Remove all counters from target permanent.",
    "Move all counters from target creature onto another target creature.",
    "Transform all Humans.",
    "For each creature you control, create a Royal Role token attached to it.",
    "Move a +1/+1 counter from ~ onto target creature.",
    "Move any number of +1/+1 counters from ~ onto target creature.",
    "Move one or more counters from ~ onto target permanent.",
    "Move a counter of each kind not on ~ from target permanent onto ~.",
    "Target creature gets +2/+2 until the end of your next turn.",
    "Create two 1/1 white Bird creature tokens with flying. They gain haste until end of turn.",
    "Destroy target creature. Its controller gains 3 life.",
    "Return target creature card from your graveyard to the battlefield. It gains haste.",
    "Target player draws two cards and loses 2 life.",
    "You may discard a card. If you do, draw a card. If you don't, scry 1.",
    "You may pay {1}. When you do, target creature gets +1/+1 until end of turn.",
    "Tap target creature. If you control a Bird, destroy that creature instead.",
    "Choose one — • Target creature gains flying until end of turn. • Draw a card.",
    "Search your library for a basic land card, put it onto the battlefield tapped, then shuffle.",
    "Search your library and/or graveyard for a Bird card and put it onto the battlefield.",
    "Target player sacrifices a creature and loses 1 life.",
    "Each opponent sacrifices two creatures of their choice.",
    "Each opponent may draw a card. For each opponent who does, create a Food token.",
    "Distribute three +1/+1 counters among one, two, or three creatures you control.",
    "Exile target player's graveyard. Exile target creature card exiled this way.",
    "Sacrifice a creature. Populate.",
    "Adapt 2.",
    "Amass Birds 2.",
    "Manifest the top card of your library, then put two +1/+1 counters on it.",
    "Manifest dread, then attach ~ to that creature.",
    "Create a 1/1 green Elf creature token for each Forest you control.",
    "Create a number of 1/1 red Goblin creature tokens equal to your devotion to red.",
    "Create a Food token, a Clue token, and a 1/1 white Bird creature token with flying.",
    "Create a colorless 1/1 Thopter artifact creature token.",
    "For each Forest you control, create a 1/1 blue Bird creature token with flying named Wren.",
    "Create a 1/1 Elf creature token. Create five of those tokens instead if you control a Bird.",
    "Exile target land. Put that card onto the battlefield at the beginning of the next upkeep.",
    "Until end of turn, target creature's base power and toughness become 1/1.",
    "Exchange control of two other target creatures that share a card type.",
    "Target creature's owner puts it on their choice of the top or bottom of their library.",
    "Put target creature into its owner's library third from the top.",
    "Move a +1/+1 counter from ~ onto target creature.",
    "Move all +1/+1 counters from target creature onto ~.",
    "Return target Aura card from your graveyard to the battlefield attached to ~.",
    "Put target creature card from your graveyard onto the battlefield tapped and attacking.",
    "For each opponent, destroy up to one target creature that player controls.",
    "Reveal cards from the top of your library until you reveal an Elf card. Exile that card.",
    "Sacrifice a creature. If you can't, you lose 3 life.",
    "If an opponent controls more lands than you, create a Treasure token.",
    "If you don't control a Bird, draw a card.",
    "Put up to two land cards from your hand onto the battlefield tapped.",
    "Exile target player's graveyard.",
    "Exile all graveyards.",
    "Exile each opponent's graveyard.",
    "Untap target creature. Its controller sacrifices it.",
    "Proliferate.",
    "Target creature explores.",
    "Target creature explores, then explores again.",
    'You get an emblem with "Creatures you control get +1/+1."',
    # What a player does with what is theirs.
    "Target player exiles two cards from their hand and loses 2 life.",
    "Each player returns a creature they control to its owner's hand.",
    "Target player untaps all basic lands they control.",
    "Target player shuffles up to two target cards from their graveyard into their library.",
    "Each player may put a land card from their hand onto the battlefield.",
    "Return all artifacts target player owns to their hand.",
    # "That player", of an object that is an opponent's or that went to its owner's hand.
    "Destroy target creature an opponent controls. That player loses 3 life.",
    "Return target land to its owner's hand. Then that player discards a card.",
    "Counter target spell unless its controller pays {1}. That player mills a card.",
    (
        "Exile target creature. Its controller may search their library for a basic land card, put "
        "that card onto the battlefield tapped, then shuffle."
    ),
    # As much of the same.
    "~ deals 2 damage to any target. If ~ was kicked, it deals 4 damage instead.",
    (
        "Prevent the next 1 damage that would be dealt to target creature this turn. If it's "
        "a green creature, prevent the next 2 damage instead."
    ),
    "~ deals X plus 2 damage to target creature.",
    # What has just been done, what is chosen how.
    (
        "Discard a card. When you discard a land card this way, target creature gets +1/+1 "
        "until end of turn."
    ),
    "Return a creature card at random from your graveyard to your hand.",
    (
        "Return up to two target creature cards with total mana value 4 or less from your "
        "graveyard to the battlefield."
    ),
    (
        "Search your library for a land card with a basic land type, put it onto the "
        "battlefield, then shuffle."
    ),
    "Destroy up to one target artifact, up to one target creature, and up to one target land.",
    "Destroy target creature. Exile all tokens with the same name as that creature.",
    "Exile each creature with mana value of the chosen value.",
    "Discard any number of cards. Up to that many target creatures gain flying until end of turn.",
    (
        "Prevent all damage that would be dealt to target creature this turn. For each 1 "
        "damage prevented this way, put a +1/+1 counter on that creature."
    ),
    (
        "If you control the creature with the greatest power or tied for the greatest power, "
        "draw a card."
    ),
    "If you control four or more lands with different names, draw a card.",
    "If an opponent has more life than you, you gain 5 life.",
    "If an opponent has more cards in hand than you, draw a card.",
    "Target opponent discards a card. If they do, draw a card.",
    "You may draw a card, then put a creature card from your graveyard onto the battlefield.",
    "Target creature loses all landwalk abilities until end of turn.",
    "Target attacking Wolf or Werewolf gains haste until end of turn.",
    "Enchanted creature gets +1/-1 or -1/+1 until end of turn.",
    "Mill three cards. Put a land card from among the milled cards onto the battlefield.",
    (
        "Starting with you, each player votes for sun or rain. If sun gets more votes, draw a"
        " card. If rain gets more votes or the vote is tied, you gain 5 life."
    ),
    (
        "Choose up to five {P} worth of modes. You may choose the same mode more than once.\n"
        "• {P} — Draw a card.\n• {P}{P} — You gain 3 life."
    ),
    (
        "Search your library for up to X Bird cards, where X is the number of Birds you "
        "control, put them onto the battlefield, then shuffle."
    ),
    'Create a 1/1 green Bird creature token named Tweet. It has "Sacrifice Tweet: Draw a card."',
    (
        "Return up to one target artifact card, up to one target land card, and up to one "
        "target Aura card from your graveyard to the battlefield."
    ),
    # "Equipped", "each with", "this way", and other words between.
    "Target attacking equipped creature gains menace until end of turn.",
    (
        "Creatures your opponents control lose hexproof and shroud and can't have hexproof or "
        "shroud until end of turn."
    ),
    "~ deals 1 damage to each creature that doesn't have first strike, vigilance, or haste.",
    "Populate. The token created this way gains haste.",
    "Return target artifact or non-Aura enchantment card from your graveyard to your hand.",
    (
        "Return up to two target creature cards each with mana value 2 or less from your "
        "graveyard to the battlefield."
    ),
    "If you control creatures named Tom and Huck, draw a card.",
    (
        "Prevent the next 1 damage that would be dealt to target player, planeswalker, or Elf "
        "creature this turn."
    ),
    "Tap target creature. If that creature has greater power than ~, draw a card.",
    (
        "Tap target creature. It gets -X/-0 until end of turn, where X is half the creature's "
        "power, rounded down."
    ),
    "Choose an opponent. That player gains control of ~.",
    "Choose an opponent. Untap all lands that player controls.",
    "You may attach any number of Equipment you control to target creature.",
    "Put a card an opponent owns from exile into that player's graveyard.",
    "Exchange control of ~ and target permanent you neither own nor control.",
    "Target creature you control gets +2/+2 until end of turn if its power is 2.",
    "Target creature assigns combat damage equal to its toughness rather than its power this turn.",
    "Exile all cards in all graveyards that were put there from the battlefield this turn.",
    "~ becomes a 3/3 Bird creature until end of turn. It's still a Forest land.",
    "Counter target spell. Destroy all creatures with that spell's mana value.",
    "Turn a creature you control face up.",
    "Draw a card. If ~ was kicked, whenever a creature you control dies this turn, scry 1.",
    "Target land loses all land types and abilities until end of turn.",
    "Return target artifact, enchantment, or legendary card from your graveyard to your hand.",
    "Put a commander you own from the command zone onto the battlefield. It gains haste.",
    (
        "You may put a creature card with total power and toughness 5 or less from your hand onto "
        "the battlefield."
    ),
    "Mill four cards. Put each creature card milled this way onto the battlefield.",
    "Target creature gains protection from the card type of your choice until end of turn.",
    (
        "Target creature you control fights target creature you don't control. If the creature you "
        "control is an Elf, it gains trample until end of turn."
    ),
    "For each opponent, create a 1/1 Bird creature token that's tapped and attacking that player.",
    # Which of them, with what, and how much of it.
    "Return target Bird card with mana value less than X from your graveyard to your hand.",
    "Destroy target creature with less power than ~.",
    "Destroy up to X target creatures with total mana value X or less.",
    "You may exchange control of ~ and target land with an equal or lesser mana value.",
    "Choose any number of creatures with different powers. They gain haste until end of turn.",
    "Investigate X times, where X is the number of Birds you control.",
    "Return target Bird card from your graveyard to the battlefield tapped and transformed.",
    "Target opponent gains control of ~ and puts a charge counter on it.",
    (
        "Return target Bird card from your graveyard to your hand. Return that card from your "
        "graveyard to the battlefield instead if you control a Swamp."
    ),
    (
        "Exile cards from the top of your library until you exile a nonland card. ~ deals damage "
        "to any target equal to that card's mana value."
    ),
    "Tap target creature. If you control a Bird with greater power than that creature, scry 1.",
    "Put a land card put into a graveyard this way onto the battlefield under your control.",
    "You put a creature card exiled this way onto the battlefield. It gains haste.",
    "Return the top creature card of your graveyard to the battlefield. It gains haste.",
    "Destroy target creature. Gain control of all Equipment that were attached to it.",
    "Defending player chooses a card in your graveyard. Return that card to your hand.",
    "For each player, choose a land card in that player's graveyard. Exile those cards.",
    "Put up to two lore counters on ~.",
    "Put a flying counter on ~ and a flying counter and a haste counter on target creature.",
    (
        "Target creature gets +1/+1 until end of turn for each mana from a Treasure that was spent "
        "to cast ~."
    ),
    "Roll a six-sided die. ~ gets +X/+0 until end of turn, where X is the result minus 1.",
    "Then, if ~ has the greatest power or is tied for greatest power among Birds, draw a card.",
    "You may have your life total become the number of Birds you control.",
    "~ deals 1 damage to each non-Bolas planeswalker.",
    # Power and toughness that become those of others, and what is no longer.
    "The base power and toughness of each Bird become equal to ~'s power until end of turn.",
    "Choose target Bird. Its base power and toughness become equal to ~'s power and toughness.",
    (
        "~ becomes a Bird creature with flying and base power and toughness equal to ~'s power and"
        " toughness until end of turn."
    ),
    "~ has base power and base toughness each equal to the number of Birds you control.",
    "Until end of turn, ~ becomes a 1/1 Bird artifact creature that's no longer an Equipment.",
    (
        "Target Bird card in your graveyard gains harmonize. Its harmonize cost is equal to its "
        "mana cost."
    ),
    # Copies, and modes in lines or of what has just been done.
    "Create a token that's a copy of a card you exiled with cards named ~.",
    "Birds you control become copies of target creature until the next end step.",
    (
        "For each Aura attached to target creature, create a token that's a copy of it attached to"
        " that creature."
    ),
    (
        "For each attacking Bird, create a token that's a copy of that creature and that's blocking"
        " that creature."
    ),
    (
        "Choose up to five {P} worth of modes. You may choose the same mode more than once.\n"
        "{P} — Draw a card.\n{P}{P} — You gain 3 life."
    ),
    "You may pay {1}. When you do, choose one —\n• Draw a card.\n• ~ gains haste.",
    "Delirium — Choose one. If you control a Bird, choose both instead.\n• Draw a card.\n• Scry 1.",
)


@pytest.mark.parametrize(
    "text",
    [
        "If you control an Elf, you may tap target creature. Put a stun counter on it.",
        "Draw a card at the beginning of the next end step. You gain 2 life.",
        (
            "You may choose a color. Creatures you control gain protection from the chosen color "
            "until end of turn."
        ),
        (
            "If you control an Elf, choose a color. Otherwise, draw a card. Creatures you control "
            "gain protection from the chosen color until end of turn."
        ),
    ],
)
def test_a_sentence_of_its_own_goes_into_no_step_before(text: str) -> None:
    assert len(parse_effect(text).steps) == 2


def test_what_is_said_of_them_hangs_on_the_condition_that_names_them() -> None:
    text = "If you control an Elf, untap all Forests. They become 2/2 creatures. Draw a card."
    done, _ = parse_effect(text).steps
    assert isinstance(done, t.Do) and len(done.steps) == 2


@pytest.mark.parametrize(
    "others", [("Artifact",), ("Artifact", "Land"), ("Artifact", "Battle", "Land")]
)
@pytest.mark.parametrize(
    ("words", "part"),
    [
        ("with flying", t.HasKeyword("flying")),
        ("with power 4 or greater", t.StatIs("power", ">=", t.Num(4))),
    ],
)
def test_only_the_creature_is_to_be_able(
    others: tuple[str, ...], words: str, part: t.Filter
) -> None:
    listed = ", ".join(others).lower()
    body = parse_effect(f"Destroy target {listed}{',' * (len(others) > 1)} or creature {words}.")
    kinds = tuple(map(t.HasType, others))
    assert body.targets == (t.TargetSpec(t.AnyOf((*kinds, t.AllOf((CREATURE, part))))),)
    assert parse_effect(show(body)) == body


def test_what_hangs_on_an_unread_sentence_is_not_read() -> None:
    body = parse_effect("Make the bears huge. If you do, draw a card.")
    assert all(isinstance(step, t.Prose) for step in body.steps)


@pytest.mark.parametrize("line", LINES)
def test_a_body_reads_wholly_and_prints_back_to_itself(line: str) -> None:
    body = parse_effect(line)
    assert is_understood(body)
    assert parse_effect(show(body)) == body


@pytest.mark.parametrize(
    "line",
    [
        "Enchanted permanent's controller sacrifices it.",
        "Until end of turn, target creature gains flying and target land becomes a Forest forever.",
        "Target creature gets +1/+1 until end of turn. Wobble it.",
        "Target creature's owner shuffles it into their library, then investigates.",
        "Each of your opponents discards a card and loses 2 life.",
        "Sacrifice any number of lands. Search your library for up to that many land cards.",
        "Target creature and target land fight. It gains flying.",
        "Until your next turn, target creature explores.",  # a deed has no duration
        # What is found is no object that was named before.
        (
            "Sacrifice two lands. Search your library for four Bird cards, put them onto the "
            "battlefield."
        ),
        "For each player, put a +1/+1 counter on target creature.",
        "For each creature you control, put a +1/+1 counter on it.",
        "Choose up to two Birds. Exile all other creatures.",
        "You put a +1/+1 counter on a creature they control.",
        "When you cast a spell this way, draw a card.",  # later, not just now
        "Return target artifact card from your graveyard, target land, and target Aura to a hand.",
    ],
)
def test_what_is_not_read_stays_prose_and_says_that_it_could_matter(line: str) -> None:
    body = parse_effect(line)
    assert any(isinstance(step, t.Prose) for step in body.steps)
    assert body.touches


def test_cards_revealed_this_way_are_no_group_that_a_board_can_count() -> None:
    body = parse_effect(
        "Reveal any number of green cards in your hand. "
        "Target creature gets +X/+X until end of turn, where X is the number of cards revealed "
        "this way."
    )
    assert is_understood(body)
    assert any_node(body, (t.UnknownAmount,))
    assert not any_node(body, (t.Count,))


def test_who_is_blocked_is_not_who_blocks() -> None:
    body = parse_effect(
        "Put a +1/+1 counter on target creature you control. Another target creature blocks it "
        "this turn if able."
    )
    assert body.steps[1] == t.Inert(
        "<who> blocks <who> this turn if able", (t.Target(1), t.Target(0))
    )


def test_701_17a_cards_that_were_milled_are_in_a_graveyard() -> None:
    rest = "return up to two creature cards from among them to your hand."
    assert parse_effect(f"Mill four cards, then {rest}").targets[0].zone == "graveyard"
    looked = parse_effect(f"Mill a card. Look at the top four cards of your library. {rest}")
    assert looked.targets[0].zone == "library"


def test_each_player_sacrifices_what_that_player_controls() -> None:
    body = parse_effect("Each player sacrifices a creature.")
    mine, theirs = (step.who for step in body.steps if isinstance(step, t.MoveZone))
    assert isinstance(mine, t.ChosenObject) and isinstance(theirs, t.ChosenObject)
    assert (mine.kind, theirs.kind) == ("creature", "second creature")
    assert any_node(theirs, lambda node: node == t.ControlledBy("opponent"))


def test_the_second_that_is_chosen_has_a_word_of_its_own() -> None:
    both = parse_effect("Sacrifice a creature. Put a +1/+1 counter on a creature you control.")
    one = parse_effect("If you control a Bird, sacrifice a creature. Otherwise, tap a creature.")
    assert any_node(both, lambda node: getattr(node, "kind", "") == "second creature")
    assert not any_node(one, lambda node: getattr(node, "kind", "") == "second creature")


def test_a_card_that_may_be_found_in_a_graveyard_is_moved() -> None:
    body = parse_effect("Search your library and/or graveyard for a card, put it into your hand.")
    assert isinstance(body.steps[-1], t.MoveZone) and body.steps[-1].to == "hand"


def test_each_of_several_deals_damage_equal_to_its_own_power() -> None:
    body = parse_effect(
        "Choose target creature you don't control. Each creature you control deals damage equal "
        "to its power to that creature."
    )
    assert not any_node(body, lambda node: isinstance(node, t.StatOf))


@pytest.mark.parametrize(
    "line",
    [
        "Conjure a card named Bear into your graveyard.",
        "Exchange your hand and library.",
    ],
)
def test_what_changes_a_zone_or_a_room_is_not_idle(line: str) -> None:
    assert not is_understood(parse_effect(line))


def test_after_what_each_player_may_do_they_are_nobody_in_particular() -> None:
    body = parse_effect(
        "Each player may put a land card from their hand onto the battlefield. If they do, draw a "
        "card."
    )
    assert len(body.steps) == 3  # the draw is bound to neither choice


def test_a_card_of_a_hand_is_none_of_those_that_somebody_controls() -> None:
    body = parse_effect(
        "You may put a permanent card with mana value less than or equal to the number of lands "
        "you control from your hand onto the battlefield."
    )
    (counted,) = [node for node in nodes(body) if isinstance(node, t.Count)]
    assert counted.zone == "battlefield"
    assert any_node(body, lambda node: node == t.InZone("hand"))


def test_the_exiled_card_is_in_exile_and_what_exiled_it_is_not() -> None:
    card = parse_abilities(
        "When ~ enters, exile target creature.\n{1}: Return ~ and the exiled card to their owner's "
        "hand."
    )
    (both,) = [node for node in nodes(card) if isinstance(node, t.Each)]
    assert both.zone == "any"


def test_what_is_said_of_the_object_of_a_delayed_event_is_done_then() -> None:
    """603.7: what follows speaks of what only the event names."""
    body = parse_effect(
        "Whenever a creature you control attacks this turn, untap it. It gains trample until end "
        "of turn. Draw a card."
    )
    delayed, draw = body.steps
    assert isinstance(delayed, t.Delayed) and len(delayed.steps) == 2
    assert isinstance(draw, t.Act)


@pytest.mark.parametrize(
    ("kind", "meant"),
    [
        ("card type", t.HasType("@card type")),
        ("permanent type", t.HasType("@card type")),
        ("planeswalker type", t.Unknown("of the chosen type")),
        ("nonbasic land type", t.HasSubtype("@land type")),
        ("creature type", t.HasSubtype("@creature type")),
    ],
)
def test_the_chosen_type_is_of_the_kind_that_is_chosen(kind: str, meant: t.Filter) -> None:
    """607.2d, 608.2d"""
    text = f"Choose a {kind}. Destroy all permanents of the chosen type."
    [spell] = parse_face(text, types=("Sorcery",))
    assert any_node(spell, lambda node: node == meant)
