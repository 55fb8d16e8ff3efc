"""What one reading gives of a board on one path, and how two answers differ.

An answer leaves the program only if both readings agree on it. Where they differ, `Disagreement`
carries the board and what differs; it is a mistake of ours, never of the board's.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from striate.boards.errors import BoardError, NotPlayable, spell_path
from striate.boards.timeline import Answer, Board, Seen, Unmodelled
from striate.boards.untold import Path
from striate.boards.writing import board_yaml
from striate.cards import tree
from striate.cards.errors import OurMistake
from striate.cards.printing.canonical import NotPrintable, show
from striate.quick.savings import QUICK
from striate.spreading.collecting import uncollected
from striate.timeline.play import Savings

Engine: TypeAlias = Literal["both", "constraints", "referee"]
_Reading: TypeAlias = Callable[..., Answer]


class _Differing(Struct, frozen=True):
    """One characteristic that the two readings see differently."""

    handle: str
    what: str
    constraints: str
    referee: str


class Disagreement(OurMistake):
    """The two readings of the rules differ on a board: a mistake in this program."""

    def __init__(self, board: Board, differing: tuple[_Differing, ...]) -> None:
        super().__init__(board, differing)
        self.board = board
        self.differing = differing

    def __str__(self) -> str:
        lines = ["the two readings of the rules disagree; this is a mistake in striate"]
        lines += [
            f"  {each.handle}, {each.what}: "
            f"constraints say {each.constraints}, the referee says {each.referee}"
            for each in self.differing
        ]
        lines += ["please report it with this board:", "", written(self.board).rstrip()]
        return "\n".join(lines)


def written(board: Board) -> str:
    """The board's file; a board that no file can hold is shown as its steps."""
    try:
        return board_yaml(board)
    except NotPrintable:
        return "\n".join(repr(step) for step in board.steps)


class Failure(OurMistake):
    """One of the readings broke down on a board: a mistake in this program."""

    def __init__(self, board: Board, reading: str, error: str) -> None:
        super().__init__(board, reading, error)
        self.board = board
        self.reading = reading
        self.error = error

    def __str__(self) -> str:
        return (
            f"the {self.reading} reading broke down ({self.error}); this is a mistake in striate\n"
            f"please report it with this board:\n\n{written(self.board).rstrip()}"
        )


def counted_alike(ours: Answer, theirs: Answer) -> Answer:
    """The first answer, without the numbers of abilities that the other counts differently."""
    others = {each.handle: each for each in theirs.objects}
    objects = tuple(
        each
        if each.handle in others and _counting(each) == _counting(others[each.handle])
        else msgspec.structs.replace(each, numbers=())
        for each in ours.objects
    )
    return msgspec.structs.replace(ours, objects=objects)


def _counting(seen: Seen) -> list[tuple[str, tuple[int, ...]]]:
    texts = map(_ability_order, seen.abilities)
    return sorted(zip(texts, seen.numbers, strict=True))


def by_card(board: Board, lines: tuple[Unmodelled, ...]) -> tuple[Unmodelled, ...]:
    """The lines under the names of their cards, where a reading gives the handle of an object."""
    names: dict[str, str] = {}
    for step in board.steps:
        card: tree.Card | None = getattr(step, "card", None)
        handle: str = getattr(step, "handle", "")
        if card is not None:
            names[handle] = card.name
        elif handle:
            names[handle] = names.get(getattr(step, "of", ""), handle)
    return tuple(Unmodelled(names.get(each.card, each.card), each.line) for each in lines)


def merged(*lists: tuple[Unmodelled, ...]) -> tuple[Unmodelled, ...]:
    notes = {each for several in lists for each in several}
    return tuple(sorted(notes, key=lambda each: (each.card, each.line)))


def read_by(
    engine: Engine, board: Board, path: Path | None = None, savings: Savings | None = None
) -> Answer:
    """One reading's answer on a path; a board that asks for what is not there is a `BoardError`.

    Without a path nothing holds that the board does not tell. `savings` belong to one reading.
    """
    try:
        with uncollected():
            return reading(engine)(board, path=path, savings=savings or QUICK)
    except NotPlayable as error:
        raise _as_board_error(board, error) from error
    except Exception as error:
        message = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        raise Failure(board, engine, message) from error


def _as_board_error(board: Board, error: NotPlayable) -> BoardError:
    """The mistake with the board's name, and the line of the step that can't be carried out."""
    called = f"board `{board.id}`: " if board.id else ""
    step = error.step
    lines = tuple(Unmodelled(card, line) for card, line in error.unread)
    unread = tuple((each.card, each.line) for each in by_card(board, lines))
    if step is None:
        return BoardError(f"{called}{error}", file=board.file, unread=unread)
    line = board.lines[step] if step < len(board.lines) else 0
    path = spell_path(("steps", step))
    return BoardError(f"{called}{error}", path=path, line=line, file=board.file, unread=unread)


def reading(engine: Engine) -> _Reading:
    """The function that reads the rules."""
    if engine == "constraints":
        from striate.encodings.door import outcome as by_constraints

        return by_constraints
    from striate.referee.judge import judge

    return judge


def _ability_text(ability: tree.Node) -> str:
    """Canonical text, or the repr of a tree that has none."""
    try:
        return show(ability)
    except (NotPrintable, LookupError):
        return repr(ability)


# --- comparing ------------------------------------------------------------------------------------


def compare(ours: Answer, theirs: Answer) -> tuple[_Differing, ...]:
    """Everything in which two answers differ, in canonical form."""
    mine, others = canonical(ours), canonical(theirs)
    if mine == others:
        return ()
    apart: list[_Differing] = []
    if mine.gone != others.gone:
        apart.append(_Differing("the board", "gone", ", ".join(mine.gone), ", ".join(others.gone)))
    left = {each.handle: each for each in mine.objects}
    right = {each.handle: each for each in others.objects}
    for handle in {**left, **right}:
        a, b = left.get(handle), right.get(handle)
        if a is None or b is None:
            apart.append(_Differing(handle, "there", there(a), there(b)))
            continue
        for what in Seen.__struct_fields__:
            one, other = getattr(a, what), getattr(b, what)
            if one != other:
                apart.append(_Differing(handle, what, *_only_differing(one, other)))
    return tuple(apart)


def there(seen: Seen | None) -> str:
    return "nothing" if seen is None else "an object"


def _only_differing(one: object, other: object) -> tuple[str, str]:
    """Two values as text; of two lists only what they don't have in common."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        rest = list(other)
        mine = []
        for each in one:
            if each in rest:
                rest.remove(each)
            else:
                mine.append(each)
        if mine or rest:
            return _worded(mine), _worded(rest)
    return _worded(one), _worded(other)


def _worded(value: object) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(_worded(each) for each in value) or "nothing"
    if isinstance(value, tree.Node):
        return f"“{_ability_text(value)}”"
    return "none" if value is None else str(value)


def canonical(answer: Answer) -> Answer:
    """The answer with types and abilities in one order and timestamps as ranks.

    What a reading notes as not modelled is left out, and so are the numbers of the abilities:
    where the readings count differently, no number is shown.
    """
    ranks = {
        stamp: rank
        for rank, stamp in enumerate(sorted({each.timestamp for each in answer.objects}), 1)
    }
    objects = tuple(
        msgspec.structs.replace(
            each,
            supertypes=tuple(sorted(each.supertypes)),
            types=tuple(sorted(each.types)),
            subtypes=tuple(sorted(each.subtypes)),
            abilities=tuple(sorted(each.abilities, key=_ability_order)),
            numbers=(),
            counters=tuple(sorted(each.counters)),
            choices=tuple(sorted(each.choices)),
            timestamp=ranks[each.timestamp],
        )
        for each in sorted(answer.objects, key=lambda each: each.handle)
    )
    return Answer(objects, tuple(sorted(answer.gone)))


@lru_cache(maxsize=65536)
def _ability_order(ability: object) -> str:
    """A form that is different for different trees, whether or not they can be printed."""
    return repr(ability)
