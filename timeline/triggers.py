"""603.2: of which object the event is on which an ability has triggered."""

from collections.abc import Iterator

from striate.cards.tree import Each, Event, TargetSpec, Triggered
from striate.cards.walking import any_node
from striate.timeline.game import Noticed, Thing
from striate.timeline.play import Play


def notices(play: Play, thing: Thing, *verbs: str) -> None:
    """603.2, 603.6: what is on the battlefield triggers on what happens to the object."""
    if not play.may_matter(_means_that_object):
        return
    state = play.state()
    for other, said in play.abilities_in(state, "battlefield"):
        if not isinstance(said, Triggered) or not _means_that_object(said):
            continue
        event = said.event
        if not isinstance(event, Event) or event.verb not in verbs or event.detail:
            continue
        at, who = play.speaker(state, other), event.who
        if isinstance(who, Each) and state.may_match(who.filter, thing.handle, at):
            play.game.noticed.append(
                Noticed(other.handle, other.incarnation, said, thing.handle, thing.incarnation)
            )


def _means_that_object(words: object) -> bool:
    """Whether a triggered ability speaks of the object of its event as "that creature"."""
    return any_node(
        words, lambda node: isinstance(node, TargetSpec) and node.word == "that"
    ) and any_node(words, (Triggered,))


def of_the_event(play: Play, source: str, ability: Triggered) -> str | None:
    """603.2: the only object on whose event the ability has triggered and not resolved yet.

    What entered together (613.7m), left together or has become another object (400.7) is not told
    apart.
    """
    waiting = list(_waiting(play, source, ability))
    if len({each.handle for each in waiting}) != 1 or play.game.together:
        return None
    one = waiting[0]
    thing = play.game.things[one.handle]
    moved = thing.incarnation - one.incarnation
    same = moved == 0 or (moved == 1 and thing.zone != "battlefield")
    return one.handle if same and play.game.noticed_all else None


def resolves(play: Play, source: str, ability: Triggered, handle: str | None) -> None:
    """603.3: it has resolved for the event of that object."""
    for each in _waiting(play, source, ability):
        if each.handle == handle:
            play.game.noticed.remove(each)
            return


def is_noticed(play: Play, thing: Thing) -> bool:
    """Whether an ability that may resolve yet has triggered on what happened to the object."""
    return any(
        each.handle == thing.handle and each.incarnation == thing.incarnation
        for each in play.game.noticed
    )


def _waiting(play: Play, source: str, ability: Triggered) -> Iterator[Noticed]:
    thing = play.game.things.get(source)
    for each in list(play.game.noticed):
        known = thing is not None and _is_same(thing, each)
        if known and each.source == source and each.ability == ability:
            yield each


def _is_same(source: Thing, noticed: Noticed) -> bool:
    """113.7a: the same object, or the card that it became as it left."""
    moved = source.incarnation - noticed.source_incarnation
    return moved == 0 or (moved == 1 and source.zone != "battlefield")
