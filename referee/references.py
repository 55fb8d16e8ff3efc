"""109.5, 608.2: what "this", "you", "target" and "the chosen" mean at one moment.

A static ability's "you" is its object's controller at that moment; a resolved effect's "you" was
fixed when it resolved.
"""

from typing import Final

from striate.boards.timeline import Seat
from striate.boards.untold import THAT_PLAYER, UNTOLD_PLAYERS, Speaker, player_called
from striate.cards.tree import (
    Affected,
    Attached,
    ChosenObject,
    Granter,
    LinkedCard,
    Node,
    Player,
    Target,
    This,
    Those,
    TopCard,
)
from striate.referee.state import State
from striate.referee.values import other_seat
from striate.timeline.context import Context
from striate.timeline.game import Remembered


def you(at: Context, state: State) -> Seat:
    """109.5: "you" is the controller of the source."""
    if at.controller is not None:
        return at.controller
    if at.source is not None and at.source in state.views:
        return state.views[at.source].controller
    return "you"


def seats(player: Player, at: Context, state: State) -> tuple[Seat, ...]:
    """102: the players that the word means; nobody where the board cannot tell."""
    if player == "you":
        return (you(at, state),)
    if player == "opponent":
        return (other_seat(you(at, state)),)
    if player == "any":
        return ("you", "opponent")
    if player == "active":
        return (active(state),)
    seat = _one_seat(player, at, state)
    if seat is not None:
        return (seat,)
    if player in UNTOLD_PLAYERS:
        path = state.unknown(at, player_called(player))
        return tuple(each for each in SEATS if each == path.player(player, speaker(at, state)))
    return ()


SEATS: Final[tuple[Seat, ...]] = ("you", "opponent")


def speaker(at: Context, state: State) -> Speaker:
    """Who asks for something untold."""
    return Speaker(at.source or "", you(at, state), at.affected or "", at.looks_back)


def active(state: State) -> Seat:
    """102.1: whose turn it is."""
    return "you" if state.path.is_your_turn(state.game.turn) else "opponent"


def _one_seat(player: Player, at: Context, state: State) -> Seat | None:
    handle: str | None = None
    if player == "that":
        # The player that the text spoke of: a target, that of its event, or whose permanent was
        # the target; if it spoke of none, the step says who.
        spoken = at.player or _seat_word(at.choices.get(THAT_PLAYER), at, state)
        spoken = spoken or _one_seat("target controller", at, state)
        return spoken or _seat_word(at.choices.get("player"), at, state)
    if player == "not target controller":
        theirs = _one_seat("target controller", at, state)
        return None if theirs is None else other_seat(theirs)
    if player == "target":
        return at.player or _seat_word(at.choices.get("player"), at, state)
    if player == "defending":
        # 506.2: told by the attack that made the ability trigger.
        return _seat_word(at.choices.get("defending player"), at, state)
    if player == "chosen":
        return _seat_word(at.choices.get("player") or at.choices.get("opponent"), at, state)
    if player == "attached controller":
        enchanted = _enchanted_player(at, state)
        if enchanted is not None:
            return enchanted
        handle = _attached(at, state)
    elif player == "affected controller":
        handle = at.affected
    elif player == "target controller":
        named = [handles for handles in at.targets if handles]
        handle = named[0][0] if named else None
    elif player in ("affected owner", "owner"):
        owned = at.affected if player == "affected owner" else at.source
        return state.views[owned].owner if owned is not None and owned in state.views else None
    return None if handle is None else controller_of(handle, state)


def controller_of(handle: str, state: State) -> Seat | None:
    """608.2h: who controls the object, or last controlled one that has left."""
    thing = state.game.things.get(handle)
    if thing is not None and thing.zone != "battlefield" and thing.last_known is not None:
        return thing.last_known.controller
    return state.views[handle].controller if handle in state.views else None


def _seat_word(word: str | None, at: Context, state: State) -> Seat | None:
    if word in ("you", "opponent"):
        return "you" if word == "you" else "opponent"
    return None


def _attached(at: Context, state: State) -> str | None:
    thing = state.game.things.get(at.source or "")
    if thing is None:
        return None
    if not _is_there(thing.handle, state) and at.looks_back and thing.handle in state.game.moved:
        thing = state.game.moved[thing.handle].thing  # 608.2h: what it was attached to
    host = state.game.things.get(thing.attached_to or "")
    return host.handle if host is not None and host.zone == "battlefield" else None


def _enchanted_player(at: Context, state: State) -> Seat | None:
    """303.4b: the player whom the source is attached to."""
    thing = state.game.things.get(at.source or "")
    return None if thing is None else _seat_word(thing.attached_to, at, state)


def objects_of(ref: Node, at: Context, state: State) -> tuple[str, ...]:
    """The objects that a reference means now; none where there is no such object."""
    return tuple(handle for handle in _meant(ref, at, state) if handle in state.views)


def looked_at(
    ref: Node, at: Context, state: State, *, was: bool = False
) -> tuple[tuple[str, ...], State]:
    """608.2h: the objects that a reference means, and the state in which they are asked something.

    What the resolution expects elsewhere than it is now is asked as it last was there; a card that
    lies somewhere ("the exiled card") is expected there. `was`: the words say "was".
    """
    handles = _meant(ref, at, state)
    then: dict[str, Remembered] = {}
    if at.looks_back and not isinstance(ref, LinkedCard | TopCard):
        moved = state.game.moved
        then = {h: moved[h] for h in handles if h in moved and not _is_there(h, state)}
    if not was:
        # 400.7j: "that card" from a graveyard is the card in exile, where everybody sees it.
        cards = {
            h for h, last in then.items() if last.thing.zone not in ("battlefield", "phased out")
        }
        then = {h: last for h, last in then.items() if h not in cards or not is_open(h, state)}
    seen = state.looking_back(then) if then else state
    return tuple(handle for handle in handles if handle in seen.views), seen


def is_open(handle: str, state: State) -> bool:
    """400.2: whether it is in a zone where everybody sees it."""
    return handle in state.views and state.views[handle].zone not in ("hand", "library")


def _is_there(handle: str, state: State) -> bool:
    return state.game.things[handle].zone in ("battlefield", "phased out")


def _meant(ref: Node, at: Context, state: State) -> tuple[str, ...]:
    """The handles that a reference means, of objects that are there or not."""
    handles: tuple[str | None, ...] = ()
    if isinstance(ref, This):
        handles = (at.source,)
    elif isinstance(ref, Attached):
        handles = (_attached(at, state),)
    elif isinstance(ref, Affected):
        handles = (at.affected,)
    elif isinstance(ref, Target):
        handles = at.targets[ref.index] if ref.index < len(at.targets) else ()
    elif isinstance(ref, ChosenObject):
        handles = (at.choices.get(ref.kind),)
    elif isinstance(ref, TopCard):
        handles = (_top_card(ref, at, state),)
    elif isinstance(ref, Those):
        handles = at.named.get(ref.group, ())
    elif isinstance(ref, Granter):
        giver = state.game.things.get(ref.handle)
        handles = (ref.handle,) if giver is not None and giver.zone == "battlefield" else ()
    elif isinstance(ref, LinkedCard):
        handles = linked(at, state)
    return tuple(handle for handle in handles if handle is not None)


def linked(at: Context, state: State) -> tuple[str, ...]:
    """607.2a: the cards exiled with the source; 113.7a: with one that has left by now, too."""
    source = state.game.things.get(at.source or "")
    if source is None:
        return ()
    last = state.game.moved.get(source.handle) if at.looks_back else None
    before = [] if last is None else last.thing.linked
    return tuple(dict.fromkeys((*before, *source.linked)))


def single(ref: Node, at: Context, state: State) -> str | None:
    """The one object that a reference means; the last of several (607.2a: the last exiled)."""
    handles = objects_of(ref, at, state)
    return handles[-1] if handles else None


def _top_card(ref: TopCard, at: Context, state: State) -> str | None:
    """404.2: the card that was put there last."""
    owners = seats(ref.owner, at, state)
    cards = [
        thing
        for thing in state.game.in_zone(ref.zone)
        if thing.owner in owners and thing.handle in state.views
    ]
    top = max(cards, key=lambda thing: thing.stamp, default=None)
    return None if top is None or top.covered else top.handle
