"""The subtypes that the program knows are those of 205.3, and those of cards newer than the rules.

The Comprehensive Rules lie beside the checkout, or the tests are skipped.
"""

import re
from pathlib import Path

import pytest

from striate.cards import vocabulary
from striate.cards.catalogue.store import Catalogue

RULES = Path(__file__).parents[2] / "shared" / "rules"
LISTS = {
    "205.3g": ("artifact types", vocabulary.ARTIFACT_TYPES),
    "205.3h": ("enchantment types", vocabulary.ENCHANTMENT_TYPES),
    "205.3i": ("land types", vocabulary.LAND_TYPES),
    "205.3j": ("planeswalker types", vocabulary.PLANESWALKER_TYPES),
    "205.3k": ("spell types", vocabulary.SPELL_TYPES),
}


def clause(number: str) -> str:
    editions = sorted(RULES.glob("comprehensive-rules-*.txt"))
    if not editions:
        pytest.skip("no Comprehensive Rules lie beside the checkout")
    for line in editions[-1].read_text().splitlines():
        if line.startswith(f"{number} "):
            return re.sub(r" \(see [^)]*\)", "", line).replace("’", "'")
    raise AssertionError(f"{number} is no clause")


def listed(words: str) -> set[str]:
    return set(re.split(r", and |, ", words))


def printed(catalogue: Catalogue) -> set[str]:
    """The subtypes that stand on cards."""
    faces = (face for card in catalogue.all_cards() for face in card.faces)
    return {word for face in faces for word in face.subtypes}


@pytest.mark.parametrize("number", LISTS)
def test_the_subtypes_are_those_of_the_clause(catalogue: Catalogue, number: str) -> None:
    called, known = LISTS[number]
    (words,) = re.findall(rf"The {called} are (.*?)\.", clause(number))
    assert listed(words) <= set(known)
    assert set(known) - listed(words) <= printed(catalogue)


def test_the_creature_types_are_those_of_the_clause(catalogue: Catalogue) -> None:
    (words,) = re.findall(r"All other creature types are one word long: (.*)\.", clause("205.3m"))
    there = listed(words) | {"Time Lord"}
    assert there <= set(vocabulary.CREATURE_TYPES)
    assert set(vocabulary.CREATURE_TYPES) - there <= printed(catalogue)


def test_the_basic_land_types_are_those_of_the_clause() -> None:
    (words,) = re.findall(r"Of that list, (.*) are the basic land types", clause("205.3i"))
    assert set(vocabulary.BASIC_LAND_TYPES) == listed(words)
