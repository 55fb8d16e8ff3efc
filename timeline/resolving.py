"""608.2: what a resolving spell or ability does to the board, instruction by instruction.

Costs are not carried out (the board says what else happened). What the board states itself, or
changes nothing that it keeps, is passed over; what is neither is noted as not carried out. "You
may" and "if you do" are taken as done where they can be: the step says that it resolved.
"""

from collections.abc import Callable

import msgspec

from striate.boards import deeds
from striate.boards.facts import asks_whether_it_was_done, condition_asked, fact_named
from striate.boards.record import DRAWN, ENERGY
from striate.boards.timeline import Seat
from striate.boards.untold import Speaker
from striate.cards import tree
from striate.cards.costs import works_elsewhere
from striate.cards.tree import Ability, Body
from striate.cards.walking import any_node, mentions, nodes, rewrite
from striate.timeline import (
    choosing,
    counters,
    making,
    moving,
    possible,
    refusing,
    struck,
    targeting,
    telling,
    together,
    triggers,
)
from striate.timeline.context import Context, other_seat
from striate.timeline.entering_with import enters_in_its_own_way, others_enter_otherwise
from striate.timeline.game import Remembered, Thing, Waiting
from striate.timeline.instructions import (
    CARRIED_OUT,
    bury_the_unseen,
    dig_up_the_unseen,
    exile_the_unseen,
    fates_of,
)
from striate.timeline.moving import IN_PLAY
from striate.timeline.play import Play
from striate.timeline.resolution import Resolution, meant, seats, things_meant


def resolve(
    play: Play,
    body: Body,
    at: Context,
    *,
    targets: tuple[str, ...] = (),
    modes: tuple[int, ...] = (),
    ability: Ability | None = None,
    last: bool = True,
) -> tuple[str, ...]:
    """608.2c: the instructions in the order written, on the named targets; those left over.

    `last`: no other half of the card is to have those.
    """
    seat, objects = targeting.players_among(targets)
    at = msgspec.structs.replace(at, player=seat, looks_back=True)
    modes = modes or choosing.mode(play, body, at, objects)
    choosing.look_at_chosen_before(play, body, at, modes)
    at = choosing.decided(play, body, at, modes)
    outer, outer_it = play.game.moved, play.path.of_another
    play.path.of_another = _speaks_of_another(body, ability)
    body = choosing.of_what_was_moved(body, at)
    if isinstance(ability, tree.Triggered):
        body = choosing.of_attackers(body, ability)
        if objects and refusing.names_only_its_event(body):
            refusing.look_at_event(play, ability, objects[0], at)
        if _is_of_a_lost_host(ability):
            body, at = _of_the_lost_host(play, body, at)
    gone = _gone_before(play, at, body, ability)
    play.game.remember_only(gone)
    if isinstance(ability, tree.Triggered) and not _is_still_true(play, ability, at, targets):
        play.game.remember_only(outer)
        play.path.of_another = outer_it
        return targets
    for line in play.asks_unseen((body, getattr(ability, "condition", None)), at, now=True):
        play.note(at.card, line)
    resolution = Resolution(play, at, ability, modes, objects, left=dict.fromkeys(gone, True))
    resolution.buried = any(map(deeds.buries, nodes(body)))
    for giver in nodes(body):
        if isinstance(giver, tree.Granter) and not play.state().group(giver, at):
            play.note(at.card, "the object that gave the ability")
    _body(resolution, body, last)
    play.game.remember_only(outer)
    play.path.of_another = outer_it
    play.game.changed()
    return resolution.targets


def _is_of_a_lost_host(ability: tree.Triggered) -> bool:
    """603.10a: whether "when enchanted creature dies" speaks of that creature, which the source is
    attached to no longer.
    """
    event = triggers.event_of(ability)
    if event is None or event.who != tree.Attached() or event.verb not in telling.LOOKING_BACK:
        return False
    return mentions(ability.body, (tree.Attached,))


_LOST_HOST = tree.ChosenObject("what it was attached to")


def _of_the_lost_host(play: Play, body: Body, at: Context) -> tuple[Body, Context]:
    """603.10a, 608.2h: its words speak of that object; of what has moved on, nobody knows."""
    source = play.game.things.get(at.source or "")
    handle, incarnation = (source and source.lost_host) or ("", 0)
    host = play.game.things.get(handle)
    dead = host is not None and (host.zone == "graveyard" or host.ceased)
    if host is None or not dead or host.incarnation != incarnation:
        play.note(at.card, "what it was attached to as that left (603.10a)")
        return body, at
    rewritten: Body = rewrite(body, lambda node: _LOST_HOST if node == tree.Attached() else node)
    return rewritten, at.choosing(_LOST_HOST.kind, handle)


def _speaks_of_another(body: Body, ability: Ability | None) -> bool:
    """608.2k: whether "it" may be another object than the source: that of the event, or a
    target."""
    if isinstance(ability, tree.Triggered):
        return not targeting.is_of_its_source(ability)
    return bool(body.targets)


def _gone_before(
    play: Play, at: Context, body: Body, ability: Ability | None
) -> dict[str, Remembered]:
    """113.7a: the source, and what was chosen as a cost, where they have left the battlefield.

    An ability that works from another zone has its source there.
    """
    if ability is not None and works_elsewhere(ability):
        return {}
    chosen = {
        at.choices.get(part.kind)
        for part in nodes(body)
        if isinstance(part, tree.ChosenObject) and not mentions(part.filter, (tree.InZone,))
    }
    things = [play.game.things.get(handle or "") for handle in (at.source, *chosen)]
    return {each.handle: known for each in things if each and (known := _last_there(each))}


def _last_there(thing: Thing) -> Remembered | None:
    """What it last was on the battlefield, if it is there no longer."""
    return None if thing.zone in IN_PLAY else thing.last_known


def _is_still_true(
    play: Play, ability: tree.Triggered, at: Context, targets: tuple[str, ...]
) -> bool:
    """603.4: an "if" after the event is checked again on resolution.

    Its "it" is the object of the event: the source, or what the step names first.
    """
    condition = ability.condition
    if condition is None or mentions(condition, _OF_THE_EVENT):
        return True
    who = ability.event.who if isinstance(ability.event, tree.Event) else None
    if who == tree.Attached() and mentions(condition, (tree.Attached,)):
        return True  # what it was attached to has left
    of_source = who == tree.This()
    # What a step names for "target ..." is not the object of the event.
    specs = ability.body.targets
    needed = sum(each.low for each in specs if each.word == "target")
    names_it = not specs or specs[0].word == "that"
    named = targeting.players_among(targets)[1] if names_it and len(targets) > needed else ()
    it = at.source if of_source else next(iter(named), None)
    if it is None and at.source is not None and names_it and not named:
        it = _of_the_event(play, at.source, ability, at)
    if it is None and mentions(condition, (tree.Affected,)):
        return triggers.is_true_of_one(play, ability, at)
    known = None if it not in play.game.things else _last_there(play.game.things[it])
    if it is not None and known is not None:
        play.game.look_back_at(it, known)
    holds = held(play, condition, at if it is None else at.about(it), True)
    if holds and at.source is not None and not any(s.word == "that" for s in ability.body.targets):
        triggers.resolves(play, at.source, ability, it)
    return holds


# What the event itself shows of its object, as the step says that it happened.
_OF_THE_EVENT = (tree.Unknown, tree.IsCommander)


def held(play: Play, condition: tree.Condition, at: Context, wanted: bool) -> bool:
    """603.4: whether it holds; that the ability resolved is evidence of what nothing tells.

    `wanted`: how it must be for the ability to have triggered.
    """
    state = play.state()
    if isinstance(condition, tree.Every):
        return all(held(play, part, at, wanted) for part in condition.parts)
    if isinstance(condition, tree.Either) and len(condition.parts) == 1:
        return held(play, condition.parts[0], at, wanted)
    if isinstance(condition, tree.Unless):
        return not held(play, condition.part, at, not wanted)
    if not isinstance(condition, tree.Fact):
        return state.holds(condition, at)
    speaker = Speaker(at.source or "", state.you(at), at.affected or "", resolving=True)
    if not _is_told(play, condition.prose, at, speaker.seat):
        play.path.suppose(condition.prose, speaker, wanted)
        if wanted and fact_named(condition.prose) in telling.ATTACKED:
            telling.attacked_with(play, state.you(at))
    return state.holds(condition, at)


def _is_told(play: Play, prose: tree.Prose, at: Context, seat: str) -> bool:
    """Whether a step has told of the fact, of this object or of the player."""
    stated = condition_asked(prose)
    name = fact_named(prose) or ""
    stated_already = stated is not None and (stated[0], seat == "you") in play.game.told
    return stated_already or (name, seat == "you") in play.game.told or bool(at.choices.get(name))


def _body(resolution: Resolution, body: Body, last: bool) -> None:
    """608.2b: the targets are looked at, and if one is legal the instructions are followed."""
    aimed = _aim(resolution, body)
    if last and not any_node(body.steps, (tree.Modal,)):
        refusing.look_at_the_rest((body,), aimed.left)
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


def _aim(resolution: Resolution, body: Body) -> _Aimed:
    """601.2c, 608.2b: which objects the words mean, and whether they are legal targets still."""
    play = resolution.play
    if resolution.at.player is None and body.players[:1] == ("opponent",):
        # 102.2: with two players there is one opponent to target.
        player = other_seat(play.state().you(resolution.at))
        resolution.at = msgspec.structs.replace(resolution.at, player=player)
    by_spec, left = targeting.shared_out(play, body, resolution.targets, resolution.at)
    if isinstance(resolution.ability, tree.Triggered):
        by_spec = _with_its_event(resolution, resolution.ability, body, by_spec)
    for spec, handles in zip(body.targets, by_spec, strict=True):
        # 113.7a: "that creature" of an event that has taken it from the battlefield.
        for handle in handles if spec.word == "that" and spec.zone == "battlefield" else ():
            known = _last_there(play.game.things[handle])
            if known is not None:
                play.game.look_back_at(handle, known)
                resolution.left[handle] = triggers.finds_it(resolution.ability)
    by_spec = choosing.among(play, body, by_spec, resolution.at)
    # 115.4: a target may be described by another one ("that shares a card type with it").
    chosen = msgspec.structs.replace(resolution.at, targets=by_spec)
    legal = targeting.legal(play, body, by_spec, chosen)
    refusing.look_at_targets(play, body, by_spec, legal, chosen)
    for spec, handles in zip(body.targets, legal, strict=True):
        if any_node(spec.filter, _is_of_attackers):
            counters.attacked(play, *handles)
    resolution.targets = left
    incarnations = {h: play.game.things[h].incarnation for entry in legal for h in entry}
    return _Aimed(by_spec, legal, left, incarnations)


def _is_of_attackers(node: tree.Node) -> bool:
    return isinstance(node, tree.Unknown) and node.fact.startswith("attacking")


def _with_its_event(
    resolution: Resolution, ability: tree.Triggered, body: Body, aimed: tuple[tuple[str, ...], ...]
) -> tuple[tuple[str, ...], ...]:
    """603.2: "that creature" is the object of the event, named or the only one that there is."""
    places = [
        place
        for place, spec in enumerate(body.targets)
        if spec.word == "that"
        and spec.low == 1
        and not targeting.names_nothing(spec, body)
        and not targeting.is_card_on_top(spec)
    ]
    if len(places) != 1 or resolution.at.source is None:
        return aimed
    named = next(iter(aimed[places[0]]), None)
    play, source = resolution.play, resolution.at.source
    if named is not None:
        refusing.look_at_event(play, ability, named, resolution.at)
    one = named or _of_the_event(play, source, ability, resolution.at)
    triggers.resolves(play, source, ability, one)
    if one is None and triggers.is_of_nothing_shown(play, ability, resolution.at):
        play.path.takes_event_elsewhere(source)
        resolution.of_nothing_shown = True
    if named is not None or one is None:
        return aimed
    return (*aimed[: places[0]], (one,), *aimed[places[0] + 1 :])


def _of_the_event(play: Play, source: str, ability: tree.Triggered, at: Context) -> str | None:
    """603.2: of which object the event is that the step does not name."""
    noticed = triggers.of_the_event(play, source, ability)
    if noticed is not None or not targeting.leaves_event_open(ability.body, ()):
        return noticed
    return triggers.supposed(play, ability, at)


def _follow(resolution: Resolution, body: Body, aimed: _Aimed) -> None:
    """608.2c: the instructions, on the legal targets that no earlier mode has moved."""
    play = resolution.play
    if body.touches:
        _note_unread(resolution, body)
    triggered = isinstance(resolution.ability, tree.Triggered) and resolution.at.player is None
    triggered = triggered and not resolution.of_nothing_shown
    if triggered and targeting.leaves_event_open(body, aimed.named):
        play.note(resolution.at.card, triggers.OPEN_EVENT)
    resolution.specs, resolution.announced = body.targets, aimed.named
    resolution.choices_seen = set()
    unmoved = tuple(
        tuple(h for h in entry if play.game.things[h].incarnation == aimed.incarnations[h])
        for entry in aimed.legal
    )
    outer = resolution.at
    # "That creature" of an event is a target of the step that the text does not list.
    named = (*unmoved, *((handle,) for handle in aimed.left))
    resolution.at = msgspec.structs.replace(outer, targets=named or outer.targets)
    resolution.spoken_of_again |= _spoken_of_again(body.steps)
    _top_of_library(resolution, body)
    follow(resolution, body.steps)
    resolution.at = outer


_TO_THE_TOP = " the top card of your library"


def _top_of_library(resolution: Resolution, body: Body) -> None:
    """401.5, 701.20: "it" is the top card, if the board tells one; nobody says the library is
    empty."""
    places = [i for i, spec in enumerate(body.targets) if targeting.is_card_on_top(spec)]
    acts = [step for step in nodes(body.steps) if isinstance(step, tree.Act)]
    if not places or not any(step.verb.endswith(_TO_THE_TOP) for step in acts):
        return
    play, at = resolution.play, resolution.at
    top = play.state().group(tree.TopCard("library"), at)
    if not top and all(_keeps_out_of_sight(step, places) for step in body.steps):
        telling.forget_hands(play, play.state().you(at))  # it may have been put there
    elif not top:
        play.note(at.card, "the top card of the library")
    named = list(at.targets) + [()] * (len(body.targets) - len(at.targets))
    for place in places:
        named[place] = named[place] or top
    resolution.at = msgspec.structs.replace(at, targets=tuple(named))


def _keeps_out_of_sight(step: tree.Step, places: list[int]) -> bool:
    """401.5: whether a card that nobody told stays in the library or goes into a hand: then nothing
    of the board changes, whatever card it is."""
    if isinstance(step, tree.Do):
        inner = (*step.steps, *step.otherwise)
        return not step.cost and all(_keeps_out_of_sight(each, places) for each in inner)
    if isinstance(step, tree.Act) and step.verb.endswith(_TO_THE_TOP):
        return True
    if isinstance(step, tree.MoveZone):
        hidden = step.to in ("library", "hand")
    else:
        hidden = isinstance(step, tree.Act) and step.verb == "put into hand"
    who = step.who if isinstance(step, tree.MoveZone | tree.Act) else None
    return hidden and isinstance(who, tree.Target) and who.index in places


def _note_unread(resolution: Resolution, body: Body) -> None:
    lines = [step.template for step in body.steps if isinstance(step, tree.Prose)]
    for line in lines or ["part of what resolved"]:
        resolution.play.note(resolution.at.card, line)


def follow(resolution: Resolution, steps: tuple[tree.Step, ...]) -> None:
    """608.2c: the instructions in their order; 608.2e: what each player does, all do at once."""
    if len(steps) > 1 and _is_done_by_each_player(resolution, *steps[:2]):
        resolution.fates = fates_of(resolution, steps[1])
        with together.one_event(resolution.play, mixed=True) as resolution.enters:
            _follow_these(resolution, steps[:2], steps[2:])
        resolution.enters, resolution.fates = None, {}
        follow(resolution, steps[2:])
    elif steps:
        _follow_these(resolution, steps[:1], steps[1:])
        follow(resolution, steps[1:])


def _is_done_by_each_player(resolution: Resolution, *steps: tree.Step) -> bool:
    """Whether cards or permanents are moved by you, then by the other player."""
    kinds: set[tuple[object, ...]] = set()
    for step, seat in zip(steps, ("you", "opponent"), strict=True):
        moves = [each for each in nodes(step) if isinstance(each, tree.MoveZone)]
        if len(moves) != 1 or not isinstance(step, tree.MoveZone | tree.Do):
            return False
        kinds.add((moves[0].verb, moves[0].to, moves[0].under))
        who: object = moves[0].who
        if isinstance(who, tree.Target):
            who = resolution.specs[who.index]
        of_a_player = [each for each in nodes(who) if isinstance(each, _OF_A_PLAYER)]
        if [each.player for each in of_a_player] != [seat] or any_node(who, _is_targeted):
            return False
    return len(kinds) == 1


_OF_A_PLAYER = (tree.OwnedBy, tree.ControlledBy)


def _is_targeted(node: tree.Node) -> bool:
    return isinstance(node, tree.TargetSpec) and node.word != "choose"


def _follow_these(
    resolution: Resolution, steps: tuple[tree.Step, ...], later: tuple[tree.Step, ...]
) -> None:
    for place, step in enumerate(steps):
        _remember_sets(resolution, step)
        rest = (*steps[place + 1 :], *later)
        resolution.so = _so_as_it_enters(resolution, step, rest)
        attaching = (each for each in rest[:1] if isinstance(each, tree.AttachTo))
        moved = step.who if isinstance(step, tree.MoveZone) else None
        resolution.enters_on = next((each.to for each in attaching if each.who == moved), None)
        way = {k: of for k, of in resolution.way.items() if k not in resolution.unseen_ways}
        if isinstance(step, tree.Do):
            condition = choosing.numbers_shown(resolution.play, step.condition, resolution.at, way)
            step = msgspec.structs.replace(step, condition=condition)
        else:
            resolution.done = None
            step = choosing.numbers_shown(resolution.play, step, resolution.at, way)
        shown = isinstance(step, tree.MoveZone) and _shows_what_moves(resolution, step)
        if deeds.stirs_a_hand(step) and not shown and not _discards_nothing(resolution, step):
            telling.forget_hands(resolution.play, *_doing(resolution, step))
            if isinstance(step, tree.Inert):
                telling.uncounted(resolution.play, DRAWN)
        if deeds.buries_the_unseen(step) and not _buries_nothing_else(resolution, step):
            bury_the_unseen(resolution, step)
        if deeds.takes_from_a_graveyard(step):
            dig_up_the_unseen(resolution, step)
        if deeds.exiles_the_unseen(step) and not shown:
            exile_the_unseen(resolution, step)
            resolution.unseen_ways.add("exiled")
        carry_out = _STEPS.get(type(step))
        if carry_out is not None:
            carry_out(resolution, step)
            resolution.play.game.changed()
            making.return_banished(resolution.play)
            moving.expire(resolution.play)  # 611.2b: what ends meanwhile does not begin again
        elif isinstance(step, tree.Inert) and struck.carry_out(resolution, step):
            resolution.play.game.changed()
        elif not deeds.is_left_to_the_board(step) and not isinstance(step, tree.Prose):
            resolution.play.game.unread.append((resolution.at.card, deeds.called(step)))
        elif isinstance(step, tree.Inert):
            resolution.done = True if step.words in deeds.DONE else None
            if deeds.takes_counters_of_players(step):
                telling.lose_counters(resolution.play)
            stack = resolution.play.game.in_zone("stack")
            if deeds.counters_in_words(step) and any(
                each.handle != resolution.at.source for each in stack
            ):
                resolution.play.note(resolution.at.card, "which spell it counters")
            if step.words.startswith("roll "):
                telling.withdraw(resolution.play, "three dice rolled")
            if deeds.moves_energy(step):
                telling.uncounted(resolution.play, ENERGY)
            if deeds.changes_life(step):
                telling.unclear_life(resolution.play, *_doing(resolution, step))
            if not deeds.harms_objects(step):
                resolution.play.game.foretold.append((resolution.at, step))
        if isinstance(step, tree.Delayed):
            resolution.play.game.delayed.append((resolution.at, step))
        if isinstance(step, tree.AddMana):
            telling.withdraw(resolution.play, "six unspent mana")
        if deeds.stirs_a_library(step) and not shown:
            _stir_libraries(resolution, step)


def _buries_nothing_else(resolution: Resolution, step: tree.Step) -> bool:
    """401.2, 402.3: whether the board shows each card that goes from a hand or a library."""
    if _discards_nothing(resolution, step):
        return True
    return isinstance(step, tree.MoveZone) and bool(meant(resolution, step.who))


def _discards_nothing(resolution: Resolution, step: tree.Step) -> bool:
    """701.9a: from hands that are told to be empty."""
    hands = resolution.play.game.hands
    return deeds.discards(step) and all(hands[seat] == 0 for seat in _doing(resolution, step))


def _shows_what_moves(resolution: Resolution, step: tree.MoveZone) -> bool:
    """400.7: the board shows the cards, and their moves are counted."""
    hidden = deeds.stirs_a_hand(step) or deeds.stirs_a_library(step)
    chosen = isinstance(step.who, tree.ChosenObject | tree.Target)
    return hidden and chosen and bool(meant(resolution, step.who))


def _doing(resolution: Resolution, step: tree.Step) -> tuple[Seat, ...]:
    """The player who does it, if the words say who; else both."""
    return seats(resolution, deeds.doing(step))


def _stir_libraries(resolution: Resolution, step: tree.Step) -> None:
    """401.2: of the player who does it."""
    state = resolution.play.state()
    stirred: tuple[Seat, ...] = _doing(resolution, step)
    if isinstance(step, tree.PutCounters):  # 701.44a, 701.50a: of what explores or connives
        stirred = tuple(state.controller(each) for each in meant(resolution, step.who))
    moving.cover(resolution.play, *stirred)


def _so_as_it_enters(
    resolution: Resolution, step: tree.Step, later: tuple[tree.Step, ...]
) -> tuple[tree.Continuous, ...]:
    """611.2e: "it is black" is true as it enters, "it becomes black" is not.

    Where that can matter it is noted of what hangs on an "if", and of what the tree does not tell.
    """
    if not isinstance(step, tree.MoveZone | tree.Do):
        return ()
    play, quoted = resolution.play, (tree.GainAbilities,)
    carried_out: tuple[tree.Continuous, ...] = ()
    for move in nodes(step, quoted):
        if not isinstance(move, tree.MoveZone) or move.to != "battlefield":
            continue
        whom = (move.who, tree.Those(move.who)) if isinstance(move.who, tree.Each) else (move.who,)
        effects = [
            each
            for each in nodes(later, quoted)
            if isinstance(each, tree.Continuous) and each.effect.who in whom
        ]
        if move is step:
            carried_out = tuple(each for each in effects if each.so and each in later)
        changes = [c for each in effects if each not in carried_out for c in each.effect.changes]
        bare = any(isinstance(each, tree.LoseAllAbilities) for each in changes)
        if not bare and not any(isinstance(each, _TYPES_AND_COLOURS) for each in changes):
            continue
        others = others_enter_otherwise(play)
        things = things_meant(resolution, move.who) if bare or others else []
        if (others and things) or (bare and any(map(enters_in_its_own_way, things))):
            play.note(resolution.at.card, "whether it is so before it enters (611.2e)")
    return carried_out


# Changes in layers 4 and 5.
_TYPES_AND_COLOURS = (
    tree.SetTypes,
    tree.AddTypes,
    tree.RemoveTypes,
    tree.SetSubtypes,
    tree.SubtypesOf,
    tree.SetColors,
    tree.AddColors,
)


def _remember_sets(resolution: Resolution, step: tree.Step) -> None:
    """608.2c: the text is read in order: which objects an instruction means is fixed as it
    begins."""
    for part in _named_by(step):
        if isinstance(part, tree.Each) and part in resolution.spoken_of_again:
            named = {**resolution.at.named, part: meant(resolution, part)}
            resolution.at = msgspec.structs.replace(resolution.at, named=named)


def _named_by(step: tree.Step) -> tuple[object, ...]:
    if isinstance(step, tree.Continuous):
        return (step.effect.who,)
    return tuple(getattr(step, name, None) for name in ("who", "to", "of"))


def _spoken_of_again(value: object) -> frozenset[tree.Each]:
    """The groups of a body that later words of it mean again."""
    those = nodes(value, closed=(tree.Those,))
    return frozenset(node.group for node in those if isinstance(node, tree.Those))


# --- 603.7: later ---------------------------------------------------------------------------------


_YOUR_END_STEP = "at the beginning of your next end step"


def _later(resolution: Resolution, step: tree.Later) -> None:
    """603.7c: it is about those objects; if they have become others by then, it does nothing."""
    game, at = resolution.play.game, resolution.at
    handles = {handle for handles in at.targets for handle in handles} | {at.source or ""}
    handles |= set(at.choices.values()).union(*at.named.values())
    known = {h: game.things[h].incarnation for h in handles if h in game.things}
    chosen = frozenset(resolution.choices_seen)
    game.waiting.append(
        Waiting(
            step.when,
            step.steps,
            at,
            resolution.ability,
            known,
            game.moved,
            chosen,
            resolution.specs,
        )
    )


def end_step(play: Play) -> None:
    """513.1, 603.7: what was put off until the end step, or to a time before it, happens now.

    Whether a time within the turn came before the words or after them, no step tells.
    """
    _comes(play, deeds.BY_END_OF_TURN, _YOUR_END_STEP)
    for one in play.game.waiting:
        over = one.when.endswith(("combat", "main phase"))
        if over and not all(map(deeds.is_left_to_the_board, one.steps)):
            play.note(one.at.card, f"whether it was {one.when} by then (603.7b)")


def upkeep(play: Play) -> None:
    """503.1a: what was put off until the upkeep of the turn that begins."""
    _comes(play, deeds.AT_UPKEEP, deeds.AT_YOUR_UPKEEP)


def _comes(play: Play, times: tuple[str, ...], yours: str) -> None:
    """603.7b: the time has come; `yours` is one of the turn of who said it."""
    game = play.game
    now = [
        one
        for one in game.waiting
        if one.when in times
        or (one.when == yours and play.state().you(one.at) == play.whose_turn())
    ]
    game.waiting = [one for one in game.waiting if one not in now]
    for one in now:
        same = [h for h, number in one.incarnations.items() if game.things[h].incarnation == number]
        targets = tuple(tuple(h for h in entry if h in same) for entry in one.at.targets)
        source = one.at.source if one.at.source in same else None
        gone = one.incarnations.keys() - set(same)
        choices = {kind: word for kind, word in one.at.choices.items() if word not in gone}
        named = {who: tuple(h for h in group if h in same) for who, group in one.at.named.items()}
        at = msgspec.structs.replace(
            one.at, targets=targets, source=source, choices=choices, named=named
        )
        game.remember_only(one.moved)
        seen = set(one.chosen)
        follow(Resolution(play, at, one.ability, specs=one.specs, choices_seen=seen), one.steps)
        game.remember_only({})


def _do(resolution: Resolution, step: tree.Do) -> None:
    """608.2c-d: what a player may do is done, and paid for; "if you do" asks whether it was."""
    asks = _asks_whether_done(step.condition)
    if resolution.done is not None and asks:
        holding = resolution.done
    elif step.condition is None:
        holding = True
    elif _asks_of_open_event(resolution, step.condition):
        resolution.asked += 1
        holding = resolution.play.path.asks_of_event(resolution.asked, resolution.at.source or "")
    else:
        state = resolution.play.state()
        holding = state.holds_of_revealed(step.condition, resolution.at, resolution.revealed)
    resolution.play.reading.note_questions()
    outer = resolution.hanging
    if step.may and holding:
        # 601.2c, 603.12: the board names no target, so the player didn't.
        holding = possible.can_be_done(resolution, step) and not _lacks_a_target(resolution, step)
        holding = holding and possible.is_paid(resolution, step.cost)
    elif holding and (asks or outer) and _lacks_a_target(resolution, step):
        resolution.play.note(resolution.at.card, "the target that follows “when you do”")
    resolution.hanging = outer or holding and (step.may or asks)
    if not asks:
        resolution.done = holding and (True if step.cost else resolution.done)
    follow(resolution, step.steps if holding else step.otherwise)
    resolution.hanging = outer
    if asks:
        resolution.done = holding


def _asks_of_open_event(resolution: Resolution, condition: tree.Condition) -> bool:
    """603.2: whether it is a question about the object of the event, which the step does not
    name."""
    open_ones = targeting.open_places(resolution.specs, resolution.at.targets)
    return isinstance(resolution.ability, tree.Triggered) and any(
        isinstance(node, tree.Target) and node.index in open_ones for node in nodes(condition)
    )


def _lacks_a_target(resolution: Resolution, step: tree.Do) -> bool:
    """603.12, 603.3d: what triggers as a player does something has its target, if there is one."""
    at = resolution.at
    does = tuple(
        each
        for each in step.steps
        if not isinstance(each, tree.Do) or _asks_whether_done(each.condition)
    )
    for index in {node.index for node in nodes(does) if isinstance(node, tree.Target)}:
        spec = resolution.specs[index] if index < len(resolution.specs) else targeting.NOBODY
        if spec.word != "target" or not spec.low or at.player or any(at.targets[index:][:1]):
            continue
        if resolution.play.state().group(tree.Each(spec.filter, spec.zone), at):
            return True
    return False


def _asks_whether_done(condition: tree.Condition | None) -> bool:
    return isinstance(condition, tree.Fact) and asks_whether_it_was_done(condition.prose)


def _modal(resolution: Resolution, step: tree.Modal) -> None:
    """700.2: the chosen modes in the order of the text, each with its own targets.

    608.2b: the targets of all of them are looked at before anything happens.
    """
    if not resolution.modes and step.low > 0 and mentions(step.modes, tuple(_STEPS)):
        line = "which mode was chosen"
        resolution.play.note(resolution.at.card, line)
    bodies = [
        step.modes[mode - 1] for mode in sorted(resolution.modes) if 0 < mode <= len(step.modes)
    ]
    aimed = [_aim(resolution, body) for body in bodies]
    refusing.look_at_the_rest(tuple(bodies), resolution.targets)
    specs = tuple(spec for body in bodies for spec in body.targets)
    named = tuple(entry for each in aimed for entry in each.named)
    legal = tuple(entry for each in aimed for entry in each.legal)
    if resolution.at.player is None and targeting.fails(specs, named, legal):
        return
    for body, each in zip(bodies, aimed, strict=True):
        _follow(resolution, body, each)


_STEPS: dict[type, Callable[..., None]] = {
    **CARRIED_OUT,
    tree.Do: _do,
    tree.Modal: _modal,
    tree.Later: _later,
}
