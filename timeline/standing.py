"""602, 603, 113.7a: the abilities that steps resolve, as they were when they were put on the stack.

What could trigger or be activated is noted after each step: the ability that a step resolves is the
one that the object has by then, or that it had.
"""

import re

from striate.boards import timeline as steps
from striate.boards.errors import NotPlayable
from striate.boards.timeline import Choices, Seat
from striate.cards import tree
from striate.cards.limits import condition_of
from striate.cards.numbering import numbered_of
from striate.cards.walking import anywhere, mentions, nodes
from striate.timeline import (
    choosing,
    damage,
    forbidding,
    moving,
    refusing,
    spells,
    telling,
    triggers,
)
from striate.timeline.context import Context
from striate.timeline.game import Thing
from striate.timeline.play import Play
from striate.timeline.resolving import held, resolve


def note_abilities(play: Play) -> None:
    """603.2, 603.6a: how many abilities that could trigger they have, whose abilities resolve."""
    for handle in play.game.awaited:
        thing = play.game.things.get(handle)
        if thing is None or thing.zone != "battlefield":
            continue
        numbers = _ALL
        if play.anybody_says(_takes_abilities):
            numbers = len(numbered_of(play.state().abilities(handle)))
        first, most = thing.had or (numbers, numbers)
        if thing.had is None:
            thing.came_tapped, thing.came_on = thing.tapped, thing.attached_to
            if forbidding.causes_no_trigger(play, thing, thing):
                first = 0
        thing.had = first, max(most, numbers)


_ALL = 1_000_000  # abilities: nothing takes any


@anywhere
def _takes_abilities(node: tree.Node) -> bool:
    """305.7: a basic land type takes the others, too; 707.2: what is a copy has the copied ones."""
    taking = (tree.LoseAllAbilities, tree.LoseAbilities, tree.SetSubtypes)
    return isinstance(node, (*taking, tree.BecomeCopy, tree.EntersAsCopy))


def resolve_ability(play: Play, step: steps.ResolveAbility) -> None:
    """602, 603: the N-th activated or triggered ability that the object has at this moment."""
    thing = play.game.things[step.of]
    held, name, controller = _as_it_was(play, thing)
    # 113.7a: one that was put on the stack before the object lost it resolves all the same.
    ability = _nth(held, step.number)
    printed = _nth(play.reading.printed_abilities(thing), step.number)
    if printed is not None and _never_had(thing, printed, step.number):
        if ability in (None, printed):
            raise NotPlayable(
                f"ability {step.number} of `{step.of}` can't have triggered or been activated: its "
                "source hadn't it then, or something keeps it from triggering (602.2, 603.2)"
            )
        printed = None
    if printed is not None and _was_hidden(thing, printed):
        printed = None
    if printed is not None and (ability is None or (step.targets and not may_target(ability))):
        ability = printed
    if ability is not None:
        if _is_of_what_enters(ability) and not step.targets:
            play.note_where(forbidding.is_hush, "what causes no ability to trigger")
        refusing.look_at_ability(ability, step.number, step.of)
        refusing.look_at_place(play, thing, ability)
        refusing.look_at_chapter(thing, ability)
        refusing.look_at_case(thing, ability)
        _look_at_conditions(play, thing, ability, step.controller or controller)
        refusing.look_at_activating(play, thing, ability)
        refusing.look_at_repeating(play, thing, ability)
        refusing.look_at_named(ability, step)
        refusing.look_at_x(ability, step)
        refusing.look_at_modes(ability, step)
        choosing.look_at_chosen(ability, step)
    at = Context(
        source=step.of,
        card=name or thing.faces[0].name,
        controller=step.controller or controller,
        choices=_merged(thing, ability, step.choose)
        | choosing.defending(ability, step.controller or controller),
        x=_x_of(thing, ability) if step.x is None else step.x,
    )
    at = choosing.player_of_event(play, ability, at, step)
    refusing.look_at_speed(play, ability, at, step)
    if ability is None:
        _missing(play, held, step)
        play.note(at.card, f"which ability is number {step.number}")
    elif isinstance(ability, tree.ClassLevel):
        refusing.look_at_level(thing, ability.level)
        thing.class_level = ability.level  # 716.2a
    elif isinstance(ability, tree.Opaque):
        play.note(at.card, ability.prose.template)
    else:
        body = choosing.with_times_counted(play, thing, ability, at)
        attackers = None
        if isinstance(ability, tree.Triggered):
            attackers = triggers.tap_its_objects(play, ability, at, step.targets)
        if isinstance(ability, tree.Triggered) and triggers.is_of_combat(ability):
            telling.attack(play)
            if triggers.has_hurt_a_player(play, ability):
                damage.follows(play)
                damage.of_combat(play, attackers or (), surely=True)
                attackers = None
            damage.was_dealt_unseen(play, thing, ability.event)
        if attackers is None:
            damage.follows(play)
        if isinstance(ability, tree.Activated):
            spells.pay(play, at, ability.cost, ability)
        if body is not None:
            resolve(play, body, at, targets=step.targets, modes=step.modes, ability=ability)
            choosing.choose_anew(play, thing, body, step)
        if attackers == ():
            play.game.fought = play.game.fought or ()


def _look_at_conditions(play: Play, thing: Thing, ability: tree.Ability, seat: Seat) -> None:
    """602.5b: "Activate only if …" and "only during your turn" were so, as far as that is known;
    that it was activated is evidence of what nothing tells.

    What a cost but mana and {T} has taken may have made it so.
    """
    if not isinstance(ability, tree.Activated) or not _MANA_ALONE.fullmatch(ability.cost):
        return
    at = Context(source=thing.handle, card=thing.faces[0].name, controller=seat,
                 choices=thing.choices)  # fmt: skip
    for limit in ability.limits:
        if (condition := condition_of(limit)) is None:
            continue
        if not mentions(condition, _NOT_KEPT) and not held(play, condition, at, True):
            raise NotPlayable(
                f"this ability of `{thing.handle}` can't be activated then: {limit} (602.5b)"
            )


_MANA_ALONE = re.compile(r"(\{[^}]+\}(, )?)*")
_NOT_KEPT = (tree.Unknown, tree.IsCommander)


def _was_hidden(thing: Thing, ability: tree.Ability) -> bool:
    """708.3, 708.2: face down it never triggered; 603.10a: nor as it died or left face down."""
    if thing.zone in moving.IN_PLAY:
        return thing.never_up
    last = thing.last_known
    return _looks_back(ability) and last is not None and last.thing.never_up


def _is_of_what_enters(ability: tree.Ability) -> bool:
    event = triggers.event_of(ability)
    return event is not None and event.verb == "enters" and isinstance(event.who, tree.Each)


def _looks_back(ability: tree.Ability) -> bool:
    """603.10a: whether it triggers as an object leaves the battlefield."""
    event = triggers.event_of(ability)
    return event is not None and event.verb in telling.LOOKING_BACK


def _never_had(thing: Thing, ability: tree.Ability, number: int) -> bool:
    """602.2, 603.2: whether it had lost the ability whenever that could be put on the stack;
    603.6a: as it entered; 603.10a: as it was when it left."""
    last = None if thing.zone in moving.IN_PLAY else thing.last_known
    if last is not None and _looks_back(ability):
        return thing.quiet or number > len(numbered_of(last.abilities))
    had = thing.had if last is None else last.thing.had
    if had is None:
        return False
    return number > (had[0] if triggers.event_of(ability) == _ENTERS else had[1])


def _x_of(thing: Thing, ability: tree.Ability | None) -> int | None:
    """107.3m: that of the spell which it was, for what triggers as it enters; 107.3k: no other."""
    enters = triggers.event_of(ability) == _ENTERS
    return thing.x if enters and thing.zone == "battlefield" else None


_ENTERS = tree.Event("when", "enters", tree.This())


def _missing(play: Play, abilities: tuple[tree.Ability, ...], step: steps.ResolveAbility) -> None:
    """A mistake of the board, if every line of the object is understood, and every line of others
    that could give it one."""
    unread = any(isinstance(ability, tree.Opaque) for ability in abilities)
    if not unread and not play.anybody_says(_may_give_abilities):
        last = len(numbered_of(abilities))
        has = f"its numbers go up to {last}" if last else "it has none with a number"
        raise NotPlayable(f"`{step.of}` has no ability number {step.number} at that step; {has}")


_may_give_abilities = anywhere(lambda node: isinstance(node, tree.Opaque) and node.kind == "static")


def of_the_end_step(play: Play) -> tuple[steps.ResolveAbility, ...]:
    """603.2, 513.1a: what triggers as the end step begins, asks for nothing and does away with its
    own object, so that the turn can't end without it (117.4)."""
    if not play.may_matter(_says_what_the_end_takes):
        return ()
    state = play.state()
    return tuple(
        steps.ResolveAbility(number, of=thing.handle)
        for thing in play.game.on_battlefield()
        for number, ability in enumerate(numbered_of(state.abilities(thing.handle)), 1)
        if _the_end_takes_it(ability)
        and (
            _of_the_end_step(ability) == "any"
            or state.controller(thing.handle) == play.whose_turn()
        )
    )


def _the_end_takes_it(node: object) -> bool:
    if not isinstance(node, tree.Triggered) or node.condition is not None or node.limits:
        return False
    body = node.body
    return (
        _of_the_end_step(node) is not None
        and not (body.targets or body.players)
        and all(isinstance(e, tree.MoveZone) and e.who == tree.This() for e in body.steps)
    )


_says_what_the_end_takes = anywhere(_the_end_takes_it)


def _of_the_end_step(ability: tree.Ability) -> str | None:
    """Of whose end step it speaks; None if it speaks of none."""
    event = getattr(ability, "event", None)
    return _END_STEPS.get(event.verb) if isinstance(event, tree.Event) else None


_END_STEPS = {
    "the beginning of the end step": "any",
    "the beginning of each end step": "any",
    "the beginning of your end step": "you",
}


def _as_it_was(play: Play, thing: Thing) -> tuple[tuple[tree.Ability, ...], str, Seat]:
    """608.2h, 603.10: an object that has left is looked at as it last was."""
    last = thing.last_known
    if thing.zone not in moving.IN_PLAY and last is not None:
        return last.abilities, last.name, last.controller
    state = play.state()
    if not state.is_there(thing.handle):
        raise NotPlayable(f"`{thing.handle}` does not exist any more at that step")
    handle = thing.handle
    return state.abilities(handle), state.name(handle), state.controller(handle)


def _merged(thing: Thing, ability: tree.Ability | None, choose: Choices) -> dict[str, str]:
    """607.2d: what was chosen before stands, but an object that the ability chooses anew; 608.2h:
    what was chosen for one that has left, too."""
    acts = (each for each in nodes(ability) if isinstance(each, tree.Act) and each.verb == "choose")
    anew = {each.who.kind for each in acts if isinstance(each.who, tree.ChosenObject)}
    last = None if thing.zone in moving.IN_PLAY else thing.last_known
    made = (thing if last is None else last.thing).choices
    kept = {kind: value for kind, value in made.items() if kind not in anew}
    return {**kept, **dict(choose)}


def _nth(abilities: tuple[tree.Ability, ...], number: int) -> tree.Ability | None:
    """The N-th of its activated and triggered abilities, gained ones last."""
    found = numbered_of(abilities)
    return found[number - 1] if 0 < number <= len(found) else None


def may_target(ability: tree.Ability) -> bool:
    """Whether the ability's words name anything that a target could stand for."""
    if isinstance(ability, tree.ClassLevel):
        return False
    body = getattr(ability, "body", None)
    return body is None or bool(body.targets or body.players) or mentions(body, (tree.Target,))
