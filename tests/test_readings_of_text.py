"""The third reading: texts of one meaning give one tree, and a tree that is run does what it
says."""

from pathlib import Path

import pytest

from striate.boards.timeline import Answer, Seat, Seen
from striate.cards.catalogue.store import Catalogue
from striate.cards.language import parse_effect
from striate.queries.readings import everyword, impossible, probing, templates
from striate.queries.readings.command import Face
from striate.queries.readings.wordings import measure, pairs

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
    return Seen(handle, handle, "battlefield", controller, controller, (), ("Creature",),
    (), (), (),
                power, 2, 2, (), 1)  # fmt: skip


def test_a_change_of_what_the_text_excludes_and_one_that_stays_are_found() -> None:
    mine = parse_effect("Creatures you control get +1/+1 until end of turn.")
    before = Answer((seen("Bear", "you", 2), seen("Giant", "opponent", 3)))
    assert impossible.touched_outside(mine, before, {"Bear"}, ()) == ""
    assert impossible.touched_outside(mine, before, {"Bear", "Giant"}, ()) == "Giant"
    assert impossible.outlasts(mine, before, before) == ""
    assert impossible.outlasts(mine, before, Answer((seen("Bear", "you", 3),))) == "Bear"


@pytest.mark.skipif(not CORPUS.exists(), reason="the card file is not beside the checkout")
def test_every_four_hundredth_card_in_other_words_is_one_tree() -> None:
    told = measure(CORPUS, every=400)
    assert sum(told.counts.values()) > 30
    assert told.two == []


def test_two_wordings_of_one_meaning_are_one_tree_or_named() -> None:
    def line(name: str, words: str, tree: str | None) -> templates.Line:
        return templates.Line(name, words, templates.plain(words), tree)

    old = line(
        "A", "Whenever a land enters under your control, ~ gets +2/+2 until end of turn.", "x"
    )
    new = line(
        "B", "Landfall — Whenever a land you control enters, ~ gets +3/+3 until end of turn.", "x"
    )
    assert old.key == new.key
    assert templates.compare([old, new]).counts == {"one tree": 1}
    other = line("C", "Until end of turn, ~ gets +1/+1.", "y")
    again = line("D", "~ gets +1/+1 until end of turn.", "z")
    [(one, two)] = templates.compare([other, again]).two
    assert {one.name, two.name} == {"C", "D"}


@pytest.mark.skipif(not CORPUS.exists(), reason="the card file is not beside the checkout")
def test_two_wordings_that_the_cards_themselves_have_are_one_tree() -> None:
    told = templates.measure(CORPUS, every=40)
    assert told.counts["one tree"] > 20
    assert told.two == []


@pytest.mark.parametrize(
    "name", ["Izzet Charm", "Switcheroo", "Glorious Anthem", "Holy Strength", "Boros Charm"]
)
def test_statics_modes_and_several_targets_are_probed(name: str, catalogue: Catalogue) -> None:
    card = catalogue.card(name)
    assert card is not None
    runs = list(probing.probe(card, catalogue))
    assert [run.findings for run in runs if run.findings] == []
    if name != "Izzet Charm":
        assert {run.verdict for run in runs} == {"as it says"}


LINES = (
    ("Each other nontoken Elf creature you control gets +2/+1 and has trample.", ("Enchantment",)),
    ("Until end of turn, target white creature an opponent controls loses flying.", ("Instant",)),
    ("As long as you control three or more snow lands, this creature has vigilance.",
    ("Creature",)),
    ("{2}{G}, {T}: Destroy target artifact that isn't legendary. Activate only once each turn.",
    ("Creature",)),
)  # fmt: skip


@pytest.mark.parametrize(("line", "types"), LINES)
def test_every_word_of_a_line_counts(line: str, types: tuple[str, ...]) -> None:
    face = Face("Seer", line, types, (), (), "normal")
    assert list(everyword.passed_over(line, face.read, "Seer")) == []


def test_a_word_that_is_passed_over_is_told() -> None:
    """A reader that does not hear "nontoken" is found out."""
    face = Face("Seer", "", ("Enchantment",), (), (), "normal")
    line = "Each nontoken creature you control gets +1/+1."
    deaf = list(everyword.passed_over(line, lambda text: face.read(text.replace(" nontoken", ""))))
    assert deaf == ["Each [nontoken] creature you control gets +1/+1."]
    assert everyword.reason(deaf[0]) == ""


def test_a_word_that_says_no_more_has_its_reason() -> None:
    face = Face("Seer", "", ("Enchantment",), (), (), "normal")
    line = "All creatures get +1/+1."
    (told,) = everyword.passed_over(line, face.read)
    assert everyword.reason(told) == "a plural without it means all"
