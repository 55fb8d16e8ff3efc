"""The quiz: its right answers are what both readings give, its wrong ones break the rules named."""

import json

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from click.testing import CliRunner
from starlette.testclient import TestClient

from striate.app.cli import main
from striate.cards.catalogue.store import Catalogue
from striate.encodings.clauses import wrong_reading
from striate.queries.answers import compare, read_by
from striate.queries.generating.quiz import (
    SIZES,
    difficulty_of,
    of_record,
    question,
    record,
    without_asides,
)
from striate.web import quizpages
from striate.web.app import create_app


@pytest.fixture(scope="module")
def page() -> TestClient:
    return TestClient(create_app(), base_url="http://localhost:8613")


def test_there_are_questions_of_each_difficulty() -> None:
    ids = list(quizpages.kept())
    assert {id.split("-")[0] for id in ids} == set(SIZES)
    assert len(ids) == len(set(ids)) >= 30


@pytest.mark.parametrize("id", quizpages.kept())
def test_a_kept_question_has_one_right_answer_and_three_others(
    id: str, catalogue: Catalogue
) -> None:
    found = of_record(quizpages.kept()[id], catalogue)
    assert found is not None
    by_constraints = read_by("constraints", found.board)
    assert compare(by_constraints, read_by("referee", found.board)) == ()
    assert not by_constraints.not_modelled
    assert len({tuple(sorted(choice.text.split())) for choice in found.choices}) == 4
    assert [choice.right for choice in found.choices].count(True) == 1
    for choice in found.choices:
        assert choice.right or (choice.rules and choice.why)
    right = {each.handle: each for each in by_constraints.objects}[found.handle]
    for choice in found.choices:
        for reading in choice.readings if len(choice.readings) == 1 else ():
            with wrong_reading(reading.name):
                wrong = read_by("constraints", found.board)
            seen = {each.handle: each for each in wrong.objects}.get(found.handle)
            assert seen != right or wrong.gone != by_constraints.gone, choice.text


def test_a_kept_question_is_as_hard_as_it_says_and_no_two_are_about_the_same_cards(
    catalogue: Catalogue,
) -> None:
    about = set()
    for id, each in quizpages.kept().items():
        found = of_record(each, catalogue)
        assert found is not None and difficulty_of(found) == found.difficulty, id
        about.add(frozenset(card.name for step in found.board.steps
                            if (card := getattr(step, "card", None)) is not None))  # fmt: skip
    assert len(about) == len(quizpages.kept())


def test_a_step_that_changes_no_answer_goes(catalogue: Catalogue) -> None:
    kept = quizpages.kept()["easy-2"]
    aside = {**kept, "steps": [{"enter": "Hill Giant"}, *kept["steps"], {"enter": "Raging Goblin"}]}
    more = of_record(aside, catalogue)
    assert more is not None
    assert record(without_asides(more, catalogue), catalogue)["steps"] == kept["steps"]


def test_a_number_gives_the_same_question_again(catalogue: Catalogue) -> None:
    once = question(catalogue, "easy", 2)
    assert record(once, catalogue) == record(question(catalogue, "easy", 2), catalogue)
    again = of_record(record(once, catalogue), catalogue)
    assert again is not None and again.choices == once.choices


def test_the_command_asks_and_says_which_rule_is_broken() -> None:
    asked = ["quiz", "easy", "--number", "2"]
    (plain,) = json.loads(CliRunner().invoke(main, [*asked, "--json"]).output)
    letter = "ABCD"[plain["right"]]
    told = CliRunner().invoke(main, asked, input=f"{letter.lower()}\n")
    assert told.exit_code == 0 and "Right." in told.output and "breaks" in told.output
    other = "ABCD"[(plain["right"] + 1) % 4]
    assert f"No: {letter} is right." in CliRunner().invoke(main, asked, input=f"{other}\n").output
    sheet = CliRunner().invoke(main, [*asked, "--sheet", "1"]).output
    assert sheet.index("Solutions") > sheet.index("What is")


def test_the_pages_of_the_quiz(page: TestClient) -> None:
    shown = page.get("/quiz/medium-1").text
    assert shown.count("data-choice") == 4 and shown.count("data-right") == 1
    assert 'class="ladder"' in shown and "breaks <a href=" in shown
    assert "Solutions" in page.get("/quiz/hard").text
    assert page.get("/quiz").text.count('href="/quiz/') >= 30
    assert page.get("/quiz/hard-0").status_code == 404


def test_an_address_that_leads_nowhere_has_the_pages_to_go_to(page: TestClient) -> None:
    shown = page.get("/no/such/page")
    assert shown.status_code == 404 and '<nav aria-label="Pages">' in shown.text
