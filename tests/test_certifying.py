"""`find --certify`: a "none" with a proof that another program checked."""

from itertools import combinations, product

import pytest
from click.testing import CliRunner

pytest.importorskip("dratify")
pytest.importorskip("pysat")

from striate.app.cli import main
from striate.solver import certifying
from striate.solver.backend import SolverError
from striate.solver.certifying import Certificate, certify
from striate.solver.deadline import NEVER

HOLES = 4


def pigeons(number: int) -> list[list[int]]:
    """So many pigeons, each in a hole of its own."""
    in_hole = {pair: place + 1 for place, pair in enumerate(product(range(number), range(HOLES)))}
    somewhere = [[in_hole[pigeon, hole] for hole in range(HOLES)] for pigeon in range(number)]
    apart = [
        [-in_hole[one, hole], -in_hole[other, hole]]
        for hole in range(HOLES)
        for one, other in combinations(range(number), 2)
    ]
    return somewhere + apart


def test_what_has_no_solution_is_proved() -> None:
    clauses = pigeons(HOLES + 1)
    found = certify(HOLES * (HOLES + 1), clauses, NEVER)
    assert isinstance(found, Certificate)
    assert found.clauses == len(clauses) and found.steps > 1


def test_what_has_a_solution_is_not() -> None:
    with pytest.raises(SolverError, match="finds a solution"):
        certify(HOLES * HOLES, pigeons(HOLES), NEVER)


@pytest.mark.parametrize("left", [0, 3])
def test_a_proof_with_a_step_too_few_is_refused(left: int, monkeypatch: pytest.MonkeyPatch) -> None:
    real = certifying._proof
    monkeypatch.setattr(certifying, "_proof", lambda *given: real(*given)[:left])
    with pytest.raises(SolverError, match="the proof of glucose is wrong"):
        certify(HOLES * (HOLES + 1), pigeons(HOLES + 1), NEVER)


@pytest.mark.parametrize(
    ("goal", "said"),
    [
        ("Grizzly Bears is 1/1 and Humility is 4/5", "without a board; dratify checked"),
        ("Grizzly Bears is a planeswalker", "certified: no solver was needed"),
    ],
)
def test_a_none_says_what_was_proved(goal: str, said: str) -> None:
    words = ["find", goal, "--cards", "Humility; Opalescence; Grizzly Bears; Holy Strength"]
    plain = CliRunner().invoke(main, words)
    proved = CliRunner().invoke(main, [*words, "--certify"])
    assert (plain.exit_code, proved.exit_code) == (1, 1)
    assert said in proved.output and "certified" not in plain.output


def test_a_wrong_proof_ends_with_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(certifying, "_proof", lambda *given: [])
    words = ["find", "Grizzly Bears is 1/1 and Humility is 4/5", "--certify", "--cards"]
    told = CliRunner().invoke(main, [*words, "Humility; Opalescence; Grizzly Bears; Holy Strength"])
    assert told.exit_code == 70 and "the proof of glucose is wrong" in told.output


def test_a_proved_statement_says_what_was_proved() -> None:
    words = ["--cards", "Humility; Opalescence; Grizzly Bears; Holy Strength"]
    for statement in (
        ["--never", "Grizzly Bears is 1/1 and Humility is 4/5"],
        ["--if", "Humility is an enchantment creature", "--then", "Opalescence is an enchantment"],
    ):
        told = CliRunner().invoke(main, ["verify", *statement, *words, "--certify"])
        assert told.exit_code == 0 and told.output.startswith("proved"), told.output
        assert "without a board; dratify checked" in told.output


def test_the_library_is_not_certified() -> None:
    told = CliRunner().invoke(main, ["verify", "--certify"])
    assert told.exit_code == 2 and "for your own statement" in told.output


def test_a_wrong_proof_proves_no_statement(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(certifying, "_proof", lambda *given: [])
    words = [
        "verify",
        "--if",
        "Humility is an enchantment creature",
        "--then",
        "Humility is an enchantment",
    ]
    told = CliRunner().invoke(main, [*words, "--certify", "--cards", "Humility; Opalescence"])
    assert told.exit_code == 70 and "the proof of glucose is wrong" in told.output
