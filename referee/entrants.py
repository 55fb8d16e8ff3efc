"""614.12: an object that enters: what it is so far, and who speaks of its entering."""

from striate.cards import tree
from striate.cards.tree import Ability
from striate.referee import asking
from striate.referee.context import Context
from striate.referee.copiable import CopyOf
from striate.referee.faces import every_face, shown, up
from striate.referee.game import Lasting, Thing
from striate.referee.mentions import touches_others
from striate.referee.play import Play
from striate.referee.state import State
from striate.referee.values import Text


def context_of(thing: Thing) -> Context:
    return Context(source=thing.handle, card=thing.faces[0].name, choices=thing.choices, x=thing.x)


def text_of(play: Play, thing: Thing) -> Text:
    """Its copiable values so far; without copy effects and status, what is printed."""
    if thing.face_down is None and all(thing.handle not in e.by_object for e in play.game.lasting):
        whole = up(thing.faces, thing.layout, "battlefield", transformed=thing.transformed)
    else:
        whole = play.copiable_text(thing.handle)
    return shown(whole, flipped=thing.flipped, unlocked=thing.unlocked)


def some_touches(play: Play, entering: Thing, kinds: tuple[type, ...]) -> bool:
    """Whether some other object could say how this one enters."""
    return any(
        touches_others(face.abilities, kinds)
        for thing in play.game.on_battlefield()
        for face in every_face(thing.faces)
        if thing is not entering
    ) or (
        any(touches_others(granted(lasting), kinds) for lasting in play.game.lasting)
        or not play.static_copies_are_quiet()
    )


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
