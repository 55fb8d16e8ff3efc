"""Mistakes of a board that only show as its steps are carried out: each is a `NotPlayable`."""

import re
from collections.abc import Mapping

import msgspec

from striate.boards import deeds, fitting, uncast
from striate.boards.deeds import UNTARGETABLE, lifts_hexproof, names_targets
from striate.boards.errors import NotPlayable
from striate.boards.facts import is_number_told
from striate.boards.timeline import Enter, ResolveAbility
from striate.cards import tree
from striate.cards.meanings import meaning
from striate.cards.numbering import is_only_mana
from striate.cards.prose import words_of
from striate.cards.tree import TargetSpec
from striate.cards.walking import any_node, anywhere, mentions, nodes, parts
from striate.timeline import forbidding, moving, targeting, telling, triggers
from striate.timeline.context import SEATS, Context
from striate.timeline.game import Thing
from striate.timeline.play import Play
from striate.timeline.reading import Look


def look_at_targets(
    play: Play,
    body: tree.Body,
    named: tuple[tuple[str, ...], ...],
    legal: tuple[tuple[str, ...], ...],
    at: Context,
) -> None:
    """115.1, 608.2d: each object was one that could be chosen, unless it has become another since
    (608.2b).
    """
    seats = {*body.players, *targeting.player_words(body.targets)}
    if seats == {"opponent"} and at.player == play.state().you(at):
        raise NotPlayable(f"`{at.player}` is no opponent of the one who chooses it (115.1, 102.2)")
    if seats and at.player is not None:
        _player_could_be_targeted(play, at.player, at)
    for place, spec in enumerate(body.targets):
        handles, kept = named[place], legal[place]
        required = spec.word == "target" and not targeting.only_when_done(body.steps, place)
        by_player = at.player is not None and any(targeting.player_words(spec))
        _look_at_total(play, spec, handles, at)
        if required and len(handles) < spec.low and not by_player:
            # 601.2c: all that are required are chosen; where a player is one, the step says so.
            words = _described(spec) or "more targets"
            raise NotPlayable(f"the text asks for {words}; `targets` names none (601.2c)")
        for handle in handles if spec.word != "that" else ():
            if handle not in kept:
                thing = play.game.things[handle]
                if not _has_moved(thing):
                    _refuse(handle, (spec,))
                if spec.word == "target":
                    look_at_what_went(play, handle)
            elif handle in kept and spec.word == "target":
                _could_be_targeted(play, handle, at)


def _look_at_total(
    play: Play, spec: tree.TargetSpec, handles: tuple[str, ...], at: Context
) -> None:
    """601.2c: together they have no more than "total power N or less", unless one has moved."""
    facts = (each.fact for each in nodes(spec.filter) if isinstance(each, tree.Unknown))
    for match in filter(None, map(_TOTAL.fullmatch, facts)):
        most = at.x if match["most"] == "X" else int(match["most"])
        if most is None or any(_has_moved(play.game.things[each]) for each in handles):
            continue
        sizes = [
            play.state().stat(what, each) for each in handles for what in match[1].split(" and ")
        ]
        if sum(each or 0 for each in sizes) > most:
            raise NotPlayable(f"the targets are not {match[0]} (601.2c)")


_TOTAL = re.compile(r"with total ([a-z ]+) (?P<most>\d+|X) or less")


def look_at_the_rest(bodies: tuple[tree.Body, ...], left: tuple[str, ...]) -> None:
    """601.2c: the board names no more objects than the text has words for."""
    specs = tuple(
        spec for body in bodies for spec in body.targets if not targeting.names_nothing(spec, body)
    )
    if any(names_targets(node) for body in bodies for node in nodes(body.steps)):
        return
    if left and any(body.targets or body.players for body in bodies):
        _refuse(left[0], specs)


def _refuse(handle: str, specs: tuple[TargetSpec, ...]) -> None:
    words = [words for spec in specs if (words := _described(spec))]
    wanted = f", which asks for {' and '.join(words)}" if words else ""
    raise NotPlayable(f"`{handle}` is no legal target at that step{wanted} (115.1)")


def look_at_choices(play: Play, spec: TargetSpec, handles: tuple[str, ...], at: Context) -> None:
    """608.2d: what is chosen on resolution is legal then: in that zone, and as the text says."""
    for handle in handles if spec.word == "choose" else ():
        thing = play.game.things[handle]
        in_zone = not thing.ceased and spec.zone in ("any", thing.zone)
        if not in_zone or not play.state().may_match(spec.filter, handle, at):
            words = _described(spec)
            wanted = f", which asks for {words}" if words else ""
            raise NotPlayable(f"`{handle}` is no legal choice at that step{wanted} (608.2d)")


def look_at_choice(play: Play, who: tree.ChosenObject, at: Context) -> None:
    """608.2d: the same of one object; what has been on the battlefield may have been a cost."""
    handle = at.choices.get(who.kind, "")
    thing = play.game.things.get(handle)
    if who.filter is None or thing is None:
        return
    somewhere = any_node(who.filter, (tree.InZone,))
    if not somewhere and thing.zone not in moving.IN_PLAY:
        fits = thing.was_permanent
    else:
        fits = not thing.ceased and play.state().may_match(who.filter, handle, at)
    if not fits:
        raise NotPlayable(f"`{handle}` is no legal choice at that step (608.2d)")


def look_at_original(play: Play, ability: tree.EntersAsCopy, original: Thing, at: Context) -> None:
    """707.5: what it enters as a copy of must be there as it enters, and be what the text says."""
    wanted = ability.of.zone if isinstance(ability.of, tree.Each) else None
    if wanted not in (None, "any", original.zone):
        raise NotPlayable(
            f"`{original.handle}` is not in the zone {wanted} at that step, so nothing can enter "
            "as a copy of it (707.5)"
        )
    if not isinstance(ability.of, tree.Each):
        return
    if any(isinstance(part, tree.X) for part in nodes(ability.of.filter)):
        return  # the X of a cost, which the board need not give
    if not original.ceased and play.savings.is_surely_meant(play, ability.of.filter, original):
        return
    if original.ceased or not play.state().may_match(ability.of.filter, original.handle, at):
        raise NotPlayable(
            f"`{original.handle}` is not what `{at.source}` can enter as a copy of at that step"
            " (707.5)"
        )


def look_at_its_cost(step: Enter, *, has_x: bool) -> None:
    """702.33e, 107.3m: what enters as a copy was cast for the costs of its own card."""
    name = step.card.faces[0].name
    if uncast.kicked_in_vain(step.card, step.choose):
        raise NotPlayable(f"`{name}` has no kicker: it was not kicked (702.33e)")
    if step.x and not has_x:
        raise NotPlayable(f"no cost of `{name}` has an X: it is 0 (107.3m)")


def look_at_entering(play: Play, handle: str) -> None:
    """101.2, 614.17d: nothing says that what a step has enter can't."""
    if forbidding.keeps_out(play, play.game.things[handle]):
        raise NotPlayable(f"`{handle}` can't enter the battlefield at that step (101.2)")


def _has_moved(thing: Thing) -> bool:
    return thing.incarnation > 0 or thing.zone == moving.PHASED_OUT


def _could_be_targeted(play: Play, handle: str, at: Context) -> None:
    """702.18a, 702.11b, 702.16b: shroud; hexproof of an opponent's permanent; protection."""
    thing = play.game.things[handle]
    if thing.zone == "battlefield" and _anything_is_said(play):
        _is_open(play, handle, at)
    if not play.may_matter(_untargetable):
        return
    source = play.game.things.get(at.source or "")
    kind = "spell" if source is not None and source.zone == "stack" else "ability"
    state = play.state()
    for verb, restriction in forbidding.restrictions(play, thing, UNTARGETABLE.__contains__):
        meant = UNTARGETABLE[verb]
        if kind not in meant.kinds:
            continue
        theirs = not meant.of_opponents or state.you(at) != state.controller(handle)
        if theirs and (meant.quality is None or state.source_is(meant.quality, handle, at)):
            raise NotPlayable(
                f"`{restriction.source}` says that `{handle}` can't be the target of this"
            )


@anywhere
def _untargetable(node: tree.Node) -> bool:
    return isinstance(node, tree.Restrict) and node.verb in UNTARGETABLE


def _player_could_be_targeted(play: Play, player: str, at: Context) -> None:
    """702.11c, 702.18a: a player with shroud, or with hexproof and a source of the other player."""
    barred = ("shroud", "everything", *(("hexproof",) if play.state().you(at) != player else ()))
    for restriction, seat in forbidding.said_of_players(play):
        if seat == player and any(word in restriction for word in barred):
            raise NotPlayable(f"`{player}` can't be the target of this at that step: {restriction}")


def _is_open(play: Play, handle: str, at: Context) -> None:
    state = play.state()
    lifted = _is_lifted(play, state)
    if state.keywords(handle, "shroud") and not lifted:
        raise NotPlayable(f"`{handle}` has shroud at that step: nothing can target it (702.18a)")
    theirs = state.you(at) != state.controller(handle) and not lifted
    for keyword in state.keywords(handle, "hexproof") if theirs else ():
        if keyword.quality is None or state.source_is(keyword.quality, handle, at):
            raise NotPlayable(f"`{handle}` has hexproof at that step: no target of this (702.11b)")
    for keyword in state.keywords(handle, "protection"):
        if keyword.quality is not None and state.source_is(keyword.quality, handle, at):
            raise NotPlayable(f"`{handle}` is protected from this source at that step (702.16b)")


def _is_lifted(play: Play, state: Look) -> bool:
    """702.11, 702.18: something lets things be targets as though they hadn't hexproof or shroud.

    Of what and for whom it says so is not looked at: nothing is refused then.
    """
    return play.may_matter(lifts_hexproof) and any(
        lifts_hexproof(ability) for _, ability in play.abilities_in(state, "battlefield")
    )


def _anything_is_said(play: Play) -> bool:
    """Whether any text, effect or counter about speaks of what can't be a target."""
    return play.may_matter(_is_about_targets) or any(
        {"hexproof", "shroud"} & thing.counters.keys() for thing in play.game.things.values()
    )


@anywhere
def _is_about_targets(node: tree.Node) -> bool:
    if isinstance(node, tree.Keyword):
        return node.name in ("hexproof", "shroud", "protection") or any(
            _is_about_targets(each) for each in meaning(node) if each != node
        )
    return False


# --- hosts ----------------------------------------------------------------------------------------


def look_at_host(play: Play, thing: Thing, host: str, *, bestowed: bool) -> None:
    """303.4f, 301.5c: what enters attached could be put there as it enters.

    702.103b: what is bestowed is an Aura with enchant creature, as it is not yet.
    """
    if play.savings.surely_belongs_on(play, thing, host):
        return
    state = play.state()
    subtypes = state.subtypes(thing.handle)
    if host not in play.game.things:
        if bestowed or ("Aura" in subtypes and not state.may_enter_on(thing.handle, host)):
            raise NotPlayable(f"`{thing.handle}` can't enchant that player (303.4c)")
        return
    if not bestowed and {"Aura", "Equipment"}.isdisjoint(subtypes):
        return
    barred = forbidding.keeps_off(play, thing, host)
    if barred or not state.may_enter_on(thing.handle, host):
        raise NotPlayable(f"`{thing.handle}` can't be attached to `{host}` as it enters there")


def look_at_attaching(play: Play, thing: Thing, host: str) -> None:
    """701.3b: only what may be attached there is; what is there already stays as it is."""
    if host not in play.game.things or thing.attached_to == host:
        return
    if host != thing.handle and play.savings.surely_belongs_on(play, thing, host):
        return
    barred = host == thing.handle or forbidding.keeps_off(play, thing, host)
    if barred or not play.state().may_become_attached(thing.handle, host):
        raise NotPlayable(f"`{thing.handle}` can't be attached to `{host}` at that step (701.3b)")


# --- counters, levels, mana -----------------------------------------------------------------------


def not_there(handle: str) -> NotPlayable:
    return NotPlayable(f"`{handle}` is not on the battlefield at that step")


def look_at_what_went(play: Play, handle: str) -> None:
    """704.3: a step means what a state-based action took only if one says that it left."""
    if play.game.went_untold(play.game.things[handle]):
        raise NotPlayable(
            f"`{handle}` is not on the battlefield at that step: a state-based action took it "
            f"(704.3); if the step means it as it was or its card, write `leave: {handle}` first"
        )


def look_at_original_of_token(play: Play, handle: str) -> None:
    """608.2h: what it was and its card are another original if it was a copy or face down.

    111.7: of a token that is gone there is no card.
    """
    went = play.game.taken.get(handle)
    if play.game.things[handle].ceased or went is None:
        return
    if went[1].name != play.state().name(handle):
        look_at_what_went(play, handle)


def look_at_counters(play: Play, handle: str, kind: str, number: int) -> None:
    """122.1: what is removed was there; 122.2, 400.7: and what they are put on is there still."""
    thing = play.game.things[handle]
    look_at_what_went(play, handle)
    if thing.was_permanent and thing.zone in ("graveyard", "hand", "library"):
        raise not_there(thing.handle)
    has = thing.counters.get(kind, 0)
    if number + has < 0:
        raise NotPlayable(
            f"`{thing.handle}` has {has} of the {-number} {kind} counters that are to be removed"
        )


def look_at_level(thing: Thing, level: int) -> None:
    """716.2a: levels are gained one after the other."""
    now = max(1, thing.class_level)
    if level != now + 1:
        raise NotPlayable(f"`{thing.handle}` is level {now} at that step, not {level - 1} (716.2a)")


def look_at_ability(ability: tree.Ability, number: int, handle: str) -> None:
    """605.3b: a mana ability that makes mana and nothing else has nothing to do with a board."""
    if is_only_mana(ability):
        raise NotPlayable(f"ability {number} of `{handle}` is a mana ability (605.1a)")


def look_at_place(play: Play, thing: Thing, ability: tree.Ability) -> None:
    """113.6: its source has been where the ability functions; 603.2: and entered as it asks."""
    event = triggers.event_of(ability)
    if event is not None and event.who == tree.This():
        _look_whether_it_died(thing, event)
    if thing.zone != "battlefield":
        # 113.7a: what has left may have had it there before.
        if thing.zone in _CARDS and thing.last_known is None and _functions_in_play(ability):
            raise NotPlayable(
                f"this ability of `{thing.handle}` functions only on the battlefield (113.6), and "
                f"the card has always been in the zone {thing.zone}; it must enter first"
            )
        return
    if event is None or event.who != tree.This():
        return
    if event.verb == "enters untapped" and thing.came_tapped:
        raise NotPlayable(
            f"`{thing.handle}` entered tapped, so this ability of it has not triggered (603.2)"
        )
    # That its own words would find it where it is not matters; else it does not.
    leaves = event.verb in telling.LOOKING_BACK and not thing.incarnation
    if leaves and _finds_its_source(play, thing, ability):
        raise NotPlayable(
            f"`{thing.handle}` is on the battlefield, so this ability of it has not triggered; "
            f"write `leave: {thing.handle}` before it (603.6c, 603.10a)"
        )


def _look_whether_it_died(thing: Thing, event: tree.Event) -> None:
    """603.2, 700.4: what went elsewhere from the battlefield hasn't died."""
    gone = thing.was_permanent and thing.zone not in moving.IN_PLAY
    if gone and event.verb in telling.DIES and not thing.died:
        raise NotPlayable(
            f"`{thing.handle}` went from the battlefield to another zone than a graveyard, so that "
            "ability has not triggered on it (603.2, 700.4)"
        )


_CARDS = ("hand", "library", "graveyard", "exile")


_GROUPS = (tree.Each, tree.ChosenObject, tree.Count, tree.CountDistinct, tree.Aggregate)


def _finds_its_source(play: Play, thing: Thing, ability: tree.Ability) -> bool:
    """608.2h: whether its words speak of the source, or of a group or a number that has it."""
    words = (getattr(ability, "body", None), getattr(ability, "condition", None))
    at = Context(source=thing.handle, controller=play.state().controller(thing.handle))
    return any(
        isinstance(node, tree.This)
        or isinstance(node, _GROUPS)
        and node.filter is not None
        and getattr(node, "zone", "battlefield") in ("battlefield", "any")
        and play.state().may_match(node.filter, thing.handle, at)
        for node in nodes(words)
    )


def _functions_in_play(ability: tree.Ability) -> bool:
    """113.6: nothing in the words of the ability says that it functions in another zone.

    A triggered one is asked only what enters; what looks back may have been there (603.10a).
    """
    if isinstance(ability, tree.Activated):
        words = (ability.cost, *ability.limits)
        if "Discard ~" in ability.cost or any(zone in each for each in words for zone in _CARDS):
            return False
    else:
        event = triggers.event_of(ability)
        enters = event is not None and event.verb == "enters" and isinstance(event.who, tree.Each)
        if not enters and not isinstance(ability, tree.ClassLevel):
            return False
    return not any_node(ability, _of_its_zone)


def _of_its_zone(node: tree.Node) -> bool:
    taken = isinstance(node, tree.MoveZone) and node.who == tree.This() and node.origin is not None
    return taken or isinstance(node, tree.InZone)


def look_at_activating(play: Play, thing: Thing, ability: tree.Ability) -> None:
    """602.5, 101.2: nothing says that it can't be activated."""
    if thing.zone != "battlefield":
        return
    if forbidding.cannot_be_activated(play, thing, ability):
        raise NotPlayable(
            f"something says that this ability of `{thing.handle}` can't be activated at that step"
            " (602.5)"
        )


def look_at_repeating(play: Play, thing: Thing, ability: tree.Ability) -> None:
    """602.5b, 603.2, 606.3: it has not been used as often as its words allow, as far as the board
    shows; a loyalty ability not after another one of its permanent."""
    limit = _limit(ability)
    if limit is None:
        return
    times, each_turn = limit
    loyalty = isinstance(ability, tree.Activated) and ability.loyalty
    use = thing.handle, thing.incarnation, None if loyalty else ability, each_turn
    used = play.game.uses.count(use)
    if used >= times and not loyalty:
        times *= max(1, play.state().abilities(thing.handle).count(ability))
    if used >= times and _counts_what_is_done(ability):
        play.note(thing.faces[0].name, "whether it is done again in this turn (603.2h)")
    elif used >= times and not _lets_again(play):
        again = "triggered" if isinstance(ability, tree.Triggered) else "been activated"
        kind = "a loyalty ability" if loyalty else "this ability"
        when = "in this turn (`end_turn` ends it)" if each_turn else "already"
        raise NotPlayable(
            f"{kind} of `{thing.handle}` has {again} as often as it can {when} (602.5b, 603.2)"
        )
    play.game.uses.append(use)


_TIMES = re.compile(r"\b(?P<often>once|twice|three times)(?P<turn> each turn)?$")
_OFTEN = {"once": 1, "twice": 2, "three times": 3}


def _limit(ability: tree.Ability) -> tuple[int, bool] | None:
    """How often it can be used, and whether each turn; 702.142a, 702.177a, 702.193a: what its word
    says."""
    if not isinstance(ability, tree.Activated | tree.Triggered):
        return None
    if isinstance(ability, tree.Activated) and (ability.loyalty or ability.word == "Boast"):
        return 1, True
    if ability.word in ("Exhaust", "Power-up"):
        return 1, False
    matches = map(_TIMES.search, ability.limits)
    match = next((each for each in matches if each is not None), None)
    return None if match is None else (_OFTEN[match["often"]], bool(match["turn"]))


def _counts_what_is_done(ability: tree.Ability) -> bool:
    """603.2h: it may have triggered again before it was done, or not be done where it could be."""
    limits = ability.limits if isinstance(ability, tree.Triggered) else ()
    return any(each.startswith("Do this") for each in limits)


def _lets_again(play: Play) -> bool:
    """707.10, 603.2d: whether something copies abilities, or lets them be used more often."""
    return bool(play.game.unread) or play.is_said(deeds.lets_again)


# Instructions that speak of an object which a step may name though no word calls it a target.
_OF_SOMETHING_NAMED = (tree.Target, tree.ChosenObject, tree.Affected, tree.Proliferate)
_OF_SOMETHING_OPEN = (tree.Modal, tree.CopySpell, tree.Prose)


def look_at_named(ability: tree.Ability, step: ResolveAbility) -> None:
    """602.2b, 603.3d, 601.2c: for an ability without targets none are announced.

    What a triggered one is named with may be the object or the player of its event.
    """
    if not step.targets or not _is_of_itself(ability):
        return
    bodies = _chosen_bodies(ability, step.modes)
    if any(body.touches or mentions(body.steps, _OF_SOMETHING_OPEN) for body in bodies):
        return
    if any(names_targets(each) for body in bodies for each in nodes(body.steps)):
        return
    objects = [each for each in step.targets if each not in (*SEATS, step.of)]
    attacking = isinstance(ability, tree.Triggered) and _attacks(ability.event)
    takes = any(body.targets or mentions(body.steps, _OF_SOMETHING_NAMED) for body in bodies)
    spare = next(iter(objects), None) if not takes else None
    if spare is None and not attacking and not any(map(_takes_a_player, bodies)):
        spare = next((each for each in step.targets if each in SEATS), None)
    if spare is not None:
        raise NotPlayable(f"`{spare}` is named for ability {step.number} of `{step.of}`, "
                          "which asks for no such target (601.2c)")  # fmt: skip


def names_only_its_event(body: tree.Body) -> bool:
    """603.2: whether an object that a step names can be nothing but that of the event."""
    named = any(names_targets(each) for each in nodes(body.steps))
    return not (
        body.targets or body.touches or named or mentions(body.steps, _OF_SOMETHING_NAMED)
        or mentions(body.steps, _OF_SOMETHING_OPEN)
    )  # fmt: skip


def look_at_event(play: Play, ability: tree.Triggered, handle: str, at: Context) -> None:
    """603.2: what a step names as the object of the event is one that the event could be of.

    What it was as it left, or before it left and came back, is not looked at.
    """
    event, thing = ability.event, play.game.things[handle]
    if not isinstance(event, tree.Event):
        return
    if event.verb in telling.LOOKING_BACK:
        if thing.zone == "battlefield" and not thing.incarnation:
            raise NotPlayable(
                f"`{handle}` is on the battlefield, so that ability has not triggered on it; write "
                f"`leave: {handle}` before it (603.10a)"
            )
        _look_whether_it_died(thing, event)
        if _was_anothers(play, event, thing, at):
            raise NotPlayable(
                f"`{handle}` was not controlled by whom that ability speaks of (603.10a)"
            )
        return
    if not triggers.could_be_of(play, ability, handle, at):
        raise NotPlayable(f"`{handle}` is not what that ability triggers on at that step (603.2)")
    source = play.game.things.get(at.source or "")
    if event.verb != "enters" or source is None or thing.zone != "battlefield":
        return
    if forbidding.causes_no_trigger(play, thing, source, since=thing.stamp):
        raise NotPlayable(f"something says that `{handle}` causes no ability to trigger as it "
                          "enters (603.2)")  # fmt: skip


def _was_anothers(play: Play, event: tree.Event, thing: Thing, at: Context) -> bool:
    """603.10a: whether another player than the words say controlled it as it last was."""
    last = play.game.moved.get(thing.handle) or thing.last_known
    if last is None or not isinstance(event.who, tree.Each):
        return False
    filter = event.who.filter
    parts = filter.parts if isinstance(filter, tree.AllOf) else (filter,)
    yours = last.controller == play.state().you(at)
    return tree.ControlledBy("opponent" if yours else "you") in parts


def look_at_chapter(thing: Thing, ability: tree.Ability) -> None:
    """714.2b: a chapter triggers as the Saga comes to have that many lore counters."""
    if isinstance(ability, tree.Chapter) and thing.lore < min(ability.numbers):
        raise NotPlayable(
            f"`{thing.handle}` has had {thing.lore} lore counters, too few for that chapter "
            "(714.2b)"
        )


def _is_of_itself(ability: tree.Ability) -> bool:
    """603.2: whether no event has brought another object or a player into it."""
    if isinstance(ability, tree.Activated | tree.Chapter):
        return True
    event = triggers.event_of(ability)
    if event is None or event.detail:
        return False
    if isinstance(event.to, tree.Node):
        return event.verb == "cast" and event.to == tree.This()
    return event.word == "at" or (event.who == tree.This() and event.verb in _ALONE)


def _attacks(event: tree.Event | tree.Prose) -> bool:
    """506.2: a player may be named as the one who is attacked."""
    return isinstance(event, tree.Event) and event.verb == "attacks"


# What happens to an object without another object.
_ALONE = frozenset((
    "attacks", "enters", "dies", "leaves the battlefield", "becomes tapped", "becomes untapped",
    "is turned face up", "transforms into", "mutates",
))  # fmt: skip


def _chosen_bodies(ability: tree.Ability, modes: tuple[int, ...]) -> tuple[tree.Body, ...]:
    """700.2: its instructions, those of the chosen modes for all that it has."""
    if not isinstance(ability, tree.Activated | tree.Chapter | tree.Triggered):
        return ()
    body = ability.body
    modal = next((step for step in body.steps if isinstance(step, tree.Modal)), None)
    if modal is None or not modes or any_node(body.steps, (tree.Do, tree.Later)):
        return (body,)
    others = tuple(step for step in body.steps if step is not modal)
    chosen = tuple(modal.modes[mode - 1] for mode in modes if mode <= len(modal.modes))
    return (msgspec.structs.replace(body, steps=others), *chosen)


def look_at_players(bodies: tuple[tree.Body, ...], targets: tuple[str, ...]) -> None:
    """601.2c: a player is named only for a text that could have a player as its target."""
    seat = next((each for each in targets if each in SEATS), None)
    if seat is not None and bodies and not any(map(_takes_a_player, bodies)):
        raise NotPlayable(f"`{seat}` is no legal target at that step: the text asks for no player"
                          " (115.1)")  # fmt: skip


def _takes_a_player(body: tree.Body) -> bool:
    """601.2c: whether a player that a step names could be a target, or one that it speaks of."""
    if any_node(body, (tree.Prose, tree.CopySpell)) or any(targeting.player_words(body)):
        return True
    for node in nodes(body):
        if isinstance(node, tree.Body) and (node.players or node.touches):
            return True
        if isinstance(node, tree.Inert) and any(word in node.words for word in _OF_PLAYERS):
            return True
    words = (body.steps, *(spec.filter for spec in body.targets))
    return any(part in _NAMED_PLAYERS for part in parts(words) if isinstance(part, str))


_OF_PLAYERS = ("target", "player", "opponent")
_NAMED_PLAYERS = ("target", "that", "chosen", "target controller", "not target controller")


def look_at_x(ability: tree.Ability, step: ResolveAbility) -> None:
    """107.3: an X is told only of what has one, in its cost or its text."""
    if step.x == 0 and "X can't be 0" in getattr(ability, "limits", ()):
        raise NotPlayable(f"the X of ability {step.number} of `{step.of}` can't be 0 (601.2b)")
    if step.x is None or any_node(ability, (tree.X, tree.Opaque, tree.Prose)):
        return
    if not any(isinstance(part, str) and "X" in part for part in parts(ability)):
        raise NotPlayable(f"ability {step.number} of `{step.of}` asks for no X (107.3)")


def look_at_case(thing: Thing, ability: tree.Ability) -> None:
    """702.169c-d: a "Solved" ability triggers, and can be activated, only if its Case is solved."""
    solved = thing.zone != "battlefield" or "solved" in thing.designations
    if not solved and getattr(ability, "word", "") == "Solved":
        raise NotPlayable(
            f"`{thing.handle}` is not solved at that step (702.169c-d); write `becomes: solved, on:"
            f" {thing.handle}` before it"
        )


def look_at_modes(ability: tree.Ability, step: ResolveAbility) -> None:
    """700.2: a mode is one of those that the ability has, and no more are chosen than it says."""
    if not step.modes or any_node(ability, (tree.Opaque, tree.Prose)):
        return
    modal = next((node for node in nodes(ability) if isinstance(node, tree.Modal)), None)
    most = 0 if modal is None else len(modal.modes)
    if (beyond := max(step.modes)) > most:
        had = f"{most} modes, not a mode {beyond}" if most else "no modes"
        raise NotPlayable(f"ability {step.number} of `{step.of}` has {had} (700.2)")
    body = getattr(ability, "body", None)
    wrong = fitting.wrong_modes(body, step.modes) if isinstance(body, tree.Body) else ""
    if wrong:
        raise NotPlayable(f"of ability {step.number} of `{step.of}` {wrong} (700.2)")


def look_at_speed(
    play: Play, ability: tree.Ability | None, at: Context, step: ResolveAbility
) -> None:
    """702.178a: "Max speed — [Ability]" is had as long as "your speed is 4"; untold, it is open."""
    if not isinstance(ability, tree.Activated | tree.Triggered):
        return
    if ability.word.casefold() != "max speed":
        return
    speed = play.game.told.get(("speed", play.state().you(at) == "you"))
    if speed is None:
        play.note(at.card, "whether its controller's speed is 4")
    elif speed < 4:
        raise NotPlayable(
            f"ability {step.number} of `{step.of}` is there only at a speed of 4 (702.178a), and "
            "the"
            f" speed is {speed} at that step"
        )


def _described(spec: TargetSpec) -> str:
    """What the text calls such a target."""
    from striate.cards.printing.targets import described  # costly: brings the grammar

    return described(spec)


def look_at_number(amount: tree.Amount, choices: Mapping[str, str]) -> None:
    """702: a number that a step tells is one that the words allow."""
    word = choices.get("number", "")
    if not isinstance(amount, tree.UnknownAmount) or not amount.of or not word.isdigit():
        return
    if is_number_told(amount.prose) and int(word) not in amount.of:
        can = " or ".join(str(each) for each in sorted(set(amount.of)))
        raise NotPlayable(f"the number for {words_of(amount.prose)} is {can}, not {word}")
