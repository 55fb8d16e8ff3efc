"""A sweep of random boards, each read twice: by the million, in tasks that any worker can do.

First every board is looked at; then, of the boards that differ in one characteristic, the first few
are made small, and those that come to the same are told as one cause. All of it is in the journal.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from typing import Literal, TypeAlias

import msgspec

from striate.boards.editions import in_edition
from striate.boards.timeline import Board
from striate.cards import tree as t
from striate.queries.fuzzing.causes import cause_of, made_small
from striate.queries.fuzzing.differing import as_code, differs, real_cards, sort_of, verdict
from striate.queries.fuzzing.randomboards import random_board
from striate.queries.fuzzing.randomscenes import random_scene
from striate.solver.deadline import Deadline, OutOfTime
from striate.spreading.journal import Journal
from striate.spreading.tasks import Task

Kind: TypeAlias = Literal["trees", "cards", "scenes"]
_BATCH: dict[Kind, int] = {"trees": 200, "cards": 100, "scenes": 100}  # boards of one task
_LONGEST = 60.0  # seconds that a board may take; some hundred times what they take
_MADE_SMALL = 12  # boards of one kind that differ in one characteristic


class Seeds(msgspec.Struct, frozen=True):
    """Boards of one kind, by their seeds; `rules`: the day by whose rules they are read."""

    kind: Kind
    first: int
    count: int
    rules: str = ""


class Differing(msgspec.Struct, frozen=True):
    """A board that the readings read differently, or not within the time."""

    kind: Kind
    seed: int
    told: str
    rules: str = ""


class Looked(msgspec.Struct):
    """What became of the boards of one task, by their number."""

    kind: Kind
    alike: int = 0
    refused: int = 0
    refused_by_one: int = 0
    differing: list[Differing] = []  # msgspec copies it


class Small(msgspec.Struct, frozen=True):
    """A board that was made small: why it differs, how, and its steps."""

    kind: Kind
    seed: int
    cause: str
    told: str
    steps: str


class Asked(msgspec.Struct, frozen=True):
    """So many boards of each kind, from a seed on."""

    trees: int
    cards: int
    seed: int
    scenes: int = 0
    rules: str = ""

    def tasks(self) -> list[Task[Seeds]]:
        """The whole sweep, the fewer boards with cards first; a board's seed is its number."""
        return [
            *self._tasks_of("scenes", self.scenes),
            *self._tasks_of("cards", self.cards),
            *self._tasks_of("trees", self.trees),
        ]

    def _tasks_of(self, kind: Kind, number: int) -> Iterator[Task[Seeds]]:
        size = _BATCH[kind]
        for start in range(0, number, size):
            seeds = Seeds(kind, self.seed + start, min(size, number - start), self.rules)
            yield Task(f"{kind} {seeds.first}-{seeds.first + seeds.count - 1}", seeds)


# --- what a worker does ---------------------------------------------------------------------------


def look(seeds: Seeds) -> Looked:
    """Reads each board twice."""
    looked = Looked(seeds.kind)
    for seed in range(seeds.first, seeds.first + seeds.count):
        try:
            with Deadline.after(_LONGEST).enforced():
                word, difference = verdict(_board(seeds.kind, seed, seeds.rules))
        except OutOfTime:
            word, difference = "differ", f"not read within {_LONGEST:.0f} seconds"
        if word == "alike":
            looked.alike += 1
        elif word == "refused":
            looked.refused += 1
        elif word == "refused by one":
            looked.refused_by_one += 1
        else:
            looked.differing.append(Differing(seeds.kind, seed, difference, seeds.rules))
    return looked


def make_small(case: Differing) -> Small:
    """The board as small as it gets, with what it has in common with others of its cause."""
    board = _board(case.kind, case.seed, case.rules)
    difference = case.told
    try:
        with Deadline.after(_LONGEST).enforced():
            board = made_small(board)
            difference = differs(board)
    except OutOfTime:
        pass
    return Small(case.kind, case.seed, cause_of(board, difference), difference, as_code(board))


def _board(kind: Kind, seed: int, day: str) -> Board:
    if kind == "scenes":  # every other one has cards of the catalogue
        board = random_scene(seed, _known() if seed % 2 else ())
    else:
        board = random_board(seed, _known() if kind == "cards" else ())
    return in_edition(board, day)


@cache
def _known() -> tuple[t.Card, ...]:
    return real_cards()


# --- what the journal holds -----------------------------------------------------------------------


def to_make_small(journal: Journal) -> list[Task[Differing]]:
    """The first boards of each kind and characteristic that differ, as tasks."""
    sorts: defaultdict[tuple[str, str], list[Differing]] = defaultdict(list)
    for differing in _differing(journal):
        sorts[differing.kind, sort_of(differing.told)].append(differing)
    chosen = [
        each
        for several in sorts.values()
        for each in sorted(several, key=lambda differing: differing.seed)[:_MADE_SMALL]
    ]
    return [Task(f"small {each.kind} {each.seed}", each) for each in chosen]


def _differing(journal: Journal) -> Iterator[Differing]:
    for kind in _BATCH:
        for _, looked in journal.results(Looked, f"{kind} "):
            yield from looked.differing


class Row(msgspec.Struct):
    """What became of the boards of a kind."""

    boards: int = 0
    alike: int = 0
    refused: int = 0
    refused_by_one: int = 0
    differing: int = 0


class Cause(msgspec.Struct):
    """Boards that differ for one reason; `example` is the shortest of them."""

    example: Small
    seeds: list[int]


class Table(msgspec.Struct):
    """What a sweep has found so far. `characteristics`: how many boards differ in each."""

    rows: dict[str, Row]
    characteristics: dict[str, int]
    causes: list[Cause]
    aside: list[str]


def table(journal: Journal) -> Table:
    """All that the journal holds, put together."""
    rows: dict[str, Row] = {}
    for kind in _BATCH:
        for _, looked in journal.results(Looked, f"{kind} "):
            row = rows.setdefault(kind, Row())
            numbers = (looked.alike, looked.refused, looked.refused_by_one, len(looked.differing))
            row.boards += sum(numbers)
            row.alike += looked.alike
            row.refused += looked.refused
            row.refused_by_one += looked.refused_by_one
            row.differing += len(looked.differing)
    counts = Counter(f"{each.kind}: {sort_of(each.told)}" for each in _differing(journal))
    causes: defaultdict[str, list[Small]] = defaultdict(list)
    for _, small in journal.results(Small, "small "):
        causes[small.cause].append(small)
    all_causes = [
        Cause(min(several, key=lambda small: (len(small.steps), small.seed)),
              sorted(small.seed for small in several))
        for several in causes.values()
    ]  # fmt: skip
    all_causes.sort(key=lambda cause: (-len(cause.seeds), cause.example.kind, cause.example.seed))
    aside = [f"{each.name}: {each.why}" for each in journal.aside()]
    return Table(rows, dict(counts.most_common()), all_causes, aside)
