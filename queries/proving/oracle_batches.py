"""The goals of the oracle in batches: of one pool so many goals, and where the search is wrong.

A batch holds its seeds, so that it gives the same wherever and however often it is done. Boards of
a pool are enumerated once for all its goals.
"""

import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import product
from typing import Any

import msgspec

from striate.boards.errors import BoardError, NotPlayable
from striate.boards.reading import board_from_document
from striate.cards.catalogue.store import Catalogue
from striate.cards.tree import Card
from striate.queries.finding.find import find, printed_cards
from striate.queries.finding.foundboards import Progress
from striate.queries.goals.meaning import reached
from striate.queries.outcome import outcome
from striate.queries.proving.drawing import Drawing
from striate.queries.proving.oracle_pools import Pool, pool_of, pools
from striate.queries.proving.stated import Asking, Statement
from striate.queries.proving.statements import decide
from striate.search import savings, searching
from striate.search.asking.phrases import ways
from striate.search.decoding import is_stable
from striate.search.everyboard import MOST_PUT_ON
from striate.search.goals import Demand, Goal
from striate.search.questions import Question, Result, Solution, least_size
from striate.search.searching import search, silent
from striate.search.truthtables import document
from striate.spreading.tasks import Task

_SETS = 40  # of so many different boards of a goal each is compared, of more only the size
_DRAWS = 8  # so often a goal is drawn again that comes true on a smaller board, or on none
_KEPT = 0.25  # this share of those is kept


class Asked(msgspec.Struct, frozen=True):
    """What a run asks."""

    goals: int = 5000
    size: int = 2
    cards: int = 45
    seed: int = 0
    off: str = ""
    chosen: bool = False  # cards are chosen as of a large pool
    about: int = 0  # so many named cards on each board
    counters: str = ""  # a kind of counters that may be put on
    varied: bool = False  # some goals with `--with` or `--any`

    def tasks(self, number: int) -> list[Task["Batch"]]:
        """The goals, spread over so many pools."""
        each, more = divmod(self.goals, number)
        found = []
        for pool in range(number):
            goals = each + (pool < more)
            for start in range(0, goals, _MOST):
                batch = Batch(self, pool, start, min(_MOST, goals - start))
                found.append(Task(f"pool {pool:04}, goal {start:04}", batch))
        return found


_MOST = 25  # goals of one batch


class Batch(msgspec.Struct, frozen=True):
    """Some goals about one pool."""

    asked: Asked
    pool: int
    start: int
    goals: int


@dataclass
class Report:
    """What was compared."""

    goals: int = 0
    found: dict[int, int] = field(default_factory=dict)  # by the smallest size; 0: none
    statements: int = 0
    cards: set[str] = field(default_factory=set)
    wrong: list[str] = field(default_factory=list)

    def add(self, other: "Report") -> None:
        self.goals += other.goals
        for size, number in other.found.items():
            self.found[size] = self.found.get(size, 0) + number
        self.statements += other.statements
        self.cards |= other.cards
        self.wrong += other.wrong

    def words(self) -> str:
        sizes = ", ".join(f"{n} of size {size}" for size, n in sorted(self.found.items()) if size)
        return (
            f"{self.goals} goals ({sizes}, {self.found.get(0, 0)} none) and {self.statements} "
            f"statements over {len(self.cards)} cards with an effect: {len(self.wrong)} differences"
        )


@cache
def _catalogue() -> Catalogue:
    return Catalogue.open()


@cache
def cards_of(asked: Asked) -> tuple[tuple[Card, ...], ...]:
    """The pools of a run, by their cards."""
    rng = random.Random(asked.seed)
    drawn = pools(_catalogue(), asked.cards, rng, mixed=bool(asked.about), upright=asked.size > 2)
    return tuple(drawn)


def compare(batch: Batch) -> Report:
    """What the search says of the goals of the batch, beside what is true."""
    asked = batch.asked
    rng = random.Random(f"{asked.seed} {batch.pool} {batch.start}")
    pool = pool_of(cards_of(asked)[batch.pool]).focused(asked.about, rng)
    pool.counters = (asked.counters,) if asked.counters else ()
    report = Report(cards=pool.acting)
    with _as_asked(asked):
        for _ in range(batch.goals):
            goal = _drawn(pool, asked.size, rng)
            _compare(report, pool, _question(pool, goal, asked, rng), rng)
    return report


@contextmanager
def _as_asked(asked: Asked) -> Iterator[None]:
    before = searching.ALL_AT_ONCE
    if asked.chosen:
        searching.ALL_AT_ONCE = 0
    try:
        if asked.off:
            with savings.without(asked.off):
                yield
        else:
            yield
    finally:
        searching.ALL_AT_ONCE = before


def _drawn(pool: Pool, size: int, rng: random.Random) -> Goal:
    """A goal, mostly one that comes true on boards of the greatest size first."""
    wanted = size if pool.subjects else rng.choice(range(1, size + 1))
    drawing = Drawing(pool.judge(wanted), rng)
    goal = drawing.goal(pool.subjects)
    for _ in range(_DRAWS):
        if rng.random() < _KEPT or _truth(pool, goal, size) == size:
            break
        goal = drawing.goal(pool.subjects)
    return goal


def _question(pool: Pool, goal: Goal, asked: Asked, rng: random.Random) -> Question:
    """What is asked of the search: the goal alone, with a card that must be there, or with `any_`."""
    question = Question(
        goal,
        pool.cards,
        size=asked.size,
        most_x=0,
        counters=pool.counters,
        most_counters=MOST_PUT_ON,
        tokens=False,
    )
    if not asked.varied:
        return question
    if least_size(goal) < asked.size and rng.random() < 0.5:
        return replace(question, with_=(rng.choice(sorted(pool.acting)),))
    return replace(question, any_=True)


def _truth(pool: Pool, goal: Goal, size: int, *, any_: bool = False) -> int:
    """The smallest size of a board; 0: none."""
    sizes = range(least_size(goal), size + 1)
    judges = ((each, pool.judge(each)) for each in sizes)
    return next((each for each, judge in judges if judge.answers(goal, any_=any_).reached), 0)


def _compare(report: Report, pool: Pool, question: Question, rng: random.Random) -> None:
    report.goals += 1
    goal, size = question.goal, question.size
    plain = not (question.any_ or question.with_)
    try:
        said = [
            each
            for way in ways(question).goals
            for each in differences(pool, replace(question, goal=way, with_=()), _catalogue())
        ]
        said += _judge_differs(pool, goal, rng) if plain else []
        if plain and len(goal.demands) == 1 and rng.random() < 0.2:
            report.statements += 1
            said += _statement_differs(pool, goal.demands[0], question, _catalogue())
    except Exception as error:  # noqa: BLE001
        said = [f"{type(error).__name__}: {error}"]
    sizes = [_truth(pool, way, size, any_=question.any_) for way in ways(question).goals]
    truth = min(filter(None, sizes), default=0)
    report.found[truth] = report.found.get(truth, 0) + 1
    asked = f"{goal.demands} any {question.any_} with {question.with_}"
    report.wrong += [f"{asked}: {each}" for each in said]


# --- comparing ------------------------------------------------------------------------------------------


def differences(pool: Pool, question: Question, catalogue: Catalogue) -> list[str]:
    """How the search's answer differs from the truth; nothing where it doesn't."""
    goal = question.goal
    truth = {
        each: pool.judge(each).answers(goal, any_=question.any_)
        for each in range(least_size(goal), question.size + 1)
    }
    smallest = next((each for each, answers in truth.items() if answers.reached), 0)
    result = search(question)
    if result.status == "unknown":
        return [f"unknown: {result.why}"]
    if not smallest:
        return [] if result.status == "none" else [f"found {result.solutions[0].document}, none is"]
    if result.status == "none":
        return [f"none, and {truth[smallest].cards()} are"]
    if result.size != smallest or not result.smallest:
        return [f"size {result.size} ({result.smallest}), and the smallest is {smallest}"]
    there = truth[smallest].cards()
    unlike = [] if len(there) > _SETS else _sets_differ(pool, question, there)
    return unlike + _replay_differs(question, result, catalogue)


def _replay_differs(this: Question, result: Result, catalogue: Catalogue) -> list[str]:
    """Whether both readings see the goal reached on the board that the search found."""

    def found(question: Question, progress: Progress = silent) -> Result:
        return result if question == this else search(question, progress)

    replayed = find(this, catalogue, engine=found)
    return [] if replayed.status == "found" else [f"found, and not replayed: {replayed.why}"]


def _sets_differ(
    pool: Pool, question: Question, there: set[frozenset[tuple[str, int]]]
) -> list[str]:
    every = search(replace(question, all_=10_000, each=True)).solutions
    shown = {next(iter(_cards_of(replace(each, interchangeable={}), pool))) for each in every}
    whole = set[frozenset[tuple[str, int]]]().union(*(_cards_of(each, pool) for each in every))
    said = []
    if not shown <= there:
        said.append(f"shown and not there: {shown - there}")
    # What is only counted or attached to is shown by one card of each sort, of a large pool.
    if searching.ALL_AT_ONCE and not there <= whole:
        said.append(f"there and not shown: {there - whole}")
    return said


def _cards_of(solution: Solution, pool: Pool) -> set[frozenset[tuple[str, int]]]:
    """The cards of the board, and with any of them replaced by interchangeable ones."""
    by_face = {option.face.name: option.card.name for option in pool.options}
    ways = []
    used: Counter[str] = Counter()
    for step in solution.document["steps"]:
        if "enter" in step:
            name = step["enter"]
            used[name] += 1
            handle = name if used[name] == 1 else f"{name} #{used[name]}"
            ways.append((by_face[name], *solution.interchangeable.get(handle, ())))
    return {_multiset(names) for names in product(*ways)}


def _multiset(names: Sequence[str]) -> frozenset[tuple[str, int]]:
    return frozenset(Counter(names).items())


def _judge_differs(pool: Pool, goal: Goal, rng: random.Random) -> list[str]:
    """Whether the truth tables say of some boards what both readings say of them, played.

    The slots themselves are judged so: that they hold what a board of these cards can be.
    """
    said = []
    for judge in filter(lambda each: len(each.boards), pool.judges.values()):
        truth = judge.answers(goal)
        lasting = judge.where(judge.found.algebra.all_([judge.legal, *judge.stays])).reached
        places = [rng.randrange(len(judge.boards)) for _ in range(_TRIED)]
        for number in (each for each in places if lasting >> each & 1):
            played = document(judge.options, judge.boards[number])
            seen = _plays(goal, played)
            if seen is not None and seen != bool(truth.reached >> number & 1):
                said.append(f"played, it is {seen}: {played}")
    return said


_TRIED = 12  # boards of each size, of which those are played that last


def _plays(goal: Goal, played: dict[str, Any]) -> bool | None:
    """Whether the goal is reached on the board as both readings play it; None where they can't tell."""
    try:
        board = board_from_document(played, _catalogue())
        found = outcome(board)
    except (BoardError, NotPlayable):
        return False
    if found.not_modelled:
        return None
    met = reached(goal, found.answer, printed_cards(board)) is not None
    return met and is_stable(board)


def _statement_differs(
    pool: Pool, demand: Demand, question: Question, catalogue: Catalogue
) -> list[str]:
    """How the verdict on "always" differs from the truth."""
    refuted = any(pool.judge(each).against(demand).reached for each in range(1, question.size + 1))
    asking = Asking(catalogue)
    decided = decide(Statement("always", "drawn"), question, Goal((demand,)), Goal(()), asking)
    if decided.status == "unknown" and decided.why == "no board fulfils the premise":
        return []
    if (decided.status == "refuted") != refuted or decided.status == "unknown":
        return [f"always: {decided.status} {decided.why}, refuted is {refuted}"]
    return []


def run(asked: Asked, until: float | None = None) -> Report:
    """All that is asked, here and now."""
    report = Report()
    for task in asked.tasks(len(cards_of(asked))):
        if until is not None and time.monotonic() > until:
            break
        report.add(compare(task.given))
    return report
