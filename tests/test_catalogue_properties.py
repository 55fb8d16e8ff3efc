"""Nothing that a person types or imports ends in a traceback; seals and stored trees lose
nothing."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from striate.cards import prose
from striate.cards.catalogue.importing import import_file
from striate.cards.catalogue.records import BadFile, CardFile
from striate.cards.catalogue.scryfall import BadRecord, card_from_record
from striate.cards.catalogue.store import Catalogue
from striate.cards.catalogue.unsealing import unseal
from striate.cards.filters.query import SearchError
from striate.cards.filters.search import search
from striate.cards.names import fold
from striate.cards.tree import Act, Activated, Body, Card, Num, Prose
from tests.cardfiles import CARDS, LORD, as_lines

FILES = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)


@pytest.fixture(scope="module")
def cards(tmp_path_factory: pytest.TempPathFactory) -> Catalogue:
    folder = tmp_path_factory.mktemp("cards")
    import_file(as_lines(folder / "cards.jsonl"), folder / "catalogue.sqlite")
    return Catalogue(folder / "catalogue.sqlite")


PIECES = st.sampled_from(
    ["t:", "c", ">=", "!", '"', "(", ")", "-", "or", "and", " ", "merfolk", "pow", "2", "is:", "uw"]
)


@given(st.lists(PIECES, max_size=12).map("".join) | st.text(max_size=30))
def test_any_filter_is_read_or_refused(cards: Catalogue, text: str) -> None:
    if "set" in text or "s:" in text or "e:" in text or "o:" in text or "oracle" in text:
        return
    try:
        found = search(cards, text)
    except SearchError as error:
        assert str(error)
    else:
        assert set(found) <= set(cards.names())


@given(st.text(max_size=40))
def test_any_name_is_looked_up_and_folding_it_twice_is_folding_it_once(
    cards: Catalogue, name: str
) -> None:
    assert fold(fold(name)) == fold(name)
    assert cards.card(name) is None or cards.suggest(name)


@FILES
@given(
    content=st.binary(max_size=200) | st.text(alphabet='[]{}",: \n1ax', max_size=60).map(str.encode)
)
def test_any_file_is_read_or_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    file = CardFile.open(path)
    try:
        list(file.records())
    except BadFile as error:
        assert str(path) in str(error)
    finally:
        file.close()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)


@given(st.sampled_from(CARDS), st.dictionaries(st.sampled_from(sorted(LORD)), JSON, max_size=3))
def test_any_record_is_a_card_or_a_bad_record(
    record: dict[str, Any], change: dict[str, Any]
) -> None:
    try:
        card = card_from_record(json.loads(json.dumps({**record, **change})))
    except BadRecord as error:
        assert error.reason
    else:
        assert card.faces


@given(st.lists(st.sampled_from(CARDS), min_size=1))
def test_a_stored_card_reads_back(records: list[dict[str, Any]]) -> None:
    decoder = msgspec.msgpack.Decoder(Card)
    for record in records:
        card = card_from_record(record)
        assert decoder.decode(msgspec.msgpack.encode(card)) == card


@given(st.text(max_size=90), st.lists(st.sampled_from(["red", "merfolk"]), max_size=2))
def test_what_is_sealed_is_opened_again(template: str, words: list[str]) -> None:
    text = template.replace("#", "")
    sealed, behind = prose.seal(Prose(text, tuple(words)))
    assert prose.is_sealed(sealed)
    opened = unseal(sealed, behind.get)
    assert opened.template == text
    assert [word.casefold() for word in opened.words] == words


def test_a_long_text_in_a_tree_is_sealed_but_the_grammars_own_words_are_not() -> None:
    verb = "shuffle it and put it on the bottom of that library in an order of their choice"
    ability = Activated("{1}, " + "Sacrifice a land, " * 5, Body((Act(verb, amount=Num(2)),)))
    sealed, behind = prose.seal(ability)
    assert sealed.cost.startswith("#")
    assert sealed.body == ability.body
    assert unseal(sealed, behind.get) == ability
