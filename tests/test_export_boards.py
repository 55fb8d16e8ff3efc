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
    label = '(613.7a, 711.2a)", 1, STEP, playerA, "@c1"'
    assert lines(LEVELLED) == [
        'load(Zone.BATTLEFIELD, playerA, "Coralhelm Commander@c1");',
        'addCounters(1, STEP, playerA, "@c1", CounterType.LEVEL, 2);',
        'enter(playerB, "Godhead of Awe@c2");',
        f'checkPT("c1 Coralhelm Commander is 1/1 {label}, 1, 1);',
        f'checkAbility("c1 Coralhelm Commander has flying {label}, FlyingAbility.class, true);',
        f'checkType("c1 Coralhelm Commander is creature {label}, CardType.CREATURE, true);',
        f'checkSubType("c1 Coralhelm Commander is Merfolk {label}, SubType.byDescription("Merfolk"), true);',
        f'checkColor("c1 Coralhelm Commander is U {label}, "U", true);',
        f'checkColor("c1 Coralhelm Commander is not WBRG {label}, "WBRG", false);',
        'checkPT("c2 Godhead of Awe is 4/4 (613.7a, 711.2a)", 1, STEP, playerB, "@c2", 4, 4);',
        'checkPermanentCount("c2 Godhead of Awe is playerB\'s (613.7a, 711.2a)", 1, STEP, playerB, "@c2", 1);',
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
        "AssertJUnit.assertTrue(c1.isCreature());",
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
        'enter(playerA, "Clone@c2");',
        "setChoice(playerA, true);",
        'setChoice(playerA, "Coralhelm Commander");',
    ]
    assert lines(text)[-1] == 'assertPermanentCount(playerA, "Coralhelm Commander", 2);'
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
    hidden = "EmptyNames.FACE_DOWN_CREATURE.getTestCommand()"
    assert found[-1] == f"assertPermanentCount(playerA, {hidden}, 1);"
    up = (
        text.replace("    expect", "      - turn_face_up: angel\n    expect")
        .replace('colors: [], is_not: [Angel], name: ""', "has: [Flying]")
        .replace("power: 3, toughness: 3", "power: 5, toughness: 6")
    )
    turned = 'activateAbility(1, STEP, playerA, "@c2 {2}{W}{W}: Turn this face-down permanent face up.");'
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
    assert lines(text)[-1] == 'assertPermanentCount(playerA, "@c1", 0);'
    assert not [line for line in lines(text) if line.startswith("checkPT")]
    assert lines(text, "forge")[-2:] == [
        "game.getAction().checkStateEffects(true);",
        'AssertJUnit.assertEquals(0, countCardsWithName(game, "Grizzly Bears"));',
    ]


@pytest.mark.parametrize(
    ("steps", "expect", "why"),
    [
        ("[{token: {name: Bear}}]", "{Bear: {is: [Creature]}}", "the format has no call that makes the token `Bear`"),
        ("[{enter: Forest}, {end_turn: true}]", "{Forest: {is: [Land]}}", "the format's tests end within one turn"),
        ("[{enter: Forest}, {leave: Forest}]", "{Forest: {gone: true}}", "the format has no call that takes `Forest` off the battlefield"),
        ("[{enter: Forest, tapped: true}]", "{Forest: {tapped: true}}", "the format has no call that taps `Forest` in time"),
        ("[{enter: Forest}]", "{Forest: {has: ['{T}: Add {G}.']}}", "the format can't ask whether it has an ability that is no plain keyword, expected of `Forest`"),
        ("[{enter: Grizzly Bears}]", "{Grizzly Bears: {power: '>= 2'}}", "the format can't ask a comparison of power or toughness, expected of `Grizzly Bears`"),
        ("[{enter: Grizzly Bears}, {counters: {odd: 1}, on: Grizzly Bears}]", "{Grizzly Bears: {power: 2, toughness: 2}}", "the format has no counter called `odd`"),
        ("[{enter: Clone}]", "{Clone: {gone: true}}", "`Clone` enters as itself, and the engine would ask what it copies"),
        ("[{enter: Grizzly Bears}, {effect: Target creature gets +1/+1 until end of turn., targets: [Grizzly Bears]}]", "{Grizzly Bears: {power: 3, toughness: 3}}", "an effect given as rules text has no counterpart in another engine"),
        ("[{enter: Grizzly Bears}, {enter: Grizzly Bears}, {enter: Clone, copying: Grizzly Bears}]", "{Clone: {power: 2, toughness: 2}}", "two permanents are named `Grizzly Bears`; one must be found by it"),
        ("[{enter: Grizzly Bears}, {enter: Control Magic, controller: opponent, attached_to: Grizzly Bears}]", "{Grizzly Bears: {power: 2, toughness: 2}}", "control changes on this board, and it does not say who controls `Grizzly Bears`"),
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
