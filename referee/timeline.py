"""The steps of a board's timeline, oldest first: what each does to the facts of the game."""

from collections.abc import Callable

from striate.boards import timeline as steps
from striate.boards.errors import NotPlayable
from striate.boards.facts import stated
from striate.boards.timeline import Board, Choices, Seat, Seen
from striate.cards.tree import (
    Ability,
    Activated,
    Body,
    Chapter,
    ClassLevel,
    MoveZone,
    Opaque,
    Spell,
    Target,
    This,
    Triggered,
    UntilEndOfTurn,
)
from striate.cards.walking import nodes
from striate.referee import (
    counters,
    making,
    moving,
    neighbours,
    newcomers,
    reaching,
    refusing,
    replacing,
    shuffling,
    spells,
    staticcopies,
)
from striate.referee.abilitykinds import bodies
from striate.referee.context import Context
from striate.referee.daytime import follow_the_day
from striate.referee.faces import faces_of, shown, spell_face, up
from striate.referee.game import Thing, remembered
from striate.referee.mentions import mentions
from striate.referee.play import Play
from striate.referee.resolving import end_step, resolve, upkeep
from striate.referee.showing import seen
from striate.referee.state import State
from striate.referee.values import Held, View, text_abilities


def run(board: Board, play: Play) -> None:
    """Every step in its order; after each, durations that are over end (611.2b)."""
    play.game.given_handles = steps.handles_of(board)
    play.carry_out = resolve
    for index, step in enumerate(board.steps):
        try:
            _carry_out(play, step, board.steps[index + 1 :])
        except NotPlayable as error:
            error.step = index
            error.unread = tuple(dict.fromkeys(play.game.unread))
            raise


def _carry_out(play: Play, step: steps.Step, later: tuple[steps.Step, ...]) -> None:
    """One step, and what follows from it at once."""
    play.game.names_to_give = list(getattr(step, "creates", ()))
    if isinstance(step, steps.Leave):
        _leave(play, step, remember=_is_named(step.what, later))
    else:
        _STEPS[type(step)](play, step)
    play.game.changed()
    making.return_banished(play)
    moving.expire(play)
    follow_the_day(play)
    staticcopies.keep(play)
    moving.lose_the_ring(play)
    if play.game.names_to_give:
        name = play.game.names_to_give[0]
        raise NotPlayable(f"the step makes no object for the handle `{name}`")


def _is_named(handle: str, later: tuple[steps.Step, ...]) -> bool:
    """Whether a later step looks back at the object."""
    for step in later:
        if isinstance(step, steps.ResolveAbility | steps.EnterTokenCopy) and step.of == handle:
            return True
        named = (
            *(getattr(step, "targets", None) or ()),
            *dict(getattr(step, "choose", ())).values(),
        )
        if handle in named or getattr(step, "copying", None) == handle:
            return True
    return False


# --- objects come and go ----------------------------------------------------------------------------


def _leave(play: Play, step: steps.Leave, *, remember: bool) -> None:
    """400.7; 704.5d for tokens; 608.2h: what a later step looks back at is remembered.

    614.6: what replaces it is applied.
    """
    thing = play.game.things[step.what]
    if thing.ceased:  # 111.7
        raise NotPlayable(f"`{step.what}` is a token that is gone: it can't leave again")
    if thing.zone == step.to:
        raise NotPlayable(f"`{step.what}` lies in the zone `{step.to}` already and can't go there")
    there = remember and thing.zone in ("battlefield", moving.PHASED_OUT)
    view = play.state().views[step.what] if there else None
    last = thing.last_known if view is None else remembered(thing, view)
    replacing.go(play, thing, replacing.fate(play, thing, step.to), last)


def _put_in_zone(play: Play, step: steps.PutInZone) -> None:
    """613.7d: a card lies in that zone."""
    thing = newcomers.new(play, step.handle, faces_of(step.card), step.card, step.owner)
    thing.zone = step.zone
    thing.stamp = play.game.tick()
    play.game.things[step.handle] = thing


def _put_emblem(play: Play, step: steps.PutEmblem) -> None:
    """114.1: an emblem in the command zone."""
    making.put_emblem(play, step.handle, step.card, step.controller)


# --- changes of objects -----------------------------------------------------------------------------


def _change_counters(play: Play, step: steps.ChangeCounters) -> None:
    for kind, number in step.counters:
        refusing.look_at_counters(play.game.things[step.on], kind, number)
        counters.put(play.game, play.game.things[step.on], kind, number)


def _level_up(play: Play, step: steps.LevelUp) -> None:
    """702.87a: a level counter each time."""
    for _ in range(step.times):
        thing = play.game.things[step.on]
        by = _controller(play, thing)
        replacing.put_counters(play, thing, "level", 1, by)


def _controller(play: Play, thing: Thing) -> Seat:
    """613.1b: who controls it now."""
    asked = reaching.Question(kinds=frozenset(("controller",)))
    state = None if thing.ceased else neighbours.as_they_would_be(play, (thing.handle,), asked)
    view = (state or play.state()).views.get(thing.handle)
    return thing.controller if view is None else view.controller


def _set_class_level(play: Play, step: steps.SetClassLevel) -> None:
    """716.2b: a designation; no counter and no timestamp."""
    refusing.look_at_level(play.game.things[step.on], step.level)
    play.game.things[step.on].class_level = step.level


def _set_door(play: Play, step: steps.SetDoor) -> None:
    """709.5e-g: a half gets the unlocked designation, or loses it."""
    thing = play.game.things[step.what]
    if thing.zone not in ("battlefield", moving.PHASED_OUT):
        raise NotPlayable(f"`{step.what}` has no doors off the battlefield (709.5)")
    halves = play.state("1").views[step.what].text.halves
    free = [n for n in range(len(halves)) if (n in thing.unlocked) != step.unlocked]
    half = step.half if step.half is not None else free[0] if len(free) == 1 else None
    if half not in free:
        done = "locked" if step.unlocked else "unlocked"
        raise NotPlayable(f"`{step.what}` has no one {done} door to name; add `door: NAME`")
    thing.unlocked = thing.unlocked ^ {half}


def _designated(play: Play, step: steps.Designated) -> None:
    """A designation: no characteristic, no timestamp; it ends as the object leaves (400.7)."""
    moving.designate(play, play.game.things[step.on], step.word, ends=step.ends)


def _attach(play: Play, step: steps.Attach) -> None:
    for handle in (step.what, step.to):
        thing = play.game.things.get(handle)
        if thing is not None and thing.zone != "battlefield":
            raise NotPlayable(f"`{handle}` is not on the battlefield at that step")
    refusing.look_at_attaching(play, play.game.things[step.what], step.to)
    moving.attach(play, play.game.things[step.what], step.to)


def _set_status(play: Play, step: steps.SetStatus) -> None:
    """110.5: a status is a permanent's."""
    thing = play.game.things[step.what]
    if thing.zone not in ("battlefield", moving.PHASED_OUT):
        raise NotPlayable(f"`{step.what}` is not on the battlefield at that step")
    if step.status == "face up":
        moving.turn_face_up(play, thing)
    elif step.status == "face down":
        moving.turn_face_down(play, thing)
    elif step.status == "transformed":
        moving.transform(play, thing)
    elif step.status == "flipped":
        moving.flip(play, thing)
    elif step.status == "phased out":
        moving.phase_out(play, thing)
    elif step.status == "phased in":
        moving.phase_in(play, thing)
    else:
        thing.tapped = step.status == "tapped"


# --- resolutions ------------------------------------------------------------------------------------


def _resolve_spell(play: Play, step: steps.Resolve) -> None:
    """608.2: the instructions of the card; 608.2p: then it lies in its owner's graveyard."""
    faces = faces_of(step.card)
    face = faces[spell_face(step.card)]
    fused = len(faces) > 1 and step.card.layout in ("split", "aftermath")
    abilities = [a for each in faces for a in each.abilities] if fused else face.abilities
    at = Context(
        source=step.handle,
        card=step.card.name,
        controller=step.controller,
        choices=dict(step.choose),
        x=step.x,
    )
    thing = newcomers.new(play, step.handle, faces, step.card, step.controller)
    thing.zone, thing.listed, thing.whole = "stack", False, step.whole
    play.game.resolving = thing
    if any(_moves_itself(ability) for ability in abilities):
        play.game.things[step.handle] = thing
        play.game.changed()
    targets = step.targets
    said = [ability for ability in abilities if isinstance(ability, Spell)]
    for ability in abilities:
        if isinstance(ability, Spell):
            # 702.102d: the left half first; each has targets of its own.
            left = resolve(
                play,
                ability.body,
                at,
                targets=targets,
                modes=step.modes,
                ability=ability,
                last=ability is said[-1],
            )
            targets = tuple(each for each in targets if each in left or each in _SEATS)
        elif isinstance(ability, Opaque) and ability.kind == "spell":
            play.game.unread.append((step.card.name, ability.prose.template))
    play.game.resolving = None
    fate = None
    if thing.zone == "stack":
        to = _AFTER_RESOLVING.get("".join(face.subtypes), "graveyard")
        fate = replacing.fate(play, thing, to)
        thing.zone = fate.zone
        if step.whole is not None:
            moving.become_whole(thing, step.whole)
        thing.ceased = thing.copy_of_spell
    thing.stamp = play.game.tick()
    play.game.things[step.handle] = thing
    if fate is not None and fate.place == "bottom":
        moving.put_under(play, thing)
    elif fate is not None and fate.place != "top":
        shuffling.shuffled_into(play, thing)  # 720.3d


def _moves_itself(ability: Ability) -> bool:
    """Whether some instruction of a spell says where that spell goes."""
    return isinstance(ability, Spell) and any(
        isinstance(node, MoveZone) and node.who == This() for node in nodes(ability)
    )


# 608.2p; 715.3d: an Adventure goes into exile; 720.3d: an Omen into the library.
_AFTER_RESOLVING = {"Adventure": "exile", "Omen": "library"}


def _resolve_effect(play: Play, step: steps.ResolveEffect) -> None:
    """608.2: rules text that resolved, of no card or of that object."""
    source = play.game.things.get(step.of or "")
    step_choices = dict(step.choose)
    choices = {**(source.choices if source is not None else {}), **step_choices}
    at = Context(
        source=step.of, card=step.text, controller=step.controller, choices=choices, x=step.x
    )
    mode = step_choices.get("mode", "")
    modes = (int(mode),) if mode.isdigit() else ()
    resolve(play, step.body, at, targets=step.targets, modes=modes, ability=Spell(step.body))


def _resolve_ability(play: Play, step: steps.ResolveAbility) -> None:
    """602, 603: the N-th activated or triggered ability that the object has at this moment."""
    thing = play.game.things[step.of]
    state = play.state()
    view = _as_it_was(thing, state)
    # 113.7a: one that was put on the stack before the object lost it resolves all the same.
    ability = _nth(view.abilities, step.number)
    printed = _nth(_printed(thing), step.number)
    if printed is not None and (ability is None or (step.targets and not _may_target(ability))):
        ability = printed
    if ability is not None:
        refusing.look_at_ability(ability, step.number, step.of)
        refusing.look_at_named(ability, step)
    choices = _merged(thing, step.choose)
    at = Context(
        source=step.of,
        card=view.text.name or thing.faces[0].name,
        controller=step.controller or view.controller,
        choices=choices,
        x=step.x,
    )
    refusing.look_at_speed(play, ability, at, step)
    if ability is None:
        _missing(view, step)
        play.game.unread.append((at.card, f"which ability is number {step.number}"))
    elif isinstance(ability, ClassLevel):
        refusing.look_at_level(thing, ability.level)
        thing.class_level = ability.level  # 716.2a
    elif isinstance(ability, Opaque):
        play.game.unread.append((at.card, ability.prose.template))
    else:
        body = _body_of(ability)
        if body is not None:
            resolve(play, body, at, targets=step.targets, modes=step.modes, ability=ability)


def _missing(view: View, step: steps.ResolveAbility) -> None:
    """A mistake of the board, if every line of the object is understood."""
    if not any(isinstance(held.ability, Opaque) for held in view.abilities):
        raise NotPlayable(f"`{step.of}` has no ability number {step.number} at that step")


def _as_it_was(thing: Thing, state: State) -> View:
    """608.2h, 603.10: an object that has left is looked at as it last was."""
    if thing.zone != "battlefield" and thing.last_known is not None:
        return thing.last_known.view
    return state.views[thing.handle]


def _merged(thing: Thing, choose: Choices) -> dict[str, str]:
    return {**thing.choices, **dict(choose)}


def _nth(abilities: tuple[Held, ...], number: int) -> Ability | None:
    """The N-th of its activated and triggered abilities, gained ones last."""
    found = [ability for held in abilities for ability in bodies(held.ability)]
    return found[number - 1] if 0 < number <= len(found) else None


def _may_target(ability: Ability) -> bool:
    """Whether the ability's words name anything that a target could stand for."""
    if isinstance(ability, ClassLevel):
        return False
    body = _body_of(ability)
    return body is None or bool(body.targets or body.players) or mentions(body, (Target,))


def _printed(thing: Thing) -> tuple[Held, ...]:
    whole = up(thing.faces, thing.layout, thing.zone, transformed=thing.transformed)
    return text_abilities(shown(whole, flipped=False, unlocked=thing.unlocked).abilities)


def _body_of(ability: Ability) -> Body | None:
    return ability.body if isinstance(ability, Activated | Triggered | Chapter) else None


# --- players and turns --------------------------------------------------------------------------------


_SEATS = ("you", "opponent")


def _player_fact(play: Play, step: steps.PlayerFact) -> None:
    game = play.game
    if step.fact == "life":
        game.life[step.player] = step.value
    elif step.fact == "hand":
        game.hands[step.player] = step.value
    elif step.fact != "turn":
        game.told.update(stated(step.fact, step.player == "you", step.value))
    else:
        other: Seat = "opponent" if step.player == "you" else "you"
        game.active = step.player if step.value else other
        moving.turn_begins(play)
        play.game.changed()
        upkeep(play)


def _end_turn(play: Play, step: steps.EndTurn) -> None:
    """513.1, 514.2: the end step with what waits for it, then the cleanup.

    What is gone by it is shown as state-based actions show it: as it would be in the end.
    """
    game = play.game
    stayed = _without_the_end_step(play) if game.waiting else {}
    end_step(play)
    for handle, last in stayed.items():
        thing = game.things[handle]
        if thing.zone not in ("battlefield", moving.PHASED_OUT):
            game.taken[handle] = (thing.incarnation, last)
    moving.end_turn(play)


def _without_the_end_step(play: Play) -> dict[str, Seen]:
    """Each permanent as it is when the effects of the turn have ended, and nothing was waiting."""
    game = play.game
    during = game.lasting
    game.lasting = [each for each in during if not isinstance(each.duration, UntilEndOfTurn)]
    game.changed()
    state = play.state()
    found = {thing.handle: seen(state, thing.handle) for thing in game.on_battlefield()}
    game.lasting = during
    game.changed()
    return found


_STEPS: dict[type, Callable[..., None]] = {
    steps.Enter: newcomers.enter,
    steps.EnterTokenCopy: newcomers.enter_token_copy,
    steps.ChangeCounters: _change_counters,
    steps.LevelUp: _level_up,
    steps.SetClassLevel: _set_class_level,
    steps.SetDoor: _set_door,
    steps.Resolve: _resolve_spell,
    steps.ResolveAbility: _resolve_ability,
    steps.ResolveEffect: _resolve_effect,
    steps.Attach: _attach,
    steps.PutInZone: _put_in_zone,
    steps.PutEmblem: _put_emblem,
    steps.Designated: _designated,
    steps.PutSpell: spells.put_spell,
    steps.CopySpellOnStack: spells.copy_spell,
    steps.SetStatus: _set_status,
    steps.EndTurn: _end_turn,
    steps.PlayerFact: _player_fact,
}
