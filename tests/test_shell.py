"""What a shell completes, and what is wrong told as JSON where JSON was asked for."""

import json

import click
import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner

from striate.app.cli import main


def completed(*words: str, incomplete: str) -> list[str]:
    asked = ShellComplete(main, {}, "striate", "_STRIATE_COMPLETE")
    return [item.value for item in asked.get_completions(list(words), incomplete)]


def test_commands_cards_theorems_and_readings_are_completed() -> None:
    assert "outcome" in completed(incomplete="out")
    assert "Coralhelm Commander" in completed("cards", "show", incomplete="coralh")
    assert "order-respects-dependency" in completed("verify", incomplete="order-r")
    assert completed("generate", incomplete="dependency-o") == ["dependency-off"]


@pytest.mark.parametrize(
    "words",
    [
        ("find", "--json", "Grizzly Bears are somehow strange"),
        ("outcome", "--json", "Grizly Bears"),
        ("check", "--json", "no-such-file.yaml"),
    ],
)
def test_wrong_input_is_told_as_json_where_json_was_asked_for(words: tuple[str, ...]) -> None:
    told = CliRunner().invoke(main, list(words))
    assert told.exit_code == 2
    plain = json.loads(told.stdout)
    assert plain["status"] == "error" and plain["exit"] == 2
    assert plain["error"] and plain["error"].splitlines()[0] in told.stderr


def test_without_json_the_standard_output_stays_empty() -> None:
    told = CliRunner().invoke(main, ["outcome", "Grizly Bears"])
    assert told.exit_code == 2 and told.stdout == ""
    assert isinstance(main, click.Group)


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("outcom", "`outcom` is no command; did you mean `outcome`?"),
        ("Humility; Opalescence", 'is answered by `striate outcome "Humility; Opalescence"`'),
        ("frobnicate", "`frobnicate` is no command; `striate --help` lists the commands"),
    ],
)
def test_what_is_no_command_is_told_with_the_one_that_may_be_meant(word: str, told: str) -> None:
    ended = CliRunner().invoke(main, [word])
    assert ended.exit_code == 2 and told in ended.stderr
