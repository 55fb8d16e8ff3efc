"""`find` with its options, and the holes of sketches, against boards that know nothing of either.

Boards are drawn from the board format and evaluated by the referee. A drawn board that is as asked
goes against a "none"; so does the board of which a sketch was made.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

import msgspec
import pytest

from striate.boards.names import Shelf
from striate.boards.plain import Loaded
from striate.boards.sketch import sketch
from striate.boards.writing import document
from striate.cards.catalogue.store import Catalogue
from striate.cards.tree import Card
from striate.queries.finding.find import find
from striate.queries.finding.foundboards import Found
from striate.queries.finding.pools import PoolError
from striate.queries.goals.meaning import reached
from striate.queries.proving.drawnboards import Drawn, draw_boards, evaluated
from striate.queries.proving.drawncomparing import is_counted
from striate.queries.proving.drawngoals import draw_goal
from striate.search.goals import Goal
from striate.search.questions import Question
from striate.solver.deadline import Deadline

_SIZE = 2
_POOLS = (
    "Adaptive Automaton; Guardian Archon; Painter's Servant",
    "Control Magic; Isamaru, Hound of Konda; Mirror Gallery",
    "Clone; Darksteel Mutation; Rose Noble",
    "Student of Warfare; Humility; Bonesplitter",
    "Flycatcher Giraffid; Talion, the Kindly Lord; Arcane Adaptation",
    "Tarmogoyf; Nighthowler; Fire // Ice",
    "Boon Satyr; Opalescence; Delver of Secrets",
    "Dune-Brood Nephilim; Nyxathid; Forest",
)
_Fits = Callable[[Drawn], bool]


def _drawn(
    rng: random.Random, pool: int, catalogue: Catalogue
) -> tuple[tuple[Card, ...], list[Drawn]]:
    names = _POOLS[pool % len(_POOLS)].split("; ")
    cards = tuple(catalogue.the_card(name) for name in names)
    return cards, list(draw_boards(rng, cards, _SIZE, 40, catalogue))


def _goals(rng: random.Random, boards: list[Drawn], number: int) -> Iterator[tuple[Goal, Drawn]]:
    for _ in range(number if boards else 0):
        drawn = rng.choice(boards)
        goal = draw_goal(rng, drawn)
        if reached(goal, drawn.answer, drawn.printed) is not None:
            yield goal, drawn


def _names(drawn: Drawn) -> Counter[str]:
    return Counter(card.faces[0].name for card in drawn.printed.values())


def _exactly(rng: random.Random, question: Question) -> tuple[Question, _Fits]:
    size = rng.randint(1, _SIZE)
    asked = msgspec.structs.replace(question, exact=True, size=size)
    return asked, lambda each: each.permanents == size


def _with(rng: random.Random, question: Question) -> tuple[Question, _Fits]:
    names = tuple(rng.choice(question.cards).faces[0].name for _ in range(rng.randint(1, 2)))
    wanted = Counter(names)
    return msgspec.structs.replace(question, with_=names), lambda each: not wanted - _names(each)


def _several(rng: random.Random, question: Question) -> tuple[Question, _Fits]:
    asked = msgspec.structs.replace(question, all_=rng.choice([3, 8]), each=rng.random() < 0.5)
    return asked, lambda each: True


@pytest.mark.parametrize("option", [_exactly, _with, _several])
@pytest.mark.parametrize("pool", range(len(_POOLS)))
def test_no_drawn_board_goes_against_an_answer_with_an_option(
    catalogue: Catalogue, pool: int, option: Callable[..., tuple[Question, _Fits]]
) -> None:
    rng = random.Random(f"{option.__name__} {pool}")
    cards, boards = _drawn(rng, pool, catalogue)
    for goal, _ in _goals(rng, boards, 3):
        question = Question(
            goal, cards, graveyard=cards, size=_SIZE, deadline=Deadline.after(60),
            counters=tuple(sorted({kind for each in boards for kind in each.counters})),
        )  # fmt: skip
        asked, fits = option(rng, question)
        assert not _against(asked, fits, boards, catalogue)


def _against(
    asked: Question, fits: _Fits, boards: list[Drawn], catalogue: Catalogue
) -> list[dict[str, Any]]:
    """The boards that are as asked, and for the answer there are none so small."""
    answer = find(asked, catalogue)
    below = answer.size if answer.smallest else 0
    return [
        document(each.board, catalogue)
        for each in boards
        if (answer.status == "none" or each.permanents < below)
        and fits(each)
        and reached(asked.goal, each.answer, each.printed) is not None
        and is_counted(each, answer)
    ]


def _with_holes(rng: random.Random, plain: dict[str, Any], cards: tuple[Card, ...]) -> Any:
    steps = deepcopy(plain["steps"])
    for step in steps:
        for key in [key for key in step if rng.random() < 0.5]:
            if key == "enter":
                among = [step[key], rng.choice(cards).faces[0].name]
                step[key] = rng.choice(["?", sorted({*among})])
            elif key in ("controller", "on", "to", "copying", "face_down"):
                step[key] = "?"
            elif key == "choose":
                kinds = {"color", "creature type", "player", "mode", "face down by", "number"}
                step[key] |= dict.fromkeys(kinds & {*step[key]}, "?")
            elif key == "counters":
                step[key] = {kind: f"0..{max(n, 0) + 1}" for kind, n in step[key].items()}
        if rng.random() < 0.2:
            step["maybe"] = True
    named = {value for step in steps for key, value in step.items()
             if key != "as" and isinstance(value, str)}  # fmt: skip
    for step in steps:
        if step.get("as", "") not in named and rng.random() < 0.7:
            step.pop("as", None)
    size = 0
    if len(steps) > 1 and {*steps[-1]} <= {"enter", "controller", "choose"} and rng.random() < 0.4:
        steps.pop()
        size = 1
    order = {"order": "free"} if rng.random() < 0.2 and len(steps) < 4 else {}
    return {"steps": steps, "pool": [card.faces[0].name for card in cards], "size": size, **order}


@pytest.mark.parametrize("pool", range(3 * len(_POOLS)))
def test_the_board_that_a_sketch_was_made_of_is_one_that_fills_it(
    catalogue: Catalogue, pool: int
) -> None:
    rng = random.Random(f"sketch {pool}")
    cards, boards = _drawn(rng, pool, catalogue)
    for goal, drawn in _goals(rng, boards, 3):
        plain = document(drawn.board, catalogue)
        holes = _with_holes(rng, plain, cards)
        if any(n < 0 for step in plain["steps"] for n in step.get("counters", {}).values()):
            continue  # no range of those above holds it
        answer = _filled(goal, cards, holes, catalogue)
        assert answer is None or answer.status != "none", (plain, holes, goal.demands)


def _filled(goal: Goal, cards: tuple[Card, ...], holes: Any, catalogue: Catalogue) -> Found | None:
    """None: there is something in it that the search does not choose."""
    plan = sketch(Loaded(holes), Shelf(catalogue))
    question = Question(goal, cards, sketch=plan, deadline=Deadline.after(2))
    try:
        return find(question, catalogue)
    except PoolError:
        return None


def test_older_boards_are_drawn_by_the_rules_of_their_day(catalogue: Catalogue) -> None:
    rng = random.Random("rules")
    cards, boards = _drawn(rng, 3, catalogue)
    day = "2010-04-23"
    then = [{**document(each.board, catalogue), "rules": day} for each in boards]
    drawn = [each for each in (evaluated(plain, catalogue) for plain in then) if each is not None]
    for goal, _ in _goals(rng, drawn, 2):
        question = Question(goal, cards, rules=day, size=_SIZE, deadline=Deadline.after(60))
        assert not _against(question, lambda each: True, drawn, catalogue)
