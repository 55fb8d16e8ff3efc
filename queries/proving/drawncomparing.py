"""What is asked of a pool of cards, and which answers the drawn boards go against."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import msgspec

from striate.boards.writing import document
from striate.cards.catalogue.store import Catalogue
from striate.cards.tree import Card
from striate.queries.finding.find import find
from striate.queries.finding.foundboards import Found
from striate.queries.finding.whynot import why_not
from striate.queries.goals.meaning import fails_always, reached
from striate.queries.proving.drawnboards import Drawn, draw_boards, ways_used
from striate.queries.proving.drawngoals import draw_goal
from striate.queries.proving.stated import Asking, Statement
from striate.queries.proving.statements import decide
from striate.search.asking.world import is_left_out
from striate.search.goals import Goal
from striate.search.questions import Question
from striate.solver.deadline import Deadline

_BOARDS = 160  # drawn for the goals of one pool
GOALS = 8  # asked of one pool
_SECONDS = 60.0  # a goal may take


class Compared(msgspec.Struct):
    """What was asked, and each answer that is false."""

    goals: int = 0
    statements: int = 0
    boards: int = 0
    found: dict[int, int] = msgspec.field(default_factory=dict)  # goals by size; 0: none
    unknown: int = 0
    wrong: list[str] = msgspec.field(default_factory=list)

    def add(self, other: "Compared") -> None:
        self.goals += other.goals
        self.statements += other.statements
        self.boards += other.boards
        self.unknown += other.unknown
        for size, number in other.found.items():
            self.found[size] = self.found.get(size, 0) + number
        self.wrong += other.wrong

    def words(self) -> str:
        sizes = ", ".join(
            f"{n} {'none' if not s else f'of size {s}'}" for s, n in sorted(self.found.items())
        )
        return (
            f"{self.goals:,} goals ({sizes}; {self.unknown} unknown) and {self.statements:,} statements "
            f"against {self.boards:,} boards: {len(self.wrong)} false answers"
        )


@dataclass(frozen=True)
class Asked:
    """One pool: its number and what is drawn over it."""

    seed: int
    pool: int
    cards: int
    size: int


def compare(asked: Asked) -> Compared:
    """Draws a pool, boards over it and goals from these, and asks."""
    rng = random.Random(f"{asked.seed} {asked.pool}")
    catalogue = _catalogue()
    cards = draw_cards(rng, catalogue, asked.cards)
    boards = list(draw_boards(rng, cards, asked.size, _BOARDS, catalogue))
    told = Compared(boards=len(boards))
    for _ in range(GOALS if boards else 0):
        goal = draw_goal(rng, rng.choice(boards))
        told.goals += 1
        try:
            wrong = list(false_answers(rng, goal, cards, boards, asked.size, catalogue, told))
        except Exception as error:  # noqa: BLE001
            wrong = [f"{type(error).__name__}: {error}"]
        for each in wrong:
            names = "; ".join(card.name for card in cards)
            told.wrong.append(f"pool {asked.pool} ({names}): {goal.demands}: {each}")
    return told


def false_answers(
    rng: random.Random,
    goal: Goal,
    cards: tuple[Card, ...],
    boards: Sequence[Drawn],
    size: int,
    catalogue: Catalogue,
    told: Compared,
) -> Iterator[str]:
    """The answers about the goal that a drawn board goes against."""
    kinds = tuple(sorted({kind for each in boards for kind in each.counters}))
    graveyard = cards
    question = Question(
        goal,
        cards,
        graveyard=graveyard,
        size=size,
        counters=kinds,
        deadline=Deadline.after(_SECONDS),
    )
    found = find(question, catalogue)
    told.found[found.size if found.boards else 0] = told.found.get(
        found.size if found.boards else 0, 0
    ) + (found.status != "unknown")
    told.unknown += found.status == "unknown"
    reaching = [each for each in boards if reached(goal, each.answer, each.printed) is not None]
    least = min((each for each in reaching if _counts(each, found)), key=_size, default=None)
    if least is not None and found.status == "none":
        yield f"none, and there is {_shown(least, catalogue)}"
    if least is not None and found.smallest and _size(least) < found.size:
        yield f"the fewest are {found.size}, and there is {_shown(least, catalogue)}"
    if reaching and rng.random() < 0.1:
        each = rng.choice(reaching)
        if why_not(goal, each.board, catalogue, changes=0).status == "near":
            yield f"why-not says no of {_shown(each, catalogue)}"
    if rng.random() < 0.3:
        told.statements += 1
        yield from _false_always(goal, question, boards, found, catalogue)


def _false_always(
    goal: Goal, question: Question, boards: Sequence[Drawn], found: Found, catalogue: Catalogue
) -> Iterator[str]:
    decided = decide(Statement("always", "drawn"), question, goal, Goal(()), Asking(catalogue))
    if decided.status != "proved":
        return
    for each in boards:
        if _counts(each, found) and fails_always(goal, each.answer, each.printed):
            yield f"always is proved, and there is {_shown(each, catalogue)}"
            return


def _counts(each: Drawn, found: Found) -> bool:
    """Whether the board has nothing that the answer names as left out."""
    used = ways_used(each.board) | {"cards" for card in each.printed.values() if is_left_out(card)}
    return used.isdisjoint(limit.name for limit in found.world)


def _size(each: Drawn) -> int:
    return each.permanents


def _shown(each: Drawn, catalogue: Catalogue) -> str:
    return str(document(each.board, catalogue)["steps"])


# --- pools ----------------------------------------------------------------------------------------


def draw_cards(rng: random.Random, catalogue: Catalogue, number: int) -> tuple[Card, ...]:
    """Some cards with an effect, and some that enter in a way of their own."""
    acting, special, plain = _sorts(catalogue)
    chosen = rng.sample(acting, number // 2) + rng.sample(special, number // 4)
    chosen += rng.sample(plain, max(1, number - len(chosen)))
    return tuple({card.name: card for card in chosen}.values())


_SORTS: dict[str, tuple[list[Card], list[Card], list[Card]]] = {}


def _sorts(catalogue: Catalogue) -> tuple[list[Card], list[Card], list[Card]]:
    """Permanents with an effect, those with another face or cost, and the others."""
    if catalogue.stamp not in _SORTS:
        from striate.queries.proving.drawnboards import acts, is_special

        cards = [card for card in catalogue.all_cards() if card.faces[0].types]
        there = [card for card in cards if not {"Instant", "Sorcery"} & set(card.faces[0].types)]
        _SORTS[catalogue.stamp] = (
            [card for card in there if acts(card)],
            [card for card in there if is_special(card)],
            [card for card in there if not acts(card)],
        )
    return _SORTS[catalogue.stamp]


_OPEN: list[Catalogue] = []


def _catalogue() -> Catalogue:
    if not _OPEN:
        _OPEN.append(Catalogue.open())
    return _OPEN[0]
