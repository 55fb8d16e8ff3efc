"""Cards of which a card file says what cannot be: marked, and named beside answers that rest on
them."""

import pytest
from click.testing import CliRunner

from striate.app.cli import main
from striate.cards.catalogue.store import Catalogue
from striate.cards.doubtful import doubts
from striate.cards.tree import Card, Face, Keyword


def card(*faces: Face, layout: str = "normal") -> Card:
    return Card(faces[0].name, layout, faces)


@pytest.mark.parametrize(
    "sound",
    [
        card(Face("Bear", types=("Creature",), subtypes=("Bear",))),
        card(Face("Shrine", types=("Enchantment", "Creature"), subtypes=("Shrine",))),
        card(Face("All", types=("Creature",), abilities=(Keyword("changeling"),))),
        card(
            Face("Bear", types=("Creature",), subtypes=("Bear",)),
            Face("Den", types=("Land",), subtypes=("Forest",)),
        ),
        card(Face("Sword", types=("Artifact",))),
    ],
)
def test_a_card_that_can_be_is_in_no_doubt(sound: Card) -> None:
    assert doubts(sound) == ()


def test_a_creature_without_a_type_and_a_back_without_text_are_doubtful() -> None:
    assert doubts(card(Face("Bear", types=("Creature",))))
    front = Face("Robot", types=("Creature",), subtypes=("Robot",))
    assert doubts(card(front, Face("Jet", types=("Artifact",), subtypes=("Vehicle",))))
    ghost = Face("Ghost", types=("Creature",), subtypes=("Spirit",))
    assert not doubts(card(front, ghost))
    mortal = Face("Man", types=("Creature",), subtypes=("Human",), abilities=(Keyword("disturb"),))
    assert doubts(card(mortal, ghost))


def test_few_cards_of_the_catalogue_are_doubtful(catalogue: Catalogue) -> None:
    found = [each.name for each in catalogue.all_cards() if doubts(each)]
    assert 0 < len(found) < 80


def test_an_answer_that_rests_on_a_doubtful_card_says_so() -> None:
    shown = CliRunner().invoke(main, ["outcome", "Anhelo, the Painter"], prog_name="striate")
    assert (
        "Doubtful, and the answer may depend on it: `Anhelo, the Painter` is a creature"
        in shown.output
    )
    sure = CliRunner().invoke(main, ["outcome", "Grizzly Bears"], prog_name="striate")
    assert "oubtful" not in sure.output
    told = CliRunner().invoke(main, ["cards", "show", "Anhelo, the Painter"], prog_name="striate")
    assert told.output.splitlines()[-1].startswith("doubtful: ")
