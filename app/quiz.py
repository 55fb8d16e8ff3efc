"""`striate quiz`: a question about a board, with the right answer and those of wrong readings."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from striate.app.reading import json_option, open_catalogue, print_json
from striate.cards.errors import WrongInput

if TYPE_CHECKING:
    from striate.cards.catalogue.store import Catalogue
    from striate.queries.generating.quiz import Question

_LETTERS = "ABCD"


@click.command()
@click.argument(
    "difficulty", type=click.Choice(["easy", "medium", "hard"]), default="medium", required=False
)
@click.option(
    "--number", type=click.IntRange(1, 9_999), help="Which question; by default a new one."
)
@click.option("--sheet", type=click.IntRange(1, 50), metavar="N", help="Print N questions at once.")
@json_option
def quiz(difficulty: str, number: int | None, sheet: int | None, as_json: bool) -> None:
    """Ask what an object is: one answer is right, three are those of wrong readings.

    A number gives the same question whenever it is asked for. A sheet has its solutions at the end.
    """
    from random import SystemRandom

    from striate.queries.generating.quiz import plain, question

    first = number or SystemRandom().randint(1, 9_999)
    catalogue = open_catalogue()
    questions = [question(catalogue, difficulty, first + at) for at in range(sheet or 1)]
    if as_json:
        print_json([plain(each, catalogue) for each in questions])
    elif sheet:
        click.echo("\n".join(_sheet(questions, catalogue)))
    else:
        _ask(questions[0], catalogue)


def _ask(question: "Question", catalogue: "Catalogue") -> None:
    click.echo("\n".join(_asked(question, catalogue)))
    picked = click.prompt("Your answer", type=click.Choice(list(_LETTERS), case_sensitive=False))
    right = _LETTERS.index(picked.upper()) == question.right
    click.echo("Right." if right else f"No: {_LETTERS[question.right]} is right.")
    click.echo("\n".join(_solved(question)))
    click.echo(f"striate explain {_line(question, catalogue)!r} tells the layers.")


def _sheet(questions: list["Question"], catalogue: "Catalogue") -> Iterator[str]:
    for at, each in enumerate(questions, 1):
        yield f"{at}."
        yield from _asked(each, catalogue)
        yield ""
    yield "Solutions"
    for at, each in enumerate(questions, 1):
        yield f"{at}. {_LETTERS[each.right]}"
        yield from _solved(each)


def _asked(question: "Question", catalogue: "Catalogue") -> Iterator[str]:
    yield f"Question {question.id}: {_line(question, catalogue)}"
    yield f"What is {question.handle}?"
    for letter, choice in zip(_LETTERS, question.choices, strict=True):
        yield f"  {letter}  {choice.text}"


def _solved(question: "Question") -> Iterator[str]:
    """Which clause each wrong answer breaks."""
    for letter, choice in zip(_LETTERS, question.choices, strict=True):
        if not choice.right:
            yield f"  {letter}  breaks {', '.join(choice.rules)}: {choice.why}"


def _line(question: "Question", catalogue: "Catalogue") -> str:
    from striate.boards.line.writing import line_of_document
    from striate.boards.names import Shelf
    from striate.boards.writing import document

    try:
        return line_of_document(document(question.board, catalogue), Shelf(catalogue))
    except WrongInput:
        from striate.boards.writing import board_json

        return board_json(document(question.board, catalogue))
