"""702.95, 702.145: soulbond, daybound and nightbound: what they do to permanents at once."""

from typing import Final

from striate.boards.errors import NotPlayable
from striate.boards.steps.objects import Pair
from striate.timeline import moving
from striate.timeline.game import Thing
from striate.timeline.play import Play

NOBODY = ""

# --- 702.95: creatures that soulbond has paired, as a step tells it -------------------------------


def pair(play: Play, step: Pair) -> None:
    """702.95a, c, d: two unpaired creatures of one player, one of which has soulbond."""
    handles = [step.what] if step.partner is None else [step.what, step.partner]
    things = [play.game.things[handle] for handle in handles]
    state = play.state()
    for thing in things:
        if thing.zone != "battlefield" or "Creature" not in state.types(thing.handle):
            raise NotPlayable(f"`{thing.handle}` is no creature on the battlefield (702.95c)")
        if thing.paired:
            raise NotPlayable(f"`{thing.handle}` is paired with `{thing.paired}` (702.95d)")
    if step.partner is None:
        things[0].paired = NOBODY
        return
    one, other = things
    if one is other:
        raise NotPlayable(f"`{one.handle}` can't be paired with itself")
    seat = state.controller(one.handle)
    if state.controller(other.handle) != seat:
        raise NotPlayable(f"`{one.handle}` and `{other.handle}` are of two players (702.95c)")
    if not any(state.keywords(handle, "soulbond") for handle in handles):
        raise NotPlayable(f"neither `{one.handle}` nor `{other.handle}` has soulbond (702.95a)")
    one.paired, other.paired = other.handle, one.handle
    one.paired_under = other.paired_under = seat
    play.game.changed()


def part(play: Play) -> None:
    """702.95e: both are unpaired once either is no creature there of that player any more."""
    for thing in play.game.things.values():
        if thing.paired and not _lasts(play, thing):
            thing.paired = NOBODY
            play.game.changed()


def _lasts(play: Play, thing: Thing) -> bool:
    other = play.game.things[thing.paired or ""]
    if other.paired != thing.handle:
        return False  # it has left, or come back as another object (400.7)
    if moving.PHASED_OUT in (thing.zone, other.zone):
        return True  # 702.26d
    state = play.state()
    return all(
        each.zone == "battlefield"
        and "Creature" in state.types(each.handle)
        and state.controller(each.handle) == each.paired_under
        for each in (thing, other)
    )


# --- 702.145: what daybound and nightbound permanents do as it is day or night --------------------

_BOUND: Final = ("daybound", "nightbound")


def follow_the_day(play: Play) -> None:
    """702.145c, f: while it's night no daybound permanent shows its front, by day no nightbound
    one its back. Nobody's effect: it happens at once.

    A board that states neither day nor night is not turned.
    """
    day = play.game.told.get(("day", True))
    if day is None:
        return
    word = _BOUND[day]
    turning = [
        thing
        for thing in play.game.on_battlefield()
        if thing.transformed == bool(day) and play.state().keywords(thing.handle, word)
    ]
    for thing in turning:
        moving.transform(play, thing)
    if turning:
        play.game.changed()


def is_bound(play: Play, thing: Thing) -> bool:
    """702.145b, e: it can't transform except due to its own daybound or nightbound ability."""
    state = play.state()
    return state.is_there(thing.handle) and any(
        state.keywords(thing.handle, word) for word in _BOUND
    )
