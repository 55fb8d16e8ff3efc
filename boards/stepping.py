"""Each step of a board file as a step of the timeline; one function for each kind."""

import re
from collections.abc import Callable
from typing import Any, cast

from striate.boards import casting, fitting, timeline
from striate.boards import schema as form
from striate.boards.errors import Path, meant, show
from striate.boards.names import Known
from striate.boards.records import as_written
from striate.boards.schema import StepForm
from striate.boards.timeline import Seat, Step
from striate.boards.workbench import PLAYERS, Ground
from striate.cards.tokens import emblem_card


def step_of(ground: Ground, step: StepForm, index: int) -> Step:
    """The step, with everything wrong with it told to `ground.mistakes`."""
    return _BUILDERS[type(step)](ground, step, index)


def _enter(ground: Ground, step: form.EnterForm, index: int) -> Step:
    path: Path = ("steps", index)
    known = ground.known[index]
    assert known is not None
    made = ground.made[index]
    _copying(ground, step, known, index)
    fitting.check_permanent(known, step, path, ground.mistakes)
    given = ground.choices(step, index)
    if not ground.copies_enter:
        asking = ground.abilities_given
        given = fitting.check_choices(known, step, given, asking, path, ground.mistakes)
    host = ground.host(step.attached_to, index)
    fitting.check_attached(known, host, step, path, ground.mistakes)
    if host is None and step.copying is None and step.face_down is not True:
        _check_host(ground, known, index)
    return timeline.Enter(
        handle=made,
        card=known.card,
        controller=_seat(step.controller),
        copying=step.copying,
        face_down=step.face_down is True,
        choose=given,
        attached_to=host,
        unlocked=fitting.cast_half(known, step),
        front_costs=ground.front_costs(known),
        transformed=step.transformed is True or fitting.turned(known),
        flipped=step.flipped is True or fitting.turned(known, ("flip",)),
        tapped=step.tapped is True,
        token=step.token,
        x=_number(step.x),
    )


def _copying(ground: Ground, step: form.EnterForm, known: Known, index: int) -> None:
    if step.copying is None:
        return
    path = ("steps", index, "copying")
    if step.copying == ground.made[index]:
        ground.mistakes.add(f"{show(step.copying)} can't enter as a copy of itself", path)
        return
    ground.there(step.copying, index, "copying")
    if not fitting.may_copy(known.card) and not any(map(fitting.makes_copies, ground.kinds)):
        ground.mistakes.add(f"the text of {show(known.name)} lets it copy nothing", path)


def _check_host(ground: Ground, known: Known, index: int) -> None:
    """303.4g: an Aura that is attached to nothing does not enter."""
    if fitting.needs_host(known) and ground.made[index] not in ground.attached_later:
        message = f"the Aura {show(known.name)} enters attached to nothing"
        ground.mistakes.add(message, ("steps", index), "add `attached_to: HANDLE`")


def _token(ground: Ground, step: form.TokenForm, index: int) -> Step:
    known = ground.known[index]
    assert known is not None
    return timeline.Enter(
        handle=ground.made[index],
        card=known.card,
        controller=_seat(step.controller),
        choose=ground.choices(step, index),
        attached_to=ground.host(step.attached_to, index),
        tapped=step.tapped is True,
        token=True,
        x=_number(step.x),
        written=as_written(step.token),
    )


def _token_copy(ground: Ground, step: form.TokenCopyForm, index: int) -> Step:
    path = ("steps", index, "token_copy_of")
    if step.token_copy_of == ground.made[index]:
        ground.mistakes.add(f"{show(step.token_copy_of)} can't be a copy of itself", path)
    else:
        ground.there(step.token_copy_of, index, "token_copy_of")
    exceptions, unread = ground.exceptions(step.except_)
    return timeline.EnterTokenCopy(
        handle=ground.made[index],
        of=step.token_copy_of,
        controller=_seat(step.controller),
        exceptions=exceptions,
        unread=unread,
        choose=ground.choices(step, index),
        attached_to=ground.host(step.attached_to, index),
        tapped=step.tapped is True,
        x=_number(step.x),
        wording=step.except_ or "",
    )


def _counters(ground: Ground, step: form.CountersForm, index: int) -> Step:
    ground.no_choice(step, index, "counters")
    for kind in step.counters:
        path = ("steps", index, "counters", kind)
        if not kind.strip():
            ground.mistakes.add("a kind of counter has a name", path)
        elif _BOX.fullmatch(kind) and not _SIGNED.fullmatch(kind):
            hint = meant([f"+{kind.replace('+', '').replace('-', '').replace('/', '/+')}"])
            ground.mistakes.add(f"{show(kind)} is no kind of counter", path, hint)
    counters = tuple((kind, _number(number) or 0) for kind, number in step.counters.items())
    return timeline.ChangeCounters(on=ground.there(step.on, index, "on"), counters=counters)


# 122.1a: power and toughness counters are written with both signs.
_BOX = re.compile(r"[-+−]?\d+/[-+−]?\d+")
_SIGNED = re.compile(r"[-+]\d+/[-+]\d+")


def _level_up(ground: Ground, step: form.LevelUpForm, index: int) -> Step:
    """702.87a."""
    ground.no_choice(step, index, "level_up")
    on = ground.there(step.level_up, index, "level_up")
    if not ground.level_up_is_given:
        path = ("steps", index, "level_up")
        ground.mistakes.add(f"{show(on)} has no level up, and no card here gives it", path)
    return timeline.LevelUp(on=on, times=_number(step.times) or 1)


def _class_level(ground: Ground, step: form.ClassLevelForm, index: int) -> Step:
    on = ground.there(step.on, index, "on")
    if "Class" not in ground.subtypes:
        path = ("steps", index, "on")
        ground.mistakes.add(
            f"{show(on)} is no Class", path, "a creature gets `counters: {level: N}`"
        )
    level = _number(step.class_level) or 1
    return timeline.SetClassLevel(on=on, level=level, choose=ground.choices(step, index))


def _unlock(ground: Ground, step: form.UnlockForm, index: int) -> Step:
    return _door(ground, step.unlock, step.door, index, "unlock")


def _lock(ground: Ground, step: form.LockForm, index: int) -> Step:
    return _door(ground, step.lock, step.door, index, "lock")


def _door(ground: Ground, handle: str, door: str | None, index: int, key: str) -> Step:
    """709.5e-g: the half that `door` names; without a name, the only one that is left."""
    what = ground.there(handle, index, key)
    half = None
    if door is not None:
        half = fitting.half_named(door, ground.kinds)
        if half is None:
            path = ("steps", index, "door")
            ground.mistakes.add(f"no card of the board has a door {show(door)}", path)
    return timeline.SetDoor(what=what, half=half, unlocked=key == "unlock", door=door or "")


def _resolve(ground: Ground, step: form.ResolveForm, index: int) -> Step:
    path: Path = ("steps", index)
    known = ground.known[index]
    assert known is not None
    fitting.check_resolves(known, path, ground.mistakes)
    card = fitting.spell_card(known)
    given = ground.choices(step, index)
    targets = ground.targets(step.targets, index)
    modes = _modes(step)
    card = casting.as_cast(card, given)
    given = casting.whether_kicked(card, targets, given)
    bodies = fitting.bodies(card)
    if len(bodies) == 1:
        fitting.check_body(
            bodies[0], show(known.name), targets, given, _number(step.x), modes, path,
            ground.mistakes,
        )  # fmt: skip
    return timeline.Resolve(
        card=card,
        handle=ground.made[index],
        controller=_seat(step.controller),
        targets=targets,
        choose=given,
        x=_number(step.x),
        modes=modes,
        creates=tuple(step.creates),
        whole=None if known.card is card else known.card,
    )


def _ability(ground: Ground, step: form.AbilityForm, index: int) -> Step:
    return timeline.ResolveAbility(
        number=_number(step.ability) or 1,
        of=ground.there(step.of, index, "of"),
        controller=None if step.controller is None else _seat(step.controller),
        targets=ground.targets(step.targets, index),
        choose=ground.choices(step, index),
        x=_number(step.x),
        modes=_modes(step),
        creates=tuple(step.creates),
    )


def _effect(ground: Ground, step: form.EffectForm, index: int) -> Step:
    path: Path = ("steps", index)
    body = ground.texts().parse_effect(step.effect)
    given = ground.choices(step, index)
    targets = ground.targets(step.targets, index)
    x = _number(step.x)
    fitting.check_body(body, "the effect", targets, given, x, (), path, ground.mistakes)
    return timeline.ResolveEffect(
        body=body,
        text=step.effect,
        of=ground.maybe(step.of, index, "of"),
        controller=_seat(step.controller),
        targets=targets,
        choose=given,
        x=x,
        creates=tuple(step.creates),
    )


def _attach(ground: Ground, step: form.AttachForm, index: int) -> Step:
    ground.no_choice(step, index, "attach")
    what = ground.there(step.attach, index, "attach")
    if step.to == step.attach:
        path = ("steps", index, "to")
        ground.mistakes.add(f"{show(step.to)} can't be attached to itself", path)
    elif step.to not in PLAYERS:
        ground.there(step.to, index, "to")
    return timeline.Attach(what=what, to=step.to)


def _leave(ground: Ground, step: form.LeaveForm, index: int) -> Step:
    ground.no_choice(step, index, "leave")
    return timeline.Leave(what=ground.there(step.leave, index, "leave"), to=cast(Any, step.to))


def _zone(ground: Ground, step: form.ZoneForm, index: int) -> Step:
    ground.no_choice(step, index, "zone")
    known = ground.known[index]
    assert known is not None
    return timeline.PutInZone(
        handle=ground.made[index],
        card=known.card,
        zone=cast(Any, step.zone),
        owner=_seat(step.owner),
    )


def _emblem(ground: Ground, step: form.EmblemForm, index: int) -> Step:
    ground.no_choice(step, index, "emblem")
    return timeline.PutEmblem(
        handle=ground.made[index],
        card=emblem_card(ground.texts().parse_abilities(step.emblem)),
        controller=_seat(step.controller),
        text=step.emblem,
    )


def _designation(ground: Ground, step: form.DesignationForm, index: int) -> Step:
    ground.no_choice(step, index, "becomes")
    on = ground.there(step.on, index, "on")
    return timeline.Designated(on=on, word=step.becomes, ends=step.ends)


def _spell(ground: Ground, step: form.SpellForm, index: int) -> Step:
    known = ground.known[index]
    assert known is not None
    fitting.check_cast(known, ("steps", index), ground.mistakes)
    card = fitting.spell_card(known)
    return timeline.PutSpell(
        handle=ground.made[index],
        card=card,
        controller=_seat(step.controller),
        targets=ground.targets(step.targets, index),
        modes=_modes(step),
        x=_number(step.x),
        kicked=step.kicked,
        mana=step.mana,
        choose=ground.choices(step, index),
        whole=None if known.card is card else known.card,
    )


def _copy_spell(ground: Ground, step: form.CopySpellForm, index: int) -> Step:
    of = ground.there(step.copy_spell, index, "copy_spell")
    if of in ground.handles.step and of not in ground.spells:
        path = ("steps", index, "copy_spell")
        ground.mistakes.add(f"{show(of)} is no spell on the stack", path)
    exceptions, unread = ground.exceptions(step.except_)
    return timeline.CopySpellOnStack(
        handle=ground.made[index],
        of=of,
        controller=_seat(step.controller),
        targets=None if step.targets is None else ground.targets(step.targets, index),
        exceptions=exceptions,
        unread=unread,
        wording=step.except_ or "",
        choose=ground.choices(step, index),
    )


def _status(ground: Ground, step: StepForm, index: int) -> Step:
    key, status = _STATUS[type(step)]
    what = ground.there(getattr(step, key), index, key)
    made = ground.choices(step, index)
    return timeline.SetStatus(what=what, status=cast(Any, status), choose=made)


def _end_turn(ground: Ground, step: form.EndTurnForm, index: int) -> Step:
    ground.no_choice(step, index, "end_turn")
    return timeline.EndTurn()


def _life(ground: Ground, step: form.LifeForm, index: int) -> Step:
    ground.no_choice(step, index, "life")
    return timeline.PlayerFact(_seat(step.player), "life", _number(step.life) or 0)


def _hand(ground: Ground, step: form.HandForm, index: int) -> Step:
    ground.no_choice(step, index, "hand")
    return timeline.PlayerFact(_seat(step.player), "hand", _number(step.hand) or 0)


def _turn(ground: Ground, step: form.TurnForm, index: int) -> Step:
    ground.no_choice(step, index, "your_turn")
    return timeline.PlayerFact(_seat(step.player), "turn", int(step.your_turn))


def _speed(ground: Ground, step: form.SpeedForm, index: int) -> Step:
    ground.no_choice(step, index, "speed")
    return timeline.PlayerFact(_seat(step.player), "speed", _number(step.speed) or 0)


def _monarch(ground: Ground, step: form.MonarchForm, index: int) -> Step:
    ground.no_choice(step, index, "monarch")
    return timeline.PlayerFact(_seat(step.monarch), "monarch", 1)


def _initiative(ground: Ground, step: form.InitiativeForm, index: int) -> Step:
    ground.no_choice(step, index, "initiative")
    return timeline.PlayerFact(_seat(step.initiative), "initiative", 1)


def _daytime(ground: Ground, step: form.DaytimeForm, index: int) -> Step:
    ground.no_choice(step, index, "daytime")
    return timeline.PlayerFact("you", "day", int(step.daytime == "day"))


_STATUS: dict[type[StepForm], tuple[str, str]] = {
    form.FaceUpForm: ("turn_face_up", "face up"),
    form.FaceDownForm: ("turn_face_down", "face down"),
    form.TransformForm: ("transform", "transformed"),
    form.FlipForm: ("flip", "flipped"),
    form.TapForm: ("tap", "tapped"),
    form.UntapForm: ("untap", "untapped"),
    form.PhaseOutForm: ("phase_out", "phased out"),
    form.PhaseInForm: ("phase_in", "phased in"),
}
_BUILDERS: dict[type[StepForm], Callable[[Ground, Any, int], Step]] = {
    form.EnterForm: _enter,
    form.TokenForm: _token,
    form.TokenCopyForm: _token_copy,
    form.CountersForm: _counters,
    form.LevelUpForm: _level_up,
    form.ClassLevelForm: _class_level,
    form.UnlockForm: _unlock,
    form.LockForm: _lock,
    form.ResolveForm: _resolve,
    form.AbilityForm: _ability,
    form.EffectForm: _effect,
    form.AttachForm: _attach,
    form.LeaveForm: _leave,
    form.ZoneForm: _zone,
    form.EmblemForm: _emblem,
    form.DesignationForm: _designation,
    form.SpellForm: _spell,
    form.CopySpellForm: _copy_spell,
    form.EndTurnForm: _end_turn,
    form.LifeForm: _life,
    form.SpeedForm: _speed,
    form.MonarchForm: _monarch,
    form.InitiativeForm: _initiative,
    form.DaytimeForm: _daytime,
    form.HandForm: _hand,
    form.TurnForm: _turn,
    **dict.fromkeys(_STATUS, _status),
}


def _seat(side: str) -> Seat:
    assert side in PLAYERS  # "?" is a hole, and those are refused before
    return cast(Seat, side)


def _number(value: int | str | None) -> int | None:
    assert not isinstance(value, str)  # a range is a hole, and those are refused before
    return value


def _modes(step: form.ResolveForm | form.AbilityForm | form.SpellForm) -> tuple[int, ...]:
    """700.2: the modes by number; `choose: {mode: 2}` says the same as `mode: 2`."""
    if step.mode is None:
        named = str(step.choose.get("mode", ""))
        return (int(named),) if named.isdecimal() and 0 < int(named[:3]) <= 20 else ()
    return (step.mode,) if isinstance(step.mode, int) else tuple(step.mode)
