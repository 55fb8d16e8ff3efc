"""What people read, as it stands at several widths: `make snapshots` writes it anew, to be looked
at.

Each file under tests/snapshots/ is one board: `outcome` and `explain` at each width.
"""

import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from striate.app.cli import main

FOLDER = Path(__file__).parent / "snapshots"
WIDTHS = (60, 80, 100, 160)
BOARDS = {
    "godhead": "Coralhelm Commander; Godhead of Awe (opponent); level_up Coralhelm Commander x4",
    "humility": "Opalescence; Humility; Glorious Anthem; Grizzly Bears",
    "blood-moon": "Blood Moon; Urborg, Tomb of Yawgmoth; Dryad Arbor (opponent)",
    "frog": "Grizzly Bears; Frogify on Grizzly Bears; counters 2 +1/+1 on Grizzly Bears",
    "equipped": "Loam Lion; Forest; Bonesplitter on Loam Lion; Rancor on Loam Lion",
    "life-and-limb": "Life and Limb; Blood Moon; Forest; Llanowar Elves",
    "clone": "Coralhelm Commander; level_up Coralhelm Commander x4; Clone copying Coralhelm "
    "Commander",
    "gone": "Grizzly Bears; Lord of Atlantis; Coralhelm Commander; counters 2 -1/-1 on Lord of "
    "Atlantis",
    "face-down": "Ainok Tracker (face down); Glorious Anthem; resolve Giant Growth -> Ainok "
    "Tracker",
    "control": "Grizzly Bears (opponent); Control Magic on Grizzly Bears; Glorious Anthem",
    "text": "Coralhelm Commander; resolve Artificial Evolution -> Coralhelm Commander (from: "
    "Merfolk, to: Goblin); level_up Coralhelm Commander x4; Goblin Piker",
    "token": 'token Bear 2/2 (type: Creature — Bear, colors: G, text: "trample", opponent); '
    "Crusade; end turn",
}


def shown(line: str) -> str:
    parts = []
    for width in WIDTHS:
        for command in ("outcome", "explain"):
            told = CliRunner(env={"COLUMNS": str(width)}).invoke(main, [command, line])
            assert told.exit_code == 0, told.output
            body = "\n".join(row.rstrip() for row in told.stdout.splitlines())
            parts.append(f"=== {command} at {width}\n{body}\n")
    return "\n".join(parts)


@pytest.mark.parametrize("name", BOARDS)
def test_people_read_the_same_as_before(name: str) -> None:
    assert shown(BOARDS[name]) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", BOARDS)
def test_nothing_of_the_notation_is_left_and_nothing_is_wider(name: str) -> None:
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert "~" not in text and "None" not in text and "^" not in text
    width = 0
    for row in text.splitlines():
        if row.startswith("=== "):
            width = int(row.rpartition(" ")[2])
        assert len(row) <= width, row


def test_no_snapshot_is_left_over() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(BOARDS)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, line in BOARDS.items():
        (FOLDER / f"{name}.txt").write_text(shown(line), encoding="utf-8")
        sys.stdout.write(f"{name}\n")
