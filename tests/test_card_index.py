"""The index of the catalogue says what the functions say whose answers it keeps."""

import subprocess
import sys
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest

from striate.cards.catalogue.store import SHIPPED, Catalogue, write
from striate.cards.tree import Card
from striate.search import (
    beyond,
    cardindex,
    chosen,
    copying,
    facedown,
    graveyards,
    helping,
    indexing,
    legendrule,
    options,
    tokens,
    wellknown,
)

OF_CARDS: tuple[cardindex.Indexed[Card, Any], ...] = (
    beyond.left_out,
    beyond.beyond_choices,
    beyond.says_chosen,
    options.is_leveler,
    options.is_idle,
    wellknown.card_score,
    facedown.ways_down,
    helping.helps,
    helping.helps_turned,
    helping.changes_to_others,
    helping.written_by,
    copying.enters_as_copy,
    chosen.is_chooser,
    graveyards.reads_graveyards,
    legendrule.waives_legends,
)


def test_the_shipped_index_is_what_is_worked_out_afresh() -> None:
    """Else: `make index`."""
    assert cardindex.read(cardindex.SHIPPED_INDEX) == indexing.worked_out(Catalogue(SHIPPED))


def test_what_is_looked_up_is_what_would_be_worked_out() -> None:
    catalogue = Catalogue(SHIPPED)
    cards = list(enumerate(catalogue.all_cards()))[::4]
    cardindex.forget()
    cardindex.know(catalogue, cards)
    told = set()
    for _, card in cards:
        for function in OF_CARDS:
            assert function(card) == function.afresh(card), card.name
            told.add((function, bool(function(card))))
        front = card.faces[0]
        assert tokens.tokens_of(front) == tokens.tokens_of.afresh(front)
        assert tokens.made_by(card) == tokens.tokens_of(front)
    every = cardindex.Told([card for _, card in cards])
    for function in OF_CARDS:
        assert [*every.of(function)] == [function(card) for _, card in cards]
    # Each is so of some card and not so of another: a sample of which that is not true shows
    # nothing.
    assert all((function, True) in told for function in OF_CARDS)
    cardindex.forget()


def test_what_is_idle_stands_in_no_other_way() -> None:
    cards = [*filter(options.is_idle, Catalogue(SHIPPED).all_cards())]
    assert len(cards) > 10_000
    for card in cards[::20]:
        assert msgspec.structs.astuple(options.idle(card)) == msgspec.structs.astuple(
            options.made(card, ())
        )


def test_nothing_is_looked_up_of_a_card_that_is_another() -> None:
    """A card with the same name, from elsewhere, is worked out."""
    catalogue = Catalogue(SHIPPED)
    number = catalogue.number("Grizzly Bears")
    assert number is not None
    card = catalogue.card_at(number)
    cardindex.forget()
    cardindex.know(catalogue, [(number + 1, card)])  # as if it were its neighbour
    again = Catalogue(SHIPPED).card_at(number)
    assert wellknown.card_score(card) != wellknown.card_score(again)
    assert wellknown.card_score(again) == wellknown.card_score.afresh(again)
    cardindex.forget()


def test_an_imported_catalogue_gets_an_index_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    path = tmp_path / "own.sqlite"
    few = islice(Catalogue(SHIPPED).compiled(), 100)
    write(path, few, source="a test", with_words=False)
    own = Catalogue(path)
    assert cardindex.index_of(own) is None
    indexing.keep_index(own)
    index = cardindex.index_of(own)
    assert index is not None and index.columns == indexing.worked_out(own)
    # Another program may say otherwise: its index is made anew.
    monkeypatch.setattr(cardindex, "code_stamp", lambda: "another")
    monkeypatch.setattr(cardindex, "_indexes", {})
    assert cardindex.index_of(own) is None


def test_a_search_among_cards_that_make_tokens_does_not_import_the_grammar() -> None:
    code = (
        "import sys; from striate.app.cli import main; "
        "main(['find', 'Bitterblossom is a creature', '--cards', 'Bitterblossom, March of the "
        "Machines', '--size', '2'], standalone_mode=False); "
        "sys.exit(any(name.startswith('striate.cards.grammar') for name in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True)
    assert done.returncode == 0, done.stderr
