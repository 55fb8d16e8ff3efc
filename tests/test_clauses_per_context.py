"""A wrong reading is read in its own thread and nowhere else."""

import threading
from functools import cache
from typing import Any

from striate.boards.timeline import Board
from striate.encodings.algebra import FALSE
from striate.encodings.clauses import CLAUSES, broken, is_rightly_read
from striate.encodings.reading import outcome
from striate.queries.answers import canonical
from tests.corpus import corpus

depends_on = CLAUSES["striate.encodings.dependency.depends_on"]
defining_first = CLAUSES["striate.encodings.layers.defining_first"]


@cache
def dependent() -> Board:
    """A board that comes out otherwise if nothing depends on anything."""
    for board in corpus():
        if "613.8a" in board.rules:
            right = canonical(outcome(board))
            with broken(depends_on, lambda *_: FALSE):
                if canonical(outcome(board)) != right:
                    return board
    raise AssertionError("no board of the corpus rests on a dependency")


def answer() -> Any:
    return canonical(outcome(dependent()))


def test_a_clause_that_one_thread_swaps_reads_as_it_stands_in_another() -> None:
    right = answer()
    assert is_rightly_read()
    swapped, looked = threading.Event(), threading.Event()
    found: list[Any] = []

    def misreads() -> None:
        with broken(depends_on, lambda *_: FALSE):
            found.append((is_rightly_read(), answer()))
            swapped.set()
            looked.wait()
            found.append((is_rightly_read(), answer()))

    thread = threading.Thread(target=misreads)
    thread.start()
    swapped.wait()
    assert is_rightly_read() and depends_on.active is depends_on.right
    assert answer() == right
    looked.set()
    thread.join()
    assert [rightly for rightly, _ in found] == [False, False]
    assert all(wrong != right for _, wrong in found)
    assert answer() == right


def test_swaps_within_each_other_end_one_after_the_other() -> None:
    with broken(defining_first, lambda _: False):
        with broken(depends_on, lambda *_: FALSE):
            assert depends_on.active is not depends_on.right
        assert depends_on.active is depends_on.right
        assert not defining_first("4")
    assert defining_first("4") and is_rightly_read()
