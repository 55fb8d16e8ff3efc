"""What was not applied, and why: the rest of a trace (611.3b, 613.6, 113.6)."""

from striate.cards.tree import LevelSymbol
from striate.referee.conditions import holds
from striate.referee.effects import ContinuousEffect, effects_of_view, plans
from striate.referee.layers import Layers
from striate.referee.recording import Recorder, printed
from striate.referee.tracing import NotApplied, Trace
from striate.referee.values import Held


def explained(layers: Layers, recorder: Recorder | None) -> Trace | None:
    """The whole trace of one evaluation; None where nothing was recorded."""
    if recorder is None:
        return None
    return Trace(tuple(recorder.done), tuple(_idle(layers, recorder)))


def _idle(layers: Layers, recorder: Recorder) -> list[NotApplied]:
    idle: list[NotApplied] = []
    state = layers.state
    begun = {key[1:3] for key in layers.begun if key[0] == "static"}
    for handle, view in state.views.items():
        thing = layers.game.things[handle]
        working = effects_of_view(view, thing)
        idle += [_not_begun(each, layers) for each in working if each.key not in layers.begun]
        held = {h.slot for h in view.abilities}
        working_slots = {effect.held.slot for effect in working if effect.held is not None}
        for ability in layers.copiable.get(handle, ()):
            if not plans(ability.ability):
                continue
            if ability.slot not in held and (handle, ability.slot) not in begun:
                idle.append(_lost(handle, ability, recorder))
            elif ability.slot in held and ability.slot not in working_slots:
                text = printed(ability.ability)
                idle.append(
                    NotApplied(handle, text, f"it does not work in {_zone(view.zone)}", ("113.6",))
                )
    return idle


def _lost(handle: str, ability: Held, recorder: Recorder) -> NotApplied:
    """305.7 in layer 4, 613.1f in layer 6: which effect took the ability, as far as it is known."""
    text = printed(ability.ability)
    waits = recorder.waits_of(handle, ability.slot)
    taking = recorder.taking(handle, text)
    if taking is None:
        return NotApplied(handle, text, "the ability was lost", ("613.1f", "305.7"), waits)
    why = f"the ability was lost to {taking.source or 'an effect'}"
    return NotApplied(handle, text, why, (_RULE_OF_LOSS.get(taking.layer, "613.1f"),), waits)


_RULE_OF_LOSS = {"1a": "707.2", "1b": "708.2", "3": "612.1", "4": "305.7", "6": "613.1f"}


def _not_begun(effect: ContinuousEffect, layers: Layers) -> NotApplied:
    text = printed(effect.ability)
    if effect.condition is not None and not holds(effect.condition, effect.at, layers.state):
        if isinstance(effect.ability, LevelSymbol):
            return NotApplied(effect.source, text, *_of_another_level(effect.ability))
        return NotApplied(effect.source, text, "its condition does not hold", ("604.2",))
    if not effect.parts:
        return NotApplied(effect.source, text, "it changes no characteristic", ("613.11",))
    return NotApplied(effect.source, text, "it came too late for its layer", ("613.6",))


def _of_another_level(symbol: LevelSymbol) -> tuple[str, tuple[str, ...]]:
    """711.2a-b: how many level counters it would need."""
    if symbol.high is None:
        return f"it has fewer than {symbol.low} level counters", ("711.2b",)
    return f"it does not have {symbol.low} to {symbol.high} level counters", ("711.2a",)


def _zone(zone: str) -> str:
    return zone if zone == "exile" else f"the {zone}"
