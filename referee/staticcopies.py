"""707.2c: when the copy effects of static abilities take the values that they keep."""

from striate.cards.tree import Ability, BecomeCopy, Change, Static
from striate.referee import entrants
from striate.referee.game import Lasting
from striate.referee.play import Play


def keep(play: Play) -> None:
    """707.2c: it takes its values when it first applies: look after each step, as long as one has
    none. Such effects apply in layer 1 (613.2a).
    """
    if _is_one_waiting(play):
        play.state("1")


def _is_one_waiting(play: Play) -> bool:
    game = play.game
    saying = [game.things[handle] for handle in play.all_that_say(_copying)]
    if saying and game.effects(_gives_copying):
        return True  # what is a copy of one of them has the ability too
    for thing in saying:
        said = play.all_said(thing, _copying)
        if thing.zone != "battlefield" or not play.could_copy(thing):
            continue
        if len(said) > sum(key[1] == thing.handle for key in game.static_copies):
            return True
    return False


def _gives_copying(lasting: Lasting) -> bool:
    return bool(_copying(entrants.granted(lasting)))


def _copying(abilities: tuple[Ability, ...]) -> tuple[Change, ...]:
    """The changes of its static abilities that make a copy."""
    effects = (each for a in abilities if isinstance(a, Static) for each in a.effects)
    return tuple(
        each for effect in effects for each in effect.changes if isinstance(each, BecomeCopy)
    )
