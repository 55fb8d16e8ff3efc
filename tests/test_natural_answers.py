"""Of boards of one size the one that people know is shown; others differ from it in substance."""

import json
from typing import Any

import pytest
from click.testing import CliRunner

from striate.app.cli import main


def boards(*words: str) -> list[list[dict[str, Any]]]:
    """The steps of each board that `find` shows."""
    done = CliRunner().invoke(main, ["find", *words, "--json"], prog_name="striate")
    found = json.loads(done.stdout)
    assert found["status"] == "found", done.stdout
    return [board["steps"] for board in found["boards"]]


def names(steps: list[dict[str, Any]]) -> set[str]:
    return {step["enter"] for step in steps if "enter" in step}


@pytest.mark.parametrize(
    ("goal", "cards", "shown"),
    [
        (
            "Blood Moon is a creature",
            "Blood Moon; Luxior, Giada's Gift; Opalescence; Starfield of Nyx; Ogre-Head Helm",
            {"Blood Moon", "Opalescence"},
        ),
        (
            "Dark Confidant is a legendary land",
            "Dark Confidant; Minimus Containment; Song of the Dryads; In Bolas's Clutches",
            {"Dark Confidant", "Song of the Dryads", "In Bolas's Clutches"},
        ),
        # No Aura and no Equipment where a plain permanent does.
        (
            "Grizzly Bears is 3/3",
            "Grizzly Bears; Hero's Blade; Divine Favor; Spear of Heliod",
            {"Grizzly Bears", "Spear of Heliod"},
        ),
        # Inside a class, too.
        (
            "Grizzly Bears has flying",
            "Grizzly Bears; Sky Skiff; Sphinx's Disciple; Levitation; Wings of Hubris",
            {"Grizzly Bears", "Levitation"},
        ),
        ("a creature is 4/4 and has flying", "Serra Angel; Azure Drake; Wind Drake; Archangel",
         {"Serra Angel"}),
    ],
)  # fmt: skip
def test_the_board_that_people_know_is_shown(goal: str, cards: str, shown: set[str]) -> None:
    (steps,) = boards(goal, "--cards", cards)
    assert names(steps) == shown
    # Yours before your opponent's.
    assert not any("controller" in step for step in steps)


def test_what_only_your_opponent_can_have_is_theirs() -> None:
    (steps,) = boards("Serra Angel is 2/2", "--cards", "Serra Angel; Elesh Norn, Grand Cenobite")
    assert steps[0] == {"enter": "Serra Angel"}
    assert steps[1] == {"enter": "Elesh Norn, Grand Cenobite", "controller": "opponent"}


def test_boards_that_differ_in_a_creature_that_does_nothing_are_one() -> None:
    cards = "Grizzly Bears; Hill Giant; Gray Ogre; Serra Angel; Flight"
    found = boards("a creature has flying and is not an Angel", "--cards", cards, "--all", "10")
    assert [len(names(steps)) for steps in found] == [2]
    assert "Flight" in names(found[0])


def test_boards_that_differ_in_what_is_done_are_all_listed() -> None:
    cards = "Grizzly Bears; Glorious Anthem; Gaea's Anthem; Holy Strength; Spear of Heliod"
    found = boards("Grizzly Bears is 3/3 or bigger", "--cards", cards, "--all", "10")
    assert [names(steps) for steps in found] == [
        {"Grizzly Bears", "Glorious Anthem"},
        {"Grizzly Bears", "Holy Strength"},
    ]
