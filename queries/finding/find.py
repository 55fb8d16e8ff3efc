"""`find`: the search, and behind it both readings of the rules on every board that is shown."""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Protocol

from striate.boards.errors import NotPlayable
from striate.boards.reading import board_from_document
from striate.boards.timeline import Answer, Board
from striate.cards.catalogue.store import Catalogue
from striate.cards.errors import OurMistake
from striate.cards.tree import Card
from striate.queries.finding.foundboards import (
    Found,
    FoundBoard,
    NotConfirmed,
    Progress,
    pinned,
    printed_cards,
)
from striate.queries.finding.pools import is_permanent, named_cards
from striate.queries.goals.judging import reached
from striate.queries.goals.wording import goal_words
from striate.queries.outcome import outcome
from striate.search import searching
from striate.search.beyond import left_out
from striate.search.copying import copy_rule
from striate.search.goals import Goal
from striate.search.questions import Question, Result, Solution, ways_with
from striate.solver.deadline import OutOfTime


class Engine(Protocol):
    """What searches: `striate.search.searching.search`."""

    def __call__(self, question: Question, progress: Progress = ...) -> Result: ...


class NotWhollyKnown(OurMistake):
    """A board on which a card's text is not understood; `cards` are to be left out."""

    def __init__(self, cards: frozenset[str]) -> None:
        super().__init__(cards)
        self.cards = cards

    def __str__(self) -> str:
        named = ", ".join(f"`{card}`" for card in sorted(self.cards))
        return (
            f"a board was found with {named}, which the search had to leave out; this is a mistake "
            "in striate, please report it with the question"
        )


def find(
    question: Question,
    catalogue: Catalogue,
    progress: Progress = searching.silent,
    engine: Engine | None = None,
    interrupted: Callable[[], bool] = lambda: False,
) -> Found:
    """Searches, replays each board by both readings, and fills in what it expects."""
    ways = ways_with(question) if question.with_ and question.sketch is None else [question]
    best: Found | None = None
    none: Found | None = None
    sure = True
    for way in ways:
        most = question.size if best is None else best.size - (question.all_ == 1)
        if best is not None and (most < 1 or (question.exact and question.all_ == 1)):
            break
        found = _found(replace(way, size=most), catalogue, progress, engine, interrupted)
        sure &= found.status == "none" or found.smallest
        if found.boards and best is not None and found.size == best.size:
            boards = (*best.boards, *found.boards)[: question.all_]
            best = replace(best, boards=boards)
        elif found.boards:
            best = found
        elif none is None or found.status == "unknown":
            none = replace(found, never=found.never and none is None)
        else:
            none = replace(none, never=found.never and none.never)
        if way is not ways[-1] and (interrupted() or question.deadline.over()):
            sure = False
            none = none and replace(none, status="unknown", stopped=True, never=False)
            break
    told = none if best is None else replace(best, smallest=best.smallest and sure)
    assert told is not None  # there is always one way
    return replace(told, understood=goal_words(question.goal))


def _found(
    question: Question,
    catalogue: Catalogue,
    progress: Progress,
    engine: Engine | None,
    interrupted: Callable[[], bool],
) -> Found:
    started = time.monotonic()
    if question.sketch is not None:
        from striate.queries.finding.sketching import Filling  # what no other search waits for

        return Filling(
            question.sketch,
            question.goal,
            catalogue,
            question.cards,
            wanted=question.all_,
            any_=question.any_,
            deadline=question.deadline,
            progress=progress,
            interrupted=interrupted,
        ).run()
    if question.spells:
        return _with_spells(question, catalogue, progress, engine, interrupted)
    asked = named_cards(question.goal, catalogue)
    asked += [card for name in question.with_ if (card := catalogue.card(name)) is not None]
    for card in asked:
        reason = left_out(card)
        if reason and copy_rule(card) is None:
            return _cannot(question, card, reason, started)
    further: dict[str, int] = {}
    while True:
        watch = _Watch(progress)
        try:
            with question.deadline.enforced():
                result = (engine or searching.search)(question, watch)
        except (KeyboardInterrupt, OutOfTime):
            return _interrupted(question, watch, started)
        try:
            boards = tuple(replayed(question, solution, catalogue) for solution in result.solutions)
        except NotWhollyKnown as error:
            # Such cards leave the pool, and the search is made again.
            left = tuple(card for card in question.cards if card.name not in error.cards)
            if len(left) == len(question.cards):
                raise
            reason = "not wholly understood"
            named = next((card for card in asked if card.name in error.cards), None)
            if named is not None:
                return _cannot(question, named, reason, started)
            further[reason] = further.get(reason, 0) + len(question.cards) - len(left)
            question = replace(question, cards=left)
            continue
        stopped = result.status == "unknown" or (
            result.status == "found"
            and len(boards) < question.all_
            and (interrupted() or question.deadline.over())
        )
        return _answer(result, boards, started, further, stopped, question.any_)


def _with_spells(
    question: Question,
    catalogue: Catalogue,
    progress: Progress,
    engine: Engine | None,
    interrupted: Callable[[], bool],
) -> Found:
    """The search among permanents, then smaller boards on which something resolves."""
    from striate.queries.finding.resolving import with_spells  # what no other search waits for

    lasting = tuple(card for card in question.cards if is_permanent(card))
    plain = replace(question, spells=False, cards=lasting)
    found = find(plain, catalogue, progress, engine, interrupted)
    return with_spells(question, found, catalogue, progress)


class _Watch:
    """Passes progress on, and keeps the last word of it."""

    def __init__(self, progress: Progress) -> None:
        self.progress = progress
        self.last: dict[str, Any] = {}

    def __call__(self, now: dict[str, Any]) -> None:
        self.last = now
        self.progress(now)


def _cannot(question: Question, card: Card, reason: str, started: float) -> Found:
    why = f"`{card.name}` can't be searched with: {reason}"
    searched = {"cards": len(question.cards), "classes": 0, "size": 0, "left_out": {}}
    return Found("unknown", (), 0, False, searched, (), time.monotonic() - started, why=why)


def _interrupted(question: Question, watch: _Watch, started: float) -> Found:
    size = watch.last.get("size", 1)
    classes = watch.last.get("classes", 0)
    searched = {"cards": len(question.cards), "classes": classes, "size": size, "left_out": {}}
    seconds = time.monotonic() - started
    return Found("unknown", (), size, False, searched, (), seconds, stopped=True)


def out_of_time(seconds: float) -> Found:
    """The time was up before the search began."""
    searched = {"cards": 0, "classes": 0, "size": 1, "left_out": {}}
    return Found("unknown", (), 0, False, searched, (), seconds, stopped=True)


def _answer(
    result: Result,
    boards: tuple[FoundBoard, ...],
    started: float,
    further: dict[str, int],
    stopped: bool,
    falling: bool,
) -> Found:
    searched = {**result.searched, "falling": falling}
    reasons = dict(searched.get("left_out", {}))
    for reason, number in further.items():
        reasons[reason] = reasons.get(reason, 0) + number
    searched["left_out"] = reasons
    return Found(
        result.status,
        boards,
        result.size,
        result.smallest and bool(boards),
        searched,
        result.rules,
        time.monotonic() - started,
        stopped=stopped,
        why=result.why,
        never=result.never,
    )


# --- replaying --------------------------------------------------------------------------------------


def replayed(question: Question, solution: Solution, catalogue: Catalogue) -> FoundBoard:
    """The board as both readings of the rules see it, with `expect` filled in."""
    solution = _as_it_enters(question, solution, catalogue)
    board = board_from_document(solution.document, catalogue)
    found = outcome(board)
    if found.not_modelled:
        raise NotWhollyKnown(_unread_cards(board, found.not_modelled))
    asked = confirmed(question.goal, board, found.answer, any_=question.any_)
    return pinned(question, solution, board, found.answer, asked, catalogue)


def _as_it_enters(question: Question, solution: Solution, catalogue: Catalogue) -> Solution:
    """The board without the steps that untap something, where the goal does not need them."""
    steps = solution.document["steps"]
    plain = [step for step in steps if "untap" not in step]
    if len(plain) == len(steps):
        return solution
    left = replace(solution, document={**solution.document, "steps": plain})
    board = board_from_document(left.document, catalogue)
    try:
        found = outcome(board)
        confirmed(question.goal, board, found.answer, any_=question.any_)
    except (NotConfirmed, NotPlayable):
        return solution
    return solution if found.not_modelled else left


def confirmed(goal: Goal, board: Board, answer: Answer, *, any_: bool) -> tuple[str, ...]:
    """The asked-for objects; a board without them, or one that does not last, is our mistake."""
    asked = reached(goal, answer, printed_cards(board), any_=any_)
    if asked is None:
        raise NotConfirmed(board, "the goal is not reached")
    gone = set(answer.gone) - (set(asked) if any_ else set())
    if gone:
        raise NotConfirmed(board, f"`{min(gone)}` is put off the battlefield")
    return asked


def _unread_cards(board: Board, unread: tuple[Any, ...]) -> frozenset[str]:
    """The cards whose texts the notes speak of, by handle or by name."""
    names = {each.card for each in unread}
    found = set(names)
    for handle, card in printed_cards(board).items():
        if handle in names or card.faces[0].name in names:
            found.add(card.name)
    return frozenset(found)


__all__ = [
    "Engine",
    "Found",
    "FoundBoard",
    "NotConfirmed",
    "NotWhollyKnown",
    "OutOfTime",
    "find",
    "out_of_time",
    "printed_cards",
    "replayed",
]
