"""613: the layers, applied to every object at once.

`Layers` computes what every object is from the facts of the game. In each layer the effects that
exist are applied one after the other (613.7, 613.8); which of them is next is decided in
`dependency`. An effect that has begun keeps its set (613.6).
"""

from copy import copy

import msgspec

from striate.boards.untold import Path
from striate.cards import tree
from striate.cards.tree import Node
from striate.referee import abilities, colors, control, copiable, powtough, text, typeline
from striate.referee.conditions import holds
from striate.referee.copiable import Copiable, CopyOf
from striate.referee.counters import counter_effects
from striate.referee.deeds import deeds, group
from striate.referee.dependency import Doing, Order, Turn
from striate.referee.effects import (
    ContinuousEffect,
    effects_of_view,
    lasting_effects,
    lingering_effects,
)
from striate.referee.oldlayers import as_outside, in_its_layers, layers_of
from striate.referee.recording import Recorder
from striate.referee.starting import load_text, starting_views
from striate.referee.state import State, load
from striate.referee.values import Held, Key, Text, View
from striate.timeline.game import Game

_MOST_EFFECTS = 5000


class Layers:
    """One evaluation: 613.1 from the starting values on."""

    def __init__(
        self,
        game: Game,
        *,
        path: Path | None = None,
        recorder: Recorder | None = None,
        alone: str = "",
    ) -> None:
        self.game = game
        self.alone = alone  # the one object whose static abilities have effects; "": all have
        self.recorder = recorder
        self.state = State(game, starting_views(game), path=path or Path())
        self.begun: dict[Key, tuple[ContinuousEffect, tuple[str, ...]]] = {}
        # 611.2, 611.3a, 122.1: what neither comes nor goes while the layers are applied.
        self.standing = [*lasting_effects(game), *lingering_effects(game)]
        for thing in game.in_zone("any"):
            self.standing.extend(counter_effects(thing, game.then))
        self.standing = [in_its_layers(each, game.then) for each in self.standing]
        self.copiable: dict[str, tuple[Held, ...]] = {}

    def run(self) -> State:
        """613.1: every layer in its order."""
        self._layer("1a")
        self._face_down()
        for view in self.state.views.values():
            typeline.with_intrinsic(view)
        if self.recorder is not None:
            views = self.state.views
            self.copiable = {handle: view.abilities for handle, view in views.items()}
        for layer in layers_of(self.game.then)[1:]:
            self._layer(layer)
        return self.state

    def _face_down(self) -> None:
        """613.2b: layer 1b: face-down objects have the listed characteristics."""
        for view in self.state.views.values():
            listed = self.game.things[view.handle].face_down
            if listed is not None:
                before = copy(view)
                load(view, listed, 0)
                if self.recorder is not None:
                    self.recorder.face_down(before, view)

    # --- one layer ------------------------------------------------------------------------------

    def _layer(self, layer: str) -> None:
        """613.2-613.4: apply the layer's effects until none is left.

        After each one the effects there are, and their order, are looked at again (613.8c): one
        that came into being by it takes its turn too.
        """
        done: set[Key] = set()
        line: list[Turn] = []
        while True:
            order = Order(self, layer, self._left(layer, done))
            self.noted(layer, order)
            turn = order.next(line)
            if turn is None:
                return
            done.add(turn.effect.key)
            if self.exists(turn.effect, self.state):
                self._take(turn, layer)
            if len(done) > _MOST_EFFECTS:
                raise RecursionError(f"effects make new effects without end in layer {layer}")

    def _take(self, turn: Turn, layer: str) -> None:
        """613.7: the effect whose turn it is is applied."""
        if self.recorder is not None:
            self.recorder.waited(layer, turn.effect, turn.waited)
            self.recorder.looped(layer, turn.effect, turn.loop)
        self.apply(turn.effect, layer)

    def noted(self, layer: str, order: Order) -> None:
        """Told before each application who is left; for the atlas."""

    def _left(self, layer: str, done: set[Key]) -> list[ContinuousEffect]:
        """611.3b, 613.6: the effects with a part in the layer that have not had their turn in it:
        those of resolutions and counters, of the abilities that there are now, and those begun.
        """
        left = [each for each in self.standing if layer in each.parts]
        begun = [each for each, _ in self.begun.values() if each.held and layer in each.parts]
        for handle in self.state.views:
            own = self.static_effects(handle, layer)
            keys = {effect.key for effect in own}
            left += own
            left += [each for each in begun if each.source == handle and each.key not in keys]
        return [each for each in left if each.key not in done]

    def static_effects(self, handle: str, layer: str = "") -> tuple[ContinuousEffect, ...]:
        """611.3b: the effects of the static abilities that the object has now, in that layer."""
        then, view, thing = self.game.then, self.state.views[handle], self.game.things[handle]
        if self.alone not in ("", handle):
            return ()
        if not then:
            return effects_of_view(view, thing, layer)
        own = effects_of_view(view, thing)
        if view.zone != "battlefield":
            own = tuple(as_outside(each, then) for each in own)
        effects = (in_its_layers(each, then) for each in own)
        return tuple(each for each in effects if layer in each.parts or not layer)

    @property
    def is_recorded(self) -> bool:
        return self.recorder is not None

    # --- what 613.8a asks of an effect ------------------------------------------------------------

    def exists(self, effect: ContinuousEffect, state: State) -> bool:
        """611.3b, 613.6: its ability is there and its condition holds, or it has begun."""
        if effect.key in self.begun:
            return True
        if effect.held is not None and not self.is_held(effect, state):
            return False
        return effect.condition is None or holds(effect.condition, effect.at, state)

    def is_held(self, effect: ContinuousEffect, state: State) -> bool:
        """Its object still has the ability (with whatever text)."""
        assert effect.held is not None and effect.source is not None
        view = state.views.get(effect.source)
        return view is not None and any(h.slot == effect.held.slot for h in view.abilities)

    def same_text(self, effect: ContinuousEffect, state: State) -> bool:
        """The ability still says the same."""
        if effect.held is None or effect.source is None:
            return True
        return any(
            held.slot == effect.held.slot and held.ability == effect.held.ability
            for held in state.views[effect.source].abilities
        )

    def objects(self, effect: ContinuousEffect, state: State) -> tuple[str, ...]:
        """613.6, 611.2c: the set that it began with or locked in; else what its words mean now."""
        if effect.key in self.begun:
            return self.begun[effect.key][1]
        if effect.fixed is not None:
            return tuple(handle for handle in effect.fixed if handle in state.views)
        assert effect.who is not None
        return group(effect.who, effect.at, state)

    def doing(self, effect: ContinuousEffect, layer: str, state: State) -> Doing:
        """What it does to each object of its set in that layer."""
        handles = self.objects(effect, state)
        changes_by_handle = []
        for handle in handles:
            parts = effect.parts if effect.fixed is None else effect.fixed.get(handle, {})
            changes = parts.get(layer, ())
            if changes:
                changes_by_handle.append((handle, deeds(changes, handle, effect.at, state)))
        return tuple(changes_by_handle)

    # --- applying ---------------------------------------------------------------------------------

    def apply(self, effect: ContinuousEffect, layer: str) -> None:
        """613.6: one effect on all its objects; from now on it has begun."""
        began_before = effect.key in self.begun
        self.begun[effect.key] = (effect, self.objects(effect, self.state))
        doing = self.doing(effect, layer, self.state)
        views = self.state.views
        before = {handle: copy(views[handle]) for handle, _ in doing}
        for handle, changes in doing:
            self.write(effect, layer, views[handle], changes, keep=True)
        if self.recorder is not None:
            self.recorder.applied(effect, layer, before, self.state, began_before)

    def trial(self, effect: ContinuousEffect, layer: str, doing: Doing) -> State:
        """613.8a: the state as it would be once that effect had been applied."""
        views = dict(self.state.views)
        for handle, changes in doing:
            views[handle] = copy(views[handle])
            self.write(effect, layer, views[handle], changes, keep=False)
        return self.state.with_views(views)

    def write(
        self,
        effect: ContinuousEffect,
        layer: str,
        view: View,
        changes: tuple[Node, ...],
        *,
        keep: bool,
    ) -> None:
        """613.1a-g: the changes of one effect on one object in one layer."""
        if layer == "1a":
            self._write_copy(effect, view, changes, keep=keep)
        elif layer == "2":
            control.write(view, changes)
        elif layer == "3":
            text.write(view, changes, hash(effect.key), effect.stamp)
            typeline.with_intrinsic(view)
        elif layer == "4":
            typeline.write(view, changes)
        elif layer in ("5", "6"):
            colors.write(view, changes)
            abilities.write(
                view,
                changes,
                effect.key,
                effect.stamp,
                effect.source,
                effect.counter,
                effect.spares,
                effect.held is None or effect.held.linked,
            )
        else:
            powtough.write(view, changes)

    def _write_copy(
        self, effect: ContinuousEffect, view: View, changes: tuple[Node, ...], *, keep: bool
    ) -> None:
        """613.2a, 707.2-707.3: the copied values, as modified by the object's status."""
        thing, then = self.game.things[view.handle], self.game.then
        for change in changes:
            values: Text | None = None
            if isinstance(change, CopyOf):
                values = copiable.copied(change.values, change.extras, view.text, then)
            elif isinstance(change, Copiable):
                values = copiable.excepted(view.text, change.changes, view.text, then)
            elif isinstance(change, tree.BecomeCopy):
                values = self._static_copy(effect, change, view, keep=keep)
            if values is not None:
                load_text(view, values, thing)
                # 607.5a: only as it enters are choices made for what is copied.
                entered = effect.rule in ("707.5", "613.2a")
                # 613.7a: what it entered as has abilities of its own, as old as itself.
                stamp = None if entered else effect.stamp
                # 503.8 of 2007: it uses what was chosen for it, whatever it copied by then.
                linked = entered or "choices-serve-what-is-copied" in then
                view.abilities = tuple(
                    msgspec.structs.replace(held, stamp=stamp, linked=linked)
                    for held in view.abilities
                )

    def _static_copy(
        self, effect: ContinuousEffect, change: tree.BecomeCopy, view: View, *, keep: bool
    ) -> Text | None:
        """707.2c: the values are determined only when the effect first starts to apply."""
        values = self.game.static_copies.get(effect.key)
        if values is None:
            originals = group(change.of, effect.at, self.state)
            if not originals:
                return None
            values = self.state.views[originals[-1]].text
            if keep:
                self.game.static_copies[effect.key] = values
        extras = copiable.lasting_part(change.exceptions)
        return copiable.copied(values, extras, view.text, self.game.then)
