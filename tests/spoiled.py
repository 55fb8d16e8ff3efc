"""The arguments by which cards are chosen, each spoiled: what it keeps is left out.

    python -m tests.spoiled [NAME ...] [--goals 200] [--size 3] [--seed 0]

A row for each: after how many goals that take help (`queries.proving.helpedgoals`) a board was
lost, and the goal.
"""

import random
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import Any
from unittest.mock import patch

from striate.cards import tree
from striate.cards.tree import Card
from striate.queries.finding import find as finding
from striate.queries.finding.find import find
from striate.queries.finding.foundboards import Found
from striate.queries.goals.wording import goal_words
from striate.queries.proving.drawnboards import open_catalogue
from striate.queries.proving.helpedgoals import draw_needing, draw_pool
from striate.queries.proving.truthtables import tables_of
from striate.search import (
    helping,
    makers,
    making,
    options,
    ranges,
    searching,
    selection,
    severally,
    sums,
    symmetry,
    wanting,
)
from striate.search.goals import Goal
from striate.search.questions import Question
from striate.solver.deadline import Deadline

ENOUGH = 3  # so many goals that notice are looked for
NOTHING: Callable[..., int] = lambda *_: 0
NONE: Callable[..., list[object]] = lambda *_: []
NO: Callable[..., bool] = lambda *_, **__: False
YES: Callable[..., bool] = lambda *_: True
UNREAD: Callable[..., frozenset[object]] = lambda *_: frozenset()
ALONE: Callable[..., tuple[int, bool]] = lambda *_: (0, False)
ALL_LACKING: Callable[..., frozenset[int]] = lambda self: frozenset({(1 << len(self.parts)) - 1})
NO_PAIR: Callable[..., tuple[int, int]] = lambda *_: (0, 0)


def sure(option: options.Option, part: Any, counters: bool) -> bool | None:
    """What isn't sure is so."""
    return helping.told_by_itself(option, part, counters) is not False


def printed_reach(option: options.Option) -> Iterator[Any]:
    """What it gives to others does nothing."""
    for static in option.statics:
        for effect in static.effects:
            if effect.who != tree.This():
                yield effect.who, effect


def a_number(amount: object, size: int, costs: object) -> tuple[int, int]:
    """What is counted is none."""
    return (amount.value, amount.value) if isinstance(amount, tree.Num) else (0, 0)


SPOILED: dict[str, tuple[object, str, Any]] = {
    # selection
    "partners": (selection.Selector, "partners", ALONE),
    "pairs": (selection.Selector, "pairs", NO_PAIR),
    "singles": (selection.Selector, "singles", NOTHING),
    "asked_lacking": (selection.Selector, "asked_lacking", lambda *_: ()),
    "taking_part": (selection.Selector, "taking_part", NOTHING),
    "influencing": (selection.Selector, "influencing", NOTHING),
    "broken": (selection.Selector, "broken", NONE),
    "counts": (selection.Selector, "counts", NO),
    "groups": (selection.Selector, "groups", NOTHING),
    "waivers": (selection.Selector, "waivers", ()),
    "decided_by": (selection, "decided_by", UNREAD),
    "beside_any": (searching._Stages, "beside_any", lambda *_: None),
    "keep_falling": (searching._Stages, "keep_falling", lambda *_: None),
    # wanting
    "implied": (wanting, "implied", lambda claims: (t for c in claims for t in making.owners(c))),
    "influencing_asked": (wanting.Wanting, "influencing_asked", property(NOTHING)),
    "asked_counts": (wanting.Wanting, "asked_counts", property(NO)),
    "making_it_act": (wanting.Wanting, "making_it_act", NOTHING),
    "made_by_itself": (wanting.Wanting, "made_by_itself", NO),
    "selves": (wanting.Wanting, "selves", NONE),
    "gives": (wanting.Wanting, "gives", NO),
    "effects_need": (wanting.Wanting, "effects_need", UNREAD),
    "asked_needs": (wanting.Wanting, "asked_needs", property(UNREAD)),
    "lacking_together": (wanting.Wanting, "lacking_together", ALL_LACKING),
    "is_on_others": (wanting.Wanting, "is_on_others", YES),
    "is_only": (wanting.Wanting, "is_only", YES),
    "reverts": (wanting.Wanting, "reverts", NO),
    "complete": (wanting.Wanting, "complete", property(YES)),
    "_is_on_its_host": (wanting, "_is_on_its_host", YES),
    "what isn't sure": (wanting, "told_by_itself", sure),
    "looks_around": (wanting, "counts_around", NO),
    # makers
    "making": (makers.Making, "making", NOTHING),
    "unlocking": (makers.Making, "unlocking", NONE),
    "asked_changes": (makers.Making, "asked_changes", ()),
    "able": (makers.Deeds, "able", NOTHING),
    "writing": (makers.Deeds, "writing", NOTHING),
    # helping
    "acting_on_itself": (helping, "acting_on_itself", lambda *_: iter(())),
    "is_of_others": (helping, "is_of_others", YES),
    "reaching_of": (helping, "reaching_of", printed_reach),
    "holds": (helping.Possible, "holds", NO),
    # making
    "_takes_text": (making, "_takes_text", NO),
    "could_turn": (making, "could_turn", NO),
    "could_break": (selection, "could_break", NO),
    "could_break itself": (helping, "could_break", NO),
    "_takes": (making, "_takes", NO),
    "_gives": (making, "_gives", NO),
    "_gives_keyword": (making, "_gives_keyword", NO),
    "_gives_text": (making, "_gives_text", NO),
    "_is_of_kind": (making, "_is_of_kind", NO),
    # sums and ranges
    "alone": (sums.Sums, "alone", NO),
    "fitting": (sums.Sums, "fitting", NOTHING),
    "adding_up": (sums.Sums, "adding_up", NOTHING),
    "may_reach": (sums.Sums, "may_reach", NO),
    "own sizes": (sums, "effects_of", NONE),
    "each other's sizes": (sums, "reaching_of", lambda *_: iter(())),
    "repeated": (makers, "repeated", lambda helper, size: (each for _, each in helper.reaching)),
    "shares_of": (sums, "shares_of", lambda *_: frozenset({ranges.IDLE})),
    "within": (ranges, "within", a_number),
    "_lean": (ranges, "_lean", lambda *_: (0, 0)),
    "idle": (sums.Sums, "idle", False),
    "_ANYTHING": (ranges, "_ANYTHING", frozenset({ranges.IDLE})),
    # severally
    "may_meet": (severally, "may_meet", NO),
    "nothing_beside": (searching, "nothing_beside", lambda *_: ()),
    "_best": (severally, "_best", NONE),
    "_is_made": (severally, "_is_made", NO),
    "beside_one": (searching, "beside_one", lambda *_: iter([((), True)])),
    "as_all_are": (severally, "as_all_are", lambda demand, wide: demand),
}  # fmt: skip


def forget() -> None:
    for module in (making, helping, makers, wanting, selection, sums, ranges, symmetry):
        for value in vars(module).values():
            clear = getattr(value, "cache_clear", None)
            if clear is not None and value.__module__.startswith("striate.search."):
                clear()


@contextmanager
def spoiled(name: str) -> Iterator[None]:
    """Within, the argument keeps nothing."""
    where, what, instead = SPOILED[name]
    forget()
    try:
        with patch.object(where, what, instead):
            yield
    finally:
        forget()


@dataclass(frozen=True)
class Posed:
    """A goal over a pool, with the right answer: 0 if there is no board."""

    goal: Goal
    cards: tuple[Card, ...]
    size: int
    right: int
    number: int = 0
    many: bool = False  # what can be asked for is not told apart

    def line(self, spoiled: str) -> str:
        """As a line of `tests/helped_goals.txt`."""
        cards = "; ".join(card.name for card in self.cards)
        many = "many" if self.many else "few"
        return f"{self.right} | {many} | {spoiled} | {goal_words(self.goal)} | {cards}"


def answer(posed: Posed) -> Found:
    """Chosen from as of a large pool."""
    few = 0 if posed.many else wanting.FEW
    with patch.object(searching, "ALL_AT_ONCE", 0), patch.object(wanting, "FEW", few):
        question = Question(posed.goal, posed.cards, size=posed.size, deadline=Deadline.after(20.0))
        return find(question, open_catalogue())


def loses(posed: Posed) -> bool:
    """Whether the answer is false: none, or the fewest of more permanents; whatever is not looked
    at excuses nothing."""
    with patch.object(finding, "undecided", lambda question: ""):
        found = answer(posed)
    return found.status == "none" or (found.smallest and found.size > posed.right)


def posed_goals(seed: int, number: int, size: int, cards: int) -> Iterator[Posed]:
    catalogue = open_catalogue()
    count = 0
    for pool in range(number):
        rng = random.Random(f"{seed} {pool}")
        names, boards = draw_pool(rng, catalogue, cards, size)
        tables = tables_of(names, size, catalogue)
        for goal in islice(draw_needing(rng, boards, tables), 4):
            count += 1
            many = pool % 2 == 1
            found = answer(Posed(goal, names, size, 0, count, many))
            right = found.size if found.status == "found" and found.smallest else 0
            least = tables.smallest(goal)
            if least and (found.status == "none" or right > least):
                print(
                    "other than the tables:",
                    right,
                    least,
                    many,
                    goal_words(goal),
                    [c.name for c in names],
                    flush=True,
                )
            yield Posed(goal, names, size, right, count, many)
            if count >= number:
                return


def main() -> None:
    arguments = ArgumentParser(description=__doc__)
    arguments.add_argument("names", nargs="*")
    arguments.add_argument("--goals", type=int, default=200)
    arguments.add_argument("--size", type=int, default=3)
    arguments.add_argument("--cards", type=int, default=6)
    arguments.add_argument("--seed", type=int, default=0)
    given = arguments.parse_args()
    posed = list(posed_goals(given.seed, given.goals, given.size, given.cards))
    lost = [each for each in posed if each.right]
    print(f"{len(posed)} goals, of {len(lost)} a board could be lost", flush=True)
    for name in given.names or SPOILED:
        noticed: list[Posed] = []
        with spoiled(name):
            for each in lost:
                if len(noticed) < ENOUGH and loses(each):
                    noticed.append(each)
        first = noticed[0].number if noticed else "no"
        print(f"| {name} | {first} |", flush=True)
        for each in noticed:
            print(f"  {each.line(name)}", flush=True)


if __name__ == "__main__":
    main()
