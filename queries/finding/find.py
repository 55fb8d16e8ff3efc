"""`find`: the search, and behind it both readings of the rules on every board that is shown."""

import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Protocol

from msgspec import Struct, field
from msgspec.structs import replace

from striate.boards.editions import edition_of
from striate.boards.errors import BoardError, NotPlayable
from striate.boards.reading import board_from_document
from striate.boards.timeline import Answer, Board, Enter, PlayerFact, Seat, handles_of
from striate.boards.untold import FIRST_TURN, YOUR_TURN
from striate.boards.writing import document
from striate.cards.catalogue.store import Catalogue
from striate.cards.errors import OurMistake
from striate.cards.tree import Card, Face, IsTapped
from striate.queries.finding.foundboards import (
    Found,
    FoundBoard,
    NotConfirmed,
    Progress,
    naming_what_is_made,
    overfull,
    pinned,
    printed_cards,
)
from striate.queries.finding.pools import could_be_there, named_cards
from striate.queries.finding.telling import in_words
from striate.queries.goals.meaning import reached
from striate.queries.goals.wording import goal_words
from striate.queries.outcome import outcome
from striate.search import searching
from striate.search.asking.phrases import Ways, ways
from striate.search.asking.world import limits, undecided, widened
from striate.search.beyond import left_out
from striate.search.copying import copy_rule
from striate.search.decoding import chose_all
from striate.search.facedown import every_way_down, named_in, speaks_of_face_down
from striate.search.goals import Goal, speaks_of
from striate.search.helping import told_by_itself
from striate.search.making import parts_of
from striate.search.options import face_down_options
from striate.search.poolfacts import facts_of
from striate.search.questions import MANY, Question, Result, Solution, least_size
from striate.search.selection import COMPLETE
from striate.search.wanting import contradiction, smallest_size
from striate.solver.deadline import Deadline, OutOfTime


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


def understood_of(question: Question) -> str:
    """The goal in the words that say all that it means, with what it said of the search."""
    return ", ".join(filter(None, (goal_words(question.goal), question.asides)))


class _Stop(Struct):
    """Whether to end: somebody has asked for it, or the time is over; `now` once that is
    noticed."""

    question: Question
    asked: Callable[[], bool]
    now: bool = False

    def __call__(self) -> bool:
        return self.now or self.asked() or self.question.deadline.over()


class _Finding(Struct, frozen=True):
    """Among what it is searched, by which engine, and when to end."""

    catalogue: Catalogue
    progress: Progress
    stop: _Stop
    engine: Engine | None = None
    castings: dict[tuple[bool, int], Any] = {}  # the boards that were tried one by one

    def in_slots(self, question: Question) -> Found:
        """Among all boards that the slots hold."""
        question = widened(question)
        possible = ways(question)
        upright = replace(question, lying=question.lying or speaks_of_face_down(question.goal))
        lying = replace(upright, lying=True)
        # What is met face down is asked upright first, as far as that is soon told, for that is
        # shown; else one question does.
        soon = replace(upright, light=True)
        first, then = (soon, lying) if _is_met_face_down(question) else (lying, upright)
        answer = self.in_ways(first, possible)
        if all(contradiction(goal, falling=question.any_) for goal in possible.goals):
            return answer
        if upright != lying and _is_open(answer, upright=first is soon):
            # With a board that is good enough, only what is soon told of the better ones.
            light = replace(then, light=bool(answer.boards))
            again = answer if self.stop() else self.in_ways(light, possible)
            if again is not answer and (
                again.boards or not answer.boards and (again.status == "none" or first is soon)
            ):
                answer, first = again, then
            elif answer.boards and self.stop():
                # With more time the answer may be an upright board: this is not the last word.
                answer = replace(answer, smallest=False, stopped=True, why=_UPRIGHT_OPEN)
        answer = _bounded(first, answer)
        if answer.boards or answer.status == "none" or self.engine:
            return answer
        proposed = self.proposed(upright, possible) or self.proposed(lying, possible)
        return replace(proposed, world=answer.world) if proposed else answer

    def proposed(self, question: Question, possible: Ways) -> Found | None:
        """A board with what no slot holds, if some is proposed that reaches the goal."""
        from striate.queries.finding.proposing import (  # as above
            MOST,
            Proposing,
            is_so,
            standing_in,
        )

        other = None if self.stop() else standing_in(question)
        if other is None:
            return None
        least, many = possible.smallest_size, len(other.cards) > MANY
        if many:  # each board takes long, and more so the larger it is
            other = replace(other, size=min(other.size, least + COMPLETE))
        confirmed = partial(is_so, question, catalogue=self.catalogue)
        engine = Proposing(confirmed, most=1 if many else MOST)
        found = replace(self, engine=engine).in_ways(other, possible)
        out = facts_of(question.cards).left_out
        cards = len(question.cards) - sum(out.values())
        own = {"undecided": least, "listed": False, "left_out": out, "cards": cards}
        searched, smallest = {**found.searched, **own}, found.size <= least
        return replace(found, smallest=smallest, searched=searched) if found.boards else None

    def in_ways(self, question: Question, possible: Ways) -> Found:
        """In each way in which the goal's phrases can speak of one object."""
        gathered = _Gathered(question, sure=possible.whole)
        least = [max(1, least_size(goal)) for goal in possible.goals]
        # Each way at its least size first: a board of it bounds all others. Before one of three
        # objects and more, all of fewer with as many permanents.
        pairs = list(zip(possible.goals, least, strict=True))
        soon: list[tuple[Goal, int, int]] = []
        for goal, n in pairs if len(pairs) > 1 and not question.exact else ():
            soon += [(fewer, m, n - 1) for fewer, m in pairs if m < n - 1]
            soon.append((goal, n, n))
        whole = [(goal, n, question.size) for goal, n in pairs]
        for goal, first, last in (*soon, *whole):
            most = min(last, gathered.most)
            decided = goal in gathered.none and gathered.none[goal].size >= most
            if (most < first and gathered.none) or decided or gathered.shown_exactly:
                continue
            if gathered.tried and self.stop():
                gathered.cut_short()
                break
            way = replace(question, goal=goal, with_=(), size=most)
            gathered.add(goal, self.found(question, way))
        return gathered.answer()

    def found(self, whole: Question, question: Question) -> Found:
        """One way of the `whole` question, that each board of it is judged by."""
        if question.spells:
            from striate.queries.finding.resolving import with_spells  # what no other waits for

            plain = self.found(whole, _of_permanents(question))
            by = self.catalogue, self.progress, self.castings
            return with_spells(whole, question, plain, *by)
        started = time.monotonic()
        places = facts_of(question.cards).named(named_in(question.goal))
        for card in map(question.cards.__getitem__, places):
            reason = left_out(card)
            if reason and copy_rule(card) is None and could_be_there(card):
                return _cannot(question, card, reason, started)
        if self.engine is None and _may_be_filled_up(question):
            from striate.queries.finding.exactly import of_exactly  # as above

            smallest = self.found(whole, replace(question, exact=False))
            exactly = of_exactly(whole, smallest, question.size, self.catalogue)
            if exactly is not None:
                return exactly
        unread: list[Card] = []
        least = 0  # the size of the first board with one of these
        while True:
            watch = _Watch(self.progress)
            try:
                with question.deadline.enforced():
                    result = (self.engine or searching.search)(question, watch)
            except (KeyboardInterrupt, OutOfTime):
                self.stop.now = True
                size, classes = watch.last.get("size", 1), watch.last.get("classes", 0)
                cards, seconds = len(question.cards), time.monotonic() - started
                return _untold(cards, seconds, question.deadline, size, classes)
            try:
                boards = tuple(
                    _replayed_so(whole, solution, self.catalogue) for solution in result.solutions
                )
            except NotConfirmed as error:
                why = _otherwise_there(question, error.board)
                if not why:
                    raise
                cards, seconds = len(question.cards), time.monotonic() - started
                return _untold(cards, seconds, question.deadline, result.size, why=why)
            except NotWhollyKnown as error:
                # Such cards leave the pool, and the search is made again.
                taken = [card for card in question.cards if card.name in error.cards]
                if not taken:
                    raise
                wanted_cards = named_cards(question.goal, self.catalogue)
                named = next((card for card in wanted_cards if card.name in error.cards), None)
                if named is not None:
                    return _cannot(question, named, _UNREAD, started)
                unread, least = [*unread, *taken], least or result.size
                left = tuple(card for card in question.cards if card not in taken)
                question = replace(question, cards=left)
                continue
            stopped = result.status == "unknown" or (
                result.status == "found" and len(boards) < question.all_ and self.stop()
            )
            answer = _answer(question, result, boards, started, len(unread), stopped)
            return _without(answer, unread[0], least) if unread else answer

    def filled(self, question: Question) -> Found:
        """The holes of a sketch."""
        assert question.sketch is not None
        from striate.queries.finding.sketching import Filling  # what no other search waits for

        return Filling(question, question.sketch, self.catalogue, self.progress, self.stop).run()


def find(
    question: Question,
    catalogue: Catalogue,
    progress: Progress = searching.silent,
    engine: Engine | None = None,
    interrupted: Callable[[], bool] = lambda: False,
) -> Found:
    """Searches, replays each board by both readings, and fills in what it expects.

    Cards that are manifested or cloaked are looked at, too; if a board that is soon found does
    without, it is shown.
    """
    finding = _Finding(catalogue, progress, _Stop(question, interrupted), engine)
    if question.sketch is not None:
        answer = finding.filled(question)
    elif edition_of((question.rules,)):
        from striate.queries.finding.then import found_then  # what no other search waits for

        def proposed(question_: Question, engine: Engine) -> Found:
            return replace(finding, engine=engine).in_slots(question_)

        answer = found_then(question, catalogue, progress, finding.stop, proposed)
    else:
        answer = finding.in_slots(question)
    searched = {**answer.searched, "exact": question.exact}
    return replace(answer, understood=understood_of(question), searched=searched)


def _may_be_filled_up(question: Question) -> bool:
    """Whether a smaller board is soon looked for, and one is as good as any."""
    one = question.exact and question.size > 1 and question.all_ == 1
    return one and len(question.cards) <= MANY and not question.certify


_UPRIGHT_OPEN = "stopped before it was told whether face-up cards alone do this"


def _is_open(answer: Found, *, upright: bool) -> bool:
    """Whether the other question may tell more: of what lies face down, or of what doesn't."""
    if upright:
        return not answer.boards
    return answer.status == "unknown" or any(
        step.get("face_down") for board in answer.boards for step in board.document["steps"]
    )


def _is_met_face_down(question: Question) -> bool:
    """Whether something that lies face down by itself may be what some phrase asks for (708.2a)."""
    card = Card("", "normal", (Face(""),))
    counters = bool(question.counters)
    return any(
        all(told_by_itself(way, part, counters) is not False for part in parts_of(demand))
        for way in face_down_options(card, _ANY_WAY)
        for demand in question.goal.demands
    )


_ANY_WAY = every_way_down(Card("", "normal", (Face(""),)))


def _bounded(question: Question, answer: Found) -> Found:
    """With the world of the answer: what of it is left out, or looked at up to a number."""
    world = limits(question)
    least = ways(question).smallest_size
    none, fewest = answer.status == "none", answer.smallest and answer.size > least
    asked = replace(question, size=answer.size - 1) if fewest else question
    possible = none and question.size >= least
    open_ = undecided(asked) if possible or fewest else ""
    if open_ and none:
        return replace(answer, status="unknown", why=open_, never=False, world=world)
    if open_:
        searched = {**answer.searched, "undecided": least}
        answer = replace(answer, smallest=False, why=open_, searched=searched)
    return replace(answer, never=False, world=world)


class _Gathered(Struct):
    """What the ways of a question gave so far."""

    question: Question
    sure: bool  # all smaller boards of all ways are ruled out
    best: Found | None = None
    none: dict[Goal, Found] = field(default_factory=dict)
    tried: bool = False

    @property
    def most(self) -> int:
        """The largest size that is still worth a look."""
        if self.best is None:
            return self.question.size
        return self.best.size - (self.question.all_ == 1)

    @property
    def shown_exactly(self) -> bool:
        return self.best is not None and self.question.exact and self.question.all_ == 1

    def add(self, goal: Goal, answer: Found) -> None:
        self.tried = True
        if not answer.boards:
            self.none[goal] = answer
            return
        self.none.pop(goal, None)
        self.sure &= answer.smallest or answer.size <= smallest_size(goal)
        if self.best is not None and answer.size == self.best.size:
            known = [each.document for each in self.best.boards]
            new = tuple(each for each in answer.boards if each.document not in known)
            boards = (*self.best.boards, *new)[: self.question.all_]
            self.best = replace(self.best, boards=boards)
        else:
            self.best = answer

    def cut_short(self) -> None:
        self.sure = False
        self.none = {
            goal: replace(each, status="unknown", stopped=True, never=False)
            for goal, each in self.none.items()
        }

    def answer(self) -> Found:
        nothing = list(self.none.values())
        if self.best is not None:
            sure = self.sure and all(each.status == "none" for each in nothing)
            return replace(self.best, smallest=self.best.smallest and sure)
        first = next((each for each in nothing if each.status == "unknown"), nothing[0])
        if not self.sure and first.status == "none":
            first = replace(first, status="unknown", why=_TOO_MANY_WAYS)
        searched = dict(first.searched)
        for key in ("no_tokens", "empty_graveyards"):
            searched[key] = any(each.searched.get(key) for each in nothing)
        never = all(each.never for each in nothing)
        rules = tuple(sorted({rule for each in nothing for rule in each.rules}))
        return replace(first, searched=searched, never=never, rules=rules)


_TOO_MANY_WAYS = "its phrases can speak of the same objects in too many ways; ask for less at once"


class _Watch:
    """Passes progress on, and keeps the last word of it."""

    def __init__(self, progress: Progress) -> None:
        self.progress = progress
        self.last: dict[str, Any] = {}

    def __call__(self, now: dict[str, Any]) -> None:
        self.last = now
        self.progress(now)


_UNREAD = "not wholly understood"
_CHOSEN_NOTHING = "what has lost the ability that asks is chosen nothing (614.12): not looked at"
_AFTERWARDS = "as one object goes, another changes (704.3), and the moment before is not looked at"


def _replayed_so(question: Question, solution: Solution, catalogue: Catalogue) -> FoundBoard:
    """614.12: if something took the ability that asks for a choice, what chooses enters first."""
    try:
        return replayed(question, solution, catalogue)
    except NotConfirmed as error:
        if chose_all(error.board):
            raise
        steps = solution.document["steps"]
        asks = [step for step in steps if "choose" in step and "face_down" not in step]
        steps = [*asks, *(step for step in steps if step not in asks)]
        first = replace(solution, document={**solution.document, "steps": steps})
        try:
            return replayed(question, first, catalogue)
        except (NotConfirmed, NotPlayable, BoardError):
            raise error from None


def _otherwise_there(question: Question, board: Board) -> str:
    """What no slot looks at, where that is why a board is not as its slots are; or ""."""
    if question.any_ and outcome(board).answer.gone:
        return _AFTERWARDS
    return "" if chose_all(board) else _CHOSEN_NOTHING


def _without(answer: Found, card: Card, least: int) -> Found:
    """The answer of the other cards; with this one `least` permanents may do it."""
    why = f"`{card.name}` may be so, and {in_words(_UNREAD)}"
    if answer.status == "none":
        return replace(answer, status="unknown", why=why, never=False)
    if answer.smallest and answer.size > least:
        searched = {**answer.searched, "undecided": least}
        return replace(answer, smallest=False, why=why, searched=searched)
    return answer


def _cannot(question: Question, card: Card, reason: str, started: float) -> Found:
    spells = [word for word in card.faces[0].types if word in ("Instant", "Sorcery")]
    why = f"`{card.name}` can't be searched with: {in_words(reason)}"
    if spells:
        kind = f"an {spells[0].lower()}" if spells[0] == "Instant" else f"a {spells[0].lower()}"
        other = "or by its other face, which is not looked at"
        why = f"`{card.name}` is {kind}: it can be a permanent only face down {other}"
    return _untold(len(question.cards), time.monotonic() - started, question.deadline, why=why)


def out_of_time(deadline: Deadline) -> Found:
    """The time, or the memory, was used up before the search began."""
    return _untold(0, deadline.passed(), deadline, 1)


def _untold(
    cards: int, seconds: float, deadline: Deadline, size: int = 0, classes: int = 0, why: str = ""
) -> Found:
    """Nothing is told: because of that, or because the search was stopped at this size."""
    searched = {"cards": cards, "classes": classes, "size": size, "left_out": {}}
    searched |= overfull(deadline)
    return Found("unknown", (), size, False, searched, (), seconds, stopped=not why, why=why)


def _answer(
    question: Question,
    result: Result,
    boards: tuple[FoundBoard, ...],
    started: float,
    unread: int,
    stopped: bool,
) -> Found:
    searched = {**result.searched, "falling": question.any_, **overfull(question.deadline)}
    reasons = dict(searched.get("left_out", {}))
    if unread:
        reasons[_UNREAD] = reasons.get(_UNREAD, 0) + unread
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


# What the slots take to be so that no step of theirs tells (103.4).
_SEATS: tuple[Seat, ...] = ("you", "opponent")
TAKEN: dict[str, tuple[PlayerFact, ...]] = {
    YOUR_TURN: (PlayerFact("you", "turn", 1),),
    FIRST_TURN: (PlayerFact("you", "turn", 1),),
    "life": tuple(PlayerFact(seat, "life", 20) for seat in _SEATS),
    "further cards in hand": tuple(PlayerFact(seat, "hand", 0) for seat in _SEATS),
}


# --- replaying ------------------------------------------------------------------------------------


def _of_permanents(question: Question) -> Question:
    """The question about boards on which nothing resolves.

    701.40a: an instant that is named may be there face down.
    """
    named = named_in(question.goal)
    permanents = tuple(
        card for card in question.cards if could_be_there(card) or card.faces[0].name in named
    )
    return replace(question, spells=False, cards=permanents or question.cards)


def replayed(question: Question, solution: Solution, catalogue: Catalogue) -> FoundBoard:
    """The board as both readings of the rules see it, with `expect` filled in."""
    if question.rules:
        rules = {"rules": [question.rules], **solution.document}
        solution = replace(solution, document=rules)
    solution = _as_it_enters(question, solution, catalogue)
    board = board_from_document(solution.document, catalogue)
    answered = outcome(board)
    taken = {each.line for each in answered.not_modelled} & TAKEN.keys()
    told = Board(tuple(step for name in sorted(taken) for step in TAKEN[name]))
    before = document(told)["steps"]
    after = list(_tapped_at_last(question, board, answered.answer))
    if before or after:
        steps = [*before, *solution.document["steps"], *after]
        solution = replace(solution, document={**solution.document, "steps": steps})
        board = board_from_document(solution.document, catalogue)
        answered = outcome(board)
    if answered.not_modelled:
        raise NotWhollyKnown(_unread_cards(board, answered.not_modelled))
    handles = confirmed(question.goal, board, answered.answer, any_=question.any_)
    if not handles_of(board).issuperset(handles):
        steps = naming_what_is_made(solution.document["steps"], board)
        solution = replace(solution, document={**solution.document, "steps": steps})
    return pinned(question, solution, board, answered.answer, handles, catalogue)


def _tapped_at_last(question: Question, board: Board, answer: Answer) -> Iterator[dict[str, str]]:
    """508.1f: what may have attacked is told to be as it entered, if the goal asks for that."""
    tapped = {step.handle for step in board.steps if isinstance(step, Enter) and step.tapped}
    for each in answer.objects if speaks_of(question.goal, (IsTapped,)) else ():
        if not isinstance(each.tapped, bool):
            yield {"tap" if each.handle in tapped else "untap": each.handle}


def _as_it_enters(question: Question, solution: Solution, catalogue: Catalogue) -> Solution:
    """The board without the steps that untap something, where the goal does not need them."""
    steps = solution.document["steps"]
    plain = [step for step in steps if "untap" not in step]
    if len(plain) == len(steps):
        return solution
    left = replace(solution, document={**solution.document, "steps": plain})
    board = board_from_document(left.document, catalogue)
    try:
        answered = outcome(board)
        confirmed(question.goal, board, answered.answer, any_=question.any_)
    except (NotConfirmed, NotPlayable):
        return solution
    return solution if answered.not_modelled else left


def confirmed(goal: Goal, board: Board, answer: Answer, *, any_: bool) -> tuple[str, ...]:
    """The asked-for objects; a board without them, or one that does not last, is our mistake."""
    handles = reached(goal, answer, printed_cards(board), any_=any_)
    if handles is None:
        raise NotConfirmed(board, "the goal is not reached")
    gone = set(answer.gone) - (set(handles) if any_ else set())
    if gone:
        raise NotConfirmed(board, f"`{min(gone)}` is put off the battlefield")
    return handles


def _unread_cards(board: Board, unread: tuple[Any, ...]) -> frozenset[str]:
    """The cards whose texts the notes speak of, by handle or by name."""
    names = {each.card for each in unread}
    all_names = set(names)
    for handle, card in printed_cards(board).items():
        if handle in names or card.faces[0].name in names:
            all_names.add(card.name)
    return frozenset(all_names)


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
