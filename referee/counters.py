"""122, 613.7c: counters put on and removed."""

from striate.referee.game import Game, Thing


def put(game: Game, thing: Thing, kind: str, number: int) -> None:
    """613.7c: all counters of the kind on it get the timestamp of the new one."""
    if number < 0:
        remove(game, thing, kind, -number)
    elif number > 0:
        thing.counters[kind] = thing.counters.get(kind, 0) + number
        thing.counter_stamps[kind] = game.tick()


def remove(game: Game, thing: Thing, kind: str, number: int) -> None:
    """122.1: no more than there are; those that stay keep their timestamp."""
    left = max(0, thing.counters.get(kind, 0) - number)
    if left:
        thing.counters[kind] = left
    else:
        thing.counters.pop(kind, None)
        thing.counter_stamps.pop(kind, None)
    game.changed()
