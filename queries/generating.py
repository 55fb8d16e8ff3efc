"""`generate`: the smallest boards on which a wrong reading of the rules gives another answer.

For each wrong reading boards are made by number of steps, all of them where there are few, else a
sample; both readings by constraints answer each. A board that differs loses every step that it
does not need, and is kept if the referee agrees with the right reading and `check` passes it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from itertools import islice
from random import Random
from typing import TypeAlias

import msgspec

import striate.encodings.variants  # noqa: F401  (registers the wrong readings)
from striate.boards.errors import BoardError
from striate.boards.reading import board_from_text
from striate.boards.timeline import Answer, Board, Step
from striate.boards.writing import board_yaml
from striate.cards.catalogue import Catalogue
from striate.cards.tree import Card
from striate.encodings.clauses import CLAUSES, WRONG_READINGS, WrongReading, wrong_reading
from striate.encodings.layers import layer_order
from striate.encodings.reading import outcome
from striate.queries.checking import check
from striate.queries.expectations import differences
from striate.queries.generatinghints import HINTS, POOL, Hint
from striate.queries.generatingmoves import Draft, Move, moves_for, played, tags_of
from striate.queries.outcome import canonical
from striate.queries.settling import unsettled
from striate.queries.tellinggenerate import expected, told

Reading: TypeAlias = WrongReading

LARGEST = 5  # steps of a board
CHUNK = 100
ENOUGH = 6  # boards that differ, to choose from


@dataclass(frozen=True)
class Generated:
    """What was found for one wrong reading; `boards` are whole board files."""

    reading: WrongReading
    boards: tuple[Board, ...]
    looked_at: int


def wrong_readings() -> Mapping[str, WrongReading]:
    """All wrong readings by name."""
    return WRONG_READINGS


def asked_for(names: Sequence[str], rules: Sequence[str]) -> tuple[WrongReading, ...]:
    """The wrong readings by name, or those of the rules and what is below them; all if neither."""
    if not names and not rules:
        return tuple(WRONG_READINGS[name] for name in sorted(WRONG_READINGS))
    wanted = list(names)
    for name, each in sorted(WRONG_READINGS.items()):
        if any(is_of(number, rule) for number in each.rules for rule in rules):
            wanted.append(name)
    return tuple(WRONG_READINGS[name] for name in dict.fromkeys(wanted))


def is_of(number: str, rule: str) -> bool:
    """Whether a clause is that rule or one of its parts: 613.8a is of 613.8 and of 613."""
    rest = number.removeprefix(rule)
    return rest != number and (not rest or not rest[0].isdigit())


def pool_cards(catalogue: Catalogue) -> tuple[Card, ...]:
    """The well-known cards that boards are made of where the user names no others."""
    found = (catalogue.card(name) for name in POOL)
    return tuple(card for card in found if card is not None)


def generate(
    reading: WrongReading,
    cards: tuple[Card, ...],
    catalogue: Catalogue,
    *,
    count: int = 1,
    seed: int = 0,
) -> Generated:
    """Up to `count` boards of the smallest size that has any, distinct in substance."""
    hints = HINTS.get(reading.name, (EVERYTHING,))
    wrongly = partial(wrong_reading, reading.name)
    return smallest(Search(reading, wrongly, hints, cards, catalogue, seed), count, LARGEST)


def smallest(search: "Search", count: int, largest: int) -> Generated:
    """The boards of the smallest size that has any."""
    reading = search.reading
    for size in range(1, largest + 1):
        boards = search.boards(size, count)
        if boards:
            return Generated(reading, boards, search.looked_at)
    return Generated(reading, (), search.looked_at)


class Search:
    """The search for boards that tell one wrong reading."""

    def __init__(
        self,
        reading: WrongReading,
        wrongly: Callable[[], AbstractContextManager[None]],
        hints: tuple[Hint, ...],
        cards: tuple[Card, ...],
        catalogue: Catalogue,
        seed: int,
    ) -> None:
        self.reading = reading
        self.wrongly = wrongly
        self.hints = hints
        self.cards = cards
        self.catalogue = catalogue
        self.random = Random(f"{seed} {reading.name}")
        self.looked_at = 0
        self.rank = {card.name: number for number, card in enumerate(cards)}

    def boards(self, size: int, count: int) -> tuple[Board, ...]:
        found: dict[tuple[Step, ...], None] = {}
        for hint in self.hints:
            cards = tuple(card for card in self.cards if tags_of(card) & hint.tags)
            moves = moves_for(cards, hint.kinds)
            drafts = self.drafts(moves, hint, size)
            while chunk := list(islice(drafts, CHUNK)):
                for steps in self.telling([draft.steps for draft in chunk]):
                    found.setdefault(self.shrunk(steps))
                if len(found) >= ENOUGH * count:
                    break
        return self.chosen(list(found), count)

    def drafts(self, moves: tuple[Move, ...], hint: Hint, size: int) -> Iterator[Draft]:
        """Every board of that size where there are few, else a sample."""
        all_ = list(islice(every_draft(Draft(), moves, hint, size), hint.budget + 1))
        if len(all_) <= hint.budget:
            # Which of many equally small boards are met first is left to the seed.
            self.random.shuffle(all_)
            yield from all_
            return
        met: set[tuple[Step, ...]] = set()
        for _ in range(hint.budget):
            draft = self.sample(moves, hint, size)
            if draft is not None and draft.steps not in met:
                met.add(draft.steps)
                yield draft

    def sample(self, moves: tuple[Move, ...], hint: Hint, size: int) -> Draft | None:
        kinds: dict[str, list[Move]] = {}
        for move in moves:
            kinds.setdefault(move.kind, []).append(move)
        weighted = [*kinds, "enter"]
        draft = Draft()
        for _ in range(size):
            for _ in range(8):
                move = self.random.choice(kinds[self.random.choice(weighted)])
                ways = list(played(draft, move, hint.seats))
                if ways:
                    draft = self.random.choice(ways)
                    break
            else:
                return None
        return draft

    # --- which of them tell the readings apart ---

    def telling(self, candidates: list[tuple[Step, ...]]) -> list[tuple[Step, ...]]:
        """Those on which the wrong reading sees something else than the right one."""
        self.looked_at += len(candidates)
        right = [answered(steps) for steps in candidates]
        with self.wrongly():
            wrong = [
                None if mine is None else answered(steps, settled=False)
                for steps, mine in zip(candidates, right, strict=True)
            ]
        return [
            steps
            for steps, mine, other in zip(candidates, right, wrong, strict=True)
            if mine is not None and other is not None and differ(mine, other)
        ]

    def shrunk(self, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        """Without the steps that it does not need to tell the readings apart."""
        for number in range(len(steps) - 1, -1, -1):
            fewer = without(steps, number)
            if fewer and self.telling([fewer]):
                return self.shrunk(fewer)
        return steps

    # --- the boards that are kept ---

    def chosen(self, found: list[tuple[Step, ...]], count: int) -> tuple[Board, ...]:
        """The smallest of them, well-known cards first, each unlike those before it."""
        if not found:
            return ()
        least = min(len(steps) for steps in found)
        left = sorted((steps for steps in found if len(steps) == least), key=self.score)
        kept: list[Board] = []
        used: set[frozenset[str]] = set()
        late: list[Board] = []
        for steps in left:
            names = frozenset(card.name for card in cards_of(steps))
            if names in used:
                continue
            board = self.finished(steps, len(kept) + 1)
            if board is None:
                continue
            if unsettled(board):
                late.append(board)
                continue
            used.add(names)
            kept.append(board)
            if len(kept) == count:
                break
        kept += late[: max(0, count - len(kept))]
        return tuple(
            msgspec.structs.replace(board, id=f"{self.reading.name}-{number}")
            for number, board in enumerate(kept, 1)
        )

    def score(self, steps: tuple[Step, ...]) -> tuple[object, ...]:
        names = {card.name for card in cards_of(steps)}
        others = sum(getattr(step, "controller", "you") != "you" for step in steps)
        legends = [card.name for card in cards_of(steps) if "Legendary" in card.faces[0].supertypes]
        return (
            len(legends) - len(set(legends)),
            len(names),
            sum(self.rank.get(name, len(self.rank)) for name in names),
            others,
            repr(steps),
        )

    def finished(self, steps: tuple[Step, ...], number: int) -> Board | None:
        """The whole board file, if both readings and `check` stand behind it."""
        right = answered(steps)
        with self.wrongly():
            wrong = answered(steps, settled=False)
        if right is None or wrong is None:
            return None
        expect = expected(right, wrong)
        if not expect or differences(expect, right) or not differences(expect, wrong):
            return None
        board = Board(
            steps,
            expect=expect,
            id=f"{self.reading.name}-{number}",
            note=explanation(self.reading),
            rules=self.reading.rules,
            extras=(
                ("area", self.reading.name),
                ("engine_bug", told(self.reading, right, wrong)),
            ),
        )
        try:
            again = board_from_text(board_yaml(board, self.catalogue), self.catalogue)
            return board if check(again).status == "pass" else None
        except BoardError:
            return None


EVERYTHING = Hint(
    frozenset(["2", "3", "4", "5", "6", "7a", "7b", "7c", "7d", "body"]), ("resolve", "counters")
)


def every_draft(draft: Draft, moves: tuple[Move, ...], hint: Hint, size: int) -> Iterator[Draft]:
    if size == 0:
        yield draft
        return
    for move in moves:
        for after in played(draft, move, hint.seats):
            yield from every_draft(after, moves, hint, size - 1)


def answered(steps: tuple[Step, ...], *, settled: bool = True) -> Answer | None:
    """The answer by constraints; None where it is not sure or, `settled`, something would go."""
    try:
        answer = outcome(Board(steps))
    except Exception as error:
        if type(error).__name__ in NOT_PLAYABLE:
            return None
        raise
    return None if answer.not_modelled or (settled and answer.gone) else answer


NOT_PLAYABLE = ("NoSuchAbility", "NoSuchObject", "KeyError", "RecursionError", "Unsupported")


def differ(one: Answer, other: Answer) -> bool:
    return one != other and without_stamps(one) != without_stamps(other)


def without_stamps(answer: Answer) -> tuple[object, ...]:
    return tuple(
        msgspec.structs.replace(each, timestamp=0, choices=()) for each in canonical(answer).objects
    )


def without(steps: tuple[Step, ...], number: int) -> tuple[Step, ...]:
    """The steps without one, and without those that name its object."""
    gone = {getattr(steps[number], "handle", "")} - {""}
    kept = list(steps[:number])
    for step in steps[number + 1 :]:
        if gone & named_by(step):
            gone |= {getattr(step, "handle", "")} - {""}
        else:
            kept.append(step)
    return tuple(kept)


def named_by(step: Step) -> set[str]:
    """The handles of other objects that a step names."""
    names = {getattr(step, each, None) for each in ("on", "of", "what", "to", "copying")}
    names |= {getattr(step, "attached_to", None), *getattr(step, "targets", ())}
    return {name for name in names if isinstance(name, str)}


def cards_of(steps: tuple[Step, ...]) -> list[Card]:
    found = (getattr(step, "card", None) for step in steps)
    return [card for card in found if card is not None]


def explanation(reading: WrongReading) -> str:
    """What the rules say there: the sentences of the clauses that the wrong reading replaces."""
    found = [each.sentence for each in CLAUSES.values() if reading.name in each.wrong]
    return " ".join(dict.fromkeys(found)) or layer_order.sentence


Progress = Callable[[Generated], None]


def suite(
    readings: Sequence[WrongReading],
    cards: tuple[Card, ...],
    catalogue: Catalogue,
    *,
    count: int,
    seed: int,
    progress: Progress,
) -> list[Generated]:
    """The boards of several wrong readings, in their order."""
    found = []
    for reading in readings:
        found.append(generate(reading, cards, catalogue, count=count, seed=seed))
        progress(found[-1])
    return found
