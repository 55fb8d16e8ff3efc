"""`find --spells`: after the search among permanents, smaller boards on which something resolves.

Boards of slots with something that resolves are searched first. Of a few cards every board is tried
one by one as well, which holds more of what a text can do.
"""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from msgspec.structs import replace

from striate.boards.reading import board_from_document
from striate.boards.timeline import Enter, Resolve
from striate.boards.writing import document
from striate.cards.catalogue.store import Catalogue
from striate.cards.tree import Card
from striate.queries.finding.casting import Casting, abilities_of, spell_of
from striate.queries.finding.find import NotWhollyKnown, replayed
from striate.queries.finding.foundboards import Found, FoundBoard, Progress
from striate.search.asking.doing import could_by_resolving, could_create, could_help
from striate.search.asking.world import could_count
from striate.search.beyond import left_out
from striate.search.entering import choices_of, entering_with
from striate.search.facedown import names_said
from striate.search.goals import CardNamed, relates
from striate.search.graveyards import reads_graveyards
from striate.search.options import forms_of
from striate.search.poolfacts import facts_of
from striate.search.questions import MANY, Question, Solution, least_size
from striate.search.resolving.happenings import happenings_of, is_spell
from striate.search.resolving.searching import Resolving, without_tokens
from striate.search.resolving.staging import unstaged
from striate.search.wellknown import card_score
from striate.solver.deadline import OutOfTime

_ONE_BY_ONE = 12  # of so few cards every board is tried


def with_spells(
    whole: Question,
    question: Question,
    answer: Found,
    catalogue: Catalogue,
    progress: Progress,
    castings: dict[tuple[bool, int], Casting],
) -> Found:
    """What the search among permanents found, or a smaller board on which something resolves.

    The slots are asked about one way of the `whole` question, which judges the boards, and of which
    those that are tried one by one are tried but once.
    """
    if question.deadline.over():
        return answer if answer.status == "unknown" else _told_up_to(0, question, answer)
    started = time.monotonic() - answer.seconds
    few = len(question.cards) <= _ONE_BY_ONE and not question.exact
    stands = few and not question.counters and all(map(_stands_as_tried, question.cards))
    largest = answer.size - 1 if answer.boards else question.size
    first = question.size if question.exact else 0
    shown = _Shown(whole, catalogue)
    search = Resolving(question, progress, shown)
    _in_time(question, lambda: search.run(largest, first))
    search.stopped |= question.deadline.over()
    boards = shown.boards(search.solutions)
    decided, size = search.decided, search.size if boards else 0
    tried = 0
    if few and not search.stopped:
        casting = _casting(whole, question, size - 1 if boards else largest, castings)
        tried = casting.tried
        decided = min(decided, casting.open - 1) if casting.open else decided
        all_tried = stands and all(map(_is_tried, question.cards))
        documents = (document(board, catalogue) for board, _ in casting.found)
        found = shown.boards(Solution(each, (), {}) for each in documents)
        if found:
            boards, size = found, casting.size
            decided = size - 1 if all_tried else min(decided, size - 1)
        elif casting.found:  # and none of them is wholly told
            decided = min(decided, casting.size - 1)
        elif casting.complete and all_tried and not search.refused:
            decided = size - 1 if boards else largest
    spells = {
        **answer.searched,
        "size": max(answer.searched["size"], size),
        "resolving": len(search.happenings),
        "unresolved": search.left_out if not few else _untried(question),
        "listed": False,
    }
    answer = replace(answer, searched=spells, seconds=time.monotonic() - started, tried=tried)
    open_ = _open(question, tried=stands)
    if boards:
        least = least_size(question.goal)
        sure = answer.smallest or answer.status == "none" or size <= least + 1
        sure &= size <= least or not open_
        smallest = sure and decided >= size - 1 and not question.exact
        stopped = search.stopped and len(boards) < question.all_
        return replace(
            answer,
            status="found",
            boards=boards,
            size=size,
            smallest=smallest,
            stopped=stopped,
            why="",
        )
    if answer.boards and question.all_ == 1 and not few:
        answer = _better_known(question, answer, search, shown)
    if open_ and answer.status == "none":
        return replace(answer, status="unknown", why=open_, never=False)
    return _told_up_to(decided, question, answer)


def _told_up_to(decided: int, question: Question, answer: Found) -> Found:
    """What is told of all boards where those on which something resolves were looked at up to so
    many steps."""
    found = answer.status == "found"
    if decided >= (answer.size - 1 if found else question.size):
        return answer
    if found:
        searched = {**answer.searched, "undecided": decided + 1}
        return replace(answer, smallest=False, searched=searched)
    why = _BEYOND.format(decided, "" if decided == 1 else "s")
    return replace(answer, status="unknown", why=why, stopped=True, tried=0, never=False)


@dataclass
class _Shown:
    """Boards as both readings of the rules see them, unless they leave something open."""

    question: Question
    catalogue: Catalogue
    replays: dict[int, tuple[Solution, FoundBoard | None]] = field(default_factory=dict)

    def board(self, solution: Solution) -> FoundBoard | None:
        if id(solution) not in self.replays:
            try:
                board = replayed(self.question, solution, self.catalogue)
            except NotWhollyKnown:
                board = None
            self.replays[id(solution)] = solution, board
        return self.replays[id(solution)][1]

    def __call__(self, solution: Solution) -> bool:
        return self.board(solution) is not None

    def boards(self, solutions: Iterable[Solution]) -> tuple[FoundBoard, ...]:
        return tuple(filter(None, map(self.board, solutions)))


def _better_known(question: Question, answer: Found, search: Resolving, shown: _Shown) -> Found:
    """Of boards of one size the one of the better-known cards."""
    _in_time(question, lambda: search.alike(answer.size))
    catalogue = shown.catalogue
    for board in shown.boards(search.solutions[:1]):
        if _score(board, catalogue) < _score(answer.boards[0], catalogue):
            return replace(answer, boards=(board,))
    return answer


def _score(board: FoundBoard, catalogue: Catalogue) -> float:
    """How little known the cards besides the asked-for ones are."""
    steps = board_from_document(board.document, catalogue).steps
    return sum(
        card_score(step.card)
        for step in steps
        if isinstance(step, Enter | Resolve) and step.handle not in board.asked
    )


_BEYOND = (
    "none of up to {0} step{1}; of larger boards on which something resolves not all were looked "
    "at; name cards or a smaller size"
)


def _in_time(question: Question, search: Callable[[], None]) -> None:
    try:
        with question.deadline.enforced():
            search()
    except (KeyboardInterrupt, OutOfTime):
        pass


def _casting(
    whole: Question, question: Question, largest: int, castings: dict[tuple[bool, int], Casting]
) -> Casting:
    """Every board of these cards, one by one."""
    lying = question.lying
    for (lain, most), before in castings.items():
        if lain == lying and most >= largest and (not before.found or before.size <= largest):
            return before
    casting = castings[lying, largest] = Casting(
        whole.goal,
        question.cards,
        question.any_,
        question.all_,
        question.deadline,
        whole.with_,
        facts_of(question.cards).standing_down(question),
    )
    try:
        with question.deadline.enforced():
            casting.run(largest)
    except (KeyboardInterrupt, OutOfTime):
        casting.complete = False
    return casting


def _untried(question: Question) -> dict[str, int]:
    """Why what some of a few cards do is neither told by the circuit nor tried, by reason."""
    by_reason = without_tokens(question.goal, question.cards)
    for card in question.cards:
        for reason in () if _is_tried(card) else dict.fromkeys(happenings_of(card)[1]):
            words = f"{'spells' if is_spell(card) else 'abilities'}: {reason}"
            by_reason[words] = by_reason.get(words, 0) + 1
    return by_reason


def _open(question: Question, *, tried: bool) -> str:
    """What of the cards could make the goal true as something resolves, and is not looked at; or
    "". `tried`: boards with them were tried one by one."""
    cards = question.cards if len(question.cards) <= MANY else ()
    demands = question.goal.demands
    denying = relates(question.goal) or not all(each.count for each in demands)
    for card in cards:
        untried = happenings_of(card)[1] and not (tried and _is_tried(card))
        if untried and any(each(card, question) for each in _BY_RESOLVING):
            return f"`{card.name}` could do it as it resolves, and not all of that is looked at"
        # 611.2c, 113.7a: what an ability did stays when its source has left.
        leaves = denying and not is_spell(card) and any(happenings_of(card))
        if leaves and could_by_resolving(card, question):
            return f"`{card.name}` could do it as it resolves, and have left then"
    if not tried and any(any(happenings_of(card)) for card in cards):
        named = names_said(question.goal)
        by_kind = any(not isinstance(each.subject, CardNamed) for each in demands)
        for card in cards:
            why = "" if is_spell(card) else unstaged(card)
            spoken_of = by_kind or card.faces[0].name in named
            if why and (spoken_of or could_help(card, question)):
                return f"`{card.name}` {why}, and is not looked at beside what resolves"
    return ""


# What a card may do as it resolves: change something, or make what is asked for or counted.
_BY_RESOLVING = (could_by_resolving, could_create, could_count)


def _stands_as_tried(card: Card) -> bool:
    """Whether boards that are tried one by one have the card in each way in which it can be
    there."""
    if is_spell(card):
        return True
    face = card.faces[0]
    chosen = {kind for kind, _ in choices_of(card, ["Wall"])}
    further = any(forms_of(card)) or reads_graveyards(card) or left_out(card)
    counted = any(entering_with(each, face.types) for each in face.abilities)
    return not (further or counted or chosen - _CHOSEN)


_CHOSEN = {"color", "basic land type", "land type"}


def _is_tried(card: Card) -> bool:
    """Whether all that the card may do as it resolves is tried one by one."""
    happenings, reasons = happenings_of(card)
    if not happenings and not reasons:
        return True
    if is_spell(card):
        return spell_of(card) is not None
    numbers = {each.number for each in happenings}
    return len(abilities_of(card)) >= len(numbers) + len(reasons)
