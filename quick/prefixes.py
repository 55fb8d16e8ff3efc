"""What the ways of one board have in common: the steps before they part are played once.

A step reads nothing but the facts of the game, and what its way has decided and shown. So two ways
that have decided alike before a step are one until then, and the second goes on from the facts that
the first had. They are kept as a step begins at which some way has decided something, and at the
end, but not while they hold what a reading looks after itself (611.3b, 707.2c).

Of a number a way has decided its value, and with each comparison which others would answer alike.
The facts name the decision itself. So that goes on with them, with the values that it had left; one
way at a time is read, and what a way has decided is copied as it ends (`untold.ways`).
"""

from copy import copy
from typing import Any, NamedTuple, TypeVar

from striate.boards.unknownnumber import Range
from striate.boards.untold import Decision, Path, common
from striate.quick.savings import Quick
from striate.timeline.context import Context
from striate.timeline.game import (
    Banished,
    Game,
    Lasting,
    Noticed,
    Remembered,
    Replaced,
    Thing,
    Waiting,
)
from striate.timeline.play import Before, Play

_Any = TypeVar("_Any")
_CHANGING = (Banished, Context, Lasting, Noticed, Remembered, Replaced, Thing, Waiting)
_MOST = 200  # kept at once


class _Decided(NamedTuple):
    """A decision, and what it was as the step began."""

    decision: Decision
    then: Decision

    def would_be(self, path: Path) -> bool:
        """Whether the way would decide so, too."""
        domain = path.given.get(self.then.unknown, self.then.domain)
        if isinstance(domain, Range):
            return domain.holds(self.then.value) and domain == common(domain, self.then.domain)
        return isinstance(domain, tuple) and bool(domain[0] == self.then.value)

    def in_way(self, path: Path) -> Decision:
        """The decision itself, as that way has it when the step begins."""
        decision, then = self
        decision.domain = path.given.get(then.unknown, then.domain)
        decision.region = common(then.region, decision.domain)
        return decision


class _Kept(NamedTuple):
    """The game as a step begins, with what its way had decided, and what that had shown."""

    step: int
    decided: tuple[_Decided, ...]
    game: Game
    shown: dict[str, Any]


_SHOWN = ("evidence", "life_set", "of_another", "record", "turn")


class InWays(Quick):
    """The savings of one reading of one board in all its ways."""

    def __init__(self) -> None:
        self._kept: list[_Kept] = []
        self._deciding: set[int] = set()  # steps at which some way has decided something
        self._path, self._step, self._number = Path(), 0, 0

    def before(self, path: Path) -> Before | None:
        self._note(path, 0)
        known = [e for e in self._kept if all(each.would_be(path) for each in e.decided)]
        if not known:
            return None
        kept = max(known, key=lambda each: each.step)
        path.decisions = {each.then.unknown: each.in_way(path) for each in kept.decided}
        for name, value in kept.shown.items():
            setattr(path, name, copy(value))
        self._note(path, kept.step)
        return Before(kept.step, _copied(kept.game, {}))

    def begins(self, play: Play, step: int, steps: int) -> None:
        self._note(play.path, step)
        if step not in self._deciding and step != steps or len(self._kept) == _MOST:
            return
        game = play.game
        if game.lingering or game.static_copies:
            return
        decided = tuple(_Decided(each, copy(each)) for each in play.path.decisions.values())
        if any(each.step == step and each.decided == decided for each in self._kept):
            return
        shown = {name: copy(getattr(play.path, name)) for name in _SHOWN}
        self._kept.append(_Kept(step, decided, _copied(game, {}), shown))

    def _note(self, path: Path, step: int) -> None:
        """Whether the step before has decided something."""
        if len(self._path.decisions) > self._number:
            self._deciding.add(self._step)
        self._path, self._step, self._number = path, step, len(path.decisions)


def _copied(value: _Any, known: dict[int, Any]) -> _Any:
    """The facts once more, as far as they change; what is the same one stays the same one."""
    kind = type(value)
    if kind in (dict, list, set) or kind in _CHANGING or kind is Game:
        if id(value) not in known:
            known[id(value)] = _anew(value, known)
        copied: _Any = known[id(value)]
        return copied
    if kind is tuple:
        return tuple(_copied(each, known) for each in value)  # type: ignore[attr-defined, return-value]
    return value


def _anew(value: Any, known: dict[int, Any]) -> Any:
    if isinstance(value, dict):
        return {key: _copied(each, known) for key, each in value.items()}
    if isinstance(value, list):
        return [_copied(each, known) for each in value]
    anew = copy(value)
    if isinstance(value, set):
        return anew
    known[id(value)] = anew
    names = vars(value) if isinstance(value, Game) else value.__struct_fields__
    for name in names:
        setattr(anew, name, _copied(getattr(value, name), known))
    return anew
