"""The score by which the best-known of several answers is shown."""

import pickle

import pytest

from striate.cards.catalogue.store import Catalogue
from striate.search.wellknown import boards_with, card_score

_CATALOGUE = Catalogue.open()


def test_it_knows_several_hundred_cards() -> None:
    from striate.search import wellknown

    names = wellknown._counts()
    assert len(names) > 600
    assert [name for name in names if _CATALOGUE.card(name) is None] == []


@pytest.mark.parametrize(
    ("known", "odd"),
    [
        ("Opalescence", "Luxior, Giada's Gift"),
        ("March of the Machines", "Ogre-Head Helm"),
        ("Blood Moon", "Minimus Containment"),
        ("Song of the Dryads", "Super Mutant Scavenger"),
        ("Glorious Anthem", "Flowering of the White Tree"),
    ],
)
def test_what_everybody_knows_comes_first(known: str, odd: str) -> None:
    first, second = _CATALOGUE.card(known), _CATALOGUE.card(odd)
    assert first is not None
    assert second is not None
    assert card_score(first) < card_score(second)
    assert boards_with(known) > boards_with(odd) or odd.startswith("Luxior")


@pytest.mark.parametrize("name", ["Welding Jar", "Triskelion", "Library of Leng", "Vivid Crag"])
def test_a_card_from_another_process_has_the_score_of_the_catalogues(name: str) -> None:
    card = _CATALOGUE.card(name)
    assert card is not None
    other = pickle.loads(pickle.dumps(card))
    assert other == card and other is not card
    assert card_score.afresh(other) == card_score.afresh(card)
