"""Boards in the words of an interpreter, and what every format has in common."""

import pytest

from striate.boards.exports.formats import CannotExport, export, export_suite
from striate.boards.reading import board_from_text
from striate.boards.timeline import Board
from striate.cards.catalogue.store import Catalogue
from striate.queries.generating.exporting import export_suite_told, export_told
from striate.queries.generating.settling import unsettled

CATALOGUE = Catalogue.open()


def board(text: str) -> Board:
    return board_from_text(text, CATALOGUE)


def lines(text: str, format: str = "xmage") -> list[str]:
    """The lines of the board, with spaces for tabs."""
    file = export_told(board(text), format, name="a board", note="why it is so", wrong="a 1/1")
    return file.text.replace("\t", " | ").splitlines()


def reason(text: str, format: str = "xmage") -> str:
    with pytest.raises(CannotExport) as caught:
        export_told(board(text), format, name="a board", note="")
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


DRAGON = (
    "{effect: Target creature becomes a red Dragon with base power and toughness 4/4 in "
    "addition to its other colors and types until end of turn., targets: [Grizzly Bears]}"
)
COPY = (
    "{effect: Target creature becomes a copy of another target creature., "
    "targets: [Grizzly Bears, Serra Angel]}"
)


def test_a_board_is_its_story_its_steps_and_its_questions() -> None:
    assert lines(LEVELLED) == [
        "# why it is so",
        "# A faulty engine gives: a 1/1",
        "# Rules: 613.7a, 711.2a",
        "enter | as=Coralhelm Commander | card=Coralhelm Commander | by=you",
        "counters | on=Coralhelm Commander | kind=level | number=2",
        "enter | as=Godhead of Awe | card=Godhead of Awe | by=opponent",
        "ask | of=Coralhelm Commander | what=power | is== | value=1",
        "ask | of=Coralhelm Commander | what=toughness | is== | value=1",
        "ask | of=Coralhelm Commander | what=ability | value=Flying",
        "ask | of=Coralhelm Commander | what=type | value=Creature",
        "ask | of=Coralhelm Commander | what=subtype | value=Merfolk",
        "ask | of=Coralhelm Commander | what=colors | value=U",
        "ask | of=Godhead of Awe | what=power | is== | value=4",
        "ask | of=Godhead of Awe | what=toughness | is== | value=4",
        "ask | of=Godhead of Awe | what=controller | value=opponent",
    ]
    assert lines(LEVELLED) == lines(LEVELLED, "forge")


@pytest.mark.parametrize(
    ("step", "told"),
    [
        (
            "{ability: 2, of: Treetop Village}",
            "text={1}{G}: Until end of turn, ~ becomes an Ape creature in addition to its other types",
        ),
        ("{resolve: Giant Growth, targets: [Grizzly Bears]}",
         "cast | card=Giant Growth | by=you | target=Grizzly Bears"),
        ("{effect: Target creature gets +9/+2 until end of turn., targets: [Grizzly Bears]}",
         "effect | by=you | on=Grizzly Bears | until=turn | more power=9 | more toughness=2"),
        (DRAGON, "until=turn | add subtype=Dragon | add colors=R | power=4 | toughness=4"),
        (COPY, "effect | by=you | on=Grizzly Bears | until=game | copy of=Serra Angel"),
        ("{turn_face_up: angel}", "status | of=angel | is=face up"),
        ("{counters: {level: -1}, on: Grizzly Bears}",
         "counters | on=Grizzly Bears | kind=level | number=-1"),
        ("{end_turn: true}", "end turn"),
        ("{your_turn: false}", "turn | by=you | number=0"),
        ("{token_copy_of: Serra Angel, as: twin}", "token copy | as=twin | of=Serra Angel | by=you"),
    ],
)  # fmt: skip
def test_a_step_is_one_line(step: str, told: str) -> None:
    text = f"""
    steps:
      - enter: Grizzly Bears
      - enter: Serra Angel
      - enter: Treetop Village
      - {{enter: Exalted Angel, as: angel, face_down: true}}
      - {step}
    expect: {{Treetop Village: {{is: [Land]}}}}
    """
    assert any(told in line for line in lines(text)), lines(text)


def test_an_ability_is_told_in_the_words_that_the_object_has_then() -> None:
    text = """
    steps:
      - enter: Treetop Village
      - {enter: Vesuva, as: copy, copying: Treetop Village}
      - {ability: 2, of: copy}
    expect: {copy: {power: 3, toughness: 3}}
    """
    (told,) = [line for line in lines(text) if line.startswith("ability")]
    assert "text={1}{G}: Until end of turn, ~ becomes an Ape creature" in told
    # Without a reading nobody knows what a copy has.
    with pytest.raises(CannotExport, match="an ability of `copy` may not be the printed one"):
        export(board(text), "xmage", name="a", note="")


def test_an_ability_that_was_put_on_the_stack_before_the_copy_is_told_as_printed() -> None:
    """113.7a: what the copy has by that number names no target."""
    text = """
    steps:
      - {enter: "Lazav, Dimir Mastermind", as: lazav}
      - {zone: graveyard, card: Nightveil Specter, owner: opponent, as: specter}
      - {ability: 1, of: lazav, targets: [specter]}
      - {zone: graveyard, card: Silvercoat Lion, owner: opponent, as: lion}
      - {ability: 1, of: lazav, targets: [lion]}
    expect: {lazav: {power: 2, toughness: 2}}
    """
    told = [line for line in lines(text) if line.startswith("ability")]
    assert all("creature card is put into an opponent's graveyard" in line for line in told), told


@pytest.mark.parametrize(
    ("steps", "expect", "why"),
    [
        ("[{token: {name: Bear, type_line: Creature — Bear, power: '1', toughness: '1', oracle_text: '{T}: Add {G}.'}}]", "{Bear: {is: [Creature]}}", "the token `Bear` has a text that the format can't write"),
        ("[{enter: Forest}, {turn_face_down: Forest}]", "{Forest: {is_not: [Forest]}}", "the format has no word for what is face down"),
        ("[{enter: Grizzly Bears}, {effect: Target creature with flying can't attack or block., targets: [Grizzly Bears]}]", "{Grizzly Bears: {power: 2}}", "no real card has the effect's rules text as its whole text"),
        ("[{enter: Mardu Scout, choose: {cost: dash}}]", "{Mardu Scout: {has: [Haste]}}", "a choice of `Mardu Scout` belongs to how it was cast or turned"),
        ("[{enter: Grizzly Bears}, {enter: Protean Raider, copying: Grizzly Bears}]", "{Protean Raider: {card_types: [Creature]}}", "`Protean Raider` enters as a copy if something happened before"),
        ("[{enter: Grizzly Bears}]", "{}", "the board expects nothing"),
    ],
)  # fmt: skip
def test_what_an_interpreter_can_not_be_told_is_refused(steps: str, expect: str, why: str) -> None:
    assert reason(f"steps: {steps}\nexpect: {expect}") == why


# --- what a run of an earlier exporter's tests in XMage has shown to be its fault -----------------


def only(text: str, word: str) -> list[str]:
    return [line for line in lines(text) if line.startswith(word)]


@pytest.mark.parametrize(
    "ability",
    ["{T}: Add {G}.", "{T}: Add {C}.", "{T}: Add {W} or {U}.", "{T}: Add one mana of any color.",
     "{T}: Add {B} or {R}."],
)  # fmt: skip
def test_a_mana_ability_is_asked_for_as_any_other(ability: str) -> None:
    """Five times it was asked for by its class or by words that the engine has otherwise."""
    text = f"steps: [{{enter: Grizzly Bears}}]\nexpect: {{Grizzly Bears: {{lacks: ['{ability}']}}}}"
    assert only(text, "ask") == [
        f"ask | of=Grizzly Bears | what=ability | value={ability} | not=yes"
    ]


def test_an_ability_is_asked_for_in_the_words_of_the_board_and_of_todays_cards() -> None:
    """Engines say it as the card does today; a board may have older words."""
    old = (
        "Whenever another creature enters, this creature becomes a copy of that creature "
        "and has this ability."
    )
    today = (
        "Whenever another creature enters, ~ becomes a copy of that creature, "
        "except it has this ability."
    )
    text = f"steps: [{{enter: Clone}}]\nexpect: {{Clone: {{has: ['{old}']}}}}"
    [asked] = only(text, "ask")
    assert asked == f"ask | of=Clone | what=ability | value={old} | value={today}"


@pytest.mark.parametrize(
    ("steps", "told"),
    [
        ("[{enter: Painter's Servant, choose: {color: blue}}]", "choose=blue"),
        ("[{enter: Grizzly Bears}, {enter: Clone, copying: Grizzly Bears}]", "copy=Grizzly Bears"),
        ("[{enter: Leyline of Singularity}]", "card=Leyline of Singularity | by=you"),
    ],
)
def test_choices_are_told_with_their_step_in_no_order(steps: str, told: str) -> None:
    """Three times a choice was left unanswered, or a question came that nobody had foreseen."""
    name = "Clone" if "Clone" in steps else steps.split("enter: ")[1].split(",")[0].strip("}]")
    text = f"steps: {steps}\nexpect: {{{name}: {{is_not: [Land]}}}}"
    assert told in only(text, "enter")[-1]


def test_state_based_actions_come_after_each_step_as_in_the_engine() -> None:
    """704.3: which of two legends stays was asked before Mirror Gallery entered."""
    text = """
    steps:
      - enter: Mirror Gallery
      - enter: Isamaru, Hound of Konda
      - {enter: "Isamaru, Hound of Konda", as: other}
    expect: {other: {power: 2, toughness: 2}}
    """
    assert [line.partition(" | card=")[2] for line in only(text, "enter")] == [
        "Mirror Gallery | by=you", "Isamaru, Hound of Konda | by=you",
        "Isamaru, Hound of Konda | by=you",
    ]  # fmt: skip


def test_two_replacement_effects_are_no_question_to_the_board() -> None:
    """616.1: of two that do the same the interpreter takes the first, so the board is exported."""
    text = """
    steps:
      - enter: Hardened Scales
      - {enter: Hardened Scales, as: second}
      - enter: Grizzly Bears
      - {counters: {+1/+1: 1}, on: Grizzly Bears}
    expect: {Grizzly Bears: {power: 5, toughness: 5}}
    """
    assert only(text, "counters") == ["counters | on=Grizzly Bears | kind=+1/+1 | number=1"]


def test_what_enters_tapped_is_tapped_when_it_is_asked() -> None:
    """No untap step comes between, which undid it once."""
    text = "steps: [{enter: Grizzly Bears, tapped: true}]\nexpect: {Grizzly Bears: {tapped: true}}"
    assert lines(text)[-2:] == [
        "enter | as=Grizzly Bears | card=Grizzly Bears | by=you | tapped=yes",
        "ask | of=Grizzly Bears | what=tapped",
    ]


@pytest.mark.parametrize("name", ["Dazzling Theater // Prop Room", "Smoky Lounge // Misty Salon"])
def test_a_room_that_was_not_cast_enters_by_its_whole_name(name: str) -> None:
    """709.5: with both doors locked; twice one was opened by casting a half."""
    text = f"steps: [{{enter: {name}, as: room}}]\nexpect: {{room: {{is: [Enchantment]}}}}"
    assert only(text, "enter") == [f"enter | as=room | card={name} | by=you"]


def test_turning_up_asks_for_no_morph_cost() -> None:
    """701.40b: a manifested card is turned up for its mana cost, and here for nothing."""
    text = """
    steps: [{enter: Grizzly Bears, face_down: true}, {turn_face_up: Grizzly Bears}]
    expect: {Grizzly Bears: {name: Grizzly Bears}}
    """
    assert only(text, "status") == ["status | of=Grizzly Bears | is=face up"]


# --- all formats ---------------------------------------------------------------------------------


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
    assert [line.rpartition("=")[2] for line in only(text, "enter")] == ["you", "opponent", "you"]


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


def test_a_suite_for_an_interpreter_is_one_file_for_each_board() -> None:
    first = board(LEVELLED.replace("rules:", "id: same\narea: 613.6 off\nrules:"))
    second = board(LEVELLED.replace("rules:", "id: Same\narea: 613.6 off\nrules:"))
    files = export_suite([first, second], "xmage")
    assert [file.path.rpartition("/")[2] for file in files if "resources" in file.path] == [
        "same.board", "same-2.board",
    ]  # fmt: skip
    assert {file.path.rpartition("/")[2] for file in files} >= {
        "LayerBoardsTest.java", "LayerGame.java",
    }  # fmt: skip
    assert export_suite_told([first, second], "xmage")[0] == files


def test_an_unknown_format_is_told_with_those_that_there_are() -> None:
    with pytest.raises(ValueError, match="there is no format `xmag`; did you mean `xmage`?"):
        export(board(LEVELLED), "xmag", name="a", note="")
