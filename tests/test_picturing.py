"""The reason as a picture: stages, arrows and sentences are those of the trace."""

import pytest

from striate.boards.reading import board_from_line
from striate.boards.timeline import Board
from striate.cards.catalogue.store import Catalogue
from striate.queries.explaining import explain
from striate.queries.pictured import Picture, Small
from striate.queries.picturing import picture
from striate.queries.showing import box, words_for
from tests.corpus import every_board
from tests.helpers import board, other


def drawn(given: Board, catalogue: Catalogue) -> Picture:
    return picture(explain(given), words_for(given, catalogue.words))


def line(text: str, catalogue: Catalogue) -> Picture:
    return drawn(board_from_line(text, catalogue), catalogue)


def now(small: Small) -> str:
    return " ".join(part.text for part in small.box if part.mark != "lost")


def test_the_board_is_shown_after_each_effect(catalogue: Catalogue) -> None:
    shown = line("Humility; Opalescence", catalogue)
    boxes = [{small.handle: now(small) for small in stage.board} for stage in shown.stages]
    assert [each["Humility"] for each in boxes] == ["", "", "", "1/1", "4/4"]
    touched = [[small.handle for small in stage.board if small.touched] for stage in shown.stages]
    assert touched == [[], ["Humility"], ["Humility"], ["Humility"], ["Humility"]]


def test_an_effect_that_waits_has_an_arrow_and_two_sentences(catalogue: Catalogue) -> None:
    shown = line("Urborg, Tomb of Yawgmoth; Blood Moon", catalogue)
    types = next(layer for layer in shown.layers if layer.number == "4")
    assert [(node.source, node.stage) for node in types.nodes] == [
        ("Urborg, Tomb of Yawgmoth", 0),
        ("Blood Moon", 1),
    ]
    (arrow,) = types.arrows
    assert (arrow.start, arrow.end, arrow.loop) == (0, 1, False)
    said = " ".join(each.text for each in shown.stages[1].told)
    assert "Urborg, Tomb of Yawgmoth waited for it" in said
    assert "decides whether this effect exists" in said


def test_a_loop_is_drawn_as_one(catalogue: Catalogue) -> None:
    hush = "All permanents lose all abilities."
    cards = [other("One", "Enchantment", hush), other("Two", "Enchantment", hush)]
    shown = drawn(board(cards, {"enter": "One"}, {"enter": "Two"}), catalogue)
    said = [each for stage in shown.stages for each in stage.told if "loop" in each.text]
    assert said and said[0].rules == ("613.8b",)
    abilities = next(layer for layer in shown.layers if layer.number == "6")
    assert [node.source for node in abilities.nodes] == ["One", "Two"]
    assert [arrow.loop for arrow in abilities.arrows] == [True]


def test_the_reason_is_said_in_sentences(catalogue: Catalogue) -> None:
    shown = line("Humility; Grizzly Bears; Opalescence", catalogue)
    *_, last = shown.aloud
    assert last == (
        "So in the end: Humility is a 4/4 enchantment creature; Grizzly Bears is a 1/1 creature; "
        "Opalescence is an enchantment."
    )
    assert any(said.startswith("In layer 6, abilities: Humility.") for said in shown.aloud)


def test_what_stops_being_a_creature_has_no_power_from_then_on(catalogue: Catalogue) -> None:
    (given,) = (each for each in every_board() if each.id == "xm-minimus-containment-face-down")
    shown = picture(explain(given), words_for(given, catalogue.words))
    boxes = [
        now(small) for stage in shown.stages for small in stage.board if small.handle == "harrier"
    ]
    assert boxes == ["1/5", "2/2", "none", ""]


@pytest.mark.parametrize("given", every_board()[::9], ids=lambda board: board.id)
def test_the_last_stage_is_the_answer(given: Board, catalogue: Catalogue) -> None:
    found = explain(given)
    shown = picture(found, words_for(given, catalogue.words))
    ends = {seen.handle: seen for seen in found.answer.objects if seen.zone == "battlefield"}
    for small in shown.stages[-1].board:
        if small.handle in ends and small.handle not in found.answer.gone:
            assert now(small).replace("none", "") == box(ends[small.handle]), small.handle
