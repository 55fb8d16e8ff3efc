"""Objects that a resolution moves (400.7), brings back when its source leaves (610.3), phases out
(702.26), shuffles into a library (701.24), or deals with at a later time (603.7).
"""

from dataclasses import dataclass, replace

import msgspec

from striate.boards.deeds import INTO_THE_LIBRARY, looks_at_a_library
from striate.cards import tree
from striate.cards.walking import any_node
from striate.encodings.algebra import FALSE, TRUE
from striate.encodings.clauses import clause
from striate.encodings.control import seat_meant
from striate.encodings.entering import put_onto_battlefield
from striate.encodings.game import Game
from striate.encodings.making import note_where
from striate.encodings.matching import has_keyword, player_seat
from striate.encodings.replacing import destination
from striate.encodings.resolution import Resolution, note_hidden, things_of
from striate.encodings.state import CEASED, IN_PLAY, PHASED, Last, Thing


@dataclass(slots=True, eq=False)
class LaterDeed:
    """603.7: what waits for its time; `born` tells the objects meant from what they became."""

    when: str
    steps: tuple[tree.Step, ...]
    resolution: Resolution
    born: dict[int, int]
    past: dict[int, Last]


@clause("400.7", "701.8", "701.13", "701.21")
def move(resolution: Resolution, step: tree.MoveZone) -> None:
    """701.8, 701.13, 701.21: the objects change zones; the indestructible aren't destroyed."""
    game = resolution.game
    step = of_ones_own(step) if step.who not in resolution.looked_at else step
    source = resolution.setting.source
    if step.until and not _is_there(game, source):
        return  # 610.3a-b: the event has already occurred
    if step.to == "battlefield":
        note_hidden(resolution, step.who)
        back = [each for each in things_of(resolution, step.who) if moves(resolution, step, each)]
        resolution.moved_any = bool(back)
        for thing in back:
            return_to_play(resolution, step, thing)
        return
    there = 0 if source is None else game.world.things[source].born
    going = [each for each in things_of(resolution, step.who) if moves(resolution, step, each)]
    resolution.moved_any = bool(going)
    was = [(thing, game.as_it_is(thing)) for thing in going if thing.zone != CEASED]
    # 614.4: what is replaced is so by what is there as all of them go.
    ends = {thing.index: destination(game, thing, step.to) for thing, _ in was}
    for thing, last in was:
        from_play = thing.zone == "battlefield"
        to, place = ends[thing.index]
        last = game.world.past.setdefault(thing.index, last)
        game.move(thing, to)
        if from_play:
            thing.last_yours = last.chars.yours
            thing.last = None if thing.last is None else last
        lay(game, thing, place or ("shuffled" if step.verb == "shuffle" else step.place))
        if step.verb != "exile" or to != "exile" or source is None:
            continue
        if source != thing.index:
            # 400.7: what exiles itself is another object then, with which nothing is exiled.
            game.world.things[source].exiled_with.append((thing.index, thing.born))
        if step.until:  # 610.3: of what exiles itself, the event comes as it goes, and it returns
            game.world.held.append((source, there, thing.index, thing.born))


@clause("401.4", "701.24a")
def lay(game: Game, thing: Thing, place: str) -> None:
    """401.4, 701.24a: on the bottom of a library, or anywhere in it; if that is where it has gone."""
    if thing.zone == "library" and place == "bottom":
        game.to_bottom(thing)
    elif thing.zone == "library" and place == "shuffled":
        lose_track(game, you=thing.owner == TRUE)


@clause("701.24a", "400.7")
def shuffle_library(resolution: Resolution, step: tree.Act) -> None:
    """701.24a: in an order that no player knows; what is shuffled in is another object (400.7)."""
    game = resolution.game
    zones = INTO_THE_LIBRARY[step.verb]
    for you in _players(resolution, step.player or "you"):
        seat = TRUE if you else FALSE
        for zone in zones:
            for thing in game.world.in_zone(zone):
                if thing.owner == seat:
                    game.move(thing, "library")
        if "hand" in zones and game.world.hand[you] is not None:
            game.world.hand[you] = 0
        lose_track(game, you=you)


def _players(resolution: Resolution, player: tree.Player) -> list[bool]:
    """The players who shuffle, as "is you"; the board has to name one who is a target."""
    seat = resolution.setting.you
    match player:
        case "any":
            return [True, False]
        case "opponent":
            return [seat == FALSE]
    found = player_seat(resolution.game.now(), player, resolution.setting)
    if found is None:
        resolution.game.note(resolution.label, "which player shuffles")
        return []
    return [found == TRUE]


@clause("701.24a")
def lose_track(game: Game, *, you: bool) -> None:
    """701.24a: which card of that library is where nobody knows now."""
    seat = TRUE if you else FALSE
    known = [thing for thing in game.world.in_zone("library") if thing.owner == seat]
    for thing in known:
        thing.covered = True
    game.touch()
    if known:
        note_where(game, looks_at_a_library, "the top card of a library that was shuffled")


@clause("701.21a")
def of_ones_own(step: tree.MoveZone) -> tree.MoveZone:
    """701.21a: who is told to sacrifice "a creature" chooses one that they control."""
    who = step.who
    if step.verb != "sacrifice" or not isinstance(who, tree.ChosenObject) or who.filter is None:
        return step
    if any_node(who.filter, (tree.ControlledBy,)):
        return step
    yours = tree.AllOf((who.filter, tree.ControlledBy("you")))
    return msgspec.structs.replace(step, who=msgspec.structs.replace(who, filter=yours))


def _is_there(game: Game, source: int | None) -> bool:
    return source is None or game.world.things[source].zone in IN_PLAY


def moves(resolution: Resolution, step: tree.MoveZone, thing: Thing) -> bool:
    """Whether the object is where the text says, and goes (702.12b, 122.1c, 701.19)."""
    if step.verb == "destroy":
        probe = tree.HasKeyword("indestructible")
        if has_keyword(resolution.game.now(), probe, thing.index, resolution.setting) != FALSE:
            return False
        if spared(resolution, thing):
            return False
    if step.verb == "sacrifice" and thing.zone != "battlefield":
        return False
    # 701.21a: nobody sacrifices what another player controls.
    told = step.under is not None or any_node(step.who, (tree.ControlledBy,))
    whoever = step.verb != "sacrifice" or told
    if not whoever and resolution.game.now().chars[thing.index].yours != resolution.setting.you:
        return False
    if step.origin is not None and thing.zone != step.origin:
        return False
    return not (step.to == "battlefield" and thing.zone == "battlefield")


@clause("616.1", "614.6")
def spared(resolution: Resolution, thing: Thing) -> bool:
    """616.1: what replaces its destruction; where several could, nobody said which one does."""
    game = resolution.game
    auras = umbras(resolution, thing)
    regenerating = bool(thing.shields) and not resolution.spares_nothing
    shield = any(counter.kind == "shield" for counter in thing.counters)
    if len(auras) + regenerating + shield > 1:
        game.note(thing.handle, "which of the effects on its destruction is applied")
    if shielded(game, thing) or regenerates(resolution, thing):
        return True
    for aura in auras[:1]:
        if moves(resolution, tree.MoveZone("destroy", tree.This(), "graveyard"), aura):
            game.move(aura, destination(game, aura, "graveyard")[0])
    return bool(auras)


@clause("702.89a")
def umbras(resolution: Resolution, thing: Thing) -> list[Thing]:
    """702.89a: the Auras on it with umbra armor; one of them is destroyed instead."""
    auras = [each for each in resolution.game.world.things if each.attached_to == thing.index]
    if not auras:
        return []
    moment = resolution.game.now()
    return [
        each
        for each in auras
        if each.zone == "battlefield"
        and any(
            has_keyword(moment, tree.HasKeyword(name), each.index, resolution.setting) == TRUE
            for name in ("umbra armor", "totem armor")
        )
    ]


@clause("122.1c")
def shielded(game: Game, thing: Thing) -> bool:
    """122.1c: instead of being destroyed it loses a shield counter."""
    if not any(counter.kind == "shield" for counter in thing.counters):
        return False
    game.put_counters(thing, "shield", -1)
    return True


@clause("701.19a", "701.19c")
def regenerates(resolution: Resolution, thing: Thing) -> bool:
    """701.19a: the next time it would be destroyed this turn it is tapped instead.

    701.19c: not where the text says that it can't be regenerated.
    """
    if not thing.shields or resolution.spares_nothing:
        return False
    thing.shields -= 1
    thing.tapped = True
    resolution.game.touch()
    return True


@clause("110.2a")
def return_to_play(resolution: Resolution, step: tree.MoveZone, thing: Thing) -> None:
    """110.2a: under the control of the player who was told to do it, or as the text says."""
    game = resolution.game
    inside = replace(resolution.setting, affected=thing.index)
    under = seat_meant(game.now(), step.under or "you", inside)
    you = resolution.setting.you if under is None else under
    put_onto_battlefield(game, thing, you, tapped=step.tapped, transformed=step.transformed)


# --- 610.3: until the source leaves -------------------------------------------------------------------


@clause("610.3", "610.3c")
def bring_back(game: Game) -> None:
    """610.3, 610.3c: once the source has left, what it exiled returns, under its owner's control."""
    world = game.world
    waiting, world.held = world.held, []
    for source, there, index, born in waiting:
        thing, by = world.things[index], world.things[source]
        if thing.born != born:
            continue  # 400.7: it has moved and is another object
        if by.zone in IN_PLAY and by.born == there:
            world.held.append((source, there, index, born))
        elif thing.zone == "exile":
            put_onto_battlefield(game, thing, thing.owner)
    bring_back_earthbent(game)


def watch(resolution: Resolution, things: list[Thing]) -> None:
    """603.7: what is done when it dies or is exiled is about the object that it is now."""
    you = resolution.setting.you
    resolution.game.world.earthbent += [(thing.index, thing.born, you) for thing in things]


@clause("701.66a")
def bring_back_earthbent(game: Game) -> None:
    """701.66a: when the land dies or is put into exile, it returns tapped under that player's control."""
    world = game.world
    waiting, world.earthbent = world.earthbent, []
    for index, born, you in waiting:
        thing = world.things[index]
        if thing.born == born:
            world.earthbent.append((index, born, you))
        elif thing.zone in ("graveyard", "exile"):
            put_onto_battlefield(game, thing, you, tapped=True)


# --- 603.7: at a later time ---------------------------------------------------------------------------


def put_off(resolution: Resolution, step: tree.Later) -> None:
    """603.7: the steps wait; the objects that they speak of are those of now."""
    game = resolution.game
    source = resolution.setting.source
    meant = [index for entry in resolution.setting.targets for index in entry]
    meant += [] if source is None else [source]
    handles = game.world.handles
    meant += [handles[each] for each in resolution.setting.choices.values() if each in handles]
    born = {index: game.world.things[index].born for index in meant}
    game.world.later.append(
        LaterDeed(step.when, step.steps, replace(resolution), born, game.world.past)
    )


@clause("513.1", "503.1a", "603.7b")
def due(game: Game, times: tuple[str, ...], mine: str) -> list[LaterDeed]:
    """503.1a, 513.1: those that happen at one of the times, in the order in which they were put off.

    603.7b: `mine` is a time of the turn of the player who said it.
    """
    turn = TRUE if game.world.your_turn else FALSE
    found = [
        deed
        for deed in game.world.later
        if deed.when in times or (deed.when == mine and deed.resolution.setting.you == turn)
    ]
    game.world.later = [deed for deed in game.world.later if deed not in found]
    return found


YOUR_END_STEP = "at the beginning of your next end step"


def as_meant(game: Game, deed: LaterDeed) -> Resolution:
    """400.7: the resolution with only those of its objects that are still the same."""
    setting = deed.resolution.setting
    kept = tuple(
        tuple(index for index in entry if game.world.things[index].born == deed.born.get(index))
        for entry in setting.targets
    )
    source = setting.source
    if source is not None and game.world.things[source].born != deed.born[source]:
        source = None
    others = {
        handle
        for handle, index in game.world.handles.items()
        if index in deed.born and game.world.things[index].born != deed.born[index]
    }
    choices = {kind: word for kind, word in setting.choices.items() if word not in others}
    now = replace(setting, targets=kept, source=source, choices=choices)
    return replace(deed.resolution, setting=now)


# --- 702.26: phasing ----------------------------------------------------------------------------------


@clause("702.26b", "702.26g")
def phase_out(game: Game, things: list[Thing], *, indirectly: bool = False) -> None:
    """702.26b, g: as though they were not there, and what is attached to them with them.

    702.26d-f: it changes no zone and keeps its counters and timestamp; what lasts for as long as
    it is there ends.
    """
    world = game.world
    for thing in things:
        if thing.zone != "battlefield":
            continue
        thing.zone = PHASED
        thing.indirectly = indirectly
        attached = [each for each in world.things if each.attached_to == thing.index]
        phase_out(game, attached, indirectly=True)
        game.end_effects("source leaves", thing.index)
    game.touch()


@clause("702.26a", "702.26c", "702.26i")
def phase_in(game: Game, things: list[Thing]) -> None:
    """702.26a, c: they are there again as they were; 702.26i: and what phased out with them."""
    for thing in things:
        if thing.zone != PHASED:
            continue
        thing.zone = "battlefield"
        attached = [each for each in game.world.things if each.attached_to == thing.index]
        phase_in(game, [each for each in attached if each.indirectly])
    game.touch()


def phased_out_of(game: Game, you: bool) -> list[Thing]:
    """702.26a: the permanents that phased out under that player's control."""
    chars = game.now().chars
    return [
        thing
        for thing in game.world.things
        if thing.zone == PHASED
        and not thing.indirectly
        and chars[thing.index].yours == (TRUE if you else FALSE)
    ]
