"""702.95, 702.131, 702.145: soulbond, ascend, daybound: what they do at once."""

from typing import Final

from striate.boards.errors import NotPlayable
from striate.boards.facts import stated
from striate.boards.steps.objects import Pair
from striate.boards.untold import BECOMES_DAY, BECOMES_NIGHT
from striate.cards import tree
from striate.cards.meanings import meaning
from striate.cards.walking import anywhere, in_words
from striate.timeline import moving
from striate.timeline.context import SEATS
from striate.timeline.game import Thing
from striate.timeline.play import Play
from striate.timeline.reading import Look

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


def could_pair(play: Play, one: str, other: str) -> bool:
    """702.95c: whether both may be creatures of one player, by what is written anywhere."""
    things = [play.game.things[one], play.game.things[other]]
    apart = things[0].controller != things[1].controller
    if apart and not play.anybody_says(in_words(tree.SetController, tree.ExchangeControl)):
        return False
    return all(
        thing.face_down is not None or any("Creature" in face.types for face in thing.faces)
        for thing in things
    ) or play.anybody_says(_makes_creatures)


@anywhere
def _makes_creatures(node: tree.Node) -> bool:
    if isinstance(node, tree.Keyword):
        return any(map(_makes_creatures, meaning(node)))
    return isinstance(node, (tree.AddTypes, tree.SetTypes, tree.BecomeCopy, tree.EntersAsCopy))


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
        play.note(thing.handle, "whether what phases out stays paired")  # 702.26d, f
        return True
    state = play.state()
    return all(
        each.zone == "battlefield"
        and "Creature" in state.types(each.handle)
        and state.controller(each.handle) == each.paired_under
        for each in (thing, other)
    )


# --- 702.131 --------------------------------------------------------------------------------------

_ENOUGH = 10
_BLESSING = "city's blessing"
_ascends = anywhere(lambda node: isinstance(node, tree.Keyword) and node.name == "ascend")


def ascend(play: Play) -> None:
    """702.131b: any time a player controls ten permanents, one of them with ascend, that player
    gets the city's blessing."""
    there = tuple(play.game.on_battlefield())
    if len(there) < _ENOUGH or not play.may_matter(_ascends):
        return
    state = play.state()
    for seat in SEATS:
        theirs = [each.handle for each in there if state.controller(each.handle) == seat]
        has_it = play.game.told.get((_BLESSING, seat == "you"))
        if has_it or len(theirs) < _ENOUGH:
            continue
        if any(state.keywords(each, "ascend") for each in theirs):
            play.game.told.update(stated(_BLESSING, seat == "you", 1))
            play.game.changed()


# --- 702.145: what daybound and nightbound permanents do as it is day or night --------------------

_BOUND: Final = ("daybound", "nightbound")


def follow_the_day(play: Play) -> None:
    """702.145c-d, f-g: while it's night no daybound permanent shows its front, by day no nightbound
    one its back. Nobody's effect: it happens at once. If it is neither, such a permanent brings it.
    """
    if not play.may_matter(_is_of_the_day):
        return
    game = play.game
    day = game.told.get(("day", True))
    may_be = [
        thing
        for thing in game.on_battlefield()
        if (day is None or thing.transformed == bool(day))
        and play.savings.may_have(play, _is_of_the_day, thing)
    ]
    if not may_be:
        return
    state = play.state()
    bound_ones = [thing for thing in may_be if _is_bound(state, thing, *_BOUND)]
    if day is None and bound_ones:
        day = int(any(_is_bound(state, thing, "daybound") for thing in bound_ones))
        game.told.update(stated("day", True, day))
        game.changed()
    if day is None:
        return
    turning = [
        thing
        for thing in bound_ones
        if thing.transformed == bool(day) and _is_bound(state, thing, _BOUND[day])
    ]
    for thing in turning:
        moving.transform(play, thing)
    if turning:
        game.changed()


_is_of_the_day = anywhere(lambda node: isinstance(node, tree.Keyword) and node.name in _BOUND)


def _is_bound(state: Look, thing: Thing, *words: str) -> bool:
    return any(state.keywords(thing.handle, word) for word in words)


def is_bound(play: Play, thing: Thing) -> bool:
    """702.145b, e: it can't transform except due to its own daybound or nightbound ability."""
    state = play.state()
    return state.is_there(thing.handle) and _is_bound(state, thing, *_BOUND)


def turn_over(play: Play, thing: Thing) -> None:
    """701.27a; 702.145b, e: what a step turns over that way shows that it became night, or day."""
    shows_the_day(play, thing, night=not thing.transformed)
    moving.transform(play, thing)


def shows_the_day(play: Play, thing: Thing, *, night: bool) -> None:
    """702.145b, e: it turns over only as it becomes night, and enters so only by night."""
    if is_bound(play, thing):
        play.game.told.update(stated("day", True, int(not night)))
        play.game.changed()


def begin_the_turn(play: Play, *, is_told: bool) -> None:
    """731.2: it may be night now if the turn before saw no spell of its player, and day if it saw
    two; how many there were, nobody tells. `is_told`: a step of this turn says what it is.
    """
    day = play.game.told.get(("day", True))
    if day is None or is_told:
        return
    if play.path.becomes(BECOMES_NIGHT if day else BECOMES_DAY):
        play.game.told.update(stated("day", True, 1 - day))
        play.game.changed()
