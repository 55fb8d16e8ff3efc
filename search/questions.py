"""What is asked of the search, and what it answers."""

import time
from collections.abc import Iterable, Sequence
from typing import Any, Literal, TypeVar

from msgspec import Struct, field

from striate.boards.sketch import Sketch
from striate.cards import tree
from striate.cards.costs import mana_value
from striate.cards.vocabulary import MELDED_VALUES
from striate.cards.walking import nodes
from striate.search.goals import Against, Goal, all_said
from striate.solver.backend import Verdict
from striate.solver.certifying import Certificate
from striate.solver.deadline import NEVER, Deadline
from striate.solver.session import Session


class Question(Struct, frozen=True):
    """What is asked, of which pool, up to which size."""

    goal: Goal  # of a search in `search/` each demand is met by an object of its own (`phrases`)
    cards: tuple[tree.Card, ...]
    size: int = 4
    exact: bool = False
    graveyard: tuple[tree.Card, ...] = ()  # what may lie in graveyards; nothing: they are empty
    with_: tuple[str, ...] = ()
    counters: tuple[str, ...] = ()
    any_: bool = False
    spells: bool = False
    all_: int = 1
    deadline: Deadline = field(default_factory=lambda: NEVER)
    backend: str = "auto"
    sketch: Sketch | None = None
    each: bool = False  # of boards that do the same, too, every one is shown
    tokens: bool = True  # where cards are few, those that a card of the pool makes are looked at
    types: int = 1  # so many creature types that nothing names are told apart
    spare: int = 15  # an X is looked at up to so much more than the goal's numbers
    places: int = 8  # so many cards may lie in graveyards
    lying: bool = False  # any card may stand face down, manifested or cloaked
    light: bool = False  # a board is known: what takes much work to tell is left untold
    most_x: int | None = None  # the greatest X that is looked at; nothing said: by the goal
    most_counters: int | None = None  # so many of a kind may be put on; nothing said: by the goal
    rules: str = ""  # the day by whose rules it is asked; nothing: today's
    asides: str = ""  # what the goal said of the search, read back
    certify: bool = False  # a proof of each "none" is checked by another program
    # The proofs so far, of this question's circuits and of those that were asked in its place.
    certified: list[Certificate] = []


class Solution(Struct, frozen=True):
    """A board that reaches the goal, as a document without `expect`."""

    document: dict[str, Any]
    asked: tuple[str, ...]
    interchangeable: dict[str, tuple[str, ...]]


_Asked = TypeVar("_Asked")


def may_fall(question: Question, asked: Sequence[_Asked]) -> list[_Asked]:
    """Of what stands for each asked-for object those that state-based actions may take."""
    demands = (each for each in question.goal.demands for _ in range(each.count))
    pairs = zip(asked, demands, strict=True)
    return [one for one, each in pairs if question.any_ and not each.stays]


class Result(Struct, frozen=True):
    """What the search found, and over what."""

    status: Literal["found", "none", "unknown"]
    solutions: tuple[Solution, ...]
    size: int
    smallest: bool
    searched: dict[str, Any]
    rules: tuple[str, ...]
    seconds: float
    solving: float = 0.0
    why: str = ""  # nothing is told because of that
    never: bool = False  # a "none" of every size


def how_far(size: int, classes: int, started: float, found: int) -> dict[str, Any]:
    """What is shown of a search in progress."""
    seconds = time.monotonic() - started
    return {"size": size, "classes": classes, "seconds": seconds, "found": found}


def counted_proofs(question: Question) -> tuple[int, int]:
    """How many circuits were proved to have no board, in how many checked steps."""
    return len(question.certified), sum(proof.steps for proof in question.certified)


def confirmed(question: Question, session: Session) -> bool:
    """A "none" of one back end is confirmed by the other, if both are there; or by proof.

    False if time is up before that.
    """
    if question.certify:
        question.certified.append(session.certify(question.deadline))
    left, alone = question.deadline.left(), question.backend != "auto"
    return session.confirm(timeout=left, alone=alone) is not Verdict.UNKNOWN


def least_size(goal: Goal) -> int:
    return max(1, sum(demand.count for demand in goal.demands))


def numbers_in(goal: Goal) -> list[int]:
    """The numbers that the goal speaks of."""
    totals = [each.total.number for each in goal.demands if each.total and each.total.of_sizes]
    nodes_said = list(nodes(all_said(goal)))
    beside = [node.more for node in nodes_said if isinstance(node, Against)]
    counted = [node.number for node in nodes_said if isinstance(node, tree.HasCounter)]
    return [*totals, *beside, *counted, *(e.value for e in nodes_said if isinstance(e, tree.Num))]


def greatest_in(goal: Goal) -> int:
    """The greatest number that the goal speaks of, whatever its sign."""
    return max(map(abs, numbers_in(goal)), default=0)


def greatest_asked(question: Question) -> int:
    """What the goal speaks of, and what others, or it itself, may have with which it compares: what
    is printed, so many times, of each of them."""
    said = list(nodes(all_said(question.goal)))
    totals = (each.total for each in question.goal.demands)
    compared = [each.factor for each in said if isinstance(each, Against | tree.Times)]
    compared += [each.factor for each in totals if each is not None and each.beyond is not None]
    greatest = greatest_in(question.goal)
    if not compared:
        return greatest
    few = len(question.cards) <= MANY
    costs = (mana_value(face.mana_cost) for card in question.cards if few for face in card.faces)
    melded = (MELDED_VALUES.get(card.name, 0) for card in question.cards)
    most = max(_greatest_size(question.cards), *costs, *melded, 0) * max(question.size - 1, 1)
    return greatest + most * max(map(abs, compared)) + 1


def most_x(question: Question) -> int:
    """The greatest number that an X is looked at with: what the goal speaks of, and more."""
    if question.most_x is not None:
        return question.most_x
    return question.spare + greatest_asked(question)


def put_on(question: Question) -> dict[str, int]:
    """How many of each kind of counters may be put on a permanent: as an X is chosen."""
    if question.most_counters is not None:
        return dict.fromkeys(question.counters, question.most_counters)
    most = question.spare + greatest_asked(question)
    return {kind: most + _undone(kind, question.cards) for kind in question.counters}


def _undone(kind: str, cards: Iterable[tree.Card]) -> int:
    """So many of the kind take away the greatest power or toughness that is printed (122.1a)."""
    return _greatest_size(cards) if "-" in kind and "/" in kind else 0


def _greatest_size(cards: Iterable[tree.Card]) -> int:
    sizes = (size for card in cards for face in card.faces for size in (face.power, face.toughness))
    return max((size for size in sizes if size is not None), default=0)


def further_levels(question: Question) -> tuple[int, ...]:
    """Numbers of level counters beyond the last level symbol that the goal may tell apart."""
    if question.most_counters is not None:
        return ()
    near = {number + by for number in numbers_in(question.goal) for by in (-1, 0, 1)}
    return tuple(sorted(number for number in near if number > 0))


MANY = 300  # of more cards not each is looked at by itself
TOO_MANY = 2_500  # of more classes larger boards are not looked at
