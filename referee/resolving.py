"""608.2: what a resolving spell or ability does to the board, instruction by instruction.

Costs are not carried out (the board says what else happened), tokens are named by steps of their
own, and acts that touch no characteristic are passed over. "You may" and "if you do" are taken as
done: the step says that it resolved.
"""

from collections.abc import Callable

import msgspec

from striate.boards.timeline import Seat
from striate.cards import tree
from striate.cards.tree import Ability, Body
from striate.referee import asking, attach, counters, entering, locking, moving, targeting
from striate.referee.abilities import is_one_of
from striate.referee.choosing import filled
from striate.referee.conditions import holds
from striate.referee.context import Context
from striate.referee.deeds import group
from striate.referee.mentions import mentions
from striate.referee.play import Play
from striate.referee.references import seats, single, you
from striate.referee.state import stat
from striate.referee.values import other_seat


class _Resolution(msgspec.Struct):
    """One spell or ability that resolves."""

    play: Play
    at: Context
    ability: Ability | None
    modes: tuple[int, ...] = ()
    targets: tuple[str, ...] = ()
    spoken_of_again: frozenset[tree.Each] = frozenset()


def resolve(
    play: Play,
    body: Body,
    at: Context,
    *,
    targets: tuple[str, ...] = (),
    modes: tuple[int, ...] = (),
    ability: Ability | None = None,
) -> None:
    """608.2c: the instructions in the order written, on the named targets."""
    play.game.moved = {}
    seat, objects = targeting.players_among(targets)
    at = msgspec.structs.replace(at, player=seat)
    resolution = _Resolution(play, at, ability, modes, objects)
    _body(resolution, body)
    play.game.changed()


def _body(resolution: _Resolution, body: Body) -> None:
    play = resolution.play
    if body.touches:
        _note_unread(resolution, body)
    state = play.state()
    if resolution.at.player is None and body.players[:1] == ("opponent",):
        # 102.2: with two players there is one opponent to target.
        player = other_seat(you(resolution.at, state))
        resolution.at = msgspec.structs.replace(resolution.at, player=player)
    found, left = targeting.shared_out(
        body.targets, resolution.targets, resolution.at.choices, resolution.at, state
    )
    # 115.4: a target may be described by another one ("that shares a card type with it").
    chosen = msgspec.structs.replace(resolution.at, targets=found)
    legal = targeting.legal(body.targets, found, chosen, state)
    resolution.targets = left
    if resolution.at.player is None and targeting.fails(body.targets, found, legal):
        return
    found = legal
    outer = resolution.at
    # "That creature" of an event is a target of the step that the text does not list.
    named = (*found, *((handle,) for handle in left))
    resolution.at = msgspec.structs.replace(outer, targets=named or outer.targets)
    resolution.spoken_of_again |= _spoken_of_again(body.steps)
    _steps(resolution, body.steps)
    resolution.at = outer


def _note_unread(resolution: _Resolution, body: Body) -> None:
    lines = [step.template for step in body.steps if isinstance(step, tree.Prose)]
    for line in lines or ["part of what resolved"]:
        resolution.play.game.unread.append((resolution.at.card, line))


def _steps(resolution: _Resolution, steps: tuple[tree.Step, ...]) -> None:
    for step in steps:
        _remember_sets(resolution, step)
        carry_out = _STEPS.get(type(step))
        if carry_out is not None:
            carry_out(resolution, step)
            resolution.play.game.changed()


def _remember_sets(resolution: _Resolution, step: tree.Step) -> None:
    """608.2c: the text is read in order: which objects an instruction means is fixed as it begins."""
    for part in _named_by(step):
        if isinstance(part, tree.Each) and part in resolution.spoken_of_again:
            named = {**resolution.at.named, part: _who(resolution, part)}
            resolution.at = msgspec.structs.replace(resolution.at, named=named)


def _named_by(step: tree.Step) -> tuple[object, ...]:
    if isinstance(step, tree.Continuous):
        return (step.effect.who,)
    return tuple(getattr(step, name, None) for name in ("who", "to", "of"))


def _spoken_of_again(value: object) -> frozenset[tree.Each]:
    """The groups of a body that later words of it mean again."""
    if isinstance(value, tree.Those):
        return frozenset((value.group,))
    parts = value if isinstance(value, tuple) else ()
    if isinstance(value, tree.Node):
        parts = tuple(getattr(value, name) for name in value.__struct_fields__)
    return frozenset[tree.Each]().union(*map(_spoken_of_again, parts))


def _who(resolution: _Resolution, who: tree.Who) -> tuple[str, ...]:
    return group(who, resolution.at, resolution.play.state())


def _amount(resolution: _Resolution, amount: tree.Amount, handle: str | None = None) -> int:
    at = resolution.at if handle is None else resolution.at.about(handle)
    state = resolution.play.state()
    value = asking.value(amount, at, state)
    resolution.play.note_questions(state)
    return value


def _continuous(resolution: _Resolution, step: tree.Continuous) -> None:
    locking.begin(resolution.play, step, resolution.at, resolution.ability)


def _put_counters(resolution: _Resolution, step: tree.PutCounters) -> None:
    kind = filled(step, resolution.at.choices).kind
    todo = [(h, _amount(resolution, step.amount, h)) for h in _who(resolution, step.who)]
    for handle, number in todo:
        counters.put(resolution.play.game, resolution.play.game.things[handle], kind, number)


def _remove_counters(resolution: _Resolution, step: tree.RemoveCounters) -> None:
    game = resolution.play.game
    for handle in _who(resolution, step.who):
        thing = game.things[handle]
        for kind in [step.kind] if step.kind is not None else list(thing.counters):
            there = thing.counters.get(kind, 0)
            number = there if step.amount is None else _amount(resolution, step.amount, handle)
            counters.remove(game, thing, kind, number)


def _double_counters(resolution: _Resolution, step: tree.DoubleCounters) -> None:
    """701.10e: as many again of each kind."""
    game = resolution.play.game
    for handle in _who(resolution, step.who):
        thing = game.things[handle]
        for kind in [step.kind] if step.kind is not None else list(thing.counters):
            counters.put(game, thing, kind, thing.counters.get(kind, 0))


def _set_tapped(resolution: _Resolution, step: tree.SetTapped) -> None:
    for handle in _who(resolution, step.who):
        resolution.play.game.things[handle].tapped = step.tapped


def _turn_face(resolution: _Resolution, step: tree.TurnFace) -> None:
    turn = moving.turn_face_up if step.up else moving.turn_face_down
    for handle in _who(resolution, step.who):
        turn(resolution.play, resolution.play.game.things[handle])


def _transform(resolution: _Resolution, step: tree.Transform) -> None:
    for handle in _who(resolution, step.who):
        moving.transform(resolution.play, resolution.play.game.things[handle])


def _attach(resolution: _Resolution, step: tree.AttachTo) -> None:
    hosts = _who(resolution, step.to)
    state = resolution.play.state()
    for handle in _who(resolution, step.who) if hosts else ():
        thing = resolution.play.game.things[handle]
        # 301.5b, 303.4j: what can't be attached there doesn't move.
        if attach.could_be_attached(thing, hosts[0], state):
            moving.attach(resolution.play, thing, hosts[0])


def _move(resolution: _Resolution, step: tree.MoveZone) -> None:
    """701.8, 701.13, 701.21: all of them at once; an indestructible one is not destroyed."""
    play = resolution.play
    state = play.state()
    handles = _who(resolution, step.who)
    spared = tree.Keyword("indestructible")
    for handle in handles:
        thing = play.game.things[handle]
        if step.origin is not None and thing.zone != step.origin:
            continue
        if step.verb == "destroy":
            held = tuple(h.ability for h in state.views[handle].abilities)
            if any(is_one_of(ability, (spared,)) for ability in held):
                continue
            if thing.counters.get("shield"):  # 122.1c
                counters.remove(play.game, thing, "shield", 1)
                continue
        if step.to == "battlefield":
            _return(resolution, step, handle)
            continue
        if thing.zone == "battlefield":
            play.game.moved[handle] = state.views[handle]
        moving.leave(play, thing, step.to, remember=True)
        source = play.game.things.get(resolution.at.source or "")
        if step.verb == "exile" and source is not None and not thing.ceased:
            source.linked.append(handle)


def _return(resolution: _Resolution, step: tree.MoveZone, handle: str) -> None:
    """400.7, 110.2a: onto the battlefield, under the player's control who was told to do it."""
    play = resolution.play
    thing = play.game.things[handle]
    if thing.ceased or thing.zone == "battlefield":
        return
    seat: Seat = you(resolution.at, play.state())
    if step.under is not None:
        players = seats(step.under, resolution.at.about(handle), play.state())
        seat = players[0] if players else seat
    moving.leave(play, thing, "battlefield")
    if thing.ceased:
        return
    thing.controller = seat
    thing.tapped = step.tapped
    entering.arrive(play, thing)


def _life_change(resolution: _Resolution, step: tree.LifeChange) -> None:
    number = _amount(resolution, step.amount)
    state = resolution.play.state()
    for seat in seats(step.player, resolution.at, state):
        resolution.play.game.life[seat] += number if step.gain else -number


def _set_life(resolution: _Resolution, step: tree.SetLife) -> None:
    number = _amount(resolution, step.amount)
    for seat in seats(step.player, resolution.at, resolution.play.state()):
        resolution.play.game.life[seat] = number


def _exchange_with_life(resolution: _Resolution, step: tree.ExchangeStatWithLife) -> None:
    """701.12g: the life total becomes the old stat, the stat the old life total (layer 7b)."""
    play, at = resolution.play, resolution.at
    state = play.state()
    handle = single(step.ref, at, state)
    players = seats(step.player, at, state)
    value = None if handle is None else stat(step.stat, handle, state)
    if handle is None or value is None or not players:
        return
    life = tree.Num(play.game.life[players[0]])
    play.game.life[players[0]] = value
    is_power = step.stat in ("power", "base power")
    change = tree.SetBasePT(life, None) if is_power else tree.SetBasePT(None, life)
    effect = tree.Effect(step.ref, (change,))
    _continuous(resolution, tree.Continuous(effect, tree.Permanently()))


def _do(resolution: _Resolution, step: tree.Do) -> None:
    state = resolution.play.state()
    if step.condition is not None and not holds(step.condition, resolution.at, state):
        resolution.play.note_questions(state)
        _steps(resolution, step.otherwise)
        return
    resolution.play.note_questions(state)
    _steps(resolution, step.steps)


def _modal(resolution: _Resolution, step: tree.Modal) -> None:
    """700.2: the chosen modes in the order of the text, each with its own targets."""
    if not resolution.modes and step.low > 0 and mentions(step.modes, tuple(_STEPS)):
        line = "which mode was chosen"
        resolution.play.game.unread.append((resolution.at.card, line))
    for mode in sorted(resolution.modes):
        if 0 < mode <= len(step.modes):
            _body(resolution, step.modes[mode - 1])


_STEPS: dict[type, Callable[..., None]] = {
    tree.Continuous: _continuous,
    tree.PutCounters: _put_counters,
    tree.RemoveCounters: _remove_counters,
    tree.DoubleCounters: _double_counters,
    tree.SetTapped: _set_tapped,
    tree.TurnFace: _turn_face,
    tree.Transform: _transform,
    tree.AttachTo: _attach,
    tree.MoveZone: _move,
    tree.LifeChange: _life_change,
    tree.SetLife: _set_life,
    tree.ExchangeStatWithLife: _exchange_with_life,
    tree.Do: _do,
    tree.Modal: _modal,
}
