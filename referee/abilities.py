"""113.10, 613.1f: adding and removing abilities, and what an object can't have."""

from striate.cards.tree import (
    Ability,
    CantHave,
    Change,
    GainAbilities,
    Keyword,
    LoseAbilities,
    LoseAllAbilities,
    Node,
)
from striate.referee.abilitykinds import is_kind
from striate.referee.values import Held, Key, Origin, Stamp, View


def is_one_of(ability: Ability, named: tuple[Ability, ...]) -> bool:
    """113.10b: whether the ability is one that is named; a bare keyword has any parameter."""
    return any(_is_named(ability, name) for name in named)


def _is_named(ability: Ability, name: Ability) -> bool:
    if ability == name:
        return True
    if not isinstance(name, Keyword) or not isinstance(ability, Keyword):
        return False
    return name == Keyword(name.name) and ability.name == name.name


def is_lost(ability: Ability, change: LoseAllAbilities) -> bool:
    """113.10: whether "loses all abilities" (of a kind, except some) takes this one."""
    if is_one_of(ability, change.keep):
        return False
    if change.only == "":
        return True
    if change.only == "keyword":
        return isinstance(ability, Keyword)
    if change.only == "not mana":
        return not is_kind(ability, "mana")
    return is_kind(ability, change.only)


def write(
    view: View,
    changes: tuple[Change | Node, ...],
    key: Key,
    stamp: Stamp,
    by: str | None,
    counter: bool,
    spares: str = "",
    linked: bool = True,
) -> None:
    """613.1f: layer 6 on one object: what one effect takes away goes before what it gives.

    `linked`: 607.5a: false where what the effect says was chosen was not chosen for it.
    """
    held = view.abilities
    for change in changes:
        if isinstance(change, LoseAllAbilities):
            held = tuple(h for h in held if not is_lost(h.ability, change))
        elif isinstance(change, LoseAbilities | CantHave):
            held = tuple(h for h in held if not is_one_of(h.ability, change.abilities))
        if isinstance(change, CantHave):
            view.cannot_have = (*view.cannot_have, *change.abilities)
    origin: Origin = "counter" if counter else "granted"
    place = 0
    for change in changes:
        if not isinstance(change, GainAbilities):
            continue
        for ability in _allowed(change.abilities, view):
            slot = (origin, key, place)
            held = (*held, Held(ability, origin, slot, stamp, by, linked, spares))
            place += 1
    view.abilities = held


def _allowed(abilities: tuple[Ability, ...], view: View) -> tuple[Ability, ...]:
    """113.11: what an object can't have no effect gives it.

    That is no dependency: the effect still does the same (as with losing, 613.9).
    """
    if not view.cannot_have:
        return abilities
    return tuple(a for a in abilities if not is_one_of(a, view.cannot_have))
