# ruff: noqa: INP001
"""Goals asked again in other ways: what was found must be found still, with no more permanents.

    python bench/again.py [--seed 0] [--seconds 300]

Each goal of `tests/goals_as_said.txt` that comes up is asked of the cards that it names and a few
drawn ones, with options drawn, too. If a board is found, the same is asked with one card more, with
a larger size, with `--any`, `--spells` or counters, and each part of the goal by itself: a "none",
or a "fewest" of more permanents, is false. So is what `verify --never` proves then. `why-not` is
asked about the board found before. What ends as our mistake is told, too.
"""

import random
import re
import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from striate.boards.errors import BoardError
from striate.boards.reading import board_from_document
from striate.boards.timeline import Board
from striate.cards.errors import OurMistake
from striate.queries.finding.find import find
from striate.queries.finding.foundboards import Found
from striate.queries.finding.pools import PoolError, PoolOptions
from striate.queries.finding.posing import pose
from striate.queries.finding.whynot import why_not
from striate.queries.goals.language import read_goal
from striate.queries.goals.tokens import GoalError
from striate.queries.proving.drawnboards import open_catalogue, sorts_of
from striate.queries.proving.stated import Statement
from striate.queries.proving.statements import prove

SAID = Path(__file__).parents[1] / "tests" / "goals_as_said.txt"
REFUSED = (PoolError, GoalError, BoardError)
_OPTIONS: dict[str, tuple[float, tuple[Any, ...]]] = {
    "any_": (0.2, (True,)),
    "counters": (0.2, ("+1/+1", "-1/-1", "+1/+1, flying", "level", "charge")),
    "spells": (0.2, (True,)),
    "exact": (0.05, (True,)),
    "all_": (0.05, (3,)),
    "rules": (0.04, ("2007-02-01", "2010-04-23", "2015-01-01")),
}
_WIDER: tuple[dict[str, Any], ...] = ({"any_": True}, {"spells": True}, {"counters": "+1/+1"})


class Again:
    """What was asked, and what came of it."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.shelf = open_catalogue()
        self.names = frozenset(self.shelf.names())
        self.counts: Counter[str] = Counter()
        self.before: Board | None = None

    def tried(self, sort: str, ask: Callable[[], Any], words: object) -> Any:
        """The answer; nothing if the question is refused, or ends as our mistake, which is told."""
        try:
            answer = ask()
        except REFUSED as error:
            if not isinstance(error, OurMistake):
                self.counts["refused"] += 1
                return None
            told = error
        except Exception as error:  # noqa: BLE001
            told = error
        else:
            self.counts[f"{sort}: {answer.status}"] += 1
            return answer
        self.counts["our mistakes"] += 1
        print(f"OUR MISTAKE {type(told).__name__}: {str(told)[:300]!r} | {words}", flush=True)
        return None

    def found(self, goal: str, cards: list[str], options: dict[str, Any]) -> Found | None:
        given = dict(options)
        pool = PoolOptions(
            cards="; ".join(cards),
            with_=given.pop("with_", ""),
            spells=given.get("spells", False),
        )
        answer: Found | None = self.tried(
            "find",
            lambda: find(pose(goal, self.shelf, pool, timeout=20, **given), self.shelf),
            (goal, cards, options),
        )
        return answer

    def drawn(self, goal: str) -> tuple[list[str], dict[str, Any]]:
        """The cards that the goal names and a few more; and options."""
        rng, sorts = self.rng, sorts_of(self.shelf)
        words = re.findall(r"[A-Za-z',\-/]+", goal)
        parts = (
            " ".join(words[i:j]).strip(",") for i in range(len(words)) for j in range(i, i + 7)
        )
        cards = [each for each in parts if each in self.names]
        among = (sorts.strong, sorts.acting, sorts.plain, sorts.spells, *sorts.ways.values())
        cards += [rng.choice(rng.choice(among)).name for _ in range(rng.randint(1, 3))]
        cards = list(dict.fromkeys(cards))
        options: dict[str, Any] = {"size": rng.choice((1, 2, 2, 2, 3))}
        for name, (often, values) in _OPTIONS.items():
            if rng.random() < often and not (name == "rules" and len(options) > 1):
                options[name] = rng.choice(values)
        if rng.random() < 0.12:
            options["with_"] = rng.choice(cards)
        return cards, options

    def ask(self, goal: str) -> None:
        cards, options = self.drawn(goal)
        answer = self.found(goal, cards, options)
        if answer is None:
            return
        today = "rules" not in options
        if today and self.rng.random() < 0.25:
            self.state(goal, cards, options, answer)
        if today and self.before is not None and self.rng.random() < 0.15:
            self.near(goal, cards)
        if answer.status != "found":
            return
        if today:
            self.before = board_from_document(
                {**answer.boards[0].document, "expect": {}}, self.shelf
            )
        for wider in self.wider(goal, cards, options):
            again = self.found(*wider)
            if again is not None and _is_worse(again, answer):
                print(f"FALSE: {wider}: {again.status} {again.size}; {goal, cards, options}: "
                      f"found {answer.size}", flush=True)  # fmt: skip
                self.counts["false"] += 1

    def wider(
        self, goal: str, cards: list[str], options: dict[str, Any]
    ) -> Iterator[tuple[str, list[str], dict[str, Any]]]:
        more = self.rng.choice(sorts_of(self.shelf).acting).name
        if more not in cards:
            yield goal, [*cards, more], options
        if "rules" not in options and "exact" not in options:
            yield goal, cards, self.rng.choice(_WIDER) | options
            yield goal, cards, options | {"size": options["size"] + 1}
        said = goal.split(" and ")
        for number in range(1, len(said)):
            for part in (" and ".join(said[:number]), " and ".join(said[number:])):
                if self.is_part(part, goal):
                    yield part, cards, options

    def is_part(self, part: str, goal: str) -> bool:
        """Whether it is read as some of the whole's demands."""
        try:
            some, all_ = (read_goal(each, self.shelf).demands for each in (part, goal))
        except GoalError:
            return False
        return {*map(repr, some)} < {*map(repr, all_)}

    def state(self, goal: str, cards: list[str], options: dict[str, Any], answer: Found) -> None:
        pool, statement = PoolOptions(cards="; ".join(cards)), Statement("never", goal)
        told = self.tried(
            "never",
            lambda: prove(statement, self.shelf, pool, options["size"], timeout=20),
            (statement, cards),
        )
        plain = set(options) <= {"size", "with_", "exact", "all_"}
        if told is not None and told.status == "proved" and answer.status == "found" and plain:
            print(f"FALSE: never {goal}, {cards}, {options} is proved", flush=True)
            self.counts["false"] += 1

    def near(self, goal: str, cards: list[str]) -> None:
        board, pool = self.before, tuple(map(self.shelf.the_card, cards[:3]))
        assert board is not None
        self.tried(
            "why-not",
            lambda: why_not(
                read_goal(goal, self.shelf), board, self.shelf, pool=pool, changes=1, most=300
            ),
            (goal, cards[:3], board.steps),
        )


def _is_worse(again: Found, before: Found) -> bool:
    """Whether it goes against the answer before; not if only that one looks at face-down cards."""
    upright = any(each.name == "face down" for each in again.world)
    if upright and all("face_down" in repr(each.document) for each in before.boards):
        return False
    return again.status == "none" or (again.smallest and again.size > before.size)


def main() -> None:
    options = ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--seconds", type=float, default=300)
    given = options.parse_args()
    said = SAID.read_text(encoding="utf-8").splitlines()
    goals = [line for line in said if line and line[0] not in " #"]
    again, until = Again(given.seed), time.monotonic() + given.seconds
    while time.monotonic() < until:
        again.ask(again.rng.choice(goals))
    print("\n".join(f"{number:6,}  {name}" for name, number in sorted(again.counts.items())))


if __name__ == "__main__":
    main()
