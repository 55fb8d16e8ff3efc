"""702.95: creatures that soulbond has paired, as a step tells it, and until when."""

from striate.boards.errors import NotPlayable
from striate.boards.steps.objects import Pair
from striate.timeline import moving
from striate.timeline.game import Thing
from striate.timeline.play import Play

NOBODY = ""


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
