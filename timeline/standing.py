"""602, 603, 113.7a: the abilities that steps resolve, as they were when they were put on the stack.

What could trigger or be activated is noted after each step: the ability that a step resolves is the
one that the object has by then, or that it had.
"""

import re
from collections.abc import Callable, Iterator

from striate.boards import deeds
from striate.boards import timeline as steps
from striate.boards.errors import NotPlayable
from striate.boards.known import steps_of_the_turn
from striate.boards.timeline import Choices, Seat
from striate.cards import tree
from striate.cards.limits import condition_of
from striate.cards.meanings import meaning
from striate.cards.numbering import numbered_of
from striate.cards.walking import any_node, anywhere, mentions, nodes
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
from striate.timeline.instructions import CARRIED_OUT
from striate.timeline.play import Play
from striate.timeline.reading import Look
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
        if thing.zone == "battlefield" and _was_not_paid_for(thing, ability):
            raise NotPlayable(f"`{step.of}` was not cast for its impending cost (702.176a)")
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


def _was_not_paid_for(thing: Thing, ability: tree.Ability) -> bool:
    """702.176a: whether it triggers only if the impending cost was paid, which was not."""
    paid = thing.choices.get("cost", "").lower() == "impending"
    return not paid and ability == meaning(tree.Keyword("impending", number=1))[-1]


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


END, UPKEEP = "end step", "upkeep"


def begin_step(play: Play, which: str, settle: Callable[[Play], None]) -> None:
    """603.2b, 603.3: what triggers as that step of a turn begins, and no step of the board has
    resolved, does so: the turn can't go on without it (117.4).

    What players may do a step tells; what they must do, and nothing tells how, is not known. As
    the turn ends the same is so of what triggered between its upkeep and its end.
    """
    triggered = list(_triggered(play, which)) if play.may_matter(triggers_by_steps) else []
    bodies = tuple(body for *_, body in triggered)
    seats = {play.state().controller(at.source or "") for at, *_ in triggered}
    ordered = len(seats) < len(triggered) and any_node(bodies, _OF_OTHERS)
    for at, number, known, _ in triggered:
        if ordered or not known:
            play.note(at.card, f"what ability {number} did as a step of a turn began (603.2b)")
            continue
        play.path.beginning = f", ability {number} of {at.source}"
        try:
            resolve_ability(play, steps.ResolveAbility(number, of=at.source or ""))
            settle(play)
        except NotPlayable as error:
            play.note(at.card, str(error))
        play.path.beginning = ""


def _triggered(play: Play, which: str) -> Iterator[tuple[Context, int, bool, tree.Body]]:
    """What has triggered, is told by no step of the turn, and is not left out by them; whether it
    is known what it does."""
    state = play.state()
    turn = steps_of_the_turn(play.path.steps, play.path.step - (which == END))
    resolved = {(each.of, each.number) for each in turn if isinstance(each, steps.ResolveAbility)}
    for thing in [e for e in play.game.things.values() if e.zone in ("battlefield", "command")]:
        at = play.speaker(state, thing)
        for number, ability in enumerate(numbered_of(state.abilities(thing.handle)), 1):
            if not isinstance(ability, tree.Triggered) or (thing.handle, number) in resolved:
                continue
            if _was_not_paid_for(thing, ability):
                continue
            begins, own = _begins(ability), _is_of(ability, which)
            between = which == END and not own and not _is_of(ability, UPKEEP)
            if not begins or not (own or between and any_node(ability.body, _stays)):
                continue
            if _is_left_out(state, ability.body, at):
                continue
            if begins["yours"] or begins["theirs"]:
                its_own = state.controller(thing.handle) == _active(play)
                if its_own != bool(begins["yours"]):
                    continue
            if ability.condition is None or state.holds(ability.condition, at):
                known = own and not begins["open"] and not _asks(ability.body)
                yield at, number, known, ability.body


def _begins(ability: tree.Ability) -> re.Match[str] | None:
    """500.1: of whose turn it is, if it triggers as a step or phase begins."""
    event = triggers.event_of(ability)
    return None if event is None else _BEGINNING.fullmatch(event.verb)


def _is_of(ability: tree.Ability, step: str) -> bool:
    event = triggers.event_of(ability)
    return event is not None and step in event.verb


_BEGINNING = re.compile(
    r"(?:the )?beginning of (?:(?P<open>.*(?:enchanted|chosen|monarch).*)|"
    r"(?P<yours>.*\byour\b.*)|(?P<theirs>.*(?:opponent|other).*)|.*)"
)


@anywhere
def triggers_by_steps(node: tree.Node) -> bool:
    stands_for = numbered_of((node,)) if isinstance(node, tree.Keyword) else (node,)
    return any(isinstance(each, tree.Triggered) and _begins(each) for each in stands_for)


def _active(play: Play) -> Seat:
    return "you" if play.path.is_your_turn(play.game.turn) else "opponent"


def _is_left_out(state: Look, body: tree.Body, at: Context) -> bool:
    """603.3d, 608.2d: whether it has no legal target, or all it does is what players need not."""
    needed = [each for each in body.targets if each.word == "target" and each.low]
    if not all(state.group(tree.Each(each.filter, each.zone), at) for each in needed):
        return True
    free = body.targets and not any(each.low for each in body.targets)
    return bool(body.steps) and all(
        (isinstance(step, tree.Do) and step.may) or (free and mentions(step, (tree.Target,)))
        for step in body.steps
    )


def _asks(body: tree.Body) -> bool:
    """Whether a step of the board would have to say more than that it resolved."""
    chooses = any_node(body, lambda node: isinstance(node, tree.Do) and node.may)
    return chooses or bool(body.targets or body.players not in ((), ("opponent",)))


def _stays(node: tree.Node) -> bool:
    """Whether an instruction changes what a board keeps beyond the turn."""
    if isinstance(node, tree.Continuous):
        return not isinstance(node.duration, tree.UntilEndOfTurn)
    done = isinstance(node, tree.Act) and deeds.is_left_to_the_board(node)
    return type(node) in CARRIED_OUT and not done or isinstance(node, tree.Body) and node.touches


# What two abilities may change the one for the other.
_OF_OTHERS = (tree.Each, tree.ChosenObject, tree.Count, tree.CountDistinct, tree.Aggregate)


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
    before = (thing if last is None else last.thing).choices
    kept = {kind: value for kind, value in before.items() if kind not in anew}
    return {**kept, **dict(choose)}


def _nth(abilities: tuple[tree.Ability, ...], number: int) -> tree.Ability | None:
    """The N-th of its activated and triggered abilities, gained ones last."""
    in_order = numbered_of(abilities)
    return in_order[number - 1] if 0 < number <= len(in_order) else None


def may_target(ability: tree.Ability) -> bool:
    """Whether the ability's words name anything that a target could stand for."""
    if isinstance(ability, tree.ClassLevel):
        return False
    body = getattr(ability, "body", None)
    return body is None or bool(body.targets or body.players) or mentions(body, (tree.Target,))
