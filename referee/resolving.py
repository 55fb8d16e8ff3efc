"""608.2: what a resolving spell or ability does to the board, instruction by instruction.

Costs are not carried out (the board says what else happened). What the board states itself, or
changes nothing that it keeps, is passed over; what is neither is noted as not carried out. "You
may" and "if you do" are taken as done: the step says that it resolved.
"""

from collections.abc import Callable

import msgspec

from striate.boards import deeds
from striate.boards.timeline import Seat
from striate.cards import tree
from striate.cards.tokens import THE_RING
from striate.cards.tree import Ability, Body
from striate.cards.walking import nodes
from striate.referee import asking, attach, counters, locking, making, moving, refusing, targeting
from striate.referee.abilities import is_one_of
from striate.referee.choosing import filled
from striate.referee.conditions import holds
from striate.referee.context import Context
from striate.referee.deeds import group
from striate.referee.game import Banished, Thing, Waiting
from striate.referee.mentions import mentions
from striate.referee.play import Play
from striate.referee.references import seats, single, you
from striate.referee.state import State, stat
from striate.referee.values import other_seat


class _Resolution(msgspec.Struct):
    """One spell or ability that resolves."""

    play: Play
    at: Context
    ability: Ability | None
    modes: tuple[int, ...] = ()
    targets: tuple[str, ...] = ()
    specs: tuple[tree.TargetSpec, ...] = ()
    buried: bool = False  # 701.19c: what it destroys can't be regenerated
    spoken_of_again: frozenset[tree.Each] = frozenset()


def resolve(
    play: Play,
    body: Body,
    at: Context,
    *,
    targets: tuple[str, ...] = (),
    modes: tuple[int, ...] = (),
    ability: Ability | None = None,
) -> tuple[str, ...]:
    """608.2c: the instructions in the order written, on the named targets; those left over."""
    play.game.moved = {}
    seat, objects = targeting.players_among(targets)
    at = msgspec.structs.replace(at, player=seat)
    resolution = _Resolution(play, at, ability, modes, objects)
    resolution.buried = any(
        isinstance(each, tree.Act) and each.verb == "can't be regenerated" for each in nodes(body)
    )
    for giver in nodes(body):
        if isinstance(giver, tree.Granter) and not single(giver, at, play.state()):
            play.game.unread.append((at.card, "the object that gave the ability"))
    _body(resolution, body)
    play.game.changed()
    return resolution.targets


def _body(resolution: _Resolution, body: Body) -> None:
    """608.2b: the targets are looked at, and if one is legal the instructions are followed."""
    aimed = _aim(resolution, body)
    if resolution.at.player is None and targeting.fails(body.targets, aimed.named, aimed.legal):
        return
    _follow(resolution, body, aimed)


class _Aimed(msgspec.Struct):
    """The targets of a body: as the step names them, the legal ones, what is left for others.

    `incarnations` tells which objects they are (400.7).
    """

    named: tuple[tuple[str, ...], ...]
    legal: tuple[tuple[str, ...], ...]
    left: tuple[str, ...]
    incarnations: dict[str, int]


def _aim(resolution: _Resolution, body: Body) -> _Aimed:
    """601.2c, 608.2b: which objects the words mean, and whether they are legal targets still."""
    play = resolution.play
    state = play.state_for(body.targets)
    if resolution.at.player is None and body.players[:1] == ("opponent",):
        # 102.2: with two players there is one opponent to target.
        player = other_seat(you(resolution.at, state))
        resolution.at = msgspec.structs.replace(resolution.at, player=player)
    found, left = targeting.shared_out(
        body, resolution.targets, resolution.at.choices, resolution.at, state
    )
    # 115.4: a target may be described by another one ("that shares a card type with it").
    chosen = msgspec.structs.replace(resolution.at, targets=found)
    legal = targeting.legal(body.targets, found, chosen, state)
    refusing.look_at_targets(play, body.targets, found, legal, chosen)
    resolution.targets = left
    there = {h: play.game.things[h].incarnation for entry in legal for h in entry}
    return _Aimed(found, legal, left, there)


def _follow(resolution: _Resolution, body: Body, aimed: _Aimed) -> None:
    """608.2c: the instructions, on the legal targets that no earlier mode has moved."""
    play = resolution.play
    if body.touches:
        _note_unread(resolution, body)
    resolution.specs = body.targets
    for spec, handles in zip(body.targets, aimed.named, strict=True):
        # 608.2d: what is chosen on resolution; nobody sees into a hand or a library.
        seen = spec.zone not in ("hand", "library")
        if spec.word == "choose" and seen and len(handles) < spec.low:
            play.game.unread.append((resolution.at.card, "which objects are chosen"))
    found = tuple(
        tuple(h for h in entry if play.game.things[h].incarnation == aimed.incarnations[h])
        for entry in aimed.legal
    )
    outer = resolution.at
    # "That creature" of an event is a target of the step that the text does not list.
    named = (*found, *((handle,) for handle in aimed.left))
    resolution.at = msgspec.structs.replace(outer, targets=named or outer.targets)
    resolution.spoken_of_again |= _spoken_of_again(body.steps)
    _top_of_library(resolution, body)
    _steps(resolution, body.steps)
    resolution.at = outer


def _top_of_library(resolution: _Resolution, body: Body) -> None:
    """401.5, 701.20: "it" is the top card, if the board tells one; nobody says the library is empty."""
    places = [i for i, spec in enumerate(body.targets) if targeting.is_card_on_top(spec)]
    acts = [step for step in nodes(body.steps) if isinstance(step, tree.Act)]
    if not places or not any(step.verb.endswith(" the top card of your library") for step in acts):
        return
    play, at = resolution.play, resolution.at
    top = group(tree.TopCard("library"), at, play.state())
    if not top:
        play.game.unread.append((at.card, "the top card of the library"))
    named = list(at.targets) + [()] * (len(body.targets) - len(at.targets))
    for place in places:
        named[place] = named[place] or top
    resolution.at = msgspec.structs.replace(at, targets=tuple(named))


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
            making.return_banished(resolution.play)
        elif not deeds.is_left_to_the_board(step) and not isinstance(step, tree.Prose):
            line = f"{type(step).__name__} is not carried out"
            resolution.play.game.unread.append((resolution.at.card, line))


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
    play, at = resolution.play, resolution.at
    # 702.26b: what is phased out is not affected.
    found = tuple(
        handle
        for handle in group(who, at, play.state())
        if play.game.things[handle].zone != moving.PHASED_OUT
    )
    if found or not isinstance(who, tree.ChosenObject) or at.choices.get(who.kind):
        return found
    found = _without_choice(play, who, at)
    for handle in found:
        # What follows speaks of the same object.
        made = {**at.choices, who.kind: handle}
        resolution.at = msgspec.structs.replace(at, choices=made)
    return found


def _without_choice(play: Play, who: tree.ChosenObject, at: Context) -> tuple[str, ...]:
    """608.2d: where only one object can be chosen it is that one; among several the board is asked."""
    if who.filter is None:
        return ()
    zones: list[tree.Zone] = [
        part.zone for part in nodes(who.filter) if isinstance(part, tree.InZone)
    ]
    zone = zones[0] if zones else "battlefield"
    if zone in ("library", "hand"):
        return ()
    fitting = group(tree.Each(who.filter, zone), at, play.state())
    if len(fitting) > 1:
        play.game.unread.append((at.card, f"which {who.kind} is chosen"))
        return ()
    return fitting


def _amount(resolution: _Resolution, amount: tree.Amount, handle: str | None = None) -> int:
    at = resolution.at if handle is None else resolution.at.about(handle)
    state = resolution.play.state()
    value = asking.value(amount, at, state)
    resolution.play.note_questions(state)
    return value


def _continuous(resolution: _Resolution, step: tree.Continuous) -> None:
    if isinstance(step.effect.who, tree.ChosenObject):
        _who(resolution, step.effect.who)  # its choice, where only one is possible
    locking.begin(resolution.play, step, resolution.at, resolution.ability)


def _put_counters(resolution: _Resolution, step: tree.PutCounters) -> None:
    kind = filled(step, resolution.at.choices).kind
    # 400.7: an ability whose object has left finds no permanent to put counters on.
    there = [
        handle
        for handle in _who(resolution, step.who)
        if resolution.play.game.things[handle].zone not in ("graveyard", "hand", "library")
    ]
    todo = [(h, _amount(resolution, step.amount, h)) for h in there]
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


def _endure(resolution: _Resolution, step: tree.Endure) -> None:
    """701.63a: that permanent's controller creates the Spirit unless they put the counters on it."""
    play = resolution.play
    for handle in _who(resolution, step.who):
        number = _amount(resolution, step.amount, handle)
        if number <= 0:
            continue  # 701.63b
        if _amount(resolution, step.counters, handle):
            counters.put(play.game, play.game.things[handle], "+1/+1", number)
            continue
        size = tree.Num(number)
        spirit = tree.TokenSpec("", (), ("Creature",), ("Spirit",), ("W",), size, size)
        token = tree.CreateTokens(tree.Num(1), spirit, player="affected controller")
        making.tokens(play, token, resolution.at.about(handle), (None,))


def _proliferate(resolution: _Resolution, step: tree.Proliferate) -> None:
    """701.34a: each chosen permanent gets a counter of every kind that is there already."""
    game = resolution.play.game
    chosen = _who(resolution, step.who)
    if not chosen and any(thing.counters for thing in game.on_battlefield()):
        line = "which permanents get another counter"
        game.unread.append((resolution.at.card, line))
    for handle in chosen:
        thing = game.things[handle]
        for kind in [kind for kind, number in thing.counters.items() if number > 0]:
            counters.put(game, thing, kind, 1)


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
        # 301.5b, 303.4j: what can't be attached there doesn't move; nor what has left.
        if thing.zone == "battlefield" and attach.could_be_attached(thing, hosts[0], state):
            moving.attach(resolution.play, thing, hosts[0])


def _move(resolution: _Resolution, step: tree.MoveZone) -> None:
    """701.8, 701.13, 701.21: all of them at once; an indestructible one is not destroyed."""
    play = resolution.play
    source = play.game.things.get(resolution.at.source or "")
    if step.until and source is not None and source.zone not in ("battlefield", moving.PHASED_OUT):
        return  # 610.3a-b: it has left already
    if step.to == "battlefield":
        _note_hidden(resolution, step.who)
    handles = _who(resolution, step.who)
    state = play.state()
    for handle in handles:
        thing = play.game.things[handle]
        if not _goes(resolution, step, thing, state):
            continue
        if step.to == "battlefield":
            _return(resolution, step, handle)
            continue
        if thing.zone == "battlefield":
            play.game.moved[handle] = state.views[handle]
        moving.leave(play, thing, step.to, remember=True)
        if step.place == "bottom" and not thing.ceased:
            moving.put_under(play, thing)
        if step.verb == "exile" and source not in (None, thing) and not thing.ceased:
            source.linked.append(handle)
            if step.until:
                play.game.banished.append(
                    Banished(source.handle, source.incarnation, handle, thing.incarnation)
                )


def _note_hidden(resolution: _Resolution, who: tree.Who) -> None:
    """401.2: which cards a library has, nobody tells."""
    if deeds.is_hidden(who):
        resolution.play.game.unread.append((resolution.at.card, "the cards of a library"))


def _goes(resolution: _Resolution, step: tree.MoveZone, thing: Thing, state: State) -> bool:
    """Whether the object is moved: it is where the text says, and nothing protects it."""
    if step.origin is not None and thing.zone != step.origin:
        return False
    if step.verb == "sacrifice" and thing.zone != "battlefield":
        return False  # 701.21a: only a permanent can be sacrificed
    if step.verb != "destroy":
        return True
    spared = tree.Keyword("indestructible")
    held = tuple(h.ability for h in state.views[thing.handle].abilities)
    if any(is_one_of(ability, (spared,)) for ability in held):
        return False  # 702.12b
    if thing.counters.get("shield"):  # 122.1c
        counters.remove(resolution.play.game, thing, "shield", 1)
        return False
    if thing.regenerations and not resolution.buried:
        # 701.19a: instead it is tapped (and its damage removed, which no board keeps).
        thing.regenerations -= 1
        thing.tapped = True
        return False
    return True


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
    if step.transformed and not making.can_enter_transformed(thing):
        return  # 712.14a
    making.put_into_play(play, thing, seat, tapped=step.tapped, transformed=step.transformed)


# --- 111, 114: what is made -----------------------------------------------------------------------------


def _create_tokens(resolution: _Resolution, step: tree.CreateTokens) -> None:
    hosts = (None,) if step.attached_to is None else _who(resolution, step.attached_to)
    _called_that(resolution, making.tokens(resolution.play, step, resolution.at, hosts))


def _create_copies(resolution: _Resolution, step: tree.CreateCopies) -> None:
    _note_hidden(resolution, step.of)
    of = _who(resolution, step.of)
    _called_that(resolution, making.copies(resolution.play, step, resolution.at, of))


def _called_that(resolution: _Resolution, made: tuple[str, ...]) -> None:
    """608.2c: "that token" in what follows is what was made last."""
    named = list(resolution.at.targets)
    for place, spec in enumerate(resolution.specs):
        if targeting.is_own_token(spec):
            named += [()] * (place + 1 - len(named))
            named[place] = made
    resolution.at = msgspec.structs.replace(resolution.at, targets=tuple(named))


def _emblem(resolution: _Resolution, step: tree.GetEmblem) -> None:
    making.emblem(resolution.play, step, resolution.at)


def _phase_out(resolution: _Resolution, step: tree.PhaseOut) -> None:
    for handle in _who(resolution, step.who):
        moving.phase_out(resolution.play, resolution.play.game.things[handle])


def _designate(resolution: _Resolution, step: tree.Designate) -> None:
    for handle in _who(resolution, step.who):
        thing = resolution.play.game.things[handle]
        moving.designate(resolution.play, thing, step.word, ends=step.ends)


def _manifest(resolution: _Resolution, step: tree.Manifest) -> None:
    making.manifest(resolution.play, step, resolution.at)


def _act(resolution: _Resolution, step: tree.Act) -> None:
    """121.1: a hand whose number is told grows by what is drawn; the rest is inert or is said."""
    if step.verb == "draw card":
        number = 1 if step.amount is None else _amount(resolution, step.amount)
        hands = resolution.play.game.hands
        for seat in seats(step.player or "you", resolution.at, resolution.play.state()):
            known = hands[seat]
            if known is not None:
                hands[seat] = known + max(0, number)
    elif step.verb == "regenerate" and step.who is not None:
        for handle in _who(resolution, step.who):
            resolution.play.game.things[handle].regenerations += 1
    elif step.verb == "the Ring tempts you":
        _tempted(resolution)
    elif not deeds.is_left_to_the_board(step):
        resolution.play.game.unread.append((resolution.at.card, step.verb))


def _tempted(resolution: _Resolution) -> None:
    """701.54c: first the emblem, if the player has none; 701.54a: then a creature is chosen."""
    play = resolution.play
    seat = you(resolution.at, play.state())
    has_it = any(
        thing.card == THE_RING and thing.owner == seat for thing in play.game.things.values()
    )
    if not has_it:
        making.put_emblem(play, making.next_handle(play, THE_RING.name), THE_RING, seat)
        play.game.changed()
    yours = tree.AllOf((tree.HasType("Creature"), tree.ControlledBy("you")))
    for handle in _who(resolution, tree.ChosenObject("creature", yours))[:1]:
        moving.bear_the_ring(play, play.game.things[handle], seat)


# --- 603.7: later ---------------------------------------------------------------------------------------

_YOURS = "at the beginning of your next end step"


def _later(resolution: _Resolution, step: tree.Later) -> None:
    """603.7c: it is about those objects; if they have become others by then, it does nothing."""
    game, at = resolution.play.game, resolution.at
    handles = {handle for handles in at.targets for handle in handles} | {at.source or ""}
    known = {h: game.things[h].incarnation for h in handles if h in game.things}
    game.waiting.append(Waiting(step.when, step.steps, at, resolution.ability, known))


def end_step(play: Play) -> None:
    """513.1, 603.7: what was put off until the end step, or to a time before it, happens now."""
    game = play.game
    now = [one for one in game.waiting if _comes_now(play, one)]
    game.waiting = [one for one in game.waiting if one not in now]
    for one in now:
        same = [h for h, number in one.incarnations.items() if game.things[h].incarnation == number]
        targets = tuple(tuple(h for h in entry if h in same) for entry in one.at.targets)
        source = one.at.source if one.at.source in same else None
        at = msgspec.structs.replace(one.at, targets=targets, source=source)
        _steps(_Resolution(play, at, one.ability), one.steps)


def _comes_now(play: Play, one: Waiting) -> bool:
    if one.when == _YOURS:
        return you(one.at, play.state()) == play.game.active
    return one.when in deeds.BY_END_OF_TURN


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
    handle = next(iter(_who(resolution, step.ref)), None)
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
    """700.2: the chosen modes in the order of the text, each with its own targets.

    608.2b: the targets of all of them are looked at before anything happens.
    """
    if not resolution.modes and step.low > 0 and mentions(step.modes, tuple(_STEPS)):
        line = "which mode was chosen"
        resolution.play.game.unread.append((resolution.at.card, line))
    bodies = [
        step.modes[mode - 1] for mode in sorted(resolution.modes) if 0 < mode <= len(step.modes)
    ]
    aimed = [_aim(resolution, body) for body in bodies]
    specs = tuple(spec for body in bodies for spec in body.targets)
    named = tuple(entry for each in aimed for entry in each.named)
    legal = tuple(entry for each in aimed for entry in each.legal)
    if resolution.at.player is None and targeting.fails(specs, named, legal):
        return
    for body, each in zip(bodies, aimed, strict=True):
        _follow(resolution, body, each)


_STEPS: dict[type, Callable[..., None]] = {
    tree.Continuous: _continuous,
    tree.PutCounters: _put_counters,
    tree.RemoveCounters: _remove_counters,
    tree.DoubleCounters: _double_counters,
    tree.Proliferate: _proliferate,
    tree.Endure: _endure,
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
    tree.CreateTokens: _create_tokens,
    tree.CreateCopies: _create_copies,
    tree.GetEmblem: _emblem,
    tree.PhaseOut: _phase_out,
    tree.Designate: _designate,
    tree.Manifest: _manifest,
    tree.Later: _later,
    tree.Act: _act,
}
