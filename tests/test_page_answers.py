"""What the page's answer offers: switches for what is not told, choices that can't be, cards to
add."""

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from pathlib import Path
from typing import Any

from striate.cards.catalogue.store import Catalogue
from striate.cards.catalogue.texts import Texts
from striate.web import legality, switches
from striate.web.answers import answered
from striate.web.boardasked import answer_html, document_of, look
from striate.web.editing import edited
from striate.web.shelves import shelf

Plain = dict[str, Any]


def switches_of(document: Plain) -> list[switches.Switch]:
    looked = look(document)
    assert looked.outcome is not None and looked.known.board is not None
    placed = switches.of(
        looked.known.board, looked.outcome, document, looked.known.shelf, looked.known.words
    )
    return [each for several in placed.values() for each in several]


@pytest.mark.parametrize(
    "line",
    [
        "Kavu Titan; Grizzly Bears",  # kicked
        "Isamaru, Hound of Konda; Isamaru, Hound of Konda; Grizzly Bears",  # which is kept
        "Serra Avatar",  # a life total
        "Ruthless Cullblade",
        "Maro",  # cards in hand
        "Samut, the Driving Force; Grizzly Bears",  # a speed
        "Grizzly Bears; end_turn; Serra Avatar",
        "Fresh-Faced Recruit",  # whose turn it is
    ],
)
def test_a_switch_writes_the_row_that_tells_it(line: str) -> None:
    document = document_of({"text": line})
    (switch,) = [each for each in switches_of(document) if each.open]
    assert switch.options
    for option in switch.options:
        assert option.edit is not None
        told = edited(document, option.edit, shelf())
        looked = look(told)
        assert looked.right and looked.outcome is not None
        assert looked.outcome.sure, (option, told)
        assert not any(each.open for each in switches_of(told))


def test_what_rests_on_a_number_is_not_shown_as_if_it_were_sure() -> None:
    document = document_of({"text": "Samut, the Driving Force; Grizzly Bears"})
    page, _ = answer_html(look(document))
    assert "n+2/2; n: your speed" in page
    (switch,) = switches_of(document)
    assert [each.label for each in switch.options] == ["0", "1", "2", "3", "4"]


def test_a_used_switch_stays_and_turns_back() -> None:
    document = document_of({"text": "Kavu Titan"})
    (switch,) = switches_of(document)
    for label, power in (("yes", 5), ("no", 2), ("yes", 5)):
        (option,) = [each for each in switch.options if each.label == label]
        assert option.edit is not None
        document = edited(document, option.edit, shelf())
        found = look(document).outcome
        assert found is not None and found.answer.objects[0].power == power
        (switch,) = switches_of(document)
        assert [each.label for each in switch.options if each.now] == [label]


def test_what_a_game_begins_with_is_a_switch_too() -> None:
    document = document_of({"text": "Throne Warden; monarch you"})
    (switch,) = switches_of(document)
    (other,) = [each for each in switch.options if not each.now]
    assert other.edit is not None
    assert {"monarch": "opponent"} in edited(document, other.edit, shelf())["steps"]


def test_what_the_rows_show_can_be_told_otherwise() -> None:
    document = document_of({"text": "Gravetiller Wurm"})
    (switch,) = switches_of(document)
    (other,) = [each for each in switch.options if not each.now]
    assert other.edit is not None and not switch.open
    told = edited(document, other.edit, shelf())
    found = look(told).outcome
    assert told["steps"][0] == {"this_turn": {"creature died": "yes"}}
    assert found is not None and dict(found.answer.objects[0].counters) == {"+1/+1": 4}
    (again,) = switches_of(told)
    assert [each.label for each in again.options if each.now] == ["yes"]


# --- choices --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "at", "value", "why"),
    [
        ("Forest; Grizzly Bears; resolve Giant Growth", 2, "Forest", "115.1"),
        ("Forest; Grizzly Bears; Frogify on Grizzly Bears", 2, "Forest", "can't be attached"),
        ("Forest; Grizzly Bears; Invisible Stalker (opponent); resolve Switcheroo", 3,
         "Invisible Stalker", "702.11b"),
        ("Forest; Grizzly Bears; Clone copying Grizzly Bears", 2, "Forest", "707.5"),
    ],
)  # fmt: skip
def test_an_illegal_choice_says_why_and_a_legal_one_is_left(
    line: str, at: int, value: str, why: str
) -> None:
    found = legality.illegal(document_of({"text": line}), at)
    (told,) = [each["why"] for each in found if each["value"] == value][:1]
    assert why in told
    assert not any(each["value"] == "Grizzly Bears" for each in found)


def test_an_own_effect_gets_its_target_at_once() -> None:
    steps = [{"enter": "Grizzly Bears"}, {"effect": "target creature gets +3/+3 until end of turn"}]
    shown = answered("board", {"document": {"steps": steps}})
    assert not shown["right"] and "<span>Target</span>" in shown["rows"]
    edit = {"do": "set", "at": 1, "key": ["targets", 0], "value": "Grizzly Bears"}
    after = answered("board", {"document": {"steps": steps}, "edit": edit})
    assert after["right"] and "<ins>5/5</ins>" in after["answer"]


def test_why_not_adds_cards() -> None:
    asked = {"text": "Grizzly Bears", "goal": "Grizzly Bears is 3/3", "cards": "Glorious Anthem"}
    told = answered("why-not", asked)
    assert "With Glorious Anthem" in told["html"]
    wrong = answered("why-not", {**asked, "cards": "Gloriuos Anthem"})
    assert "No card is called “Gloriuos Anthem”" in wrong["wrong"]


# --- searches -------------------------------------------------------------------------------------


def test_texts_are_kept_and_read_again(tmp_path: Path, catalogue: Catalogue) -> None:
    bears = next(entry for entry in catalogue.index if entry.name == "Levitation")
    texts = Texts(catalogue, tmp_path)
    text = texts.text_of(bears)
    assert "flying" in text
    texts.keep()
    assert not list(tmp_path.iterdir())  # as most have not been made
    texts._known.update(dict.fromkeys(range(len(catalogue)), ""))
    texts._known[catalogue.names().index("Levitation")] = text
    texts.keep()
    (kept,) = tmp_path.iterdir()
    again = Texts(catalogue, tmp_path)
    assert again.text_of(bears) == text
    kept.write_bytes(b"damaged")
    assert Texts(catalogue, tmp_path).text_of(bears) == text


# --- messages -------------------------------------------------------------------------------------


def test_a_message_of_a_terminal_is_told_in_sentences() -> None:
    told = answered("find", {"goal": "a creature has flyng"})["wrong"]
    assert told.startswith("At “flyng”: expected ") and "a keyword" in told
    assert told.endswith("has flying")
    assert not set(told) & set("`^\n") and "a creature has flyng" not in told


def test_a_page_says_what_was_not_searched_without_an_option_of_the_command() -> None:
    told = answered("find", {"goal": "a creature is 5/6 and has flying", "size": 1})["html"]
    assert "<summary>Not searched: " in told and "--" not in told


def test_the_day_of_the_rules_is_picked_and_kept() -> None:
    line = "Isamaru, Hound of Konda; Clone copying Isamaru, Hound of Konda (opponent)"
    edit = {"do": "rules", "value": "2010-04-23"}
    then = answered("board", {"text": line, "edit": edit})
    assert (
        "By the rules of 2010-04-23." in then["answer"]
        and "the legend rule (704.5k)" in then["answer"]
    )
    assert '<option value="2010-04-23" selected>' in then["day"]
    assert then["link"] == f"{line}; rules 2010-04-23"
    assert answered("board", {"text": then["link"]})["document"] == then["document"]
    now = answered("board", {"document": then["document"], "edit": {"do": "rules", "value": ""}})
    assert now["document"] == answered("board", {"text": line})["document"]
    assert '<option value="" selected>' in now["day"] and "By the rules" not in now["answer"]
    between = answered("board", {"text": "Grizzly Bears; rules 2011-09-30"})
    assert '<option value="2011-09-30" selected>' in between["day"]
    edit = {"do": "rules", "value": "1999-01-01"}
    assert "first edition" in answered("board", {"text": line, "edit": edit})["refused"][0]
