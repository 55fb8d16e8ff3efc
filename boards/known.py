"""What is known of a fact although no step tells it: the start of a game, and what a board shows.

A fact is known from the start of a game if it comes about only by something that the board would
show; what play brings without a permanent (cards drawn, spells cast, life gained) is unknown.
"""

from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from itertools import takewhile
from typing import Final, NamedTuple

from msgspec import Struct

from striate.boards.record import VENTURED, Record
from striate.boards.timeline import (
    Attach,
    ChangeCounters,
    EndTurn,
    Enter,
    EnterTokenCopy,
    Leave,
    LevelUp,
    PlayerFact,
    PutInZone,
    ResolveEffect,
    SetClassLevel,
    SetStatus,
    Step,
    TurnFacts,
)
from striate.cards import tree


class Known(NamedTuple):
    """Whether it is so, and why that is known: a clause, or "shown"."""

    value: bool
    why: str


class Start(Struct, frozen=True):
    """What stands at the start of a game, by its clause; `changed`: the step that says
    otherwise."""

    value: bool
    clause: str
    changed: str


# By the fact's name. `docs/boards.md` has this table.
AT_THE_START: Final[dict[str, Start]] = {
    "monarch": Start(False, "725.1", "monarch: you"),
    "max speed": Start(False, "702.179a", "speed: 4"),
    "city's blessing": Start(False, "702.131b", "blessing: you"),
    "dungeon completed": Start(False, "309.7", "dungeon: you"),
    "opponent is poisoned": Start(False, "122.1f", 'choose: {opponent is poisoned: "yes"}'),
    "opponent has three poison": Start(
        False, "122.1f", 'choose: {opponent has three poison: "yes"}'
    ),
}
# What a step may state, as `facts.condition_asked` names it: at first nobody and neither.
STATED_AT_THE_START: Final[dict[str, str]] = {
    "monarch": "725.1",
    "initiative": "726.1",
    "day": "731.1",
    "speed": "702.179a",
}
_BLESSING = 10  # 702.131b: permanents that give it, if one of them has ascend
_ROOMS = 3  # 309.5a, 309.7: on the shortest way through a dungeon
# 506.1: nothing attacked, and so nothing dealt damage, unless an ability of attackers resolved.
_OF_COMBAT: Final = {
    "attacked": False,
    "player attacked": False,
    "three merfolk attacked": False,
    "attacked a battle": False,
    "no damage dealt yet": True,
}
# 700.4, 701.21: nothing died, left or was sacrificed, as no step shows it.
LEAVING: Final = (
    "creature died", "two creatures died", "permanent left", "artifact sacrificed",
    "permanent sacrificed",
)  # fmt: skip
# How many have entered, of which types or subtypes; `other`: beside the object itself.
ENTERING: Final[dict[str, tuple[int, tuple[str, ...], bool]]] = {
    "entered this turn": (1, (), False),
    "two nonlands entered": (2, ("nonland",), False),
    "artifact entered": (1, ("Artifact",), False),
    "land entered": (1, ("Land",), False),
    "another creature entered": (1, ("Creature",), True),
    "another knight entered": (1, ("Knight",), True),
    "another merfolk or an island entered": (1, ("Merfolk", "Island"), True),
}


def is_entering(name: str, words: Collection[str]) -> bool:
    """Whether what has these types and subtypes is of the kind of which such a fact asks."""
    wanted = ENTERING[name][1]
    return "Land" not in words if wanted == ("nonland",) else not set(wanted).isdisjoint(words)


# Steps after which nothing can have left, attacked or come beside what they name.
_QUIET = (
    Attach, ChangeCounters, Enter, LevelUp, PlayerFact, PutInZone, SetClassLevel, SetStatus,
    TurnFacts,
)  # fmt: skip


def known(
    steps: tuple[Step, ...], name: str, whom: str, combat: bool, record: Record, objects: int
) -> Known | None:
    """What is known after these steps; `whom`: the player, or the object whose fact it is.

    `combat`: something that resolved speaks of attackers. `objects`: how many the board shows.
    """
    start = AT_THE_START.get(name)
    if start is not None:
        if name == "city's blessing" and objects >= _BLESSING:
            return None
        if name == "dungeon completed" and (
            record[VENTURED, whom, 0] >= _ROOMS or _turns_with_the_initiative(steps) >= _ROOMS
        ):
            return None
        return Known(start.value, start.clause)
    if name in _OF_COMBAT:
        quiet = _is_quiet(steps) if name == "no damage dealt yet" else not combat
        return Known(_OF_COMBAT[name], "506.1") if quiet else None
    if name in LEAVING:
        return Known(False, "shown") if _is_quiet(steps) else None
    if name in ENTERING:
        return _entered(steps, name, whom)
    return None


def _turns_with_the_initiative(steps: tuple[Step, ...]) -> int:
    """726.2: who has it ventures in each upkeep, which no step tells."""
    gives_it = (isinstance(each, PlayerFact) and each.fact == "initiative" for each in steps)
    since = next((place for place, each in enumerate(gives_it) if each), len(steps))
    return sum(isinstance(each, EndTurn) for each in steps[since:])


def _is_quiet(steps: tuple[Step, ...]) -> bool:
    """Whether nothing can have left, attacked or come beside what the steps name."""
    return all(isinstance(step, _QUIET) for step in steps)


def shows_what_left(steps: tuple[Step, ...], *, sacrificed: bool = False) -> bool:
    """Whether nothing can have left in this turn beside what the steps show.

    `sacrificed`: why a permanent left, a step does not say (701.21a).
    """
    kinds = _SHOWING if sacrificed else (*_SHOWING, Leave)
    return all(isinstance(step, kinds) for step in _since_the_turn_began(steps))


# Rules text of no card has no cost: all that leaves by it is carried out.
_SHOWING = (*_QUIET, EnterTokenCopy, ResolveEffect)


def _entered(steps: tuple[Step, ...], name: str, whom: str) -> Known | None:
    """How many have entered since the turn began; more may have if other things happened."""
    needed, words, other = ENTERING[name]
    since = _since_the_turn_began(steps)
    sure = possible = 0
    for step in since:
        if not isinstance(step, Enter | EnterTokenCopy):
            possible += 0 if isinstance(step, _QUIET) else needed
            continue
        if name == "entered this turn":
            counts = step.handle == whom
        elif other:
            mine = _controller(steps, whom)
            counts = step.handle != whom and mine is not None and step.controller == mine
        else:
            counts = step.controller == whom
        if counts and (isinstance(step, EnterTokenCopy) or _may_differ(step)):
            possible += 1
        elif counts and isinstance(step, Enter) and _is_of(step.card, words):
            sure += 1
    if sure >= needed:
        return Known(True, "shown")
    return None if sure + possible >= needed else Known(False, "shown")


def _since_the_turn_began(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    ends = [place for place, step in enumerate(steps) if isinstance(step, EndTurn)]
    return steps[ends[-1] + 1 :] if ends else steps


def steps_of_the_turn(steps: tuple[Step, ...], now: int) -> tuple[Step, ...]:
    """Those of the turn in which so many have happened, with those to come."""
    return (*_since_the_turn_began(steps[:now]), *until_the_turn_ends(steps[now:]))


def until_the_turn_ends(steps: Iterable[Step]) -> Iterator[Step]:
    """Those before the first with which a turn ends."""
    return takewhile(lambda each: not isinstance(each, EndTurn), steps)


def _controller(steps: tuple[Step, ...], handle: str) -> str | None:
    return next(
        (
            step.controller
            for step in steps
            if isinstance(step, Enter | EnterTokenCopy) and step.handle == handle
        ),
        None,
    )


def _may_differ(step: Enter) -> bool:
    """Whether it may have entered as something else than what is printed on the front."""
    return bool(step.face_down or step.copying or step.transformed)


@lru_cache(maxsize=50_000)
def _is_of(card: tree.Card, words: tuple[str, ...]) -> bool:
    face = card.faces[0]
    if not words:
        return True
    if words == ("nonland",):
        return "Land" not in face.types
    every = any(
        isinstance(each, tree.Keyword) and each.name == "changeling" for each in face.abilities
    )
    return any(word in (*face.types, *face.subtypes) for word in words) or (
        every and any(word in ("Knight", "Merfolk") for word in words)
    )
