"""614.12: an object that enters: what it is so far, and who speaks of its entering."""

from collections.abc import Callable
from functools import lru_cache

from striate.cards import tree
from striate.cards.tree import Ability
from striate.referee import asking
from striate.referee.context import Context
from striate.referee.copiable import CopyOf
from striate.referee.faces import shown, up
from striate.referee.game import Lasting, Thing
from striate.referee.mentions import touches_others
from striate.referee.play import Play
from striate.referee.state import State
from striate.referee.values import Text


def context_of(thing: Thing) -> Context:
    return Context(source=thing.handle, card=thing.faces[0].name, choices=thing.choices, x=thing.x)


def text_of(play: Play, thing: Thing) -> Text:
    """Its copiable values so far; without copy effects and status, what is printed."""
    if thing.face_down is None and not play.game.effects_on(thing.handle):
        whole = up(thing.faces, thing.layout, "battlefield", transformed=thing.transformed)
    else:
        whole = play.copiable_text(thing.handle)
    return shown(whole, flipped=thing.flipped, unlocked=thing.unlocked)


def some_touches(play: Play, entering: Thing, kinds: tuple[type, ...]) -> bool:
    """Whether some other object could say how this one enters."""
    says, gives = _touching(kinds)
    return (
        any(thing.zone == "battlefield" and thing is not entering for thing in play.who_says(says))
        or bool(play.game.effects(gives))
        or not play.static_copies_are_quiet()
    )


@lru_cache
def _touching(
    kinds: tuple[type, ...],
) -> tuple[Callable[[tuple[Ability, ...]], bool], Callable[[Lasting], bool]]:
    """Whether a text, and whether an effect, could say so; the same functions for the same kinds."""

    def says(abilities: tuple[Ability, ...]) -> bool:
        return touches_others(abilities, kinds)

    def gives(lasting: Lasting) -> bool:
        return says(granted(lasting))

    return says, gives


def granted(lasting: Lasting) -> tuple[Ability, ...]:
    found: list[Ability] = []
    for changes in lasting.by_object.values():
        for change in changes:
            if isinstance(change, tree.GainAbilities):
                found.extend(change.abilities)
            elif isinstance(change, CopyOf):
                found.extend(change.values.abilities)
    return tuple(found)


def concerns(who: tree.Who, thing: Thing, at: Context, state: State) -> bool:
    return isinstance(who, tree.Each) and asking.matches(who.filter, thing.handle, at, state)
