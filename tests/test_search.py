"""Scryfall's filter syntax over a small catalogue, and what is said about filters that are
wrong."""

from pathlib import Path

import pytest

from striate.cards.catalogue.importing import import_file
from striate.cards.catalogue.store import Catalogue
from striate.cards.filters.query import SearchError
from striate.cards.filters.search import search
from tests.cardfiles import CARDS, as_lines

LORD, LEVELER, BEAR, BONES = "Tide Lord", "Rising Student", "Père d'Ours", "Heap of Bones"
KEEPER, RAT, PUSH, ENGINE = (
    "Day Keeper // Night Keeper",
    "Humble Clerk // Proud Master",
    "Push // Pull",
    "Odd Engine",
)


@pytest.fixture(scope="module")
def cards(tmp_path_factory: pytest.TempPathFactory) -> Catalogue:
    folder = tmp_path_factory.mktemp("cards")
    import_file(as_lines(folder / "cards.jsonl"), folder / "catalogue.sqlite")
    return Catalogue(folder / "catalogue.sqlite")


@pytest.fixture(autouse=True)
def no_user_catalogue(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("STRIATE_CATALOGUE", str(tmp_path / "catalogue.sqlite"))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("t:merfolk", [LORD]),
        ("type:CREATURE t:artifact", [BONES]),
        ("t:instant", [PUSH]),
        ("is:leveler", [LEVELER]),
        ("is:vanilla", [BEAR, RAT]),
        ("is:transform", [KEEPER]),
        ("is:permanent -t:creature", [ENGINE]),
        ("not:permanent", [PUSH]),
        ("is:historic", [BONES, RAT, ENGINE]),
        ("c:u", [LEVELER, LORD]),
        ("c=u", [LORD]),
        ("c:azorius", [LEVELER]),
        ("c>=rw", [PUSH]),
        ("c:c", [ENGINE]),
        ("c:m", [PUSH, LEVELER]),
        ("c<=1 t:rat", [RAT]),
        ("c!=u t:human", [KEEPER, LEVELER]),
        ("id:uw", [ENGINE, LEVELER, LORD]),
        ("id=rw", [PUSH]),
        ("mv=5", [PUSH]),
        ("cmc>=3", [KEEPER, ENGINE, PUSH]),
        ("mv:odd", [KEEPER, BONES, ENGINE, PUSH]),
        ("pow>=4", [KEEPER]),
        ("pow<tou", [KEEPER, BONES]),
        ("tou=1 pow=0", [BONES]),
        ("pt=4", [BEAR, LORD]),
        ("kw:flying", [LEVELER, LORD]),
        ('keyword:"level up"', [LEVELER]),
        ("m:{U}{U}", [LORD]),
        ("m:2R", [KEEPER]),
        ("s:aaa", [LORD]),
        ("keeper", [KEEPER]),
        ("pere", [BEAR]),
        ('!"Night Keeper"', [KEEPER]),
        ("!lord", []),
        ('name:"tide lo"', [LORD]),
        ("o:+1/+1", [LORD]),
        ('o:"creature you control"', [LORD]),
        ('-o:"no such words" mv<2', [BONES]),
        ("o:frobnicated", [ENGINE]),
        ("t:bear or t:rat", [RAT, BEAR]),
        ("(t:bear or t:rat) c:g", [BEAR]),
        ("-(t:creature or t:instant)", [ENGINE]),
        ("t:creature and c:r", [KEEPER]),
        ("t:human -c:r or is:split", [PUSH, LEVELER]),
    ],
)
def test_a_filter_finds(cards: Catalogue, text: str, names: list[str]) -> None:
    assert search(cards, text) == sorted(names)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a word"),
        ("t:elf (", "expected a word"),
        ("(t:elf", "expected a `)`"),
        ("t:elf )", "expected a `(` before"),
        ('o:"open', "closing quotation mark"),
        ("t:", "expected a value"),
        ("t:elf or", "expected a word"),
        ("colour:red", "`colour` is not a filter"),
        ("is:shiny", "`shiny` is not a kind"),
        ("c:purple", "expected colours"),
        ("pow>=big", "expected a number"),
        ("t>elf", "expected `:` or `=`"),
        ("(" * 300 + "t:elf" + ")" * 300, "nested"),
    ],
)
def test_a_wrong_filter_says_where_and_what_was_expected(
    cards: Catalogue, text: str, message: str
) -> None:
    with pytest.raises(SearchError) as error:
        search(cards, text)
    assert message in str(error.value)


def test_a_catalogue_without_sets_says_so(tmp_path: Path) -> None:
    records = [{**record, "set": None} for record in CARDS]
    import_file(as_lines(tmp_path / "cards.jsonl", records), tmp_path / "c.sqlite")
    with pytest.raises(SearchError, match="does not know sets"):
        search(Catalogue(tmp_path / "c.sqlite"), "s:aaa")
