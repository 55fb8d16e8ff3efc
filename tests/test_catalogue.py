"""The catalogue: cards by name, names as people write them, and a file that holds no sentences."""

import sqlite3
from pathlib import Path

import pytest

from striate.cards import limits
from striate.cards.catalogue import shipping
from striate.cards.catalogue import store as catalogue
from striate.cards.catalogue.importing import import_file
from striate.cards.catalogue.scryfall import BadRecord, card_from_record
from striate.cards.catalogue.store import Catalogue, CatalogueError
from striate.cards.names import fold
from striate.cards.prose import is_sealed
from striate.cards.tree import Prose
from tests.cardfiles import CARDS, FLIP, GROWER, SPLIT, TWO_FACED, as_lines


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Catalogue:
    """A catalogue of the tests' cards, which `Catalogue.open` finds."""
    target = tmp_path / "catalogue.sqlite"
    monkeypatch.setenv("STRIATE_CATALOGUE", str(target))
    import_file(as_lines(tmp_path / "cards.jsonl"), target)
    return Catalogue.open()


def name_of(found: Catalogue, name: str) -> str | None:
    card = found.card(name)
    return None if card is None else card.name


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Tide Lord", "Tide Lord"),
        ("tide  lord", "Tide Lord"),
        ("Pere d’Ours", "Père d'Ours"),
        ("pere dours", "Père d'Ours"),
        ("Day Keeper // Night Keeper", "Day Keeper // Night Keeper"),
        ("day keeper/night keeper", "Day Keeper // Night Keeper"),
        ("Night Keeper", "Day Keeper // Night Keeper"),
        ("PULL", "Push // Pull"),
    ],
)
def test_a_card_is_found_as_people_write_its_name(own: Catalogue, written: str, name: str) -> None:
    assert name_of(own, written) == name


def test_an_unknown_name_gives_nothing_but_suggestions(own: Catalogue) -> None:
    assert own.card("Tied Lord") is None
    assert own.suggest("Tied Lord")[0] == "Tide Lord"
    assert own.suggest("%%%%") == []


def test_a_face_never_takes_the_name_of_another_card(tmp_path: Path) -> None:
    face = {"name": "Tide Lord", "mana_cost": "{R}", "type_line": "Instant"}
    other = {"name": "Aaa // Tide Lord", "layout": "split", "card_faces": [face, face]}
    import_file(as_lines(tmp_path / "cards.jsonl", [other, *CARDS]), tmp_path / "c.sqlite")
    assert name_of(Catalogue(tmp_path / "c.sqlite"), "tide lord") == "Tide Lord"


def test_all_cards_are_there_once(own: Catalogue) -> None:
    assert sorted(card.name for card in own.all_cards()) == sorted(r["name"] for r in CARDS)
    assert sorted(own.names()) == sorted(r["name"] for r in CARDS)
    assert len(own) == len(CARDS)


def test_faces_have_the_colours_of_cost_and_indicator() -> None:
    day, night = card_from_record(TWO_FACED).faces
    assert (day.colors, night.colors) == (("R",), ("R",))
    # 710.1c: flipping changes neither colour nor cost.
    assert [face.colors for face in card_from_record(FLIP).faces] == [("B",), ("B",)]
    assert [face.colors for face in card_from_record(SPLIT).faces] == [("R",), ("W",)]


def test_a_star_counts_as_nothing_and_is_kept_as_printed() -> None:
    (face,) = card_from_record(GROWER).faces
    assert (face.power, face.toughness) == (0, 1)
    assert (face.printed_power, face.printed_toughness) == ("*", "1+*")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"type_line": None}, "`type_line`"),
        ({"type_line": "Creeture"}, "`Creeture`"),
        ({"power": "big"}, "`big`"),
        ({"mana_cost": "2WW"}, "`2WW`"),
        ({"color_indicator": ["Q"]}, "`Q`"),
        ({"oracle_text": ["Flying"]}, "`oracle_text`"),
    ],
)
def test_a_bad_record_says_which_card_and_why(change: dict[str, object], reason: str) -> None:
    with pytest.raises(BadRecord) as error:
        card_from_record({**GROWER, **change})
    assert "`Heap of Bones`" in str(error.value)
    assert reason in str(error.value)


def test_a_file_of_another_edition_is_passed_over(own: Catalogue, tmp_path: Path) -> None:
    own.close()
    with sqlite3.connect(own.path) as db:
        db.execute("UPDATE meta SET value = 'older' WHERE key = 'edition'")
    with pytest.raises(CatalogueError, match="import the card file again"):
        Catalogue(own.path)
    shipped = Catalogue.open()
    assert shipped.path == catalogue.SHIPPED
    assert "import the card file again" in shipped.notice


def test_a_file_that_is_no_catalogue_is_refused(tmp_path: Path) -> None:
    (tmp_path / "c.sqlite").write_text("hello")
    with pytest.raises(CatalogueError, match="is not a card catalogue"):
        Catalogue(tmp_path / "c.sqlite")


def test_an_import_keeps_words_and_the_trees_stay_sealed(own: Catalogue) -> None:
    card = own.card("Odd Engine")
    assert card is not None
    assert not list(shipping.sentences_in(card.faces[0].abilities))
    assert own.has_words()


# --- the shipped file -----------------------------------------------------------------------------


@pytest.fixture
def shipped() -> Catalogue:
    return Catalogue.open()


def test_the_shipped_catalogue_is_small_and_knows_the_cards(shipped: Catalogue) -> None:
    assert shipped.path.stat().st_size <= 8_000_000
    assert len(shipped) > 30_000
    assert name_of(shipped, "lim-dul's vault") == "Lim-Dûl's Vault"
    assert shipped.suggest("Corelhelm Comander")[0] == "Coralhelm Commander"


def test_the_shipped_catalogue_holds_no_sentences(shipped: Catalogue) -> None:
    assert not shipped.has_words()
    for card in shipped.all_cards():
        for face in card.faces:
            assert not list(shipping.sentences_in(face.abilities)), card.name


def test_every_name_of_the_shipped_catalogue_leads_to_its_card(shipped: Catalogue) -> None:
    for name in shipped.names()[::500]:
        assert name_of(shipped, fold(name)) == name


def test_what_abilities_can_be_activated_for_is_shipped_as_it_is_read() -> None:
    """602.5b: after a change of the catalogue or of the grammar: `make limits`."""
    asked = shipping.limits()
    digests = [Prose(digest) for digest in asked]
    assert asked == limits._shipped() and all(map(is_sealed, digests))
    assert not [*shipping.sentences_in(tuple(asked.values()))]
    assert sum(each is not None for each in asked.values()) > 80
