"""701.24: shuffling a library, alone or with the cards of a graveyard or hand."""

from striate.boards import deeds
from striate.boards.timeline import Seat
from striate.cards import tree
from striate.timeline import moving, telling
from striate.timeline.context import Context
from striate.timeline.game import Thing
from striate.timeline.play import Play


def shuffle(play: Play, step: tree.Act, at: Context) -> None:
    """701.24a: the cards go to the library, and then nobody knows where in it any card is."""
    game = play.game
    state = play.state()
    player = step.player or "you"
    players = state.seats(player, at)
    play.reading.note_questions()
    if not players or (len(players) > 1 and player != "any"):
        play.note(at.card, "whose library is shuffled")
        return
    added = deeds.INTO_THE_LIBRARY[step.verb]
    for seat in players:
        going = [c for zone in added for c in list(game.in_zone(zone)) if c.owner == seat]
        for card in going:
            moving.leave(play, card, "library")
        if "hand" in added:
            telling.count_in_hand(play, seat, -(game.hands[seat] or 0))
        randomise(play, seat)


def shuffled_into(play: Play, thing: Thing) -> None:
    """701.24a: this card was shuffled into the library of its owner."""
    if thing.zone == "library" and not thing.ceased:
        randomise(play, thing.owner)


def randomise(play: Play, seat: Seat) -> None:
    """701.24a: an order that no player knows."""
    moving.cover(play, seat)
    if any(card.owner == seat for card in play.game.in_zone("library")):
        play.note_where(deeds.looks_at_a_library, "which card is on top after the shuffling")
