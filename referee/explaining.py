"""What was not applied, and why: the rest of a trace (611.3b, 613.6, 113.6)."""

from striate.referee.conditions import holds
from striate.referee.effects import ContinuousEffect, effects_of_view, plans
from striate.referee.layers import Layers
from striate.referee.recording import Recorder, printed
from striate.referee.tracing import NotApplied, Trace


def explained(layers: Layers, recorder: Recorder | None) -> Trace | None:
    """The whole trace of one evaluation; None where nothing was recorded."""
    if recorder is None:
        return None
    return Trace(tuple(recorder.done), tuple(_idle(layers)))


def _idle(layers: Layers) -> list[NotApplied]:
    found: list[NotApplied] = []
    state = layers.state
    for handle, view in state.views.items():
        thing = layers.game.things[handle]
        working = effects_of_view(view, thing)
        found += [_not_begun(each, layers) for each in working if each.key not in layers.begun]
        held = {h.slot for h in view.abilities}
        working_slots = {effect.held.slot for effect in working if effect.held is not None}
        for ability in layers.copiable.get(handle, ()):
            if not plans(ability.ability):
                continue
            key_begun = any(key[:3] == ("static", handle, ability.slot) for key in layers.begun)
            if ability.slot not in held and not key_begun:
                text = printed(ability.ability)
                waits = layers.recorder.waits_of(handle, ability.slot) if layers.recorder else ()
                rules = ("613.1f", "305.7")
                found.append(NotApplied(handle, text, "the ability was lost", rules, waits))
            elif ability.slot in held and ability.slot not in working_slots:
                text = printed(ability.ability)
                found.append(
                    NotApplied(handle, text, f"it does not work in {view.zone}", ("113.6",))
                )
    return found


def _not_begun(effect: ContinuousEffect, layers: Layers) -> NotApplied:
    text = printed(effect.ability)
    if effect.condition is not None and not holds(effect.condition, effect.at, layers.state):
        return NotApplied(effect.source, text, "its condition does not hold", ("604.2",))
    if not effect.parts:
        return NotApplied(effect.source, text, "it changes no characteristic", ("613.11",))
    return NotApplied(effect.source, text, "it came too late for its layer", ("613.6",))
