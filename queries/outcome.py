"""What every object is in the end, in every way that what the board does not tell can be.

Each reading reads the board in all the ways that it sees. Where a way of one and a way of the other
can be so together, their answers must be the same. A way in which a step can't happen is none: the
board says that it did.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from msgspec import Struct, field

from striate.boards.editions import edition_of
from striate.boards.errors import BoardError
from striate.boards.known import Known
from striate.boards.timeline import Answer, Board, Unmodelled
from striate.boards.untold import Decision, Path, TooManyWays, Unknown
from striate.boards.untold import ways as ways_of
from striate.cards import tree
from striate.queries.answers import (
    Disagreement,
    Engine,
    by_card,
    compare,
    counted_alike,
    merged,
    read_by,
)
from striate.queries.cases import Case, Way, cases_of, unknowns_of
from striate.queries.openfacts import settled
from striate.queries.replaying import Replay, is_replayed
from striate.queries.terms import terms_of, usual, where_both_are, with_terms
from striate.queries.wording import asked_in_words
from striate.quick.prefixes import InWays
from striate.timeline.play import Savings


class Outcome(Struct, frozen=True, eq=False):
    """An answer with what it leaves open; `checked`: both readings gave it.

    `replayed`: whether the plain reading was asked too, where both were to answer.
    `ways`: all that it can be, by what the board does not tell; none if there are too many.
    """

    answer: Answer
    not_modelled: tuple[Unmodelled, ...]
    checked: bool
    ways: tuple[Way, ...] = ()
    replayed: bool = True
    # Where there are too many ways: what the most of them hang on.
    first_to_tell: tuple[Decision, ...] = ()
    # What is known although no step tells it.
    taken: tuple[tuple[Unknown, Known], ...] = ()
    edition: str = ""  # by which it was read; "": today's

    def __eq__(self, other: object) -> bool:
        """Alike if they say the same, in however many ways that was read."""
        return isinstance(other, Outcome) and self._said() == other._said()

    def __hash__(self) -> int:
        return hash(self._said())

    def _said(self) -> tuple[object, ...]:
        return self.answer, self.not_modelled, self.checked, self.replayed

    @property
    def sure(self) -> bool:
        """Whether everything that could matter is told and understood by the readings asked."""
        return not self.not_modelled

    @property
    def sure_twice(self) -> bool:
        """What people read as sure: both readings agree, and all that could matter is there."""
        return self.sure and self.checked

    @property
    def cases(self) -> tuple[Case, ...]:
        """What every object is in each of the ways that end differently."""
        return cases_of(self.ways)


class Ways(Struct):
    """A board in every way that is read; `too_many`: what to tell first, as there are more."""

    read: list[Way]
    not_modelled: tuple[Unmodelled, ...]
    checked: bool
    too_many: tuple[Decision, ...] = ()
    seen: list[Any] = field(default_factory=list)  # of each way, what was looked at
    replayed: bool = True


def outcome(board: Board, engine: Engine = "both", replay: Replay = "auto") -> Outcome:
    """The outcome; what the board does not tell is named where it would change it.

    `replay`: whether the plain reading reads a board that is much work for it (`replaying`).
    """
    all_read = all_ways(board, engine, replay=replay)
    untold = all_read.too_many or open_decisions(all_read.read)
    unread = merged(all_read.not_modelled, asked_lines(board, untold))
    ways = () if all_read.too_many else tuple(all_read.read)
    path, answer = all_read.read[0]
    taken = tuple(path.taken.items())
    return Outcome(
        answer=usual(answer, path),
        not_modelled=unread,
        checked=all_read.checked,
        ways=ways,
        replayed=all_read.replayed,
        first_to_tell=all_read.too_many,
        taken=taken,
        edition=edition_of(board.rules),
    )


def open_decisions(read: Sequence[Way]) -> tuple[Decision, ...]:
    """What is not told and decides between ends, or is a number that an end has in it."""
    apart = {each.unknown: each for each in unknowns_of(cases_of(read))}
    for path, answer in read:  # a number may be fixed in one way and stand in the end of another
        for unknown in terms_of(answer):
            if unknown in path.decisions:
                apart.setdefault(unknown, path.decisions[unknown])
    return tuple(apart.values())


def in_one_way(board: Board, engine: Engine = "both", *, otherwise: bool) -> Outcome:
    """The outcome if all that the board does not tell is so, or if none of it is."""
    engines = _ENGINES if engine == "both" else (engine,)
    answers = [read_by(each, board, Path(otherwise=otherwise)) for each in engines]
    unread = merged(*(by_card(board, each.not_modelled) for each in answers))
    agree = _agreed(board, answers, unread)
    return Outcome(counted_alike(answers[0], answers[-1]), unread, agree and len(answers) > 1)


def asked_lines(board: Board, untold: Iterable[Decision]) -> tuple[Unmodelled, ...]:
    """What is not told, under the names of the cards that ask for it."""
    return by_card(board, tuple(Unmodelled(each.asker, asked_in_words(each)) for each in untold))


# --- every way ------------------------------------------------------------------------------------

_ENGINES: tuple[Engine, ...] = ("constraints", "referee")


class End(NamedTuple):
    """How one reading ends in one way: its answer, and what was seen of it; or what it refuses."""

    answer: Answer
    seen: Any = None


_Ends: TypeAlias = list[tuple[Path, End | BoardError]]


class _Read(Struct):
    """What one reading gives in each way that it sees."""

    ends: _Ends = field(default_factory=list)
    too_many: tuple[Decision, ...] = ()


def all_ways(
    board: Board,
    engine: Engine = "both",
    look: Callable[[Answer], Any] | None = None,
    replay: Replay = "auto",
) -> Ways:
    """The board in each way that it can be; raises `BoardError` if it can't be in any.

    `look` sees each answer while numbers that are not told can still be asked.
    """
    start = Path(settled=settled(board), opens=True, steps=board.steps)
    first: Engine = "constraints" if engine == "both" else engine

    def read_all(reading: Engine) -> _Read:
        return _read_in_every_way(partial(_end, reading, board, look, InWays()), start)

    readings = [read_all(first)]
    replayed = engine != "both" or is_replayed(board, replay, len(readings[0].ends))
    if engine == "both" and replayed:
        readings.append(read_all("referee"))
    ours, theirs = readings[0], readings[-1]
    pairs = list(_together(ours.ends, theirs.ends))
    refused = [end for each in readings for _, end in each.ends if isinstance(end, BoardError)]
    if not pairs:
        raise refused[0]
    lines = [by_card(board, each.not_modelled) for _, *both, _ in pairs for each in both]
    ours_lacks = [Unmodelled(card, line) for error in refused for card, line in error.unread]
    lines += [unchosen(each) for _, *both, _ in pairs for each in both]
    unread = merged(*lines, tuple(ours_lacks))
    agree = all(_agreed(board, both, unread) for _, *both, _ in pairs)
    read = [(path, counted_alike(one, other)) for path, one, other, _ in pairs]
    seen = [seen for *_, seen in pairs]
    too_many = ours.too_many or theirs.too_many
    return Ways(read, unread, agree and len(readings) > 1, too_many, seen, replayed)


def unchosen(answer: Answer) -> tuple[Unmodelled, ...]:
    """608.2d: an ability that is one of several, as no step says which was chosen."""
    return tuple(
        Unmodelled(seen.handle, f"which of {ability.words or 'the abilities'} is chosen")
        for seen in answer.objects
        for ability in seen.abilities
        if isinstance(ability, tree.Keyword) and ability.name.startswith("@")
    )


def _end(
    engine: Engine,
    board: Board,
    look: Callable[[Answer], Any] | None,
    savings: Savings,
    path: Path,
) -> End | BoardError:
    try:
        answer = read_by(engine, board, path, savings)
    except BoardError as error:
        return error
    seen = None if look is None else look(answer)
    return End(with_terms(answer) if path.decisions else answer, seen)


def _read_in_every_way(read: Callable[[Path], End | BoardError], start: Path) -> _Read:
    all_read = _Read()
    try:
        for path, end in ways_of(read, path=start):
            all_read.ends.append((path, end))
    except TooManyWays as error:
        all_read.too_many = error.asked
    return all_read


def _together(ours: _Ends, theirs: _Ends) -> Iterator[tuple[Path, Answer, Answer, Any]]:
    """The answers in ways that can be so together, under the path that decides more narrowly."""
    for path, one in ours:
        for other_path, other in theirs:
            if isinstance(one, BoardError) or isinstance(other, BoardError):
                continue
            if not path.decisions and not other_path.decisions:
                yield path, one.answer, other.answer, one.seen
            elif path.compatible(other_path):
                mine = where_both_are(one.answer, path, other_path)
                both = path.together(other_path)
                yield both, mine, where_both_are(other.answer, other_path, path), one.seen


def _agreed(board: Board, answers: Sequence[Answer], unread: tuple[Unmodelled, ...]) -> bool:
    """Whether the readings agree; raises `Disagreement` if nothing that is not read explains it."""
    differing = compare(answers[0], answers[-1]) if answers[0] is not answers[-1] else ()
    if differing and not unread:
        raise Disagreement(board, differing)
    return not differing
