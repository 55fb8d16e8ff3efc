"""The search of `generate`: boards by number of steps, the best-known cards first.

Both readings by constraints answer each board. One that tells them apart is kept if none of its
steps can be left out, the referee agrees with the right reading, and `check` passes it.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from itertools import islice
from random import Random

import msgspec

from striate.boards.errors import BoardError
from striate.boards.handling import without
from striate.boards.reading import board_from_text
from striate.boards.timeline import Answer, Board, Seen, Step
from striate.boards.writing import board_yaml
from striate.cards.catalogue.store import Catalogue
from striate.cards.tree import Card
from striate.encodings.variants import WrongReading
from striate.queries.answers import canonical, read_by
from striate.queries.checking import verdict
from striate.queries.expectations import differences
from striate.queries.generating.drafts import every_draft, good_for, has_what_it_needs, seats_of
from striate.queries.generating.hints import Hint
from striate.queries.generating.moves import Draft, Move, moves_for, played, tags_of
from striate.queries.generating.notes import explanation
from striate.queries.generating.settling import unsettled
from striate.queries.generating.telling import expected, told
from striate.solver import journal

CHUNK = 100
_LISTED = 100_000  # boards of a size that are listed, to look at the best-known first
_TRIES = 8  # moves that are tried for each step of a board made by chance
_CHOICE = 12  # boards that tell, to choose the plainest from
_PATIENCE = 1_000  # boards that are looked at after one that tells, for more


@dataclass(frozen=True)
class Quest:
    """What boards are looked for: those that tell this reading, which `wrongly` puts in force.

    `but_not`: another reading that must see what the right one sees.
    """

    reading: WrongReading
    wrongly: Callable[[], AbstractContextManager[None]]
    hints: tuple[Hint, ...]
    largest: int = 5  # steps of a board
    why_none: str = ""  # why there is no board, where that is known
    but_not: Callable[[], AbstractContextManager[None]] | None = None


@dataclass
class _Looked:
    """How many boards of a size were looked at, and whether these were all that there are."""

    boards: int = 0
    all: bool = True


@dataclass(frozen=True)
class _Finished:
    """A board with all that stands in its file, and how plain it is: the lower, the plainer."""

    board: Board
    cards: frozenset[str]
    rank: tuple[int, ...]


class Search:
    """The search for boards that tell one wrong reading; `cards` are the best-known first."""

    def __init__(
        self, quest: Quest, cards: tuple[Card, ...], catalogue: Catalogue, seed: int = 0
    ) -> None:
        self.quest = quest
        self.reading = quest.reading
        self.wrongly = quest.wrongly
        self.hints = quest.hints
        self.catalogue = catalogue
        self.seed = seed
        self.random = Random(f"{seed} {self.reading.name}")
        ordered = list(cards)
        if seed:
            # Another seed prefers other cards.
            self.random.shuffle(ordered)
        self.cards = tuple(ordered)
        self.rank = {card.name: number for number, card in enumerate(ordered)}
        self.looked: dict[int, _Looked] = {}
        self.started = time.monotonic()

    @property
    def looked_at(self) -> int:
        return sum(each.boards for each in self.looked.values())

    def smallest(self, count: int) -> tuple[Board, ...]:
        """Up to `count` boards of the smallest size that has any."""
        for size in range(1, self.quest.largest + 1):
            boards = self.boards(size, count)
            if boards:
                return tuple(
                    msgspec.structs.replace(
                        board, id=f"{self.reading.name}-{number}", source=self.bound(board)
                    )
                    for number, board in enumerate(boards, 1)
                )
        return ()

    def boards(self, size: int, count: int) -> list[Board]:
        """The plainest of the first boards of a size that tell the readings apart."""
        looked = self.looked[size] = _Looked()
        for hint in self.hints:
            drafts, all_ = self.drafts(hint, size)
            looked.all &= all_
            taken: list[_Finished] = []
            left = _PATIENCE
            while (
                len(taken) < _CHOICE * count and left > 0 and (chunk := list(islice(drafts, CHUNK)))
            ):
                looked.boards += len(chunk)
                for steps in self.telling(chunk):
                    self._consider(steps, taken, _CHOICE * count)
                left -= len(chunk) if taken else 0
            journal.note(
                f"{self.reading.name}: {looked.boards:,} boards of {size} steps looked at, "
                f"{len(taken)} tell it, {time.monotonic() - self.started:.2f} s so far"
            )
            if taken:
                return distinct(sorted(taken, key=lambda each: each.rank), count)
        return []

    def _consider(self, steps: tuple[Step, ...], taken: list[_Finished], enough: int) -> None:
        """Take a board that tells the readings apart, if both of ours stand behind it."""
        if len(taken) >= enough:
            return
        steps = self.shrunk(steps)
        board = self.finished(steps)
        if board is None:
            return
        # What a game would not leave so comes last.
        rank = (bool(unsettled(board)), len(steps), respects(board), len(taken))
        taken.append(_Finished(board, frozenset(card.name for card in _cards_of(steps)), rank))

    # --- the boards that are looked at ---

    def drafts(self, hint: Hint, size: int) -> tuple[Iterator[tuple[Step, ...]], bool]:
        """The boards of a size, the best-known cards first, and whether these are all.

        Of more than the hint's budget, half are those of the best-known cards and half a sample.
        """
        moves = self.moves(hint)
        listed = list(islice(every_draft(Draft(), moves, hint, size), _LISTED + 1))
        if len(listed) <= hint.budget:
            return (draft.steps for draft in sorted(listed, key=self.score)), True
        others = listed if len(listed) <= _LISTED else self.sample(moves, hint, size)
        if len(listed) > _LISTED:
            listed = self._best_known(moves, hint, size)
        half = hint.budget // 2
        best = {draft.steps: draft for draft in sorted(listed, key=self.score)[:half]}
        best |= {each.steps: each for each in self.random.sample(others, min(half, len(others)))}
        return (draft.steps for draft in sorted(best.values(), key=self.score)), False

    def _best_known(self, moves: tuple[Move, ...], hint: Hint, size: int) -> list[Draft]:
        """All boards of what the hint needs and of the best-known other cards."""
        needed = frozenset().union(*hint.needs)
        number = len(moves)
        while True:
            number = number * 4 // 5
            some = tuple(
                move for at, move in enumerate(moves) if at < number or good_for(move) & needed
            )
            listed = list(islice(every_draft(Draft(), some, hint, size), _LISTED + 1))
            if len(listed) <= _LISTED or not number:
                return listed[:_LISTED]

    def sample(self, moves: tuple[Move, ...], hint: Hint, size: int) -> list[Draft]:
        """Boards by chance, each kind of step as often as the others, entering twice as often."""
        kinds: dict[str, list[Move]] = {}
        for move in moves:
            kinds.setdefault(move.kind, []).append(move)
        weighted = [*kinds, "enter"]
        drafts: dict[tuple[Step, ...], Draft] = {}
        for _ in range(hint.budget):
            draft = Draft()
            met: tuple[Move, ...] = ()
            for _ in range(size * _TRIES):
                move = self.random.choice(kinds.get(self.random.choice(weighted), moves))
                ways = list(played(draft, move, seats_of(draft, hint)))
                if ways:
                    draft, met = self.random.choice(ways), (*met, move)
                if len(met) == size:
                    break
            if len(met) == size and has_what_it_needs(met, hint):
                drafts.setdefault(draft.steps, draft)
        return list(drafts.values())

    def moves(self, hint: Hint) -> tuple[Move, ...]:
        cards = tuple(card for card in self.cards if tags_of(card) & hint.tags)
        return moves_for(cards, hint.kinds)

    def score(self, draft: Draft) -> tuple[int, ...]:
        """No card twice, well-known ones, one player; other steps weigh like a card."""
        cards = [card.name for card in _cards_of(draft.steps)]
        others = sum(getattr(step, "controller", "you") != "you" for step in draft.steps)
        known = sum(self.rank[name] for name in cards)
        known += len(self.rank) // 2 * (len(draft.steps) - len(cards))
        return (len(cards) - len(set(cards)), known, others)

    # --- which of them tell the readings apart ---

    def telling(self, candidates: list[tuple[Step, ...]]) -> list[tuple[Step, ...]]:
        """Those on which the wrong reading sees something else than the right one."""
        right = [(steps, answered(steps)) for steps in candidates]
        sure = [(steps, mine) for steps, mine in right if mine is not None]
        shorter = [steps for steps, differs in self.differing(sure, self.wrongly) if differs]
        if self.quest.but_not is None or not shorter:
            return shorter
        sure = [(steps, mine) for steps, mine in sure if steps in shorter]
        return [steps for steps, differs in self.differing(sure, self.quest.but_not) if not differs]

    def differing(
        self,
        answers: list[tuple[tuple[Step, ...], Answer]],
        wrongly: Callable[[], AbstractContextManager[None]],
    ) -> Iterator[tuple[tuple[Step, ...], bool]]:
        """Whether a wrong reading sees something else that a board file can expect; a board that
        it can't read is left out.
        """
        with wrongly():
            others = [answered(steps, settled=False) for steps, _ in answers]
        for (steps, mine), other in zip(answers, others, strict=True):
            if other is not None:
                yield steps, _differ(mine, other) and bool(expected(mine, other))

    def shrunk(self, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        """Without the steps that it does not need to tell the readings apart."""
        for number in range(len(steps) - 1, -1, -1):
            fewer = without(steps, number)
            if fewer and self.telling([fewer]):
                return self.shrunk(fewer)
        return steps

    def finished(self, steps: tuple[Step, ...]) -> Board | None:
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
            id=self.reading.name,
            rules=self.reading.rules,
            extras=(
                ("area", self.reading.name),
                ("engine_bug", told(self.reading, right, wrong)),
            ),
        )
        try:
            again = board_from_text(board_yaml(board, self.catalogue), self.catalogue)
            if verdict(again).status != "pass":
                return None
            return msgspec.structs.replace(board, note=explanation(self.reading, again, wrong))
        except BoardError:
            return None

    # --- how small they are ---

    def bound(self, board: Board) -> str:
        """What is known about smaller boards."""
        seeded = f" --seed {self.seed}" if self.seed else ""
        return f"striate generate{seeded}; {self.smaller(len(board.steps))}"

    def smaller(self, size: int) -> str:
        """Whether boards of fewer steps were all looked at."""
        below = [each for steps, each in self.looked.items() if steps < size]
        number = sum(each.boards for each in below)
        if not number:
            return "no board of fewer steps could tell it"
        if all(each.all for each in below):
            every = f"none of the {number} boards" if number > 1 else "not the one board"
            return f"{every} of fewer steps tells it ({self.space()})"
        return f"the smallest found; {number} smaller boards were looked at ({self.space()})"

    def none_found(self) -> str:
        """What was looked at in vain."""
        if not self.looked_at:
            size = f"none of up to {self.quest.largest} steps"
            return f"{size} has what the clause is about ({self.space()})"
        all_ = all(each.all for each in self.looked.values())
        sort = f"all {self.looked_at}" if all_ else f"a sample of {self.looked_at}"
        return f"none of {sort} boards of up to {self.quest.largest} steps ({self.space()})"

    def space(self) -> str:
        """The cards and steps of which boards were made."""
        cards = {move.card.name for hint in self.hints for move in self.moves(hint) if move.card}
        kinds = dict.fromkeys(kind for hint in self.hints for kind in hint.kinds)
        noun = "card" if len(cards) == 1 else "cards"
        return f"{len(cards)} {noun}; steps: {', '.join(('enter', *kinds))}"


def answered(steps: tuple[Step, ...], *, settled: bool = True) -> Answer | None:
    """The answer by constraints; None where it is not sure or, `settled`, something would go."""
    try:
        answer = read_by("constraints", Board(steps))
    except BoardError:
        return None
    if answer.not_modelled or (settled and (answer.gone or of_one_legend(answer))):
        return None
    return answer


def of_one_legend(answer: Answer) -> bool:
    """704.5j: whether a player controls two legendary permanents of one name."""
    legends = [
        (each.name, each.controller)
        for each in answer.objects
        if each.zone == "battlefield" and "Legendary" in each.supertypes
    ]
    return len(set(legends)) < len(legends)


def _differ(one: Answer, other: Answer) -> bool:
    return one != other and _without_stamps(one) != _without_stamps(other)


def _without_stamps(answer: Answer) -> tuple[Seen, ...]:
    return tuple(
        msgspec.structs.replace(each, timestamp=0, choices=()) for each in canonical(answer).objects
    )


def respects(board: Board) -> int:
    """In how many respects of how many objects the two readings differ."""
    return sum(
        value not in (None, ())
        for one in board.expect
        for value in msgspec.structs.astuple(one)[1:]
    )


def distinct(finished: list[_Finished], count: int) -> list[Board]:
    """Boards with other cards than those before them."""
    kept: dict[frozenset[str], Board] = {}
    for each in finished:
        kept.setdefault(each.cards, each.board)
    return list(kept.values())[:count]


def _cards_of(steps: tuple[Step, ...]) -> list[Card]:
    cards = (getattr(step, "card", None) for step in steps)
    return [card for card in cards if card is not None]
