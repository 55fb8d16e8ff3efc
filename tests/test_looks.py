"""No look at the board outlives a fact that a reading rests on: whatever changes one says so."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from striate.boards.errors import NotPlayable
from striate.referee.judge import judge
from striate.timeline import counters
from striate.timeline.game import Game, Thing
from striate.timeline.play import Play
from striate.timeline.reading import Look
from tests.corpus import corpus

# What the timeline alone remembers of an object.
_ITS_OWN = frozenset(
    ("struck", "had", "quiet", "never_up", "entered", "listed", "was_permanent", "uncast", "damage",
     "unseen",
     "deathtouched", "guard", "guarded", "regenerations", "parts", "held", "phased_indirectly",
     "came_tapped", "came_on")
)  # fmt: skip
_OF_THINGS = [field.name for field in msgspec.structs.fields(Thing) if field.name not in _ITS_OWN]
_OF_THE_GAME = ("life", "hands", "active", "turn_told", "told_now", "bearers", "told", "moved")


def copied(value: Any) -> Any:
    """Values that are compared by what they are, and others by whether they are the same."""
    if isinstance(value, dict):
        return {key: copied(each) for key, each in value.items()}
    if isinstance(value, list | set):
        return type(value)(value)
    return value if isinstance(value, str | int | frozenset | None) else id(value)


def facts(game: Game) -> dict[object, Any]:
    found: dict[object, Any] = {
        (handle, name): copied(getattr(thing, name))
        for handle, thing in game.things.items()
        for name in _OF_THINGS
    }
    found |= {name: copied(getattr(game, name)) for name in _OF_THE_GAME}
    found |= {(e.number, e.stamp): list(map(id, e.by_object.values())) for e in game.lasting}
    return found


def stale_looks(monkeypatch: pytest.MonkeyPatch) -> set[object]:
    """The facts that differed at two looks which were the same one, over boards of the corpus."""
    asked: Callable[[Play], Look] = Play.state
    known: dict[str, Any] = {}
    stale: set[object] = set()

    def state(play: Play) -> Look:
        now = facts(play.game)
        if (known.get("play"), known.get("version")) == (play, play.game.version):
            before = known["facts"]
            stale.update(key for key in now.keys() | before if now.get(key) != before.get(key))
        known.update(play=play, version=play.game.version, facts=now)
        return asked(play)

    monkeypatch.setattr(Play, "state", state)
    for board in list(corpus())[::4]:
        try:
            judge(board)
        except NotPlayable:
            continue
    return stale


def test_no_look_outlives_a_fact(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not stale_looks(monkeypatch)


def test_a_fact_that_changes_in_silence_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wrong: counters are put on without a timestamp."""

    def put(play: Play, thing: Thing, kind: str, number: int) -> None:
        thing.counters[kind] = thing.counters.get(kind, 0) + number

    monkeypatch.setattr(counters, "put", put)
    assert any("counters" in key for key in stale_looks(monkeypatch) if isinstance(key, tuple))
