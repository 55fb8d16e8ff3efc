"""A rule taken away is missed: each encoded clause, broken in turn, makes some board come out
wrong.

The fault is the plainest one that fits what the function gives: nothing is done, nothing is found,
every truth is the other way round. The referee's functions are broken in `test_referee_faults`.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, get_type_hints

import msgspec
import pytest

from striate.boards.errors import NotPlayable
from striate.boards.reading import board_from_text
from striate.boards.timeline import Board, PutSpell
from striate.boards.untold import Path
from striate.cards import tree
from striate.cards.catalogue.store import Catalogue
from striate.encodings.algebra import FALSE, TRUE
from striate.encodings.clauses import CLAUSES, Clause, broken
from striate.encodings.copying import printed_chars
from striate.encodings.reading import outcome
from striate.encodings.state import Chars
from striate.encodings.statebased import STATE_BASED
from striate.encodings.typeline import TypeNet
from striate.encodings.under import Constraints
from striate.queries.answers import compare
from striate.queries.expectations import differences
from striate.queries.rulesindex import encoded_places
from striate.referee.judge import judge
from striate.timeline.answering import answer
from striate.timeline.play import Play
from striate.timeline.statebased import Round
from tests.corpus import corpus
from tests.refused import REFUSED

PACKAGE = "striate.encodings."
NAMES = sorted({key for key in CLAUSES if list(encoded_places())})

# No expectation speaks of mana values, so this board is right where the referee says the same.
FIREBALL = tree.Card(
    "Bolt of X", "normal", (tree.Face("Bolt of X", mana_cost="{X}{X}{R}", types=("Sorcery",)),)
)
CAST = Board((PutSpell("Bolt of X", FIREBALL, x=3),), rules=("202.3e",))


@cache
def suite() -> tuple[Board, ...]:
    """The boards of the corpus that pass."""
    return tuple(board for board in (CAST, *corpus()) if passes(board))


def passes(board: Board) -> bool:
    try:
        answer = outcome(board)
    except NotPlayable:  # where nothing holds that the board does not tell
        return False
    if not board.expect:
        return not compare(answer, judge(board))
    return not differences(board.expect, answer)


def is_missed(board: Board) -> bool:
    """Whether the board comes out wrong, or can't be carried out at all."""
    try:
        return not passes(board)
    except Exception:  # noqa: BLE001 - any failure is a notice
        return True


# 704.5g, h and j are the timeline's: damage, and which legend is kept.
_OF_THE_TIMELINE = {"704.5g", "704.5h", "704.5j"}


def is_taken_otherwise(board: Board) -> bool:
    """Whether the search's state-based actions take another permanent than the timeline's do."""
    otherwise: list[str] = []

    def watch(play: Play, found: Round) -> None:
        rules = set(found.graveyard.values())
        if rules & _OF_THE_TIMELINE or play.game.awaited or otherwise:
            return
        if play.game.together:
            return  # 704.5k: the search has nothing enter together, so no two are the newest
        look: Any = play.reading.now()
        for thing in play.game.on_battlefield():
            at = (look.moment, look.thing(thing.handle))
            takes = {rule: put_away(*at) for rule, put_away in STATE_BASED.items()}
            rule = found.graveyard.get(thing.handle, "")
            if takes.get(rule) == FALSE or (not rule and TRUE in takes.values()):
                otherwise.append(thing.handle)

    try:
        answer(board, Constraints, None, watch)
    except NotPlayable:
        return False
    return bool(otherwise)


@cache
def wrong_boards() -> tuple[Board, ...]:
    """Boards that tell what the rules don't allow."""
    catalogue = Catalogue.open()
    return tuple(board_from_text("steps:\n" + text, catalogue) for text, _ in REFUSED.values())


def is_played(board: Board) -> bool:
    """Whether a board with a mistake is carried out."""
    try:
        outcome(board, path=Path(steps=board.steps))
    except NotPlayable:
        return False
    return True


def blank(*args: Any, **kwargs: Any) -> Chars:
    return printed_chars(tree.Face(""))


def fault_of(clause: Clause[..., Any]) -> Callable[..., Any]:
    """A wrong function in the place of the right one."""
    right = clause.right
    gives = get_type_hints(right).get("return")
    if clause.name.startswith("stamp_on") or clause.name in ("static_stamp", "granted_stamp"):
        return early_stamp(right)
    if clause.name in NEVER:
        return lambda *args, **kwargs: False
    if clause.name in ARGUMENT_BACK:
        return lambda *args, **kwargs: args[ARGUMENT_BACK[clause.name]]
    if gives is type(None):
        return lambda *args, **kwargs: None
    if gives is Chars:
        return blank
    if gives is TypeNet:
        return lambda *args, **kwargs: TypeNet()
    return lambda *args, **kwargs: opposite(right(*args, **kwargs))


# Functions whose opposite would never come to an end: the fault is that they never hold.
NEVER = ("lapses",)
# Functions that change a value which they are given: the fault gives it back as it was.
ARGUMENT_BACK = {
    "replace_words": 0,
    "with_exception": 1,
    "without_defining": 0,
}


def early_stamp(right: Callable[..., Any]) -> Callable[..., Any]:
    def stamp(*args: Any, **kwargs: Any) -> Any:
        return 0 if isinstance(right(*args, **kwargs), int) else (0, 0)

    return stamp


def opposite(value: Any) -> Any:
    match value:
        case bool():
            return not value
        case int():
            return value ^ 1  # a literal: its negation
        case str():
            return ""
        case msgspec.Struct():
            return tree.Every(())
        case tuple() if value and isinstance(value[0], list):
            return ([], 1)
        case tuple() | list() | dict():
            return type(value)()
    raise TypeError(type(value))


@pytest.mark.parametrize("name", NAMES, ids=lambda name: name.removeprefix(PACKAGE))
def test_a_broken_clause_is_noticed(name: str) -> None:
    clause = CLAUSES[name]
    boards = sorted(suite(), key=lambda board: not set(clause.numbers) & set(board.rules))
    with broken(clause, fault_of(clause)):
        noticed = any(is_missed(board) or is_taken_otherwise(board) for board in boards)
        assert noticed or any(map(is_played, wrong_boards()))


def test_every_board_of_the_suite_passes_unbroken() -> None:
    assert not any(map(is_played, wrong_boards()))
    assert len(suite()) > 250
    assert not [board.id for board in suite() if is_missed(board) or is_taken_otherwise(board)]
