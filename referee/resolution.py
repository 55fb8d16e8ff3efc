"""608.2: one spell or ability that resolves, and which objects and numbers its words mean."""

from copy import copy

import msgspec

from striate.boards import deeds
from striate.cards import tree
from striate.cards.tree import Ability
from striate.cards.walking import nodes
from striate.referee import asking, moving, refusing
from striate.referee.context import Context
from striate.referee.deeds import group
from striate.referee.faces import up
from striate.referee.play import Play
from striate.referee.state import State, load, mana_value_of


class Resolution(msgspec.Struct):
    """One spell or ability that resolves."""

    play: Play
    at: Context
    ability: Ability | None
    modes: tuple[int, ...] = ()
    targets: tuple[str, ...] = ()
    specs: tuple[tree.TargetSpec, ...] = ()
    buried: bool = False  # 701.19c: what it destroys can't be regenerated
    spoken_of_again: frozenset[tree.Each] = frozenset()
    choices_seen: set[tree.Who] = msgspec.field(default_factory=set)
    revealed: set[str] = msgspec.field(default_factory=set)
    done: bool | None = None  # whether the last instruction moved something; None: it moves nothing


def meant(resolution: Resolution, who: tree.Who) -> tuple[str, ...]:
    play, at = resolution.play, resolution.at
    if isinstance(who, tree.ChosenObject | tree.Target) and who not in resolution.choices_seen:
        resolution.choices_seen.add(who)
        if isinstance(who, tree.ChosenObject):
            refusing.look_at_choice(who, at, play.state())
        elif who.index < min(len(resolution.specs), len(at.targets)):
            spec = resolution.specs[who.index]
            refusing.look_at_choices(spec, at.targets[who.index], at, play.state())
    # 702.26b: what is phased out is not affected.
    found = tuple(
        handle
        for handle in group(who, at, play.state())
        if play.game.things[handle].zone != moving.PHASED_OUT
    )
    if found or not isinstance(who, tree.ChosenObject) or at.choices.get(who.kind):
        return found
    found = _without_choice(resolution, who)
    for handle in found:
        # What follows speaks of the same object.
        made = {**at.choices, who.kind: handle}
        resolution.at = msgspec.structs.replace(at, choices=made)
    return found


def _without_choice(resolution: Resolution, who: tree.ChosenObject) -> tuple[str, ...]:
    """608.2d: where only one object can be chosen it is that one; among several the board is asked."""
    play, at = resolution.play, resolution.at
    if who.filter is None:
        return ()
    zones: list[tree.Zone] = [
        part.zone for part in nodes(who.filter) if isinstance(part, tree.InZone)
    ]
    zone = zones[0] if zones else "battlefield"
    fitting = group(tree.Each(who.filter, zone), at, play.state())
    if zone == "any":
        # 109.2: a card that is looked at in some zone is none of the permanents or spells.
        cards = ("graveyard", "hand", "exile", "library")
        fitting = tuple(h for h in fitting if play.game.things[h].zone in cards)
    # A card told by another word than the text's, or by a name among `targets` that no target of
    # the text is, is chosen all the same.
    spare = at.targets[len(resolution.specs) :]
    named = {handle for entry in spare for handle in entry}
    if zone != "battlefield":
        named |= set(at.choices.values())
    told = tuple(handle for handle in fitting if handle in named)
    if len(told) == 1:
        return told
    if len(fitting) > 1 or (fitting and zone in ("any", "library", "hand")):
        play.game.unread.append((at.card, f"which {who.kind} is chosen"))
        return ()
    return fitting


def with_what_is_revealed(resolution: Resolution, state: State) -> State:
    """708.12: of a face-down permanent that the text has revealed, what is printed on it is asked."""
    views = {}
    for handle in resolution.revealed:
        thing = resolution.play.game.things[handle]
        if thing.face_down is None or thing.zone != "battlefield":
            continue
        whole = up(thing.faces, thing.layout, thing.zone, transformed=thing.transformed)
        views[handle] = copy(state.views[handle])
        load(views[handle], whole, mana_value_of(whole, thing))
    return State(state.game, {**state.views, **views}, facts=state.facts) if views else state


def number_of(resolution: Resolution, amount: tree.Amount, handle: str | None = None) -> int:
    at = resolution.at if handle is None else resolution.at.about(handle)
    state = resolution.play.state()
    value = asking.value(amount, at, state)
    resolution.play.note_questions(state)
    return value


def note_hidden(resolution: Resolution, who: tree.Who) -> None:
    """401.2: which cards a library has, nobody tells."""
    if deeds.is_hidden(who):
        resolution.play.game.unread.append((resolution.at.card, "the cards of a library"))
