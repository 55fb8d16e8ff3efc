"""`why-not`: what keeps a board from a goal, and the nearest boards that reach it."""

import time
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from striate.boards.editions import edition_of
from striate.boards.errors import BoardError, NotPlayable
from striate.boards.reading import board_from_document
from striate.boards.steps.objects import Mutate
from striate.boards.timeline import Answer, Board, Enter, Seen, handles_of
from striate.boards.writing import document
from striate.cards import tree
from striate.cards.catalogue.store import Catalogue
from striate.cards.tree import Card
from striate.cards.walking import any_node
from striate.queries.finding.foundboards import naming_what_is_made, printed_cards
from striate.queries.finding.nearby import Changes, Steps, neighbours, with_steps
from striate.queries.finding.then import creature_types
from striate.queries.goals.judging import subject_is, true_of
from striate.queries.goals.meaning import (
    adds_up,
    final_board,
    is_open,
    offends,
    permanents,
    reached,
)
from striate.queries.goals.pinning import expectations
from striate.queries.goals.wording import (
    alike_words,
    denied,
    goal_words,
    subject_words,
    total_words,
)
from striate.queries.outcome import Outcome, outcome
from striate.referee.judge import judge_with_trace
from striate.referee.tracing import Applied, Trace, numbered_as_of
from striate.search.claims import is_open as open_mana
from striate.search.facedown import named_in
from striate.search.goals import Claim, Demand, Goal, HasText, TapsFor, leaves, speaks_of
from striate.search.questions import greatest_in
from striate.solver import journal

_MOST = 20_000  # boards that are tried
_SPARE = 15  # so many more counters than the goal's numbers are tried
_CHANGES = 4  # at most are asked for
_NONE = {"4": "no types", "5": "colourless", "6": "no abilities"}  # by layer: what "" says


@dataclass(frozen=True)
class Effect:
    """One effect that changed what the goal speaks of, as the trace has it."""

    layer: str
    source: str
    ability: str
    before: str
    after: str
    rules: tuple[str, ...]

    @property
    def words(self) -> tuple[str, str]:
        """What it was and what it became; what is none is said, too."""
        none = _NONE.get(self.layer, "nothing")
        was, now = (" ".join(each.split()) or none for each in (self.before, self.after))
        return was, now


@dataclass(frozen=True)
class _Shortfall:
    """An object that comes nearest to a demand, the claims that fail, the effects that did it."""

    wanted: str
    handle: str | None
    claims: tuple[str, ...]
    effects: tuple[Effect, ...]
    unchanged: bool = False  # no effect on the board changed what these claims look at

    @property
    def missing(self) -> str:
        """What is said if no object comes near: "a Goblin is not there"."""
        return self.claims[0] if self.claims else f"{self.wanted} is not there"


@dataclass(frozen=True)
class _Near:
    """A board that reaches the goal, and the changes that make it."""

    changes: tuple[str, ...]
    document: dict[str, Any]


_Status = Literal["already", "near", "none", "unknown"]


@dataclass(frozen=True)
class WhyNot:
    """`already`: the board reaches the goal as it is. `complete`: nothing nearer was passed
    over."""

    status: _Status
    shortfalls: tuple[_Shortfall, ...]
    near: tuple[_Near, ...]
    changes: int
    tried: int
    complete: bool
    seconds: float
    understood: str = ""  # the goal, said back
    unread: int = 0  # boards that are not wholly understood, so that nothing is told of them


def why_not(
    goal: Goal,
    board: Board,
    catalogue: Catalogue,
    *,
    pool: Sequence[Card] = (),
    changes: int = 2,
    most: int = _MOST,
    wanted: int = 3,
) -> WhyNot:
    """Fewest changes first; cards to add or to put in place come from the pool."""
    started = time.monotonic()
    # Both readings agree on the board, or the command ends here and says so.
    answered = outcome(board)
    whole, answer = not answered.not_modelled, answered.answer
    first = answered.ways[0][0].from_the_start() if answered.ways else None
    _, trace = judge_with_trace(board, path=first)
    trace = numbered_as_of(edition_of(board.rules), trace)
    if reached(goal, answer, printed_cards(board, answer)) is not None:
        seconds = time.monotonic() - started
        status: _Status = "already" if whole else "unknown"
        return WhyNot(status, (), (), 0, 1, whole, seconds, goal_words(goal), int(not whole))
    # 730.2: a card that merged goes by the first card of its permanent.
    merged = {step.card.faces[0].name for step in board.steps if isinstance(step, Mutate)}
    whole &= merged.isdisjoint(named_in(goal))
    shortfalls = tuple(_shortfalls(goal, board, answer, trace)) if whole else ()
    search = _Search(goal, board, answer, catalogue, pool, most, wanted)
    search.unread += not whole or _leaves_open(goal, permanents(answer))
    search.run(changes)
    complete = search.complete and not search.unread
    return WhyNot(
        "near" if search.found else "none" if complete else "unknown",
        shortfalls,
        tuple(search.found),
        search.depth,
        search.tried,
        complete,
        time.monotonic() - started,
        goal_words(goal),
        search.unread,
    )


# --- nearby boards --------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Changed:
    """A board some changes away, and what is there in the end."""

    words: tuple[str, ...]
    steps: Steps
    hosts: Collection[str]


class _Search:
    """Breadth first over changes, so that the first boards found are the nearest."""

    def __init__(
        self,
        goal: Goal,
        board: Board,
        answer: Answer,
        catalogue: Catalogue,
        pool: Sequence[Card],
        most: int,
        wanted: int,
    ) -> None:
        self.goal = goal
        self.board = board
        self.catalogue = catalogue
        self.most = most
        self.wanted = wanted
        self.found: list[_Near] = []
        self.tried = 0
        self.depth = 0
        self.complete = True
        there = (step.card for step in board.steps if isinstance(step, Enter))
        self.given = Changes(
            pool,
            [seen.handle for seen in permanents(answer)],
            creature_types(goal, [*pool, *there], _CHANGES),
            _SPARE + greatest_in(goal),
        )
        self.unread = sum(not self.given.ways(card, "you") for card in pool)
        self.started = time.monotonic()

    def run(self, changes: int) -> None:
        seen: set[Any] = {_key(self.board.steps)}
        layer = [_Changed((), self.board.steps, self.given.hosts)]
        for self.depth in range(1, changes + 1):
            following: list[_Changed] = []
            for before in layer:
                words, given = before.words, msgspec.structs.replace(self.given, hosts=before.hosts)
                for change, changed in neighbours(before.steps, given):
                    if _key(changed) in seen:
                        continue
                    seen.add(_key(changed))
                    if self.tried >= self.most:
                        self.complete = False
                        return
                    self.tried += 1
                    hosts = self.look((*words, change), changed)
                    following.append(_Changed((*words, change), changed, hosts))
                    if len(self.found) >= self.wanted:
                        return
            journal.note(
                f"{self.depth} changes: {self.tried:,} boards tried, {len(self.found)} found, "
                f"{time.monotonic() - self.started:.2f} s so far"
            )
            if self.found:
                return
            layer = following

    def look(self, words: tuple[str, ...], steps: Steps) -> Collection[str]:
        """Notes the board if it reaches the goal; that it doesn't both readings say, too. What is
        there in the end."""
        board = with_steps(self.board, steps)
        answered = _read(board)
        if answered is None:
            return ()
        seen = permanents(answered.answer)
        there = [each.handle for each in seen]
        if answered.not_modelled:
            self.unread += 1
            return there
        printed = printed_cards(board, answered.answer)
        handles = reached(self.goal, answered.answer, printed)
        if handles is None:
            self.unread += _leaves_open(self.goal, seen)
            return there
        plain = document(board, self.catalogue)
        expect = expectations(self.goal, answered.answer, handles, printed)
        plain.pop("expect", None)
        if not handles_of(board).issuperset(expect):
            plain["steps"] = naming_what_is_made(plain["steps"], board)
        plain |= {"expect": expect} if expect else {}
        try:
            board_from_document(plain, self.catalogue)
        except BoardError:  # what a step chose or aimed at, it can't any more
            return there
        self.found.append(_Near(words, plain))
        return there


def _leaves_open(goal: Goal, there: Sequence[Seen]) -> bool:
    """Whether the goal asks for a status, or for a color of mana, that the board does not tell."""
    mana = speaks_of(goal, (TapsFor,)) and any(any_node(e.abilities, open_mana) for e in there)
    return mana or is_open(goal, there)


def _key(steps: Steps) -> tuple[Any, ...]:
    """Equal for equal boards; cards by their names."""
    return tuple(
        msgspec.structs.replace(step, card=card.name)
        if (card := getattr(step, "card", None)) is not None
        else step
        for step in steps
    )


def _read(board: Board) -> Outcome | None:
    """What both readings say; None where a change made a board that can't be carried out."""
    try:
        return outcome(board)
    except (BoardError, NotPlayable):
        return None


# --- what stands in the way -----------------------------------------------------------------------


def _shortfalls(goal: Goal, board: Board, answer: Answer, trace: Trace) -> Iterator[_Shortfall]:
    """For each demand that nothing meets: the object that comes nearest, and what happened to
    it."""
    final = final_board(answer, printed_cards(board, answer), any_=True)

    def failing_of(demand: Demand, seen: Seen) -> tuple[Claim, ...]:
        return tuple(each for each in demand.claims if not true_of(each, seen, final.objects))

    for number, demand in enumerate(goal.demands):
        subjects = [seen for seen in final.objects if subject_is(demand, seen, final)]
        if demand.every and demand.another:
            before = reached(Goal(goal.demands[:number]), answer, final.printed, any_=True) or ()
            subjects = [seen for seen in subjects if seen.handle not in before]
        offending = [seen for seen in subjects if offends(demand, seen, final)]
        if offending:
            # One that is not so is enough where all are spoken of.
            subjects = offending[:1]
        elif not demand.count and demand.total is None:
            continue
        if not subjects:
            yield _Shortfall(subject_words(demand.subject), None, (), ())
            continue
        enough = [seen for seen in subjects if not failing_of(demand, seen)]
        if enough and not adds_up(demand, enough, final):
            yield _Shortfall(total_words(demand), None, (total_words(demand, so=False),), ())
            continue
        if demand.alike and len(enough) >= demand.count:
            yield _Shortfall(
                f"a group of {demand.count} with {alike_words(demand.alike)}", None, (), ()
            )
            continue
        if not demand.every and 0 < len(enough) < demand.count:
            # As many as meet the demand are there; the nearest of the others is told of.
            subjects = [seen for seen in subjects if seen not in enough]
            if not subjects:
                yield _Shortfall(
                    f"a further object ({subject_words(demand.subject)})", None, (), ()
                )
                continue
        best = min(subjects, key=lambda seen: len(failing_of(demand, seen)))
        failing = failing_of(demand, best)
        if failing or best.handle in answer.gone:
            yield _shortfall(demand, best, failing, answer, trace)


def _shortfall(
    demand: Demand, seen: Seen, failing: tuple[Claim, ...], answer: Answer, trace: Trace
) -> _Shortfall:
    words = denied(failing)
    if seen.handle in answer.gone:
        words.append("is gone: a state-based action takes it off the battlefield")
    aspects = {aspect for claim in failing for aspect in _aspects_of(claim)}
    effects = tuple(_effects(seen.handle, aspects, trace))
    unchanged = bool(failing and aspects) and not effects
    return _Shortfall(subject_words(demand.subject), seen.handle, tuple(words), effects, unchanged)


def _effects(handle: str, aspects: set[str], trace: Trace) -> Iterator[Effect]:
    """Every effect that changed one of these aspects of the object, in the order of application."""
    for applied in trace.applied:
        for change in applied.changes:
            if change.handle == handle and change.what in aspects:
                yield Effect(
                    applied.layer,
                    applied.source or "",
                    applied.ability,
                    change.before,
                    change.after,
                    _rules(applied),
                )


def _rules(applied: Applied) -> tuple[str, ...]:
    waited = tuple(rule for each in applied.waited for rule in each.rules)
    return tuple(dict.fromkeys((*applied.rules, *waited)))


def _aspects_of(claim: Claim) -> set[str]:
    """The characteristics, as the trace names them, that the claim looks at."""
    return set().union(*(_ASPECTS.get(type(each), set()) for each in leaves(claim)))


_ASPECTS: dict[type, set[str]] = {
    tree.StatIs: {"power/toughness", "types"},
    tree.HasType: {"types"},
    tree.HasSubtype: {"subtypes", "types"},
    tree.HasSupertype: {"supertypes"},
    tree.HasColor: {"colors"},
    tree.ColorCount: {"colors"},
    tree.HasKeyword: {"abilities"},
    tree.HasNoAbilities: {"abilities"},
    HasText: {"abilities"},
    tree.Named: {"name"},
    tree.ControlledBy: {"controller"},
}
