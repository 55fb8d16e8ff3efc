"""What makes the search small, each of which loses no board: one can be switched off at a time.

`striate.queries.proving.boardoracle --off NAME` and the tests ask the same questions without one of
them. The sentence of each says when it loses no board; `bench/results/find.md` tells how they are
tested.
"""

from collections.abc import Iterator
from contextlib import contextmanager

SAVINGS = {
    "cone": "loses no board iff what is left out of the trees decides nothing that the goal, an "
    "effect or stability looks at",
    "classes": "loses no board iff cards of one class can be exchanged on every board",
    "symmetry": "loses no board iff neighbours that are put in order give the same outcome in both "
    "orders",
    "selection": "loses no board iff on a smallest board each permanent that isn't asked for takes "
    "part in a way that the selection knows",
    "parts": "loses no board iff a board that reaches a goal reaches what it asks of each object",
    "elsewhere": "loses no board iff an effect on what is not on the battlefield applies to "
    "nothing",
    "face down": "loses no board iff face down all cards are alike that the goal doesn't name",
    "counting": "loses no board iff what a card lacks by itself is made by effects of others, and "
    "what these need first by effects of others again",
    "limits": "loses no board iff no more slots can have an effect at a place than are counted",
}

_OFF: set[str] = set()


def on(name: str) -> bool:
    """Whether the saving is made."""
    assert name in SAVINGS
    return name not in _OFF


@contextmanager
def without(name: str) -> Iterator[None]:
    """Within, the saving is not made."""
    assert name in SAVINGS, f"no saving is called {name}"
    _OFF.add(name)
    try:
        yield
    finally:
        _OFF.discard(name)
