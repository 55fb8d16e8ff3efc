"""603.2: of which object the event is on which an ability has triggered."""

import re
from collections.abc import Iterator

from striate.boards.known import until_the_turn_ends
from striate.boards.record import PLAYER_HURT
from striate.boards.timeline import Enter, Resolve, Seat
from striate.cards import tree
from striate.cards.numbering import numbered
from striate.cards.walking import any_node, anywhere, mentions, nodes
from striate.timeline import counters
from striate.timeline.context import SEATS, Context, other_seat
from striate.timeline.game import Noticed, Thing
from striate.timeline.play import Play
from striate.timeline.reading import Look

OPEN_EVENT = "which object the event is of (name it under `targets`)"


def notices(play: Play, thing: Thing, *verbs: str) -> None:
    """603.2, 603.6: what is on the battlefield triggers on what happens to the object; of what no
    later step resolves nothing is remembered."""
    awaited = play.game.awaited
    if not awaited or not play.may_matter(_speaks_of_its_object):
        return
    state = play.state()
    for other, ability in _numbered(play, state):
        event = event_of(ability)
        if other.handle not in awaited or event is None:
            continue
        if event.verb not in verbs or event.detail:
            continue
        if not _speaks_of_its_object(ability):
            continue
        at, who = play.speaker(state, other), event.who
        if isinstance(who, tree.Each) and state.may_match(who.filter, thing.handle, at):
            met = _is_met(play, ability, at.about(thing.handle))
            of = thing.handle, thing.incarnation
            play.game.noticed.append(Noticed(other.handle, other.incarnation, ability, *of, met))


def _numbered(play: Play, state: Look) -> Iterator[tuple[Thing, tree.Triggered]]:
    """603.1: the triggered abilities on the battlefield, a keyword's by what it stands for."""
    for thing, ability in play.abilities_in(state, "battlefield"):
        for each in numbered(ability):
            if isinstance(each, tree.Triggered):
                yield thing, each


def _is_met(play: Play, ability: tree.Triggered, at: Context) -> bool:
    """603.4: whether the condition is true as the event happens; what no board keeps may be."""
    condition = ability.condition
    if condition is None or mentions(condition, (tree.Fact, tree.Unknown)):
        return True
    return play.state().holds(condition, at)


def _speaks_of_its_object(words: object) -> bool:
    """603.2: whether a triggered ability speaks of the object of its event, or asks of it."""
    return any_node(words, _speaks)


def _speaks(node: object) -> bool:
    if isinstance(node, tree.Keyword):
        return any(map(_speaks, numbered(node)))
    asks = isinstance(node, tree.Triggered) and mentions(node.condition, (tree.Affected,))
    return asks or (isinstance(node, tree.Triggered) and _means_that_object(node))


@anywhere
def _means_that_object(node: tree.Node) -> bool:
    """Whether a triggered ability speaks of the object of its event as "that creature"."""
    return isinstance(node, tree.TargetSpec) and node.word == "that"


def of_the_event(play: Play, source: str, ability: tree.Triggered) -> str | None:
    """603.2: the object on whose event the ability has triggered and not resolved yet; None if
    nothing tells it.

    Of several it is one, each in a way of its own. What left together or has become another object
    (400.7) is not told apart. What it entered attached to is known.
    """
    event = event_of(ability)
    if event is not None and event.verb == "enters attached to" and event.who == tree.This():
        return play.game.things[source].came_on if source in play.game.things else None
    waiting = [each for each in _waiting(play, source, ability) if each.met]
    handles = tuple(dict.fromkeys(each.handle for each in waiting))
    if (
        not waiting
        or not play.game.noticed_all
        or not all(_is_it(play, each.handle, each.incarnation) for each in waiting)
    ):
        return None
    if len(handles) == 1 and not play.game.together:
        return handles[0]
    return play.path.event_of(handles, source)


def is_true_of_one(play: Play, ability: tree.Triggered, at: Context) -> bool:
    """603.4: whether the condition is true of one of the objects that the event can be of, if the
    step names none.

    It triggered on none of which it was not true; what has left is as it was then (603.10).
    """
    source = at.source or ""
    waiting = list(_waiting(play, source, ability))
    for each in waiting:
        thing = play.game.things[each.handle]
        stays = thing.incarnation == each.incarnation
        if each.met and (not stays or _is_meant(play, ability, each.handle, at)):
            play.game.noticed.remove(each)
            return True
    if any(each.met or each.handle != source for each in waiting):
        if not play.game.noticed_all:
            play.note(at.card, OPEN_EVENT)
        return False
    play.path.takes_event_elsewhere(source)
    return True


def are_over(play: Play) -> None:
    """514.3, 603.3: with the turn all that has triggered has resolved; whether the board tells of
    it or not, a later step is of no event of this turn.

    What a step may mean by "that creature" stays known.
    """
    play.game.noticed = [each for each in play.game.noticed if _means_that_object(each.ability)]


def _is_it(play: Play, handle: str, incarnation: int) -> bool:
    thing = play.game.things[handle]
    moved = thing.incarnation - incarnation
    return moved == 0 or (moved == 1 and thing.zone != "battlefield")


def event_of(ability: tree.Ability | None) -> tree.Event | None:
    """603.1: what the ability triggers on, if it is one that does and its event is understood."""
    event = ability.event if isinstance(ability, tree.Triggered) else None
    return event if isinstance(event, tree.Event) else None


def is_of_combat(ability: tree.Triggered) -> bool:
    """506.1: whether it can't trigger unless something attacks, or is likely to do so then."""
    event = event_of(ability)
    words = "attack" if event is None else f"{event.verb} {event.detail}"
    return any(word in words for word in ("attack", "block", "combat", "deals", "dealt"))


def tap_its_objects(
    play: Play, ability: tree.Triggered, at: Context, targets: tuple[str, ...]
) -> tuple[str, ...] | None:
    """508.1f, 603.2: what attacked is tapped, or what the event tapped or untapped; of several that
    it can be of, each may be. Those that attacked; None if the event shows no fight."""
    event, state = ability.event, play.state()
    match = _TURNS.match(f"{event.verb} {event.detail}") if isinstance(event, tree.Event) else None
    if match is None or not isinstance(event, tree.Event):
        return None
    if match["blocks"]:
        return ()
    who = event.who or event.to
    if " with" in event.verb and event.who is not None:
        handles = state.group(YOUR_CREATURES, at)  # nothing tells which others
    elif isinstance(who, tree.This | tree.Attached):
        handles = state.looked_at(who, at)
    elif any(spec.word == "that" for spec in ability.body.targets) and targets:
        handles = tuple(each for each in targets if each not in SEATS)[:1]
    elif event.who is None:
        group = event.to.filter if isinstance(event.to, tree.Each) else tree.HasType("Creature")
        player = event.player if event.player and "dealt" not in event.verb else "any"
        theirs = (tree.ControlledBy(player),) if player in SEATS else ()
        handles = state.group(tree.Each(tree.AllOf((group, *theirs))), at)
    else:
        handles = tuple(each for each, _ in play.game.fitted.get((at.source or "", ability), {}))
    if match["tapped"] or match["untapped"]:
        things = [play.game.things[each] for each in handles]
        counters.was_turned(play, things, not match["untapped"])
        return None
    counters.attacked(play, *handles)
    if "exerted" in event.verb:  # 701.43a
        for thing in (play.game.things[each] for each in handles):
            thing.held = True
    return handles


YOUR_CREATURES = tree.Each(tree.AllOf((tree.HasType("Creature"), tree.ControlledBy("you"))))
_TURNS = re.compile(
    r".*\b(?P<untapped>becomes untapped)|.*\b(?P<tapped>becomes tapped|is tapped|taps?)\b|"
    r".*\b(attack(?!ers)|becomes blocked|is exerted as|combat damage)|.*\b(?P<blocks>blocks?)\b"
)


def has_hurt_a_player(play: Play, ability: tree.Triggered) -> bool:
    """119.3, 510.2: whether a player was dealt damage as it triggered, but for what a resolution
    dealt."""
    event = event_of(ability)
    if event is None or "damage" not in event.verb:
        return False
    shown = any(play.path.record[PLAYER_HURT, seat, play.path.turn] for seat in SEATS)
    if shown and "combat" not in event.verb:
        return False
    asks = (each.fact for each in nodes(event.to) if isinstance(each, tree.Unknown))
    words = f"{event.verb} {event.player or ''} {event.to if isinstance(event.to, str) else ''}"
    anything = event.to is None and event.verb in ("deals damage", "deals combat damage")
    return anything or any(map(_OF_PLAYERS.search, (words, *asks)))


_OF_PLAYERS = re.compile(r"\b(you$|player|opponent|any$|defending)|dealt to you|damage to you")


def finds_it(ability: tree.Ability | None) -> bool:
    """400.7: whether the object is found where it is by now: where the event has put it."""
    event = event_of(ability)
    return event is None or not event.verb.startswith((*_WHERE_IT_IS, "enters"))


def remember_fitting(play: Play) -> None:
    """603.2: what attacks, blocks, is dealt damage ... does so between two steps, and is then as
    the ability asks: which objects are so by now is kept until the turn ends."""
    if not play.game.awaited or not play.may_matter(_is_of_what_stays):
        return
    state = play.state()
    for source, ability in _numbered(play, state):
        event = event_of(ability) if source.handle in play.game.awaited else None
        who = None if event is None else _stays(event)
        if event is None or who is None:
            continue
        at = play.speaker(state, source)
        opposed = _opposed(play, event, at)
        known = play.game.fitted.setdefault((source.handle, ability), {})
        for thing in play.game.on_battlefield():
            if opposed is not None and state.controller(thing.handle) != opposed:
                continue
            if state.may_match(who.filter, thing.handle, at):
                known[thing.handle, thing.incarnation] = None


def _is_of_what_stays(words: object) -> bool:
    """Whether an ability triggers on what happens to a permanent that stays where it is."""
    return any_node(words, _tells_what_stays)


def _tells_what_stays(node: object) -> bool:
    if isinstance(node, tree.Keyword):
        return any(map(_tells_what_stays, numbered(node)))
    event = event_of(node) if isinstance(node, tree.Triggered) else None
    return event is not None and _stays(event) is not None


def could_be_of(play: Play, ability: tree.Triggered, handle: str, at: Context) -> bool:
    """603.2: whether the object could be that of the event, at this step or before it."""
    event = event_of(ability)
    if event is None:
        return True
    source = at.source or ""
    known = play.game.fitted.get((source, ability))
    if known is not None:
        return any(handle == each for each, _ in known)
    who, thing = event.who, play.game.things[handle]
    if not isinstance(who, tree.Each) or isinstance(event.to, tree.Node | tuple):
        return True
    if thing.zone != "battlefield" or who.zone != "battlefield":
        return True
    if event.verb == "enters" and _came_before(play, ability, thing, source):
        return False
    if any(each.handle == handle and not each.met for each in _waiting(play, source, ability)):
        return False  # 603.4: the condition was not true of it
    return play.state().may_match(who.filter, handle, at)


def _came_before(play: Play, ability: tree.Triggered, thing: Thing, source: str) -> bool:
    """603.6a: whether it was there when a step had the source enter, and has stayed.

    Steps may tell so loosely of a printed ability; of a keyword (evolve, graft) they may not.
    """
    abilities = play.state().abilities(source) if source in play.game.things else ()
    if not any(isinstance(each, tree.Keyword) and ability in numbered(each) for each in abilities):
        return False
    if thing.incarnation or any({thing.handle, source} <= set(g) for g in play.game.together):
        return False
    return thing.order < play.game.things[source].order


def supposed(play: Play, ability: tree.Triggered, at: Context) -> str | None:
    """603.2: an object that attacks, is blocked, is dealt damage, was cast ... is one of those that
    could do so, though it may have left since (113.7a); None if the board can't show it.

    603.4: the ability resolved, so that its condition was true of it.
    """
    known = play.game.fitted.get((at.source or "", ability), ())
    if not all(_is_it(play, *each) for each in known):
        return None  # 400.7: what has come back is another object
    fitting = [each for each in _fitting(play, ability, at) if _is_meant(play, ability, each, at)]
    if len(fitting) < 2:
        return fitting[0] if fitting else None
    return play.path.event_of(tuple(fitting), at.source or "")


def _fitting(play: Play, ability: tree.Triggered, at: Context) -> Iterator[str]:
    """The objects that the event can be of."""
    event, state = ability.event, play.state()
    if not isinstance(event, tree.Event) or event.detail:
        return
    if event.verb == "cast" and isinstance(event.to, tree.Each):
        if _may_resolve_later(play):
            return
        seats = state.seats(event.player, at) if event.player else SEATS
        for thing in play.game.in_zone("stack"):
            cast = not thing.copy_of_spell and state.controller(thing.handle) in seats
            if (
                cast
                and thing.handle != at.source
                and state.may_match(event.to.filter, thing.handle, at)
            ):
                yield thing.handle
        return
    for handle, _ in play.game.fitted.get((at.source or "", ability), ()):
        yield handle


def is_of_nothing_shown(play: Play, ability: tree.Triggered, at: Context) -> bool:
    """603.2: whether no object of the board can be that of the event, and what the ability does to
    it is all that it says of it: then nothing that the board shows is affected."""
    event, source = ability.event, at.source or ""
    if not isinstance(event, tree.Event) or event.detail or not _only_affects_it(ability.body):
        return False
    if event.verb == "cast":
        return not _may_resolve_later(play) and not any(_fitting(play, ability, at))
    if event.verb in ("enters", "is turned face up"):
        sure = isinstance(event.who, tree.Each) and play.game.noticed_all and not play.game.together
        return sure and not any(_waiting(play, source, ability))
    return play.game.fitted.get((source, ability)) == {}


def _only_affects_it(body: tree.Body) -> bool:
    """Whether effects, counters and tapping are all that a text has for "that creature"."""
    that = {tree.Target(index) for index, spec in enumerate(body.targets) if spec.word == "that"}
    number = sum(node in that for node in nodes(body.steps) if isinstance(node, tree.Target))
    affected = [
        step.effect.who if isinstance(step, tree.Continuous) else step.who
        for step in body.steps
        if isinstance(step, tree.Continuous | tree.PutCounters | tree.SetTapped)
    ]
    return number == sum(who in that for who in affected) and not any_node(
        body.steps, (tree.Do, tree.Modal)
    )


def _may_resolve_later(play: Play) -> bool:
    """603.3: whether a spell that no step has put on the stack resolves after the ability."""
    later = until_the_turn_ends(play.path.steps[play.path.step :])
    return any(isinstance(step, Enter | Resolve) for step in later)


def _stays(event: tree.Event) -> tree.Each | None:
    """The words of the object, if it is a permanent that the event leaves where it is."""
    if not event.verb.startswith(_WHERE_IT_IS):
        return None
    who, to = event.who, event.to
    if isinstance(to, tree.Each):
        one = to if isinstance(who, tree.This | tree.Attached) else None
    else:
        one = who if isinstance(who, tree.Each) and not isinstance(to, tree.Node | tuple) else None
    return one if one is not None and one.zone == "battlefield" else None


_WHERE_IT_IS = ("attack", "block", "becomes", "deals", "is dealt", "crews")


def _opposed(play: Play, event: tree.Event, at: Context) -> Seat | None:
    """506.2, 509.1a: who must control it: creatures attack a player or are blocked by those of
    another player; None if the event says nothing of that."""
    you = play.state().you(at)
    if event.verb.startswith("attacks"):
        at_you = event.to == "you" or event.verb.startswith("attacks you")
        at_them = event.to == "opponent" or event.verb.startswith("attacks one of your opponents")
        return other_seat(you) if at_you else you if at_them else None
    if "block" not in event.verb or not isinstance(event.to, tree.Each):
        return None
    fighting = play.state().group(event.who, at) if event.who is not None else ()
    return other_seat(play.state().controller(fighting[0])) if len(fighting) == 1 else None


def _is_meant(play: Play, ability: tree.Triggered, handle: str, at: Context) -> bool:
    condition = ability.condition
    return condition is None or play.state().holds(condition, at.about(handle))


def resolves(play: Play, source: str, ability: tree.Triggered, handle: str | None) -> None:
    """603.3: it has resolved for the event of that object."""
    for each in _waiting(play, source, ability):
        if each.handle == handle:
            play.game.noticed.remove(each)
            return


def is_noticed(play: Play, thing: Thing) -> bool:
    """Whether an ability that may resolve yet has triggered on what happened to the object."""
    it = (thing.handle, thing.incarnation)
    noticed = any((each.handle, each.incarnation) == it for each in play.game.noticed)
    return noticed or any(it in known for known in play.game.fitted.values())


def _waiting(play: Play, source: str, ability: tree.Triggered) -> Iterator[Noticed]:
    thing = play.game.things.get(source)
    for each in list(play.game.noticed):
        known = thing is not None and _is_same(thing, each)
        if known and each.source == source and each.ability == ability:
            yield each


def _is_same(source: Thing, noticed: Noticed) -> bool:
    """113.7a: the same object, or the card that it became as it left."""
    moved = source.incarnation - noticed.source_incarnation
    return moved == 0 or (moved == 1 and source.zone != "battlefield")
