"""Mistakes of a board that only show as its steps are carried out: each is a `NotPlayable`."""

from collections.abc import Iterator

from striate.boards.deeds import lifts_hexproof
from striate.boards.errors import NotPlayable
from striate.boards.timeline import ResolveAbility
from striate.cards import tree
from striate.cards.meanings import UNTARGETABLE, speaks_of_targeting
from striate.cards.tree import TargetSpec
from striate.cards.walking import any_node, nodes
from striate.referee import asking, attach, moving, neighbours, reaching, targeting
from striate.referee.conditions import holds
from striate.referee.context import Context
from striate.referee.deeds import group
from striate.referee.game import Lasting, Thing
from striate.referee.mentions import about_targets, mentions, says_of_targets
from striate.referee.play import Play
from striate.referee.reads import reads
from striate.referee.references import looked_at, you
from striate.referee.state import State
from striate.referee.values import View

_FOR_A_HOST = reaching.Question(
    frozenset(("controller",)),
    frozenset(("Aura", "Equipment", "Creature")),
    frozenset(("enchant", "protection")),
)


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
    for place, spec in enumerate(body.targets):
        handles, kept = named[place], legal[place]
        required = spec.word == "target" and not targeting.only_when_done(body.steps, place)
        if required and len(handles) < spec.low and at.player is None:
            # 601.2c: all that are required are chosen; where a player is one, the step says so.
            words = _described(spec) or "more targets"
            raise NotPlayable(f"the text asks for {words}, and `targets` does not name it (601.2c)")
        for handle in handles if spec.word != "that" else ():
            if handle not in kept and not _has_moved(play.game.things[handle]):
                _refuse(handle, (spec,))
            elif handle in kept and spec.word == "target":
                _could_be_targeted(play, handle, at)


def look_at_the_rest(bodies: tuple[tree.Body, ...], left: tuple[str, ...]) -> None:
    """601.2c: the board names no more objects than the text has words for."""
    specs = tuple(
        spec for body in bodies for spec in body.targets if not targeting.names_nothing(spec, body)
    )
    if left and any(body.targets for body in bodies):
        _refuse(left[0], specs)


def _refuse(handle: str, specs: tuple[TargetSpec, ...]) -> None:
    words = [words for spec in specs if (words := _described(spec))]
    wanted = f", which asks for {' and '.join(words)}" if words else ""
    raise NotPlayable(f"`{handle}` is no legal target at that step{wanted} (115.1)")


def look_at_choices(spec: TargetSpec, handles: tuple[str, ...], at: Context, state: State) -> None:
    """608.2d: what is chosen on resolution is legal then: in that zone, and as the text says."""
    for handle in handles if spec.word == "choose" else ():
        view = state.views.get(handle)
        there = view is not None and spec.zone in ("any", view.zone)
        if not there or not _may_match(spec.filter, handle, at, state):
            words = _described(spec)
            wanted = f", which asks for {words}" if words else ""
            raise NotPlayable(f"`{handle}` is no legal choice at that step{wanted} (608.2d)")


def look_at_choice(who: tree.ChosenObject, at: Context, state: State) -> None:
    """608.2d: the same of one object; what has been on the battlefield may have been a cost."""
    handle = at.choices.get(who.kind, "")
    thing = state.game.things.get(handle)
    if who.filter is None or thing is None:
        return
    somewhere = any_node(who.filter, (tree.InZone,))
    if not somewhere and thing.zone not in ("battlefield", moving.PHASED_OUT):
        fits = thing.was_permanent
    else:
        fits = handle in state.views and _may_match(who.filter, handle, at, state)
    if not fits:
        raise NotPlayable(f"`{handle}` is no legal choice at that step (608.2d)")


def _may_match(part: tree.Filter, handle: str, at: Context, state: State) -> bool:
    """Whether it is so for all that the board can tell."""
    return any(
        asking.matches(part, handle, at, State(state.game, state.views, facts=facts))
        for facts in (False, True)
    )


def look_at_original(play: Play, ability: tree.EntersAsCopy, original: Thing, at: Context) -> None:
    """707.5: what it enters as a copy of must be there as it enters, and be what the text says."""
    wanted = ability.of.zone if isinstance(ability.of, tree.Each) else None
    if wanted not in (None, "any", original.zone) and original.zone != moving.PHASED_OUT:
        raise NotPlayable(
            f"`{original.handle}` is not in the zone {wanted} at that step, so nothing can enter "
            "as a copy of it (707.5)"
        )
    if original.zone == moving.PHASED_OUT or not isinstance(ability.of, tree.Each):
        return
    if any(isinstance(part, tree.X) for part in nodes(ability.of.filter)):
        return  # the X of a cost, which the board need not give
    state = _as_it_is_chosen(play, ability.of.filter, original, at)
    if not _may_match(ability.of.filter, original.handle, at, state):
        raise NotPlayable(
            f"`{original.handle}` is not what `{at.source}` can enter as a copy of at that step"
            " (707.5)"
        )


def _as_it_is_chosen(play: Play, words: tree.Filter, original: Thing, at: Context) -> State:
    """613.1: as far as the words look at the original, and at who chooses it."""
    parts = words.parts if isinstance(words, tree.AllOf) else (words,)
    alone = all(isinstance(each, tree.Other) or reaching.looks_at_one(each) for each in parts)
    if alone and at.source in play.game.things and "abilities" not in reads(words):
        asked = reaching.Question(kinds=frozenset(("controller",))).looking((words,))
        found = neighbours.as_they_would_be(play, (at.source, original.handle), asked)
        if found is not None:
            return found
    return play.state()


def _has_moved(thing: Thing) -> bool:
    return thing.incarnation > 0 or thing.zone == moving.PHASED_OUT


def _could_be_targeted(play: Play, handle: str, at: Context) -> None:
    """702.18a, 702.11b, 702.16b: shroud; hexproof of an opponent's permanent; protection."""
    if not _anything_is_said(play):
        return
    with_source = _with_the_spell(play, at)
    state = with_source if with_source is not None else play.state()
    view = state.views[handle]
    if view.zone != "battlefield":
        return
    lifted = _is_lifted(state)
    if attach.keywords(view, "shroud") and not lifted:
        raise NotPlayable(f"`{handle}` has shroud at that step: nothing can target it (702.18a)")
    theirs = you(at, state) != view.controller and not lifted
    for quality in _asked_by("hexproof", view, state) if theirs else ():
        if quality is None or _source_is(quality, view, at, state):
            raise NotPlayable(f"`{handle}` has hexproof at that step: no target of this (702.11b)")
    for quality in _asked_by("protection", view, state):
        if quality is not None and _source_is(quality, view, at, state):
            raise NotPlayable(f"`{handle}` is protected from this source at that step (702.16b)")
    for other, effect in _statics(state):
        if _forbids(effect, handle, other, at, state):
            raise NotPlayable(f"`{other}` says that `{handle}` can't be the target of this")


def _is_lifted(state: State) -> bool:
    """702.11, 702.18: something lets things be targets as though they hadn't hexproof or shroud.

    Of what and for whom it says so is not looked at: nothing is refused then.
    """
    return any(
        lifts_hexproof(held.ability)
        for handle in state.handles_in("battlefield")
        for held in state.views[handle].abilities
    )


def _anything_is_said(play: Play) -> bool:
    """Whether any text, effect or counter about speaks of what can't be a target.

    What an object copies, or what its text became, is or was the text of an object too.
    """
    game = play.game
    return (
        not play.nobody_says(about_targets)
        or any(
            about_targets(thing.face_down.abilities)
            for thing in game.things.values()
            if thing.face_down is not None
        )
        or any(
            thing.counters and {"hexproof", "shroud"} & thing.counters.keys()
            for thing in game.things.values()
        )
        or bool(game.effects(_says_of_targets))
    )


def _says_of_targets(lasting: Lasting) -> bool:
    return any_node(tuple(lasting.by_object.values()), says_of_targets)


def _with_the_spell(play: Play, at: Context) -> State | None:
    """The state in which the resolving spell is still on the stack (608.2n)."""
    spell = play.game.resolving
    if spell is None or spell.handle in play.game.things:
        return None
    play.game.things[spell.handle] = spell
    play.game.changed()
    state = play.state()
    del play.game.things[spell.handle]
    play.game.changed()
    return state


def _asked_by(name: str, view: View, state: State) -> list[tree.Filter | None]:
    """Of each such keyword that it has."""
    return [
        attach.quality_of(held, view, state)
        for held in view.abilities
        if isinstance(held.ability, tree.Keyword) and held.ability.name == name
    ]


def _source_is(quality: tree.Filter, view: View, at: Context, state: State) -> bool:
    """Whether the source of what resolves has the quality, as the protected object says it.

    113.7a: of a source that has left, whether it last had it.
    """
    said = Context(source=view.handle, card=view.name)
    sources, seen = looked_at(tree.This(), at, state)
    return any(asking.matches(quality, source, said, seen) for source in sources)


def _statics(state: State) -> Iterator[tuple[str, tree.Effect]]:
    for handle in state.handles_in("battlefield"):
        for held in state.views[handle].abilities:
            if isinstance(held.ability, tree.Static) and speaks_of_targeting(held.ability):
                for effect in held.ability.effects:
                    yield handle, effect


def _forbids(effect: tree.Effect, handle: str, other: str, at: Context, state: State) -> bool:
    """Whether the effect of `other` forbids it to be the target of what resolves."""
    own = Context(source=other, card=state.views[other].name, choices=state.thing(other).choices)
    if handle not in group(effect.who, own, state):
        return False
    if effect.condition is not None and not holds(effect.condition, own, state):
        return False
    for change in effect.changes:
        if not isinstance(change, tree.Restrict) or change.verb not in UNTARGETABLE:
            continue
        kind, quality = UNTARGETABLE[change.verb]
        if kind == "any":
            return True
        sources, seen = looked_at(tree.This(), at, state)
        for source in sources:
            if (seen.views[source].zone == "stack") == (kind == "spell"):
                return asking.matches(quality, source, own, seen)
    return False


# --- hosts ----------------------------------------------------------------------------------------------


def look_at_host(play: Play, thing: Thing, host: str) -> None:
    """303.4f, 301.5c: what enters attached could be put there as it enters."""
    state = _as_it_enters_there(play, thing, host)
    view, there = state.views[thing.handle], state.views.get(host)
    if there is None:
        if "Aura" in view.subtypes and not attach.may_enchant_player(host, view):
            raise NotPlayable(f"`{thing.handle}` can't enchant that player (303.4c)")
        return
    if "Aura" in view.subtypes:
        fits = attach.may_enchant(thing, view, host, state)
    elif "Equipment" in view.subtypes:
        fits = "Creature" in there.types
    else:
        return
    if not fits or attach.is_protected(view, there, thing, state):
        raise NotPlayable(f"`{thing.handle}` can't be attached to `{host}` as it enters there")


def _as_it_enters_there(play: Play, thing: Thing, host: str) -> State:
    """613.1: what matters of the two: their types, who may be enchanted, and what is protected."""
    handles = tuple(each for each in (thing.handle, host) if each in play.game.things)
    own = reaching.copiable_state(play, handles)
    qualities = _qualities(own, handles)
    if "abilities" not in reads(qualities) and all(map(asking.by_itself, qualities)):
        question = _FOR_A_HOST.looking(qualities)
        found = neighbours.as_they_would_be(play, handles, question)
        if found is not None:
            return found
    return play.state_for(_qualities(play.state("6"), handles))


def _qualities(state: State, handles: tuple[str, ...]) -> tuple[tree.Filter, ...]:
    """What the first of them may enchant, and what the second is protected from."""
    return tuple(
        keyword.quality
        for handle, name in zip(handles, ("enchant", "protection"), strict=False)
        for keyword in attach.keywords(state.views[handle], name)
        if keyword.quality is not None
    )


def look_at_attaching(play: Play, thing: Thing, host: str) -> None:
    """701.3b: only what may be attached there is; what is there already stays as it is."""
    if host not in play.game.things or thing.attached_to == host:
        return
    state = play.state()
    fits = attach.could_be_attached(thing, host, state)
    if host == thing.handle or not (fits or attach.equips_planeswalker(thing, host, state)):
        raise NotPlayable(f"`{thing.handle}` can't be attached to `{host}` at that step (701.3b)")


# --- counters, levels, mana -------------------------------------------------------------------------------


def look_at_counters(thing: Thing, kind: str, number: int) -> None:
    """122.1: what is removed was there."""
    there = thing.counters.get(kind, 0)
    if number + there < 0:
        raise NotPlayable(
            f"`{thing.handle}` has {there} of the {-number} {kind} counters that are to be removed"
        )


def look_at_level(thing: Thing, level: int) -> None:
    """716.2a: levels are gained one after the other."""
    now = max(1, thing.class_level)
    if level != now + 1:
        raise NotPlayable(f"`{thing.handle}` is level {now} at that step, not {level - 1} (716.2a)")


def look_at_ability(ability: tree.Ability, number: int, handle: str) -> None:
    """605.3b: a mana ability that makes mana and nothing else has nothing to do with a board."""
    if not isinstance(ability, tree.Activated) or ability.loyalty or ability.body.targets:
        return
    steps = ability.body.steps
    if steps and all(isinstance(step, tree.AddMana) for step in steps):
        raise NotPlayable(f"ability {number} of `{handle}` is a mana ability (605.1a)")


# Instructions that speak of an object which a step may name though no word calls it a target.
_OF_SOMETHING_NAMED = (
    tree.Target,
    tree.ChosenObject,
    tree.Affected,
    tree.Modal,
    tree.Proliferate,
    tree.CopySpell,
    tree.Prose,
)


def look_at_named(ability: tree.Ability, step: ResolveAbility) -> None:
    """602.2b, 601.2c: for an activated ability without targets none are announced.

    What a triggered one is named with may be the object of its event.
    """
    objects = [each for each in step.targets if each not in ("you", "opponent")]
    if not objects or not isinstance(ability, tree.Activated):
        return
    body = ability.body
    if body.targets or body.touches or mentions(body.steps, _OF_SOMETHING_NAMED):
        return
    raise NotPlayable(f"`{objects[0]}` is named for ability {step.number} of `{step.of}`, "
                      "which asks for no target (601.2c)")  # fmt: skip


def look_at_speed(
    play: Play, ability: tree.Ability | None, at: Context, step: ResolveAbility
) -> None:
    """702.178a: "Max speed — [Ability]" is had as long as "your speed is 4"; untold, it is open."""
    if not isinstance(ability, tree.Activated | tree.Triggered):
        return
    if ability.word.casefold() != "max speed":
        return
    told = play.game.told.get(("speed", you(at, play.state()) == "you"))
    if told is None:
        play.game.unread.append((at.card, "whether its controller's speed is 4"))
    elif told < 4:
        raise NotPlayable(
            f"ability {step.number} of `{step.of}` is there only at a speed of 4 (702.178a), and the"
            f" speed is {told} at that step"
        )


def _described(spec: TargetSpec) -> str:
    """What the text calls such a target."""
    from striate.cards.printing.targets import described  # costly: brings the grammar

    return described(spec)
