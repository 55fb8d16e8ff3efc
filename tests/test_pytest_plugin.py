"""Boards as tests of pytest: `@board("…")`, and board files that are collected."""

from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

_PASSES = "id: bears\nsteps:\n  - enter: Grizzly Bears\nexpect:\n  Grizzly Bears: {power: 2}\n"


def test_a_test_takes_the_outcome_of_its_board(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        from striate.testing import board

        @board("Grizzly Bears; Frogify on Grizzly Bears")
        def test_frog(outcome):
            assert outcome["Grizzly Bears"].subtypes == ("Frog",)

        def test_without_a_board(outcome):
            pass
        """
    )
    run = pytester.runpytest("--strict-markers")
    run.assert_outcomes(passed=1, errors=1)
    run.stdout.fnmatch_lines(["*put `@board*above the test*"])


def test_board_files_are_collected(pytester: pytest.Pytester) -> None:
    Path("board_right.yaml").write_text(_PASSES)
    Path("board_wrong.yaml").write_text(_PASSES.replace("power: 2", "power: 3"))
    Path("board_misspelt.yaml").write_text("steps: [{enter: Grizly Bears}]\n")
    Path("other.yaml").write_text(_PASSES)
    run = pytester.runpytest()
    run.assert_outcomes(passed=1, failed=2)
    run.stdout.fnmatch_lines(["*did you mean `Grizzly Bears`*", "*expected 3, got 2*"])


def test_the_patterns_are_an_option(pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\nstriate_boards = other.yaml\n")
    Path("other.yaml").write_text(_PASSES)
    Path("board_wrong.yaml").write_text(_PASSES.replace("power: 2", "power: 3"))
    pytester.runpytest().assert_outcomes(passed=1)
