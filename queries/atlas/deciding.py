"""How two permanents meet in one layer: what their trees allow, and the boards that show it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from striate.boards.errors import NotPlayable
from striate.cards import tree
from striate.queries.atlas.meeting import can_wait, can_wait_unstopped, order_can_matter
from striate.queries.atlas.parts import Bundle
from striate.queries.atlas.probing import Prober, shrunk
from striate.queries.atlas.spreads import Spread, order_shows
from striate.queries.atlas.watching import Met, looked_over

# "order": the order of the two matters; "waits": the first waits for the second; "waited": the
# second for the first; "loop": each depends on the other; "stops", "stopped": one takes the
# other's ability before its effect has begun.
Way: TypeAlias = Literal["order", "waits", "waited", "loop", "stops", "stopped"]


@dataclass
class Meeting:
    """What is known of two permanents in a layer: ways that were shown, and that stay open."""

    shown: dict[Way, Spread] = field(default_factory=dict)
    open: set[Way] = field(default_factory=set)


def possible(one: Bundle, other: Bundle) -> set[Way]:
    """What their trees allow; what is not in it happens on no board where nothing else acts."""
    allowed: set[Way] = set()
    if order_can_matter(one, other):
        allowed.add("order")
    if can_wait_unstopped(one, other):
        allowed.add("waits")
    if can_wait_unstopped(other, one):
        allowed.add("waited")
    if can_wait(one, other) and can_wait(other, one):
        allowed.add("loop")
    return allowed


def decide(
    prober: Prober, one: tree.Card, other: tree.Card, layer: str, wanted: set[Way]
) -> Meeting:
    """Looks for the smallest board that shows each of the ways."""
    meeting = Meeting(open=set(wanted))
    for spread in prober.spreads(one, other, layer, wide="loop" in wanted):
        for way in _shown_by(spread, layer, meeting.open):
            meeting.open.discard(way)
            meeting.shown[way] = _smallest(spread, layer, way)
        if not meeting.open:
            break
    return meeting


def shows(spread: Spread, layer: str, way: Way) -> bool:
    """Whether the board shows that, by the referee."""
    return way in _shown_by(spread, layer, {way})


def _shown_by(spread: Spread, layer: str, wanted: set[Way]) -> set[Way]:
    try:
        met, applied_to = looked_over(spread.boards()[0])
        shown = set(ways(met, spread, layer))
        if "order" in wanted and _may_show(shown, spread, layer, applied_to):
            shown |= {"order"} if order_shows(spread) else set()
    except NotPlayable:
        return set()
    return shown & wanted


def _may_show(
    shown: set[Way], spread: Spread, layer: str, applied_to: dict[tuple[str, str], set[str]]
) -> bool:
    """Whether the order is worth a look: both apply to some object, and neither is stopped."""
    if "loop" in shown:
        return True
    mine = applied_to.get((layer, spread.first.handle), set())
    shared = not mine.isdisjoint(applied_to.get((layer, spread.second.handle), set()))
    return shared and not shown & {"stops", "stopped"}


def ways(met: frozenset[Met], spread: Spread, layer: str) -> Iterator[Way]:
    """What was seen between the two, in that layer."""
    one, other = spread.first.handle, spread.second.handle
    for each in met:
        if each.layer != layer or {each.one, each.other} != {one, other}:
            continue
        if each.relation == "loop":
            yield "loop"
        elif each.relation == "waits":
            yield "waits" if each.one == one else "waited"
        else:
            yield "stops" if each.one == one else "stopped"


def _smallest(spread: Spread, layer: str, way: Way) -> Spread:
    if len(spread.beside) < 3:
        return spread
    return shrunk(spread, lambda smaller: shows(smaller, layer, way))
