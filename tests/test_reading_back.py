"""Canonical text reads back to the same tree, or the line is not understood at all."""

import pytest

from striate.cards import tree as t
from striate.cards.catalogue.store import Catalogue
from striate.cards.language import parse_face, print_abilities, reads_back
from striate.cards.prose import is_understood
from striate.cards.walking import parts

SPELLS = [
    "Destroy each nonenchanted creature.",
    "Return target nonenchanted permanent to its owner's hand.",
    "Destroy target enchanted creature.",
    "Attacking equipped creatures you control gain flying until end of turn.",
    "Draw cards equal to the number of attacking equipped creatures you control.",
    "You may put a land card from your hand or graveyard onto the battlefield.",
    "Exile each creature that isn't a Goblin, Elf, Merfolk, Octopus, or Wizard.",
    "Destroy each creature without flying or reach.",
    "Destroy target artifact without a mana ability.",
    "Destroy each nonblack creature and each planeswalker.",
    "Exile each creature and each Vehicle.",
    (
        "You may put a creature card from your hand onto the battlefield. If it's an Elf, untap "
        "target land."
    ),
]
PERMANENTS = [
    "Whenever you cast a kicked spell, draw a card.",
    "When this creature dies, put the exiled card into its owner's hand.",
    "{1}: Put each card exiled with this artifact into its owner's hand.",
]


def abilities(text: str, types: tuple[str, ...]) -> tuple[t.Ability, ...]:
    return parse_face(text, types=types)


@pytest.mark.parametrize(
    ("text", "types"),
    [(text, ("Instant",)) for text in SPELLS] + [(text, ("Artifact",)) for text in PERMANENTS],
)
def test_the_line_is_understood_and_reads_back(text: str, types: tuple[str, ...]) -> None:
    (ability,) = abilities(text, types)
    assert is_understood(ability)
    assert abilities(print_abilities((ability,)), types) == (ability,)


HAND = (
    "At the beginning of your upkeep, you gain life equal to the number of cards in target "
    "opponent's hand."
)
MILL = "Mill a card, then draw cards equal to that card's mana value."


@pytest.mark.parametrize(
    ("text", "types", "kind"), [(MILL, ("Sorcery",), "spell"), (HAND, ("Creature",), "triggered")]
)
def test_what_would_not_read_back_is_not_understood(
    text: str, types: tuple[str, ...], kind: str
) -> None:
    (ability,) = abilities(text, types)
    assert isinstance(ability, t.Opaque)
    assert ability.kind == kind


def test_abilities_of_the_catalogue_read_back() -> None:
    cards = list(Catalogue.open().all_cards())[::25]
    found = [each for card in cards for face in card.faces for each in face.abilities]
    plain = [each for each in found if is_understood(each) and not has_prose(each)]
    assert len(plain) > 800
    assert [each for each in plain if not reads_back(each)] == []


def has_prose(value: object) -> bool:
    """Texts are sealed in the shipped catalogue."""
    return any(
        part.startswith("#") if isinstance(part, str) else isinstance(part, t.Prose)
        for part in parts(value)
    )
