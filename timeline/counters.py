"""122, 613.7c: counters put on and removed."""

from collections.abc import Iterable

from striate.timeline.forbidding import forbids
from striate.timeline.game import Thing
from striate.timeline.play import Play


def put(play: Play, thing: Thing, kind: str, number: int) -> None:
    """613.7c: all counters of the kind on it get the timestamp of the new one."""
    if number < 0:
        remove(play, thing, kind, -number)
    elif number > 0:
        thing.counters[kind] = thing.counters.get(kind, 0) + number
        thing.counter_stamps[kind] = play.tick("counters", thing)
        thing.lore = max(thing.lore, thing.counters.get("lore", 0))
        if kind.startswith(_VARIANTS):
            play.note(thing.faces[0].name, f"what a {kind} counter gives")


_VARIANTS = ("hexproof from ", "trample over ")  # 122.1b: variants of keywords


def untap(play: Play, thing: Thing) -> None:
    """701.26b; 122.1d: instead a stun counter is removed from it, if it has one."""
    if forbids(play, thing, "can't become untapped"):
        return  # 101.2
    if thing.counters.get("stun") and is_tapped(play, thing):
        remove(play, thing, "stun", 1)
    else:
        thing.tapped, thing.taps = False, 0
        play.game.changed()


def tap(play: Play, thing: Thing) -> None:
    """701.26a"""
    thing.tapped, thing.taps = True, 0
    play.game.changed()


def was_turned(play: Play, things: Iterable[Thing], tapped: bool = True) -> None:
    """508.1f, 602.2b: an attack or a cost has tapped them, or untapped; no step tells what came
    after it."""
    for thing in things:
        if thing.taps or thing.tapped != tapped:
            thing.tapped, thing.taps = tapped, play.path.step
            play.game.changed()


def attacked(play: Play, *handles: str) -> None:
    """508.1f: what attacks is tapped, unless it has vigilance (702.20b); damage may follow."""
    play.game.fought = (*(play.game.fought or ()), *handles)
    present = [h for h in handles if play.game.things[h].zone == "battlefield"]
    state = play.state()
    tapped = [each for each in present if not state.keywords(each, "vigilance")]
    was_turned(play, [play.game.things[each] for each in tapped])


def is_tapped(play: Play, thing: Thing) -> bool:
    """110.5: whether it is, as far as the board tells it, or else as the path has it."""
    return play.path.is_tapped(thing.handle, thing.tapped, thing.taps)


def remove(play: Play, thing: Thing, kind: str, number: int) -> None:
    """122.1: no more than there are; those that stay keep their timestamp."""
    left = max(0, thing.counters.get(kind, 0) - number)
    if left:
        thing.counters[kind] = left
    else:
        thing.counters.pop(kind, None)
        thing.counter_stamps.pop(kind, None)
    play.game.changed()
