"""724, 725, 726, 731: what a resolution does to the turn, to who is the monarch or has the
initiative, to day and night.

702.145: daybound and nightbound.
"""

from typing import Literal

from striate.boards.facts import stated
from striate.cards import tree
from striate.encodings.algebra import TRUE
from striate.encodings.clauses import clause
from striate.encodings.game import Game
from striate.encodings.matching import seats
from striate.encodings.replacing import end_of_turn
from striate.encodings.resolution import Resolution
from striate.encodings.state import Thing
from striate.encodings.statebased import keywords


@clause("725.3", "726.3")
def take_over(
    resolution: Resolution, step: tree.Act, what: Literal["monarch", "initiative"]
) -> None:
    """725.3, 726.3: only one player is the monarch, one has the initiative: the last who took it."""
    game = resolution.game
    for lit, you in seats(game.now(), step.player or "you", resolution.setting):
        if lit == TRUE:
            game.world.told |= stated(what, you, 1)
    game.touch()


@clause("731.1")
def become_day(game: Game, *, day: bool) -> None:
    """731.1: once it is day or night it is exactly one of the two."""
    game.world.told |= stated("day", True, int(day))
    game.touch()


@clause("702.145c", "702.145f")
def turn_with_day_and_night(game: Game) -> None:
    """702.145c, f: by night what has daybound shows its back, by day what has nightbound its front.

    Where no step and no effect has told which of the two it is, nothing turns.
    """
    day = game.world.told.get(("day", True))
    if day is None:
        return
    turning = [
        thing
        for thing in game.world.in_zone("battlefield")
        if thing.face == day and _has(game, thing, "nightbound" if day else "daybound")
    ]
    for thing in turning:
        game.transform(thing)


@clause("702.145b", "702.145e")
def turns_by_day_and_night_alone(game: Game, thing: Thing) -> bool:
    """702.145b, e: "this permanent can't transform except due to" that ability."""
    return _has(game, thing, "daybound") or _has(game, thing, "nightbound")


def _has(game: Game, thing: Thing, word: str) -> bool:
    found = keywords(game.now().chars[thing.index].abilities, word)
    return any(held.present == TRUE == guard for held, guard, _ in found)


@clause("724.1b", "724.1d", "724.1e")
def end_the_turn(resolution: Resolution) -> None:
    """724.1b, d-e: the stack is exiled; straight to the cleanup step, past what waits for the end."""
    game = resolution.game
    if any(deed.when in _SKIPPED_OR_NOT for deed in game.world.later):
        game.note(resolution.label, "what waits for the rest of a turn that is ended")
    for thing in list(game.world.in_zone("stack")):
        game.move(thing, "exile")
    clean_up(game)


# A board does not tell in which phase a turn is.
_SKIPPED_OR_NOT = ("at end of combat", "at the beginning of the next cleanup step")


@clause("514.2")
def clean_up(game: Game) -> None:
    """514.2: effects that last until end of turn end."""
    game.end_effects("end of turn")
    for thing in game.world.things:
        thing.marks.discard("saddled")  # 702.171b
        thing.shields = 0
    end_of_turn(game.world)
