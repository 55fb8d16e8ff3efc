"""What `find` gives: boards that reach a goal, with what is told about the search."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from striate.boards.editions import lines_of_then
from striate.boards.reading import board_from_document
from striate.boards.steps.permanents import is_told
from striate.boards.timeline import Answer, Board, Enter, PutInZone, handles_of
from striate.cards.catalogue.store import Catalogue
from striate.cards.errors import OurMistake
from striate.cards.tree import Card
from striate.queries.answers import written
from striate.queries.expectations import differences
from striate.queries.goals.pinning import expectations
from striate.queries.outcome import outcome
from striate.queries.showing import box, titled, type_line
from striate.search.asking.world import Limit
from striate.search.decoding import until
from striate.search.questions import Question, Solution
from striate.solver.deadline import Deadline

Status: TypeAlias = Literal["found", "none", "unknown"]
Progress: TypeAlias = Callable[[dict[str, Any]], None]


class NotConfirmed(OurMistake):
    """The search gave a board that does not reach the goal: a mistake in this program."""

    def __init__(self, board: Board, why: str) -> None:
        super().__init__(board, why)
        self.board = board
        self.why = why

    def __str__(self) -> str:
        return (
            f"the search gave a board that is not as asked ({self.why}); this is a mistake in "
            f"striate\nplease report it with this board:\n\n{written(self.board).rstrip()}"
        )


class FoundBoard(Struct, frozen=True):
    """A board that reaches the goal, as both readings say; `expect` is filled in."""

    document: dict[str, Any]
    asked: tuple[str, ...]
    interchangeable: Mapping[str, tuple[str, ...]]
    ends: tuple[str, ...] = ()  # what each object is in the end, in words


class Found(Struct, frozen=True):
    """What is answered. `stopped`: time or patience ran out, `why` says what else stood in the
    way."""

    status: Status
    boards: tuple[FoundBoard, ...]
    size: int
    smallest: bool
    searched: dict[str, Any]
    rules: tuple[str, ...]
    seconds: float
    stopped: bool = False
    why: str = ""
    tried: int = 0  # boards that were looked at one by one
    never: bool = False  # a "none" of every size
    understood: str = ""  # the goal, said back
    world: tuple[Limit, ...] = ()  # ways to be on a board of which the answer says nothing
    then: str = ""  # by the rules of which day, and what was read by them


def overfull(deadline: Deadline) -> dict[str, Any]:
    """The bound of memory, if that was what ended the search."""
    return {"memory": deadline.memory} if deadline.overfull else {}


def unlooked(answer: Found) -> list[str]:
    """What could lie there, or be made, and was not looked at."""
    kinds = {"no_tokens": "tokens", "empty_graveyards": "graveyards"}
    return [what for key, what in kinds.items() if answer.searched.get(key) and not answer.never]


def pinned(
    question: Question,
    solution: Solution,
    board: Board,
    answer: Answer,
    handles: tuple[str, ...],
    catalogue: Catalogue,
) -> FoundBoard:
    """The board as a file with `expect` filled in, which `check` then passes."""
    expect = expectations(question.goal, answer, handles, printed_cards(board))
    note = question.goal.text
    plain = {**({"note": note} if note else {}), **solution.document}
    plain |= {"expect": expect} if expect else {}
    whole = board_from_document(plain, catalogue)
    wrong = differences(whole.expect, answer)
    if wrong:
        raise NotConfirmed(whole, f"`{wrong[0].what}` of `{wrong[0].handle}`")
    ends = (*ends_of(answer), *lines_of_then(board)[1:])
    return FoundBoard(plain, handles, solution.interchangeable, ends)


def naming_what_is_made(steps: Sequence[dict[str, Any]], board: Board) -> list[dict[str, Any]]:
    """The board's steps, which give what they make its handle, so that it can be spoken of."""
    given, named = handles_of(board), []
    for place, step in enumerate(steps):
        makes = hasattr(board.steps[place], "creates")
        there = outcome(until(board, place)).answer.objects if makes else ()
        made = [each.handle for each in there if each.handle not in given]
        given |= {*made}
        named.append({**step, "creates": made} if made else step)
    return named


def ends_of(answer: Answer) -> tuple[str, ...]:
    """What each permanent is in the end: "Humility: 4/4 Enchantment Creature"."""
    seen = [each for each in answer.objects if each.zone == "battlefield"]
    return tuple(
        f"{titled(each)}: "
        + ("gone" if each.handle in answer.gone else f"{box(each)} {type_line(each)}".strip())
        for each in seen
    )


def printed_cards(board: Board, answer: Answer | None = None) -> dict[str, Card]:
    """What is printed on the objects that entered, and on those that in this answer came from
    another zone; 108.2b: a token is no card, whatever it is called, but for a copy of one."""
    seen = answer.objects if answer is not None else ()
    came = {each.handle for each in seen if each.zone == "battlefield"}
    return {
        step.handle: step.card
        for step in board.steps
        if (isinstance(step, Enter) and not is_told(step))
        or (isinstance(step, PutInZone) and step.handle in came)
    }
