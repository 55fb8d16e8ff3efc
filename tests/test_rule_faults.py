"""Rule functions of the layers, broken one by one: some board of the corpus comes out wrong.

Here only the layers' own modules, each on a board that asks the rule; `test_encodings_faults`
breaks every clause of every module.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from striate.boards.timeline import Board
from striate.encodings.clauses import CLAUSES, Clause, broken, swap
from striate.encodings.reading import outcome
from striate.encodings.state import Chars
from striate.queries.expectations import differences
from tests.corpus import corpus

MODULES = ("dependency", "powtough", "typeline", "control", "colours", "layers")
RULES = sorted(name for name in CLAUSES if name.split(".")[2] in MODULES)


def spoilt(value: Any) -> Any:
    """Another answer of the same shape: the opposite, one more, or nothing."""
    match value:
        case Chars():
            new = value.copy()
            new.power, new.names = 77, {}
            return new
        case bool():
            return not value
        case 0 | 1:
            return value ^ 1
        case int():
            return value - 1_000
        case str():
            return "" if value else "7c"
        case (first, second) if isinstance(first, int) and isinstance(second, int):
            return (-first, -second)
        case tuple() if value and isinstance(value[0], list):
            return ([], *value[1:])
        case list() | frozenset():
            return []
        case _:
            return () if isinstance(value, tuple) else {} if isinstance(value, dict) else None


def faulty(right: Callable[..., Any]) -> Callable[..., Any]:
    def answer(*given: Any, **named: Any) -> Any:
        return spoilt(right(*given, **named))

    return answer


def fault_in(rule: Clause[..., object]) -> Callable[..., Any]:
    """A rule that changes something isn't carried out; one that answers answers otherwise."""
    return idle if rule.right.__annotations__["return"] is None else faulty(rule.right)


def idle(*given: Any, **named: Any) -> None:
    """A rule that is not carried out."""


def goes_wrong(board: Board) -> bool:
    try:
        return bool(differences(board.expect, outcome(board)))
    except Exception:  # noqa: BLE001 - whatever goes wrong shows the fault
        return True


@cache
def boards() -> tuple[Board, ...]:
    return tuple(board for board in corpus() if board.expect and not goes_wrong(board))


@cache
def used() -> dict[str, list[Board]]:
    """The boards on which each rule function is asked."""
    found: dict[str, list[Board]] = {name: [] for name in CLAUSES}
    rights = {name: each.right for name, each in CLAUSES.items()}
    asked: set[str] = set()

    def watched(name: str) -> Callable[..., Any]:
        def answer(*given: Any, **named: Any) -> Any:
            asked.add(name)
            return rights[name](*given, **named)

        return answer

    for name, each in CLAUSES.items():
        swap(each, watched(name))
    try:
        for board in boards():
            asked.clear()
            outcome(board)
            for name in asked:
                found[name].append(board)
    finally:
        for each in CLAUSES.values():
            swap(each, each.right)
    return found


@pytest.mark.parametrize("name", RULES)
def test_a_broken_rule_function_shows_on_a_board(name: str) -> None:
    rule = CLAUSES[name]
    assert used()[name], "no board asks it"
    with broken(rule, fault_in(rule)):
        assert any(goes_wrong(board) for board in used()[name])
