"""Boards that ask for what can't be: each is told, by both readings alike."""

import pytest

from striate.boards.errors import BoardError
from striate.boards.reading import board_from_text
from striate.cards.catalogue.store import Catalogue
from striate.queries.answers import Engine
from striate.queries.checking import check
from striate.queries.outcome import outcome

BEARS = "steps:\n  - enter: Grizzly Bears\n"
ROOM = "steps:\n  - enter: Porcelain Gallery\n"
UNPLAYABLE = {
    "the same target twice": BEARS
    + "  - effect: Two target creatures each get +1/+1 until end of turn.\n"
    + "    targets: [Grizzly Bears, Grizzly Bears]\n",
    "one target as another target": BEARS
    + "  - effect: Target creature gets +2/+2 until end of turn."
    + " Another target creature gets -2/-2 until end of turn.\n"
    + "    targets: [Grizzly Bears, Grizzly Bears]\n",
    "X targets without an X": BEARS
    + "  - effect: X target creatures get +1/+1 until end of turn.\n"
    + "    targets: [Grizzly Bears]\n",
    "a door that is unlocked already": ROOM
    + "  - unlock: Porcelain Gallery\n    door: Porcelain Gallery\n",
    "a door of what is no Room": BEARS + "  - unlock: Grizzly Bears\n",
}


@pytest.mark.parametrize("engine", ["constraints", "referee"])
@pytest.mark.parametrize("text", UNPLAYABLE.values(), ids=UNPLAYABLE)
def test_both_readings_refuse_it(text: str, engine: Engine) -> None:
    with pytest.raises(BoardError):
        outcome(board_from_text(text, Catalogue.open()), engine)


def test_counters_of_no_kind_are_refused() -> None:
    text = BEARS + "  - counters: {1/1: 2}\n    on: Grizzly Bears\n"
    with pytest.raises(BoardError, match="`1/1` is not a kind of counter"):
        board_from_text(text, Catalogue.open())


def test_a_misspelt_ability_is_not_lacking() -> None:
    text = BEARS + "expect:\n  Grizzly Bears: {lacks: [Flyign]}\n"
    with pytest.raises(BoardError, match="`Flyign` is no ability"):
        check(board_from_text(text, Catalogue.open()))


def test_what_is_said_with_the_cards_name_is_not_lacking() -> None:
    text = """\
steps:
  - enter: Juggernaut
expect:
  Juggernaut: {lacks: [Juggernaut attacks each combat if able.]}
"""
    assert check(board_from_text(text, Catalogue.open())).status == "fail"
