"""A step that can't happen is a mistake of the board, unless what was not carried out is to blame."""

import pytest

from striate.boards.errors import BoardError
from striate.boards.reading import board_from_text
from striate.cards.catalogue.store import Catalogue
from striate.queries.checking import check

_UNREAD = """
cards:
  - name: Odd Deed
    type_line: Sorcery
    oracle_text: {text}
steps:
  - {{resolve: Odd Deed, creates: [made]}}
  - {{resolve: Giant Growth, targets: [made]}}
expect:
  made: {{power: 4}}
"""


def test_a_handle_for_what_an_unread_sentence_makes_is_unknown(catalogue: Catalogue) -> None:
    board = board_from_text(_UNREAD.format(text="Frobnicate a 1/1 green Elf twice."), catalogue)
    found = check(board)
    assert found.status == "unknown"
    assert any("Odd Deed" in each.card for each in found.not_modelled)
    assert any("makes no object for the handle `made`" in each.line for each in found.not_modelled)


def test_a_handle_for_nothing_is_a_mistake(catalogue: Catalogue) -> None:
    board = board_from_text(_UNREAD.format(text="You gain 1 life."), catalogue)
    with pytest.raises(BoardError, match="makes no object for the handle `made`"):
        check(board)


_SLOW = """
steps:
  - enter: Grizzly Bears
  - enter: Dawnglade Regent
{told}  - {{resolve: Murder, targets: [Grizzly Bears], controller: opponent}}
expect:
  Grizzly Bears: {{gone: true}}
"""


def test_a_target_that_an_untold_fact_may_protect_is_unknown(catalogue: Catalogue) -> None:
    assert check(board_from_text(_SLOW.format(told=""), catalogue)).status == "unknown"


def test_where_the_fact_is_told_the_step_happens_or_is_refused(catalogue: Catalogue) -> None:
    theirs = board_from_text(_SLOW.format(told="  - monarch: opponent\n"), catalogue)
    assert check(theirs).status == "pass"
    with pytest.raises(BoardError, match="hexproof"):
        check(board_from_text(_SLOW.format(told="  - monarch: you\n"), catalogue))


_MINUS = """
steps:
  - enter: Hill Giant
  - effect: Target creature gets -X/-X until end of turn, where X is the amount of life you lost this turn.
    targets: [Hill Giant]
expect:
  Hill Giant: {{gone: {gone}}}
"""


@pytest.mark.parametrize("gone", ("true", "false"))
def test_a_number_that_nobody_tells_may_be_large(catalogue: Catalogue, gone: str) -> None:
    assert check(board_from_text(_MINUS.format(gone=gone), catalogue)).status == "unknown"


def test_what_differs_otherwise_with_a_fact_is_unknown(catalogue: Catalogue) -> None:
    text = """
steps:
  - effect: Create an X/X green Ooze creature token, where X is the amount of life you lost this turn.
    creates: [ooze]
expect:
  ooze: {power: 2}
"""
    assert check(board_from_text(text, catalogue)).status == "unknown"
