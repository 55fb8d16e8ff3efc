"""704: one look at the state-based actions, after the last step.

Looked at: 704.5d-f, i-k, m, n, p, q, s (714.4), v, y and 702.103f. Left out, since a board has no
damage, no losing players and no dungeons: 704.5a-c, g, h, r, t, u, w, x. The legend rule (704.5j)
is a choice that no board tells: nothing goes, and the question is noted.
"""

import msgspec

from striate.cards.tree import Chapter, Opaque
from striate.referee import attach, counters, moving, replacing
from striate.referee.game import Thing, remembered
from striate.referee.play import Play
from striate.referee.state import State, stat
from striate.referee.values import View


class Round(msgspec.Struct):
    """704.3: what one check does, all of it at once."""

    graveyard: dict[str, str] = msgspec.field(default_factory=dict)  # handle: rule
    unattached: dict[str, str] = msgspec.field(default_factory=dict)
    cancelled: dict[str, int] = msgspec.field(default_factory=dict)
    undecided: list[tuple[str, str]] = msgspec.field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.graveyard or self.unattached or self.cancelled)


def look(state: State) -> Round:
    """704.3, 704.5: every state-based action that applies at this moment."""
    found = Round()
    for thing in state.game.on_battlefield():
        view = state.views[thing.handle]
        rule = _dies(thing, view, state)
        if rule:
            found.graveyard[thing.handle] = rule
        _attachment(thing, view, state, found)
        # 704.5q: +1/+1 and -1/-1 counters go in pairs.
        pairs = min(thing.counters.get("+1/+1", 0), thing.counters.get("-1/-1", 0))
        if pairs > 0:
            found.cancelled[thing.handle] = pairs
    _legends(state, found)
    _worlds(state, found)
    _roles(state, found)
    return found


def _dies(thing: Thing, view: View, state: State) -> str:
    """704.5f, i, s, v: what puts this permanent into its owner's graveyard by itself."""
    if "Creature" in view.types and (stat("toughness", thing.handle, state) or 0) <= 0:
        return "704.5f"
    if "Planeswalker" in view.types and not thing.counters.get("loyalty"):
        return "704.5i"
    if "Saga" in view.subtypes:
        # 714.4: only one with chapter abilities; 714.2d: the greatest number among them.
        numbers = [
            number
            for held in view.abilities
            if isinstance(held.ability, Chapter)
            for number in held.ability.numbers
        ]
        unread = any(isinstance(h.ability, Opaque) and h.ability.kind == "chapter"
                     for h in view.abilities)  # fmt: skip
        if numbers and not unread and thing.counters.get("lore", 0) >= max(numbers):
            return "704.5s"
    if "Battle" in view.types and not thing.counters.get("defense"):
        return "704.5v"
    return ""


def _attachment(thing: Thing, view: View, state: State, found: Round) -> None:
    """704.5m, n, p, 303.4d, 702.103f: attached where it may not be."""
    bestowed = any(e.while_attached == thing.handle for e in state.game.lasting)
    is_aura = "Aura" in view.subtypes
    if is_aura and not attach.legal(thing, state):
        if bestowed:
            found.unattached[thing.handle] = "702.103f"
        else:
            found.graveyard.setdefault(thing.handle, "704.5m")
    elif thing.attached_to is not None and not attach.legal(thing, state):
        kind = {"Equipment", "Fortification"} & view.subtypes and "Creature" not in view.types
        found.unattached[thing.handle] = "704.5n" if kind else "704.5p"


def _legends(state: State, found: Round) -> None:
    """704.5j: one of them stays, and only its controller knows which."""
    seen: dict[tuple[str, str], int] = {}
    for handle in state.handles_in("battlefield"):
        view = state.views[handle]
        if "Legendary" in view.supertypes and view.name:
            key = (view.controller, view.name)
            seen[key] = seen.get(key, 0) + 1
    for (_, name), number in seen.items():
        if number > 1:
            found.undecided.append((name, "704.5j: which one its controller keeps"))


def _worlds(state: State, found: Round) -> None:
    """704.5k: all but the newest."""
    worlds = [h for h in state.handles_in("battlefield") if "World" in state.views[h].supertypes]
    newest = max((state.thing(h).stamp for h in worlds), default=0)
    for handle in worlds:
        if state.thing(handle).stamp != newest:
            found.graveyard.setdefault(handle, "704.5k")


def _roles(state: State, found: Round) -> None:
    """704.5y: of one player's Roles on a permanent only the newest stays."""
    newest: dict[tuple[str, str], str] = {}
    for handle in state.handles_in("battlefield"):
        thing, view = state.thing(handle), state.views[handle]
        if "Role" not in view.subtypes or thing.attached_to is None:
            continue
        key = (view.controller, thing.attached_to)
        other = newest.get(key)
        if other is None or state.thing(other).stamp < thing.stamp:
            newest[key], handle = handle, other or ""
        if handle:
            found.graveyard.setdefault(handle, "704.5y")


def carry_out(play: Play, found: Round) -> None:
    """704.3: all of them happen at once."""
    game = play.game
    there = [h for h in found.graveyard if game.things[h].zone == "battlefield"]
    fates = {h: replacing.fate(play, game.things[h], "graveyard") for h in there}
    # 608.2h: all of them leave at once, so each last was what it is now.
    views = play.state().views if any(game.things[h].token for h in there) else {}
    last = {h: remembered(game.things[h], views[h]) for h in there if game.things[h].token}
    for handle in found.unattached:
        game.things[handle].attached_to = None
    for handle, pairs in found.cancelled.items():
        for kind in ("+1/+1", "-1/-1"):
            counters.remove(game, game.things[handle], kind, pairs)
    for handle, to in fates.items():
        replacing.go(play, game.things[handle], to, last.get(handle))
    game.changed()
    moving.expire(play)
