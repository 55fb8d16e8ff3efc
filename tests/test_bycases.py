"""Proofs by cases: the same verdicts as whole proofs, and a case that is missing is noticed."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from striate.app.cli import main
from striate.cards.catalogue.store import Catalogue
from striate.encodings.algebra import FALSE
from striate.queries.proving import bycases
from striate.queries.proving.bycases import Case, Proved, cases, prove_case, put_together, uncovered
from striate.queries.proving.symbolicclaims import Obligation
from striate.queries.proving.theorems import slots
from striate.queries.proving.verifying import theorems
from striate.spreading.journal import Entry, Journal

ORDER = "order-in-7c"
FEW = ("Grizzly Bears", "Glorious Anthem", "Humility", "Coralhelm Commander")


@pytest.fixture
def few_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """The ground has few cards, and pairs of permanents are already proved by cases."""
    monkeypatch.setattr(bycases, "POOL", FEW)
    monkeypatch.setattr(bycases, "_WHOLE", 1)
    monkeypatch.setattr(bycases, "_ONE_SLOT", 2)
    bycases._pool.cache_clear()


def journal_of(path: Path, proved: list[Proved]) -> Journal:
    journal = Journal.begin(path, {}, "this")
    journal.write(Entry(each.case.name, msgspec.msgpack.encode(each), 0.1) for each in proved)
    return journal


def test_cases_that_leave_nothing_out_cover_all_boards() -> None:
    made = [Case("t", 2, ((a,), (b,))) for a in range(3) for b in range(3)]
    assert uncovered(made, 2, 3) is None
    assert uncovered([Case("t", 4, ((0, 1),)), Case("t", 4, ((2,),))], 4, 3) is None
    assert uncovered([Case("t", 3, ())], 3, 5) is None


def test_a_case_that_is_missing_is_named() -> None:
    made = [Case("t", 2, ((a,), (b,))) for a in range(3) for b in range(3)]
    assert uncovered([each for each in made if each.allowed != ((1,), (2,))], 2, 3) == (1, 2)
    assert uncovered([Case("t", 4, ((0, 1),))], 4, 3) is not None
    assert uncovered(made, 3, 3) is not None  # other sizes are not covered by them


@pytest.mark.usefixtures("few_cards")
def test_a_theorem_is_proved_by_its_cases(tmp_path: Path) -> None:
    (theorem,) = theorems((ORDER,))
    tasks = cases(theorem, 3)
    classes = len(bycases._pool(ORDER).kinds)
    assert len(tasks) == 1 + classes + classes**2
    proved = [prove_case(task.given) for task in tasks]
    catalogue = Catalogue.open()
    with journal_of(tmp_path / "whole", proved) as journal:
        found = put_together(theorem, 3, journal, catalogue)
    assert (found.status, found.why) == ("proved", "")
    assert f"up to 3 permanents out of {len(FEW)} cards" in found.bound
    assert f"in {len(tasks)} cases" in found.bound

    # A planted gap: one case of the largest boards was never proved.
    with journal_of(tmp_path / "gap", proved[:-1]) as journal:
        found = put_together(theorem, 3, journal, catalogue)
    assert found.status == "unknown"
    assert found.why.startswith(
        "no case has the boards of Coralhelm Commander, Coralhelm Commander"
    )
    # A case that is not decided.
    undecided = [*proved[:-1], Proved(proved[-1].case, "unknown", "the time is up")]
    with journal_of(tmp_path / "open", undecided) as journal:
        found = put_together(theorem, 3, journal, catalogue)
    assert found.status == "unknown" and "1 case is not decided" in found.why


@pytest.mark.usefixtures("few_cards")
def test_an_untrue_theorem_is_refuted_by_the_first_case_that_refutes_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nothing_is_there(ground: Any) -> Obligation:
        return Obligation(ground.slots[0].chooser.valid, (FALSE,))

    (true,) = theorems((ORDER,))
    untrue = slots("untrue", "613.1", "No board is.", nothing_is_there)
    table = {ORDER: true, "untrue": untrue}
    monkeypatch.setattr(bycases, "theorems", lambda ids: tuple(table[each] for each in ids))
    proved = [prove_case(task.given) for task in cases(untrue, 2)]
    with journal_of(tmp_path / "journal", proved) as journal:
        found = put_together(untrue, 2, journal, Catalogue.open())
    assert found.status == "refuted" and found.counterexample is not None
    assert sum("enter" in step for step in found.counterexample["steps"]) == 1


@pytest.mark.usefixtures("few_cards")
def test_no_board_with_the_premise_is_no_proof(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    empty = slots("empty", "613.1", "Nothing.", lambda ground: Obligation(FALSE, (FALSE,)))
    monkeypatch.setattr(bycases, "theorems", lambda ids: (empty,))
    proved = [prove_case(task.given) for task in cases(empty, 2)]
    with journal_of(tmp_path / "journal", proved) as journal:
        found = put_together(empty, 2, journal, Catalogue.open())
    assert (found.status, found.why) == ("unknown", "no board fulfils the premise")


def test_the_command_goes_on_with_its_journal(tmp_path: Path) -> None:
    path = str(tmp_path / "journal")
    words = ["verify", ORDER, "--size", "2", "--journal", path]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0 and "proved   order-in-7c" in done.stdout
    assert "up to 2 permanents" in done.stdout and "in 2 cases" in done.stdout
    again = CliRunner().invoke(main, words)
    assert again.exit_code == 2 and "--resume" in again.output
    assert CliRunner().invoke(main, [*words, "--resume"]).stdout == done.stdout
    other = CliRunner().invoke(main, ["verify", "bands-cover-once", "--size", "5"])
    assert other.exit_code == 2 and "can't be proved up to a size" in other.output
    alone = CliRunner().invoke(main, ["verify", ORDER, "--journal", path])
    assert alone.exit_code == 2 and "are for theorems with `--size`" in alone.output
