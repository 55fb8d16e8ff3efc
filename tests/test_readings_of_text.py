"""The third reading: texts of one meaning give one tree, and a tree that is run does what it says."""

from pathlib import Path

import pytest

from striate.boards.timeline import Answer, Seat, Seen
from striate.cards.catalogue.store import Catalogue
from striate.cards.language import parse_effect
from striate.queries.readings import probing
from striate.queries.readings.wordings import Face, measure, pairs

CORPUS = Path(__file__).parents[2] / "shared" / "corpus" / "cards.jsonl.gz"

TEXTS = [
    ("Test Climber", "When this creature enters, it gets +1/+1 and gains haste until end of turn."),
    (
        "Test Climber",
        "Whenever this creature attacks, target creature gains flying until end of turn.",
    ),
    ("Test Climber", "Other creatures you control have flying and vigilance."),
    ("Test Climber", "{G}: Test Climber gets +2/+2 until end of turn."),
]


@pytest.mark.parametrize(("name", "text"), TEXTS)
def test_a_card_in_other_words_is_one_tree(name: str, text: str) -> None:
    face = Face(name, text, ("Creature",), (), (), "normal")
    found = list(pairs(face))
    assert found
    assert {pair.verdict for pair in found} == {"one tree"}


def test_an_instruction_before_the_others_changes_none_of_them() -> None:
    text = "Target creature gets +1/+1 and gains flying until end of turn. Untap that creature."
    kinds = {
        pair.kind: pair.verdict
        for pair in pairs(Face("Rise", text, ("Instant",), (), (), "normal"))
    }
    assert kinds["another instruction first"] == "one tree"
    assert kinds["conjuncts exchanged"] == "one tree"


@pytest.mark.parametrize(
    "name", ["Giant Growth", "Shivan Dragon", "Overrun", "Prodigal Pyromancer"]
)
def test_what_a_card_says_that_it_changes_it_changes_while_it_lasts(
    name: str, catalogue: Catalogue
) -> None:
    card = catalogue.card(name)
    assert card is not None
    assert [run.findings for run in probing.probe(card, catalogue) if run.findings] == []


def seen(handle: str, controller: Seat, power: int) -> Seen:
    return Seen(handle, handle, "battlefield", controller, controller, (), ("Creature",), (), (), (),
                power, 2, 2, (), 1)  # fmt: skip


def test_a_change_of_what_the_text_excludes_and_one_that_stays_are_found() -> None:
    mine = parse_effect("Creatures you control get +1/+1 until end of turn.")
    before = Answer((seen("Bear", "you", 2), seen("Giant", "opponent", 3)))
    assert probing.touched_outside(mine, before, {"Bear"}, ()) == ""
    assert probing.touched_outside(mine, before, {"Bear", "Giant"}, ()) == "Giant"
    assert probing.outlasts(mine, before, before) == ""
    assert probing.outlasts(mine, before, Answer((seen("Bear", "you", 3),))) == "Bear"


@pytest.mark.skipif(not CORPUS.exists(), reason="the card file is not beside the checkout")
def test_every_four_hundredth_card_in_other_words_is_one_tree() -> None:
    told = measure(CORPUS, every=400)
    assert sum(told.counts.values()) > 30
    assert told.two == []
