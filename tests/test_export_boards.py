"""Boards in other engines' words: the forms that are known to work, and what is refused."""

import pytest

from striate.boards.exports.formats import CannotExport, export, export_suite
from striate.boards.reading import board_from_text
from striate.boards.timeline import Board
from striate.cards.catalogue.store import Catalogue
from striate.queries.generating.settling import export_settled, export_suite_settled, unsettled

CATALOGUE = Catalogue.open()


def board(text: str) -> Board:
    return board_from_text(text, CATALOGUE)


def lines(text: str, format: str = "xmage") -> list[str]:
    """The code of the one test in an exported file."""
    file = export(board(text), format, name="a board", note="why it is so", wrong="a 1/1")
    inside = file.text.split("() {\n")[1].split("\n    }\n")[0]
    return [line.strip() for line in inside.splitlines() if line.strip()]


def reason(text: str, format: str = "xmage") -> str:
    with pytest.raises(CannotExport) as caught:
        export(board(text), format, name="a board", note="")
    return caught.value.reason


LEVELLED = """
rules: ["613.7a", "711.2a"]
steps:
  - enter: Coralhelm Commander
  - counters: {level: 2}
    on: Coralhelm Commander
  - enter: Godhead of Awe
    controller: opponent
expect:
  Coralhelm Commander: {power: 1, toughness: 1, has: [Flying], colors: [U], is: [Creature, Merfolk]}
  Godhead of Awe: {power: 4, toughness: 4, controller: opponent}
"""


def test_counters_are_put_on_in_time_and_all_is_asked_by_alias() -> None:
    label = '(613.7a, 711.2a)", 1, PhaseStep.BEGIN_COMBAT, playerA, "@c1"'
    assert lines(LEVELLED) == [
        'load(Zone.BATTLEFIELD, playerA, "Coralhelm Commander@c1");',
        'addCounters(1, STEP, playerA, "@c1", CounterType.LEVEL, 2);',
        'enter(playerB, "Godhead of Awe@c2");',
        f'checkPT("c1 Coralhelm Commander is 1/1 {label}, 1, 1);',
        f'checkAbility("c1 Coralhelm Commander has flying {label}, FlyingAbility.class, true);',
        f'checkType("c1 Coralhelm Commander is creature {label}, CardType.CREATURE, true);',
        (
            f'checkSubType("c1 Coralhelm Commander is Merfolk {label}, '
            'SubType.byDescription("Merfolk"), true);'
        ),
        f'checkColor("c1 Coralhelm Commander is U {label}, "U", true);',
        f'checkColor("c1 Coralhelm Commander is not WBRG {label}, "WBRG", false);',
        (
            'checkPT("c2 Godhead of Awe is 4/4 (613.7a, 711.2a)", 1, '
            "PhaseStep.BEGIN_COMBAT, playerB, "
            '"@c2", 4, 4);'
        ),
        (
            'checkPermanentCount("c2 Godhead of Awe is playerB\'s (613.7a, 711.2a)", 1, '
            'PhaseStep.BEGIN_COMBAT, playerB, "@c2", 1);'
        ),
        "finish();",
    ]


def test_forge_sets_counters_and_asks_the_cards() -> None:
    assert lines(LEVELLED, "forge") == [
        "Game game = initAndCreateGame();",
        "Player p = game.getPlayers().get(1);",
        "Player q = game.getPlayers().get(0);",
        'Card c1 = addCard("Coralhelm Commander", p);',
        "c1.addCounterInternal(CounterEnumType.LEVEL, 2, p, false, null, null);",
        'Card c2 = addCard("Godhead of Awe", q);',
        "game.getAction().checkStaticAbilities();",
        "AssertJUnit.assertEquals(1, c1.getNetPower());",
        "AssertJUnit.assertEquals(1, c1.getNetToughness());",
        "AssertJUnit.assertTrue(c1.hasKeyword(Keyword.FLYING));",
        "AssertJUnit.assertTrue(c1.getType().isCreature());",
        'AssertJUnit.assertTrue(c1.getType().hasSubtype("Merfolk"));',
        "AssertJUnit.assertFalse(c1.getColor().hasWhite());",
        "AssertJUnit.assertTrue(c1.getColor().hasBlue());",
        "AssertJUnit.assertFalse(c1.getColor().hasBlack());",
        "AssertJUnit.assertFalse(c1.getColor().hasRed());",
        "AssertJUnit.assertFalse(c1.getColor().hasGreen());",
        "AssertJUnit.assertEquals(4, c2.getNetPower());",
        "AssertJUnit.assertEquals(4, c2.getNetToughness());",
        "AssertJUnit.assertEquals(q, c2.getController());",
    ]


def test_the_note_and_the_wrong_answer_stand_above_the_test() -> None:
    made = {
        format: export(board(LEVELLED), format, name="a board", note="Why so.", wrong="it is 3/3")
        for format in ("pytest", "xmage", "forge", "forge-puzzle", "phase-rs")
    }
    for file in made.values():
        assert "Why so." in file.text and "A faulty engine gives: it is 3/3" in file.text
    assert made["xmage"].path.endswith("/org/mage/test/cards/layers/ABoardTest.java")
    assert made["forge-puzzle"].path == "forge-gui/res/puzzle/a-board.pzl"
    assert "p0battlefield=Coralhelm Commander|Id:1|Counters:LEVEL=2\n" in made["forge-puzzle"].text
    assert "p1battlefield=Godhead of Awe|Id:2\n" in made["forge-puzzle"].text
    assert (
        's.with_counter(c1, CounterType::Generic("level".to_string()), 2);' in made["phase-rs"].text
    )
    assert "assert_eq!(runner.state().objects[&c1].power, Some(1)," in made["phase-rs"].text


def test_a_copy_is_chosen_by_name_as_it_enters() -> None:
    text = """
    steps:
      - enter: Coralhelm Commander
      - level_up: Coralhelm Commander
        times: 4
      - enter: Clone
        copying: Coralhelm Commander
    expect:
      Clone: {power: 2, toughness: 2, lacks: [Flying], name: Coralhelm Commander}
    """
    assert lines(text)[1:5] == [
        'addCounters(1, STEP, playerA, "@c1", CounterType.LEVEL, 4);',
        "setChoice(playerA, true);",
        'setChoice(playerA, "Coralhelm Commander");',
        'enter(playerA, "Clone@c2");',
    ]
    asked = 'permanent.getName().equals("Coralhelm Commander"));'
    assert any(line.endswith(asked) for line in lines(text))
    states = "CardFactory.getCloneStates(c1, c2, c2.getFirstSpellAbility())"
    assert f"c2.addCloneState({states}, game.getNextTimestamp());" in lines(text, "forge")


def test_a_face_down_creature_is_cast_with_its_morph() -> None:
    text = """
    steps:
      - enter: Glorious Anthem
      - enter: Exalted Angel
        as: angel
        face_down: true
    expect:
      angel: {power: 3, toughness: 3, colors: [], is_not: [Angel], name: ""}
    """
    found = lines(text)
    assert found[:4] == [
        'load(Zone.BATTLEFIELD, playerA, "Glorious Anthem@c1");',
        'addCard(Zone.BATTLEFIELD, playerA, "Wastes", 3);',
        'load(Zone.HAND, playerA, "Exalted Angel@c2");',
        'castSpell(1, STEP, playerA, "Exalted Angel using Morph", true);',
    ]
    assert found[-2].endswith('(permanent, game) -> permanent.getName().equals(""));')
    up = (
        text.replace("    expect", "      - turn_face_up: angel\n    expect")
        .replace('colors: [], is_not: [Angel], name: ""', "has: [Flying]")
        .replace("power: 3, toughness: 3", "power: 5, toughness: 6")
    )
    turned = (
        'activateAbility(1, STEP, playerA, "@c2 {2}{W}{W}: Turn this face-down permanent '
        'face up.");'
    )
    assert turned in lines(up)
    assert 'addCard(Zone.BATTLEFIELD, playerA, "Plains", 7);' in lines(up)


def test_spells_and_abilities_are_paid_with_lands_that_change_nothing() -> None:
    text = """
    steps:
      - enter: Grizzly Bears
      - resolve: Giant Growth
        targets: [Grizzly Bears]
    expect: {Grizzly Bears: {power: 5, toughness: 5}}
    """
    assert lines(text)[1:4] == [
        'addCard(Zone.BATTLEFIELD, playerA, "Forest", 1);',
        'load(Zone.HAND, playerA, "Giant Growth");',
        'castSpell(1, STEP, playerA, "Giant Growth", "@c1", true);',
    ]
    animated = text.replace("  steps:", "  steps:\n      - enter: Nature's Revolt")
    assert reason(animated) == (
        "the test needs lands for mana, and a text on the board could apply to lands"
    )


def test_what_dies_is_asked_after_all_else() -> None:
    text = """
    steps:
      - enter: Grizzly Bears
      - enter: Glorious Anthem
      - counters: {-1/-1: 3}
        on: Grizzly Bears
    expect: {Grizzly Bears: {power: 0, toughness: 0, gone: true}}
    """
    # Of neither player: an object that has changed sides is not gone.
    assert lines(text)[-2:] == [
        'assertPermanentCount(playerA, "@c1", 0);',
        'assertPermanentCount(playerB, "@c1", 0);',
    ]
    assert not [line for line in lines(text) if line.startswith("checkPT")]
    assert lines(text, "forge")[-2:] == [
        "game.getAction().checkStateEffects(true);",
        'AssertJUnit.assertEquals(0, countCardsWithName(game, "Grizzly Bears"));',
    ]


@pytest.mark.parametrize(
    ("steps", "expect", "why"),
    [
        (("[{token: {name: Bear, type_line: Creature — Bear, power: '1', toughness: '1', "
         "oracle_text: '{T}: Add {G}.'}}]"), "{Bear: {is: [Creature]}}",
         "the token `Bear` has a text or supertype that the format can't write"),
        ("[{enter: Forest}, {turn_face_down: Forest}]", "{Forest: {is_not: [Forest]}}",
        "the format has no call that turns or flips `Forest` later"),
        ("[{zone: hand, card: Forest}, {enter: Mountain}]", "{Mountain: {is: [Land]}}",
        "the format has no call that puts `Forest` into a hand"),
        ("[{enter: Grizzly Bears}, {counters: {odd: 1}, on: Grizzly Bears}]",
        "{Grizzly Bears: {power: 2, toughness: 2}}", "the format has no counter called `odd`"),
        ("[{enter: Clone}]", "{Clone: {gone: true}}", ("`Clone` enters as itself, and the engine "
                                                      "would ask what it copies")),
        (("[{enter: Grizzly Bears}, {effect: Target creature has base power 17 until end of turn., "
         "targets: [Grizzly Bears]}]"), "{Grizzly Bears: {power: 17}}",
         "an effect given as rules text that no real card's whole text is"),
        ("[{enter: Grizzly Bears}, {enter: Grizzly Bears}, {enter: Clone, copying: Grizzly Bears}]",
        "{Clone: {power: 2, toughness: 2}}", ("two permanents are named `Grizzly Bears`; one must "
                                             "be found by it")),
        (("[{enter: Grizzly Bears}, {enter: Control Magic, controller: opponent, attached_to: "
         "Grizzly Bears}]"), "{Grizzly Bears: {power: 2, toughness: 2}}",
         "control changes on this board, and it does not say who controls `Grizzly Bears`"),
        (("[{zone: graveyard, card: Sword of the Meek}, {token: {name: Myr, type_line: Artifact "
         "Creature — Myr, power: '1', toughness: '1', oracle_text: ''}}]"), "{Myr: {power: 1}}",
         "a text of `Sword of the Meek` could do something from the graveyard"),
        ("[{enter: Exalted Angel, face_down: true}, {token_copy_of: Exalted Angel, as: token}]",
        "{token: {no_abilities: true}}", ("the engine counts how a face-down permanent is turned "
                                         "up as an ability")),
        (("[{enter: Forest}, {enter: Utopia Sprawl, attached_to: Forest, choose: {color: green}}, "
         "{enter: Grizzly Bears}, {resolve: Giant Growth, targets: [Grizzly Bears]}]"),
         "{Grizzly Bears: {power: 5}}", ("the test needs lands for mana, and one of their name "
                                        "must be found")),
        (("[{enter: Hardened Scales}, {enter: Hardened Scales}, {enter: Grizzly Bears}, {counters: "
         "{+1/+1: 1}, on: Grizzly Bears}]"), "{Grizzly Bears: {power: 5}}",
         "two texts on the board may replace one event, which is asked about"),
        ("[{enter: Hardened Scales}, {enter: Clone, copying: Hardened Scales}]",
        "{Clone: {is: [Enchantment]}}", ("two texts on the board may replace one event, which is "
                                        "asked about")),
        ("[{enter: Walking Wall}, {ability: 1, of: Walking Wall}, {ability: 1, of: Walking Wall}]",
        "{Walking Wall: {power: 6}}", "an ability of `Walking Wall` may be activated only once"),
        ("[{enter: Pit Imp}, {ability: 1, of: Pit Imp}]", "{Pit Imp: {power: 1}}",
        "an ability of `Pit Imp` may be activated only so often, or at times, that can't be told"),
        ("[{enter: Wandering Goblins}, {ability: 1, of: Wandering Goblins}]",
        "{Wandering Goblins: {power: 0}}", ("an ability of `Wandering Goblins` has a word before "
                                           "its cost, by which it is found")),
        (("[{enter: Grizzly Bears}, {resolve: Giant Growth, targets: [Grizzly Bears]}, {enter: "
         "Exalted Angel, face_down: true, controller: opponent}]"), "{Grizzly Bears: {power: 5}}",
         "a player would cast a permanent or sorcery in the other's turn"),
        ("[{enter: Afflicted Deserter}, {transform: Afflicted Deserter}]",
        "{Afflicted Deserter: {name: Werewolf Ransacker}}",
        "a text of `Afflicted Deserter` would do something by itself in the game"),
        ("[{enter: Bitterblossom}]", "{Bitterblossom: {is: [Enchantment]}}", ""),
        ("[{enter: Grizzly Bears}]", "{}", "the board expects nothing"),
    ],
)  # fmt: skip
def test_what_xmage_can_not_be_told_is_refused(steps: str, expect: str, why: str) -> None:
    text = f"steps: {steps}\nexpect: {expect}"
    if why:
        assert reason(text) == why
    else:
        # Its upkeep trigger does nothing to a permanent that enters in the main phase.
        assert lines(text)[0] == 'enter(playerA, "Bitterblossom@c1");'


def test_a_trigger_on_entering_is_passed_over_before_the_game_only() -> None:
    alone = (
        "steps: [{enter: Flametongue Kavu}]\nexpect: {Flametongue Kavu: {power: 4, toughness: 2}}"
    )
    assert lines(alone)[0] == 'load(Zone.BATTLEFIELD, playerA, "Flametongue Kavu@c1");'
    later = """
    steps:
      - enter: Grizzly Bears
      - counters: {+1/+1: 1}
        on: Grizzly Bears
      - enter: Flametongue Kavu
    expect: {Flametongue Kavu: {power: 4, toughness: 2}}
    """
    assert reason(later) == "a text of `Flametongue Kavu` would do something by itself in the game"


def test_the_players_may_alternate_everywhere_but_in_a_puzzle() -> None:
    text = """
    steps:
      - enter: Grizzly Bears
      - {enter: Glorious Anthem, controller: opponent}
      - enter: Serra Angel
    expect: {Grizzly Bears: {power: 2, toughness: 2}}
    """
    assert reason(text, "forge-puzzle") == (
        "the players' permanents alternate in time, which the format can't say"
    )
    assert [line for line in lines(text) if line.startswith("load")] == [
        'load(Zone.BATTLEFIELD, playerA, "Grizzly Bears@c1");',
        'load(Zone.BATTLEFIELD, playerB, "Glorious Anthem@c2");',
        'load(Zone.BATTLEFIELD, playerA, "Serra Angel@c3");',
    ]


def test_an_engine_that_plays_the_game_takes_what_a_board_lets_stay_for_a_step() -> None:
    text = """
    steps:
      - enter: Phyrexian Dreadnought
      - enter: Wall of Roots
      - counters: {-1/-1: 5}
        on: Wall of Roots
      - enter: Glorious Anthem
    expect: {Wall of Roots: {power: -4, toughness: 1}}
    """
    text = text.replace("      - enter: Phyrexian Dreadnought\n", "")
    assert unsettled(board(text)) == "in a game `Wall of Roots` would not outlast step 2 (704.5)"
    with pytest.raises(CannotExport, match="would not outlast"):
        export_settled(board(text), "xmage", name="a", note="")
    assert export_settled(board(text), "forge", name="a", note="").text
    files, refused = export_suite_settled([board(text), board(LEVELLED)], "xmage")
    assert len(files) == 2 and [why for _, why in refused] == [unsettled(board(text))]


def test_what_goes_in_the_end_may_take_the_rest_of_the_answer_with_it() -> None:
    text = """
    steps:
      - enter: Lord of Atlantis
      - enter: Merfolk of the Pearl Trident
      - counters: {-1/-1: 2}
        on: Lord of Atlantis
    expect:
      Lord of Atlantis: {gone: true}
      Merfolk of the Pearl Trident: {power: 2, toughness: 2}
    """
    assert unsettled(board(text)) == (
        "in a game `Merfolk of the Pearl Trident` would be another after `Lord of Atlantis` has "
        "gone (704.3)"
    )


def test_a_suite_is_one_class_for_each_variant() -> None:
    first = board(LEVELLED.replace("rules:", "id: same\narea: 613.6 off\nrules:"))
    second = board(LEVELLED.replace("rules:", "id: Same\narea: 613.6 off\nrules:"))
    files = export_suite([first, second], "xmage")
    assert [file.path.rpartition("/")[2] for file in files] == [
        "LayerBoardTestBase.java", "Board6136OffTest.java",
    ]  # fmt: skip
    assert "void same() {" in files[1].text and "void same2() {" in files[1].text


def test_an_unknown_format_is_told_with_those_that_there_are() -> None:
    with pytest.raises(ValueError, match="there is no format `xmag`; did you mean `xmage`?"):
        export(board(LEVELLED), "xmag", name="a", note="")


# --- what an engine run of the tests has shown ----------------------------------------------------


def test_what_is_chosen_is_queued_before_the_card_is_loaded() -> None:
    text = """
    steps:
      - enter: Conspiracy
        choose: {creature type: Elf}
      - enter: Grizzly Bears
    expect: {Grizzly Bears: {is: [Elf]}}
    """
    assert lines(text)[:3] == [
        'setChoice(playerA, "Elf");',
        'load(Zone.BATTLEFIELD, playerA, "Conspiracy@c1");',
        'load(Zone.BATTLEFIELD, playerA, "Grizzly Bears@c2");',
    ]


def test_everything_is_asked_in_one_step_after_the_last_deed() -> None:
    text = """
    steps:
      - enter: Grizzly Bears
      - enter: Serra Angel
        controller: opponent
      - resolve: Giant Growth
        targets: [Grizzly Bears]
    expect:
      Grizzly Bears: {power: 5, toughness: 5, no_abilities: true}
      Serra Angel: {power: 4, toughness: 4, has: [Flying]}
    """
    asked = [line for line in lines(text) if line.startswith(("check", "ask"))]
    assert len(asked) == 4
    assert all(", 1, PhaseStep.BEGIN_COMBAT, player" in line for line in asked)


def test_a_double_faced_card_is_spoken_of_by_the_name_of_its_face() -> None:
    text = """
    steps:
      - enter: Grizzly Bears
      - enter: Ulvenwald Oddity // Ulvenwald Behemoth
        as: oddity
      - enter: Lignify
        attached_to: Grizzly Bears
      - transform: oddity
    expect:
      oddity: {power: 8, toughness: 8}
      Grizzly Bears: {has: [haste, trample]}
    """
    found = lines(text)
    assert 'load(Zone.BATTLEFIELD, playerA, "Ulvenwald Oddity");' in found
    assert 'activateAbility(1, STEP, playerA, "{5}{G}{G}: Transform");' in found
    asked = next(line for line in found if line.startswith("checkPT"))
    assert asked.endswith('playerA, "Ulvenwald Behemoth", 8, 8);')
    two = text.replace("- enter: Lignify", "- enter: Ulvenwald Oddity // Ulvenwald Behemoth\n"
                       "      - enter: Lignify")  # fmt: skip
    assert reason(two) == "two permanents are named `Ulvenwald Oddity`; one must be found by it"


def test_a_card_whose_cost_asks_for_a_choice_is_cast() -> None:
    text = """
    steps:
      - enter: Grizzly Bears
      - enter: Caller of the Hunt
        choose: {creature type: Bear}
    expect: {Grizzly Bears: {power: 2, toughness: 2}}
    """
    assert lines(text)[1:5] == [
        'addCard(Zone.BATTLEFIELD, playerA, "Forest", 3);',
        'setChoice(playerA, "Bear");',
        'load(Zone.HAND, playerA, "Caller of the Hunt@c2");',
        'castSpell(1, STEP, playerA, "Caller of the Hunt", true);',
    ]


# --- what an engine is told beyond plain entering -------------------------------------------------


def setting_up(text: str) -> list[str]:
    """The lines before the first question."""
    found = lines(text)
    asked = [at for at, line in enumerate(found) if line.startswith(("check", "ask", "finish"))]
    return found[: asked[0]]


@pytest.mark.parametrize(
    ("steps", "expect", "wanted"),
    [
        ("[{enter: Chimeric Mass, x: 3}]", "{Chimeric Mass: {counters: {charge: 3}}}",
        ['setChoice(playerA, "X=3");', 'load(Zone.HAND, playerA, "Chimeric Mass@c1");',
        'castSpell(1, STEP, playerA, "Chimeric Mass", true);']),
        (("[{enter: Colossus Hammer}, {enter: Grizzly Bears}, {attach: Colossus Hammer, to: "
         "Grizzly Bears}]"), "{Grizzly Bears: {power: 12}}",
         ['activateAbility(1, STEP, playerA, "@c1 Equip {8}", "@c2");',
         "waitStackResolved(1, STEP, playerA);"]),
        (("[{enter: Jace Beleren}, {enter: 'Luxior, Giada''s Gift', as: gift}, {attach: gift, to: "
         "Jace Beleren}]"), "{Jace Beleren: {is: [Creature]}}",
         ['attach(playerA, "@c2", playerA, "@c1");']),
        (("[{enter: Colossus Hammer}, {enter: Grizzly Bears, controller: opponent}, {attach: "
         "Colossus Hammer, to: Grizzly Bears}]"), "{Grizzly Bears: {power: 12}}",
         ['attach(playerA, "@c1", playerB, "@c2");']),
        (("[{enter: Colossus Hammer}, {enter: Deadly Insect}, {attach: Colossus Hammer, to: Deadly "
         "Insect}]"), "{Deadly Insect: {power: 16}}", ['attach(playerA, "@c1", playerA, "@c2");']),
        ("[{enter: Clockwork Beast}, {token_copy_of: Clockwork Beast, as: token}]",
        "{token: {power: 7}}", ['tokenCopy(playerA, "c2", playerA, "@c1");']),
        (("[{enter: Painter's Servant, choose: {color: blue}}, {enter: Clone, copying: Painter's "
         "Servant, choose: {color: red}}]"), "{Clone: {colors: [U, R]}}",
         ["setChoice(playerA, true);", 'setChoice(playerA, "Painter\'s Servant");',
         'setChoice(playerA, "Red");', 'enter(playerA, "Clone@c2");']),
        (("[{enter: Grizzly Bears}, {enter: Phantasmal Image, copying: Grizzly Bears}, {enter: "
         "Clone, copying: Phantasmal Image}]"), "{Clone: {is: [Illusion]}}",
         ['setChoice(playerA, "Grizzly Bears[only copy]");', 'enter(playerA, "Clone@c3");']),
        ("[{enter: Grizzly Bears}, {resolve: Inside Out, targets: [Grizzly Bears]}]",
        "{Grizzly Bears: {power: 2}}", ['castSpell(1, STEP, playerA, "Inside Out", "@c1", true);']),
        (("[{enter: Grizzly Bears}, {effect: Target creature gets +4/+4 until end of turn., "
         "targets: [Grizzly Bears]}]"), "{Grizzly Bears: {power: 6}}",
         ['castSpell(1, STEP, playerA, "Titanic Growth", "@c1", true);']),
        (("[{enter: Grizzly Bears, controller: opponent}, {effect: Target creature becomes blue "
         "until end of turn., targets: [Grizzly Bears]}]"), "{Grizzly Bears: {colors: [U]}}",
         [('affect(playerA, new BecomesColorTargetEffect(new ObjectColor("U"), '
          'Duration.EndOfTurn), "@c1");')]),
        (("[{enter: Grizzly Bears}, {effect: Target creature gets +17/-1 until end of turn., "
         "targets: [Grizzly Bears], controller: opponent}]"), "{Grizzly Bears: {power: 19}}",
         ['affect(playerB, new BoostTargetEffect(17, -1, Duration.EndOfTurn), "@c1");']),
        ("[{enter: Essence of the Wild}, {enter: Grizzly Bears}]", "{Grizzly Bears: {power: 6}}",
        ['load(Zone.BATTLEFIELD, playerA, "Essence of the Wild@c1");',
        'enter(playerA, "Grizzly Bears@c2");']),
        ("[{enter: Mutavault}, {ability: 2, of: Mutavault}, {enter: Blood Moon}]",
        "{Mutavault: {power: 2}}", ['addCard(Zone.BATTLEFIELD, playerA, "Wastes", 1);',
        'activateAbility(1, STEP, playerA, "@c1 {1}:");']),
        ("[{enter: Grizzly Bears}, {resolve: Surge of Zeal, targets: [Grizzly Bears]}]",
        "{Grizzly Bears: {has: [haste]}}", [('castSpell(1, STEP, playerA, "Surge of Zeal", "@c1", '
                                            'true);')]),
        (("[{token: {name: Marit Lage, type_line: Legendary Creature — Avatar, power: '20', "
         "toughness: '20', colors: [B], oracle_text: 'Flying, indestructible'}}]"),
         "{Marit Lage: {power: 20}}", ['token(playerA, "c1", new MaritLageToken());']),
        (("[{token: {name: Lord, type_line: Creature — Bear, power: '2', toughness: '2', "
         "oracle_text: Other creatures you control get +1/+1.}}]"), "{Lord: {power: 2}}",
         [('token(playerA, "c1", new CreatureToken(2, '
          '2).withName("Lord").withSubType(SubType.byDescription("Bear")).withAbility(new '
          'SimpleStaticAbility(new BoostControlledEffect(1, 1, Duration.WhileOnBattlefield, '
          'true))));')]),
        (("[{enter: Grizzly Bears}, {enter: 'Oko, Thief of Crowns', as: oko, controller: "
         "opponent}, {ability: 2, of: oko, targets: [Grizzly Bears]}]"),
         "{Grizzly Bears: {power: 3}}", ["at(2, PhaseStep.PRECOMBAT_MAIN);",
         'activateAbility(2, STEP, playerB, "@c2 +1:", "@c1");', "waitStackResolved(2, STEP);"]),
        (("[{zone: graveyard, card: Grizzly Bears}, {enter: 'Svogthos, the Restless Tomb', as: "
         "tomb}, {effect: Target land becomes a 3/3 creature until end of turn. It's still a "
         "land., targets: [tomb]}, {ability: 2, of: tomb}]"), "{tomb: {power: 1}}",
         ['castSpell(1, STEP, playerA, "Animate Land", "@c1", true);',
         'activateAbility(1, STEP, playerA, "@c1 {3}{B}{G}:");']),
        ("[{enter: Screeching Bat, as: a}, {enter: Screeching Bat, as: b, controller: opponent}]",
        "{a: {power: 2}}", ['enter(playerA, "Screeching Bat");',
        'enter(playerB, "Screeching Bat");']),
        (("[{enter: Grizzly Bears}, {enter: Confiscate, controller: opponent, attached_to: Grizzly "
         "Bears}, {leave: Confiscate}]"), "{Grizzly Bears: {controller: you}}",
         ['leave(playerB, "@c2", Zone.GRAVEYARD);']),
        (("[{token: {name: Wolf, type_line: Creature — Wolf, power: '2', toughness: '2', colors: "
         "[G], oracle_text: Trample}}]"), "{Wolf: {power: 2}}",
         [('token(playerA, "c1", new CreatureToken(2, '
          '2).withName("Wolf").withColor("G").withSubType(SubType.byDescription("Wolf")).withAbility(TrampleAbility.getInstance()));')]),
        ("[{enter: Grizzly Bears}, {leave: Grizzly Bears, to: exile}, {enter: Glorious Anthem}]",
        "{Glorious Anthem: {is: [Enchantment]}}", ['leave(playerA, "@c1", Zone.EXILED);',
        'enter(playerA, "Glorious Anthem@c2");']),
        (("[{enter: Chimeric Staff, controller: opponent}, {ability: 1, of: Chimeric Staff, x: 2}, "
         "{enter: Glorious Anthem}]"), "{Chimeric Staff: {power: 2}}", ["at(1, PhaseStep.UPKEEP);",
         'setChoice(playerB, "X=2");', 'activateAbility(1, PhaseStep.UPKEEP, playerB, "@c1 {X}:");',
         "waitStackResolved(1, PhaseStep.UPKEEP, playerB);",
         'enter(playerA, "Glorious Anthem@c2");']),
        ("[{enter: Forest}, {end_turn: true}, {enter: Blood Moon}]", "{Forest: {is: [Forest]}}",
        ["at(2, PhaseStep.PRECOMBAT_MAIN);", 'enter(playerA, "Blood Moon@c2");']),
        (("[{enter: Grizzly Bears, controller: opponent}, {enter: Banisher Priest}, {ability: 1, "
         "of: Banisher Priest, targets: [Grizzly Bears]}]"), "{Grizzly Bears: {gone: true}}",
         ['addTarget(playerA, "@c1");', 'enter(playerA, "Banisher Priest@c2");']),
        (("[{enter: Grizzly Bears}, {enter: Rancor, attached_to: Grizzly Bears}, {enter: Serra "
         "Angel}, {enter: Copy Enchantment, copying: Rancor, attached_to: Serra Angel}]"),
         "{Serra Angel: {power: 6}}", ['setChoice(playerA, "Rancor");',
         'setChoice(playerA, "Serra Angel");', 'enter(playerA, "Copy Enchantment@c4");']),
        ("[{enter: Grizzly Bears}, {enter: Nimbus Naiad, attached_to: Grizzly Bears}]",
        "{Grizzly Bears: {power: 4}}", ['addCard(Zone.BATTLEFIELD, playerA, "Island", 5);',
        'load(Zone.HAND, playerA, "Nimbus Naiad@c2");',
        'castSpell(1, STEP, playerA, "Nimbus Naiad using bestow", "@c1", true);']),
        (("[{enter: Grizzly Bears}, {end_turn: true}, {end_turn: true}, {resolve: Giant Growth, "
         "targets: [Grizzly Bears]}]"), "{Grizzly Bears: {power: 5}}",
         ['castSpell(3, STEP, playerA, "Giant Growth", "@c1", true);',
         "waitStackResolved(3, STEP);"]),
        ("[{enter: Juzám Djinn}, {enter: Clone, copying: Juzám Djinn}]",
        "{Clone: {name: Juzám Djinn}}", ['setChoice(playerA, "Juzam Djinn");',
        'enter(playerA, "Clone@c2");']),
    ],
)  # fmt: skip
def test_xmage_is_told_in_the_engines_own_words(steps: str, expect: str, wanted: list[str]) -> None:
    found = setting_up(f"steps: {steps}\nexpect: {expect}")
    assert [line for line in found if line in wanted] == wanted


@pytest.mark.parametrize(
    ("expect", "question"),
    [
        ("{power: '>= 2'}", "permanent.getPower().getValue() >= 2"),
        ("{toughness: 2}", "permanent.getToughness().getValue() == 2"),
        ("{no_abilities: true}", "hasNone(permanent, game)"),
        ("{no_abilities: false}", "!hasNone(permanent, game)"),
        ("{lacks: ['{T}: Add {G}.']}", '!hasText(permanent, game, "{T}: Add {G}.")'),
        ("{lacks: ['{T}: Add {W} or {U}.']}", ('!(hasText(permanent, game, "{T}: Add {W}.") && '
                                              'hasText(permanent, game, "{T}: Add {U}."))')),
        ("{lacks: [protection from red]}", ('!hasProtection(permanent, game, "red|all colors|each '
                                           'color|everything")')),
        ("{lacks: [protection from enchantments]}", ('!hasProtection(permanent, game, '
                                                    '"enchantments")')),
        ("{is_not: [Legendary]}", "!permanent.getSuperType(game).contains(SuperType.LEGENDARY)"),
        ("{tapped: false}", "!permanent.isTapped()"),
    ],
)  # fmt: skip
def test_what_no_check_asks_is_asked_of_the_permanent(expect: str, question: str) -> None:
    found = lines(f"steps: [{{enter: Grizzly Bears}}]\nexpect: {{Grizzly Bears: {expect}}}")
    (asked,) = [line for line in found if line.startswith("ask(")]
    assert asked.endswith(
        f'PhaseStep.BEGIN_COMBAT, playerA, "@c1", (permanent, game) -> {question});'
    )


def test_the_seat_asked_is_the_computed_controllers() -> None:
    text = """
    steps:
      - enter: Grizzly Bears
      - enter: Confiscate
        controller: opponent
        attached_to: Grizzly Bears
    expect: {Grizzly Bears: {is: [Bear]}}
    """
    file = export_settled(board(text), "xmage", name="a", note="")
    assert 'playerB, "@c1", SubType.byDescription("Bear"), true);' in file.text


def test_protection_from_all_colors_is_asked_colour_by_colour() -> None:
    text = """
    steps: [{enter: Grizzly Bears}, {enter: Spectra Ward, attached_to: Grizzly Bears}]
    expect: {Grizzly Bears: {has: [protection from all colors]}}
    """
    asked = [line.split("hasProtection")[1] for line in lines(text) if "hasProtection" in line]
    assert [line.split('"')[1].partition("|")[0] for line in asked] == [
        "white", "blue", "black", "red", "green",
    ]  # fmt: skip


def test_a_deed_finds_a_permanent_whoever_controls_it() -> None:
    files = export_suite([board(LEVELLED)], "xmage")
    (base,) = [file.text for file in files if file.path.endswith("LayerBoardTestBase.java")]
    deed = base.split("private void happen(")[1].split("\n    }\n")[0]
    assert "game.getBattlefield().getAllActivePermanents())" in deed
    asked = base.split("protected void ask(")[1].split("\n    }\n")[0]
    assert "game.getBattlefield().getAllActivePermanents(controller.getId()))" in asked


def test_a_transformed_permanent_without_abilities_does_nothing_by_itself() -> None:
    text = """
    steps:
      - enter: Afflicted Deserter
      - resolve: Snakeform
        targets: [Afflicted Deserter]
      - transform: Afflicted Deserter
    expect: {Afflicted Deserter: {no_abilities: true}}
    """
    assert 'transform(playerA, "Afflicted Deserter");' in lines(text)


def test_an_alias_is_given_to_each_player_once() -> None:
    """The framework refuses an alias that a player has, and `addCard` gives it to one of them."""
    files = export_suite([board(LEVELLED)], "xmage")
    (base,) = [file.text for file in files if file.path.endswith("LayerBoardTestBase.java")]
    given = base.split("private void name(")[1].split("\n    }\n")[0]
    assert "if (player.getAliasByName(alias) == null) {" in given
    assert base.count(".addAlias(") == given.count(".addAlias(") == 1
