"""Facts of players and of the game, as steps tell them, and when they are over."""

from striate.boards.facts import FACT_NAMES, is_of_a_turn, stated, whose
from striate.boards.timeline import Seat
from striate.timeline.game import Thing
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


def forget_the_turn(play: Play) -> None:
    """What is so "this turn" is over as the turn ends."""
    game = play.game
    game.told = {key: value for key, value in game.told.items() if not is_of_a_turn(key[0])}
    for thing in game.things.values():
        thing.choices = {k: word for k, word in thing.choices.items() if not is_of_a_turn(k)}
