"""Facts of players and of the game, as steps tell them, and when they are over."""

from collections.abc import Collection, Iterator

from striate.boards.facts import FACT_NAMES, is_of_a_turn, stated, whose
from striate.boards.known import ENTERING, LEAVING
from striate.boards.record import (
    COUNTERS,
    DESCENDED,
    DIED,
    GAINED,
    GRAVEYARD_LEFT,
    LEFT,
    LOST,
    NONLAND_LEFT,
    OPEN,
)
from striate.boards.timeline import Seat
from striate.cards.tree import Each, Event, TargetSpec, Triggered
from striate.cards.walking import any_node
from striate.timeline.context import other_seat
from striate.timeline.game import Noticed, Remembered, Thing
from striate.timeline.play import Play


def tell(play: Play, name: str, seat: Seat, value: int) -> None:
    """From now on it is so of that player; of the game it is so whoever asks."""
    told, yours = play.game.told, seat == "you"
    if name == "speed":
        told.pop(("max speed", yours), None)  # 702.179e: the number says it
    if whose(name) == "game":
        told.update({(name, True): value, (name, False): value})
    elif whose(name) == "one player" and not value:
        told[name, yours] = value  # 725.1: the other need not be the monarch
    else:
        told.update(stated(name, yours, value))


def take(play: Play, thing: Thing) -> None:
    """What a permanent's step tells of its controller, or of the game, is no choice of its own."""
    for name in thing.choices.keys() & set(FACT_NAMES):
        if whose(name) != "its":
            tell(play, name, thing.controller, int(thing.choices.pop(name) == "yes"))
            play.game.just_told.add(name)


def forget_the_turn(play: Play) -> None:
    """What is so "this turn" is over as the turn ends."""
    game = play.game
    game.told = {key: value for key, value in game.told.items() if not is_of_a_turn(key[0])}
    for thing in game.things.values():
        thing.choices = {k: word for k, word in thing.choices.items() if not is_of_a_turn(k)}


# --- what steps show after it was told not to be so -----------------------------------------------


def entered(play: Play, thing: Thing) -> None:
    """What was told not to have entered this turn has by now, or may have: this has entered."""
    told = play.game.told
    for other in play.game.things.values():
        if other.paired == "":
            other.paired = None  # 702.95a: it may be paired with what has entered
    denied = _denied(play, ENTERING)
    deniers = [each for each in play.game.on_battlefield() if each.choices and each is not thing]
    askers = [(e, name) for e in deniers for name in ENTERING if e.choices.get(name) == "no"]
    if not denied and not askers:
        return
    state = play.state()
    words = {*state.types(thing.handle), *state.subtypes(thing.handle)}
    seat = state.controller(thing.handle)
    for name, yours in denied:
        if yours == (seat == "you") and _is_one(words, name):
            told[name, yours] = 1
            if ENTERING[name][0] > 1:
                del told[name, yours]  # whether it is the second one is open
    for asker, name in askers:
        if name != "entered this turn" and state.controller(asker.handle) == seat:
            asker.choices[name] = "yes" if _is_one(words, name) else "no"


def _is_one(words: Collection[str], name: str) -> bool:
    wanted = ENTERING[name][1]
    return "Land" not in words if wanted == ("nonland",) else not set(wanted).isdisjoint(words)


def leaves(play: Play, thing: Thing, to: str, last: Remembered | None) -> None:
    """700.4: it is shown; what was told not to have left or died this turn has by now, or may
    have."""
    told = play.game.told
    denied = set(_denied(play, LEAVING))
    # 603.10: as it was before anything of the same event had left.
    if thing.handle in play.game.leaving:
        controller, types = play.game.leaving[thing.handle]
    elif last is not None:
        controller, types = last.controller, last.types
    else:
        state = play.state()
        controller = state.controller(thing.handle)
        types = frozenset(state.types(thing.handle))
    play.game.noticed_all = play.game.noticed_all and len(play.game.leaving) < 2
    notices(play, thing, _LEAVES, *(_DIES if to == "graveyard" else ()))
    yours, creature = controller == "you", "Creature" in types
    happens(play, LEFT, controller)
    if "Land" not in types:
        happens(play, NONLAND_LEFT, controller)
    if creature and to == "graveyard":
        happens(play, DIED, controller)
    for name, seat in denied:
        if (
            name == "permanent left"
            and seat == yours
            or name == "creature died"
            and to == "graveyard"
            and creature
        ):
            told[name, seat] = 1
        elif to == "graveyard" and name != "permanent left" and name != "creature died":
            del told[name, seat]  # whether it was sacrificed, or the second one, is open


def moves(play: Play, thing: Thing, to: str) -> None:
    """400.7: a card leaves a graveyard; 700.11: a permanent card is put into one."""
    if thing.token or thing.copy_of_spell:
        return
    if thing.zone == "graveyard":
        happens(play, GRAVEYARD_LEFT, thing.owner)
    if to == "graveyard" and not _SPELLS & set(thing.faces[0].types):
        happens(play, DESCENDED, thing.owner)


_SPELLS = frozenset(("Instant", "Sorcery"))


_LEAVES = "leaves the battlefield"
_DIES = (
    "dies",
    "is put into a graveyard from the battlefield",
    "is put into your graveyard from the battlefield",
)
LOOKING_BACK = (_LEAVES, *_DIES)  # 603.10a


def happens(play: Play, what: str, seat: Seat, number: int = 1) -> None:
    """The steps show it; of counters of a player it stays so."""
    when = 0 if what in COUNTERS else play.path.turn
    play.path.record[what, seat, when] += number


def players_too(play: Play) -> None:
    """701.34a: which players get another counter no step names."""
    if any(number for (what, _, _), number in play.path.record.items() if what in COUNTERS):
        play.path.record[OPEN, "", 0] = 1


def life_changes(play: Play, seat: Seat, number: int) -> None:
    """119.3: a player gained or lost life."""
    if number > 0:
        happens(play, GAINED, seat, number)
        tell(play, "life gained", seat, 1)
    elif number < 0:
        happens(play, LOST, seat, -number)
        tell(play, "life lost", seat, 1)
        tell(play, "opponent lost life", other_seat(seat), 1)


def _denied(play: Play, names: Collection[str]) -> list[tuple[str, bool]]:
    """What was told not to be so, before this step."""
    game = play.game
    names = {name for name in names if name not in game.just_told}
    return [key for key, value in game.told.items() if key[0] in names and not value]


# --- 603.2: of which object an event is -----------------------------------------------------------


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
