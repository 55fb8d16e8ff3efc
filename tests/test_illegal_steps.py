"""A step that the rules don't allow at its place is a mistake of the board, by each reading."""

import pytest

from striate.boards.errors import BoardError
from striate.boards.reading import board_from_text
from striate.cards.catalogue.store import Catalogue
from striate.queries.answers import Engine
from striate.queries.outcome import outcome
from tests.refused import BEARS, GROWTH, REFUSED


@pytest.mark.parametrize("what", REFUSED)
@pytest.mark.parametrize("engine", ("constraints", "referee"))
def test_both_readings_refuse(catalogue: Catalogue, what: str, engine: Engine) -> None:
    text, told = REFUSED[what]
    board = board_from_text("steps:\n" + text, catalogue)
    with pytest.raises(BoardError) as error:
        outcome(board, engine)
    last = len(board.steps) - 1
    assert told in error.value.message
    assert error.value.path == f"steps[{last}]" and error.value.line == board.lines[last] > 0


ALLOWED = {
    "the ability that a card has in a hand": (
        BEARS + "- enter: Forest\n- {zone: hand, card: Rubblehulk}\n"
        "- {ability: 1, of: Rubblehulk, targets: [Grizzly Bears]}"
    ),
    "the ability of a creature that was there before": (
        "- enter: Shivan Dragon\n- leave: Shivan Dragon\n- {ability: 1, of: Shivan Dragon}"
    ),
    "what enters untapped, of a land that did": (
        BEARS + "- {enter: Plains, as: a}\n- {enter: Plains, as: b}\n- {enter: Plains, as: c}\n"
        "- enter: Idyllic Grange\n"
        "- {ability: 1, of: Idyllic Grange, targets: [Grizzly Bears]}"
    ),
    "a target that has left since (608.2b)": (
        BEARS + "- leave: Grizzly Bears\n" + GROWTH.format("Grizzly Bears")
    ),
    "a target that a state-based action took before, as a step says": (
        BEARS
        + '- {counters: {"-1/-1": 2}, on: Grizzly Bears}\n- leave: Grizzly Bears\n'
        + GROWTH.format("Grizzly Bears")
    ),
    "hexproof of one's own": "- enter: Gladecover Scout\n" + GROWTH.format("Gladecover Scout"),
    "protection from another colour": "- enter: White Knight\n" + GROWTH.format("White Knight"),
    "hexproof that a card in a graveyard has": (
        "- {zone: graveyard, card: Gladecover Scout, owner: opponent}\n"
        "- {effect: Exile target creature card from a graveyard., targets: [Gladecover Scout]}"
    ),
    "an ability of what spells can't target": (
        "- enter: Dense Foliage\n" + BEARS + "- enter: Royal Assassin\n- tap: Grizzly Bears\n"
        "- {ability: 1, of: Royal Assassin, targets: [Grizzly Bears]}"
    ),
    "what is attached there already (701.3b)": (
        BEARS + "- {enter: Bonesplitter, attached_to: Grizzly Bears}\n"
        "- {attach: Bonesplitter, to: Grizzly Bears}"
    ),
    "a mana ability that does more": ("- enter: Gemstone Mine\n- {ability: 1, of: Gemstone Mine}"),
    "a mana ability that is spared": (
        "- enter: Gemstone Mine\n- {enter: Faith's Fetters, attached_to: Gemstone Mine}\n"
        "- {ability: 1, of: Gemstone Mine}"
    ),
    "an ability of a permanent of another name than the chosen one": (
        "- {enter: Phyrexian Revoker, choose: {card name: Grizzly Bears}}\n"
        "- enter: Student of Warfare\n- level_up: Student of Warfare"
    ),
    "a land card that enters face down while no land can (614.17d)": (
        "- enter: Worms of the Earth\n"
        "- {enter: Dryad Arbor, face_down: true, choose: {face down by: manifest}}"
    ),
    "a creature type of the board's own": (
        "- token: {name: Page, type_line: Creature — Zorg, power: 1, toughness: 1}\n"
        "- {enter: Xenograft, choose: {creature type: zorg}}"
    ),
    "the player who is attacked": (
        "- token: {name: Page, type_line: Creature — Human, power: 1, toughness: 1, "
        'oracle_text: "Whenever this creature attacks, it gets +2/+0 until end of turn."}\n'
        "- {ability: 1, of: Page, targets: [opponent]}"
    ),
    "an ability that was on the stack before its source lost it (113.7a)": (
        "- enter: Elvish Visionary\n- enter: Goblin Guide\n- enter: Humility\n"
        "- {ability: 1, of: Elvish Visionary}\n- {ability: 1, of: Goblin Guide}"
    ),
    "an ability that its source had again as it died (603.10a)": (
        "- enter: Humility\n- enter: Young Wolf\n- leave: Humility\n"
        "- {resolve: Shock, targets: [Young Wolf]}\n- {ability: 1, of: Young Wolf}"
    ),
    "an ability that triggered before Torpor Orb entered": (
        "- enter: Blade Splicer\n- enter: Torpor Orb\n- {ability: 1, of: Blade Splicer}"
    ),
    "what is yours under your Elesh Norn": (
        "- enter: 'Elesh Norn, Mother of Machines'\n- enter: Blade Splicer\n"
        "- {ability: 1, of: Blade Splicer}"
    ),
    "an ability of what has died and come back": (
        "- enter: Young Wolf\n- leave: Young Wolf\n- {ability: 1, of: Young Wolf}\n"
        "- {ability: 1, of: Young Wolf}"
    ),
    "an Aura that makes its host what it can't enchant": (
        BEARS + "- {enter: White Ward, attached_to: Grizzly Bears}"
    ),
}


@pytest.mark.parametrize("what", ALLOWED)
def test_both_readings_allow(catalogue: Catalogue, what: str) -> None:
    outcome(board_from_text("steps:\n" + ALLOWED[what], catalogue))


def test_a_land_type_on_the_board_is_no_creature_type(catalogue: Catalogue) -> None:
    text = "steps:\n- enter: Forest\n- {enter: Xenograft, choose: {creature type: Forest}}"
    with pytest.raises(BoardError, match="`Forest` is no creature type"):
        board_from_text(text, catalogue)
