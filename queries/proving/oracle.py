"""The search against truth tables, over pools that together hold every card with an effect.

    python -m striate.queries.proving.oracle [--goals 5000] [--size 2] [--cards 45] [--seed 0]
        [--chosen] [--off NAME] [--about 1] [--seconds 600]

Each pool is drawn at random; goals are made from what objects became on its boards, and, as often,
from what they nearly became. For each goal the smallest size, the very boards, and for statements
("always") the verdict of the search are compared with those of `striate.search.truthtables`.
`--chosen` chooses cards by what can take part, as of a large pool; `--off NAME` asks again with one
saving switched off (`striate.search.savings`). `--about 1` (or 2) looks only at boards that hold so
many named cards of each pool, which goals are about: so pools of size 3 can be larger.
"""

import random
import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from itertools import permutations, product

from striate.cards import tree
from striate.cards.catalogue.store import Catalogue
from striate.cards.tree import Card
from striate.cards.walking import any_node
from striate.queries.finding.find import find
from striate.queries.proving.drawing import WORDS, Drawing
from striate.queries.proving.stated import Statement
from striate.queries.proving.statements import decide
from striate.search import savings, searching
from striate.search.chosen import creature_words
from striate.search.goals import Demand, Goal
from striate.search.options import Option, options_of
from striate.search.questions import Question, Solution, least_size
from striate.search.searching import search
from striate.search.truthtables import Judge

_SETS = 40  # of so many different boards of a goal each is compared, of more only the size
_PLAIN = 6  # cards without an effect in each pool
_DRAWS = 8  # so often a goal is drawn again that comes true on a smaller board
_GOALS = 8  # so many goals about the named cards of one pool


@dataclass
class Pool:
    """Cards, and every board of them by size."""

    cards: tuple[Card, ...]
    options: list[Option]
    judges: dict[int, Judge] = field(default_factory=dict)
    subjects: tuple[frozenset[int], ...] = ()  # options of which each board holds one

    def judge(self, size: int) -> Judge:
        if size not in self.judges:
            layouts = _layouts(self.subjects, len(self.options), size) if self.subjects else None
            self.judges[size] = Judge(self.options, size, every_level=True, layouts=layouts)
        return self.judges[size]

    def about(self, names: Sequence[str]) -> "Pool":
        """The pool where goals are about these cards, whose types can be chosen too."""
        found = pool_of(self.cards, [card for card in self.cards if card.name in names])
        subjects = [
            frozenset(n for n, option in enumerate(found.options) if option.card.name == name)
            for name in names
        ]
        return Pool(self.cards, found.options, {}, tuple(subjects))


def _layouts(subjects: Sequence[frozenset[int]], options: int, size: int) -> list[list[list[int]]]:
    """What each slot may hold, where the subjects stand in some slots and anything in the others."""
    found = []
    for places in permutations(range(size), len(subjects)):
        layout = [list(range(options)) for _ in range(size)]
        for place, subject in zip(places, subjects, strict=True):
            layout[place] = sorted(subject)
        found.append(layout)
    return found


def pool_of(cards: Sequence[Card], asked: Sequence[Card] | None = None) -> Pool:
    """`asked`: the cards that goals are about, if not about any."""
    words = sorted({*creature_words(cards, set(), cards if asked is None else asked), *WORDS})
    options = [option for card in cards for option in options_of(card, words)[0]]
    return Pool(tuple(cards), options)


def pools(
    catalogue: Catalogue, number: int, rng: random.Random, mixed: bool = False
) -> Iterator[Pool]:
    """Random pools that, one after the other, hold every card with an effect.

    `mixed`: a part of each are cards that change what others are, or look at others, so that more
    of a pool's cards meet.
    """
    acting: list[Card] = []
    plain: list[Card] = []
    strong: list[Card] = []
    for card in catalogue.all_cards():
        found, reason = options_of(card, ["Wall"])
        if not reason:
            (acting if found[0].statics else plain).append(card)
            if any_node(found[0].statics, _STRONG):
                strong.append(card)
    rng.shuffle(acting)
    more = number // 3 if mixed else 0
    for start in range(0, len(acting), number - more):
        chosen = dict.fromkeys(acting[start : start + number - more])
        chosen.update(dict.fromkeys(rng.sample(strong, more)))
        yield pool_of([*chosen, *rng.sample(plain, _PLAIN)])


_STRONG = (
    tree.AddTypes, tree.SetTypes, tree.RemoveTypes, tree.SetSubtypes, tree.LoseAllAbilities,
    tree.SetColors, tree.SetController, tree.Count, tree.HasAttached, tree.SetBasePT,
)  # fmt: skip


# --- comparing ------------------------------------------------------------------------------------------


def _multiset(names: Sequence[str]) -> frozenset[tuple[str, int]]:
    return frozenset(Counter(names).items())


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


def differences(pool: Pool, goal: Goal, size: int, catalogue: Catalogue) -> list[str]:
    """How the search's answer differs from the truth; nothing where it doesn't."""
    least = least_size(goal)
    truth = {each: pool.judge(each).answers(goal) for each in range(least, size + 1)}
    smallest = next((each for each, answers in truth.items() if answers.reached), 0)
    question = Question(goal, pool.cards, size=size, most_x=0)
    result = search(question)
    if result.status == "unknown":
        return [f"unknown: {result.why}"]
    if not smallest:
        return [] if result.status == "none" else [f"found {result.solutions[0].document}, none is"]
    if result.status == "none":
        return [f"none, and {truth[smallest].cards()} are"]
    if result.size != smallest or not result.smallest:
        return [f"size {result.size} ({result.smallest}), and the smallest is {smallest}"]
    found = find(question, catalogue)
    if found.status != "found":
        return ["found, and not replayed"]
    there = truth[smallest].cards()
    return [] if len(there) > _SETS else _sets_differ(pool, question, there)


def _sets_differ(
    pool: Pool, question: Question, there: set[frozenset[tuple[str, int]]]
) -> list[str]:
    from dataclasses import replace

    every = search(replace(question, all_=10_000, each=True)).solutions
    shown = {next(iter(_cards_of(replace(each, interchangeable={}), pool))) for each in every}
    whole = set().union(*(_cards_of(each, pool) for each in every))
    said = []
    if not shown <= there:
        said.append(f"shown and not there: {shown - there}")
    # What is only counted or attached to is shown by one card of each sort, of a large pool.
    if searching.ALL_AT_ONCE and not there <= whole:
        said.append(f"there and not shown: {there - whole}")
    return said


def _statement_differs(pool: Pool, demand: Demand, size: int, catalogue: Catalogue) -> list[str]:
    """How the verdict on "always" differs from the truth."""
    refuted = any(pool.judge(each).against(demand).reached for each in range(1, size + 1))
    question = Question(Goal((demand,)), pool.cards, size=size, most_x=0)
    decided = decide(Statement("always", "drawn"), question, Goal((demand,)), Goal(()), catalogue)
    if decided.status == "unknown" and decided.why == "no board fulfils the premise":
        return []
    if (decided.status == "refuted") != refuted or decided.status == "unknown":
        return [f"always: {decided.status} {decided.why}, refuted is {refuted}"]
    return []


@dataclass
class Report:
    """What a run compared."""

    goals: int = 0
    found: Counter[int] = field(default_factory=Counter)
    statements: int = 0
    cards: set[str] = field(default_factory=set)
    wrong: list[str] = field(default_factory=list)

    def words(self, seconds: float) -> str:
        sizes = ", ".join(f"{n} of size {size}" for size, n in sorted(self.found.items()) if size)
        return (
            f"{self.goals} goals ({sizes}, {self.found[0]} none) and {self.statements} statements "
            f"over {len(self.cards)} cards with an effect: {len(self.wrong)} differences; "
            f"{seconds:.0f} s"
        )


def run(
    catalogue: Catalogue,
    goals: int,
    size: int,
    cards: int,
    seed: int,
    off: str = "",
    until: float | None = None,
    about: int = 0,
) -> Report:
    """So many goals, spread over pools that hold every card with an effect."""
    rng = random.Random(seed)
    report = Report()
    every = list(pools(catalogue, cards, rng, bool(about)))
    each = _GOALS if about else max(1, -(-goals // len(every)))
    for pool in _focused(every, about, rng) if about else every:
        report.cards |= {option.card.name for option in pool.options if option.statics}
        for _ in range(each):
            if report.goals >= goals or (until is not None and time.monotonic() > until):
                return report
            drawn = size if about else rng.choice(range(1, size + 1))
            drawing = Drawing(pool.judge(drawn), rng)
            goal = drawing.goal(pool.subjects)
            for _ in range(_DRAWS * bool(about)):
                # Most goals that are drawn come true on smaller boards, or never.
                there = _truth(pool, goal, size)
                if there == size or (there == 0 and rng.random() < 0.2):
                    break
                goal = drawing.goal(pool.subjects)
            _compare(report, pool, goal, size, catalogue, off, rng)
        pool.judges.clear()
    return report


def _focused(every: Sequence[Pool], about: int, rng: random.Random) -> Iterator[Pool]:
    """Each pool, with some cards of it that goals are about."""
    while True:
        for pool in every:
            named = sorted({option.card.name for option in pool.options})
            yield pool.about(rng.sample(named, about))


def _truth(pool: Pool, goal: Goal, size: int) -> int:
    """The smallest size of a board; 0: none."""
    sizes = range(least_size(goal), size + 1)
    return next((each for each in sizes if pool.judge(each).answers(goal).reached), 0)


def _compare(
    report: Report, pool: Pool, goal: Goal, size: int, catalogue: Catalogue, off: str,
    rng: random.Random,
) -> None:  # fmt: skip
    report.goals += 1
    try:
        with savings.without(off) if off else nullcontext():
            said = differences(pool, goal, size, catalogue)
            if len(goal.demands) == 1 and rng.random() < 0.2:
                report.statements += 1
                said += _statement_differs(pool, goal.demands[0], size, catalogue)
    except Exception as error:  # noqa: BLE001
        said = [f"{type(error).__name__}: {error}"]
    report.found[_truth(pool, goal, size)] += 1
    for each in said:
        names = [card.name for card in pool.cards]
        report.wrong.append(f"{goal.demands}: {each}\n  of {names}")
        print(f"DIFFERENCE {report.wrong[-1]}", flush=True)


def main() -> None:
    options = ArgumentParser(description="the search against truth tables")
    options.add_argument("--goals", type=int, default=5000)
    options.add_argument("--size", type=int, default=2)
    options.add_argument("--cards", type=int, default=45)
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--off", default="")
    options.add_argument("--chosen", action="store_true", help="choose cards of small pools too")
    options.add_argument("--seconds", type=float, default=None)
    options.add_argument("--about", type=int, default=0, help="so many named cards on each board")
    given = options.parse_args()
    started = time.monotonic()
    until = None if given.seconds is None else started + given.seconds
    if given.chosen:
        searching.ALL_AT_ONCE = 0
    report = run(
        Catalogue.open(), given.goals, given.size, given.cards, given.seed, given.off, until,
        given.about,
    )  # fmt: skip
    print(report.words(time.monotonic() - started))


if __name__ == "__main__":
    main()
