"""608.2d: a player can't choose what is impossible, where the board tells that it is."""

import re

from striate.boards.record import ENERGY
from striate.cards import tree
from striate.cards.walking import any_node
from striate.timeline import counters, telling
from striate.timeline.context import Context
from striate.timeline.instructions import CARRIED_OUT, goes, sacrificed
from striate.timeline.play import Play
from striate.timeline.resolution import Resolution, number_of, number_or_one, seats

_LIFE = re.compile(r"(\d+) life")


def can_be_done(resolution: Resolution, step: tree.Do) -> bool:
    """608.2d: whether what the player may do first is possible."""
    match step.steps[:1]:
        case (tree.Act(verb="discard card") as act,):
            return _holds_enough(resolution, act)
        case (tree.MoveZone() as move,):
            return _something_goes(resolution, move)
        case (tree.RemoveCounters(who=tree.This(), kind=str()) as removing,):
            return _has_counters(resolution, removing)
        case (tree.SetTapped(who=tree.This(), tapped=tapped),):
            source = resolution.play.game.things.get(resolution.at.source or "")
            return source is None or counters.is_tapped(resolution.play, source) != tapped
        case _:
            return True


def _holds_enough(resolution: Resolution, step: tree.Act) -> bool:
    """701.9a: a card that is discarded was in the hand; its number may not be told."""
    number, play = number_or_one(resolution, step.amount), resolution.play
    holding = (play.game.hands[seat] for seat in seats(resolution, step.player))
    return all(known is None or known >= number for known in holding)


def _something_goes(resolution: Resolution, step: tree.MoveZone) -> bool:
    """701.21a: the board tells every permanent; the cards of other zones it need not tell."""
    state = resolution.play.state()
    who = sacrificed(step.who) if step.verb == "sacrifice" else step.who
    if isinstance(who, tree.ChosenObject) and who.filter and not _is_told(resolution, who):
        who = tree.Each(who.filter, "battlefield")
    elif who != tree.This() or step.verb != "sacrifice":
        return True
    things = [resolution.play.game.things[handle] for handle in state.group(who, resolution.at)]
    return any(goes(resolution, step, thing, state) for thing in things)


def _is_told(resolution: Resolution, who: tree.ChosenObject) -> bool:
    """Whether the board says what is chosen, or need not tell what there is to choose from."""
    at = resolution.at
    named = at.choices.get(who.kind) or at.targets[len(resolution.specs) :]
    return bool(named) or any_node(who.filter, (tree.InZone,))


def _has_counters(resolution: Resolution, step: tree.RemoveCounters) -> bool:
    """122.1: what isn't there can't be removed."""
    source = resolution.play.game.things.get(resolution.at.source or "")
    if source is None or step.kind is None:
        return True
    number = source.counters.get(step.kind, 0)
    least = 1 if step.amount is None else number_of(resolution, step.amount, source.handle)
    return number >= least


def is_paid(resolution: Resolution, cost: str) -> bool:
    """119.4, 107.14: who pays life or energy loses it, and must have as much; other costs no board
    tells."""
    play, at = resolution.play, resolution.at
    if not pay_energy(play, at, cost):
        play.note(at.card, "how much energy its controller has")
    match = _LIFE.fullmatch(cost)
    if match is None:
        return True
    number = int(match[1])
    if play.game.life[play.state().you(at)] < number:
        return False
    CARRIED_OUT[tree.LifeChange](resolution, tree.LifeChange("you", tree.Num(number), gain=False))
    return True


def pay_energy(play: Play, at: Context, cost: str) -> bool:
    """107.14: the counters are removed; whether resolutions gave as many. No step shows others."""
    number, seat = cost.count("{E}"), play.state().you(at)
    has = play.path.record[ENERGY, seat, 0]
    if has < number:
        telling.uncounted(play, ENERGY)
    if number:
        telling.happens(play, ENERGY, seat, -min(has, number))
    return has >= number
