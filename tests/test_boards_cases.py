"""The corpus of boards: each reads, and is written and read again as it was."""

from pathlib import Path

import pytest

from striate.boards.errors import BoardError
from striate.boards.reading import board_from_text, read_boards
from striate.boards.writing import board_json, board_yaml
from striate.cards.catalogue.store import Catalogue
from tests.corpus import FILES
from tests.helpers import bare


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_board_reads_and_reads_again_as_it_is_written(
    path: Path, catalogue: Catalogue
) -> None:
    count = 0
    lines = path.read_text(encoding="utf-8").splitlines()
    for board in read_boards(path, catalogue):
        assert not isinstance(board, BoardError), str(board)
        assert board.id and board.expect
        assert all(lines[number - 1].startswith("  - ") for number in board.lines)
        from_yaml = board_from_text(board_yaml(board), catalogue)
        from_json = board_from_text(board_json(board, indent=1), catalogue, as_json=True)
        assert bare(from_yaml) == bare(board)
        assert bare(from_json) == bare(board)
        count += 1
    assert count == lines.count("---")


def test_the_example_of_the_format_reads(catalogue: Catalogue) -> None:
    text = """
id: godhead-after-commander             # optional
note: the ruling on Coralhelm Commander # optional, free text
source: …                               # optional, free text or URL
rules: ["711.2a", "613.7a"]             # optional
cards: []                               # optional: cards of your own, Scryfall's field names
steps:
  - enter: Coralhelm Commander
  - enter: Godhead of Awe
    controller: opponent
  - counters: {level: 2}
    on: Coralhelm Commander
expect:
  Coralhelm Commander: {power: 1, toughness: 1, has: [Flying]}
"""
    board = board_from_text(text, catalogue)
    assert (
        board_yaml(board)
        == """\
id: godhead-after-commander
note: the ruling on Coralhelm Commander
source: "…"
rules: ["711.2a", "613.7a"]
steps:
  - enter: Coralhelm Commander
  - enter: Godhead of Awe
    controller: opponent
  - counters: {level: 2}
    on: Coralhelm Commander
expect:
  Coralhelm Commander: {power: 1, toughness: 1, has: [Flying]}
"""
    )
    assert board.lines == (8, 9, 11)
