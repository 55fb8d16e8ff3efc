"""704: state-based actions, looked for whenever a player would get priority: after each step.

Looked for: 704.5d-k, m, n, p, q, s (714.4), v, y and 702.103f. Left out, since a board shows
nothing of them: 704.5a-c (a player who loses), t (a dungeon), u (space sculptor), w and x (a
battle's protector: of two players one can always be chosen). 704.5z: a speed that no step tells is
unknown, at least 1 or not. 704.5r: "can't have more than" so many counters is not read, and is
said.
"""

from collections.abc import Callable

import msgspec

from striate.boards import deeds
from striate.boards.errors import NotPlayable
from striate.timeline import choosing, counters, legends, moving, replacing
from striate.timeline.damage import is_destroyed
from striate.timeline.forbidding import keeps_off
from striate.timeline.game import Thing
from striate.timeline.play import Play
from striate.timeline.reading import Look

# What has not ended by then goes round in a circle: each round of a board takes something away.
_ROUNDS = 200


class Round(msgspec.Struct):
    """704.3: what one check does, all of it at once."""

    graveyard: dict[str, str] = msgspec.field(default_factory=dict)  # handle: rule
    unattached: dict[str, str] = msgspec.field(default_factory=dict)
    cancelled: dict[str, int] = msgspec.field(default_factory=dict)
    fates: dict[str, str] = msgspec.field(default_factory=dict)  # the zones that they go to

    def __bool__(self) -> bool:
        return bool(self.graveyard or self.unattached or self.cancelled)


def perform(play: Play, afterwards: Callable[[Play], None]) -> None:
    """704.3: all that apply at once, as one event; then they are looked for again, until none is.

    What goes is shown as it was just before; `afterwards` is what follows at once.
    """
    for _ in range(_ROUNDS):
        if not play.savings.may_apply(play):
            return
        actions = look(play)
        for thing in play.game.things.values():
            thing.deathtouched = False  # 704.5h: since the last time that they were checked
        if not actions:
            play.savings.none_applied(play)
            return
        state = play.state()
        last = {handle: state.seen(handle) for handle in actions.graveyard}
        play.watch(actions)
        carry_out(play, actions)
        for handle, seen in last.items():
            thing = play.game.things[handle]
            if thing.zone not in moving.IN_PLAY:
                play.game.taken[handle] = (thing.incarnation, seen)
        afterwards(play)
    raise NotPlayable("its state-based actions never end: the game is a draw (104.4b)")


def look(play: Play) -> Round:
    """704.3, 704.5: every state-based action that applies at this moment."""
    actions, state = Round(), play.state()
    for thing in play.game.on_battlefield():
        rule = _dies(play, thing, state)
        if rule:
            actions.graveyard[thing.handle] = rule
        _attachment(play, thing, state, actions)
        # 704.5q: +1/+1 and -1/-1 counters go in pairs.
        pairs = min(thing.counters.get("+1/+1", 0), thing.counters.get("-1/-1", 0))
        if pairs > 0:
            actions.cancelled[thing.handle] = pairs
    for handle in legends.put_away(play):
        actions.graveyard.setdefault(handle, "704.5j")
    for handle in legends.alike_planeswalkers(play):
        actions.graveyard.setdefault(handle, "306.4")  # which tells of the rule that there was
    _worlds(play, state, actions)
    _roles(play, state, actions)
    return actions


def _dies(play: Play, thing: Thing, state: Look) -> str:
    """704.5f, i, s, v: what puts this permanent into its owner's graveyard by itself."""
    types, subtypes = state.types(thing.handle), state.subtypes(thing.handle)
    if "Creature" in types:
        toughness = state.stat("toughness", thing.handle) or 0
        if toughness <= 0:
            return "704.5f"
        if toughness < thing.unseen and not state.keywords(thing.handle, "indestructible"):
            play.note(state.name(thing.handle), "how much damage it was dealt")
        if thing.damage > 0:
            play.note_where(deeds.alters_lethal_damage, "which damage is lethal")
        if 0 < thing.damage >= toughness and not state.keywords(thing.handle, "indestructible"):
            return "704.5g"
        if thing.deathtouched and not state.keywords(thing.handle, "indestructible"):
            return "704.5h"
    if "Planeswalker" in types and not thing.counters.get("loyalty"):
        return "704.5i"
    waits = thing.handle in play.game.awaited  # its ability has triggered and will resolve
    if "Saga" in subtypes and not waits and _is_finished(play, thing, state):
        return "704.5s"
    if "Battle" in types and not waits and not thing.counters.get("defense"):
        return "704.5v"
    return ""


def _is_finished(play: Play, thing: Thing, state: Look) -> bool:
    """714.4: only a Saga with chapter abilities; until 2024 one without had the final chapter 0."""
    last = choosing.final_chapter(state.abilities(thing.handle))
    if last is None and "chapterless-sagas-go" in play.game.then:
        return True
    return last is not None and thing.counters.get("lore", 0) >= last


def _attachment(play: Play, thing: Thing, state: Look, actions: Round) -> None:
    """704.5m, n, p, 303.4d, 702.103f: attached where it may not be."""
    subtypes, host = state.subtypes(thing.handle), thing.attached_to
    is_aura = "Aura" in subtypes
    if host is None and not is_aura:
        return
    fits = host is not None and state.may_be_attached(thing.handle, host)
    if fits and not keeps_off(play, thing, host or ""):
        return
    if not is_aura:
        of_kind = not {"Equipment", "Fortification"}.isdisjoint(subtypes)
        kind = of_kind and "Creature" not in state.types(thing.handle)
        actions.unattached[thing.handle] = "704.5n" if kind else "704.5p"
    elif any(each.while_attached == thing.handle for each in play.game.lasting):
        actions.unattached[thing.handle] = "702.103f"
    else:
        actions.graveyard.setdefault(thing.handle, "704.5m")


def _worlds(play: Play, state: Look, actions: Round) -> None:
    """704.5k: all but what has been a world permanent for the shortest time; what came together
    with that goes, too."""
    worlds = [t for t in play.game.on_battlefield() if "World" in state.supertypes(t.handle)]
    if len(worlds) < 2:
        return
    for thing in worlds:
        if not any("World" in face.supertypes for face in thing.faces):
            play.note(state.name(thing.handle), "since when it is a world permanent")
    newest = max(worlds, key=lambda each: each.stamp)
    tied = any(newest.handle in each and _meets(each, worlds) for each in play.game.together)
    for thing in worlds:
        if tied or thing is not newest:
            actions.graveyard.setdefault(thing.handle, "704.5k")


def _meets(group: tuple[str, ...], things: list[Thing]) -> bool:
    return sum(thing.handle in group for thing in things) > 1


def _roles(play: Play, state: Look, actions: Round) -> None:
    """704.5y: of one player's Roles on a permanent only the newest stays."""
    newest: dict[tuple[str, str], Thing] = {}
    for thing in play.game.on_battlefield():
        if "Role" not in state.subtypes(thing.handle) or thing.attached_to is None:
            continue
        key = (state.controller(thing.handle), thing.attached_to)
        other = newest.setdefault(key, thing)
        if other is thing:
            continue
        older, newest[key] = sorted((other, thing), key=lambda each: each.stamp)
        actions.graveyard.setdefault(older.handle, "704.5y")


def _leaves(play: Play, thing: Thing, rule: str) -> bool:
    """704.5g-h: what is destroyed may be regenerated, or something else goes instead."""
    if thing.zone != "battlefield":
        return False
    return rule not in ("704.5g", "704.5h") or is_destroyed(play, thing, play.state())


def carry_out(play: Play, actions: Round) -> None:
    """704.3: all of them happen at once."""
    game = play.game
    leaving = [h for h in actions.graveyard if _leaves(play, game.things[h], actions.graveyard[h])]
    fates = {h: replacing.fate(play, game.things[h], "graveyard") for h in leaving}
    actions.fates = {handle: fate.zone for handle, fate in fates.items()}
    # 704.8: each last was what it is now; what triggers as it leaves sees its counters, too.
    last = {handle: play.state().remembered(handle) for handle in leaving}
    if len(fates) > 1:
        state = play.state()
        game.leaving = {h: (state.controller(h), frozenset(state.types(h))) for h in fates}
    for handle, to in fates.items():
        replacing.go(play, game.things[handle], to, last[handle])
    game.leaving = {}
    for handle in actions.unattached:
        game.things[handle].attached_to = None
    for handle, pairs in actions.cancelled.items():
        for kind in ("+1/+1", "-1/-1"):
            counters.remove(play, game.things[handle], kind, pairs)
    game.changed()
    moving.expire(play)
