"""301.5, 303.4, 702.16c: what an Aura, Equipment or Fortification may be attached to."""

from striate.boards.timeline import Seat
from striate.cards import tree
from striate.cards.meanings import ALREADY_ATTACHED, hosts_allowed
from striate.cards.tree import Card, HasType, Keyword
from striate.referee import asking
from striate.referee.choosing import filled
from striate.referee.state import State
from striate.referee.values import Held, View
from striate.timeline.context import Context
from striate.timeline.game import Thing


def keywords(view: View, name: str) -> list[Keyword]:
    """The abilities of that keyword that it has."""
    return [
        held.ability
        for held in view.abilities
        if isinstance(held.ability, Keyword) and held.ability.name == name
    ]


def legal(thing: Thing, state: State) -> bool:
    """704.5m-p: whether what it is attached to now is legal for it."""
    return thing.attached_to is not None and could_be_attached(thing, thing.attached_to, state)


def could_be_attached(thing: Thing, host: str, state: State) -> bool:
    """301.5, 301.6, 303.4: whether it may be attached to that object or player."""
    view = state.views[thing.handle]
    if host in ("you", "opponent"):
        return (
            "Aura" in view.subtypes
            and "Creature" not in view.types
            and may_enchant_player(host, view)
        )
    host_view = state.views.get(host)
    if host_view is None or host_view.zone != "battlefield" or host == thing.handle:
        return False
    if is_protected(view, host_view, thing, state):
        return False
    # 301.5c, 303.4d: a creature is attached to nothing; one with reconfigure stops being one.
    reconfigures = bool(keywords(view, "reconfigure")) and thing.attached_to != host
    if "Battle" in view.types or ("Creature" in view.types and not reconfigures):
        return False
    if "Aura" in view.subtypes:
        return may_enchant(thing, view, host, state)
    if "Equipment" in view.subtypes:
        return "Creature" in host_view.types and _allows(thing, view, host, state)
    return "Fortification" in view.subtypes and "Land" in host_view.types


def _allows(thing: Thing, view: View, host: str, state: State) -> bool:
    """301.5: "can be attached only to ...": every such ability that it has allows the host."""
    at = Context(source=thing.handle, card=thing.faces[0].name, choices=thing.choices)
    return all(
        asking.matches(filter, host, at, state)
        for held in view.abilities
        for filter in hosts_allowed(held.ability)
    )


def may_enchant_player(host: str, view: View) -> bool:
    """303.4c, 702.5a: every enchant ability that it has is of players, and allows this one."""
    return all(
        keyword.words == "player" or (keyword.words == "opponent" and host != view.controller)
        for keyword in keywords(view, "enchant")
    )


def may_enchant(thing: Thing, view: View, host: str, state: State) -> bool:
    """303.4c, 702.5a: every enchant ability that it has allows the host."""
    at = Context(source=thing.handle, card=thing.faces[0].name, choices=thing.choices)
    return all(
        keyword.quality is not None and asking.matches(keyword.quality, host, at, state)
        for keyword in keywords(view, "enchant")
    )


def is_protected(view: View, host: View, thing: Thing, state: State) -> bool:
    """702.16c-d: protection from a quality that the attached object has.

    702.16n: but not where the effect that gives it says that it doesn't remove this Aura.
    """
    at = Context(source=host.handle, card=host.name)
    return any(
        (quality := quality_of(held, host, state)) is not None
        and not _is_spared(held, view, state)
        and asking.matches(quality, thing.handle, at, state)
        for held in host.abilities
        if isinstance(held.ability, Keyword) and held.ability.name == "protection"
    )


def quality_of(held: Held, view: View, state: State) -> tree.Filter | None:
    """607.2d: of a keyword that it has, the quality, with what was chosen as it entered; 607.5a: if
    that was chosen for this ability.
    """
    quality = held.ability.quality if isinstance(held.ability, Keyword) else None
    if quality is None or not held.linked:
        return quality
    return filled(quality, state.thing(view.handle).choices)


def _is_spared(held: Held, view: View, state: State) -> bool:
    """702.16n: "this effect doesn't remove" that very Aura, or all Auras.

    702.16p: or the Auras and Equipment of its controller that were attached when it began; the
    timestamp of each is when it became attached (613.7e).
    """
    if held.spares == "Auras":
        return "Aura" in view.subtypes
    if held.spares == ALREADY_ATTACHED and held.by is not None:
        giver = state.views[held.by]
        older = state.thing(view.handle).stamp <= state.thing(held.by).stamp
        kinds = {"Aura", "Equipment"} & view.subtypes
        return older and bool(kinds) and view.controller == giver.controller
    return held.spares == "~" and held.by == view.handle


def could_enter_on(card: Card, controller: Seat, host: str, state: State) -> bool:
    """303.4f: an Aura that enters is put on an object that it could enchant before it is there."""
    at = Context(controller=controller)
    return all(
        ability.quality is None
        or (host in state.views and asking.matches(ability.quality, host, at, state))
        for ability in card.faces[0].abilities
        if isinstance(ability, Keyword) and ability.name == "enchant"
    )


def could_be_bestowed_on(card: Card, host: str, state: State) -> bool:
    """702.103b: a card with bestow that enters attached has enchant creature then."""
    bestows = any(
        isinstance(ability, Keyword) and ability.name == "bestow"
        for ability in card.faces[0].abilities
    )
    return not bestows or (host in state.views and "Creature" in state.views[host].types)


def may_enter_on(thing: Thing, host: str, state: State) -> bool:
    """303.4f, 301.5c: whether it may enter attached to that object or player."""
    view, host_view = state.views[thing.handle], state.views.get(host)
    if host_view is None:
        return may_enchant_player(host, view)
    if is_protected(view, host_view, thing, state):
        return False
    if "Aura" in view.subtypes:
        return may_enchant(thing, view, host, state)
    return "Creature" in host_view.types


def equips_planeswalker(thing: Thing, host: str, state: State) -> bool:
    """702.6e: by "equip planeswalker", which takes a planeswalker as though it were a creature."""
    own, host_view = state.views[thing.handle], state.views.get(host)
    if host_view is None or "Planeswalker" not in host_view.types or "Creature" in own.types:
        return False
    named = any(each.quality == HasType("Planeswalker") for each in keywords(own, "equip"))
    return named and "Equipment" in own.subtypes and not is_protected(own, host_view, thing, state)


def could_equip(thing: Thing, host: str, state: State) -> bool:
    """702.6a, 702.6c: equip takes a creature of its controller, or the quality that it names.

    What its text takes "as though it were a creature" it is attached to like one. 301.5c, 702.151a:
    what is a creature itself has to reconfigure.
    """
    own, host_view = state.views[thing.handle], state.views.get(host)
    if host_view is None or own.controller != host_view.controller:
        return False
    if "Creature" in own.types and not keywords(own, "reconfigure"):
        return False
    at = Context(source=thing.handle, card=thing.faces[0].name, choices=thing.choices)
    named = any(
        keyword.quality is not None and asking.matches(keyword.quality, host, at, state)
        for keyword in keywords(own, "equip")
    )
    return named or "Creature" in host_view.types
