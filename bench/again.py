# ruff: noqa: INP001
"""Goals asked again in other ways: what was found must be found still, with no more permanents.

    python bench/again.py [--seed 0] [--seconds 300]

Each goal of `tests/goals_as_said.txt` that comes up is asked of the cards that it names and a few
drawn ones, with options drawn, too. If a board is found, the same is asked with one card more, with
a larger size, with `--any`, `--spells` or counters, and each part of the goal by itself: a "none",
or a "fewest" of more permanents, is false. So is what `verify --never` proves then. `why-not` is
asked about the board found before. What ends as our mistake is told, too.

A board that was found is made a sketch, with something of a step left open, and must be found
again; `why-not` must say that it reaches the goal, and find it from a board one change away. Where
its `expect` holds on a board near it, the goal is reached there.
"""

import random
import re
import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from striate.boards.checking import board_form
from striate.boards.errors import BoardError, NotPlayable
from striate.boards.plain import Loaded
from striate.boards.reading import board_from_document, sketch_from_document
from striate.boards.steps.keys import COUNTERS
from striate.boards.steps.table import kind_of_form
from striate.boards.timeline import Board, Enter
from striate.cards.errors import OurMistake
from striate.queries.expectations import differences
from striate.queries.finding.find import find
from striate.queries.finding.foundboards import Found, printed_cards
from striate.queries.finding.nearby import Changes, neighbours, with_steps
from striate.queries.finding.pools import PoolError, PoolOptions
from striate.queries.finding.posing import pose
from striate.queries.finding.whynot import why_not
from striate.queries.goals.language import read_goal
from striate.queries.goals.meaning import reached
from striate.queries.goals.tokens import GoalError
from striate.queries.outcome import outcome
from striate.queries.proving.drawnboards import open_catalogue
from striate.queries.proving.drawnpools import sorts_of
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
            told: Exception = error
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
            spells=given.pop("spells", False),
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
            self.sketched(goal, cards, options, answer)
            self.unmade(goal, options, answer)
            self.expected(goal, answer)
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

    def sketched(self, goal: str, cards: list[str], options: dict[str, Any], answer: Found) -> None:
        """The board with one or two places left open is found again."""
        whole = {
            key: each
            for key, each in answer.boards[0].document.items()
            if key in ("steps", "rules") or (key == "expect" and self.rng.random() < 0.5)
        }
        places = list(_places(whole))
        handles = sketch_from_document(whole, self.shelf).handles
        for _ in range(min(3, len(places))):
            document = deepcopy(whole)
            for place in self.rng.sample(places, min(len(places), self.rng.choice((1, 1, 2)))):
                _opened(document["steps"], place, handles)
            if self.rng.random() < 0.2:
                document["order"] = "free"
            words = (goal, cards, document)
            again = self.tried("sketch", lambda: self.filled(*words, options), words)  # noqa: B023
            if again is not None and again.status == "none":
                print(f"FALSE: sketch {words}, {options}: none; found {whole}", flush=True)
                self.counts["false"] += 1

    def filled(
        self, goal: str, cards: list[str], document: dict[str, Any], options: dict[str, Any]
    ) -> Found:
        question = pose(
            goal, self.shelf, PoolOptions(cards="; ".join(cards)), timeout=20,
            any_=options.get("any_", False),
        )  # fmt: skip
        plan = sketch_from_document(document, self.shelf)
        return find(replace(question, sketch=plan), self.shelf)

    def unmade(self, goal: str, options: dict[str, Any], answer: Found) -> None:
        """The board reaches the goal, and from one change away it does so again."""
        board = board_from_document({**answer.boards[0].document, "expect": {}}, self.shelf)
        if "any_" in options:
            return
        told = self.why(goal, board, ())
        if told is not None and told.status != "already":
            print(f"FALSE: why-not {goal}, {board.steps}: {told.status}", flush=True)
            self.counts["false"] += 1
        near = [
            each
            for words, each in neighbours(board.steps, Changes())
            if len(each) == len(board.steps)
            or (words.startswith("without") and _is_plain(_missing(board.steps, each)))
        ]
        if not near:
            return
        steps = self.rng.choice(near)
        pool = tuple(each.card for each in board.steps if isinstance(each, Enter))
        told = self.why(goal, with_steps(board, steps), pool)
        if told is not None and told.status == "none":
            print(f"FALSE: why-not {goal}, {steps}: none; {board.steps}", flush=True)
            self.counts["false"] += 1

    def why(self, goal: str, board: Board, pool: tuple[Any, ...], most: int = 2000) -> Any:
        def ask() -> Any:
            return why_not(
                read_goal(goal, self.shelf), board, self.shelf, pool=pool, changes=1, most=most
            )

        return self.tried("why-not", ask, (goal, pool, board.steps))

    def expected(self, text: str, answer: Found) -> None:
        """Where the board's `expect` holds on one near it, its goal is reached there."""
        board = board_from_document(answer.boards[0].document, self.shelf)
        goal = read_goal(text, self.shelf)
        for words, steps in neighbours(board.steps, Changes()) if board.expect else ():
            there = {str(getattr(each, "handle", "")) for each in steps}
            if not {each.handle for each in board.expect} <= there:
                continue
            try:
                changed = with_steps(board, steps)
                seen = outcome(changed)
            except (BoardError, NotPlayable):
                continue
            if seen.not_modelled or differences(board.expect, seen.answer):
                continue
            self.counts["expected"] += 1
            if reached(goal, seen.answer, printed_cards(changed), any_=True) is None:
                print(f"FALSE: expect {text}, {answer.boards[0].document}: {words}", flush=True)
                self.counts["false"] += 1

    def near(self, goal: str, cards: list[str]) -> None:
        assert self.before is not None
        self.why(goal, self.before, tuple(map(self.shelf.the_card, cards[:3])), most=300)


def _missing(steps: Sequence[Any], fewer: Sequence[Any]) -> Any:
    """The step that alone is left out."""
    left = [each for each in steps if each not in fewer]
    return left[0] if len(left) == 1 == len(steps) - len(fewer) else None


def _is_plain(step: Any) -> bool:
    """Whether a card of the pool that is added can enter as this one did."""
    return isinstance(step, Enter) and not (step.face_down or step.token or step.tapped)


def _places(document: dict[str, Any]) -> Iterator[tuple[int, str, Any]]:
    """Where a board may leave something open: the step, its key, the part of that."""
    form = board_form(Loaded(document), "")
    for number, (step, plain) in enumerate(zip(form.steps, document["steps"], strict=True)):
        yield number, "maybe", None
        yield from ((number, "choose", kind) for kind in plain.get("choose", {}))
        for key in kind_of_form(step).keys:
            value = plain.get(key.name)
            if key.name not in plain and key.name not in ("controller", "face_down"):
                continue
            if key.kind is COUNTERS:
                yield from ((number, key.name, part) for part in value)
            elif key.kind.hole == "target":
                yield from ((number, key.name, at) for at in range(len(value or ())))
            elif key.kind.hole is not None:
                yield number, key.name, None


def _opened(
    steps: list[dict[str, Any]], place: tuple[int, str, Any], handles: tuple[str, ...]
) -> None:
    number, key, part = place
    if part is not None:
        steps[number][key][part] = "?"
        return
    steps[number][key] = True if key == "maybe" else "?"
    if key == "enter":  # the others speak of it
        steps[number].setdefault("as", handles[number])


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
