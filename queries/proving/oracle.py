"""The search against truth tables, over pools that together hold every card with an effect.

    python -m striate.queries.proving.oracle [--goals 5000] [--size 2] [--cards 45] [--seed 0]
        [--chosen] [--off NAME]

Each pool is drawn at random; goals are made from what objects became on its boards, and, as often,
from what they nearly became. For each goal the smallest size, the very boards, and for statements
("always") the verdict of the search are compared with those of `striate.search.truthtables`.
`--chosen` chooses cards by what can take part, as of a large pool; `--off NAME` asks again with one saving switched off (`striate.search.savings`).
"""

import random
import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from itertools import product

from striate.cards import tree
from striate.cards.catalogue.store import Catalogue
from striate.cards.tree import Card, Filter, Num
from striate.encodings.algebra import FALSE, Lit
from striate.queries.finding.find import find
from striate.queries.proving.statements import Statement, decide
from striate.search import savings, searching
from striate.search.goals import AnyObject, CardNamed, Demand, Goal, HasText, Leveler
from striate.search.options import Option, options_of
from striate.search.poolclasses import creature_words
from striate.search.questions import Question, Solution, least_size
from striate.search.searching import search
from striate.search.truthtables import Judge
from striate.solver.number import Bits, Number

_SETS = 40  # of so many different boards of a goal each is compared, of more only the size
_PLAIN = 6  # cards without an effect in each pool
_WORDS = ("Elf", "Merfolk", "Island")


@dataclass
class Pool:
    """Cards, and every board of them by size."""

    cards: tuple[Card, ...]
    options: list[Option]
    judges: dict[int, Judge] = field(default_factory=dict)

    def judge(self, size: int) -> Judge:
        if size not in self.judges:
            self.judges[size] = Judge(self.options, size, every_level=True)
        return self.judges[size]


def pool_of(cards: Sequence[Card]) -> Pool:
    words = sorted({*creature_words(cards, set()), *_WORDS})
    options = [option for card in cards for option in options_of(card, words)[0]]
    return Pool(tuple(cards), options)


def pools(catalogue: Catalogue, number: int, rng: random.Random) -> Iterator[Pool]:
    """Random pools that, one after the other, hold every card with an effect."""
    acting: list[Card] = []
    plain: list[Card] = []
    for card in catalogue.all_cards():
        found, reason = options_of(card, ["Wall"])
        if not reason:
            (acting if found[0].statics else plain).append(card)
    rng.shuffle(acting)
    for start in range(0, len(acting), number):
        chosen = acting[start : start + number]
        yield pool_of([*chosen, *rng.sample(plain, _PLAIN)])


# --- goals from what became ---------------------------------------------------------------------------


@dataclass
class _Drawing:
    """Draws goals about boards of one judge."""

    judge: Judge
    rng: random.Random

    def goal(self) -> Goal:
        number = max((self.board() for _ in range(6)), key=self.changed)
        size = len(self.judge.slots)
        rng = self.rng
        count = 2 if size > 1 and rng.random() < 0.2 else 1
        return Goal(tuple(self.demand(number, index) for index in rng.sample(range(size), count)))

    def changed(self, number: int) -> bool:
        """Whether something has other types, colours or size there than what is printed."""
        judge = self.judge
        for place, chars in zip(judge.boards[number], judge.found.final.chars, strict=True):
            kind = judge.kinds[place.option]
            if self.value(chars.power, number) != kind.power:
                return True
            if {*self.words(chars.types, number)} != kind.types:
                return True
            if {*self.words(chars.colors, number)} != kind.colors:
                return True
        return False

    def board(self) -> int:
        """A board that can be, in the end as it is."""
        judge = self.judge
        lasts = judge.where(judge.found.algebra.all_([judge.legal, *judge.stays])).reached
        while True:
            number = self.rng.randrange(len(judge.boards))
            if lasts >> number & 1 or not lasts:
                return number

    def true(self, lit: Lit, number: int) -> bool:
        return bool(self.judge.graph.table(lit) >> number & 1)

    def words(self, words: dict[str, Lit], number: int) -> list[str]:
        return [word for word, lit in words.items() if self.true(lit, number)]

    def value(self, value: Number, number: int) -> int:
        if not isinstance(value, Bits):
            return value
        found = sum(
            1 << place for place, lit in enumerate(value.bits[:-1]) if self.true(lit, number)
        )
        return found - (1 << len(value.bits) - 1) * self.true(value.bits[-1], number)

    def subtypes(self, number: int, index: int) -> list[str]:
        """Those that it has; where a pool chooses creature types, only those that can be chosen."""
        found = self.words(self.judge.found.final.chars[index].subtypes, number)
        if any(option.choices for option in self.judge.options):
            return []
        return [word for word in found if not word.startswith("*")]

    def demand(self, number: int, index: int) -> Demand:
        rng = self.rng
        option = self.judge.options[self.judge.boards[number][index].option]
        claims = tuple(self.claim(number, index) for _ in range(rng.choice((1, 1, 2, 2, 3))))
        if rng.random() < 0.15:
            types = self.words(self.judge.found.final.chars[index].types, number)
            return Demand(AnyObject(tree.HasType(rng.choice(types or ["Creature"]))), claims)
        if option.levels and rng.random() < 0.5:
            return Demand(Leveler(), claims)
        return Demand(CardNamed(option.card.name), claims)

    def claim(self, number: int, index: int) -> Filter | HasText:
        chars = self.judge.found.final.chars[index]
        rng = self.rng
        power, toughness = self.value(chars.power, number), self.value(chars.toughness, number)
        near = rng.choice((0, 0, 0, 1, -1))
        types = self.words(chars.types, number)
        options: list[Filter | HasText] = [
            tree.HasType(rng.choice([*types, "Creature", "Artifact"])),
            tree.HasSubtype(rng.choice([*self.subtypes(number, index), *_WORDS])),
            tree.HasSupertype(rng.choice([*self.words(chars.supertypes, number), "Legendary"])),
            tree.HasColor(rng.choice([*self.words(chars.colors, number), "B"])),
            tree.ColorCount("=", rng.choice((0, len(self.words(chars.colors, number)), 5))),
            tree.HasNoAbilities(),
            tree.ControlledBy(rng.choice(("you", "opponent"))),
            *self.abilities(number, index),
        ]
        if "Creature" in types:
            sized: list[Filter | HasText] = [
                tree.StatIs("power", rng.choice(("=", ">=", "<=")), Num(power + near)),
                tree.StatIs("toughness", rng.choice(("=", ">=", "<")), Num(toughness + near)),
                tree.StatIs("power", ">", tree.StatOf("toughness", tree.Affected())),
                _box(power, toughness),
                _box(power, toughness + near),
            ]
            options += sized
        found = rng.choice(options)
        if rng.random() < 0.2:
            if isinstance(found, HasText):
                return HasText(found.ability, True)
            return tree.Not(found)
        return found

    def abilities(self, number: int, index: int) -> list[Filter | HasText]:
        """Keywords by their name, and texts as they are."""
        found: list[Filter | HasText] = []
        for held in self.judge.found.final.chars[index].abilities:
            for guard, ability in held.alternatives if held.combine is None else ():
                if guard == FALSE or not isinstance(ability, tree.Keyword):
                    continue
                if self.true(held.present, number):
                    found += [tree.HasKeyword(ability.name), HasText(ability)]
        return self.rng.sample(found, min(3, len(found)))


def _box(power: int, toughness: int) -> Filter:
    return tree.AllOf(
        (
            tree.StatIs("power", "=", Num(power)),
            tree.StatIs("toughness", "=", Num(toughness)),
        )
    )


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
    question = Question(goal, pool.cards, size=size)
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

    every = search(replace(question, all_=10_000)).solutions
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
    question = Question(Goal((demand,)), pool.cards, size=size)
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
) -> Report:
    """So many goals, spread over pools that hold every card with an effect."""
    rng = random.Random(seed)
    report = Report()
    every = list(pools(catalogue, cards, rng))
    each = max(1, -(-goals // len(every)))
    for pool in every:
        report.cards |= {option.card.name for option in pool.options if option.statics}
        for _ in range(each):
            if report.goals >= goals or (until is not None and time.monotonic() > until):
                return report
            drawing = _Drawing(pool.judge(rng.choice(range(1, size + 1))), rng)
            _compare(report, pool, drawing, size, catalogue, off)
        pool.judges.clear()
    return report


def _compare(
    report: Report, pool: Pool, drawing: _Drawing, size: int, catalogue: Catalogue, off: str
) -> None:
    goal = drawing.goal()
    report.goals += 1
    try:
        with savings.without(off) if off else nullcontext():
            said = differences(pool, goal, size, catalogue)
            if len(goal.demands) == 1 and drawing.rng.random() < 0.2:
                report.statements += 1
                said += _statement_differs(pool, goal.demands[0], size, catalogue)
    except Exception as error:  # noqa: BLE001
        said = [f"{type(error).__name__}: {error}"]
    sizes = range(least_size(goal), size + 1)
    there = next((each for each in sizes if pool.judge(each).answers(goal).reached), 0)
    report.found[there] += 1
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
    given = options.parse_args()
    started = time.monotonic()
    until = None if given.seconds is None else started + given.seconds
    if given.chosen:
        searching.ALL_AT_ONCE = 0
    report = run(
        Catalogue.open(), given.goals, given.size, given.cards, given.seed, given.off, until
    )
    print(report.words(time.monotonic() - started))


if __name__ == "__main__":
    main()
